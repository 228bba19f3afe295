import { type CreatedWebhookEndpoint, type CreateEndpoint, MAX_ENDPOINTS } from '@palaver/protocol/webhooks';
import type { Context } from '../../context.ts';
import { lockApp } from '../../records/app-locks.ts';
import { countEndpoints, insertEndpoint } from '../../records/webhooks.ts';
import { Refusal } from '../../refusal.ts';
import { newWebhookSecret } from '../../rules/webhook-secret.ts';
import { accessEndpoint, fieldsOf, toEndpoint } from './access-endpoint.ts';

/**
 * Makes an endpoint and its secret, which only this answer shows. Without a tenant it is told of every tenant of the
 * application. Refuses with M40903 where there are {@link MAX_ENDPOINTS}.
 */
export async function createEndpoint(ctx: Context, input: CreateEndpoint): Promise<CreatedWebhookEndpoint> {
  return ctx.db.transaction(async (tx) => {
    await lockApp(tx, ctx.space.appId);
    if ((await countEndpoints(tx, ctx.space)) >= MAX_ENDPOINTS) {
      const message = `there are ${MAX_ENDPOINTS} endpoints, which is the most`;
      throw new Refusal('M40903', [{ field: 'url', rule: 'max_endpoints', message }]);
    }
    const secret = newWebhookSecret();
    const id = await insertEndpoint(tx, ctx.space, fieldsOf(input), secret);
    return { ...toEndpoint(await accessEndpoint(tx, ctx, id)), webhook_secret: secret };
  });
}
