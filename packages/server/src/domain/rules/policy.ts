import type { UserId } from '@palaver/protocol/ids';
import type { Permissions, Policy } from '@palaver/protocol/policy';

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
};

/** The stored policy: only the rules that were set. */
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
