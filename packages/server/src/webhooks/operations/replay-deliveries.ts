import {
  type DeliveryId,
  MAX_REPLAYED,
  type Replay,
  type Replayed,
  type WebhookDelivery,
} from '@palaver/protocol/webhooks';
import { joined } from '../../bus/publishing-database.ts';
import type { Context } from '../../domain/context.ts';
import { findNamedWebhook } from '../../domain/operations/webhooks/find-named-webhook.ts';
import { Refusal } from '../../domain/refusal.ts';
import { replay } from '../records/deliveries.ts';
import { getDelivery } from './get-delivery.ts';

/** Replays a delivery at once, whatever its state. Refuses with M40407, and M40903 (its webhook cannot be called). */
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
 * Replays dead deliveries, or those that match the request, oldest first. Refuses with M40407 and M40403 if the request names
 * no webhook of this space.
 */
export async function replayDeliveries(ctx: Context, request: Replay): Promise<Replayed> {
  const webhook = await findNamedWebhook(ctx, request);
  const {
    statuses = ['dead'],
    from,
    to,
    from_position: fromPosition = null,
    to_position: toPosition = null,
  } = request;
  const which = {
    webhook,
    statuses,
    from: from === undefined ? null : new Date(from),
    to: to === undefined ? null : new Date(to),
    fromPosition,
    toPosition,
  };
  return ctx.db.transaction(async (tx) => {
    const count = await replay(tx, ctx.space, which, MAX_REPLAYED);
    return { count, has_more: count === MAX_REPLAYED };
  });
}
