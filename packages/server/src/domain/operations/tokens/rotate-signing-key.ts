import { randomBytes } from 'node:crypto';
import type { AppId } from '@palaver/protocol/ids';
import { randomBase62 } from '../../../platform/base62.ts';
import type { Transactor } from '../../../storage/database.ts';
import { lockApp } from '../../records/app-locks.ts';
import { AppError, appExists } from '../../records/apps.ts';
import {
  findCurrentKey,
  replaceCurrentKey,
  revokeReplacedKeys,
  type SigningKey,
} from '../../records/signing-keys.ts';

/** The key that signs now: made when there is none, replaced when it has signed for `maxAgeMs`. */
export async function currentSigningKey(db: Transactor, appId: AppId, maxAgeMs: number): Promise<SigningKey> {
  const isYoung = (key: SigningKey) => Date.now() - key.created_at.getTime() < maxAgeMs;
  const key = await findCurrentKey(db, appId);
  if (key !== undefined && isYoung(key)) return key;
  return db.transaction(async (tx) => {
    await lockApp(tx, appId);
    const settled = await findCurrentKey(tx, appId);
    return settled !== undefined && isYoung(settled) ? settled : replaceCurrentKey(tx, appId, newKey());
  });
}

/**
 * Makes a new key sign from now on. Tokens of the keys before it live on to their end; with `revoke` they are dead on
 * every node within 5 s. Throws {@link AppError} when the application does not exist.
 */
export async function rotateSigningKey(db: Transactor, appId: AppId, revoke: boolean): Promise<SigningKey> {
  return db.transaction(async (tx) => {
    if (!(await appExists(tx, appId))) throw new AppError(`there is no application "${appId}"`);
    await lockApp(tx, appId);
    const key = await replaceCurrentKey(tx, appId, newKey());
    if (revoke) await revokeReplacedKeys(tx, appId);
    return key;
  });
}

function newKey(): Pick<SigningKey, 'id' | 'secret'> {
  return { id: randomBase62(12), secret: randomBytes(32) };
}
