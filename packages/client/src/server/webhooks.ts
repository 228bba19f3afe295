import type {
  CreatedWebhookEndpoint,
  CreateWebhookEndpointBody,
  ListWebhookDeliveriesQuery,
  ListWebhookEndpointsQuery,
  Replayed,
  ReplayWebhookDeliveriesBody,
  RotatedSecret,
  RotateWebhookEndpointSecretBody,
  UpdateWebhookEndpointBody,
  WebhookDelivery,
  WebhookEndpoint,
} from '../api.ts';
import { type CallOptions, path } from '../http/call.ts';
import type { BackEnd, PostOptions } from './back-end.ts';
import { Listing } from './listing.ts';

/** Webhook endpoints of your back end, and their deliveries. */
export class Webhooks {
  readonly #backEnd: BackEnd;

  constructor(backEnd: BackEnd) {
    this.#backEnd = backEnd;
  }

  /**
   * Creates an endpoint that subscribes to `event_types`, or to all events without them. The server shows
   * `webhook_secret` once: pass it to `verifyWebhook`. If the response of the first attempt was lost, the secret is
   * missing: create another one with {@link Webhooks.rotateSecret}. A secret of your own, in `webhook_secret`, need not be stored. Rejects
   * with M40903 if the space has the maximum number of endpoints.
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
   * Gets an endpoint. Rejects with M40407 if the endpoint does not exist.
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
   * Lists all endpoints, ascending by `id`. `limit` is the total number; `last_id` starts after this endpoint.
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
   * Changes an endpoint; `is_enabled` disables and enables it. Fields that are left out keep their value.
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
   * Deletes an endpoint and its deliveries. It receives no more events.
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
   * Creates a new secret. The previous secret stays valid for 24 hours.
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
   * Replaces the secret by one of your own: `whsec_` and 24 to 64 random bytes in base64. The previous secret stays valid for 24 hours. The
   * same secret again changes nothing. Rejects with M40003 if others could guess the secret.
   *
   * @example
   * ```ts
   * await palaver.webhooks.setSecret(endpointId, secret);
   * ```
   */
  setSecret(endpointId: string, webhook_secret: string, options?: PostOptions): Promise<RotatedSecret> {
    const json: RotateWebhookEndpointSecretBody = { webhook_secret };
    return this.#backEnd.post(
      { path: path`/webhook/v1.0/endpoint/${endpointId}/rotate-secret`, json },
      options,
    );
  }

  /**
   * Lists past and pending deliveries, newest first: of all endpoints and bots, or of one (`endpoint_id` or `bot_id`).
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
   * Gets a delivery with its attempts. Rejects with M40407 if the delivery does not exist or is no longer kept.
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
   * Retries a delivery at once, with the same id and body, whatever its status.
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
   * Retries all dead deliveries, or those of an endpoint, a bot, a time range or a status: at most 10,000 per call.
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
