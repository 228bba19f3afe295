import type { AppId } from '@palaver/protocol/ids';
import type { Queryable, Sealing, Transaction } from '../../storage/database.ts';
import { isSealed } from '../../storage/vault.ts';

/** The only module that writes `signing_keys`. */

export interface SigningKey {
  id: string;
  app_id: AppId;
  /** The only algorithm that a token of this key may name. */
  algorithm: 'HS256';
  secret: Buffer;
  created_at: Date;
  replaced_at: Date | null;
  revoked_at: Date | null;
}

const SHOWN = 'id, app_id, algorithm, created_at, replaced_at, revoked_at';
const COLUMNS = `${SHOWN}, secret`;

const placeOfSecret = (id: string) => `signing_keys.secret of ${id}`;

/** Opens the secret of a stored key. */
function opened({ vault }: Sealing, { secret, ...key }: SigningKey): SigningKey {
  return { ...key, secret: Buffer.from(vault.open(placeOfSecret(key.id), secret.toString()), 'base64') };
}

function sealed({ vault }: Sealing, { id, secret }: Pick<SigningKey, 'id' | 'secret'>): Buffer {
  return Buffer.from(vault.seal(placeOfSecret(id), secret.toString('base64')));
}

/** Reseals secrets that are not sealed with the first key, at most `limit`; returns how many. */
export async function resealSigningKeys(tx: Transaction, limit: number): Promise<number> {
  const rows = await tx.query<Pick<SigningKey, 'id' | 'secret'>>(
    `select id, secret from signing_keys where substr(secret, 1, length($1::bytea)) <> $1 order by id limit $2 for update`,
    [Buffer.from(tx.vault.prefix), limit],
  );
  for (const { id, secret } of rows) {
    const text = secret.toString();
    const resealed = isSealed(text)
      ? Buffer.from(tx.vault.reseal(placeOfSecret(id), text))
      : sealed(tx, { id, secret });
    await tx.query('update signing_keys set secret = $2 where id = $1', [id, resealed]);
  }
  return rows.length;
}

/** By their ids. */
export async function findSigningKeys(
  db: Queryable & Sealing,
  ids: readonly string[],
): Promise<Map<string, SigningKey>> {
  const keys = await db.query<SigningKey>(`select ${COLUMNS} from signing_keys where id = any($1)`, [ids]);
  return new Map(keys.map((key) => [key.id, opened(db, key)]));
}

/** The key that signs for an application now. */
export async function findCurrentKey(db: Queryable & Sealing, appId: AppId): Promise<SigningKey | undefined> {
  const [key] = await db.query<SigningKey>(
    `select ${COLUMNS} from signing_keys where app_id = $1 and replaced_at is null`,
    [appId],
  );
  return key && opened(db, key);
}

/** All keys of one application, or of all, newest last, without their secrets. */
export async function listSigningKeys(db: Queryable, appId?: string): Promise<Omit<SigningKey, 'secret'>[]> {
  return db.query<SigningKey>(
    `select ${SHOWN} from signing_keys where $1::text is null or app_id = $1 order by app_id, created_at, id`,
    [appId ?? null],
  );
}

/** Replaces the current key by a new one. The caller holds the lock of the application. */
export async function replaceCurrentKey(
  tx: Transaction,
  appId: AppId,
  { id, secret }: Pick<SigningKey, 'id' | 'secret'>,
): Promise<SigningKey> {
  await tx.query('update signing_keys set replaced_at = now() where app_id = $1 and replaced_at is null', [
    appId,
  ]);
  const [key] = await tx.query<SigningKey>(
    `insert into signing_keys (id, app_id, algorithm, secret) values ($1, $2, 'HS256', $3) returning ${COLUMNS}`,
    [id, appId, sealed(tx, { id, secret })],
  );
  if (key === undefined) throw new Error('insert into signing_keys returned no row');
  return opened(tx, key);
}

/** Revokes all replaced keys: every node stops accepting their tokens within 5 s. */
export async function revokeReplacedKeys(tx: Transaction, appId: AppId): Promise<void> {
  await tx.query(
    `update signing_keys set revoked_at = now()
     where app_id = $1 and replaced_at is not null and revoked_at is null`,
    [appId],
  );
}
