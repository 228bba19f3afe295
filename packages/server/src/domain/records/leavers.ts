import type { ExtUserId, ThreadId } from '@palaver/protocol/ids';
import type { Queryable } from '../../storage/database.ts';

/**
 * Those of these former members who have left the thread by themselves. If it was not noted when the membership ended, the log tells.
 * (Its changes of members have an index; the statement reads them from the last one back, for each user.)
 */
export async function findLeavers(
  db: Queryable,
  threadId: ThreadId,
  users: readonly ExtUserId[],
): Promise<Set<ExtUserId>> {
  const rows = await db.query<{ ext_user_id: ExtUserId }>(
    `select m.ext_user_id from members m
     where m.thread_id = $1 and m.ext_user_id = any($2) and m.state = 'removed' and case
       when m.has_left is not null then m.has_left
       else m.ext_user_id = (
         select case when l.type = 'member.removed' then l.actor_ext_user_id end from log_entries l
         where l.thread_id = m.thread_id and l.message_seq is null and l.type in ('member.added', 'member.removed')
           and l.change -> 'members' @> jsonb_build_array(jsonb_build_object('ext_user_id', m.ext_user_id::text))
         order by l.seq desc limit 1) end`,
    [threadId, users],
  );
  return new Set(rows.map(({ ext_user_id }) => ext_user_id));
}
