import type { AppId, ExtUserId, TenantId, UserId } from '@palaver/protocol/ids';
import type { User } from '@palaver/protocol/users';
import type { PublishingTransaction } from '../../bus/publishing-database.ts';
import type { Queryable, Transaction } from '../../storage/database.ts';
import { INDEXES_ONLY } from '../../storage/plan-settings.ts';
import type { Space } from '../context.ts';
import { lockUsersExclusive, lockUsersShared } from './app-locks.ts';
import { type NamedAccount, removeNameWords, replaceNameWords } from './name-words.ts';

/** The only module that writes `users` (avatars.ts: only their pictures), `user_aliases` and `user_renames`. It keeps the words of names (`name-words.ts`) up to date. */

export interface UserRow {
  ext_user_id: ExtUserId;
  user_id: UserId;
  kind: 'user' | 'bot';
  display_name: string;
  avatar_url: string;
  is_guest: boolean;
  metadata: string;
  created_at: Date;
  updated_at: Date;
  deactivated_at: Date | null;
}

/** Those of a {@link UserRow}. */
export const COLUMNS =
  'ext_user_id, user_id, kind, display_name, avatar_url, is_guest, metadata, created_at, updated_at, deactivated_at';

export function toUser(row: UserRow): User {
  const { kind: _kind, ...shown } = row;
  return {
    ...shown,
    created_at: row.created_at.getTime(),
    updated_at: row.updated_at.getTime(),
    deactivated_at: row.deactivated_at?.getTime() ?? null,
  };
}

export async function findByUserId(
  db: Queryable,
  space: Space,
  userId: UserId,
): Promise<UserRow | undefined> {
  const [row] = await db.query<UserRow>(
    `select ${COLUMNS} from users where app_id = $1 and tenant_id = $2 and user_id = $3`,
    [space.appId, space.tenantId, userId],
  );
  return row;
}

/** Users of a space in the order of their ext_user_id, from after `lastId` on. */
export async function pageUsers(
  db: Queryable,
  space: Space,
  page: { lastId: string; limit: number },
  kind: UserRow['kind'],
): Promise<UserRow[]> {
  return db.query<UserRow>(
    `select ${COLUMNS} from users
     where app_id = $1 and tenant_id = $2 and kind = $3 and ext_user_id > $4
     order by ext_user_id limit $5`,
    [space.appId, space.tenantId, kind, page.lastId, page.limit],
  );
}

/** A user or bot that an id of a request names. */
export interface ResolvedUser {
  ext_user_id: ExtUserId;
  user_id: UserId;
  kind: UserRow['kind'];
  is_active: boolean;
}

/**
 * The users that `ids` name in this space, in the order of `ids`; undefined where an id names none. Bots of the
 * application's own space serve every tenant, so they are found from there as well. An absorbed `ext_user_id`
 * names the user that absorbed it.
 */
export async function resolveUsers(
  db: Queryable,
  space: Space,
  idType: 1 | 2,
  ids: readonly string[],
): Promise<(ResolvedUser | undefined)[]> {
  const found = await db.query<ResolvedUser & { named: string }>(
    idType === 1 ? RESOLVE_EXT_USER_IDS : RESOLVE_USER_IDS,
    [space.appId, space.tenantId, ids],
  );
  const byName = new Map(found.map(({ named, ...user }) => [named, user]));
  return ids.map((id) => byName.get(id));
}

const IN_SPACE = `u.app_id = $1 and u.tenant_id in ($2, '') and (u.tenant_id = $2 or u.kind = 'bot')`;
const RESOLVED = 'u.ext_user_id, u.user_id, u.kind, u.deactivated_at is null as is_active';

const RESOLVE_USER_IDS = `
  select u.user_id as named, ${RESOLVED} from users u
  where u.app_id = $1 and u.user_id = any($3::text[]) and ${IN_SPACE}`;

// The ids are compared as numbers and answered as they were written ("007" names 7).
const RESOLVE_EXT_USER_IDS = `
  select n.named, ${RESOLVED}
  from unnest($3::text[]) as n (named)
  left join user_aliases a on a.alias_ext_user_id = n.named::bigint
  join users u on u.ext_user_id = coalesce(a.ext_user_id, n.named::bigint)
  where ${IN_SPACE}`;

