import type { WebhookId } from '@palaver/protocol/webhooks';
import type { Context } from '../../context.ts';
import { markEndpointDeleted } from '../../records/webhooks.ts';
import { accessEndpoint } from './access-endpoint.ts';

/** Nothing more is sent to it, and what was is forgotten. */
export async function deleteEndpoint(ctx: Context, id: WebhookId): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await markEndpointDeleted(tx, (await accessEndpoint(tx, ctx, id)).id);
  });
}
