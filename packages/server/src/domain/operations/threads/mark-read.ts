import type { ThreadId } from '@palaver/protocol/ids';
import type { SignedInContext } from '../../context.ts';
import { advanceReadPosition } from '../../records/members.ts';
import { accessThread } from '../../records/threads.ts';
import { Refusal } from '../../refusal.ts';

/**
 * Moves the read position of the signed-in user forward to `seq`, or (undefined) to the end of the log; never back. Returns
 * the new position. Refuses with M40401 (thread) and M40405 (`seq` is beyond the end of the log).
 */
export async function markRead(
  ctx: SignedInContext,
  threadId: ThreadId,
  seq: number | undefined,
): Promise<number> {
  const { extUserId: user } = ctx.actingUser;
  const { id } = await accessThread(ctx.db, ctx, threadId);
  const readSeq = await advanceReadPosition(ctx.db, id, user, seq ?? null);
  if (readSeq !== undefined) {
    ctx.db.publish({ type: 'read', threadId: id, user, readSeq });
    return readSeq;
  }
  const message = 'is beyond the end of the log of the thread';
  throw new Refusal('M40405', [{ field: 'seq', rule: 'exists', message }]);
}
