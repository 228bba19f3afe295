import type { Fault } from '@palaver/protocol/errors';
import type { ThreadId } from '@palaver/protocol/ids';
import type { MemberStatus } from '@palaver/protocol/members';
import { type Database, DatabaseUnavailableError, type Transaction } from '../../storage/database.ts';
import { GroupCommit, type Locks, type Outcome } from '../../storage/group-commit.ts';
import type { Space } from '../context.ts';
import {
  checkFingerprint,
  findKeys,
  forgetKeys,
  type IdempotencyKey,
  lockFreeKeys,
  lockKeys,
  nameOf,
  type OwnedKey,
  rememberKeys,
} from '../idempotency/queries.ts';
import type { Done } from '../idempotency/run-once.ts';
import { appendEntries, lockFreeHeads, lockHeadsWithin } from '../log/append.ts';
import { Refusal, refusalOf } from '../refusal.ts';
import type { ResolvedUser } from '../users/queries.ts';
import { type Content, countersOf } from './content.ts';
import { insertMessages } from './queries.ts';
import { type SentMessage, toSentMessage } from './sent-message.ts';
import { membershipRefusal, senderFault } from './verdict.ts';

/** A send to one existing thread. */
export interface Send {
  space: Space;
  threadId: ThreadId;
  sender: { kind: 'user' | 'bot'; id: string };
  content: Content;
  idempotency: IdempotencyKey | undefined;
}

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
    sizeOf: ({ content }) => content.bytes,
    keyOf: ({ threadId }) => BigInt(threadId).toString(),
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
  return db.lookThenWrite(
    (tx) => look(tx, sends, locks),
    (tx, seen) =>
      write(
        tx,
        sends.map((send, index) => judge(send, index, seen)),
      ),
  );
}

/** What is true while the heads are locked, for each send at its place. */
interface Seen {
  lastSeqs: Map<ThreadId, number>;
  lockedKeys: Set<string>;
  found: Map<number, FoundSend>;
  remembered: Awaited<ReturnType<typeof findKeys>>;
}

/** The first statement locks; those after it, each on a fresh snapshot, see all that committed before our turn. */
async function look(tx: Transaction, sends: readonly Send[], locks: Locks): Promise<Seen> {
  const threadIds = [...new Set(sends.map(({ threadId }) => threadId))];
  const keys = sends.map(({ space, idempotency }) => idempotency && { appId: space.appId, ...idempotency });
  const asked = keys.filter((key) => key !== undefined);
  const mayWait = locks === 'wait for locks';
  const [lastSeqs, lockedKeys, found, remembered] = await Promise.all([
    mayWait ? lockHeadsWithin(tx, threadIds, LOCK_TIMEOUT_MS) : lockFreeHeads(tx, threadIds),
    asked.length === 0 ? new Set<string>() : mayWait ? lockAll(tx, asked) : lockFreeKeys(tx, asked),
    findSends(tx, sends),
    findKeys(tx, keys),
  ]);
  return { lastSeqs, lockedKeys, found, remembered };
}

async function lockAll(tx: Transaction, keys: readonly OwnedKey[]): Promise<Set<string>> {
  await lockKeys(tx, keys);
  return new Set(keys.map(nameOf));
}

interface FoundSend extends ResolvedUser {
  /** The thread as it is stored; null when it is not in the space of the send. */
  thread_id: ThreadId | null;
  status: MemberStatus | null;
}

async function findSends(tx: Transaction, sends: readonly Send[]): Promise<Map<number, FoundSend>> {
  const rows = await tx.query<FoundSend & { n: number }>(FIND, [
    JSON.stringify(
      sends.map(({ space, threadId, sender }, n) => ({ n, ...space, threadId, sender: sender.id })),
    ),
  ]);
  return new Map(rows.map((row) => [row.n, row]));
}

