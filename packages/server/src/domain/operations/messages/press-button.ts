import { hash } from 'node:crypto';
import type { MessageSeq, ThreadId } from '@palaver/protocol/ids';
import type { PressButton } from '@palaver/protocol/message-requests';
import type { Message } from '@palaver/protocol/messages';
import type { ButtonClicked } from '@palaver/protocol/webhooks';
import type { PublishingTransaction } from '../../../bus/publishing-database.ts';
import { canonicalJson } from '../../../platform/json.ts';
import type { Transaction } from '../../../storage/database.ts';
import type { SignedInContext } from '../../context.ts';
import type { IdempotencyKey } from '../../records/idempotency-keys.ts';
import { type ClientMessageId, findByClientMessageId, findMessage } from '../../records/messages.ts';
import { addToOutbox } from '../../records/outbox.ts';
import { appendMessage } from '../../records/thread-log.ts';
import { findLinks } from '../../records/threads.ts';
import { Refusal } from '../../refusal.ts';
import { contentOf } from '../../rules/message-content.ts';
import type { KeyedMutex } from '../idempotency/keyed-mutex.ts';
import { type IdempotentResult, runOnce } from '../idempotency/run-once.ts';
import { changeThread, type LockedThread } from '../threads/change-thread.ts';
import { accessMessage, refuseDeleted } from './access-message.ts';
import { showSent } from './get-message.ts';
import { toSentMessage } from './sent-message.ts';

/**
 * Presses a button of a promotion for the signed-in user: posts the label as their text message and, for action type 2,
 * records the press for the webhook of the bot that sent the promotion; both or neither. Returns the posted message; for a
 * `client_message_id` that was used before, the message of that time. Refuses with M40401 (thread), M40405 (message), M40304
 * (muted), M40903 (the promotion is deleted), M40003 (it has no such button, or only the client acts on it), M42201 (the id
 * was used for another request).
 */
export async function pressButton(
  ctx: SignedInContext,
  clientMessages: KeyedMutex,
  threadId: ThreadId,
  seq: MessageSeq,
  request: PressButton,
  idempotency?: IdempotencyKey,
): Promise<IdempotentResult<Message>> {
  const name = nameOf(seq, request);
  const press = async () => {
    // The answer stored under the idempotency key has no text, because the message may be deleted.
    const { data, isReplay } = await runOnce(ctx, idempotency, (once) =>
      changeThread(once, threadId, undefined, async (tx, thread) => {
        const first = await findFirst(tx, ctx, thread, name);
        if (first !== undefined) return toSentMessage(thread.id, first);
        const { shown } = await accessMessage(tx, thread, seq);
        thread.checkPermission('message.press', 'thread');
        refuseDeleted(shown);
        const button = buttonOf(shown, request.button_index);
        const posted = await post(tx, ctx, thread, button.label, name);
        if (button.action.type === 2)
          await recordPress(tx, ctx, thread, { promotion: shown, posted, button });
        return toSentMessage(thread.id, posted.seq);
      }),
    );
    return { data: await showSent(ctx, data.thread_id, data.seq), isReplay };
  };
  if (name === undefined) return press();
  // A repeat waits here, without an open transaction.
  return clientMessages.alone(`${BigInt(threadId)} ${ctx.actingUser.extUserId} ${name.id}`, press);
}

function nameOf(seq: MessageSeq, request: PressButton): ClientMessageId | undefined {
  const { client_message_id: id, button_index } = request;
  const pressed = { press: BigInt(seq).toString(), button_index };
  return id ? { id, fingerprint: hash('sha256', canonicalJson(pressed), 'buffer') } : undefined;
}

/** The `seq` of the message that an earlier press with this client id posted. */
async function findFirst(
  tx: Transaction,
  { actingUser }: SignedInContext,
  thread: LockedThread,
  name: ClientMessageId | undefined,
): Promise<number | undefined> {
  const first = name && (await findByClientMessageId(tx, thread.id, actingUser.extUserId, name));
  if (first?.is_same === false) throw new Refusal('M42201');
  return first?.seq;
}

interface PressedButton {
  index: number;
  label: string;
  action: { type: 2 | 3; payload?: string };
}

function buttonOf({ kind, body }: Message, index: number): PressedButton {
  const [metadata] = body.metadata;
  const buttons = metadata?.type === 'promotion' ? metadata.promotion.buttons : undefined;
  const button = buttons?.[index];
  if (button === undefined) {
    const message = kind === 'promotion' ? 'names no button of the promotion' : 'the message is no promotion';
    throw new Refusal('M40003', [{ field: 'button_index', rule: 'exists', message }]);
  }
  const { label, action } = button;
  if (action.type === 1) {
    const message = 'names a button of action type 1, which the client acts on by itself';
    throw new Refusal('M40003', [{ field: 'button_index', rule: 'action_type', message }]);
  }
  return { index, label, action: { ...action, type: action.type } };
}

async function post(
  tx: PublishingTransaction,
  { actingUser }: SignedInContext,
  thread: LockedThread,
  text: string,
  clientMessageId: ClientMessageId | undefined,
): Promise<Message> {
  const content = contentOf({ text }, { metadata: { type: 'text' }, fileId: null });
  const sender = actingUser.extUserId;
  const seqs = await appendMessage(tx, [thread.id], sender, { content, clientMessageId });
  const message = await findMessage(tx, thread.id, seqs.get(thread.id) ?? 0, sender);
  if (message === undefined) throw new Error('a stored message has disappeared');
  return message.shown;
}

async function recordPress(
  tx: PublishingTransaction,
  { space, actingUser }: SignedInContext,
  { id: threadId }: LockedThread,
  { promotion, posted, button }: { promotion: Message; posted: Message; button: PressedButton },
): Promise<void> {
  const { sender } = promotion;
  if (sender.type !== 'bot') return;
  const data: ButtonClicked['data'] = {
    action_id: posted.id,
    app_id: space.appId,
    tenant_id: space.tenantId,
    bot_id: sender.bot_id as ButtonClicked['data']['bot_id'],
    thread: { id: threadId, ...(await findLinks(tx, threadId)) },
    message: { id: promotion.id, seq: promotion.seq },
    user: { user_id: actingUser.userId, ext_user_id: actingUser.extUserId },
    button: { index: button.index, label: button.label, action_type: 2 },
    payload: button.action.payload ?? null,
  };
  const about = { threadId, seq: posted.seq, messageSeq: promotion.seq };
  await addToOutbox(tx, space, [{ type: 'bot.button_clicked', data, about }]);
}
