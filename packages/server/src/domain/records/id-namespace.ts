import type { FieldError } from '@palaver/protocol/errors';
import type { AppId, UserId } from '@palaver/protocol/ids';
import type { Transaction } from '../../storage/database.ts';
import { Refusal } from '../refusal.ts';

/**
 * User ids and bot ids are one namespace, and a bot of the application's own space serves every tenant: its id
 * must be free in all of them. A unique constraint covers each space; these two checks cover the rest. They cannot
 * miss each other: creating a user holds a shared lock of the application, creating a bot an exclusive one, and each
 * checks after it has its lock.
 */
export async function idsOfSharedBots(
  tx: Transaction,
  appId: AppId,
  ids: readonly UserId[],
): Promise<Set<UserId>> {
  const taken = await tx.query<{ user_id: UserId }>(
    `select user_id from users where app_id = $1 and tenant_id = '' and kind = 'bot' and user_id = any($2::text[])`,
    [appId, ids],
  );
  return new Set(taken.map(({ user_id }) => user_id));
}

export async function refuseIdOfSharedBot(
  tx: Transaction,
  appId: AppId,
  id: UserId,
  field: string,
): Promise<void> {
  if ((await idsOfSharedBots(tx, appId, [id])).has(id)) throw idTaken(field);
}

export async function refuseIdInAnyTenant(tx: Transaction, appId: AppId, botId: UserId): Promise<void> {
  const taken = await tx.query(
    `select from users where app_id = $1 and tenant_id <> '' and user_id = $2 limit 1`,
    [appId, botId],
  );
  if (taken.length > 0) throw idTaken('bot_id');
}

export function idTaken(field: string): Refusal {
  return new Refusal('M40901', [takenError(field)]);
}

/** Refuses with M40901, naming all of these fields. */
export function refuseTaken(taken: readonly { field: string }[]): void {
  if (taken.length > 0)
    throw new Refusal(
      'M40901',
      taken.map(({ field }) => takenError(field)),
    );
}

function takenError(field: string): FieldError {
  return { field, rule: 'unique', message: 'exists already' };
}
