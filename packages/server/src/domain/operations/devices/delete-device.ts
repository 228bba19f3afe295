import type { DeviceId } from '@palaver/protocol/ids';
import type { Context } from '../../context.ts';
import { removeDevice } from '../../records/devices.ts';
import { findActiveUser, type NamedUser } from '../../records/users.ts';
import { userMissing } from './user-missing.ts';

/**
 * Removes a device of a user: it gets no further notifications. Succeeds also if there is no such device. Refuses with M40402
 * (M40111 for a signed-in user) if the user is not active.
 */
export async function deleteDevice(
  { db, space }: Context,
  who: NamedUser,
  deviceId: DeviceId,
): Promise<void> {
  const user = await findActiveUser(db, space, who);
  if (user === undefined) throw userMissing(who);
  await removeDevice(db, user, deviceId);
}
