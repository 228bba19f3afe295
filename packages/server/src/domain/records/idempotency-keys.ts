import { Columns, toBytea } from '../../storage/columns.ts';
import type { Queryable, Transaction } from '../../storage/database.ts';
import type { Locks } from '../../storage/group-commit.ts';
import type { Space } from '../context.ts';
import { Refusal } from '../refusal.ts';

/** The only module that writes `idempotency_keys`. */

/** How long a repeat waits for the first request with its key; then M40902. */
export const PATIENCE_MS = 10_000;

/** The idempotency key of a request; it is unique in its space. */
export interface IdempotencyKey {
  key: string;
  /** SHA-256 of the content that identifies the request. */
  fingerprint: Uint8Array;
  /** How long a success is remembered. */
  ttlMs: number;
}

/** The `data` of the response to the first request with a key. */
export interface StoredAnswer {
  data: unknown;
}

/** An older key is free, even if its row has not been swept yet. */
const isFresh = (ttlParameter: string) =>
  `(k.created_at > now() - make_interval(secs => ${ttlParameter} / 1000.0))`;

/**
 * Claims the key for this transaction. Undefined means that the key is ours and {@link remember} must follow; otherwise
 * returns the answer of the first request. Waits up to `lock_timeout` for another transaction that holds the key. Refuses
 * with M42201 if the key was used with another request.
 */
export async function claim(
  tx: Transaction,
  space: Space,
  request: IdempotencyKey,
): Promise<StoredAnswer | undefined> {
  const { appId, tenantId } = space;
  const { key, fingerprint, ttlMs } = request;
  await lockKey(tx, space, key);
  const claimed = await tx.query(
    `insert into idempotency_keys as k (app_id, tenant_id, key, fingerprint) values ($1, $2, $3, $4)
     on conflict (app_id, tenant_id, key) do update set fingerprint = $4, data = null, created_at = now()
       where not ${isFresh('$5')}
     returning key`,
    [appId, tenantId, key, fingerprint, ttlMs],
  );
  if (claimed.length > 0) return undefined;
  const [found] = await tx.query<StoredAnswer & { is_same: boolean }>(
    `select fingerprint = $4 as is_same, data from idempotency_keys
     where app_id = $1 and tenant_id = $2 and key = $3`,
    [appId, tenantId, key, fingerprint],
  );
  if (found === undefined) throw new Error('a conflicting key has disappeared');
  if (!found.is_same) throw new Refusal('M42201');
  return found;
}

/** The answer of an earlier request with this key; undefined if there is none. Refuses with M42201 if it was another request. */
export async function findAnswer(
  db: Queryable,
  { appId, tenantId }: Space,
  { key, fingerprint, ttlMs }: IdempotencyKey,
): Promise<StoredAnswer | undefined> {
  const [found] = await db.query<StoredAnswer & { is_same: boolean }>(
    `select fingerprint = $4 as is_same, data from idempotency_keys k
     where app_id = $1 and tenant_id = $2 and key = $3 and ${isFresh('$5')}`,
    [appId, tenantId, key, fingerprint, ttlMs],
  );
  if (found?.is_same === false) throw new Refusal('M42201');
  return found;
}

/** Stores the answer of the request that claimed the key. */
export async function remember(
  tx: Transaction,
  { appId, tenantId }: Space,
  key: string,
  data: unknown,
): Promise<void> {
  await tx.query('update idempotency_keys set data = $4 where app_id = $1 and tenant_id = $2 and key = $3', [
    appId,
    tenantId,
    key,
    data === undefined ? null : JSON.stringify(data),
  ]);
}

/*
 * A transaction that uses a key holds its advisory lock, so that no transaction waits on the unique index, where a batch would
 * delay all of its sends. (Equal hashes of two keys are harmless: they wait for each other.)
 */
const KEY_LOCK = `hashtextextended('key ' || i.key || ' of ' || i.app_id || ' ' || i.tenant_id, 0)`;

/** Takes the lock of a key, waiting up to `lock_timeout`. */
async function lockKey(tx: Transaction, { appId, tenantId }: Space, key: string): Promise<void> {
  await tx.query(
    `select pg_advisory_xact_lock(${KEY_LOCK})
     from (select $1::text as app_id, $2::text as tenant_id, $3::text as key) i`,
    [appId, tenantId, key],
  );
}

/**
 * Takes the locks of the keys of a batch. It passes the positions (from 1) of the locked keys to later statements of the same
 * round trip, through a setting of the transaction. With `skip locked` it never waits.
 */
