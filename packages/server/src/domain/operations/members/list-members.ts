import type { ExtUserId, ThreadId } from '@palaver/protocol/ids';
import type { Member, MemberStatus } from '@palaver/protocol/members';
import { type Context, viewerOf } from '../../context.ts';
import { pageMembers } from '../../records/members.ts';
import { accessReadableThread } from '../../records/threads.ts';
import { Refusal } from '../../refusal.ts';

export interface MembersPage {
  /** Empty or "0": from the start. */
  lastMemberId: string;
  /** The type of `lastMemberId`. */
  idType: 1 | 2;
  limit: number;
  status: MemberStatus | 'all';
}

/** Members of a thread by ascending ext_user_id (interface §4). */
export async function listMembers(ctx: Context, threadId: ThreadId, page: MembersPage): Promise<Member[]> {
  const lastId = await startAfter(ctx, threadId, page);
  const members = await pageMembers(ctx.db, ctx.space, threadId, {
    ...page,
    lastId,
    viewer: viewerOf(ctx),
  });
  if (members === undefined) throw new Refusal('M40401');
  return members;
}

/** The ext_user_id after which the page starts. Refuses with M40010 a user_id that never named a user. */
async function startAfter(ctx: Context, threadId: ThreadId, page: MembersPage): Promise<string> {
  const { lastMemberId, idType } = page;
  if (lastMemberId === '') return '0';
  if (idType === 1) return lastMemberId;
  await accessReadableThread(ctx.db, ctx, threadId);
  const { appId, tenantId } = ctx.space;
  const [holder] = await ctx.db.query<{ ext_user_id: ExtUserId }>(HOLDER, [
    appId,
    tenantId,
    lastMemberId,
    threadId,
  ]);
  if (holder !== undefined) return holder.ext_user_id;
  // "0" is the start, unless a user has this id.
  if (lastMemberId === '0') return '0';
  const error = { field: 'last_member_id', rule: 'exists', message: 'names no user (member_id_type is 2)' };
  throw new Refusal('M40010', [error]);
}

// An id may have had several holders. A holder who is in the thread comes first, then the latest.
const HOLDER = `
  select h.ext_user_id from (
    select ext_user_id, 'infinity' as until from users
    where app_id = $1 and tenant_id in ($2, '') and (tenant_id = $2 or kind = 'bot') and user_id = $3
    union all
    select ext_user_id, renamed_at from user_renames where app_id = $1 and tenant_id = $2 and from_user_id = $3
  ) h
  left join members m on m.thread_id = $4 and m.ext_user_id = h.ext_user_id
  order by m.ext_user_id is null, h.until desc limit 1`;
