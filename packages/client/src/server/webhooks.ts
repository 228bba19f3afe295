import type {
  CreatedWebhookEndpoint,
  CreateWebhookEndpointBody,
  ListWebhookDeliveriesQuery,
  ListWebhookEndpointsQuery,
  Replayed,
  ReplayWebhookDeliveriesBody,
  RotatedSecret,
  UpdateWebhookEndpointBody,
  WebhookDelivery,
  WebhookEndpoint,
} from '../api.ts';
import { type CallOptions, path } from '../http/call.ts';
import type { BackEnd, PostOptions } from './back-end.ts';
import { Listing } from './listing.ts';

/** Addresses of your back end that are told what happens, and what they were told. */
export class Webhooks {
  readonly #backEnd: BackEnd;

  constructor(backEnd: BackEnd) {
    this.#backEnd = backEnd;
  }

  /**
   * Makes an endpoint, which is told of `event_types`: without them of everything. `webhook_secret` is shown once: give it
   * to `verifyWebhook`. When the answer of a first try was lost it is missing, and {@link Webhooks.rotateSecret} makes
   * another. M40903: there are as many endpoints as there can be.
   *
   * @example
   * ```ts
   * const endpoint = await palaver.webhooks.create({
   *   url: 'https://example.com/palaver',
   *   event_types: ['message.created', 'user.created'],
   * });
   * console.log(endpoint.id, endpoint.webhook_secret);
   * ```
   */
  create(endpoint: CreateWebhookEndpointBody, options?: PostOptions): Promise<CreatedWebhookEndpoint> {
    return this.#backEnd.post({ path: '/webhook/v1.0/endpoint', json: endpoint }, options);
  }

  /**
   * An endpoint. M40407: there is none.
   *
   * @example
   * ```ts
   * const { url, failing_since } = await palaver.webhooks.get(endpointId);
   * console.log(url, failing_since);
   * ```
   */
  get(endpointId: string, options?: CallOptions): Promise<WebhookEndpoint> {
    return this.#backEnd.get(path`/webhook/v1.0/endpoint/${endpointId}`, {}, options);
  }

  /**
   * All endpoints, ascending by `id`. `limit`: how many in all; `last_id`: goes on after it.
   *
   * @example
   * ```ts
   * for await (const endpoint of palaver.webhooks.list()) console.log(endpoint.url);
   * ```
   */
  list({ last_id, limit }: ListWebhookEndpointsQuery = {}, options?: CallOptions): Listing<WebhookEndpoint> {
    return new Listing(
      (position = last_id ?? undefined, size) =>
        this.#backEnd.get('/webhook/v1.0/endpoint', { last_id: position, limit: size }, options),
      (endpoint) => endpoint.id,
      limit,
    );
  }

  /**
   * Changes an endpoint; `is_enabled` switches it off and on. Fields that are left out keep their value.
   *
   * @example
   * ```ts
   * await palaver.webhooks.update(endpointId, { is_enabled: true });
   * ```
   */
  update(
    endpointId: string,
    changes: UpdateWebhookEndpointBody,
    options?: CallOptions,
  ): Promise<WebhookEndpoint> {
    return this.#backEnd.send(
      { method: 'PATCH', path: path`/webhook/v1.0/endpoint/${endpointId}`, json: changes },
      options,
    );
  }

  /**
   * Deletes an endpoint: it is told nothing more, and what it was told is forgotten.
   *
   * @example
   * ```ts
   * await palaver.webhooks.delete(endpointId);
   * ```
   */
  delete(endpointId: string, options?: CallOptions): Promise<void> {
    return this.#backEnd.send(
      { method: 'DELETE', path: path`/webhook/v1.0/endpoint/${endpointId}` },
      options,
    );
  }

  /**
   * Makes a new secret; the one before is good for 24 hours.
   *
   * @example
   * ```ts
   * const { webhook_secret } = await palaver.webhooks.rotateSecret(endpointId);
   * console.log(webhook_secret);
   * ```
   */
  rotateSecret(endpointId: string, options?: PostOptions): Promise<RotatedSecret> {
    return this.#backEnd.post({ path: path`/webhook/v1.0/endpoint/${endpointId}/rotate-secret` }, options);
  }

  /**
   * What endpoints and bots were told, and are to be, the newest first: of all, or of one (`endpoint_id` or `bot_id`).
   *
   * @example
   * ```ts
   * for await (const delivery of palaver.webhooks.listDeliveries({ status: 'dead' })) {
   *   console.log(delivery.event_type, delivery.attempts.at(-1)?.error);
   * }
   * ```
   */
  listDeliveries(
    { last_id, limit, ...filter }: ListWebhookDeliveriesQuery = {},
    options?: CallOptions,
  ): Listing<WebhookDelivery> {
    return new Listing(
      (position = last_id ?? undefined, size) =>
        this.#backEnd.page('/webhook/v1.0/delivery', { ...filter, last_id: position, limit: size }, options),
      (delivery) => delivery.id,
      limit,
    );
  }

  /**
   * What became of a delivery, try by try. M40407: there is none, or it is forgotten.
   *
   * @example
   * ```ts
   * const { status, attempts } = await palaver.webhooks.getDelivery(deliveryId);
   * console.log(status, attempts.length);
   * ```
   */
  getDelivery(deliveryId: string, options?: CallOptions): Promise<WebhookDelivery> {
    return this.#backEnd.get(path`/webhook/v1.0/delivery/${deliveryId}`, {}, options);
  }

  /**
   * Has a delivery tried again at once, with the same id and body, whatever has become of it.
   *
   * @example
   * ```ts
   * await palaver.webhooks.replay(deliveryId);
   * ```
   */
  replay(deliveryId: string, options?: PostOptions): Promise<WebhookDelivery> {
    return this.#backEnd.post({ path: path`/webhook/v1.0/delivery/${deliveryId}/replay` }, options);
  }

  /**
   * Has all that are dead tried again, or those of an endpoint, a bot, a time, a status: at most 10,000 for one call.
   *
   * @example
   * ```ts
   * const hourAgo = Date.now() - 3_600_000;
   * const { count } = await palaver.webhooks.replayMany({ from: hourAgo, statuses: ['dead', 'delivered'] });
   * console.log(count);
   * ```
   */
  replayMany(which: ReplayWebhookDeliveriesBody = {}, options?: PostOptions): Promise<Replayed> {
    return this.#backEnd.post({ path: '/webhook/v1.0/replay', json: which }, options);
  }
}
