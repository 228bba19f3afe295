import type { DeliveryId, WebhookDelivery } from '@palaver/protocol/webhooks';
import type { Context } from '../../domain/context.ts';
import { Refusal } from '../../domain/refusal.ts';
import { type DeliveryRow, findDelivery } from '../records/listed-deliveries.ts';
import { bodyAsSent, headerIdOf } from '../sent-event.ts';

/** One delivery. Refuses with M40407. */
export async function getDelivery(ctx: Context, id: DeliveryId): Promise<WebhookDelivery> {
  const row = await findDelivery(ctx.db, ctx.space, id);
  if (row === undefined) throw new Refusal('M40407');
  return toDelivery(row);
}

/** A delivery as the API shows it. */
export function toDelivery(row: DeliveryRow): WebhookDelivery {
  const { seq, position, webhook_id: webhook, body, attempts, created_at, next_try_at, ended_at } = row;
  return {
    id: row.id,
    endpoint_id: row.endpoint_id,
    bot_id: row.bot_id as WebhookDelivery['bot_id'],
    event_type: row.event_type,
    thread_id: row.thread_id,
    seq: seq === null ? null : Number(seq),
    position: Number(position),
    status: row.status,
    webhook_id: headerIdOf({ position, at: created_at }, webhook),
    body: body === null ? null : bodyAsSent(body, row),
    tries: row.tries,
    // A receiver may have echoed what it got.
    attempts: row.is_erased ? attempts.map((attempt) => ({ ...attempt, response_body: '' })) : attempts,
    created_at: created_at.getTime(),
    next_try_at: next_try_at?.getTime() ?? null,
    ended_at: ended_at?.getTime() ?? null,
  };
}
