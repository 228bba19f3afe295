import type { CreateBot, CreatedBot } from '@palaver/protocol/bots';
import type { UserId } from '@palaver/protocol/ids';
import { randomBase62 } from '../../../platform/base62.ts';
import type { Context } from '../../context.ts';
import { lockUsersExclusive } from '../../records/app-locks.ts';
import { accessBot, toBot } from '../../records/bots.ts';
import { switchStreamOn } from '../../records/event-streams.ts';
import { idTaken, refuseIdInAnyTenant, refuseIdOfSharedBot } from '../../records/id-namespace.ts';
import { findByUserId, upsertUsers } from '../../records/users.ts';
import { insertWebhookOfBot } from '../../records/webhooks.ts';
import { newWebhookSecret } from '../../rules/webhook-secret.ts';

/**
 * Creates a bot and its webhook secret, if the input has none; only this response shows it. Without a tenant the bot serves every tenant of the
 * application. The id of a deleted bot may be used again: the new bot is the same sender, with its history. Refuses with
 * M40901 if a user or a bot has the id.
 */
export async function createBot(ctx: Context, input: CreateBot): Promise<CreatedBot> {
  const { space } = ctx;
  const botId = input.bot_id || (`bot_${randomBase62(12)}` as UserId);
  return ctx.db.transaction(async (tx) => {
    await lockUsersExclusive(tx, space.appId);
    const existing = await findByUserId(tx, space, botId);
    if (existing?.kind === 'user' || existing?.deactivated_at === null) throw idTaken('bot_id');
    if (space.tenantId === '') await refuseIdInAnyTenant(tx, space.appId, botId);
    else await refuseIdOfSharedBot(tx, space.appId, botId, 'bot_id');

    const profile = { display_name: input.display_name, avatar_url: input.avatar_url ?? '' };
    const [row] = await upsertUsers(tx, space, 'bot', [{ userId: botId, profile }]);
    if (row === undefined) throw idTaken('bot_id');
    if (input.webhook_url) await switchStreamOn(tx, space.appId);
    const secret = input.webhook_secret || newWebhookSecret();
    await insertWebhookOfBot(tx, space, row.ext_user_id, { url: input.webhook_url ?? '', secret });
    return { ...toBot(await accessBot(tx, space, botId)), webhook_secret: secret };
  });
}
