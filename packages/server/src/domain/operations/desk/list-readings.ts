import type { DeskReading } from '@palaver/protocol/desk';
import type { UserId } from '@palaver/protocol/ids';
import type { Context } from '../../context.ts';
import { pageReadings } from '../../records/desk.ts';
import { getUser } from '../users/get-user.ts';

/** The readings of a user, the newest first, also from before they left the desk. Refuses with M40402. */
export async function listReadings(
  ctx: Context,
  userId: UserId,
  page: { lastId: string; limit: number },
): Promise<DeskReading[]> {
  const { ext_user_id } = await getUser(ctx, userId);
  return pageReadings(ctx.db, ext_user_id, page);
}
