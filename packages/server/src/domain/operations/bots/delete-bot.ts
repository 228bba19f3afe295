import type { UserId } from '@palaver/protocol/ids';
import type { Context } from '../../context.ts';
import { accessBotForUpdate } from '../../records/bots.ts';
import { markDeactivated } from '../../records/users.ts';
import { markWebhookOfBotDeleted } from '../../records/webhooks.ts';

/** The bot can send no more, and is told no more; what it sent stays, under its last name. */
export async function deleteBot(ctx: Context, botId: UserId): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const bot = await accessBotForUpdate(tx, ctx.space, botId);
    await markDeactivated(tx, bot.ext_user_id);
    await markWebhookOfBotDeleted(tx, bot.ext_user_id);
  });
}
