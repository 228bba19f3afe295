import type { ExtUserId, ThreadId } from '@palaver/protocol/ids';
import type { Member, MemberRole, MemberStatus } from '@palaver/protocol/members';
import type { PublishingTransaction } from '../../bus/publishing-database.ts';
import type { Queryable, Transaction } from '../../storage/database.ts';
import type { Space } from '../context.ts';
import type { Standing } from '../rules/transitions.ts';
import { isOpenToDesk } from './desk-access.ts';

/** The only module that writes `members` and `user_threads`. */

/** The status of a member `m`. */
export const STATUS = 'member_status(m.state, m.muted_until, m.banned_until)';
export const STATUS_UNTIL = `nullif(case ${STATUS} when 'muted' then m.muted_until when 'banned' then m.banned_until end, 'infinity')`;

export interface NewMember {
  threadId: ThreadId;
  extUserId: ExtUserId;
  role: MemberRole;
}

/**
 * Makes users active members. A former member keeps a running mute and the read position; for a new member, earlier messages
 * count as read. Returns those that were not members before; the caller counts and logs them.
 */
export async function beginMemberships(
  tx: PublishingTransaction,
  members: readonly NewMember[],
): Promise<NewMember[]> {
  if (members.length === 0) return [];
  const added = await tx.query<MembershipRow>(ADD, [
    members.map((member) => member.threadId),
    members.map((member) => member.extUserId),
    members.map((member) => member.role),
  ]);
  const joined = Map.groupBy(added.map(toNewMember), ({ threadId }) => threadId);
  for (const [threadId, comers] of joined) {
    tx.publish({ type: 'joined', threadId, users: comers.map(({ extUserId }) => extUserId) });
  }
  return [...joined.values()].flat();
}

interface MembershipRow {
  thread_id: ThreadId;
  ext_user_id: ExtUserId;
  role: MemberRole;
}

function toNewMember(row: MembershipRow): NewMember {
  return { threadId: row.thread_id, extUserId: row.ext_user_id, role: row.role };
}

const ADD = `
  with added as (
    insert into members as m (thread_id, ext_user_id, role, state, has_left)
    select thread_id, ext_user_id, role, 'active', false
    from unnest($1::bigint[], $2::bigint[], $3::text[]) as new (thread_id, ext_user_id, role)
    on conflict (thread_id, ext_user_id) do update
      set state = 'active', role = excluded.role, banned_until = null, has_left = false
      where member_status(m.state, m.muted_until, m.banned_until) = 'removed'
    returning thread_id, ext_user_id, role
  ), listed as (
    insert into user_threads (ext_user_id, thread_id, is_member, is_linked, read_seq)
    select ext_user_id, thread_id, true, num_nonnulls(t.reference_id, t.satl_reference_id) > 0, h.last_seq
    from added join threads t on t.id = thread_id join thread_heads h using (thread_id)
    on conflict (ext_user_id, thread_id) do update set is_member = true, is_linked = excluded.is_linked,
      joined_in = excluded.joined_in
  )
  select thread_id, ext_user_id, role from added`;

/** A member of a direct thread. */
export interface PairMember extends NewMember {
  /** Removed, or the ban has expired: the member comes back when the thread is opened. */
  isRemoved: boolean;
  /** Their status once the thread is open. */
  status: MemberStatus;
}

/** The members of these direct threads, `one` first in each. */
export async function findPairMembers(
  db: Queryable,
  threadIds: readonly ThreadId[],
  one: ExtUserId,
): Promise<PairMember[]> {
  const rows = await db.query<MembershipRow & { is_removed: boolean; status: MemberStatus }>(PAIR_MEMBERS, [
    threadIds,
    one,
  ]);
  return rows.map((row) => ({ ...toNewMember(row), isRemoved: row.is_removed, status: row.status }));
}

const PAIR_MEMBERS = `
  select thread_id, ext_user_id, role, ${STATUS} = 'removed' as is_removed,
    member_status(case ${STATUS} when 'removed' then 'active' else state end, muted_until, banned_until) as status
  from members m where thread_id = any($1)
  order by thread_id, ext_user_id <> $2`;

