import type { WebhookId } from '@palaver/protocol/webhooks';
import type { Context } from '../../context.ts';
import { markWebhookEndpointDeleted } from '../../records/webhooks.ts';
import { accessWebhookEndpoint } from './access-webhook-endpoint.ts';

/** Nothing more is sent to it, and what was is forgotten. */
export async function deleteWebhookEndpoint(ctx: Context, id: WebhookId): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await markWebhookEndpointDeleted(tx, (await accessWebhookEndpoint(tx, ctx, id)).id);
  });
}
