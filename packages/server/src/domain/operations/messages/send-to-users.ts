import type { Fault } from '@palaver/protocol/errors';
import type { ExtUserId } from '@palaver/protocol/ids';
import { ownTargetFault, type SendMessage } from '@palaver/protocol/message-requests';
import type { PublishingTransaction } from '../../../bus/publishing-database.ts';
import type { FairQueue } from '../../../platform/fair-queue.ts';
import type { Context, Space } from '../../context.ts';
import { lockFiles, settleFiles } from '../../records/files.ts';
import type { IdempotencyKey } from '../../records/idempotency-keys.ts';
import { appendMessage } from '../../records/thread-log.ts';
import { type NamedUsers, type ResolvedUser, resolveAndLockUsers } from '../../records/users.ts';
import { refusalOf, refuseFaults, userNotFound } from '../../refusal.ts';
import type { Content } from '../../rules/message-content.ts';
import { type IdempotentResult, runOnce } from '../idempotency/run-once.ts';
import { hasNewPairs, lockDirectThreads, openDirectThreads } from '../threads/direct-threads.ts';
import { FILE_NOT_FOUND } from './resolve-metadata.ts';
import { namedSender, refuseSilenced, senderFault } from './send-verdict.ts';
import { type SentMessage, toSentMessage } from './sent-message.ts';

export interface SendToUsersServices {
  /** Queues sends that create direct threads, by application. */
  newPairs: FairQueue;
}

/**
 * Sends a message to up to 1,000 users, into the direct thread of the sender with each: all or none, in one transaction.
 * `fault` is that of what its content names, if any. Refuses like `sendMessage`.
 */
export async function sendToUsers(
  ctx: Context,
  { newPairs }: SendToUsersServices,
  request: SendMessage,
  { content, fault, idempotency }: SendOptions,
): Promise<IdempotentResult<SentMessage[]>> {
  const parties = { ...partiesOf(request), fault };
  const work = () =>
    runOnce(ctx, idempotency, ({ db, space }) =>
      db.transaction((tx) => sendInTransaction(tx, space, content, parties)),
    );
  // Sends that create threads wait for each other; in this queue they hold no database connection.
  const createsThreads = await hasNewPairs(ctx, parties.sender, parties.targets);
  return createsThreads ? newPairs.run(ctx.space.appId, work) : work();
}

interface SendOptions {
  content: Content;
  fault: Fault | undefined;
  idempotency: IdempotencyKey | undefined;
}

/** The sender and targets that a request names, and the fault of its content. */
interface NamedParties {
  kind: 'user' | 'bot';
  sender: NamedUsers;
  targets: NamedUsers;
  targetsField: string;
  fault: Fault | undefined;
}

function partiesOf(request: SendMessage): Omit<NamedParties, 'fault'> {
  const { ext_user_ids: extUserIds = [], user_ids: userIds = [] } = request.target;
  const { kind, id } = namedSender(request);
  const sender: NamedUsers = { idType: 2, ids: [id] };
  return extUserIds.length > 0
    ? { kind, sender, targets: { idType: 1, ids: extUserIds }, targetsField: 'target.ext_user_ids' }
    : { kind, sender, targets: { idType: 2, ids: userIds }, targetsField: 'target.user_ids' };
}

async function sendInTransaction(
  tx: PublishingTransaction,
  space: Space,
  content: Content,
  parties: NamedParties,
): Promise<SentMessage[]> {
  // Resolve the users.
  const [[found] = [], users = []] = await resolveAndLockUsers(tx, space, [parties.sender, parties.targets]);
  const { sender, others } = checkParties(parties, found, users);
  // Find their direct threads.
  const threads = await lockDirectThreads(tx, space, sender, others);
  refuseSilenced(parties.kind, threads.statuses);
  // Nothing is written before this point.
  const threadIds = await openDirectThreads(tx, space, threads);
  const files = content.fileId === null ? [] : [content.fileId];
  if ((await lockFiles(tx, files)).size < files.length) throw refusalOf([FILE_NOT_FOUND]);
  const seqs = await appendMessage(tx, threadIds, sender, { content });
  await settleFiles(tx, files);
  return threadIds.flatMap((threadId) => {
    const seq = seqs.get(threadId);
    return seq === undefined ? [] : [toSentMessage(threadId, seq)];
  });
}

/** Returns the sender and the distinct targets, or refuses with all faults that do not depend on the threads. */
function checkParties(
  { kind, targetsField, fault }: NamedParties,
  sender: ResolvedUser | undefined,
  targets: readonly (ResolvedUser | undefined)[],
): { sender: ExtUserId; others: ExtUserId[] } {
  const named = targets.map((user, index) => ({ user, field: `${targetsField}[${index}]` }));
  const isSender = (user: ResolvedUser | undefined) =>
    user !== undefined && user.ext_user_id === sender?.ext_user_id;
  refuseFaults(named.filter(({ user }) => isSender(user)).map(({ field }) => ownTargetFault(field)));
  const unknown = named.filter(({ user }) => user?.is_active !== true);
  const faults = [senderFault(kind, sender), ...unknown.map(({ field }) => userNotFound(field)), fault];
  refuseFaults(faults.filter((one) => one !== undefined));
  if (sender === undefined) throw new Error('a missing sender has no error');
  const others = new Set(targets.flatMap((user) => (user === undefined ? [] : [user.ext_user_id])));
  return { sender: sender.ext_user_id, others: [...others] };
}
