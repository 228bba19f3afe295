import type { MessageSeq, ThreadId } from '@palaver/protocol/ids';
import type { Context } from '../../context.ts';
import { lockFiles, settleFiles } from '../../records/files.ts';
import { eraseMessage } from '../../records/messages.ts';
import { countersOf } from '../../rules/message-content.ts';
import { changeThread } from '../threads/change-thread.ts';
import { accessMessage, targetOf } from './access-message.ts';

/**
 * Empties a message for good, and unpins it; its place in the log remains. If no other message names its file, the file
 * can no longer be read, and it is removed.
 */
export async function deleteMessage(ctx: Context, threadId: ThreadId, seq: MessageSeq): Promise<void> {
  await changeThread(ctx, threadId, undefined, async (tx, thread) => {
    const { shown, linkCount, fileId } = await accessMessage(tx, thread, seq);
    thread.checkPermission('message.delete', targetOf(thread, shown));
    if (shown.deleted_at !== null) return;
    const files = fileId === null ? [] : [fileId];
    await lockFiles(tx, files);
    await eraseMessage(tx, thread.id, shown.seq);
    await settleFiles(tx, files);
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
