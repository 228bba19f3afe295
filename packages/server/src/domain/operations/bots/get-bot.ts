import type { Bot } from '@palaver/protocol/bots';
import type { UserId } from '@palaver/protocol/ids';
import type { Context } from '../../context.ts';
import { accessBot, toBot } from '../../records/bots.ts';

/** A bot is managed in the space where it was made. All of these refuse with M40403 when it is not there. */

export async function getBot(ctx: Context, botId: UserId): Promise<Bot> {
  return toBot(await accessBot(ctx.db, ctx.space, botId));
}