/** Ids of a request, all to be read in one way. */
export interface NamedUsers {
  idType: 1 | 2;
  ids: readonly string[];
}

/**
 * Resolves lists of ids like {@link resolveUsers} and locks the users: none of them is absorbed, deactivated or renamed until
 * the end of the transaction. An operation that creates memberships calls this once, with all users that it needs, so that all
 * locks are taken in ascending order.
 */
export async function resolveAndLockUsers(
  tx: Transaction,
  space: Space,
  lists: readonly NamedUsers[],
): Promise<(ResolvedUser | undefined)[][]> {
  const [, users] = await Promise.all([
    lockUsersShared(tx, space.appId),
    resolveAndLockRows(tx, space, lists),
  ]);
  return users;
}

/** The same for a caller that holds the shared lock of users of the application, or requests it in the same write. */
export async function resolveAndLockRows(
  tx: Transaction,
  space: Space,
  lists: readonly NamedUsers[],
): Promise<(ResolvedUser | undefined)[][]> {
  for (let found = await resolveLists(tx, space, lists); ; ) {
    const ids = extUserIdsOf(found.flat());
    // A change of identifier may have committed while we waited for a lock: read again, on a fresh snapshot.
    const [, again] = await Promise.all([
      tx.query('select from users where ext_user_id = any($1) order by ext_user_id for key share', [ids]),
      resolveLists(tx, space, lists),
    ]);
    if (ids.join() === extUserIdsOf(again.flat()).join()) return again;
    found = again;
  }
}

/** Takes one statement per type of id, however many lists there are. */
async function resolveLists(
  tx: Transaction,
  space: Space,
  lists: readonly NamedUsers[],
): Promise<(ResolvedUser | undefined)[][]> {
  const resolve = async (idType: 1 | 2) => {
    const ids = lists.flatMap((list) => (list.idType === idType ? list.ids : []));
    return ids.length === 0 ? [] : resolveUsers(tx, space, idType, ids);
  };
  const [byExtUserId, byUserId] = await Promise.all([resolve(1), resolve(2)]);
  const users = { 1: byExtUserId.values(), 2: byUserId.values() };
  return lists.map(({ idType, ids }) => [...users[idType].take(ids.length)]);
}

function extUserIdsOf(users: readonly ({ ext_user_id: ExtUserId } | undefined)[]): ExtUserId[] {
  return users.flatMap((user) => (user === undefined ? [] : [user.ext_user_id]));
}

/**
 * The users or bots of exactly this space with these user ids, locked for a change of their identity; undefined where no user
 * has the id.
 */
export async function findAndLockByUserIds(
  tx: Transaction,
  space: Space,
  userIds: readonly UserId[],
): Promise<(UserRow | undefined)[]> {
  const find = async () => {
    const rows: (UserRow | undefined)[] = [];
    for (const userId of userIds) rows.push(await findByUserId(tx, space, userId));
    return rows;
  };
  await lockUsersExclusive(tx, space.appId);
  for (;;) {
    const before = extUserIdsOf(await find());
    await tx.query('select from users where ext_user_id = any($1) order by ext_user_id for update', [before]);
    const after = await find();
    if (before.join() === extUserIdsOf(after).join()) return after;
  }
}

/** Who a user is: signed in, or named by the integrator's back end. */
export type NamedUser = { readonly extUserId: ExtUserId } | { readonly userId: UserId };

/** Finds an active user (not a bot) of exactly this space. */
export async function findActiveUser(
  db: Queryable,
  space: Space,
  who: NamedUser,
): Promise<ExtUserId | undefined> {
  const [statement, values] = activeUser(space, who);
  const [user] = await db.query<{ ext_user_id: ExtUserId }>(statement, values);
  return user?.ext_user_id;
}

/**
 * The same, and locks the record: until the end of the transaction, it is not deactivated, absorbed or renamed, and other
 * transactions that lock it so wait.
 */
