import type { AppId, ExtUserId, TenantId, ThreadId } from '@palaver/protocol/ids';
import type { Metadata } from '@palaver/protocol/message-kinds';
import { Turns } from '../../platform/turns.ts';
import { toArray } from '../../storage/columns.ts';
import type { Transaction } from '../../storage/database.ts';
import { KEEP_INDEX_PLAN } from '../../storage/plan-settings.ts';
import { blockTerms } from '../rules/search/block-terms.ts';
import { BLOCK_BITS } from '../rules/search/scopes.ts';

/** The only module that writes `search_blocks`. */

/** The place of a block: the messages of a thread whose `seq >> BLOCK_BITS` is `block`. */
export interface BlockKey {
  thread_id: ThreadId;
  block: number;
}

/** A message as the index reads it. */
export interface IndexedMessage extends BlockKey {
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

/** The columns of an {@link IndexedMessage}, of a message `m` in a thread `t`. */
const INDEXED = `m.thread_id::text, (m.seq >> ${BLOCK_BITS})::float8 as block, t.app_id, t.tenant_id,
  m.sender_ext_user_id::text as sender, m.kind, m.text, m.metadata::text as metadata,
  m.created_at::text, floor(extract(epoch from m.created_at) * 1000)::float8 as created_ms`;
const CAN_BE_FOUND = 'm.deleted_at is null and t.deleted_at is null';

/** How many blocks are read at a time: up to 16 MiB, if all messages are as large as they may be. */
const READ_BLOCKS = 32;

/**
 * Indexes these blocks as their messages are now, whatever the index had of them. A block without messages that can be found loses its
 * row. No key may occur twice.
 */
export async function indexBlocks(tx: Transaction, keys: readonly BlockKey[]): Promise<void> {
  for (let start = 0; start < keys.length; start += READ_BLOCKS)
    await indexSome(tx, keys.slice(start, start + READ_BLOCKS));
  if (keys.length > 0) await tx.query('select settle_search_blocks()');
}

async function indexSome(tx: Transaction, keys: readonly BlockKey[]): Promise<void> {
  const [, messages] = await Promise.all([
    tx.query(KEEP_INDEX_PLAN),
    tx.query<IndexedMessage>(MESSAGES, [
      toArray(keys.map(({ thread_id }) => thread_id)),
      toArray(keys.map(({ block }) => block)),
    ]),
  ]);
  const blocks = Map.groupBy(messages, keyOf);
  const empty = keys.filter((key) => !blocks.has(keyOf(key)));
  const full: BlockRow[] = [];
  const turns = new Turns();
  for (const block of blocks.values()) {
    full.push(toRow(block));
    await turns.next();
  }
  await Promise.all([
    empty.length === 0 ? undefined : tx.query(REMOVE, [JSON.stringify(empty)]),
    full.length === 0 ? undefined : tx.query(STORE, [JSON.stringify(full)]),
  ]);
}

const MESSAGES = `
  select ${INDEXED} from unnest($1::bigint[], $2::bigint[]) as named (thread_id, block)
  join threads t on t.id = named.thread_id
  cross join lateral (
    select * from messages one where one.thread_id = named.thread_id
      and one.seq between named.block << ${BLOCK_BITS} and ((named.block + 1) << ${BLOCK_BITS}) - 1 order by one.seq
  ) m
  where ${CAN_BE_FOUND}`;

const keyOf = ({ thread_id, block }: BlockKey) => `${thread_id} ${block}`;

interface BlockRow extends BlockKey {
  earliest_at: string;
  latest_at: string;
  /** The literal of an array. */
  terms: string;
}

/** A row for messages of one block, in the order of their numbers. */
function toRow(messages: readonly IndexedMessage[]): BlockRow {
  const [first, last] = [messages[0], messages.at(-1)];
  if (first === undefined || last === undefined) throw new Error('a block has no messages');
  return {
    thread_id: first.thread_id,
    block: first.block,
    earliest_at: first.created_at,
    latest_at: last.created_at,
    terms: toArray([...blockTerms(messages)]),
  };
}

const REMOVE = `
  delete from search_blocks b using json_to_recordset($1) as gone (thread_id bigint, block bigint)
  where b.thread_id = gone.thread_id and b.block = gone.block`;

const STORE = `
  insert into search_blocks (thread_id, block, earliest_at, latest_at, terms)
  select thread_id, block, earliest_at, latest_at, terms::integer[] from json_to_recordset($1)
    as new (thread_id bigint, block bigint, earliest_at timestamptz, latest_at timestamptz, terms text)
  on conflict (thread_id, block) do update
    set earliest_at = excluded.earliest_at, latest_at = excluded.latest_at, terms = excluded.terms`;

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
