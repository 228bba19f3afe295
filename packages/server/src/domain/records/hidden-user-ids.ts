import type { AppId, ExtUserId } from '@palaver/protocol/ids';
import type { Queryable } from '../../storage/database.ts';
import { DEFAULT_POLICY } from '../rules/policy.ts';

/** Whose `user_id`s the policy of the application (`see_user_ids`) keeps from whom. Only signed-in users are kept from any. */

/** Condition: the user `viewer`, with the row `p` of the policy if there is one, is not shown the `user_id`s of others. */
const IS_KEPT = `not case when viewer.is_guest
  then coalesce((p.guests ->> 'see_user_ids')::boolean, ${DEFAULT_POLICY.guests.see_user_ids})
  else coalesce((p.users ->> 'see_user_ids')::boolean, ${DEFAULT_POLICY.users.see_user_ids}) end`;
const VIEWER = 'users viewer left join app_policies p on p.app_id = viewer.app_id';

/** Of these users and bots those whose `user_id` a signed-in user is not shown. */
export async function findHidden(
  db: Queryable,
  viewer: ExtUserId,
  users: readonly ExtUserId[],
): Promise<ReadonlySet<ExtUserId>> {
  const rows = await db.query<{ ext_user_id: ExtUserId }>(
    `select u.ext_user_id from ${VIEWER} join users u on u.ext_user_id = any($2)
     where viewer.ext_user_id = $1 and ${IS_KEPT} and u.kind = 'user' and u.ext_user_id <> $1`,
    [viewer, users],
  );
  return new Set(rows.map(({ ext_user_id }) => ext_user_id));
}

/** Of these signed-in users those who are not shown the `user_id`s of others. */
export async function findKept(db: Queryable, users: readonly ExtUserId[]): Promise<ReadonlySet<ExtUserId>> {
  const rows = await db.query<{ ext_user_id: ExtUserId }>(
    `select viewer.ext_user_id from ${VIEWER} where viewer.ext_user_id = any($1) and ${IS_KEPT}`,
    [users],
  );
  return new Set(rows.map(({ ext_user_id }) => ext_user_id));
}

/** Of these applications those that have set the rule, for whomever: only their users need be looked at. */
export async function findKeeping(db: Queryable, apps: readonly AppId[]): Promise<ReadonlySet<AppId>> {
  const rows = await db.query<{ app_id: AppId }>(
    `select app_id from app_policies where app_id = any($1) and (guests ? 'see_user_ids' or users ? 'see_user_ids')`,
    [apps],
  );
  return new Set(rows.map(({ app_id }) => app_id));
}

/** Those of them that are bots: their ids are hidden from nobody. */
export async function findBots(db: Queryable, users: readonly ExtUserId[]): Promise<ReadonlySet<ExtUserId>> {
  const rows = await db.query<{ ext_user_id: ExtUserId }>(
    `select ext_user_id from users where ext_user_id = any($1) and kind = 'bot'`,
    [users],
  );
  return new Set(rows.map(({ ext_user_id }) => ext_user_id));
}