export async function lockKeysOfBatch(
  tx: Transaction,
  keys: readonly (OwnedKey | undefined)[],
  locks: Locks,
): Promise<void> {
  await tx.query(locks === 'skip locked' ? LOCK_FREE : LOCK_ALL, NAMES.parameters(keys));
}

export type OwnedKey = Pick<IdempotencyKey, 'key'> & { space: Space };

/** The names of the keys of a batch; undefined for an item without a key. */
const NAMES = new Columns<OwnedKey | undefined>([
  { name: 'app_id', type: 'text', encode: (key) => key?.space.appId },
  { name: 'tenant_id', type: 'text', encode: (key) => key?.space.tenantId },
  { name: 'key', type: 'text', encode: (key) => key?.key },
]);

const lockBatch = (gets: string) => `
  select set_config('palaver.keys', coalesce(array_agg(n)::text, '{}'), true)
  from rows from (${NAMES.rows(1)}) with ordinality as i (${NAMES.names}, n)
  where key is not null and ${gets}`;
const LOCK_FREE = lockBatch(`pg_try_advisory_xact_lock(${KEY_LOCK})`);
const LOCK_ALL = lockBatch(`pg_advisory_xact_lock(${KEY_LOCK}) is not null`);

/** The positions of the keys that the batch has locked. */
export const LOCKED_KEYS = `current_setting('palaver.keys')::bigint[]`;

/** The subquery for the stored answer of a row's key; no row if there is none or it has expired. */
export const rememberedOf = (row: string): string => `
  select k.fingerprint = ${row}.fingerprint::bytea as is_same, k.data from idempotency_keys k
  where k.app_id = ${row}.app_id and k.tenant_id = ${row}.tenant_id and k.key = ${row}.key
    and ${isFresh(`${row}.ttl_ms`)} limit 1`;

/** A CTE that stores the answers of the keys of the CTE `source`, which the batch has locked. */
export const rememberFrom = (source: string, data: string): string => `
  remember as (
    insert into idempotency_keys as k (app_id, tenant_id, key, fingerprint, data)
    select app_id, tenant_id, key, fingerprint::bytea, ${data} from ${source} where key is not null
    on conflict (app_id, tenant_id, key) do update
      set fingerprint = excluded.fingerprint, data = excluded.data, created_at = excluded.created_at
  )`;

/** A key of a batch: whether the batch has locked it, and its stored answer. */
export interface FoundKey {
  has_key: boolean;
  remembered: (StoredAnswer & { is_same: boolean }) | null;
}

/** Reads the keys of a batch, in their order; sent behind {@link lockKeysOfBatch}. */
export async function findKeysOfBatch(
  tx: Transaction,
  keys: readonly (IdempotencyKey & OwnedKey)[],
): Promise<FoundKey[]> {
  return tx.query<FoundKey>(FIND, KEYS.parameters(keys));
}

const KEYS = new Columns<IdempotencyKey & OwnedKey>([
  ...NAMES.list,
  { name: 'fingerprint', type: 'bytea', encode: ({ fingerprint }) => toBytea(fingerprint) },
  { name: 'ttl_ms', type: 'bigint', encode: ({ ttlMs }) => ttlMs },
]);

const FIND = `
  select n = any(${LOCKED_KEYS}) as has_key,
    case when remembered.is_same is not null then to_json(remembered) end as remembered
  from rows from (${KEYS.rows(1)}) with ordinality as i (${KEYS.names}, n)
  left join lateral (${rememberedOf('i')}) remembered on true order by n`;

/** Stores the answers of keys that the batch has locked. */
export async function rememberBatch(tx: Transaction, done: readonly DoneRequest[]): Promise<void> {
  if (done.length > 0) await tx.query(REMEMBER, DONE.parameters(done));
}

type DoneRequest = IdempotencyKey & OwnedKey & { data: unknown };

const DONE = new Columns<DoneRequest>([
  ...KEYS.list,
  { name: 'data', type: 'json', encode: ({ data }) => JSON.stringify(data) },
]);

const REMEMBER = `
  with done as (
    select * from rows from (${DONE.rows(1)}) as d (${DONE.names})
  ), ${rememberFrom('done', 'data')} select`;

/** Removes keys older than `ttlMs`, at most `limit`; returns how many. */
export async function sweepKeys(db: Queryable, ttlMs: number, limit: number): Promise<number> {
  const [swept] = await db.query<{ count: number }>(
    `with swept as (
       delete from idempotency_keys where (app_id, tenant_id, key) in (
         select app_id, tenant_id, key from idempotency_keys k where not ${isFresh('$1')} limit $2 for update skip locked)
       returning 1)
     select count(*)::int from swept`,
    [ttlMs, limit],
  );
  return swept?.count ?? 0;
}
