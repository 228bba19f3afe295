import type { UserId } from '@palaver/protocol/ids';
import type { User } from '@palaver/protocol/users';
import type { Context } from '../../context.ts';
import { findByUserId, toUser, type UserRow } from '../../records/users.ts';
import { refusalOf, userNotFound } from '../../refusal.ts';

/** One user, active or deactivated. Refuses with M40402. */
export async function getUser(ctx: Context, userId: UserId): Promise<User> {
  return toUser(await accessUser(ctx, userId));
}

/** The row of a user (not a bot) of this space. Refuses with M40402. */
async function accessUser(ctx: Context, userId: UserId): Promise<UserRow> {
  const row = await findByUserId(ctx.db, ctx.space, userId);
  if (row?.kind === 'user') return row;
  throw refusalOf([userNotFound('user_id')]);
}
