import {
  type DeliveryId,
  type ListDeliveriesQuery,
  MAX_REPLAYED,
  type Replay,
  type Replayed,
  type WebhookDelivery,
  type WebhookId,
} from '@palaver/protocol/webhooks';
import { joined } from '../../storage/database.ts';
import type { Context } from '../context.ts';
import { Page } from '../page.ts';
import { Refusal } from '../refusal.ts';
import { type DeliveryRow, findDelivery, pageDeliveries, replay } from './deliveries.ts';
import { headerIdOf } from './event-body.ts';
import { findEndpoint, findWebhookOfBot } from './webhooks.ts';

/** What webhooks of a space were told, and are to be: listed, and sent again. */

/** The newest first. Refuses with M40407 and M40403 where the filter names no webhook of this space. */
export async function listDeliveries(
  ctx: Context,
  query: ListDeliveriesQuery,
): Promise<Page<WebhookDelivery>> {
  const webhook = await findNamed(ctx, query);
  const page = { lastId: query.last_id ?? '0', limit: query.limit ?? 30 };
  const { items, hasMore } = await pageDeliveries(ctx.db, ctx.space, { webhook, status: query.status }, page);
  return new Page(items.map(toDelivery), hasMore);
}

/** Refuses with M40407. */
export async function getDelivery(ctx: Context, id: DeliveryId): Promise<WebhookDelivery> {
  const row = await findDelivery(ctx.db, ctx.space, id);
  if (row === undefined) throw new Refusal('M40407');
  return toDelivery(row);
}

/** Has a delivery tried again at once, whatever has become of it. Refuses with M40407, and M40903 (it cannot be called). */
export async function replayDelivery(ctx: Context, id: DeliveryId): Promise<WebhookDelivery> {
  return ctx.db.transaction(async (tx) => {
    const within = { ...ctx, db: joined(tx) };
    await getDelivery(within, id);
    if ((await replay(tx, ctx.space, { id }, 1)) === 0) {
      const message = 'its webhook is switched off, or has no address';
      throw new Refusal('M40903', [{ field: 'delivery_id', rule: 'live', message }]);
    }
    return getDelivery(within, id);
  });
}

/**
 * Has those that are dead, or as asked for, tried again, the oldest first. Refuses with M40407 and M40403 where the request
 * names no webhook of this space.
 */
export async function replayDeliveries(ctx: Context, request: Replay): Promise<Replayed> {
  const webhook = await findNamed(ctx, request);
  const { statuses = ['dead'], from, to } = request;
  const which = {
    webhook,
    statuses,
    from: from === undefined ? null : new Date(from),
    to: to === undefined ? null : new Date(to),
  };
  return ctx.db.transaction(async (tx) => {
    const count = await replay(tx, ctx.space, which, MAX_REPLAYED);
    return { count, has_more: count === MAX_REPLAYED };
  });
}

/** The webhook that a request names; undefined: none. */
async function findNamed(
  { db, space }: Context,
  { endpoint_id: endpointId, bot_id: botId }: Pick<Replay, 'endpoint_id' | 'bot_id'>,
): Promise<WebhookId | undefined> {
  if (endpointId) {
    const endpoint = await findEndpoint(db, space, endpointId);
    if (endpoint === undefined) throw new Refusal('M40407');
    return endpoint.id;
  }
  if (!botId) return undefined;
  const webhook = await findWebhookOfBot(db, space, botId);
  if (webhook === undefined) throw new Refusal('M40403');
  return webhook;
}

function toDelivery({ seq, created_at, next_try_at, ended_at, ...row }: DeliveryRow): WebhookDelivery {
  return {
    ...row,
    seq: seq === null ? null : Number(seq),
    webhook_id: headerIdOf({ id: row.id, createdAt: created_at }),
    created_at: created_at.getTime(),
    next_try_at: next_try_at?.getTime() ?? null,
    ended_at: ended_at?.getTime() ?? null,
  } as WebhookDelivery;
}
