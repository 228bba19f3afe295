import type { Fault } from '@palaver/protocol/errors';
import type { MessageSeq, ThreadId } from '@palaver/protocol/ids';
import { textFaults } from '@palaver/protocol/message-kinds';
import type { EditMessage } from '@palaver/protocol/message-requests';
import type { Message } from '@palaver/protocol/messages';
import type { Context } from '../../context.ts';
import { lockFiles, settleFiles } from '../../records/files.ts';
import { setContent } from '../../records/messages.ts';
import { refusalOf, refuseFaults } from '../../refusal.ts';
import { countLinks, messageBytes, messageSizeText } from '../../rules/message-content.ts';
import { changeThread } from '../threads/change-thread.ts';
import { accessMessage, refuseDeleted, targetOf } from './access-message.ts';
import { FILE_NOT_FOUND, resolveMetadata } from './resolve-metadata.ts';

export interface EditServices {
  maxMessageBytes: number;
  /** The base of the addresses of files. */
  baseUrl: string;
}

/**
 * Changes the content of a message; undefined fields keep their value. Refuses with M40002 and M40903 (the kind cannot
 * change, and its rules apply), M40404 (unknown sticker), M40411 (unknown file), M40004 (the whole message has more than `maxMessageBytes`), M40903 (the
 * message is deleted).
 */
export async function editMessage(
  ctx: Context,
  threadId: ThreadId,
  seq: MessageSeq,
  { body }: EditMessage,
  { maxMessageBytes: maxBytes, baseUrl }: EditServices,
): Promise<Message> {
  const [sent] = body.metadata ?? [];
  return changeThread(ctx, threadId, undefined, async (tx, thread) => {
    // A user for whom the back end edits is only known here; like any other, they may not name every file of the space.
    const editor = thread.actor?.extUserId ?? null;
    const resolved = sent && (await resolveMetadata({ ...ctx, db: tx }, editor, sent, baseUrl));
    if (resolved?.fault !== undefined) throw refusalOf([resolved.fault]);
    const { shown, linkCount, customNotify, fileId: fileBefore } = await accessMessage(tx, thread, seq);
    thread.checkPermission('message.edit', targetOf(thread, shown));
    refuseDeleted(shown);
    refuseFaults(kindFaults(shown, body));
    const before = { text: shown.body.text, metadata: JSON.stringify(shown.body.metadata[0]) };
    const text = body.text ?? before.text;
    const metadata = resolved === undefined ? before.metadata : JSON.stringify(resolved.metadata);
    const fileId = resolved === undefined ? fileBefore : resolved.fileId;
    if (text === before.text && metadata === before.metadata) return shown;

    // The schema has checked the new fields, but not the size together with the kept ones.
    if (messageBytes({ text, metadata, customNotify }) > maxBytes) throw refusalOf([tooLarge(maxBytes)]);
    const files = [fileBefore, fileId].filter((id) => id !== null);
    const stored = await lockFiles(tx, files);
    if (fileId !== null && !stored.has(fileId)) throw refusalOf([FILE_NOT_FOUND]);
    const content = { text, metadata, fileId, linkCount: countLinks(text) };
    await setContent(tx, thread.id, shown.seq, content);
    await settleFiles(tx, files);
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
