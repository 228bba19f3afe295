import type { WebhookEndpoint, WebhookId } from '@palaver/protocol/webhooks';
import type { Context } from '../../context.ts';
import { accessEndpoint, toEndpoint } from './access-endpoint.ts';

export async function getEndpoint(ctx: Context, id: WebhookId): Promise<WebhookEndpoint> {
  return toEndpoint(await accessEndpoint(ctx.db, ctx, id));
}