/** Ends the memberships of a user, except where they are the owner; history and read position stay. Returns their threads. */
export async function endMemberships(
  tx: Transaction,
  user: ExtUserId,
  threadIds: readonly ThreadId[],
  how: 'left' | 'removed',
): Promise<ThreadId[]> {
  const rows = await tx.query<{ thread_id: ThreadId }>(
    `with removed as (
       update members set state = 'removed', role = 'member', has_left = $3
       where thread_id = any($2) and ext_user_id = $1 and state = 'active' and role <> 'owner'
       returning thread_id
     ), unlisted as (
       update user_threads set is_member = false
       where ext_user_id = $1 and thread_id in (select thread_id from removed)
     )
     select thread_id from removed`,
    [user, threadIds, how === 'left'],
  );
  return rows.map((row) => row.thread_id);
}

/** Ends all memberships of a thread, including the owner's; returns how many there were. */
export async function removeAllMembers(tx: Transaction, threadId: ThreadId): Promise<number> {
  const [removed] = await tx.query<{ count: number }>(
    `with removed as (
       update members set state = 'removed', role = 'member' where thread_id = $1 and state = 'active'
       returning ext_user_id
     ), unlisted as (
       update user_threads set is_member = false
       where thread_id = $1 and ext_user_id in (select ext_user_id from removed)
     )
     select count(*)::int as count from removed`,
    [threadId],
  );
  return removed?.count ?? 0;
}

/** A mute or a ban. */
export interface Sanction {
  member: ExtUserId;
  /** Null: it has no end. */
  until: Date | null;
  /** Members read no line about it, nor about its end. */
  isSilent: boolean;
}

export async function mute(
  tx: Transaction,
  threadId: ThreadId,
  { member, until, isSilent }: Sanction,
): Promise<void> {
  await tx.query(
    `update members set muted_until = coalesce($3::timestamptz, 'infinity'), muted_silently = $4
     where thread_id = $1 and ext_user_id = $2`,
    [threadId, member, until, isSilent],
  );
}

export async function unmute(tx: Transaction, threadId: ThreadId, user: ExtUserId): Promise<void> {
  await tx.query('update members set muted_until = null where thread_id = $1 and ext_user_id = $2', [
    threadId,
    user,
  ]);
}

/** Bans a user and ends the membership, if any. A user who never was a member can be banned, too. */
export async function ban(
  tx: Transaction,
  threadId: ThreadId,
  { member, until, isSilent }: Sanction,
): Promise<void> {
  await tx.query(
    `with banned as (
       insert into members (thread_id, ext_user_id, role, state, banned_until, banned_silently)
       values ($1, $2, 'member', 'banned', coalesce($3::timestamptz, 'infinity'), $4)
       on conflict (thread_id, ext_user_id) do update
         set state = excluded.state, role = excluded.role, banned_until = excluded.banned_until,
           banned_silently = excluded.banned_silently
     )
     insert into user_threads (ext_user_id, thread_id, is_member) values ($2, $1, false)
     on conflict (ext_user_id, thread_id) do update set is_member = false`,
    [threadId, member, until, isSilent],
  );
}

export async function unban(tx: Transaction, threadId: ThreadId, user: ExtUserId): Promise<void> {
  await tx.query(
    `update members set state = 'removed', banned_until = null where thread_id = $1 and ext_user_id = $2`,
    [threadId, user],
  );
}

export async function setRole(
  tx: Transaction,
  threadId: ThreadId,
  user: ExtUserId,
  role: MemberRole,
): Promise<void> {
  await tx.query('update members set role = $3 where thread_id = $1 and ext_user_id = $2', [
    threadId,
    user,
    role,
  ]);
}

