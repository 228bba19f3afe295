import type { ThreadId } from '@palaver/protocol/ids';
import { toArray } from '../../storage/columns.ts';
import type { Queryable, Transaction } from '../../storage/database.ts';
import { INDEXES_ONLY } from '../../storage/plan-settings.ts';
import { BLOCK_BITS } from '../rules/search/scopes.ts';
import { TERMS_VERSION } from '../rules/search/terms.ts';
import type { BlockKey } from './search-blocks.ts';

/** The only module that writes `search_queue` (besides the triggers that fill it), `search_backlog` and `search_state`. */

/** A block that has changed; without one, the thread was deleted. */
export interface ChangedBlock {
  thread_id: ThreadId;
  block: number | null;
  is_large: boolean;
  /** The later it was queued, the higher; of the backfill 0. */
  id: number;
}

/** What waits for the indexer. */
export interface QueueState {
  /** In the queue. */
  is_queued: boolean;
  /** Sorted, in the backlog: large blocks, and others. */
  has_large: boolean;
  has_others: boolean;
}

// (In the order of an index, so that a long backlog of others is not read to find a large block.)
export async function readWaiting(db: Queryable): Promise<QueueState> {
  const [waiting] = await db.query<QueueState>(`
    select exists (select from search_queue) as is_queued,
      coalesce((select is_large from search_backlog order by is_large desc limit 1), false) as has_large,
      coalesce((select not is_large from search_backlog order by is_large limit 1), false) as has_others`);
  return waiting ?? { is_queued: false, has_large: false, has_others: false };
}

/** Takes the newest rows out of the queue: those that have `most` blocks together, or one. Each block once. */
export async function takeQueued(tx: Transaction, most: number): Promise<ChangedBlock[]> {
  return tx.query<ChangedBlock>(
    `with taken as (
       delete from search_queue where is_large = any ('{false,true}') and id = any (array(
         select id from (
           select id, sum(cardinality(blocks)) over (order by is_large desc, id desc) - cardinality(blocks) as blocks_before
           from (select is_large, id, blocks from search_queue order by is_large desc, id desc limit $1) newest
         ) counted where blocks_before < $1
       )) returning is_large, id, thread_ids, blocks
     )
     select queued.thread_id::text, queued.block::float8, bool_or(is_large) as is_large, max(id)::float8 as id
     from taken cross join unnest(thread_ids, blocks) as queued (thread_id, block)
     group by queued.thread_id, queued.block`,
    [most],
  );
}

/** Sorts blocks into the backlog, each once. */
export async function addToBacklog(tx: Transaction, blocks: readonly ChangedBlock[]): Promise<void> {
  if (blocks.length === 0) return;
  await tx.query(
    `insert into search_backlog (thread_id, block, is_large, space, id)
     select added.thread_id, coalesce(added.block, -1), added.is_large,
       coalesce(hashtextextended(t.app_id || ' ' || t.tenant_id, 0) & ${2n ** 63n - 1n}, 0), added.id
     from unnest($1::bigint[], $2::bigint[], $3::boolean[], $4::bigint[]) as added (thread_id, block, is_large, id)
     left join threads t on t.id = added.thread_id
     on conflict (thread_id, block) do update
       set is_large = excluded.is_large, id = greatest(search_backlog.id, excluded.id)`,
    [
      toArray(blocks.map(({ thread_id }) => thread_id)),
      toArray(blocks.map(({ block }) => block)),
      toArray(blocks.map(({ is_large }) => is_large)),
      toArray(blocks.map(({ id }) => id)),
    ],
  );
}

/** Precedes all spaces. */
export const FIRST_TURN = '-1';

export interface Turns {
  blocks: ChangedBlock[];
  /** After which space the next turns begin. */
  after: string;
}

/**
 * Takes up to `most` large blocks, or others, out of the backlog: of each space with a turn the newest, then of each the next. All spaces after
 * `after` have a turn, up to `most` of them.
 */
export async function takeTurns(
  tx: Transaction,
  isLarge: boolean,
  after: string,
  most: number,
): Promise<Turns> {
  const [, rows] = await Promise.all([
    tx.query(INDEXES_ONLY),
    tx.query<ChangedBlock & { last: string | null }>(TAKE_TURNS, [isLarge, after, most]),
  ]);
  return {
    blocks: rows.map(({ thread_id, block, is_large, id }) => ({ thread_id, block, is_large, id })),
    after: rows[0]?.last ?? FIRST_TURN,
  };
}

// (PostgreSQL looks up one space after the other, so the backlog of one is not read to find the next.)
const TAKE_TURNS = `
  with recursive waiting as (
    (select space from search_backlog where is_large = $1 and space > $2 order by space limit 1)
    union all
    select next.space from waiting cross join lateral (
      select b.space from search_backlog b where b.is_large = $1 and b.space > waiting.space order by b.space limit 1
    ) next
  ), turn as materialized (
    select space from waiting limit $3
  ), chosen as (
    select thread_id, block from turn cross join lateral (
      select thread_id, block, row_number() over (order by id desc, block desc) as place from (
        select thread_id, block, id from search_backlog b
        where b.is_large = $1 and b.space = turn.space order by id desc, block desc limit $3
      ) newest
    ) one order by place, space limit $3
  ), taken as (
    delete from search_backlog b using chosen where b.thread_id = chosen.thread_id and b.block = chosen.block
    returning b.thread_id, b.block, b.is_large, b.id
  )
  select thread_id::text, nullif(block, -1)::float8 as block, is_large, id::float8,
    (select max(space)::text from turn having count(*) = $3) as last
  from taken`;

/** Rows of the queue and blocks of the backlog; up to `most`. */
export async function countQueued(db: Queryable, most: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select count(*)::int as count from (
       select from (
         (select from search_queue limit $1) union all (select from search_backlog limit $1)
       ) either limit $1
     ) waiting`,
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

/** Whether every block of the index has all terms of this version, unless it has changed since. */
export async function isIndexWhole(db: Queryable): Promise<boolean> {
  const [state] = await db.query('select from search_state where version = $1 and is_complete', [
    TERMS_VERSION,
  ]);
  return state !== undefined;
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
