import type { RotatedSecret, RotateSecret } from '@palaver/protocol/bots';
import type { UserId } from '@palaver/protocol/ids';
import type { Context } from '../../context.ts';
import { accessBot } from '../../records/bots.ts';
import { rotateSecretOf } from '../../records/webhooks.ts';
import { newWebhookSecret } from '../../rules/webhook-secret.ts';

/**
 * Replaces the webhook secret by that of the input, or by a generated one. Only this response shows it. The previous one stays valid
 * for 24 h. The same secret again changes nothing.
 */
export async function rotateBotSecret(
  ctx: Context,
  botId: UserId,
  input: RotateSecret,
): Promise<RotatedSecret> {
  const bot = await accessBot(ctx.db, ctx.space, botId);
  const secret = input.webhook_secret || newWebhookSecret();
  const until = await rotateSecretOf(ctx.db, { bot: bot.ext_user_id }, secret);
  return { webhook_secret: secret, previous_secret_expires_at: until.getTime() };
}
