import type { ClientPutDeviceBody, Device } from '../../api.ts';
import { path } from '../../http/call.ts';
import type { Rest } from '../connection/rest.ts';

/** The devices on which the signed-in user gets notifications: `chat.devices`. */
export class Devices {
  readonly #rest: Rest;

  constructor(rest: Rest) {
    this.#rest = rest;
  }

  /**
   * Registers this device, or refreshes its registration: call it at each start of the app. The id is yours, such as a random one
   * that the app stores. `web_push` takes the `subscription` of the browser, `fcm` and `apns` take a `token`.
   *
   * @example
   * ```ts
   * await chat.devices.register('phone-1', { provider: 'fcm', token: 'c2aK9KHmw8E:APA91bF7MY9b', language: 'en-GB' });
   * ```
   */
  register(deviceId: string, device: ClientPutDeviceBody): Promise<Device> {
    return this.#rest.write('PUT', path`/devices/${deviceId}`, device);
  }

  /**
   * Removes a device: it gets no further notifications. Call it when the user signs out.
   *
   * @example
   * ```ts
   * await chat.devices.remove('phone-1');
   * ```
   */
  remove(deviceId: string): Promise<void> {
    return this.#rest.write('DELETE', path`/devices/${deviceId}`);
  }

  /**
   * Lists the devices of the user, the one that was seen last first.
   *
   * @example
   * ```ts
   * for (const { device_id, seen_at } of await chat.devices.list()) console.log(device_id, new Date(seen_at));
   * ```
   */
  list(): Promise<Device[]> {
    return this.#rest.get('/devices');
  }
}
