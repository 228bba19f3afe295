import type { UserId } from '@palaver/protocol/ids';
import type { Context } from '../../context.ts';
import { findTokenHolder, revokeTokensOf } from '../../records/token-revocations.ts';
import { refusalOf, userNotFound } from '../../refusal.ts';

/** Revokes all tokens of a user and closes their connections on every node within 5 s. Refuses with M40402. */
export async function revokeTokens({ db, space }: Context, userId: UserId): Promise<void> {
  await db.transaction(async (tx) => {
    const holder = await findTokenHolder(tx, space, userId);
    if (holder === undefined) throw refusalOf([userNotFound('user_id')]);
    await revokeTokensOf(tx, [holder.ext_user_id], 'cut');
  });
}
