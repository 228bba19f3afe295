import type {
  ListNotificationDeliveriesQuery,
  NotificationDelivery,
  NotificationProvider,
  NotificationSettings,
  ProviderTest,
  PutNotificationProviderBody,
  PutNotificationSettingsBody,
  TestNotificationProviderBody,
} from '../api.ts';
import { type CallOptions, path } from '../http/call.ts';
import type { BackEnd } from './back-end.ts';
import { Listing } from './listing.ts';

/** The provider of notifications: Web Push (browsers), Firebase or Apple. */
export type ProviderName = NotificationProvider['provider'];

/**
 * Notifications on the devices of users: the credentials of the providers that deliver them, and what they say. A tenant without
 * credentials or settings of its own uses those of the application.
 */
export class Notifications {
  readonly #backEnd: BackEnd;

  constructor(backEnd: BackEnd) {
    this.#backEnd = backEnd;
  }

  /**
   * Sets up a provider. For `web_push`, the server makes a key pair unless you bring one. Fields that are left out keep their
   * value.
   *
   * @example
   * ```ts
   * const { public_key } = await palaver.notifications.putProvider('web_push', {
   *   subject: 'mailto:push@example.com',
   * });
   * console.log(public_key);
   * ```
   */
  putProvider(
    provider: ProviderName,
    credentials: PutNotificationProviderBody,
    options?: CallOptions,
  ): Promise<NotificationProvider> {
    return this.#backEnd.send({ method: 'PUT', path: pathOf(provider), json: credentials }, options);
  }

  /**
   * Gets what is set up of a provider, without its private key. Rejects with M40409 if it is not set up in this space.
   *
   * @example
   * ```ts
   * await palaver.notifications.putProvider('web_push', {});
   * const { public_key } = await palaver.notifications.getProvider('web_push');
   * console.log(public_key);
   * ```
   */
  getProvider(provider: ProviderName, options?: CallOptions): Promise<NotificationProvider> {
    return this.#backEnd.get(pathOf(provider), {}, options);
  }

  /**
   * Removes a provider: its devices get no more notifications. Rejects with M40409 if it is not set up in this space.
   *
   * @example
   * ```ts
   * await palaver.notifications.putProvider('web_push', {});
   * await palaver.notifications.deleteProvider('web_push');
   * ```
   */
  deleteProvider(provider: ProviderName, options?: CallOptions): Promise<void> {
    return this.#backEnd.send({ method: 'DELETE', path: pathOf(provider) }, options);
  }

  /**
   * Sends a notification to a device of a user at once, and returns what the push service responds. Rejects with M40409 if there
   * are no credentials for the provider, and with M40410 if the user has no device with it.
   *
   * @example
   * ```ts
   * const { result, status, response } = await palaver.notifications.testProvider('web_push', { user_id: 'ann' });
   * if (result !== 'delivered') console.log(status, response);
   * ```
   */
  testProvider(
    provider: ProviderName,
    test: TestNotificationProviderBody,
    options?: CallOptions,
  ): Promise<ProviderTest> {
    return this.#backEnd.send({ method: 'POST', path: `${pathOf(provider)}/test`, json: test }, options);
  }

  /**
   * Gets the settings that apply: those of the tenant, or else those of the application, or else the defaults.
   *
   * @example
   * ```ts
   * const { preview, templates } = await palaver.notifications.getSettings();
   * console.log(preview, Object.keys(templates));
   * ```
   */
  getSettings(options?: CallOptions): Promise<NotificationSettings> {
    return this.#backEnd.get('/notification/v1.0/settings', {}, options);
  }

  /**
   * Changes the settings. Fields that are left out keep their value; `templates` replaces all templates.
   *
   * @example
   * ```ts
   * await palaver.notifications.putSettings({
   *   preview: 'full',
   *   templates: { en: { image: { body: '{sender} sent you a photo' } } },
   * });
   * ```
   */
  putSettings(settings: PutNotificationSettingsBody, options?: CallOptions): Promise<NotificationSettings> {
    return this.#backEnd.send(
      { method: 'PUT', path: '/notification/v1.0/settings', json: settings },
      options,
    );
  }

  /**
   * Lists what became of the notifications of a user (`user_id`) or about a thread (`thread_id`), newest first.
   *
   * @example
   * ```ts
   * for await (const { device_id, status, attempts } of palaver.notifications.listDeliveries({ user_id: 'ann' })) {
   *   console.log(device_id, status, attempts.at(-1)?.response);
   * }
   * ```
   */
  listDeliveries(
    { last_id, limit, ...filter }: ListNotificationDeliveriesQuery,
    options?: CallOptions,
  ): Listing<NotificationDelivery> {
    return new Listing(
      (position = last_id ?? undefined, size) =>
        this.#backEnd.page(
          '/notification/v1.0/delivery',
          { ...filter, last_id: position, limit: size },
          options,
        ),
      (delivery) => delivery.id,
      limit,
    );
  }
}

const pathOf = (provider: ProviderName) => path`/notification/v1.0/provider/${provider}`;
