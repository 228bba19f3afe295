import type { ThreadId } from '@palaver/protocol/ids';
import type { WholeEntry } from '@palaver/protocol/log';
import type { PublishingDatabase, PublishingTransaction } from '../../../bus/publishing-database.ts';
import type { Metrics } from '../../../platform/metrics.ts';
import type { SpanContext } from '../../../platform/tracing/span-context.ts';
import type { Tracer } from '../../../platform/tracing/tracer.ts';
import { DatabaseUnavailableError } from '../../../storage/database.ts';
import { GroupCommit, type Locks, type Outcome } from '../../../storage/group-commit.ts';
import { publishEvents } from '../../records/outbox.ts';
import { type Send, type StoredBatch, storeSends } from '../../records/sends.ts';
import { publishEntries } from '../../records/thread-log.ts';
import { Refusal } from '../../refusal.ts';
import { sizeOf } from '../../rules/message-content.ts';
import { addSendMetrics, type WaitingSend } from './send-metrics.ts';
import { outcomeOf, type SendResult } from './send-verdict.ts';
import { toWholeEntry } from './sent-message.ts';
import { traceBatch } from './trace-batch.ts';

/** Where messages to existing threads are sent. It bounds what waits. */
export interface SendQueue {
  /** Resolves once the message is durable. Rejects with the {@link Refusal} of the send, or with M50300 if too many wait. */
  submit: (send: Send) => Promise<SendResult>;
  /** Resolves when the queue is empty. */
  drain: () => Promise<void>;
}

export interface SendQueueLimits {
  lanes: number;
  /** Maximum number of waiting sends; beyond it a send is refused at once with M50300. */
  maxWaiting: number;
}

const MAX_BATCH = 256;
const MAX_BATCH_BYTES = 4 * 1024 * 1024;
export const MAX_WAITING_BYTES = 64 * 1024 * 1024;
/** How long sends to a thread that another transaction has locked wait, set apart from the others; then M50300. */
const LOCK_TIMEOUT_MS = 1_000;
const SET_LOCK_TIMEOUT = `select set_config('lock_timeout', '${LOCK_TIMEOUT_MS}', true)`;

/**
 * The queue of sends to existing threads of one node: sends that arrive together are stored in one transaction (group commit), each with
 * its own outcome.
 */
export function createSendQueue(
  db: PublishingDatabase,
  audience: Pick<ReadonlySet<ThreadId>, 'has'>,
  { metrics, tracer }: { metrics: Metrics; tracer: Tracer },
  limits: SendQueueLimits,
): SendQueue {
  const record = addSendMetrics(metrics, () => queue.waiting);
  const queue = new GroupCommit<WaitingSend, SendResult>({
    ...limits,
    maxBatch: MAX_BATCH,
    maxBatchBytes: MAX_BATCH_BYTES,
    maxWaitingBytes: MAX_WAITING_BYTES,
    sizeOf: ({ send }) => sizeOf(send.content),
    keyOf: ({ send }) => send.threadId,
    commit: (waiting, locks) =>
      record(waiting, () => traceBatch(tracer, waiting, (sends) => commitSends(db, audience, sends, locks))),
    failsAlone: (error) => !(error instanceof DatabaseUnavailableError),
    overloaded: () => new Refusal('M50300'),
  });
  return {
    submit: (send) => queue.submit({ send, sinceMs: performance.now() }),
    drain: () => queue.drain(),
  };
}

async function commitSends(
  db: PublishingDatabase,
  audience: Pick<ReadonlySet<ThreadId>, 'has'>,
  sends: readonly Send[],
  locks: Locks,
): Promise<Outcome<SendResult>[]> {
  const isHeard = ({ threadId }: Send) => audience.has(threadId);
  const { outcomes } = await db.transactionAtOnce(async (tx) => {
    const [, stored] = await Promise.all([
      locks === 'wait for locks' && tx.query(SET_LOCK_TIMEOUT),
      storeSends(tx, sends, locks, (send) => send.sender.extUserId !== undefined || isHeard(send)),
    ]);
    publishSends(tx, sends, stored, isHeard);
    return stored;
  });
  return sends.map((send, index) => outcomeOf(send, outcomes[index]));
}

/** Publishes the stored messages, with their entries for threads that have subscribers on this node. */
function publishSends(
  tx: PublishingTransaction,
  sends: readonly Send[],
  { outcomes, counters, has_events }: StoredBatch,
  isHeard: (send: Send) => boolean,
): void {
  const logs = new Map<ThreadId, { seq: number; entries: WholeEntry[]; traces: SpanContext[] }>();
  for (const [index, send] of sends.entries()) {
    const outcome = outcomes[index];
    const receipt = typeof outcome === 'object' && 'seq' in outcome ? outcome : undefined;
    const seq = receipt?.seq ?? outcome;
    if (typeof seq !== 'number') continue;
    const { threadId, trace } = send;
    const { entries = [], traces = [] } = logs.get(threadId) ?? {};
    if (trace !== undefined) traces.push(trace);
    const countersNow = counters?.[threadId];
    if (receipt !== undefined && countersNow !== undefined && isHeard(send))
      entries.push(toWholeEntry(send, receipt, countersNow));
    // `seq` ascends in the order of the sends.
    logs.set(threadId, { seq, entries, traces });
  }
  for (const [threadId, { seq, entries, traces }] of logs) publishEntries(tx, threadId, seq, entries, traces);
  if (has_events) publishEvents(tx);
}
