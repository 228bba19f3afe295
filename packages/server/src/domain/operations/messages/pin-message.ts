import type { MessageSeq, ThreadId } from '@palaver/protocol/ids';
import type { Context } from '../../context.ts';
import { setPinned } from '../../records/messages.ts';
import { changeThread } from '../threads/change-thread.ts';
import { accessMessage, refuseDeleted } from './access-message.ts';

/** Pins or unpins a message. Refuses to pin a deleted one with M40903. */
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
