import type { ExtUserId } from '@palaver/protocol/ids';
import type { Addressees, Permissions } from '@palaver/protocol/policy';
import type { Queryable } from '../../../storage/database.ts';
import { findCompanions } from '../../records/memberships-of-user.ts';
import type { ResolvedUser } from '../../records/users.ts';
import { Refusal } from '../../refusal.ts';
import { type PolicyRow, toPolicy } from '../../rules/policy.ts';

/** What the policy may forbid. */
type Act = 'create_groups' | 'open_direct_threads' | 'add_members' | 'search_people';

/**
 * What the policy of the application permits a signed-in user to do, and whom they may address. The client API checks every
 * action that affects other users here. The integrator's back end is not restricted, even when it acts for a user.
 */
export class Allowance {
  readonly #user: ExtUserId;
  readonly #permissions: Permissions;
  readonly #contacts: ReadonlySet<string>;

  constructor(user: ExtUserId, permissions: Permissions, contacts: readonly string[]) {
    this.#user = user;
    this.#permissions = permissions;
    this.#contacts = new Set(contacts);
  }

  /**
   * Refuses with M40306 if the user may do this to nobody, and with M40005 if there are too many members at a time. It runs
   * before any user is looked up, so that the refusal does not reveal who exists.
   */
  check(act: Act, members = 0): void {
    const rule = this.#permissions[act];
    if (rule === false || rule === 'nobody') throw notPermitted(act);
    const { members_at_a_time: most } = this.#permissions;
    if (members <= most) return;
    const message = `must have at most ${most} items by the policy of the application`;
    throw new Refusal('M40005', [{ field: 'member_ids', rule: 'max_items', message }]);
  }

  /**
   * Whom the user may find by name, unless that is nobody: everyone; or the users with whom they share a thread, these contacts (by
   * `user_id`), and bots.
   */
  get found(): 'anyone' | { contacts: readonly string[] } {
    return this.#permissions.search_people === 'anyone' ? 'anyone' : { contacts: [...this.#contacts] };
  }

  /** Returns those of these users that the user may address. The caller treats the others as if they did not exist. */
  async findAddressable(
    db: Queryable,
    act: Exclude<Act, 'create_groups'>,
    users: readonly (ResolvedUser | undefined)[],
  ): Promise<ReadonlySet<ExtUserId>> {
    const found = users.filter((user) => user !== undefined);
    const rule: Addressees = this.#permissions[act];
    if (rule === 'anyone') return new Set(found.map(({ ext_user_id }) => ext_user_id));
    if (rule === 'nobody') return new Set();
    const isOpen = ({ ext_user_id, user_id, kind }: ResolvedUser) =>
      ext_user_id === this.#user || kind === 'bot' || this.#contacts.has(user_id);
    const open = found.filter(isOpen).map(({ ext_user_id }) => ext_user_id);
    const pairs = found
      .filter((user) => !isOpen(user))
      .map(({ ext_user_id }) => ({ user: this.#user, other: ext_user_id }));
    const companions = await findCompanions(db, pairs);
    return new Set([...open, ...companions.map(({ other }) => other)]);
  }
}

export async function allowanceOf(db: Queryable, user: ExtUserId): Promise<Allowance> {
  const [row] = await db.query<PolicyRow & { is_guest: boolean }>(
    `select u.is_guest, p.guests, p.users, p.contacts, p.support, p.linked_threads from users u left join app_policies p using (app_id)
     where u.ext_user_id = $1`,
    [user],
  );
  // The record was absorbed, so the token is no longer valid.
  if (row === undefined) throw new Refusal('M40111');
  const { guests, users, contacts } = toPolicy(row);
  return new Allowance(user, row.is_guest ? guests : users, contacts);
}

function notPermitted(act: string): Refusal {
  const message = `is of a user whom the policy of the application does not permit this (${act})`;
  return new Refusal('M40306', [{ field: 'Authorization', rule: 'policy', message }]);
}
