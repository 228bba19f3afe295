import type { Bot, UpdateBot } from '@palaver/protocol/bots';
import type { UserId } from '@palaver/protocol/ids';
import type { Context } from '../../context.ts';
import { accessBot, accessBotForUpdate, toBot } from '../../records/bots.ts';
import { switchStreamOn } from '../../records/event-streams.ts';
import { upsertUser } from '../../records/users.ts';
import { setUrlOfBot } from '../../records/webhooks.ts';

/** Fields that are undefined keep their value; an empty address empties it. */
export async function updateBot(ctx: Context, botId: UserId, changes: UpdateBot): Promise<Bot> {
  return ctx.db.transaction(async (tx) => {
    const bot = await accessBotForUpdate(tx, ctx.space, botId);
    await upsertUser(tx, ctx.space, 'bot', botId, {
      display_name: changes.display_name || undefined,
      avatar_url: changes.avatar_url,
    });
    if (changes.webhook_url) await switchStreamOn(tx, ctx.space.appId);
    if (changes.webhook_url !== undefined) await setUrlOfBot(tx, bot.ext_user_id, changes.webhook_url);
    return toBot(await accessBot(tx, ctx.space, botId));
  });
}
