import type { AppId, ExtUserId } from '@palaver/protocol/ids';
import { BatchedLookup } from '../../platform/batched-lookup.ts';
import { getOrInsert } from '../../platform/get-or-insert.ts';
import type { Queryable } from '../../storage/database.ts';
import { DEFAULT_POLICY } from '../rules/policy.ts';

/** Which `user_id`s the policy of the application (`see_user_ids`) hides from which signed-in users. */

/** The SQL condition that `user_id`s of others are hidden from the user `viewer`; `p` is the row of the policy, if any. */
const IDS_ARE_HIDDEN = `not case when viewer.is_guest
  then coalesce((p.guests ->> 'see_user_ids')::boolean, ${DEFAULT_POLICY.guests.see_user_ids})
  else coalesce((p.users ->> 'see_user_ids')::boolean, ${DEFAULT_POLICY.users.see_user_ids}) end`;
const VIEWER = 'users viewer left join app_policies p on p.app_id = viewer.app_id';

/** The users among these whose `user_id` is hidden from the viewer. Ids of bots are never hidden. */
export async function findHidden(
  db: Queryable,
  viewer: ExtUserId,
  users: readonly ExtUserId[],
): Promise<ReadonlySet<ExtUserId>> {
  const rows = await db.query<{ ext_user_id: ExtUserId }>(
    `select u.ext_user_id from ${VIEWER} join users u on u.ext_user_id = any($2)
     where viewer.ext_user_id = $1 and ${IDS_ARE_HIDDEN} and u.kind = 'user' and u.ext_user_id <> $1`,
    [viewer, users],
  );
  return new Set(rows.map(({ ext_user_id }) => ext_user_id));
}

/** The signed-in users among these from whom the `user_id`s of others are hidden. */
export async function findRestrictedViewers(
  db: Queryable,
  users: readonly ExtUserId[],
): Promise<ReadonlySet<ExtUserId>> {
  const rows = await db.query<{ ext_user_id: ExtUserId }>(
    `select viewer.ext_user_id from ${VIEWER} where viewer.ext_user_id = any($1) and ${IDS_ARE_HIDDEN}`,
    [users],
  );
  return new Set(rows.map(({ ext_user_id }) => ext_user_id));
}

/** By database. */
const viewerLookups = new WeakMap<Queryable, BatchedLookup<ExtUserId, true>>();

/**
 * Whether the `user_id`s of others are hidden from the viewer. Every response that shows a signed-in user others depends on it, so viewers
 * that are looked up at the same time share a statement.
 */
export async function isRestrictedViewer(db: Queryable, viewer: ExtUserId): Promise<boolean> {
  const lookup = getOrInsert(viewerLookups, db, () => {
    return new BatchedLookup<ExtUserId, true>(async (viewers) => {
      const restricted = await findRestrictedViewers(db, viewers);
      return new Map([...restricted].map((user) => [user, true]));
    });
  });
  return (await lookup.find(viewer)) === true;
}

/** The applications among these whose policy sets `see_user_ids`. Only their users need to be checked. */
export async function findAppsWithIdPolicy(
  db: Queryable,
  apps: readonly AppId[],
): Promise<ReadonlySet<AppId>> {
  const rows = await db.query<{ app_id: AppId }>(
    `select app_id from app_policies where app_id = any($1) and (guests ? 'see_user_ids' or users ? 'see_user_ids')`,
    [apps],
  );
  return new Set(rows.map(({ app_id }) => app_id));
}

/** The bots among these users. Their ids are never hidden. */
export async function findBots(db: Queryable, users: readonly ExtUserId[]): Promise<ReadonlySet<ExtUserId>> {
  const rows = await db.query<{ ext_user_id: ExtUserId }>(
    `select ext_user_id from users where ext_user_id = any($1) and kind = 'bot'`,
    [users],
  );
  return new Set(rows.map(({ ext_user_id }) => ext_user_id));
}
