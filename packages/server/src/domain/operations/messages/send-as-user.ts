import { hash } from 'node:crypto';
import type { Fault } from '@palaver/protocol/errors';
import type { ThreadId } from '@palaver/protocol/ids';
import type { SendAsUser } from '@palaver/protocol/message-requests';
import type { Message } from '@palaver/protocol/messages';
import { canonicalJson } from '../../../platform/json.ts';
import type { SignedInContext } from '../../context.ts';
import { markDeskWriter } from '../../records/desk.ts';
import type { IdempotencyKey } from '../../records/idempotency-keys.ts';
import { currentMembers } from '../../records/members.ts';
import { type ClientMessageId, findByClientMessageId, findMessage } from '../../records/messages.ts';
import type { Send } from '../../records/sends.ts';
import { Refusal, refusalOf } from '../../refusal.ts';
import { type Content, contentOf, type ResolvedMetadata } from '../../rules/message-content.ts';
import { maySupport } from '../desk/may-support.ts';
import type { KeyedMutex } from '../idempotency/keyed-mutex.ts';
import { type IdempotentResult, runOnce } from '../idempotency/run-once.ts';
import { showSent } from './get-message.ts';
import { mentionFaults, toMentions } from './resolve-mentions.ts';
import { resolveMetadata } from './resolve-metadata.ts';
import type { SendQueue } from './send-queue.ts';
import { toWholeMessage } from './sent-message.ts';

export interface SendAsUserServices {
  sends: SendQueue;
  clientMessages: KeyedMutex;
  /** The base of the addresses of files. */
  baseUrl: string;
}

/**
 * Sends a message of a signed-in user to one of their threads, or as a user of the support desk, through the queue. Resolves to the message once it is durable;
 * for a `client_message_id` that was used before, to the message of that time. Refuses with M40111 (the user is no longer
 * active), M40401 (thread), M40402 (a mention of neither a member nor a bot), M40404 (sticker), M40411 (file), M40405 (`reply_to`), M40304
 * (muted), M40306 (the policy, for the support desk), M42201 (the id was used for another message), M50300 (too many sends wait).
 */
export async function sendAsUser(
  ctx: SignedInContext,
  { sends, clientMessages, baseUrl }: SendAsUserServices,
  named: ThreadId,
  request: SendAsUser,
  idempotency: IdempotencyKey | undefined,
): Promise<IdempotentResult<Message>> {
  const { space, actingUser } = ctx;
  // Ids are compared as numbers: leading zeros do not name another thread.
  const threadId = BigInt(named).toString() as ThreadId;
  const { userId: id, extUserId } = actingUser;
  const clientMessageId = clientMessageIdOf(request);
  const metadata = request.body.metadata?.[0] ?? { type: 'text' };
  const resolved = await resolveMetadata(ctx, extUserId, metadata, baseUrl);
  const refusal = await findRefusal(ctx, threadId, request, resolved.fault);
  const send = async () => {
    if (refusal !== undefined) return refuse(ctx, threadId, clientMessageId, idempotency, refusal);
    const content = contentFrom(request, resolved);
    const sender = { kind: 'user' as const, id, extUserId };
    const message: Send = {
      space,
      threadId,
      sender,
      content,
      idempotency,
      clientMessageId,
      trace: ctx.trace,
    };
    try {
      return await submit(ctx, sends, message);
    } catch (error) {
      // (Only here, so that members' messages cost no look-up.)
      const isNoMember = error instanceof Refusal && error.code === 'M40401';
      if (!isNoMember || !(await maySupport(ctx, threadId))) throw error;
      await markDeskWriter(ctx.db, extUserId);
      return submit(ctx, sends, { ...message, asSupport: true });
    }
  };
  // Two sends with one id must not be in the same batch, which only finds messages stored before it.
  return clientMessageId === undefined
    ? send()
    : clientMessages.alone(`${threadId} ${extUserId} ${clientMessageId.id}`, send);
}

async function submit(
  ctx: SignedInContext,
  sends: SendQueue,
  message: Send,
): Promise<IdempotentResult<Message>> {
  const { receipt, isReplay, data } = await sends.submit(message);
  if (receipt !== undefined) return { data: toWholeMessage(message, receipt), isReplay };
  return { data: await showSent(ctx, message.threadId, data[0]?.seq ?? 0), isReplay };
}

function clientMessageIdOf(request: SendAsUser): ClientMessageId | undefined {
  const { client_message_id: id, ...content } = request;
  return id ? { id, fingerprint: hash('sha256', canonicalJson(content), 'buffer') } : undefined;
}

function contentFrom(request: SendAsUser, resolved: ResolvedMetadata): Content {
  // (The request may have further fields, which nobody has checked.)
  const { text } = request.body;
  return contentOf(text === undefined ? {} : { text }, resolved, {
    replyTo: request.reply_to ?? null,
    mentions: toMentions(request.mentions),
  });
}

/**
 * The refusal of a message that names something that does not exist. It is looked up before the message is stored, without
 * locks: messages stay, and a member who leaves a moment later is like one who leaves tomorrow.
 */
async function findRefusal(
  ctx: SignedInContext,
  threadId: ThreadId,
  { reply_to: replyTo, mentions = [] }: SendAsUser,
  contentFault: Fault | undefined,
): Promise<Refusal | undefined> {
  if (contentFault === undefined && replyTo === undefined && mentions.length === 0) return undefined;
  const { extUserId } = ctx.actingUser;
  const members = await currentMembers(ctx.db, threadId, [extUserId, ...mentions]);
  // Non-members learn nothing about the thread. (The queue might find that the user has become a member meanwhile.)
  if (!members.has(extUserId) && !(await maySupport(ctx, threadId))) return new Refusal('M40401');
  const strangerFaults = await mentionFaults(ctx.db, ctx.space, mentions, members);
  const isReplyLost =
    replyTo !== undefined && (await findMessage(ctx.db, threadId, replyTo, extUserId)) === undefined;
  const [fault, ...others] = [
    ...(contentFault === undefined ? [] : [contentFault]),
    ...(isReplyLost ? [REPLY_LOST] : []),
    ...strangerFaults,
  ];
  return fault && refusalOf([fault, ...others]);
}

const REPLY_LOST: Fault = {
  code: 'M40405',
  field: 'reply_to',
  rule: 'exists',
  message: 'names no message of the thread',
};

/** Refuses, unless it is a repeat: a repeat gets its first answer, even if what it names is gone. */
async function refuse(
  ctx: SignedInContext,
  threadId: ThreadId,
  clientMessageId: ClientMessageId | undefined,
  idempotency: IdempotencyKey | undefined,
  refusal: Refusal,
): Promise<IdempotentResult<Message>> {
  const first =
    clientMessageId &&
    (await findByClientMessageId(ctx.db, threadId, ctx.actingUser.extUserId, clientMessageId));
  if (first?.is_same === false) throw new Refusal('M42201');
  if (first !== undefined) return { data: await showSent(ctx, threadId, first.seq), isReplay: true };
  const { data, isReplay } = await runOnce<{ seq: number }[]>(ctx, idempotency, async () => {
    throw refusal;
  });
  return { data: await showSent(ctx, threadId, data[0]?.seq ?? 0), isReplay };
}
