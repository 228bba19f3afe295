import { type Database, DatabaseUnavailableError } from '../../storage/database.ts';
import { GroupCommit, type Locks, type Outcome } from '../../storage/group-commit.ts';
import type { Done } from '../idempotency/run-once.ts';
import { Refusal, refuseFaults } from '../refusal.ts';
import { sizeOf } from './content.ts';
import { type SentMessage, toSentMessage } from './sent-message.ts';
import { type Found, type Send, type Stored, storeSends } from './store-sends.ts';
import { membershipRefusal, senderFault, THREAD_NOT_FOUND } from './verdict.ts';

export type SendQueue = GroupCommit<Send, Done<SentMessage[]>>;

export interface SendQueueLimits {
  lanes: number;
  /** Sends that may wait; beyond it M50300 at once. */
  maxWaiting: number;
}

const MAX_BATCH = 256;
const MAX_BATCH_BYTES = 4 * 1024 * 1024;
const MAX_WAITING_BYTES = 64 * 1024 * 1024;
/** How long sends to a thread that somebody else has locked wait, beside the others; then M50300. */
const LOCK_TIMEOUT_MS = 1_000;

/**
 * The queue of sends to existing threads: those that arrive together are stored in one transaction (group commit),
 * each with a verdict of its own.
 */
export function createSendQueue(db: Database, limits: SendQueueLimits): SendQueue {
  return new GroupCommit<Send, Done<SentMessage[]>>({
    ...limits,
    maxBatch: MAX_BATCH,
    maxBatchBytes: MAX_BATCH_BYTES,
    maxWaitingBytes: MAX_WAITING_BYTES,
    sizeOf: ({ content }) => sizeOf(content),
    keyOf: ({ threadId }) => threadId,
    commit: (sends, locks) => commitSends(db, sends, locks),
    failsAlone: (error) => !(error instanceof DatabaseUnavailableError),
    overloaded: () => new Refusal('M50300'),
  });
}

async function commitSends(
  db: Database,
  sends: readonly Send[],
  locks: Locks,
): Promise<Outcome<Done<SentMessage[]>>[]> {
  const stored = await db.transactionAtOnce(async (tx) => {
    const [, outcomes] = await Promise.all([
      locks === 'wait for locks' && tx.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`),
      storeSends(tx, sends, locks),
    ]);
    return outcomes;
  });
  return sends.map((send, index) => outcomeOf(send, stored[index]));
}

function outcomeOf(send: Send, stored: Stored | undefined): Outcome<Done<SentMessage[]>> {
  if (stored === undefined) throw new Error('a batch has an answer for each of its sends');
  if (typeof stored === 'number') {
    return { result: { data: [toSentMessage(send.threadId, stored)], isReplay: false } };
  }
  try {
    return explain(send, stored);
  } catch (error) {
    if (error instanceof Refusal) return { failure: error };
    throw error;
  }
}

/** Why a send was not stored, in the order of the stages: answered before, existence, permission. */
function explain({ sender }: Send, found: Found): Outcome<Done<SentMessage[]>> {
  if (!found.has_key) return 'blocked';
  if (found.remembered !== null) {
    if (!found.remembered.is_same) throw new Refusal('M42201');
    return { result: { data: found.remembered.data, isReplay: true } };
  }
  const fault = senderFault(sender.kind, found.sender ?? undefined);
  const threadFault = found.has_thread ? undefined : THREAD_NOT_FOUND;
  refuseFaults([threadFault, fault].filter((one) => one !== undefined));
  if (!found.has_head) return 'blocked';
  const code = membershipRefusal(sender.kind, found.status ?? undefined);
  if (code === undefined) throw new Error('a send was neither stored nor refused');
  throw new Refusal(code);
}
