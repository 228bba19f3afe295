import type { Device, PutDevice } from '@palaver/protocol/devices';
import { canonicalLanguage } from '@palaver/protocol/formats';
import type { DeviceId } from '@palaver/protocol/ids';
import type { Transaction } from '../../../storage/database.ts';
import type { Context, Space } from '../../context.ts';
import {
  type DeviceRegistration,
  findServerKey,
  lockDevices,
  putDevice as putDeviceOf,
} from '../../records/devices.ts';
import { keepStreamOn } from '../../records/event-streams.ts';
import { publicWebPushKey } from '../../records/push-credentials.ts';
import { findAndLockActiveUser, type NamedUser } from '../../records/users.ts';
import { userMissing } from './user-missing.ts';

/**
 * Registers a device of a user, or refreshes its registration. A token belongs to the user who registered it last. Of more than
 * {@link MAX_DEVICES}, the one that was seen the longest ago is removed. Switches the event stream on, from which notifications
 * are made. Refuses with M40402 (M40111 for a signed-in user) if the user is not active.
 */
export async function putDevice(
  { db, space }: Context,
  who: NamedUser,
  deviceId: DeviceId,
  input: PutDevice,
): Promise<Device> {
  return db.transaction(async (tx) => {
    const user = await findAndLockActiveUser(tx, space, who);
    if (user === undefined) throw userMissing(who);
    const token = input.subscription?.endpoint ?? input.token ?? '';
    await lockDevices(tx, space.appId, user, { provider: input.provider, token });
    const keys = await keysOf(tx, space, input);
    const device = await putDeviceOf(tx, space.appId, user, {
      deviceId,
      provider: input.provider,
      token,
      keys,
      language: canonicalLanguage(input.language ?? '') ?? '',
      timeZone: input.time_zone ?? '',
    });
    await keepStreamOn(tx, space.appId);
    return device;
  });
}

async function keysOf(
  tx: Transaction,
  space: Space,
  { subscription }: PutDevice,
): Promise<DeviceRegistration['keys']> {
  if (subscription === undefined) return null;
  const { endpoint, keys, application_server_key: named } = subscription;
  const serverKey =
    named || (await findServerKey(tx, space.appId, endpoint)) || (await publicWebPushKey(tx, space));
  return { p256dh: keys.p256dh, auth: keys.auth, application_server_key: serverKey };
}
