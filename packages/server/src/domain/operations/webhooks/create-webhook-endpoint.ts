import { type CreatedWebhookEndpoint, type CreateEndpoint, MAX_ENDPOINTS } from '@palaver/protocol/webhooks';
import type { Context } from '../../context.ts';
import { lockApp } from '../../records/app-locks.ts';
import { switchStreamOn } from '../../records/event-streams.ts';
import { countWebhookEndpoints, insertWebhookEndpoint } from '../../records/webhooks.ts';
import { Refusal } from '../../refusal.ts';
import { newWebhookSecret } from '../../rules/webhook-secret.ts';
import { accessWebhookEndpoint, fieldsOf, toWebhookEndpoint } from './access-webhook-endpoint.ts';

/**
 * Creates an endpoint and its secret, if the input has none; only this response shows it. An endpoint without a tenant gets the events of every
 * tenant of the application. Refuses with M40903 if there are {@link MAX_ENDPOINTS} already.
 */
export async function createWebhookEndpoint(
  ctx: Context,
  input: CreateEndpoint,
): Promise<CreatedWebhookEndpoint> {
  return ctx.db.transaction(async (tx) => {
    await lockApp(tx, ctx.space.appId);
    if ((await countWebhookEndpoints(tx, ctx.space)) >= MAX_ENDPOINTS) {
      const message = `there are ${MAX_ENDPOINTS} endpoints, which is the most`;
      throw new Refusal('M40903', [{ field: 'url', rule: 'max_endpoints', message }]);
    }
    await switchStreamOn(tx, ctx.space.appId);
    const secret = input.webhook_secret || newWebhookSecret();
    const id = await insertWebhookEndpoint(tx, ctx.space, fieldsOf(input), secret);
    return { ...toWebhookEndpoint(await accessWebhookEndpoint(tx, ctx, id)), webhook_secret: secret };
  });
}
