import type { ThreadId } from '@palaver/protocol/ids';
import type { Member, MemberStatus } from '@palaver/protocol/members';
import type { Thread, ThreadListItem } from '@palaver/protocol/threads';
import type { Context } from '../context.ts';
import { pageMembers } from '../members/queries.ts';
import { Refusal } from '../refusal.ts';
import { resolveFormerUserId, resolveUsers } from '../users/queries.ts';
import { accessThreadId, findThread, pageThreads } from './queries.ts';

/** Threads of the space by ascending id (interface §2). */
export async function listThreads(
  ctx: Context,
  page: { lastId: string; limit: number; onlyPublic: boolean },
): Promise<ThreadListItem[]> {
  return pageThreads(ctx.db, ctx.space, page);
}

/** One thread (interface §3). M40401 when it is not in this space. */
export async function getThread(ctx: Context, id: ThreadId): Promise<Thread> {
  const thread = await findThread(ctx.db, ctx.space, id);
  if (thread === undefined) throw new Refusal('M40401');
  return thread;
}

export interface MembersPage {
  /** Empty or "0": from the start. */
  lastMemberId: string;
  /** How `lastMemberId` is to be read. */
  idType: 1 | 2;
  limit: number;
  status: MemberStatus | 'all';
}

/** Members of a thread by ascending ext_user_id (interface §4). */
export async function listMembers(ctx: Context, threadId: ThreadId, page: MembersPage): Promise<Member[]> {
  const id = await accessThreadId(ctx.db, ctx.space, threadId);
  const lastId = await startAfter(ctx, page);
  return pageMembers(ctx.db, id, { lastId, limit: page.limit, status: page.status });
}

/** The ext_user_id to go on from. A user_id must name somebody, by its present or a former name; else M40010. */
async function startAfter(ctx: Context, page: MembersPage): Promise<string> {
  const { lastMemberId, idType } = page;
  if (lastMemberId === '' || lastMemberId === '0') return '0';
  if (idType === 1) return lastMemberId;
  const [user] = await resolveUsers(ctx.db, ctx.space, 2, [lastMemberId]);
  const found = user?.ext_user_id ?? (await resolveFormerUserId(ctx.db, ctx.space, lastMemberId));
  if (found !== undefined) return found;
  const error = { field: 'last_member_id', rule: 'exists', message: 'names no user (member_id_type is 2)' };
  throw new Refusal('M40010', [error]);
}
