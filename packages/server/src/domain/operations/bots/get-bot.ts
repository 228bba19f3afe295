import type { Bot } from '@palaver/protocol/bots';
import type { UserId } from '@palaver/protocol/ids';
import type { Context } from '../../context.ts';
import { accessBot, toBot } from '../../records/bots.ts';

/** A bot of exactly this space. Refuses with M40403. */
export async function getBot(ctx: Context, botId: UserId): Promise<Bot> {
  return toBot(await accessBot(ctx.db, ctx.space, botId));
}
