import type { Device } from '@palaver/protocol/devices';
import type { Context } from '../../context.ts';
import { listDevices as listDevicesOf } from '../../records/devices.ts';
import { findActiveUser, type NamedUser } from '../../records/users.ts';
import { userMissing } from './user-missing.ts';

/**
 * The devices of a user, the one that was seen last first. Refuses with M40402 (M40111 for a signed-in user) if the user is not
 * active.
 */
export async function listDevices({ db, space }: Context, who: NamedUser): Promise<Device[]> {
  const user = await findActiveUser(db, space, who);
  if (user === undefined) throw userMissing(who);
  return listDevicesOf(db, user);
}
