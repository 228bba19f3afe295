import type { Bot, UpdateBot } from '@palaver/protocol/bots';
import type { UserId } from '@palaver/protocol/ids';
import type { Context } from '../../context.ts';
import { accessBot, accessBotForUpdate, toBot } from '../../records/bots.ts';
import { switchStreamOn } from '../../records/event-streams.ts';
import { upsertUsers } from '../../records/users.ts';
import { setUrlOfBot } from '../../records/webhooks.ts';

/** Fields that are undefined keep their value; an empty address empties it. */
export async function updateBot(ctx: Context, botId: UserId, changes: UpdateBot): Promise<Bot> {
  return ctx.db.transaction(async (tx) => {
    const bot = await accessBotForUpdate(tx, ctx.space, botId);
    const profile = { display_name: changes.display_name || undefined, avatar_url: changes.avatar_url };
    await upsertUsers(tx, ctx.space, 'bot', [{ userId: botId, profile }]);
    if (changes.webhook_url) await switchStreamOn(tx, ctx.space.appId);
    if (changes.webhook_url !== undefined) await setUrlOfBot(tx, bot.ext_user_id, changes.webhook_url);
    return toBot(await accessBot(tx, ctx.space, botId));
  });
}
