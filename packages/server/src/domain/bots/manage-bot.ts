import type { Bot, RotatedSecret, UpdateBot } from '@palaver/protocol/bots';
import type { UserId } from '@palaver/protocol/ids';
import type { Context } from '../context.ts';
import { markDeactivated, upsertUser } from '../users/queries.ts';
import { newWebhookSecret, SECRET_OVERLAP_MS } from '../webhooks/secret.ts';
import { markWebhookOfBotDeleted, rotateSecretOf, setUrlOfBot } from '../webhooks/webhooks.ts';
import { accessBot, accessBotForUpdate, pageBots, toBot } from './queries.ts';

/** A bot is managed in the space where it was made. All of these refuse with M40403 when it is not there. */

export async function getBot(ctx: Context, botId: UserId): Promise<Bot> {
  return toBot(await accessBot(ctx.db, ctx.space, botId));
}

/** Bots by ascending ext_user_id. */
export async function listBots(ctx: Context, page: { lastId: string; limit: number }): Promise<Bot[]> {
  return (await pageBots(ctx.db, ctx.space, page)).map(toBot);
}

/** Fields that are undefined keep their value; an empty address empties it. */
export async function updateBot(ctx: Context, botId: UserId, changes: UpdateBot): Promise<Bot> {
  return ctx.db.transaction(async (tx) => {
    const bot = await accessBotForUpdate(tx, ctx.space, botId);
    await upsertUser(tx, ctx.space, 'bot', botId, {
      display_name: changes.display_name || undefined,
      avatar_url: changes.avatar_url,
    });
    if (changes.webhook_url !== undefined) await setUrlOfBot(tx, bot.ext_user_id, changes.webhook_url);
    return toBot(await accessBot(tx, ctx.space, botId));
  });
}

/** The bot can send no more, and is told no more; what it sent stays, under its last name. */
export async function deleteBot(ctx: Context, botId: UserId): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const bot = await accessBotForUpdate(tx, ctx.space, botId);
    await markDeactivated(tx, bot.ext_user_id);
    await markWebhookOfBotDeleted(tx, bot.ext_user_id);
  });
}

/** A new webhook secret, shown only in this answer; the one before stays valid for 24 h. */
export async function rotateSecret(ctx: Context, botId: UserId): Promise<RotatedSecret> {
  const bot = await accessBot(ctx.db, ctx.space, botId);
  const secret = newWebhookSecret();
  const until = new Date(Date.now() + SECRET_OVERLAP_MS);
  await rotateSecretOf(ctx.db, { bot: bot.ext_user_id }, secret, until);
  return { webhook_secret: secret, previous_secret_expires_at: until.getTime() };
}
