import type { ThreadId } from '@palaver/protocol/ids';
import type { SignedInContext } from '../../context.ts';
import { statusesIn } from '../../records/members.ts';
import { accessThread } from '../../records/threads.ts';
import { Refusal } from '../../refusal.ts';

/**
 * Publishes to a thread that the signed-in user started or stopped typing. Nothing is stored. Refuses with M40401 (thread) and
 * M40304 (muted).
 */
export async function publishTyping(ctx: SignedInContext, named: ThreadId, isTyping: boolean): Promise<void> {
  const { extUserId: user } = ctx.actingUser;
  const { id: threadId } = await accessThread(ctx.db, ctx, named);
  const status = (await statusesIn(ctx.db, user, [threadId])).get(threadId);
  if (status === 'muted') throw new Refusal('M40304');
  ctx.db.publish({ type: 'typing', threadId, user, isTyping });
}
