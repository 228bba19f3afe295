import type { Peer } from '@palaver/protocol/client-threads';
import type { ExtUserId, ThreadId } from '@palaver/protocol/ids';
import type { Queryable } from '../../storage/database.ts';

/** A profile, and the threads in which the user is or was a member, ascending. */
export interface ProfileWithThreads {
  peer: Peer;
  threadIds: ThreadId[];
}

/** Profiles of users and bots, each with its first `limit` threads. Absorbed users are left out. */
export async function findProfiles(
  db: Queryable,
  users: readonly ExtUserId[],
  limit: number,
): Promise<ProfileWithThreads[]> {
  const rows = await db.query<Peer & { thread_ids: ThreadId[] }>(
    `select kind as type, user_id, ext_user_id, display_name, avatar_url, array(
       select thread_id from user_threads t where t.ext_user_id = u.ext_user_id order by thread_id limit $2
     ) as thread_ids from users u where ext_user_id = any($1)`,
    [users, limit],
  );
  return rows.map(({ thread_ids: threadIds, ...peer }) => ({ peer, threadIds }));
}

/** Threads of a user with an id above `lastId`, ascending. */
export async function pageThreadsOf(
  db: Queryable,
  user: ExtUserId,
  page: { lastId: string; limit: number },
): Promise<ThreadId[]> {
  const rows = await db.query<{ thread_id: ThreadId }>(
    'select thread_id from user_threads where ext_user_id = $1 and thread_id > $2 order by thread_id limit $3',
    [user, page.lastId, page.limit],
  );
  return rows.map((row) => row.thread_id);
}