const FIND = `
  select i.n, t.id as thread_id, u.ext_user_id, u.user_id, u.kind, u.deactivated_at is null as is_active,
    member_status(m.state, m.muted_until, m.banned_until) as status
  from json_to_recordset($1) as i (n int, "appId" text, "tenantId" text, "threadId" bigint, sender text)
  left join threads t on t.id = i."threadId" and t.app_id = i."appId" and t.tenant_id = i."tenantId"
  left join users u on u.app_id = i."appId" and u.tenant_id in (i."tenantId", '') and u.user_id = i.sender
    and (u.tenant_id = i."tenantId" or u.kind = 'bot')
  left join members m on m.thread_id = t.id and m.ext_user_id = u.ext_user_id`;

/** What becomes of one send: refused, answered before, or to be stored. */
type Judged =
  | 'blocked'
  | { failure: Error }
  | { result: Done<SentMessage[]> }
  | { send: Send; threadId: ThreadId; sender: ResolvedUser; seq: number };

const THREAD_NOT_FOUND: Fault = {
  code: 'M40401',
  field: 'target.thread_id',
  rule: 'exists',
  message: 'names no thread',
};

/** In the order of the stages: existence, permission. Gives the next `seq` of the thread to what is accepted. */
function judge(send: Send, index: number, seen: Seen): Judged {
  try {
    const { idempotency } = send;
    const remembered = seen.remembered[index];
    if (idempotency !== undefined && !seen.lockedKeys.has(nameOf({ ...send.space, ...idempotency }))) {
      return 'blocked';
    }
    if (idempotency !== undefined && remembered?.is_fresh) {
      const { data } = checkFingerprint(remembered, idempotency.fingerprint);
      return { result: { data: data as SentMessage[], isReplay: true } };
    }
    const found = seen.found.get(index);
    const threadId = found?.thread_id ?? undefined;
    const lastSeq = threadId === undefined ? undefined : seen.lastSeqs.get(threadId);
    const fault = senderFault(send.sender.kind, found);
    if (found === undefined || threadId === undefined) {
      throw refusalOf(fault === undefined ? [THREAD_NOT_FOUND] : [THREAD_NOT_FOUND, fault]);
    }
    if (lastSeq === undefined) return 'blocked';
    if (fault !== undefined) throw refusalOf([fault]);
    const code = membershipRefusal(send.sender.kind, found.status ?? undefined);
    if (code !== undefined) throw new Refusal(code);
    seen.lastSeqs.set(threadId, lastSeq + 1);
    return { send, threadId, sender: found, seq: lastSeq + 1 };
  } catch (error) {
    if (error instanceof Refusal) return { failure: error };
    throw error;
  }
}

/** Sends every statement before it waits for any: see {@link Database.lookThenWrite}. */
async function write(tx: Transaction, judged: readonly Judged[]): Promise<Outcome<Done<SentMessage[]>>[]> {
  const accepted = judged.filter((one) => one !== 'blocked' && 'send' in one);
  const outcomes = judged.map((one): Outcome<Done<SentMessage[]>> => {
    if (one === 'blocked' || !('send' in one)) return one;
    return { result: { data: [toSentMessage(one.threadId, one.seq)], isReplay: false } };
  });
  if (accepted.length === 0) return outcomes;
  const keys = accepted.flatMap(({ send, threadId, seq }) =>
    send.idempotency === undefined
      ? []
      : [{ ...send.idempotency, appId: send.space.appId, data: [toSentMessage(threadId, seq)] }],
  );
  await Promise.all([
    appendEntries(
      tx,
      accepted.map(({ send, threadId, sender, seq }) => ({
        threadId,
        seq,
        type: 'message.created',
        actor: sender.ext_user_id,
        counters: countersOf(send.content),
      })),
    ),
    insertMessages(
      tx,
      accepted.map(({ send, threadId, sender, seq }) => ({
        threadId,
        seq,
        sender: sender.ext_user_id,
        content: send.content,
      })),
    ),
    ...(keys.length === 0 ? [] : [forgetKeys(tx, keys), rememberKeys(tx, keys)]),
  ]);
  return outcomes;
}
