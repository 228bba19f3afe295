import type { Device, PutDeviceBody } from '../api.ts';
import { type CallOptions, path } from '../http/call.ts';
import type { BackEnd } from './back-end.ts';

/** The devices on which a user gets notifications: `palaver.users.devices`. */
export class Devices {
  readonly #backEnd: BackEnd;

  constructor(backEnd: BackEnd) {
    this.#backEnd = backEnd;
  }

  /**
   * Registers a device of a user, or refreshes its registration. A token belongs to the user who registered it last. A user has up
   * to 20 devices; one more replaces the one that was seen the longest ago.
   *
   * @example
   * ```ts
   * await palaver.users.devices.register('ann', 'phone-1', { provider: 'fcm', token: 'c2aK9KHmw8E:APA91bF7MY9b' });
   * ```
   */
  register(userId: string, deviceId: string, device: PutDeviceBody, options?: CallOptions): Promise<Device> {
    return this.#backEnd.send({ method: 'PUT', path: deviceOf(userId, deviceId), json: device }, options);
  }

  /**
   * Removes a device of a user. Succeeds also if the user has no such device.
   *
   * @example
   * ```ts
   * await palaver.users.devices.remove('ann', 'phone-1');
   * ```
   */
  remove(userId: string, deviceId: string, options?: CallOptions): Promise<void> {
    return this.#backEnd.send({ method: 'DELETE', path: deviceOf(userId, deviceId) }, options);
  }

  /**
   * Lists the devices of a user, the one that was seen last first.
   *
   * @example
   * ```ts
   * for (const { device_id, provider } of await palaver.users.devices.list('ann')) console.log(device_id, provider);
   * ```
   */
  list(userId: string, options?: CallOptions): Promise<Device[]> {
    return this.#backEnd.get(path`/user/v1.0/user/${userId}/devices`, {}, options);
  }
}

function deviceOf(userId: string, deviceId: string): string {
  return path`/user/v1.0/user/${userId}/devices/${deviceId}`;
}
