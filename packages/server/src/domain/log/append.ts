import type { ExtUserId, ThreadId } from '@palaver/protocol/ids';
import type { Transaction } from '../../storage/database.ts';

/**
 * The only module that writes `thread_heads` and `log_entries`: whatever changes a thread does it here, under
 * the lock of its head, so that `seq` has no gap and counters change with their cause.
 */

export const COUNTERS = [
  'message_count',
  'image_count',
  'video_count',
  'file_count',
  'link_count',
  'pin_message_count',
  'member_count',
] as const;
export type Counter = (typeof COUNTERS)[number];
export type CounterChanges = Partial<Record<Counter, number>>;

/** Types of log entries that the code so far writes. */
export type EntryType = 'thread.created' | 'message.created' | 'member.added' | 'member.removed';

export interface NewEntry {
  type: EntryType;
  /** Who caused the change; null is the integrator's back end. */
  actor: ExtUserId | null;
  /** What a reader needs beside the thread as it is now; never a message body. */
  change?: unknown;
  counters?: CounterChanges;
}

/** Gives new threads their heads, before their first entry. */
export async function createHeads(tx: Transaction, threadIds: readonly ThreadId[]): Promise<void> {
  await tx.query('insert into thread_heads (thread_id) select unnest($1::bigint[])', [threadIds]);
}

/**
 * Locks the heads of threads in ascending order until the end of the transaction, and answers their last `seq`. What
 * is read in later statements is then what the change that follows will find.
 */
export async function lockHeads(
  tx: Transaction,
  threadIds: readonly ThreadId[],
): Promise<Map<ThreadId, number>> {
  return lastSeqs(tx.query<Head>(LOCK, [threadIds]));
}

/** The same, but waits for nobody: heads that are locked by others are left out. */
export async function lockFreeHeads(
  tx: Transaction,
  threadIds: readonly ThreadId[],
): Promise<Map<ThreadId, number>> {
  return lastSeqs(tx.query<Head>(`${LOCK} skip locked`, [threadIds]));
}

/** The same, but fails when a lock takes longer to get. */
export async function lockHeadsWithin(
  tx: Transaction,
  threadIds: readonly ThreadId[],
  timeoutMs: number,
): Promise<Map<ThreadId, number>> {
  const [, heads] = await Promise.all([
    tx.query(`set local lock_timeout = ${timeoutMs}`),
    lastSeqs(tx.query<Head>(LOCK, [threadIds])),
  ]);
  return heads;
}

interface Head {
  thread_id: ThreadId;
  last_seq: string;
}

const LOCK =
  'select thread_id, last_seq from thread_heads where thread_id = any($1) order by thread_id for no key update';

async function lastSeqs(heads: Promise<Head[]>): Promise<Map<ThreadId, number>> {
  return new Map((await heads).map(({ thread_id, last_seq }) => [thread_id, Number(last_seq)]));
}

/**
 * Appends one entry, the same in each thread, and changes the counters. The heads must be locked. Answers the
 * `seq` that each thread gave; for `message.created` it is the message's number too.
 */
export async function appendEntry(
  tx: Transaction,
  threadIds: readonly ThreadId[],
  entry: NewEntry,
): Promise<Map<ThreadId, number>> {
  const rows = await tx.query<{ thread_id: ThreadId; seq: string }>(APPEND, [
    threadIds,
    entry.type,
    entry.actor,
    entry.change === undefined ? null : JSON.stringify(entry.change),
    ...COUNTERS.map((counter) => entry.counters?.[counter] ?? 0),
  ]);
  return new Map(rows.map(({ thread_id, seq }) => [thread_id, Number(seq)]));
}

const APPEND = `
  with head as (
    update thread_heads set last_seq = last_seq + 1,
      ${COUNTERS.map((counter, index) => `${counter} = ${counter} + $${index + 5}`).join(', ')}
    where thread_id = any($1)
    returning thread_id, last_seq
  )
  insert into log_entries (thread_id, seq, type, actor_ext_user_id, message_seq, change)
  select thread_id, last_seq, $2, $3, case when $2 = 'message.created' then last_seq end, $4::jsonb from head
  returning thread_id, seq`;

/** An entry whose `seq` the caller has counted, from what {@link lockHeads} answered. */
export interface NumberedEntry {
  threadId: ThreadId;
  seq: number;
  type: 'message.created';
  actor: ExtUserId;
  counters: CounterChanges;
}

/** Appends entries, each with the next `seq` of its thread, and changes the counters; in two statements. */
export async function appendEntries(tx: Transaction, entries: readonly NumberedEntry[]): Promise<void> {
  const advances = new Map<ThreadId, Record<Counter | 'entries', number>>();
  for (const { threadId, counters } of entries) {
    const sums = advances.get(threadId) ?? { ...NOTHING };
    sums.entries += 1;
    for (const counter of COUNTERS) sums[counter] += counters[counter] ?? 0;
    advances.set(threadId, sums);
  }
  await Promise.all([
    tx.query(ADVANCE, [JSON.stringify([...advances].map(([thread_id, sums]) => ({ thread_id, ...sums })))]),
    tx.query(
      `insert into log_entries (thread_id, seq, type, actor_ext_user_id, message_seq)
       select "threadId", seq, type, actor, seq
       from json_to_recordset($1) as new ("threadId" bigint, seq bigint, type text, actor bigint)`,
      [JSON.stringify(entries, ['threadId', 'seq', 'type', 'actor'])],
    ),
  ]);
}

const NOTHING = Object.freeze({
  entries: 0,
  ...(Object.fromEntries(COUNTERS.map((counter) => [counter, 0])) as Record<Counter, number>),
});

const ADVANCE = `
  update thread_heads h set last_seq = h.last_seq + a.entries,
    ${COUNTERS.map((counter) => `${counter} = h.${counter} + a.${counter}`).join(', ')}
  from json_to_recordset($1)
    as a (thread_id bigint, entries int, ${COUNTERS.map((counter) => `${counter} int`).join(', ')})
  where h.thread_id = a.thread_id`;
