import type { Fault } from '@palaver/protocol/errors';
import type { MessageSeq, ThreadId } from '@palaver/protocol/ids';
import { textFaults } from '@palaver/protocol/message-kinds';
import type { EditMessage } from '@palaver/protocol/message-requests';
import type { Message } from '@palaver/protocol/messages';
import type { Context } from '../../context.ts';
import { setContent } from '../../records/messages.ts';
import { refusalOf, refuseFaults } from '../../refusal.ts';
import { countLinks, messageBytes, messageSizeText } from '../../rules/message-content.ts';
import { changeThread } from '../threads/change-thread.ts';
import { accessMessage, refuseDeleted, targetOf } from './access-message.ts';
import { findStickerFault } from './find-sticker-fault.ts';

/**
 * Changes the content of a message; undefined fields keep their value. Refuses with M40002 and M40903 (the kind cannot
 * change, and its rules apply), M40404 (unknown sticker), M40004 (the whole message has more than `maxBytes`), M40903 (the
 * message is deleted).
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

    // The schema has checked the new fields, but not the size together with the kept ones.
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
