import type { AppId, UserId } from '@palaver/protocol/ids';
import type { Transaction } from '../../storage/database.ts';
import { Refusal } from '../refusal.ts';

/**
 * User ids and bot ids are one namespace, and a bot of the application's own space serves every tenant: its id
 * must be free in all of them. A unique constraint keeps one space; these two checks keep the rest. They cannot
 * miss each other: creating a user holds a shared lock of the application, creating a bot an exclusive one, and each
 * looks after it has its lock.
 */
export async function refuseIdsOfSharedBots(
  tx: Transaction,
  appId: AppId,
  ids: readonly { userId: UserId; field: string }[],
): Promise<void> {
  const taken = await tx.query<{ user_id: UserId }>(
    `select user_id from users where app_id = $1 and tenant_id = '' and kind = 'bot' and user_id = any($2::text[])`,
    [appId, ids.map(({ userId }) => userId)],
  );
  const takenIds = new Set(taken.map(({ user_id }) => user_id));
  const errors = ids
    .filter(({ userId }) => takenIds.has(userId))
    .map(({ field }) => ({ field, rule: 'unique', message: 'is the id of a bot' }));
  if (errors.length > 0) throw new Refusal('M40901', errors);
}

export async function refuseIdInAnyTenant(tx: Transaction, appId: AppId, botId: UserId): Promise<void> {
  const taken = await tx.query(
    `select from users where app_id = $1 and tenant_id <> '' and user_id = $2 limit 1`,
    [appId, botId],
  );
  if (taken.length > 0) throw idTaken('bot_id');
}

export function idTaken(field: string): Refusal {
  return new Refusal('M40901', [{ field, rule: 'unique', message: 'exists already' }]);
}
