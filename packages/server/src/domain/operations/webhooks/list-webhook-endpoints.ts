import type { WebhookEndpoint } from '@palaver/protocol/webhooks';
import type { Context } from '../../context.ts';
import { pageWebhookEndpoints } from '../../records/webhooks.ts';
import { toWebhookEndpoint } from './access-webhook-endpoint.ts';

/** Endpoints by ascending id. */
export async function listWebhookEndpoints(
  ctx: Context,
  page: { lastId: string; limit: number },
): Promise<WebhookEndpoint[]> {
  return (await pageWebhookEndpoints(ctx.db, ctx.space, page)).map(toWebhookEndpoint);
}
