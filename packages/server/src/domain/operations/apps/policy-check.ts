import type { ExtUserId } from '@palaver/protocol/ids';
import type { Addressees, Permissions } from '@palaver/protocol/policy';
import type { Queryable } from '../../../storage/database.ts';
import { findCompanions } from '../../records/memberships-of-user.ts';
import type { ResolvedUser } from '../../records/users.ts';
import { Refusal } from '../../refusal.ts';
import { type PolicyRow, toPolicy } from '../../rules/policy.ts';

/**
 * What the policy of the application lets a signed-in user do, and whom they may address. Everything that one of them does
 * to others by the client API asks here; the integrator's back end is never asked, in whoever's name it acts.
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
   * Refuses with M40306 what the user may do to nobody, and with M40005 too many members at a time: before anybody is looked
   * up, so that the refusal says nothing of who is there.
   */
  check(act: 'create_groups' | 'open_direct_threads' | 'add_members', members = 0): void {
    const rule = this.#permissions[act];
    if (rule === false || rule === 'nobody') throw notPermitted(act);
    const { members_at_a_time: most } = this.#permissions;
    if (members <= most) return;
    const message = `must have at most ${most} items by the policy of the application`;
    throw new Refusal('M40005', [{ field: 'member_ids', rule: 'max_items', message }]);
  }

  /** Of these users those whom the user may address; the others answer like users who are not there. */
  async findAddressable(
    db: Queryable,
    act: 'open_direct_threads' | 'add_members',
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
    `select u.is_guest, p.guests, p.users, p.contacts from users u left join app_policies p using (app_id)
     where u.ext_user_id = $1`,
    [user],
  );
  // An absorbed record is gone: the token is none any more.
  if (row === undefined) throw new Refusal('M40111');
  const { guests, users, contacts } = toPolicy(row);
  return new Allowance(user, row.is_guest ? guests : users, contacts);
}

function notPermitted(act: string): Refusal {
  const message = `is of a user whom the policy of the application does not permit this (${act})`;
  return new Refusal('M40306', [{ field: 'Authorization', rule: 'policy', message }]);
}
