import type { WebhookId } from '@palaver/protocol/webhooks';
import type { Context } from '../../context.ts';
import { markWebhookEndpointDeleted } from '../../records/webhooks.ts';
import { accessWebhookEndpoint } from './access-webhook-endpoint.ts';

/** Deletes an endpoint: it gets no further calls, and its deliveries are removed. */
export async function deleteWebhookEndpoint(ctx: Context, id: WebhookId): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await markWebhookEndpointDeleted(tx, (await accessWebhookEndpoint(tx, ctx, id)).id);
  });
}