/** The owner of a group. */
export async function findOwner(
  db: Queryable,
  threadId: ThreadId,
): Promise<{ ext_user_id: ExtUserId; is_active: boolean } | undefined> {
  const [owner] = await db.query<{ ext_user_id: ExtUserId; is_active: boolean }>(
    `select ext_user_id, u.deactivated_at is null as is_active from members m join users u using (ext_user_id)
     where m.thread_id = $1 and m.role = 'owner'`,
    [threadId],
  );
  return owner;
}

/** The end of a mute or ban. */
export type EndedSanction = { ext_user_id: ExtUserId; is_silent: boolean };

/** Clears expired mutes or bans of users, and returns these users, members or not. After a ban, the state is `removed`. */
export function clearExpired(
  tx: Transaction,
  threadId: ThreadId,
  users: readonly ExtUserId[],
  sanction: keyof typeof CLEAR_EXPIRED,
): Promise<EndedSanction[]> {
  return tx.query<EndedSanction>(CLEAR_EXPIRED[sanction], [threadId, users]);
}

const CLEAR_EXPIRED = {
  mute: `update members set muted_until = null
    where thread_id = $1 and ext_user_id = any($2) and muted_until <= now()
    returning ext_user_id, coalesce(muted_silently, false) as is_silent`,
  ban: `update members set state = 'removed', banned_until = null
    where thread_id = $1 and ext_user_id = any($2) and state = 'banned' and banned_until <= now()
    returning ext_user_id, coalesce(banned_silently, false) as is_silent`,
} as const;

/** The role and standing of a user in a thread. */
export interface RoleInThread {
  role: MemberRole;
  standing: Standing;
  /** When the mute or ban ends; null if there is none, or it has no end. */
  until: Date | null;
  /** A mute or ban has expired, and its end is not logged yet. */
  has_expired: boolean;
}

/** The places of these users; the standing of a user that is left out is `none`. */
export async function rolesIn(
  db: Queryable,
  threadId: ThreadId,
  users: readonly ExtUserId[],
): Promise<Map<ExtUserId, RoleInThread>> {
  const rows = await db.query<RoleInThread & { ext_user_id: ExtUserId }>(
    `select ext_user_id, role, ${STATUS_UNTIL} as until,
       case role when 'owner' then 'owner' else ${STATUS} end as standing,
       coalesce(muted_until <= now() or (state = 'banned' and banned_until <= now()), false) as has_expired
     from members m where thread_id = $1 and ext_user_id = any($2)`,
    [threadId, users],
  );
  return new Map(rows.map(({ ext_user_id, ...place }) => [ext_user_id, place]));
}

/**
 * The SQL condition that a viewer may see a thread: the integrator's back end (null) sees all threads, a user those of which
 * they are a current member.
 */
export const isSeenBy = (thread: string, viewer: string) => `(${viewer}::bigint is null or exists (
    select from members seen
    where seen.thread_id = ${thread} and seen.ext_user_id = ${viewer} and seen.state = 'active'))`;

/** The SQL condition that a viewer may read a thread, a row of `threads` in the space of the viewer: also users of the support desk. */
export const isReadBy = (thread: string, viewer: string) =>
  `(${isSeenBy(`${thread}.id`, viewer)} or ${isOpenToDesk(thread, viewer)})`;

/**
 * Moves the read position of a member forward to `seq` (null: to the end), never back. Undefined if `seq` is beyond the end of
 * the log, or the user is not a member.
 */
export async function advanceReadPosition(
  db: Queryable,
  threadId: ThreadId,
  user: ExtUserId,
  seq: number | null,
): Promise<number | undefined> {
  const [moved] = await db.query<{ read_seq: string }>(
    `update user_threads ut set read_seq = greatest(ut.read_seq, coalesce($3::bigint, h.last_seq))
     from thread_heads h
     where ut.ext_user_id = $2 and ut.thread_id = $1 and ut.is_member and h.thread_id = $1
       and coalesce($3::bigint, h.last_seq) <= h.last_seq
     returning ut.read_seq`,
    [threadId, user, seq],
  );
  return moved && Number(moved.read_seq);
}

