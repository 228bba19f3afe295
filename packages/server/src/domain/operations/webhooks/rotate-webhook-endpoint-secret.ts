import type { RotatedSecret } from '@palaver/protocol/bots';
import type { WebhookId } from '@palaver/protocol/webhooks';
import type { Context } from '../../context.ts';
import { rotateSecretOf } from '../../records/webhooks.ts';
import { newWebhookSecret, SECRET_OVERLAP_MS } from '../../rules/webhook-secret.ts';
import { accessWebhookEndpoint } from './access-webhook-endpoint.ts';

/** Creates a new secret, which only this response shows. The previous one stays valid for 24 h. */
export async function rotateWebhookEndpointSecret(ctx: Context, id: WebhookId): Promise<RotatedSecret> {
  const endpoint = await accessWebhookEndpoint(ctx.db, ctx, id);
  const secret = newWebhookSecret();
  const until = new Date(Date.now() + SECRET_OVERLAP_MS);
  await rotateSecretOf(ctx.db, { id: endpoint.id }, secret, until);
  return { webhook_secret: secret, previous_secret_expires_at: until.getTime() };
}
