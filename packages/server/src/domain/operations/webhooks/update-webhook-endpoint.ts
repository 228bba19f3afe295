import type { UpdateEndpoint, WebhookEndpoint, WebhookId } from '@palaver/protocol/webhooks';
import type { Context } from '../../context.ts';
import { lockApp } from '../../records/app-locks.ts';
import { setWebhookEndpoint } from '../../records/webhooks.ts';
import { accessWebhookEndpoint, fieldsOf, toWebhookEndpoint } from './access-webhook-endpoint.ts';

/** Changes an endpoint; undefined fields keep their value. Pending deliveries of a disabled endpoint become dead soon after. */
export async function updateWebhookEndpoint(
  ctx: Context,
  id: WebhookId,
  changes: UpdateEndpoint,
): Promise<WebhookEndpoint> {
  return ctx.db.transaction(async (tx) => {
    await lockApp(tx, ctx.space.appId);
    const endpoint = await accessWebhookEndpoint(tx, ctx, id);
    await setWebhookEndpoint(tx, endpoint.id, {
      url: changes.url || endpoint.url,
      description: changes.description ?? endpoint.description,
      eventTypes: changes.event_types === undefined ? endpoint.event_types : fieldsOf(changes).eventTypes,
      isEnabled: changes.is_enabled ?? endpoint.disabled_at === null,
    });
    return toWebhookEndpoint(await accessWebhookEndpoint(tx, ctx, id));
  });
}
