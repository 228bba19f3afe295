import { type Fault, firstCode } from '@palaver/protocol/errors';
import type { ThreadId } from '@palaver/protocol/ids';
import { ownTargetFault, type SendMessage } from '@palaver/protocol/message-requests';
import type { FairQueue } from '../../../platform/fair-queue.ts';
import type { Transaction } from '../../../storage/database.ts';
import type { Context, Space } from '../../context.ts';
import type { IdempotencyKey } from '../../records/idempotency-keys.ts';
import { statusesIn } from '../../records/members.ts';
import { insertMessages } from '../../records/messages.ts';
import { appendEntry } from '../../records/thread-log.ts';
import { findThread } from '../../records/threads.ts';
import {
  type NamedUsers,
  type ResolvedUser,
  resolveAndLockUsers,
  resolveUsers,
} from '../../records/users.ts';
import { Refusal, refusalOf, refuseFaults, userNotFound } from '../../refusal.ts';
import { contentOf, countersOf } from '../../rules/message-content.ts';
import { type IdempotentResult, runOnce } from '../idempotency/run-once.ts';
import { hasNewPairs, openDirectThreads } from '../threads/open-direct-threads.ts';
import { findStickerFault } from './find-sticker-fault.ts';
import { type SentMessage, toSentMessage } from './send-answer.ts';
import type { SendQueue } from './send-queue.ts';
import { membershipRefusal, namedSender, senderFault, THREAD_NOT_FOUND } from './send-verdict.ts';

export interface SendServices {
  sends: SendQueue;
  /** Sends to users that have no direct thread with the sender yet, by their application. */
  newPairs: FairQueue;
}

/**
 * Sends a message (interface §5), in the name of a user or of a bot, into one thread or into the direct threads
 * with up to 1,000 users: all or none, and durable when this resolves. The first destination that has data is the
 * one (interface §5 rule 3). Refuses with M40401 (thread), M40402 (sender or targets), M40403 (bot), M40404 (sticker), M40303,
 * M40304, M40305 (sender is no member, muted, banned), M40003 (the sender among its own targets), M50300 (too many
 * sends wait). A send to one thread goes through the queue; one to users is a transaction of its own.
 */
export async function sendMessage(
  ctx: Context,
  { sends, newPairs }: SendServices,
  request: SendMessage,
  idempotency: IdempotencyKey | undefined,
): Promise<IdempotentResult<SentMessage[]>> {
  const { thread_id: threadId, ext_user_ids: extUserIds, user_ids: userIds } = request.target;
  const stickerFault = await findStickerFault(ctx, request.body.metadata[0]);
  if (threadId) {
    const { space } = ctx;
    if (stickerFault !== undefined) {
      // A repeat has its first answer, whatever has become of the sticker.
      return runOnce(ctx, idempotency, (once) => refuseWithSticker(once, request, threadId, stickerFault));
    }
    const content = contentOf(request.body);
    // Ids are compared as numbers: leading zeros are no other thread.
    const canonical = BigInt(threadId).toString() as ThreadId;
    return sends.submit({ space, threadId: canonical, sender: namedSender(request), content, idempotency });
  }
  const targets: Targets =
    extUserIds !== undefined && extUserIds.length > 0
      ? { field: 'target.ext_user_ids', idType: 1, ids: extUserIds }
      : { field: 'target.user_ids', idType: 2, ids: userIds ?? [] };
  const work = () => runOnce(ctx, idempotency, (once) => sendToUsers(once, request, targets, stickerFault));
  // Those that make threads wait for each other: not on connections of the pool.
  const isMaking = await hasNewPairs(ctx, { idType: 2, ids: [namedSender(request).id] }, targets);
  return isMaking ? newPairs.run(ctx.space.appId, work) : work();
}

/** With the sticker everything else that the request names is looked up: one answer names all that does not exist. */
async function refuseWithSticker(
  { db, space }: Context,
  request: SendMessage,
  threadId: ThreadId,
  stickerFault: Fault,
): Promise<never> {
  const { kind, id } = namedSender(request);
  const [thread, [sender]] = await Promise.all([
    findThread(db, space, threadId),
    resolveUsers(db, space, 2, [id]),
  ]);
  const threadFaults = thread === undefined ? [THREAD_NOT_FOUND] : [];
  const fault = senderFault(kind, sender);
  throw refusalOf([stickerFault, ...threadFaults, ...(fault === undefined ? [] : [fault])]);
}

async function sendToUsers(
  ctx: Context,
  request: SendMessage,
  targets: Targets,
  stickerFault: Fault | undefined,
): Promise<SentMessage[]> {
  const content = contentOf(request.body);
  return ctx.db.transaction(async (tx) => {
    const { sender, threadIds } = await openThreadsWith(tx, ctx.space, request, targets, stickerFault);
    await refuseSilenced(tx, sender, threadIds);
    const appended = await appendEntry(tx, threadIds, {
      type: 'message.created',
      actor: sender.ext_user_id,
      counters: countersOf(content),
    });
    const messages = threadIds.flatMap((threadId) => {
      const place = appended.get(threadId);
      return place === undefined ? [] : [{ threadId, ...place, sender: sender.ext_user_id, content }];
    });
    await insertMessages(tx, messages);
    return messages.map(({ threadId, seq }) => toSentMessage(threadId, seq));
  });
}

interface Destination {
  sender: ResolvedUser;
  /** The threads to write to, in the order in which the request names them; their heads are locked. */
  threadIds: ThreadId[];
}

interface Targets extends NamedUsers {
  field: string;
}

/** The direct threads of the sender with each target, found or made; duplicates count once. */
async function openThreadsWith(
  tx: Transaction,
  space: Space,
  request: SendMessage,
  targets: Targets,
  stickerFault: Fault | undefined,
): Promise<Destination> {
  const named: NamedUsers = { idType: 2, ids: [namedSender(request).id] };
  const [[found] = [], users = []] = await resolveAndLockUsers(tx, space, [named, targets]);
  refuseFaults(
    users.flatMap((user, index) =>
      user !== undefined && user.ext_user_id === found?.ext_user_id
        ? [ownTargetFault(`${targets.field}[${index}]`)]
        : [],
    ),
  );
  const unknown = users.flatMap((user, index) =>
    user?.is_active ? [] : [userNotFound(`${targets.field}[${index}]`)],
  );
  const sender = checkSender(
    request,
    found,
    stickerFault === undefined ? unknown : [...unknown, stickerFault],
  );
  const others = new Set(users.flatMap((user) => (user === undefined ? [] : [user.ext_user_id])));
  return { sender, threadIds: await openDirectThreads(tx, space, sender.ext_user_id, [...others]) };
}

/** The sender, when it exists and is of the kind that was named; else every fault of the existence stage. */
function checkSender(
  request: SendMessage,
  found: ResolvedUser | undefined,
  otherFaults: readonly Fault[],
): ResolvedUser {
  const fault = senderFault(namedSender(request).kind, found);
  refuseFaults(fault === undefined ? otherFaults : [fault, ...otherFaults]);
  if (found === undefined) throw new Error('a sender that was not found has no fault');
  return found;
}

/** Of several refusals the one that stands first in the table is the answer. */
async function refuseSilenced(
  tx: Transaction,
  sender: ResolvedUser,
  threadIds: readonly ThreadId[],
): Promise<void> {
  const statuses = await statusesIn(tx, sender.ext_user_id, threadIds);
  const codes = threadIds.flatMap((id) => membershipRefusal(sender.kind, statuses.get(id)) ?? []);
  const [first, ...others] = codes;
  if (first !== undefined) throw new Refusal(firstCode([first, ...others]));
}
