import type { ExtUserId, ThreadId } from '@palaver/protocol/ids';
import type { EntryType, WholeEntry } from '@palaver/protocol/log';
import type { PublishingTransaction } from '../../bus/publishing-database.ts';
import type { SpanContext } from '../../platform/tracing/span-context.ts';
import type { Queryable, Transaction } from '../../storage/database.ts';
import type { CounterChanges } from '../rules/counters.ts';
import { COUNTERS } from '../rules/counters.ts';
import { countersOf } from '../rules/message-content.ts';
import { MESSAGE, type NewMessage } from './messages.ts';
import { entriesToOutbox, HAS_EVENTS, publishEvents, storedTrace } from './outbox.ts';

/**
 * Appends to the logs of threads. A log consists of `messages`, each of which is the entry of its own creation, and
 * `log_entries` for everything else; the view `thread_log` shows both. This is the only module that writes `log_entries` and
 * `thread_heads` and adds messages, except for the batch of sends (`sends.ts`). Every change of a thread appends here, under the
 * lock of its head, so that `seq` has no gap and counters change with their cause.
 */

/** An entry other than a new message. */
export interface NewEntry {
  type: Exclude<EntryType, 'message.created'>;
  /** Who caused the change; null is the integrator's back end. */
  actor: ExtUserId | null;
  /** The message that the entry is about. */
  messageSeq?: number;
  /** What a reader needs beside the thread as it is now; never a message body. */
  change?: object | undefined;
  counters?: CounterChanges;
  /** Members read no line about it: lists of changes leave it out. */
  isSilent?: boolean | undefined;
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
  traces: readonly SpanContext[] = tx.trace === undefined ? [] : [tx.trace],
): void {
  tx.publish({
    ...{ type: 'entries', threadId, seq },
    ...(entries.length === 0 ? {} : { entries }),
    ...(traces.length === 0 ? {} : { traces }),
  });
}

/**
 * Appends the same entry to each thread, changes the counters, and adds to the outbox. The caller holds the locks
 * of the heads.
 */
export async function appendEntry(
  tx: PublishingTransaction,
  threadIds: readonly ThreadId[],
  entry: NewEntry,
): Promise<void> {
  await append(tx, APPEND_ENTRY, [
    threadIds,
    entry.actor,
    ...parametersOf(entry.counters ?? {}),
    entry.type,
    storedChange(entry),
    entry.messageSeq ?? null,
    storedTrace(tx.trace),
  ]);
}

function storedChange({ change, isSilent = false }: NewEntry): string | null {
  if (isSilent) return JSON.stringify({ ...change, silent: true });
  return change === undefined ? null : JSON.stringify(change);
}

/**
 * Appends the same message to each thread, as {@link appendEntry} does, and returns its `seq` in each. (Sends to one thread are
 * batched, see `sends.ts`.)
 */
export async function appendMessage(
  tx: PublishingTransaction,
  threadIds: readonly ThreadId[],
  sender: ExtUserId,
  message: NewMessage,
): Promise<Map<ThreadId, number>> {
  return append(tx, APPEND_MESSAGE, [
    threadIds,
    sender,
    ...parametersOf(countersOf(message.content)),
    ...MESSAGE.parameters([message]),
    storedTrace(tx.trace),
  ]);
}

async function append(
  tx: PublishingTransaction,
  statement: string,
  values: unknown[],
): Promise<Map<ThreadId, number>> {
  const rows = await tx.query<{ thread_id: ThreadId; seq: string; has_events: boolean }>(statement, values);
  const seqs = new Map(rows.map(({ thread_id, seq }) => [thread_id, Number(seq)]));
  for (const [threadId, seq] of seqs) publishEntries(tx, threadId, seq);
  if (rows.some(({ has_events }) => has_events)) publishEvents(tx);
  return seqs;
}

const parametersOf = (changes: CounterChanges) => COUNTERS.map((counter) => changes[counter] ?? 0);

/** The first parameter after the threads, the actor and the counters. */
const NEXT = COUNTERS.length + 3;

/** `head` advances the heads (`$1` names the threads, `$2` the actor), and `set` more of their columns. */
const advanceHeads = (set = '') => `head as (
    update thread_heads set last_seq = last_seq + 1, ${set}
      ${COUNTERS.map((counter, index) => `${counter} = ${counter} + $${index + 3}`).join(', ')}
    from clock, threads t where thread_id = any($1) and t.id = thread_id
    returning thread_id, last_seq as seq, clock.at, $2::bigint as actor, t.app_id, t.tenant_id
  )`;
const APPENDED = `select thread_id, seq, ${HAS_EVENTS} as has_events from head`;

const APPEND_ENTRY = `
  with ${CLOCK}, ${advanceHeads()}, ${entriesToOutbox('head', `$${NEXT}::text`, `$${NEXT + 2}::bigint`, `$${NEXT + 3}::text`)}, append as (
    insert into log_entries (thread_id, seq, at, actor_ext_user_id, type, change, message_seq)
    select thread_id, seq, at, actor, $${NEXT}, $${NEXT + 1}::jsonb, $${NEXT + 2}::bigint from head
  ) ${APPENDED}`;

const APPEND_MESSAGE = `
  with ${CLOCK}, ${advanceHeads('last_message_seq = last_seq + 1, active_at = clock.at,')},
  ${entriesToOutbox('head', "'message.created'", undefined, `$${NEXT + MESSAGE.list.length}::text`)}, append as (
    insert into messages (thread_id, seq, created_at, sender_ext_user_id, ${MESSAGE.names})
    select place.*, ${MESSAGE.values}
    from (select thread_id, seq, at, actor from head) place, rows from (${MESSAGE.rows(NEXT)}) as message (${MESSAGE.names})
  ) ${APPENDED}`;
