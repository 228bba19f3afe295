import type { Bot } from '@palaver/protocol/bots';
import type { ExtUserId, UserId } from '@palaver/protocol/ids';
import type { Queryable, Transaction } from '../../storage/database.ts';
import type { Space } from '../context.ts';
import { Refusal } from '../refusal.ts';

/** Reads bots: their profiles are in `users`, their webhooks in `webhooks`. */

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
  select u.ext_user_id, u.user_id, u.display_name, u.avatar_url, w.url as webhook_url, u.created_at, u.updated_at
  from users u join webhooks w on w.bot_ext_user_id = u.ext_user_id
  where u.app_id = $1 and u.tenant_id = $2 and u.kind = 'bot' and u.deactivated_at is null`;

export function toBot(row: BotRow): Bot {
  const { user_id, created_at, updated_at, ...shown } = row;
  return { bot_id: user_id, ...shown, created_at: created_at.getTime(), updated_at: updated_at.getTime() };
}

/** Reads a bot of exactly this space. Refuses with M40403. */
export async function accessBot(db: Queryable, space: Space, botId: UserId): Promise<BotRow> {
  const [row] = await db.query<BotRow>(`${SELECT} and u.user_id = $3`, [space.appId, space.tenantId, botId]);
  if (row === undefined) throw new Refusal('M40403');
  return row;
}

/** The same, and locks the bot until the end of the transaction. */
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
