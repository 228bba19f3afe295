import type { UserId } from '@palaver/protocol/ids';
import type { User } from '@palaver/protocol/users';
import type { Context, SignedInContext } from '../context.ts';
import { Refusal, refusalOf, userNotFound } from '../refusal.ts';
import { findByUserId, pageUsers, toUser, type UserRow } from './queries.ts';

/** One user, deactivated ones included. M40402 when there is none. */
export async function getUser(ctx: Context, userId: UserId): Promise<User> {
  return toUser(await accessUser(ctx, userId));
}

/** The row of a user (not a bot) of this space; M40402 when there is none. */
async function accessUser(ctx: Context, userId: UserId): Promise<UserRow> {
  const row = await findByUserId(ctx.db, ctx.space, userId);
  if (row?.kind === 'user') return row;
  throw refusalOf([userNotFound('user_id')]);
}

/** The user who has signed in. M40111 when they are no active user any more. */
export async function getMe({ db, space, actingUser }: SignedInContext): Promise<User> {
  const row = await findByUserId(db, space, actingUser.userId);
  const isThem = row?.ext_user_id === actingUser.extUserId && row.deactivated_at === null;
  if (!isThem) throw new Refusal('M40111');
  return toUser(row);
}

/** Users by ascending ext_user_id, deactivated ones included. */
export async function listUsers(ctx: Context, page: { lastId: string; limit: number }): Promise<User[]> {
  return (await pageUsers(ctx.db, ctx.space, page, 'user')).map(toUser);
}
