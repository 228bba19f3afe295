import type { UserId } from '@palaver/protocol/ids';
import type { Context } from '../../context.ts';
import { removeDevices } from '../../records/devices.ts';
import { revokeTokensOf } from '../../records/token-revocations.ts';
import { findAndLockActiveUser } from '../../records/users.ts';
import { refusalOf, userNotFound } from '../../refusal.ts';

/**
 * Revokes all tokens of a user, closes their connections on every node within 5 s, and removes their devices: they are signed out
 * everywhere. Refuses with M40402.
 */
export async function revokeTokens({ db, space }: Context, userId: UserId): Promise<void> {
  await db.transaction(async (tx) => {
    const user = await findAndLockActiveUser(tx, space, { userId });
    if (user === undefined) throw refusalOf([userNotFound('user_id')]);
    await revokeTokensOf(tx, [user], 'cut');
    await removeDevices(tx, user);
  });
}
