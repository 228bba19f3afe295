import type { User } from '@palaver/protocol/users';
import type { SignedInContext } from '../../context.ts';
import { findByUserId, toUser } from '../../records/users.ts';
import { Refusal } from '../../refusal.ts';

/** The signed-in user. Refuses with M40111 if they are no longer active. */
export async function getMe({ db, space, actingUser }: SignedInContext): Promise<User> {
  const row = await findByUserId(db, space, actingUser.userId);
  const isThem = row?.ext_user_id === actingUser.extUserId && row.deactivated_at === null;
  if (!isThem) throw new Refusal('M40111');
  return toUser(row);
}
