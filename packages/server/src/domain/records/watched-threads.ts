import type { AppId, ExtUserId, TenantId, ThreadId } from '@palaver/protocol/ids';
import type { Queryable, Transactor } from '../../storage/database.ts';
import { readByKeys } from '../../storage/plan-settings.ts';
import { isReadBy } from './members.ts';
import { toMs } from './messages.ts';
import { one } from './thread-columns.ts';

/** What connections of the support desk watch. */

const LAST_MESSAGE_AT = `case when h.last_message_seq > 0 then ${toMs('h.active_at')} end`;

/** The latest activity of a thread. */
export interface Activity {
  thread_id: ThreadId;
  last_seq: number;
  last_message_at: number | null;
}

interface SpaceColumns {
  app_id: AppId;
  tenant_id: TenantId;
}

/**
 * The latest activity in those of these threads that belong to one of these spaces, but for direct ones. `hidden`: the others that exist,
 * which are hidden from these spaces for good.
 */
export async function findActivity(
  db: Pick<Transactor, 'transactionAtOnce'>,
  threadIds: readonly ThreadId[],
  spaces: readonly { appId: AppId; tenantId: TenantId }[],
): Promise<{ shown: (Activity & SpaceColumns)[]; hidden: ThreadId[] }> {
  const names = spaces.map(({ appId, tenantId }) => `${appId} ${tenantId}`);
  const rows = await readByKeys<Activity & SpaceColumns & { is_shown: boolean }>(db, ACTIVITY, [
    threadIds,
    names,
  ]);
  return {
    shown: rows.flatMap(({ is_shown, ...activity }) => (is_shown ? [activity] : [])),
    hidden: rows.flatMap(({ is_shown, thread_id }) => (is_shown ? [] : [thread_id])),
  };
}

/**
 * The same for groups that {@link findActivity} has shown before, for less than half of its cost. Leaves out those without members, such as deleted ones.
 */
export function findActivityOfGroups(
  db: Pick<Transactor, 'transactionAtOnce'>,
  threadIds: readonly ThreadId[],
): Promise<Activity[]> {
  return readByKeys<Activity>(db, ACTIVITY_OF_GROUPS, [threadIds]);
}

const ACTIVITY_OF_GROUPS = `
  select h.thread_id::text as thread_id, h.last_seq::float8, ${LAST_MESSAGE_AT} as last_message_at
  from unnest($1::bigint[]) named (thread_id)
  ${one('thread_heads', 'row.thread_id = named.thread_id')} h
  where h.member_count > 0`;

// (The id of an application has no space in it. One comparison of texts takes half the time of a join with the spaces.)
const ACTIVITY = `
  select t.id::text as thread_id, t.app_id, t.tenant_id, h.last_seq is not null as is_shown, h.last_seq::float8,
    ${LAST_MESSAGE_AT} as last_message_at
  from unnest($1::bigint[]) named (thread_id)
  ${one('threads', 'row.id = named.thread_id')} t
  left join lateral (
    select last_seq, last_message_seq, active_at from thread_heads
    where thread_id = named.thread_id and t.type <> 'direct' and t.deleted_at is null
      and t.app_id || ' ' || t.tenant_id = any($2::text[])
    limit 1
  ) h on true`;

/** Which of these users are on the desk. */
export async function findDeskUsers(
  db: Queryable,
  users: readonly ExtUserId[],
): Promise<ReadonlySet<ExtUserId>> {
  const rows = await db.query<{ ext_user_id: ExtUserId }>(
    'select ext_user_id from desk_users where ext_user_id = any($1)',
    [users],
  );
  return new Set(rows.map(({ ext_user_id }) => ext_user_id));
}

/** Which of these threads are not deleted. */
export async function findPresent(
  db: Pick<Transactor, 'transactionAtOnce'>,
  threadIds: readonly ThreadId[],
): Promise<ReadonlySet<ThreadId>> {
  const rows = await readByKeys<{ thread_id: ThreadId }>(db, PRESENT, [threadIds]);
  return new Set(rows.map(({ thread_id }) => thread_id));
}

const PRESENT = `
  select t.id::text as thread_id from unnest($1::bigint[]) named (thread_id)
  ${one('threads', 'row.id = named.thread_id')} t
  where t.deleted_at is null`;

/** A thread that a user watches. */
export interface Watch {
  user: ExtUserId;
  threadId: ThreadId;
}

/** For each of these watches, in their order, whether the user may still read the thread. */
export async function findReadable(db: Queryable, watches: readonly Watch[]): Promise<boolean[]> {
  const rows = await db.query<{ is_open: boolean }>(READABLE, [
    watches.map(({ user }) => user),
    watches.map(({ threadId }) => threadId),
  ]);
  return rows.map(({ is_open }) => is_open);
}

const READABLE = `
  select exists (
    select from threads t where t.id = watch.thread_id and t.deleted_at is null and ${isReadBy('t', 'watch.ext_user_id')}
  ) as is_open
  from unnest($1::bigint[], $2::bigint[]) with ordinality as watch (ext_user_id, thread_id, n) order by n`;
