import type { AppId } from '@palaver/protocol/ids';
import type { Permissions, Policy, UpdatePolicy } from '@palaver/protocol/policy';
import type { Queryable } from '../../storage/database.ts';
import type { PolicyRow } from '../rules/policy.ts';
import { DEFAULT_POLICY, toPolicy } from '../rules/policy.ts';

/** The only module that writes `app_policies`. */

export async function findPolicy(db: Queryable, appId: AppId): Promise<Policy> {
  const [row] = await db.query<PolicyRow>(
    'select guests, users, contacts from app_policies where app_id = $1',
    [appId],
  );
  return toPolicy(row);
}

/** Changes the given rules and keeps the others; returns the whole policy. It applies to the next request on every node. */
export async function changePolicy(db: Queryable, appId: AppId, changes: UpdatePolicy): Promise<Policy> {
  const [row] = await db.query<PolicyRow>(
    `insert into app_policies as p (app_id, guests, users, contacts) values ($1, $2::jsonb, $3::jsonb, coalesce($4::text[], '{}'))
     on conflict (app_id) do update
       set guests = p.guests || $2::jsonb, users = p.users || $3::jsonb, contacts = coalesce($4::text[], p.contacts)
     returning guests, users, contacts`,
    [
      appId,
      JSON.stringify(knownOf(changes.guests)),
      JSON.stringify(knownOf(changes.users)),
      changes.contacts && [...new Set(changes.contacts)],
    ],
  );
  return toPolicy(row);
}

/** The known rules of a change; unknown fields are ignored, as everywhere. */
function knownOf(changes: Partial<Permissions> | undefined): Partial<Permissions> {
  const names = Object.keys(DEFAULT_POLICY.users) as (keyof Permissions)[];
  return Object.fromEntries(
    names.flatMap((name) => (changes?.[name] === undefined ? [] : [[name, changes[name]]])),
  );
}
