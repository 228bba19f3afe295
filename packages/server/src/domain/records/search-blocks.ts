import type { AppId, ExtUserId, TenantId, ThreadId } from '@palaver/protocol/ids';
import type { Metadata } from '@palaver/protocol/message-kinds';
import { Turns } from '../../platform/turns.ts';
import { toArray } from '../../storage/columns.ts';
import type { Transaction } from '../../storage/database.ts';
import { KEEP_INDEX_PLAN } from '../../storage/plan-settings.ts';
import { blockTerms } from '../rules/search/block-terms.ts';
import { PAIR_BITS, toBits } from '../rules/search/pairs.ts';
import { BLOCK_BITS } from '../rules/search/scopes.ts';

/** The only module that writes `search_blocks`. */

/** The place of a block: the messages of a thread whose `seq >> BLOCK_BITS` is `block`. */
export interface BlockKey {
  thread_id: ThreadId;
  block: number;
}

/** A message as the index reads it. */
export interface IndexedMessage extends BlockKey {
  fits: true;
  app_id: AppId;
  tenant_id: TenantId;
  sender: ExtUserId;
  kind: Metadata['type'];
  text: string;
  /** JSON. */
  metadata: string;
  /** As PostgreSQL writes it, with microseconds. */
  created_at: string;
  created_ms: number;
}

/** How much text a transaction indexes, in bytes, unless one block alone has more. */
const BYTES = 512 * 1024;

/**
 * Indexes these blocks as their messages are now, whatever the index had of them: those with the least text first, as many as a short
 * transaction can. Returns the others. A block without messages that can be found loses its row. No key may occur twice.
 */
export async function indexBlocks<Key extends BlockKey>(
  tx: Transaction,
  keys: readonly Key[],
): Promise<Key[]> {
  if (keys.length === 0) return [];
  const [, messages] = await Promise.all([
    tx.query(KEEP_INDEX_PLAN),
    tx.query<IndexedMessage | DeferredMessage>(MESSAGES, [
      toArray(keys.map(({ thread_id }) => thread_id)),
      toArray(keys.map(({ block }) => block)),
      BYTES,
    ]),
  ]);
  const deferred = new Set(messages.filter((message) => !message.fits).map(keyOf));
  const blocks = Map.groupBy(
    messages.filter((message) => message.fits),
    keyOf,
  );
  const empty = keys.filter((key) => !blocks.has(keyOf(key)) && !deferred.has(keyOf(key)));
  const full: BlockRow[] = [];
  const turns = new Turns();
  for (const block of blocks.values()) {
    full.push(toRow(block));
    await turns.next();
  }
  await Promise.all([
    empty.length === 0 ? undefined : tx.query(REMOVE, [JSON.stringify(empty)]),
    full.length === 0 ? undefined : tx.query(STORE, [JSON.stringify(full)]),
    tx.query('select settle_search_blocks()'),
  ]);
  return keys.filter((key) => deferred.has(keyOf(key)));
}

/** A message of a block that no longer fits. */
interface DeferredMessage extends BlockKey {
  fits: false;
}

// (The text of a message that does not fit is not read. PostgreSQL must not merge the inner part with the rest: it might read all
// messages of a thread for each block, since it expects few in each thread.)
const MESSAGES = `
  select thread_id::text, block::float8, fits, app_id, tenant_id, sender_ext_user_id::text as sender, kind,
    case when fits then text end as text, case when fits then metadata::text end as metadata,
    created_at::text, floor(extract(epoch from created_at) * 1000)::float8 as created_ms
  from (
    select *, sum(bytes) over (order by bytes_of_block, n) - bytes_of_block < $3 as fits
    from (
      select *, sum(bytes) over (partition by n) as bytes_of_block
      from (
        select named.n, named.block, t.app_id, t.tenant_id, m.*, octet_length(m.text) + octet_length(m.metadata::text) as bytes
        from unnest($1::bigint[], $2::bigint[]) with ordinality as named (thread_id, block, n)
        join threads t on t.id = named.thread_id
        cross join lateral (
          select one.thread_id, one.seq, one.sender_ext_user_id, one.kind, one.text, one.metadata, one.created_at
          from messages one where one.thread_id = named.thread_id and one.deleted_at is null
            and one.seq between named.block << ${BLOCK_BITS} and ((named.block + 1) << ${BLOCK_BITS}) - 1
          offset 0
        ) m
        where t.deleted_at is null
      ) message
    ) sized
  ) counted order by n, seq`;

const keyOf = ({ thread_id, block }: BlockKey) => `${thread_id} ${block}`;

interface BlockRow extends BlockKey {
  earliest_at: string;
  latest_at: string;
  /** The literal of an array. */
  terms: string;
  /** Null: there are none. */
  pairs: string | null;
}

/** A row for messages of one block, in the order of their numbers. */
function toRow(messages: readonly IndexedMessage[]): BlockRow {
  const [first, last] = [messages[0], messages.at(-1)];
  if (first === undefined || last === undefined) throw new Error('a block has no messages');
  const { terms, pairs } = blockTerms(messages);
  return {
    thread_id: first.thread_id,
    block: first.block,
    earliest_at: first.created_at,
    latest_at: last.created_at,
    terms: toArray([...terms]),
    pairs: pairs.size === 0 ? null : toBits(pairs),
  };
}

const REMOVE = `
  delete from search_blocks b using json_to_recordset($1) as gone (thread_id bigint, block bigint)
  where b.thread_id = gone.thread_id and b.block = gone.block`;

const STORE = `
  insert into search_blocks (thread_id, block, earliest_at, latest_at, terms, pairs)
  select thread_id, block, earliest_at, latest_at, terms::integer[], pairs from json_to_recordset($1)
    as new (thread_id bigint, block bigint, earliest_at timestamptz, latest_at timestamptz, terms text, pairs bit(${PAIR_BITS}))
  on conflict (thread_id, block) do update
    set earliest_at = excluded.earliest_at, latest_at = excluded.latest_at, terms = excluded.terms, pairs = excluded.pairs`;

/** Removes up to `most` blocks of a thread; returns how many. */
export async function removeBlocks(tx: Transaction, threadId: ThreadId, most: number): Promise<number> {
  const [removed] = await tx.query<{ count: number }>(
    `with removed as (
       delete from search_blocks where thread_id = $1 and block in (
         select block from search_blocks where thread_id = $1 order by block limit $2
       ) returning 1
     ) select count(*)::int from removed`,
    [threadId, most],
  );
  return removed?.count ?? 0;
}