/** Sets it back to before `seq`, never forward. Undefined if `seq` is not in the log, or the user is not a member. */
export async function setBackReadPosition(
  db: Queryable,
  threadId: ThreadId,
  user: ExtUserId,
  seq: number,
): Promise<number | undefined> {
  const [moved] = await db.query<{ read_seq: string }>(
    `update user_threads ut set read_seq = least(ut.read_seq, $3::bigint - 1) from thread_heads h
     where ut.ext_user_id = $2 and ut.thread_id = $1 and ut.is_member and h.thread_id = $1 and $3::bigint between 1 and h.last_seq
     returning ut.read_seq`,
    [threadId, user, seq],
  );
  return moved && Number(moved.read_seq);
}

/** Which of these users are current members of the thread. */
export async function currentMembers(
  db: Queryable,
  threadId: ThreadId,
  users: readonly string[],
): Promise<Set<ExtUserId>> {
  const rows = await db.query<{ ext_user_id: ExtUserId }>(
    `select ext_user_id from members where thread_id = $1 and ext_user_id = any($2::bigint[]) and state = 'active'`,
    [threadId, users],
  );
  return new Set(rows.map(({ ext_user_id }) => ext_user_id));
}

/** The statuses of one user in several threads, without threads in which the user never was a member. */
export async function statusesIn(
  db: Queryable,
  user: ExtUserId,
  threadIds: readonly ThreadId[],
): Promise<Map<ThreadId, MemberStatus>> {
  const rows = await db.query<{ thread_id: ThreadId; status: MemberStatus }>(
    `select thread_id, member_status(state, muted_until, banned_until) as status
     from members where thread_id = any($2) and ext_user_id = $1`,
    [user, threadIds],
  );
  return new Map(rows.map((row) => [row.thread_id, row.status]));
}

/**
 * Members of a thread by ascending ext_user_id (interface §4), from after `lastId` on; undefined when the thread is not
 * in the space, or the viewer may not see it.
 */
export async function pageMembers(
  db: Queryable,
  space: Space,
  threadId: ThreadId,
  page: { lastId: string; limit: number; status: MemberStatus | 'all'; viewer: ExtUserId | null },
): Promise<Member[] | undefined> {
  const rows = await db.query<MemberRow | { user_id: null }>(PAGE, [
    space.appId,
    space.tenantId,
    threadId,
    page.lastId,
    page.status,
    page.limit,
    page.viewer,
  ]);
  return rows.length === 0 ? undefined : rows.filter((row) => row.user_id !== null).map(toMember);
}

/** These members of a thread, by ascending ext_user_id. */
export async function showMembers(
  db: Queryable,
  threadId: ThreadId,
  users: readonly ExtUserId[],
): Promise<Member[]> {
  const rows = await db.query<MemberRow>(
    `select ${SHOWN} from members m join users u using (ext_user_id)
     where m.thread_id = $1 and m.ext_user_id = any($2) order by m.ext_user_id`,
    [threadId, users],
  );
  return rows.map(toMember);
}

type MemberRow = Omit<Member, 'status_until'> & { status_until: Date | null };

function toMember({ status_until, ...member }: MemberRow): Member {
  return status_until === null ? member : { ...member, status_until: status_until.getTime() };
}

const SHOWN = `u.user_id, m.ext_user_id, u.display_name, u.avatar_url, ${STATUS} as status, m.role,
  ${STATUS_UNTIL} as status_until`;

// If the page has no members, the result is one row of nulls, which shows that the thread exists.
const PAGE = `
  select member.* from threads t
  left join lateral (
    select ${SHOWN} from members m join users u using (ext_user_id)
    where m.thread_id = t.id and m.ext_user_id > $4 and ($5 = 'all' or ${STATUS} = $5)
    order by m.ext_user_id limit $6
  ) member on true
  where t.app_id = $1 and t.tenant_id = $2 and t.id = $3 and t.deleted_at is null and ${isReadBy('t', '$7')}
  order by member.ext_user_id`;
