import type { ThreadId } from '@palaver/protocol/ids';
import type { ThreadNotifications } from '@palaver/protocol/notification-choices';
import type { SignedInContext } from '../../context.ts';
import { findThreadChoices } from '../../records/notification-choices.ts';
import { accessThread } from '../../records/threads.ts';

/** What the signed-in user chose about the notifications of a thread. Refuses with M40401. */
export async function getThreadChoices(
  ctx: SignedInContext,
  threadId: ThreadId,
): Promise<ThreadNotifications> {
  const { id } = await accessThread(ctx.db, ctx, threadId);
  const { level, mutedUntil } = await findThreadChoices(ctx.db, id, ctx.actingUser.extUserId);
  return { level, muted_until: mutedUntil };
}
