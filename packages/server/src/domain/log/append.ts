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
 * Locks the heads of threads in ascending order until the end of the transaction. What is read in later
 * statements is then what the change that follows will find.
 */
export async function lockHeads(tx: Transaction, threadIds: readonly ThreadId[]): Promise<void> {
  await tx.query('select from thread_heads where thread_id = any($1) order by thread_id for no key update', [
    threadIds,
  ]);
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
