import type { ThreadId } from '@palaver/protocol/ids';
import type { Context } from '../../context.ts';
import { removeAllMembers } from '../../records/members.ts';
import { setPicture } from '../../records/pictures.ts';
import { markDeleted } from '../../records/threads.ts';
import { changeThread } from './change-thread.ts';

/**
 * Deletes a thread: all memberships end, and no request reaches it again. The two users of a deleted direct thread can start a
 * new one. The messages stay stored, and the picture is released. From the commit on, nobody can read a file that only they name; `releaseFiles` then lets go of
 * their files, page by page, as a thread may have very many. Refuses with M40401, M40304 and M40306 (the actor).
 */
export async function deleteThread(ctx: Context, threadId: ThreadId): Promise<void> {
  await changeThread(ctx, threadId, undefined, async (tx, thread) => {
    thread.checkPermission('thread.delete', 'thread');
    const removed = await removeAllMembers(tx, thread.id);
    await markDeleted(tx, thread.id);
    await setPicture(tx, { threadId: thread.id }, null);
    await thread.append({ type: 'thread.deleted', counters: { member_count: -removed } });
  });
}
