import type { ExtUserId } from '@palaver/protocol/ids';
import type { PublishingTransaction } from '../../bus/publishing-database.ts';
import type { Transaction } from '../../storage/database.ts';
import { COLUMNS, type UserRow } from './users.ts';

/** Writes the addresses of pictures that belong to uploaded files; `pictures.ts` says which files these are. */

/** Changes the address of the picture of a locked user, and publishes a change. */
export async function setAvatar(
  tx: PublishingTransaction,
  id: ExtUserId,
  avatarUrl: string,
): Promise<UserRow & { isChanged: boolean }> {
  const [changed] = await tx.query<UserRow>(
    `update users set avatar_url = $2, updated_at = now() where ext_user_id = $1 and avatar_url <> $2 returning ${COLUMNS}`,
    [id, avatarUrl],
  );
  if (changed !== undefined) {
    tx.publish({ type: 'user', user: id });
    return { ...changed, isChanged: true };
  }
  const [same] = await tx.query<UserRow>(`select ${COLUMNS} from users where ext_user_id = $1`, [id]);
  if (same === undefined) throw new Error('a locked user has disappeared');
  return { ...same, isChanged: false };
}

/** Locks users whose picture is lost, and takes its address away. */
export async function lockAndClearAvatars(tx: Transaction, ids: readonly ExtUserId[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.query('select from users where ext_user_id = any($1) order by ext_user_id for no key update', [
    ids,
  ]);
  await tx.query(`update users set avatar_url = '' where ext_user_id = any($1)`, [ids]);
}
