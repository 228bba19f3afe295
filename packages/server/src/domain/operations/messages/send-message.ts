import type { Fault } from '@palaver/protocol/errors';
import type { ThreadId } from '@palaver/protocol/ids';
import type { SendMessage } from '@palaver/protocol/message-requests';
import type { Context } from '../../context.ts';
import type { IdempotencyKey } from '../../records/idempotency-keys.ts';
import { findThread } from '../../records/threads.ts';
import { resolveUsers } from '../../records/users.ts';
import { refusalOf } from '../../refusal.ts';
import { contentOf } from '../../rules/message-content.ts';
import { type IdempotentResult, runOnce } from '../idempotency/run-once.ts';
import { resolveMetadata } from './resolve-metadata.ts';
import type { SendQueue } from './send-queue.ts';
import { type SendToUsersServices, sendToUsers } from './send-to-users.ts';
import { namedSender, senderFault, THREAD_NOT_FOUND } from './send-verdict.ts';
import type { SentMessage } from './sent-message.ts';

export interface SendServices extends SendToUsersServices {
  sends: SendQueue;
  /** The base of the addresses of files. */
  baseUrl: string;
}

/**
 * Sends a message (interface §5) for a user or a bot: into one thread, through the queue, or to up to 1,000 users, see
 * {@link sendToUsers}. It is durable when this resolves. The first destination that has data is used (interface §5 rule 3).
 * Refuses with M40401 (thread), M40402 (sender or targets), M40403 (bot), M40404 (sticker), M40411 (file), M40303, M40304, M40305 (sender is
 * no member, muted, banned), M40003 (the sender among its own targets), M50300 (too many sends wait).
 */
export async function sendMessage(
  ctx: Context,
  services: SendServices,
  request: SendMessage,
  idempotency: IdempotencyKey | undefined,
): Promise<IdempotentResult<SentMessage[]>> {
  const [metadata] = request.body.metadata;
  if (metadata === undefined) throw new Error('unreachable: the schema requires metadata');
  const resolved = await resolveMetadata(ctx, null, metadata, services.baseUrl);
  const content = contentOf(request.body, resolved);
  const { fault } = resolved;
  if (!request.target.thread_id) return sendToUsers(ctx, services, request, { content, fault, idempotency });
  // Ids are compared as numbers: leading zeros do not name another thread.
  const threadId = BigInt(request.target.thread_id).toString() as ThreadId;
  // A repeat gets its first answer, even if the sticker or the file is gone.
  if (fault !== undefined)
    return runOnce(ctx, idempotency, (once) => refuseContent(once, request, threadId, fault));
  return services.sends.submit({
    space: ctx.space,
    threadId,
    sender: namedSender(request),
    content,
    idempotency,
    trace: ctx.trace,
  });
}

/** Also looks up everything else that the request names, so that one response lists all faults. */
async function refuseContent(
  { db, space }: Context,
  request: SendMessage,
  threadId: ThreadId,
  fault: Fault,
): Promise<never> {
  const { kind, id } = namedSender(request);
  const [thread, [sender]] = await Promise.all([
    findThread(db, space, threadId),
    resolveUsers(db, space, 2, [id]),
  ]);
  const threadFaults = thread === undefined ? [THREAD_NOT_FOUND] : [];
  const unknownSender = senderFault(kind, sender);
  throw refusalOf([fault, ...threadFaults, ...(unknownSender === undefined ? [] : [unknownSender])]);
}
