import type { Fault } from '@palaver/protocol/errors';
import type { MessageSeq, ThreadId } from '@palaver/protocol/ids';
import { textFaults } from '@palaver/protocol/message-kinds';
import type { EditMessage } from '@palaver/protocol/message-requests';
import type { Message } from '@palaver/protocol/messages';
import type { Queryable } from '../../../storage/database.ts';
import type { Context, Space } from '../../context.ts';
import { lockFiles, settleFiles } from '../../records/files.ts';
import { currentMembers } from '../../records/members.ts';
import { mentionsOf, setContent } from '../../records/messages.ts';
import { refusalOf, refuseFaults } from '../../refusal.ts';
import { countLinks, messageBytes, messageSizeText } from '../../rules/message-content.ts';
import { changeThread } from '../threads/change-thread.ts';
import { accessMessage, refuseDeleted, targetOf } from './access-message.ts';
import { mentionFaults, toMentions } from './resolve-mentions.ts';
import { FILE_NOT_FOUND, resolveMetadata } from './resolve-metadata.ts';

export interface EditServices {
  maxMessageBytes: number;
  /** The base of the addresses of files. */
  baseUrl: string;
}

/**
 * Changes the content of a message, and whom it mentions; undefined fields keep their value. Users who are mentioned anew are named in
 * the log entry, by which they are notified. Refuses with M40002 and M40903 (the kind cannot
 * change, and its rules apply), M40402 (a mention of neither a member nor a bot), M40404 (unknown sticker), M40411 (unknown file),
 * M40004 (the whole message has more than `maxMessageBytes`), M40903 (the message is deleted).
 */
export async function editMessage(
  ctx: Context,
  threadId: ThreadId,
  seq: MessageSeq,
  { body, mentions: named }: EditMessage,
  { maxMessageBytes: maxBytes, baseUrl }: EditServices,
): Promise<Message> {
  const [sent] = body.metadata ?? [];
  return changeThread(ctx, threadId, undefined, async (tx, thread) => {
    // A user for whom the back end edits is only known here; like any other, they may not name every file of the space.
    const editor = thread.actor?.extUserId ?? null;
    const resolved = sent && (await resolveMetadata({ ...ctx, db: tx }, editor, sent, baseUrl));
    const metadataFaults = resolved?.fault === undefined ? [] : [resolved.fault];
    refuseFaults([
      ...metadataFaults,
      ...(await strangerFaults(tx, ctx.space, { threadId: thread.id, seq, named })),
    ]);
    const { shown, linkCount, customNotify, fileId: fileBefore } = await accessMessage(tx, thread, seq);
    thread.checkPermission('message.edit', targetOf(thread, shown));
    refuseDeleted(shown);
    refuseFaults(kindFaults(shown, body));
    const before = { text: shown.body.text, metadata: JSON.stringify(shown.body.metadata[0]) };
    const text = body.text ?? before.text;
    const metadata = resolved === undefined ? before.metadata : JSON.stringify(resolved.metadata);
    const fileId = resolved === undefined ? fileBefore : resolved.fileId;
    const mentions = named === undefined ? shown.mentions : toMentions(named);
    const mentioned = mentions.filter((id) => !shown.mentions.includes(id));
    const keepsMentions = mentioned.length === 0 && mentions.length === shown.mentions.length;
    if (text === before.text && metadata === before.metadata && keepsMentions) return shown;

    // The schema has checked the new fields, but not the size together with the kept ones.
    if (messageBytes({ text, metadata, customNotify }) > maxBytes) throw refusalOf([tooLarge(maxBytes)]);
    const files = [fileBefore, fileId].filter((id) => id !== null);
    const stored = await lockFiles(tx, files);
    if (fileId !== null && !stored.has(fileId)) throw refusalOf([FILE_NOT_FOUND]);
    const content = { text, metadata, fileId, linkCount: countLinks(text), mentions };
    await setContent(tx, thread.id, shown.seq, content);
    await settleFiles(tx, files);
    await thread.append({
      type: 'message.updated',
      messageSeq: shown.seq,
      counters: { link_count: content.linkCount - linkCount },
      ...(mentioned.length === 0 ? {} : { change: { mentioned } }),
    });
    return (await accessMessage(tx, thread, seq)).shown;
  });
}

/** Users who have left the thread since the message mentioned them may stay mentioned. */
async function strangerFaults(
  db: Queryable,
  space: Space,
  { threadId, seq, named = [] }: { threadId: ThreadId; seq: MessageSeq; named: EditMessage['mentions'] },
): Promise<Fault[]> {
  if (named.length === 0) return [];
  const [members, kept] = [await currentMembers(db, threadId, named), await mentionsOf(db, threadId, seq)];
  return mentionFaults(db, space, named, members.union(new Set(kept)));
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
