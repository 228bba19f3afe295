import type { ThreadId } from '@palaver/protocol/ids';
import type { PutThreadNotifications, ThreadNotifications } from '@palaver/protocol/notification-choices';
import type { SignedInContext } from '../../context.ts';
import { putThreadChoices as putChoicesOf } from '../../records/notification-choices.ts';
import { accessThread } from '../../records/threads.ts';

/** Replaces what the signed-in user chose about the notifications of a thread. Refuses with M40401. */
export async function putThreadChoices(
  ctx: SignedInContext,
  threadId: ThreadId,
  { level, muted_until }: PutThreadNotifications,
): Promise<ThreadNotifications> {
  const { id } = await accessThread(ctx.db, ctx, threadId);
  const mutedUntil = muted_until ?? null;
  await putChoicesOf(ctx.db, id, ctx.actingUser.extUserId, { level, mutedUntil });
  return { level, muted_until: mutedUntil };
}
