import type { ListNotificationsQuery, NotificationDelivery } from '@palaver/protocol/notifications';
import type { Context } from '../../domain/context.ts';
import { getUser } from '../../domain/operations/users/get-user.ts';
import { accessThread } from '../../domain/records/threads.ts';
import { type ListedNotification, pageNotifications } from '../records/listed-notifications.ts';

/** Notifications of a user, or about a thread, newest first. Refuses with M40402 and M40401 if the filter names none of this space. */
export async function listNotifications(
  ctx: Context,
  { user_id: userId, thread_id: threadId, status, last_id: lastId, limit }: ListNotificationsQuery,
): Promise<NotificationDelivery[]> {
  const user = userId ? (await getUser(ctx, userId)).ext_user_id : null;
  const thread = threadId ? (await accessThread(ctx.db, ctx, threadId)).id : null;
  const filter = { user, threadId: thread, status: status ?? null };
  const rows = await pageNotifications(ctx.db, filter, { lastId: lastId ?? '0', limit: limit ?? 30 });
  return rows.map(toDelivery);
}

function toDelivery({
  seq,
  attempts,
  updated_at,
  due_at,
  ...shown
}: ListedNotification): NotificationDelivery {
  return {
    ...shown,
    seq: Number(seq),
    attempts: attempts.map((attempt) => ({ ...attempt, seq: Number(attempt.seq) })),
    updated_at: updated_at.getTime(),
    next_try_at: due_at?.getTime() ?? null,
  };
}
