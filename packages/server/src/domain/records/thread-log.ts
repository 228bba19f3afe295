import type { ExtUserId, ThreadId } from '@palaver/protocol/ids';
import type { EntryType, WholeEntry } from '@palaver/protocol/log';
import type { PublishingTransaction } from '../../bus/publishing-database.ts';
import type { Queryable, Transaction } from '../../storage/database.ts';
import type { CounterChanges } from '../rules/counters.ts';
import { COUNTERS } from '../rules/counters.ts';
import { enqueueEntries, HAS_DELIVERIES, publishDeliveries } from './deliveries.ts';

/**
 * The only module that writes `thread_heads` and `log_entries`, except for the batch of sends (`sends.ts`). Every change of a
 * thread appends here, under the lock of its head, so that `seq` has no gap and counters change with their cause.
 */

export interface NewEntry {
  type: EntryType;
  /** Who caused the change; null is the integrator's back end. */
  actor: ExtUserId | null;
  /** The message that the entry is about; a new message has the `seq` of the entry. */
  messageSeq?: number;
  /** What a reader needs beside the thread as it is now; never a message body. */
  change?: unknown;
  counters?: CounterChanges;
}

/** Creates the heads of new threads, before their first entry. */
export async function createHeads(tx: Transaction, threadIds: readonly ThreadId[]): Promise<void> {
  await tx.query(
    'insert into thread_heads (thread_id, active_at) select id, created_at from threads where id = any($1)',
    [threadIds],
  );
}

/**
 * The time of an entry: read once per statement, under the locks of the heads, so that it never decreases along `seq`. Message,
 * log entry and head have exactly the same time.
 */
export const CLOCK = `clock as materialized (select date_trunc('milliseconds', clock_timestamp()) as at)`;

/** The position of an appended entry. */
export interface AppendedEntry {
  /** For `message.created` it is the message's number too. */
  seq: number;
  at: Date;
}

/**
 * Locks the heads of threads in ascending order until the end of the transaction, and returns their last `seq`. Later
 * statements of the transaction read a state that no other change can modify.
 */
export async function lockHeads(
  tx: Transaction,
  threadIds: readonly ThreadId[],
): Promise<Map<ThreadId, number>> {
  return lastSeqs(tx.query<Head>(LOCK, [threadIds]));
}

/** How far the logs of threads reach. */
export async function lastSeqsOf(
  db: Queryable,
  threadIds: readonly ThreadId[],
): Promise<Map<ThreadId, number>> {
  return lastSeqs(
    db.query<Head>('select thread_id, last_seq from thread_heads where thread_id = any($1)', [threadIds]),
  );
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

/** Publishes, after the commit, how far the log of a thread reaches; `entries` are the last ones, if known. */
export function publishEntries(
  tx: PublishingTransaction,
  threadId: ThreadId,
  seq: number,
  entries: readonly WholeEntry[] = [],
): void {
  tx.publish({ type: 'entries', threadId, seq, ...(entries.length === 0 ? {} : { entries }) });
}

/**
 * Appends the same entry to each thread, changes the counters, and enqueues the webhook deliveries. The caller holds the locks
 * of the heads.
 */
export async function appendEntry(
  tx: PublishingTransaction,
  threadIds: readonly ThreadId[],
  entry: NewEntry,
): Promise<Map<ThreadId, AppendedEntry>> {
  const rows = await tx.query<{ thread_id: ThreadId; seq: string; at: Date; has_deliveries: boolean }>(
    APPEND,
    [
      threadIds,
      entry.type,
      entry.actor,
      entry.change === undefined ? null : JSON.stringify(entry.change),
      entry.messageSeq ?? null,
      ...COUNTERS.map((counter) => entry.counters?.[counter] ?? 0),
    ],
  );
  for (const { thread_id, seq } of rows) publishEntries(tx, thread_id, Number(seq));
  if (rows.some(({ has_deliveries }) => has_deliveries)) publishDeliveries(tx);
  return new Map(rows.map(({ thread_id, seq, at }) => [thread_id, { seq: Number(seq), at }]));
}

const APPEND = `
  with ${CLOCK}, head as (
    update thread_heads set last_seq = last_seq + 1,
      last_message_seq = case when $2 = 'message.created' then last_seq + 1 else last_message_seq end,
      active_at = case when $2 = 'message.created' then clock.at else active_at end,
      ${COUNTERS.map((counter, index) => `${counter} = ${counter} + $${index + 6}`).join(', ')}
    from clock, threads t where thread_id = any($1) and t.id = thread_id
    returning thread_id, last_seq as seq, clock.at, $3::bigint as actor, null::bigint[] as mentions, t.app_id,
      t.tenant_id, t.type as thread_type
  ), ${enqueueEntries('head', '$2::text')}, append as (
    insert into log_entries (thread_id, seq, type, at, actor_ext_user_id, message_seq, change)
    select thread_id, seq, $2, at, actor, case when $2 = 'message.created' then seq else $5::bigint end, $4::jsonb
    from head
  )
  select thread_id, seq, at, ${HAS_DELIVERIES} as has_deliveries from head`;
