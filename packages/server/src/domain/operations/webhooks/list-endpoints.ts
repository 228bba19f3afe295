import type { WebhookEndpoint } from '@palaver/protocol/webhooks';
import type { Context } from '../../context.ts';
import { pageEndpoints } from '../../records/webhooks.ts';
import { toEndpoint } from './access-endpoint.ts';

/** Endpoints by ascending id. */
export async function listEndpoints(
  ctx: Context,
  page: { lastId: string; limit: number },
): Promise<WebhookEndpoint[]> {
  return (await pageEndpoints(ctx.db, ctx.space, page)).map(toEndpoint);
}
