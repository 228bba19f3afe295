import type { DeskUser } from '@palaver/protocol/desk';
import type { UserId } from '@palaver/protocol/ids';
import type { Context } from '../../context.ts';
import { findDeskUser } from '../../records/desk.ts';
import { getUser } from '../users/get-user.ts';

/** Whether a user is on the support desk. Refuses with M40402. */
export async function getDeskUser(ctx: Context, userId: UserId): Promise<DeskUser> {
  const { ext_user_id } = await getUser(ctx, userId);
  return (await findDeskUser(ctx.db, ext_user_id)) ?? { enabled: false, direct_threads: false, since: null };
}
