import type { Peer } from '@palaver/protocol/client-threads';
import type { ExtUserId, ThreadId } from '@palaver/protocol/ids';
import type { Queryable } from '../../storage/database.ts';

/** How somebody is shown, and threads that they are in, or have been in, ascending. */
export interface ShownUser {
  peer: Peer;
  threadIds: ThreadId[];
}

/** Users and bots, each with their first threads: `limit` of them. Who was absorbed is not there. */
export async function findShownUsers(
  db: Queryable,
  users: readonly ExtUserId[],
  limit: number,
): Promise<ShownUser[]> {
  const rows = await db.query<Peer & { thread_ids: ThreadId[] }>(
    `select kind as type, user_id, ext_user_id, display_name, avatar_url, array(
       select thread_id from user_threads t where t.ext_user_id = u.ext_user_id order by thread_id limit $2
     ) as thread_ids from users u where ext_user_id = any($1)`,
    [users, limit],
  );
  return rows.map(({ thread_ids: threadIds, ...peer }) => ({ peer, threadIds }));
}

/** More of their threads, from after `lastId` on. */
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
