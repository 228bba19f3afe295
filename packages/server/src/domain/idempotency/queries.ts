import type { AppId } from '@palaver/protocol/ids';
import type { Queryable, Transaction } from '../../storage/database.ts';
import { Refusal } from '../refusal.ts';

/** The only module that writes `idempotency_keys`. */

/** How long a repeat waits for the first request with its key; then M40902. */
export const PATIENCE_MS = 10_000;

/** What a request with an `Idempotency-Key` is remembered by. */
export interface IdempotencyKey {
  key: string;
  /** SHA-256 of what makes it this request and no other. */
  fingerprint: Buffer;
  /** For how long a success is remembered. */
  ttlSeconds: number;
}

/** What the first request with a key has answered under `data`. */
export interface Remembered {
  data: unknown;
}

/** A key that is older is free, whether its row has been swept or not. */
const isFresh = (ttlParameter: string) => `(k.created_at > now() - make_interval(secs => ${ttlParameter}))`;

/**
 * Claims the key for this transaction. Undefined: the key is ours, and {@link remember} must follow. Otherwise what
 * the first request has answered. Waits for another transaction that works with it, up to `lock_timeout`.
 * Refuses with M42201 when the key was used with another request.
 */
export async function claim(
  tx: Transaction,
  appId: AppId,
  request: IdempotencyKey,
): Promise<Remembered | undefined> {
  const { key, fingerprint, ttlSeconds } = request;
  await lockKeys(tx, [{ ...request, appId }]);
  const claimed = await tx.query(
    `insert into idempotency_keys as k (app_id, key, fingerprint) values ($1, $2, $3)
     on conflict (app_id, key) do update set fingerprint = $3, data = null, created_at = now()
       where not ${isFresh('$4')}
     returning key`,
    [appId, key, fingerprint, ttlSeconds],
  );
  if (claimed.length > 0) return undefined;
  const [found] = await findKeys(tx, [{ ...request, appId }]);
  if (!found?.is_fresh) throw new Error('a key that was in the way is gone');
  return checkFingerprint(found, fingerprint);
}

/** Stores the answer of the request that has claimed the key. */
export async function remember(tx: Transaction, appId: AppId, key: string, data: unknown): Promise<void> {
  await tx.query('update idempotency_keys set data = $3 where app_id = $1 and key = $2', [
    appId,
    key,
    data === undefined ? null : JSON.stringify(data),
  ]);
}

/*
 * Whoever works with a key holds an advisory lock of it, so that nobody has to wait on the unique index, where a batch
 * would make all its sends wait. (Two keys whose hashes are equal only wait for each other.)
 */
const KEY_LOCK = `hashtextextended('key ' || i.key || ' of ' || i.app_id, 0)`;
const KEYS = `unnest($1::text[], $2::text[]) as i (app_id, key)`;

/** Takes the locks of these keys, waiting up to `lock_timeout` for each. */
export async function lockKeys(tx: Transaction, keys: readonly OwnedKey[]): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(${KEY_LOCK}) from ${KEYS}`, namesOf(keys));
}

/** Takes the locks that nobody else has; answers {@link nameOf} each of those. */
export async function lockFreeKeys(tx: Transaction, keys: readonly OwnedKey[]): Promise<Set<string>> {
  const locked = await tx.query<{ app_id: AppId; key: string }>(
    `select app_id, key from ${KEYS} where pg_try_advisory_xact_lock(${KEY_LOCK})`,
    namesOf(keys),
  );
  return new Set(locked.map(({ app_id, key }) => nameOf({ appId: app_id, key })));
}

/** One name for a key of an application: keys have no spaces. */
export function nameOf({ appId, key }: Pick<OwnedKey, 'appId' | 'key'>): string {
  return `${appId} ${key}`;
}

function namesOf(keys: readonly OwnedKey[]): string[][] {
  return [keys.map(({ appId }) => appId), keys.map(({ key }) => key)];
}

export interface FoundKey {
  fingerprint: Buffer;
  data: unknown;
  /** False when it is older than it is to be kept: then it counts as absent. */
  is_fresh: boolean;
}

/** The keys that are stored, each at the place of who asks; undefined asks for nothing. */
export async function findKeys(
  db: Queryable,
  keys: readonly (OwnedKey | undefined)[],
): Promise<(FoundKey | undefined)[]> {
  const asked = keys.filter((key) => key !== undefined);
  if (asked.length === 0) return [];
  const rows = await db.query<FoundKey & { app_id: AppId; key: string }>(
    `select app_id, key, k.fingerprint, k.data, ${isFresh('$3')} as is_fresh
     from unnest($1::text[], $2::text[]) as i (app_id, key) join idempotency_keys k using (app_id, key)`,
    [asked.map(({ appId }) => appId), asked.map(({ key }) => key), asked[0]?.ttlSeconds],
  );
  const found = new Map(rows.map((row) => [nameOf({ appId: row.app_id, key: row.key }), row]));
  return keys.map((key) => (key === undefined ? undefined : found.get(nameOf(key))));
}

export type OwnedKey = IdempotencyKey & { appId: AppId };

/** What was remembered, when it was for this very request; M42201 otherwise. */
export function checkFingerprint(found: FoundKey, fingerprint: Buffer): Remembered {
  if (!found.fingerprint.equals(fingerprint)) throw new Refusal('M42201');
  return { data: found.data };
}

/** Makes room for keys whose time is over and that nobody has swept yet. */
export async function forgetKeys(tx: Transaction, keys: readonly OwnedKey[]): Promise<void> {
  await tx.query(
    `delete from idempotency_keys k using unnest($1::text[], $2::text[]) as i (app_id, key)
     where k.app_id = i.app_id and k.key = i.key and not ${isFresh('$3')}`,
    [keys.map(({ appId }) => appId), keys.map(({ key }) => key), keys[0]?.ttlSeconds],
  );
}

/**
 * Remembers requests with their answers. When another transaction is faster with one of the keys, it fails on the
 * unique key, and the whole transaction runs again and finds what that one has stored.
 */
export async function rememberKeys(
  tx: Transaction,
  keys: readonly (OwnedKey & { data: unknown })[],
): Promise<void> {
  await tx.query(
    `insert into idempotency_keys (app_id, key, fingerprint, data)
     select * from unnest($1::text[], $2::text[], $3::bytea[], $4::json[]) order by 1, 2`,
    [
      keys.map(({ appId }) => appId),
      keys.map(({ key }) => key),
      keys.map(({ fingerprint }) => fingerprint),
      keys.map(({ data }) => JSON.stringify(data)),
    ],
  );
}

/** Takes out keys older than `ttlSeconds`, at most `limit`; answers how many. */
export async function sweepKeys(db: Queryable, ttlSeconds: number, limit: number): Promise<number> {
  const swept = await db.query(
    `delete from idempotency_keys where (app_id, key) in (
       select app_id, key from idempotency_keys k where not ${isFresh('$1')} limit $2 for update skip locked)
     returning key`,
    [ttlSeconds, limit],
  );
  return swept.length;
}
