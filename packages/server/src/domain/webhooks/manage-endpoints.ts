import type { RotatedSecret } from '@palaver/protocol/bots';
import {
  type CreatedWebhookEndpoint,
  type CreateEndpoint,
  type EventType,
  MAX_ENDPOINTS,
  type UpdateEndpoint,
  type WebhookEndpoint,
  type WebhookId,
} from '@palaver/protocol/webhooks';
import type { Queryable } from '../../storage/database.ts';
import { lockApp } from '../apps/apps.ts';
import type { Context } from '../context.ts';
import { Refusal } from '../refusal.ts';
import { newWebhookSecret, SECRET_OVERLAP_MS } from './secret.ts';
import {
  countEndpoints,
  type EndpointRow,
  findEndpoint,
  insertEndpoint,
  markEndpointDeleted,
  pageEndpoints,
  rotateSecretOf,
  setEndpoint,
} from './webhooks.ts';

/** An endpoint is managed in the space where it was made. All of these refuse with M40407 when it is not there. */

/**
 * Makes an endpoint and its secret, which only this answer shows. Without a tenant it is told of every tenant of the
 * application. Refuses with M40903 where there are {@link MAX_ENDPOINTS}.
 */
export async function createEndpoint(ctx: Context, input: CreateEndpoint): Promise<CreatedWebhookEndpoint> {
  return ctx.db.transaction(async (tx) => {
    await lockApp(tx, ctx.space.appId);
    if ((await countEndpoints(tx, ctx.space)) >= MAX_ENDPOINTS) {
      const message = `there are ${MAX_ENDPOINTS} endpoints, which is the most`;
      throw new Refusal('M40903', [{ field: 'url', rule: 'max_endpoints', message }]);
    }
    const secret = newWebhookSecret();
    const id = await insertEndpoint(tx, ctx.space, fieldsOf(input), secret);
    return { ...toEndpoint(await accessEndpoint(tx, ctx, id)), webhook_secret: secret };
  });
}

export async function getEndpoint(ctx: Context, id: WebhookId): Promise<WebhookEndpoint> {
  return toEndpoint(await accessEndpoint(ctx.db, ctx, id));
}

/** Endpoints by ascending id. */
export async function listEndpoints(
  ctx: Context,
  page: { lastId: string; limit: number },
): Promise<WebhookEndpoint[]> {
  return (await pageEndpoints(ctx.db, ctx.space, page)).map(toEndpoint);
}

/** Fields that are undefined keep their value. What waits for one that is switched off is given up soon. */
export async function updateEndpoint(
  ctx: Context,
  id: WebhookId,
  changes: UpdateEndpoint,
): Promise<WebhookEndpoint> {
  return ctx.db.transaction(async (tx) => {
    await lockApp(tx, ctx.space.appId);
    const endpoint = await accessEndpoint(tx, ctx, id);
    await setEndpoint(tx, endpoint.id, {
      url: changes.url || endpoint.url,
      description: changes.description ?? endpoint.description,
      eventTypes: changes.event_types === undefined ? endpoint.event_types : fieldsOf(changes).eventTypes,
      isEnabled: changes.is_enabled ?? endpoint.disabled_at === null,
    });
    return toEndpoint(await accessEndpoint(tx, ctx, id));
  });
}

/** Nothing more is sent to it, and what was is forgotten. */
export async function deleteEndpoint(ctx: Context, id: WebhookId): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await markEndpointDeleted(tx, (await accessEndpoint(tx, ctx, id)).id);
  });
}

/** A new secret, shown only in this answer; the one before stays valid for 24 h. */
export async function rotateEndpointSecret(ctx: Context, id: WebhookId): Promise<RotatedSecret> {
  const endpoint = await accessEndpoint(ctx.db, ctx, id);
  const secret = newWebhookSecret();
  const until = new Date(Date.now() + SECRET_OVERLAP_MS);
  await rotateSecretOf(ctx.db, { id: endpoint.id }, secret, until);
  return { webhook_secret: secret, previous_secret_expires_at: until.getTime() };
}

async function accessEndpoint(db: Queryable, { space }: Context, id: WebhookId): Promise<EndpointRow> {
  const endpoint = await findEndpoint(db, space, id);
  if (endpoint === undefined) throw new Refusal('M40407');
  return endpoint;
}

function fieldsOf({ url = '', description = '', event_types = [] }: Partial<CreateEndpoint>) {
  const eventTypes: EventType[] | null = event_types.length === 0 ? null : [...new Set(event_types)];
  return { url, description, eventTypes };
}

function toEndpoint({ event_types, created_at, updated_at, ...row }: EndpointRow): WebhookEndpoint {
  const { disabled_at, failing_since, ...shown } = row;
  return {
    ...shown,
    event_types: event_types ?? [],
    is_enabled: disabled_at === null,
    disabled_at: disabled_at?.getTime() ?? null,
    failing_since: failing_since?.getTime() ?? null,
    created_at: created_at.getTime(),
    updated_at: updated_at.getTime(),
  };
}