export async function findAndLockActiveUser(
  tx: Transaction,
  space: Space,
  who: NamedUser,
): Promise<ExtUserId | undefined> {
  const [statement, values] = activeUser(space, who);
  const [user] = await tx.query<{ ext_user_id: ExtUserId }>(`${statement} for no key update`, values);
  return user?.ext_user_id;
}

function activeUser({ appId, tenantId }: Space, who: NamedUser): [statement: string, values: string[]] {
  const [column, id] = 'extUserId' in who ? ['ext_user_id', who.extUserId] : ['user_id', who.userId];
  const statement = `
    select ext_user_id from users
    where app_id = $1 and tenant_id = $2 and ${column} = $3 and kind = 'user' and deactivated_at is null`;
  return [statement, [appId, tenantId, id]];
}

export interface Profile {
  display_name?: string | undefined;
  avatar_url?: string | undefined;
  is_guest?: boolean | undefined;
  metadata?: string | undefined;
}

/** A user or bot to store. Fields of the profile that are undefined keep their value. */
export interface UserToStore {
  userId: UserId;
  profile: Profile;
}

type StoredUser = UserRow & { is_new: boolean };

/**
 * Creates users or bots, or updates the profiles of those that exist, in the given order. Reactivates. Leaves undefined where the id
 * is taken by the other kind. Publishes changes of names and pictures.
 */
export async function upsertUsers(
  tx: PublishingTransaction,
  space: Space,
  kind: UserRow['kind'],
  users: readonly UserToStore[],
): Promise<(StoredUser | undefined)[]> {
  const stored: (StoredUser | undefined)[] = [];
  const named: NamedAccount[] = [];
  for (const user of users) {
    const row = await upsertUser(tx, space, kind, user);
    if (row?.is_named_anew === true) named.push({ space, ...row.user });
    stored.push(row?.user);
  }
  await replaceNameWords(tx, named);
  return stored;
}

async function upsertUser(
  tx: PublishingTransaction,
  space: Space,
  kind: UserRow['kind'],
  { userId, profile: { display_name, avatar_url, is_guest, metadata } }: UserToStore,
): Promise<{ user: StoredUser; is_named_anew: boolean } | undefined> {
  const [row] = await tx.query<StoredUser & { is_shown_anew: boolean; is_named_anew: boolean }>(
    `with before as materialized (
       select display_name, avatar_url, named_as from users
       where app_id = $1 and tenant_id = $2 and user_id = $3 for no key update
     )
     insert into users as u (app_id, tenant_id, user_id, kind, display_name, avatar_url, is_guest, metadata, named_as)
     select $1, $2, $3, $4, coalesce($5, ''), coalesce($6, ''), coalesce($7, false), coalesce($8, ''), coalesce($5, '')
     from (select count(*) from before) locked
     on conflict on constraint users_user_id_key do update set
       display_name = coalesce($5, u.display_name),
       avatar_url = coalesce($6, u.avatar_url),
       is_guest = coalesce($7, u.is_guest),
       metadata = coalesce($8, u.metadata),
       named_as = coalesce($5, u.display_name),
       updated_at = now(),
       deactivated_at = null
     where u.kind = excluded.kind
     returning ${COLUMNS}, u.xmax = 0 as is_new, exists (
       select from before b where (b.display_name, b.avatar_url) <> (u.display_name, u.avatar_url)
     ) as is_shown_anew, not exists (select from before b where b.named_as = u.display_name) as is_named_anew`,
    [space.appId, space.tenantId, userId, kind, display_name, avatar_url, is_guest, metadata],
  );
  if (row === undefined) return undefined;
  const { is_shown_anew: isShownAnew, is_named_anew, ...user } = row;
  if (isShownAnew) tx.publish({ type: 'user', user: user.ext_user_id });
  return { user, is_named_anew };
}

/** Search no longer finds the user by name. The profile shows no uploaded picture, which the caller releases. */
export async function markDeactivated(tx: Transaction, id: ExtUserId): Promise<void> {
  await tx.query(
    `update users u set deactivated_at = coalesce(deactivated_at, now()), updated_at = now(), named_as = null,
       avatar_url = case when exists (select from pictures p where p.ext_user_id = u.ext_user_id) then '' else avatar_url end
     where ext_user_id = $1`,
    [id],
  );
  await removeNameWords(tx, [id]);
}

