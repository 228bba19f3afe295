import type { ThreadId } from '@palaver/protocol/ids';
import { toArray } from '../../storage/columns.ts';
import type { Queryable, Transaction } from '../../storage/database.ts';
import { BLOCK_BITS } from '../rules/search/scopes.ts';
import { TERMS_VERSION } from '../rules/search/terms.ts';
import type { BlockKey } from './search-blocks.ts';

/** The only module that writes `search_queue` (besides the triggers that fill it) and `search_state`. */

/** A block of the queue; without one, the thread was deleted. */
export interface QueuedBlock {
  thread_id: ThreadId;
  block: number | null;
}

/**
 * Takes the oldest rows out of the queue of large blocks, or of the others: those that have `most` blocks together, or the next one. Each
 * block once.
 */
export async function takeQueued(tx: Transaction, isLarge: boolean, most: number): Promise<QueuedBlock[]> {
  return tx.query<QueuedBlock>(
    `with taken as (
       delete from search_queue where is_large = $2 and id = any (array(
         select id from (
           select id, sum(cardinality(blocks)) over (order by id) - cardinality(blocks) as blocks_before
           from (select id, blocks from search_queue where is_large = $2 order by id limit $1) oldest
         ) counted where blocks_before < $1
       )) returning thread_ids, blocks
     )
     select distinct queued.thread_id::text, queued.block::float8
     from taken cross join unnest(thread_ids, blocks) as queued (thread_id, block)`,
    [most, isLarge],
  );
}

/** Adds blocks to the end of the queue. */
export async function putBack(
  tx: Transaction,
  isLarge: boolean,
  blocks: readonly QueuedBlock[],
): Promise<void> {
  if (blocks.length === 0) return;
  await tx.query('insert into search_queue (is_large, thread_ids, blocks) values ($1, $2, $3)', [
    isLarge,
    toArray(blocks.map(({ thread_id }) => thread_id)),
    toArray(blocks.map(({ block }) => block)),
  ]);
}

export async function countQueued(db: Queryable, most: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    'select count(*)::int as count from (select from search_queue limit $1) queued',
    [most],
  );
  return row?.count ?? 0;
}

/** How far messages from before the index are in it. */
export interface BackfillState {
  /** The changes of all transactions that are still running will be queued. */
  is_settled: boolean;
  /** The next block to read. */
  thread_id: ThreadId;
  block: number;
  is_complete: boolean;
}

/** Begins a backfill if there was none, or if the index was made by other rules. From the commit on, all changes are queued. */
export async function beginBackfill(db: Queryable): Promise<void> {
  await db.query(BEGIN, [TERMS_VERSION]);
  await db.query(`
    update search_state set queued_from = pg_snapshot_xmax(pg_current_snapshot()) where queued_from is null`);
}

const BEGIN = `
  insert into search_state as s (version) values ($1)
  on conflict (is_only) do update
    set version = excluded.version, thread_id = 0, block = 0, is_complete = false
    where s.version <> excluded.version`;

/** Where the backfill is. A transaction that began before it may not have queued its changes: nothing is settled until all those have ended. */
export async function readBackfill(db: Queryable): Promise<BackfillState | undefined> {
  const [state] = await db.query<BackfillState>(`
    select coalesce(queued_from <= pg_snapshot_xmin(pg_current_snapshot()), false) as is_settled,
      thread_id::text, block::float8, is_complete
    from search_state`);
  return state;
}

/**
 * The next blocks of messages, at most `most` messages, from a place on. The last one may have more messages than were counted. Empty: there are none.
 */
export async function nextBlocks(
  db: Queryable,
  { thread_id: threadId, block }: BlockKey,
  most: number,
): Promise<BlockKey[]> {
  return db.query<BlockKey>(
    `select distinct thread_id::text, block::float8, thread_id as thread, block as place from (
       select thread_id, seq >> ${BLOCK_BITS} as block from messages
       where (thread_id, seq) >= ($1::bigint, $2::bigint << ${BLOCK_BITS}) order by thread_id, seq limit $3
     ) message order by thread, place`,
    [threadId, block, most],
  );
}

/** Sets where the backfill continues; undefined: it is complete. */
export async function moveBackfill(tx: Transaction, next: BlockKey | undefined): Promise<void> {
  await tx.query('update search_state set thread_id = $1, block = $2, is_complete = $3', [
    next?.thread_id ?? '0',
    next?.block ?? 0,
    next === undefined,
  ]);
}
