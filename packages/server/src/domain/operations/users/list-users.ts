import type { User } from '@palaver/protocol/users';
import type { Context } from '../../context.ts';
import { pageUsers, toUser } from '../../records/users.ts';

/** Users by ascending ext_user_id, deactivated ones included. */
export async function listUsers(ctx: Context, page: { lastId: string; limit: number }): Promise<User[]> {
  return (await pageUsers(ctx.db, ctx.space, page, 'user')).map(toUser);
}
