import type { RotatedSecret } from '@palaver/protocol/bots';
import type { UserId } from '@palaver/protocol/ids';
import type { Context } from '../../context.ts';
import { accessBot } from '../../records/bots.ts';
import { rotateSecretOf } from '../../records/webhooks.ts';
import { newWebhookSecret, SECRET_OVERLAP_MS } from '../../rules/webhook-secret.ts';

/** Creates a new webhook secret, which only this response shows. The previous one stays valid for 24 h. */
export async function rotateBotSecret(ctx: Context, botId: UserId): Promise<RotatedSecret> {
  const bot = await accessBot(ctx.db, ctx.space, botId);
  const secret = newWebhookSecret();
  const until = new Date(Date.now() + SECRET_OVERLAP_MS);
  await rotateSecretOf(ctx.db, { bot: bot.ext_user_id }, secret, until);
  return { webhook_secret: secret, previous_secret_expires_at: until.getTime() };
}
