import type { UserId } from '@palaver/protocol/ids';
import type { Context } from '../../context.ts';
import { findTokenHolder, revokeTokensOf } from '../../records/token-revocations.ts';
import { refusalOf, userNotFound } from '../../refusal.ts';

/** Ends every token of a user, and every connection: on every node within 5 s. M40402 when there is no active user of this id. */
export async function revokeTokens({ db, space }: Context, userId: UserId): Promise<void> {
  await db.transaction(async (tx) => {
    const holder = await findTokenHolder(tx, space, userId);
    if (holder === undefined) throw refusalOf([userNotFound('user_id')]);
    await revokeTokensOf(tx, [holder.ext_user_id], 'cut');
  });
}
