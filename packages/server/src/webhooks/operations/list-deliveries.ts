import type { ListDeliveriesQuery, WebhookDelivery } from '@palaver/protocol/webhooks';
import type { Context } from '../../domain/context.ts';
import { findNamedWebhook } from '../../domain/operations/webhooks/find-named-webhook.ts';
import { Page } from '../../domain/page.ts';
import { pageDeliveries } from '../records/listed-deliveries.ts';
import { toDelivery } from './get-delivery.ts';

/** Deliveries, newest first. Refuses with M40407 and M40403 if the filter names no webhook of this space. */
export async function listDeliveries(
  ctx: Context,
  query: ListDeliveriesQuery,
): Promise<Page<WebhookDelivery>> {
  const webhook = await findNamedWebhook(ctx, query);
  const page = { lastId: query.last_id ?? '0', limit: query.limit ?? 30 };
  const { items, hasMore } = await pageDeliveries(ctx.db, ctx.space, { webhook, status: query.status }, page);
  return new Page(items.map(toDelivery), hasMore);
}
