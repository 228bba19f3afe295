import type { UserId } from '@palaver/protocol/ids';
import type { Context } from '../../context.ts';
import { removeDeskUser as removeFromDesk } from '../../records/desk.ts';
import { findAndLockActiveUser } from '../../records/users.ts';
import { refusalOf, userNotFound } from '../../refusal.ts';

/** Takes a user off the support desk, and ends their readings. Succeeds also if they are not on it. Refuses with M40402. */
export async function removeDeskUser({ db, space }: Context, userId: UserId): Promise<void> {
  await db.transaction(async (tx) => {
    const user = await findAndLockActiveUser(tx, space, { userId });
    if (user === undefined) throw refusalOf([userNotFound('user_id')]);
    await removeFromDesk(tx, user);
  });
}
