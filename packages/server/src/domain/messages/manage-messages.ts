import type { Fault } from '@palaver/protocol/errors';
import type { MessageSeq, ThreadId } from '@palaver/protocol/ids';
import { type EditMessage, type Message, textFaults } from '@palaver/protocol/messages';
import type { Transaction } from '../../storage/database.ts';
import { type Context, viewerOf } from '../context.ts';
import type { Target } from '../members/permissions.ts';
import type { Page } from '../page.ts';
import { Refusal, refusalOf, refuseFaults } from '../refusal.ts';
import { changeThread, type OpenThread } from '../threads/change-thread.ts';
import { accessThread } from '../threads/queries.ts';
import { countersOf, countLinks, messageBytes, messageSizeText } from './content.ts';
import {
  eraseMessage,
  findMessage,
  type MessagesPage,
  pageMessages,
  type StoredMessage,
  setContent,
  setPinned,
} from './queries.ts';
import { findStickerFault } from './sticker-fault.ts';

/**
 * Messages that are there: read, edited, deleted, pinned. Each refuses with M40401 (thread) and M40405 (message), and
 * each change with M40304 and M40306 (who acts). The same action twice is a success without a change.
 */

/** Messages of a thread by ascending seq; the deleted ones are there, empty. */
export async function listMessages(
  ctx: Context,
  threadId: ThreadId,
  page: MessagesPage,
): Promise<Page<Message>> {
  const messages = await pageMessages(ctx.db, ctx.space, threadId, page, viewerOf(ctx));
  if (messages === undefined) throw new Refusal('M40401');
  return messages;
}

export async function getMessage(ctx: Context, threadId: ThreadId, seq: MessageSeq): Promise<Message> {
  const { id } = await accessThread(ctx.db, ctx, threadId);
  const message = await findMessage(ctx.db, id, seq, viewerOf(ctx));
  if (message === undefined) throw new Refusal('M40405');
  return message.shown;
}

/** A message that was sent before, as it is now: only to whom the thread is still theirs, else M40401. */
export async function showSent(ctx: Context, threadId: ThreadId, seq: number): Promise<Message> {
  await accessThread(ctx.db, ctx, threadId);
  const message = await findMessage(ctx.db, threadId, seq, viewerOf(ctx));
  if (message === undefined) throw new Error('a message that was sent is gone');
  return message.shown;
}

/**
 * Changes what a message says; what is undefined keeps its value. Its kind stays, and what the kind demands holds
 * (M40002, M40903); so does that a sticker can be used (M40404). With what stays it has at most `maxBytes` (M40004). A deleted
 * message is M40903.
 */
export async function editMessage(
  ctx: Context,
  threadId: ThreadId,
  seq: MessageSeq,
  { body }: EditMessage,
  maxBytes: number,
): Promise<Message> {
  const stickerFault = await findStickerFault(ctx, body.metadata?.[0]);
  return changeThread(ctx, threadId, undefined, async (tx, thread) => {
    if (stickerFault !== undefined) throw refusalOf([stickerFault]);
    const { shown, linkCount, customNotify } = await accessMessage(tx, thread, seq);
    thread.checkPermission('message.edit', targetOf(thread, shown));
    refuseDeleted(shown);
    refuseFaults(kindFaults(shown, body));
    const before = { text: shown.body.text, metadata: JSON.stringify(shown.body.metadata[0]) };
    const text = body.text ?? before.text;
    const metadata = body.metadata === undefined ? before.metadata : JSON.stringify(body.metadata[0]);
    if (text === before.text && metadata === before.metadata) return shown;

    // (The schema has seen what is new, but not what stays.)
    if (messageBytes({ text, metadata, customNotify }) > maxBytes) throw refusalOf([tooLarge(maxBytes)]);
    const content = { text, metadata, linkCount: countLinks(text) };
    await setContent(tx, thread.id, shown.seq, content);
    await thread.append({
      type: 'message.updated',
      messageSeq: shown.seq,
      counters: { link_count: content.linkCount - linkCount },
    });
    return (await accessMessage(tx, thread, seq)).shown;
  });
}

function tooLarge(maxBytes: number): Fault {
  return { code: 'M40004', field: 'body', rule: 'max_length', message: messageSizeText(maxBytes) };
}

function kindFaults({ kind }: Message, { text, metadata }: EditMessage['body']): Fault[] {
  const [element] = metadata ?? [];
  const faults = text === undefined ? [] : textFaults(kind, text);
  if (element === undefined || element.type === kind) return faults;
  const field = 'body.metadata[0].type';
  return [...faults, { code: 'M40903', field, rule: 'same_kind', message: `must stay ${kind}` }];
}

/** Empties a message for good, and unpins it; its place in the log remains. */
export async function deleteMessage(ctx: Context, threadId: ThreadId, seq: MessageSeq): Promise<void> {
  await changeThread(ctx, threadId, undefined, async (tx, thread) => {
    const { shown, linkCount } = await accessMessage(tx, thread, seq);
    thread.checkPermission('message.delete', targetOf(thread, shown));
    if (shown.deleted_at !== null) return;
    await eraseMessage(tx, thread.id, shown.seq);
    const said = Object.entries(countersOf({ kind: shown.kind, linkCount }));
    const pins = shown.pinned_at === null ? 0 : 1;
    await thread.append({
      type: 'message.deleted',
      messageSeq: shown.seq,
      counters: {
        ...Object.fromEntries(said.map(([counter, count]) => [counter, -count])),
        pin_message_count: -pins,
      },
    });
  });
}

/** Pins a message to its thread, or takes it off; a deleted one is M40903. */
export async function pinMessage(
  ctx: Context,
  threadId: ThreadId,
  seq: MessageSeq,
  isPinned: boolean,
): Promise<void> {
  await changeThread(ctx, threadId, undefined, async (tx, thread) => {
    const { shown } = await accessMessage(tx, thread, seq);
    thread.checkPermission('message.pin', 'thread');
    if (isPinned) refuseDeleted(shown);
    if (isPinned === (shown.pinned_at !== null)) return;
    await setPinned(tx, thread.id, shown.seq, isPinned);
    await thread.append({
      type: isPinned ? 'message.pinned' : 'message.unpinned',
      messageSeq: shown.seq,
      counters: { pin_message_count: isPinned ? 1 : -1 },
    });
  });
}

export async function accessMessage(
  tx: Transaction,
  thread: OpenThread,
  seq: MessageSeq,
): Promise<StoredMessage> {
  const message = await findMessage(tx, thread.id, seq, thread.actor?.extUserId ?? null);
  if (message === undefined) throw new Refusal('M40405');
  return message;
}

function targetOf(thread: OpenThread, message: Message): Target {
  return message.sender.ext_user_id === thread.actor?.extUserId ? 'self' : 'thread';
}

export function refuseDeleted(message: Message): void {
  if (message.deleted_at === null) return;
  throw new Refusal('M40903', [{ field: 'seq', rule: 'transition', message: 'names a deleted message' }]);
}
