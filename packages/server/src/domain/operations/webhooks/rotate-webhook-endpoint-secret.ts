import type { RotatedSecret, RotateSecret } from '@palaver/protocol/bots';
import type { WebhookId } from '@palaver/protocol/webhooks';
import type { Context } from '../../context.ts';
import { rotateSecretOf } from '../../records/webhooks.ts';
import { newWebhookSecret } from '../../rules/webhook-secret.ts';
import { accessWebhookEndpoint } from './access-webhook-endpoint.ts';

/**
 * Replaces the secret by that of the input, or by a generated one. Only this response shows it. The previous one stays valid for 24 h.
 * The same secret again changes nothing.
 */
export async function rotateWebhookEndpointSecret(
  ctx: Context,
  id: WebhookId,
  input: RotateSecret,
): Promise<RotatedSecret> {
  const endpoint = await accessWebhookEndpoint(ctx.db, ctx, id);
  const secret = input.webhook_secret || newWebhookSecret();
  const until = await rotateSecretOf(ctx.db, { id: endpoint.id }, secret);
  return { webhook_secret: secret, previous_secret_expires_at: until.getTime() };
}
