import type { ThreadId } from '@palaver/protocol/ids';
import type { SignedInContext } from '../../context.ts';
import { setBackReadPosition } from '../../records/members.ts';
import { accessThread } from '../../records/threads.ts';
import { Refusal } from '../../refusal.ts';

/**
 * Sets the read position of the signed-in user back to before `seq`, never forward: from there on messages count as unread.
 * Returns the new position. Refuses with M40401 (thread) and M40405 (`seq` is not in the log).
 */
export async function markUnread(ctx: SignedInContext, threadId: ThreadId, seq: number): Promise<number> {
  const { extUserId: user } = ctx.actingUser;
  const { id } = await accessThread(ctx.db, ctx, threadId);
  const readSeq = await setBackReadPosition(ctx.db, id, user, seq);
  if (readSeq !== undefined) {
    ctx.db.publish({ type: 'unread', threadId: id, user });
    return readSeq;
  }
  throw new Refusal('M40405', [{ field: 'seq', rule: 'exists', message: 'is not in the log of the thread' }]);
}
