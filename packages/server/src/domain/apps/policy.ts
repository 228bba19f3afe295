import type { AppId, UserId } from '@palaver/protocol/ids';
import type { Permissions, Policy, UpdatePolicy } from '@palaver/protocol/policy';
import type { Queryable } from '../../storage/database.ts';
import type { Context } from '../context.ts';

/** The only module that writes `app_policies`. */

/**
 * What holds where the integrator has set nothing. Anybody can become a guest, so a guest reaches only those who have been
 * brought together with them. Other users have an account with the integrator: they may address each other, as in any
 * messenger, within bounds that a person does not notice.
 */
export const DEFAULT_POLICY: Policy = {
  guests: {
    create_groups: false,
    open_direct_threads: 'shared',
    add_members: 'nobody',
    members_at_a_time: 1,
    see_user_ids: true,
  },
  users: {
    create_groups: true,
    open_direct_threads: 'anyone',
    add_members: 'anyone',
    members_at_a_time: 100,
    see_user_ids: true,
  },
  contacts: [],
};

/** As it is stored: what was set. */
export interface PolicyRow {
  guests: Partial<Permissions> | null;
  users: Partial<Permissions> | null;
  contacts: UserId[] | null;
}

export function toPolicy(row: PolicyRow | undefined): Policy {
  return {
    guests: { ...DEFAULT_POLICY.guests, ...row?.guests },
    users: { ...DEFAULT_POLICY.users, ...row?.users },
    contacts: row?.contacts ?? DEFAULT_POLICY.contacts,
  };
}

export async function findPolicy(db: Queryable, appId: AppId): Promise<Policy> {
  const [row] = await db.query<PolicyRow>(
    'select guests, users, contacts from app_policies where app_id = $1',
    [appId],
  );
  return toPolicy(row);
}

/** Changes what is named and keeps the rest; answers the whole. It holds for the next request on every node. */
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

/** The rules of which something is said; other fields are ignored as everywhere. */
function knownOf(changes: Partial<Permissions> | undefined): Partial<Permissions> {
  const names = Object.keys(DEFAULT_POLICY.users) as (keyof Permissions)[];
  return Object.fromEntries(
    names.flatMap((name) => (changes?.[name] === undefined ? [] : [[name, changes[name]]])),
  );
}

/** The policy of the application, which holds in all its tenants. */
export async function getPolicy({ db, space }: Context): Promise<Policy> {
  return findPolicy(db, space.appId);
}

export async function updatePolicy({ db, space }: Context, changes: UpdatePolicy): Promise<Policy> {
  return changePolicy(db, space.appId, changes);
}
