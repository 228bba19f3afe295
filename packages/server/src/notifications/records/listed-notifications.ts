import type { PushProvider } from '@palaver/protocol/devices';
import type { ExtUserId, ThreadId, UserId } from '@palaver/protocol/ids';
import type { NotificationAttempt, NotificationStatus } from '@palaver/protocol/notifications';
import type { Queryable } from '../../storage/database.ts';
import type { NotificationId } from './notifications.ts';

/** Notifications as the API lists them. */

/** Which notifications to list, of a user or a thread; null does not restrict the list. */
export interface NotificationFilter {
  user: ExtUserId | null;
  threadId: ThreadId | null;
  status: NotificationStatus | null;
}

export interface ListedNotification {
  id: NotificationId;
  user_id: UserId;
  ext_user_id: ExtUserId;
  device_id: string;
  provider: PushProvider;
  thread_id: ThreadId;
  seq: string;
  status: NotificationStatus;
  tries: number;
  attempts: (Omit<NotificationAttempt, 'seq'> & { seq: string })[];
  updated_at: Date;
  due_at: Date | null;
}

/** Notifications with an id below `lastId` ("0": all), newest first. The caller has checked that user and thread may be named. */
export async function pageNotifications(
  db: Queryable,
  { user, threadId, status }: NotificationFilter,
  { lastId, limit }: { lastId: string; limit: number },
): Promise<ListedNotification[]> {
  return db.query<ListedNotification>(threadId === null ? OF_USER : OF_THREAD, [
    user,
    threadId,
    status,
    lastId,
    limit,
  ]);
}

const listing = (whose: string) => `
  select n.id, u.user_id, n.ext_user_id, n.device_id, n.provider, n.thread_id, n.seq, n.state as status, n.tries, n.attempts,
    n.updated_at, case when n.state = 'pending' then n.due_at end as due_at
  from notifications n join users u on u.ext_user_id = n.ext_user_id
  where ${whose} and ($3::text is null or n.state = $3) and ($4::bigint = 0 or n.id < $4)
  order by n.id desc limit $5`;

const OF_USER = listing('n.ext_user_id = $1 and $2::bigint is null');
const OF_THREAD = listing('n.thread_id = $2 and ($1::bigint is null or n.ext_user_id = $1)');
