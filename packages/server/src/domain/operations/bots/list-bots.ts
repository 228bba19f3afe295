import type { Bot } from '@palaver/protocol/bots';
import type { Context } from '../../context.ts';
import { pageBots, toBot } from '../../records/bots.ts';

/** Bots by ascending ext_user_id. */
export async function listBots(ctx: Context, page: { lastId: string; limit: number }): Promise<Bot[]> {
  return (await pageBots(ctx.db, ctx.space, page)).map(toBot);
}
