import type { WebhookEndpoint, WebhookId } from '@palaver/protocol/webhooks';
import type { Context } from '../../context.ts';
import { accessWebhookEndpoint, toWebhookEndpoint } from './access-webhook-endpoint.ts';

/** An endpoint of exactly this space. Refuses with M40407. */
export async function getWebhookEndpoint(ctx: Context, id: WebhookId): Promise<WebhookEndpoint> {
  return toWebhookEndpoint(await accessWebhookEndpoint(ctx.db, ctx, id));
}
