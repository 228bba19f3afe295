import { type DeskUser, MAX_DESK_USERS, type PutDeskUser } from '@palaver/protocol/desk';
import type { UserId } from '@palaver/protocol/ids';
import type { Context } from '../../context.ts';
import { putDeskUser as putOnDesk } from '../../records/desk.ts';
import { findAndLockActiveUser } from '../../records/users.ts';
import { Refusal, refusalOf, userNotFound } from '../../refusal.ts';

/** Puts a user on the support desk, or changes what they may read. Refuses with M40402, and M40005 if the desk of the tenant is full. */
export async function putDeskUser(
  { db, space }: Context,
  userId: UserId,
  input: PutDeskUser,
): Promise<DeskUser> {
  return db.transaction(async (tx) => {
    const user = await findAndLockActiveUser(tx, space, { userId });
    if (user === undefined) throw refusalOf([userNotFound('user_id')]);
    const put = await putOnDesk(tx, space, user, { directThreads: input.direct_threads ?? false });
    if (put !== undefined) return put;
    const message = `is of one user too many: the desk of a tenant has at most ${MAX_DESK_USERS}`;
    throw new Refusal('M40005', [{ field: 'user_id', rule: 'max_items', message }]);
  });
}
