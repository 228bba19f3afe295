import type { DeliveryId, WebhookDelivery } from '@palaver/protocol/webhooks';
import type { Context } from '../../context.ts';
import { type DeliveryRow, findDelivery } from '../../records/listed-deliveries.ts';
import { Refusal } from '../../refusal.ts';
import { headerIdOf } from '../../rules/event-body.ts';

/** One delivery. Refuses with M40407. */
export async function getDelivery(ctx: Context, id: DeliveryId): Promise<WebhookDelivery> {
  const row = await findDelivery(ctx.db, ctx.space, id);
  if (row === undefined) throw new Refusal('M40407');
  return toDelivery(row);
}

/** A delivery as the API shows it. */
export function toDelivery({ seq, created_at, next_try_at, ended_at, ...row }: DeliveryRow): WebhookDelivery {
  return {
    ...row,
    seq: seq === null ? null : Number(seq),
    webhook_id: headerIdOf({ id: row.id, createdAt: created_at }),
    created_at: created_at.getTime(),
    next_try_at: next_try_at?.getTime() ?? null,
    ended_at: ended_at?.getTime() ?? null,
  } as WebhookDelivery;
}