/**
 * Active users from after `lastId` on whose name has no words yet, locked until the end of the transaction; those that another
 * transaction has locked are left out.
 */
export async function findAndLockUnnamed(
  tx: Transaction,
  page: { lastId: string; limit: number },
): Promise<NamedAccount[]> {
  await tx.query(INDEXES_ONLY);
  const rows = await tx.query<Omit<NamedAccount, 'space'> & { app_id: AppId; tenant_id: TenantId }>(
    `select app_id, tenant_id, kind, ext_user_id, display_name from users
     where named_as is distinct from display_name and deactivated_at is null and ext_user_id > $1
     order by ext_user_id limit $2 for no key update skip locked`,
    [page.lastId, page.limit],
  );
  return rows.map(({ app_id: appId, tenant_id: tenantId, ...user }) => ({
    ...user,
    space: { appId, tenantId },
  }));
}

/** Makes the words of these users, which the transaction has locked. */
export async function nameUsers(tx: Transaction, users: readonly NamedAccount[]): Promise<void> {
  const ids = users.map(({ ext_user_id }) => ext_user_id);
  await replaceNameWords(tx, users);
  await tx.query('update users set named_as = display_name where ext_user_id = any($1)', [ids]);
}

/** Whether this change of identifier has happened before, so that repeating it succeeds. */
export async function hasRenamed(db: Queryable, space: Space, from: UserId, to: UserId): Promise<boolean> {
  const rows = await db.query(
    `select from user_renames where app_id = $1 and tenant_id = $2 and from_user_id = $3 and to_user_id = $4`,
    [space.appId, space.tenantId, from, to],
  );
  return rows.length > 0;
}

/** Changes the `user_id` of a user, records the change, and publishes it. The new id must be free. */
export async function renameUser(
  tx: PublishingTransaction,
  space: Space,
  user: UserRow,
  to: UserId,
): Promise<void> {
  await tx.query('update users set user_id = $2, updated_at = now() where ext_user_id = $1', [
    user.ext_user_id,
    to,
  ]);
  await tx.query(
    `insert into user_renames (app_id, tenant_id, from_user_id, to_user_id, ext_user_id) values ($1, $2, $3, $4, $5)
     on conflict (app_id, tenant_id, from_user_id, to_user_id)
       do update set ext_user_id = excluded.ext_user_id, renamed_at = now()`,
    [space.appId, space.tenantId, user.user_id, to, user.ext_user_id],
  );
  tx.publish({ type: 'user', user: user.ext_user_id });
}

/**
 * Merges `absorbed` into `survivor`: the profile of `absorbed` wins, its `ext_user_id` becomes an alias, and its record is
 * deleted. The survivor is active if either was. Only renames and aliases may reference `absorbed`:
 * the caller has moved its devices and choices.
 */
export async function absorbUser(
  tx: Transaction,
  space: Space,
  survivor: UserRow,
  absorbed: UserRow,
): Promise<void> {
  const ids = [survivor.ext_user_id, absorbed.ext_user_id];
  await tx.query('update user_aliases set ext_user_id = $1 where ext_user_id = $2', ids);
  await tx.query('update user_renames set ext_user_id = $1 where ext_user_id = $2', ids);
  await tx.query('delete from users where ext_user_id = $1', [absorbed.ext_user_id]);
  await tx.query('insert into user_aliases (ext_user_id, alias_ext_user_id) values ($1, $2)', ids);
  await tx.query(
    `update users set display_name = $2, avatar_url = $3, is_guest = $4, metadata = $5, named_as = null,
       deactivated_at = case when $6 then null else deactivated_at end
     where ext_user_id = $1`,
    [
      survivor.ext_user_id,
      absorbed.display_name,
      absorbed.avatar_url,
      absorbed.is_guest,
      absorbed.metadata,
      absorbed.deactivated_at === null,
    ],
  );
  const isActive = survivor.deactivated_at === null || absorbed.deactivated_at === null;
  if (isActive) await nameUsers(tx, [{ ...absorbed, space, ext_user_id: survivor.ext_user_id }]);
}
