import {
  type ClientPutNotificationChoicesBody,
  type ClientPutThreadNotificationsBody,
  FOR_EVER,
  type NotificationChoices,
  type ThreadNotifications,
} from '../../api.ts';
import type { Rest } from '../connection/rest.ts';
import type { ThreadRest } from '../thread/thread-rest.ts';

/** The notification settings of the signed-in user: `chat.notifications`. */
export class Notifications {
  readonly #rest: Rest;

  constructor(rest: Rest) {
    this.#rest = rest;
  }

  /**
   * Gets the settings. `web_push_key` is the key with which a browser subscribes; empty if Web Push is not set up.
   *
   * @example
   * ```ts
   * const { enabled, quiet_hours, email, web_push_key } = await chat.notifications.get();
   * ```
   */
  get(): Promise<NotificationChoices> {
    return this.#rest.get('/me/notifications');
  }

  /**
   * Replaces the settings: without `quiet_hours`, there are none. Only `email` (whether the user gets e-mail about messages that stay
   * unread) stays as it is when it is left out.
   *
   * @example
   * ```ts
   * const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
   * await chat.notifications.set({ enabled: true, quiet_hours: { start: '22:00', end: '07:00', time_zone: timeZone } });
   * ```
   */
  set(settings: ClientPutNotificationChoicesBody): Promise<NotificationChoices> {
    return this.#rest.write('PUT', '/me/notifications', settings);
  }
}

/** The notification settings of the signed-in user for a thread: `thread.notifications`. */
export class NotificationsOfThread {
  readonly #rest: ThreadRest;

  constructor(rest: ThreadRest) {
    this.#rest = rest;
  }

  /**
   * Gets the settings. `muted_until` is null if the thread is not muted.
   *
   * @example
   * ```ts
   * const { level, muted_until } = await thread.notifications.get();
   * ```
   */
  get(): Promise<ThreadNotifications> {
    return this.#rest.get('/notifications');
  }

  /**
   * Replaces the settings: without `muted_until`, the thread is not muted.
   *
   * @example
   * ```ts
   * await thread.notifications.set({ level: 'mentions' });
   * ```
   */
  set(settings: ClientPutThreadNotificationsBody): Promise<ThreadNotifications> {
    return this.#rest.write('PUT', '/notifications', settings);
  }

  /**
   * Mutes the thread for the user, and keeps the level. `until` is in Unix milliseconds; without it, the mute has no end.
   *
   * @example
   * ```ts
   * await thread.notifications.mute(Date.now() + 3_600_000);
   * ```
   */
  async mute(until: number = FOR_EVER): Promise<ThreadNotifications> {
    const { level } = await this.get();
    return this.set({ level, muted_until: until });
  }

  /**
   * Ends the mute, and keeps the level.
   *
   * @example
   * ```ts
   * await thread.notifications.unmute();
   * ```
   */
  async unmute(): Promise<ThreadNotifications> {
    const { level } = await this.get();
    return this.set({ level });
  }
}
