import type { MemberReadPosition } from '@palaver/protocol/client-threads';
import type { ThreadId } from '@palaver/protocol/ids';
import type { SignedInContext } from '../../context.ts';
import { isReadBy } from '../../records/members.ts';
import { Refusal } from '../../refusal.ts';

/**
 * The read positions of the current members of a thread, including muted ones and the caller: by ascending ext_user_id, after
 * `lastId` (empty: from the start). Refuses with M40401.
 */
export async function listReadPositions(
  ctx: SignedInContext,
  threadId: ThreadId,
  page: { lastId: string; limit: number },
): Promise<MemberReadPosition[]> {
  const rows = await ctx.db.query<MemberReadPosition | { ext_user_id: null }>(PAGE, [
    ctx.space.appId,
    ctx.space.tenantId,
    threadId,
    ctx.actingUser.extUserId,
    page.lastId || '0',
    page.limit,
  ]);
  if (rows.length === 0) throw new Refusal('M40401');
  return rows.filter((row) => row.ext_user_id !== null);
}

// If the page has no members, the result is one row of nulls, which shows that the thread exists.
const PAGE = `
  select position.* from threads t
  left join lateral (
    select m.ext_user_id, ut.read_seq::float8
    from members m join user_threads ut using (ext_user_id, thread_id)
    where m.thread_id = t.id and m.ext_user_id > $5 and m.state = 'active'
    order by m.ext_user_id limit $6
  ) position on true
  where t.app_id = $1 and t.tenant_id = $2 and t.id = $3 and t.deleted_at is null and ${isReadBy('t', '$4')}
  order by position.ext_user_id`;
