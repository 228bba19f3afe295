import type { UserId } from '@palaver/protocol/ids';
import { MEMBER_ROLES, type MemberRole } from '@palaver/protocol/members';
import type { LinkedThreadPermissions, Permissions, Policy, SupportWrite } from '@palaver/protocol/policy';

/**
 * A linked thread belongs to the object of the integrator that it is tied to: no member, not even its owner, takes it away from the others,
 * shuts them out, or brings in people who have nothing to do with the object.
 */
const IN_LINKED_THREADS: LinkedThreadPermissions = {
  delete: false,
  rename: false,
  add: false,
  remove: false,
  leave: true,
  mute: true,
};

/**
 * The policy of an application that has set none. Anyone can become a guest, so a guest reaches and finds only users with whom
 * they share a thread. Other users have an account with the integrator: they may address each other, as in any messenger, within
 * limits that a person does not notice.
 */
export const DEFAULT_POLICY: Policy = {
  guests: {
    create_groups: false,
    open_direct_threads: 'shared',
    add_members: 'nobody',
    search_people: 'shared',
    members_at_a_time: 1,
    see_user_ids: true,
  },
  users: {
    create_groups: true,
    open_direct_threads: 'anyone',
    add_members: 'anyone',
    search_people: 'anyone',
    members_at_a_time: 100,
    see_user_ids: true,
  },
  contacts: [],
  // Agents answer where the thread belongs to a ticket; in other threads, members would be surprised.
  support: { write: { direct: false, group: false, linked: true } },
  linked_threads: { owner: IN_LINKED_THREADS, admin: IN_LINKED_THREADS, member: IN_LINKED_THREADS },
};

/** The stored policy: only the rules that were set. */
export interface PolicyRow {
  guests: Partial<Permissions> | null;
  users: Partial<Permissions> | null;
  contacts: UserId[] | null;
  support: { write?: Partial<SupportWrite> } | null;
  linked_threads: Partial<Record<MemberRole, Partial<LinkedThreadPermissions>>> | null;
}

export function toPolicy(row: PolicyRow | undefined): Policy {
  return {
    guests: { ...DEFAULT_POLICY.guests, ...row?.guests },
    users: { ...DEFAULT_POLICY.users, ...row?.users },
    contacts: row?.contacts ?? DEFAULT_POLICY.contacts,
    support: { write: { ...DEFAULT_POLICY.support.write, ...row?.support?.write } },
    linked_threads: Object.fromEntries(
      MEMBER_ROLES.map((role) => [
        role,
        { ...DEFAULT_POLICY.linked_threads[role], ...row?.linked_threads?.[role] },
      ]),
    ) as Policy['linked_threads'],
  };
}
