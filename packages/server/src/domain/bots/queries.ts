import type { Bot } from '@palaver/protocol/bots';
import type { ExtUserId, UserId } from '@palaver/protocol/ids';
import type { Queryable, Transaction } from '../../storage/database.ts';
import type { Space } from '../context.ts';
import { Refusal } from '../refusal.ts';

/** The only module that writes `bots`; who a bot is stands in `users`. */

export interface BotRow {
  ext_user_id: ExtUserId;
  user_id: UserId;
  display_name: string;
  avatar_url: string;
  webhook_url: string;
  created_at: Date;
  updated_at: Date;
}

const SELECT = `
  select u.ext_user_id, u.user_id, u.display_name, u.avatar_url, b.webhook_url, u.created_at, u.updated_at
  from users u join bots b using (ext_user_id)
  where u.app_id = $1 and u.tenant_id = $2 and u.kind = 'bot' and u.deactivated_at is null`;

export function toBot(row: BotRow): Bot {
  const { user_id, created_at, updated_at, ...shown } = row;
  return { bot_id: user_id, ...shown, created_at: created_at.getTime(), updated_at: updated_at.getTime() };
}

/** A bot of exactly this space, for whoever manages it; M40403 when there is none. */
export async function accessBot(db: Queryable, space: Space, botId: UserId): Promise<BotRow> {
  const [row] = await db.query<BotRow>(`${SELECT} and u.user_id = $3`, [space.appId, space.tenantId, botId]);
  if (row === undefined) throw new Refusal('M40403');
  return row;
}

/** The same, and no one else changes or deletes the bot until the end of the transaction. */
export async function accessBotForUpdate(tx: Transaction, space: Space, botId: UserId): Promise<BotRow> {
  const [row] = await tx.query<BotRow>(`${SELECT} and u.user_id = $3 for update of u`, [
    space.appId,
    space.tenantId,
    botId,
  ]);
  if (row === undefined) throw new Refusal('M40403');
  return row;
}

export async function pageBots(
  db: Queryable,
  space: Space,
  page: { lastId: string; limit: number },
): Promise<BotRow[]> {
  return db.query<BotRow>(`${SELECT} and u.ext_user_id > $3 order by u.ext_user_id limit $4`, [
    space.appId,
    space.tenantId,
    page.lastId,
    page.limit,
  ]);
}

export async function putWebhook(
  tx: Transaction,
  bot: { extUserId: ExtUserId; url: string; secret: string },
): Promise<void> {
  await tx.query(
    `insert into bots (ext_user_id, webhook_url, webhook_secret) values ($1, $2, $3)
     on conflict (ext_user_id) do update set webhook_url = $2, webhook_secret = $3,
       previous_webhook_secret = null, previous_secret_expires_at = null`,
    [bot.extUserId, bot.url, bot.secret],
  );
}

export async function setWebhookUrl(tx: Transaction, id: ExtUserId, url: string): Promise<void> {
  await tx.query('update bots set webhook_url = $2 where ext_user_id = $1', [id, url]);
}

/** Puts a new secret in the place of the present one, which stays valid until `until`. */
export async function rotateWebhookSecret(
  db: Queryable,
  id: ExtUserId,
  secret: string,
  until: Date,
): Promise<void> {
  await db.query(
    `update bots set previous_webhook_secret = webhook_secret, previous_secret_expires_at = $3, webhook_secret = $2
     where ext_user_id = $1`,
    [id, secret, until],
  );
}
