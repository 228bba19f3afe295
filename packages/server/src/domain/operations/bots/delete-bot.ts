import type { UserId } from '@palaver/protocol/ids';
import type { Context } from '../../context.ts';
import { accessBotForUpdate } from '../../records/bots.ts';
import { markDeactivated } from '../../records/users.ts';
import { markWebhookOfBotDeleted } from '../../records/webhooks.ts';

/** Deletes a bot: it can no longer send, and gets no further events. Its messages stay, under its last name. */
export async function deleteBot(ctx: Context, botId: UserId): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const bot = await accessBotForUpdate(tx, ctx.space, botId);
    await markDeactivated(tx, bot.ext_user_id);
    await markWebhookOfBotDeleted(tx, bot.ext_user_id);
  });
}
