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

/** The current signing key: created if there is none, replaced if it is older than `maxAgeMs`. */
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
 * Replaces the signing key by a new one. Tokens of former keys stay valid until they expire; with `revoke` they become invalid
 * on every node within 5 s. Throws {@link AppError} if the application does not exist.
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
