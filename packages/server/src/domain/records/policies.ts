import type { AppId } from '@palaver/protocol/ids';
import { MEMBER_ROLES } from '@palaver/protocol/members';
import type { Policy, UpdatePolicy } from '@palaver/protocol/policy';
import type { Queryable } from '../../storage/database.ts';
import type { PolicyRow } from '../rules/policy.ts';
import { DEFAULT_POLICY, toPolicy } from '../rules/policy.ts';

/** The only module that writes `app_policies`. */

const SHOWN = 'guests, users, contacts, support, linked_threads';

export async function findPolicy(db: Queryable, appId: AppId): Promise<Policy> {
  const [row] = await db.query<PolicyRow>(`select ${SHOWN} from app_policies where app_id = $1`, [appId]);
  return toPolicy(row);
}

/** Changes the given rules and keeps the others; returns the whole policy. It applies to the next request on every node. */
export async function changePolicy(db: Queryable, appId: AppId, changes: UpdatePolicy): Promise<Policy> {
  const linked = MEMBER_ROLES.map((role) => [
    role,
    knownOf(DEFAULT_POLICY.linked_threads[role], changes.linked_threads?.[role]),
  ]);
  const [row] = await db.query<PolicyRow>(CHANGE, [
    appId,
    JSON.stringify(knownOf(DEFAULT_POLICY.guests, changes.guests)),
    JSON.stringify(knownOf(DEFAULT_POLICY.users, changes.users)),
    changes.contacts && [...new Set(changes.contacts)],
    JSON.stringify(Object.fromEntries(linked)),
    JSON.stringify(knownOf(DEFAULT_POLICY.support.write, changes.support?.write)),
  ]);
  return toPolicy(row);
}

const LINKED_THREADS = MEMBER_ROLES.map(
  (role) => `'${role}', coalesce(p.linked_threads -> '${role}', '{}') || ($5::jsonb -> '${role}')`,
);
const CHANGE = `
  insert into app_policies as p (app_id, guests, users, contacts, linked_threads, support)
  values ($1, $2::jsonb, $3::jsonb, coalesce($4::text[], '{}'), $5::jsonb, jsonb_build_object('write', $6::jsonb))
  on conflict (app_id) do update
    set guests = p.guests || $2::jsonb, users = p.users || $3::jsonb, contacts = coalesce($4::text[], p.contacts),
      linked_threads = jsonb_build_object(${LINKED_THREADS.join(', ')}),
      support = jsonb_build_object('write', coalesce(p.support -> 'write', '{}') || $6::jsonb)
  returning ${SHOWN}`;

/** The known rules of a change; unknown fields are ignored, as everywhere. */
function knownOf<Rules extends object>(
  known: Rules,
  changes: { readonly [Name in keyof Rules]?: Rules[Name] | undefined } | undefined,
): Partial<Rules> {
  const names = Object.keys(known) as (keyof Rules)[];
  return Object.fromEntries(
    names.flatMap((name) => (changes?.[name] === undefined ? [] : [[name, changes[name]]])),
  ) as Partial<Rules>;
}
