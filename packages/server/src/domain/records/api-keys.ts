import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { AppId, TenantId } from '@palaver/protocol/ids';
import { randomBase62, toBase62 } from '../../platform/base62.ts';
import type { Queryable } from '../../storage/database.ts';
import type { Scope } from '../rules/scopes.ts';
import { AppError, appExists } from './apps.ts';

/** The only module that writes `api_keys`. */

/** The record of a key, without the key itself. */
export interface ApiKey {
  id: string;
  app_id: AppId;
  name: string;
  scopes: Scope[];
  /** null: the key works in every space of its application. */
  tenant_id: TenantId | null;
  secret_hash: Buffer;
  expires_at: Date | null;
  revoked_at: Date | null;
  last_used_at: Date | null;
  created_at: Date;
}

const COLUMNS =
  'id, app_id, name, scopes, tenant_id, secret_hash, expires_at, revoked_at, last_used_at, created_at';

export interface NewKey {
  appId: string;
  name: string;
  scopes: readonly Scope[];
  tenantId?: TenantId | undefined;
  expiresAt?: Date | undefined;
}

/**
 * Creates a key `plv_live_<public id>_<32 random bytes>_<checksum>`, all in base62, and stores its hash. The key is returned
 * only here. Throws {@link AppError} if the application does not exist.
 */
export async function createKey(db: Queryable, input: NewKey): Promise<{ key: string; apiKey: ApiKey }> {
  if (!(await appExists(db, input.appId))) {
    throw new AppError(`there is no application "${input.appId}": create it with \`palaver app create\``);
  }
  const publicId = randomBase62(9);
  const unchecked = `${PREFIX}${publicId}_${randomBase62(32)}`;
  const key = `${unchecked}_${checksumOf(unchecked)}`;
  const [apiKey] = await db.query<ApiKey>(
    `insert into api_keys (id, app_id, name, secret_hash, scopes, tenant_id, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7) returning ${COLUMNS}`,
    [
      publicId,
      input.appId,
      input.name,
      hashKey(key),
      input.scopes,
      input.tenantId ?? null,
      input.expiresAt ?? null,
    ],
  );
  if (apiKey === undefined) throw new Error('insert into api_keys returned no row');
  return { key, apiKey };
}

/** All keys of one application, or of all, the newest last. */
export async function listKeys(db: Queryable, appId?: string): Promise<ApiKey[]> {
  return db.query<ApiKey>(
    `select ${COLUMNS} from api_keys where $1::text is null or app_id = $1 order by app_id, created_at, id`,
    [appId ?? null],
  );
}

/** Revokes a key: every node stops accepting it within 5 s. False if there is no such key; repeating it succeeds. */
export async function revokeKey(db: Queryable, publicId: string): Promise<boolean> {
  const rows = await db.query(
    'update api_keys set revoked_at = coalesce(revoked_at, now()) where id = $1 returning id',
    [publicId],
  );
  return rows.length > 0;
}

/** By their public ids. */
export async function findKeys(db: Queryable, publicIds: readonly string[]): Promise<Map<string, ApiKey>> {
  const keys = await db.query<ApiKey>(`select ${COLUMNS} from api_keys where id = any($1)`, [publicIds]);
  return new Map(keys.map((key) => [key.id, key]));
}

export async function markKeysUsed(db: Queryable, publicIds: readonly string[]): Promise<void> {
  await db.query('update api_keys set last_used_at = now() where id = any($1)', [publicIds]);
}

export function hashKey(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}

const PREFIX = 'plv_live_';
const FORM =
  /^(?<unchecked>plv_live_(?<publicId>[0-9A-Za-z]{1,32})_[0-9A-Za-z]{43})_(?<checksum>[0-9A-Za-z]{6})$/;
/** The form of keys that were created before there was a checksum. */
const FORMER_FORM = /^pk_live_(?<publicId>[0-9A-Za-z]{1,32})_[0-9A-Za-z]{43}$/;

/**
 * The checksum at the end of a key: the CRC-32 of everything before it, in six characters. It exposes a mistyped or truncated
 * key without a database query, and lets secret scanners tell a key from similar text.
 */
function checksumOf(unchecked: string): string {
  return toBase62(BigInt(crc32(unchecked)), 6);
}

/** The `<public id>` of a text that has the form of a key, whatever its checksum; otherwise undefined. */
export function publicIdOf(key: string): string | undefined {
  return (FORM.exec(key) ?? FORMER_FORM.exec(key))?.groups?.publicId;
}

/** Whether a text that has the form of a key has its checksum, or the form without one. */
export function hasRightChecksum(key: string): boolean {
  const { unchecked, checksum } = FORM.exec(key)?.groups ?? {};
  return unchecked === undefined || checksumOf(unchecked) === checksum;
}
