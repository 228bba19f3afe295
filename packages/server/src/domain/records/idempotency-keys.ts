import { Columns, toBytea } from '../../storage/columns.ts';
import type { Queryable, Transaction } from '../../storage/database.ts';
import type { Locks } from '../../storage/group-commit.ts';
import type { Space } from '../context.ts';
import { Refusal } from '../refusal.ts';

/** The only module that writes `idempotency_keys`. */

/** How long a repeat waits for the first request with its key; then M40902. */
export const PATIENCE_MS = 10_000;

/** What a request with an `Idempotency-Key` is remembered by, in its space. */
export interface IdempotencyKey {
  key: string;
  /** SHA-256 of what makes it this request and no other. */
  fingerprint: Buffer;
  /** For how long a success is remembered. */
  ttlMs: number;
}

/** What the first request with a key has answered under `data`. */
export interface StoredAnswer {
  data: unknown;
}

/** A key that is older is free, whether its row has been swept or not. */
const isFresh = (ttlParameter: string) =>
  `(k.created_at > now() - make_interval(secs => ${ttlParameter} / 1000.0))`;

/**
 * Claims the key for this transaction. Undefined: the key is ours, and {@link remember} must follow. Otherwise what
 * the first request has answered. Waits for another transaction that works with it, up to `lock_timeout`.
 * Refuses with M42201 when the key was used with another request.
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
  if (found === undefined) throw new Error('a key that was in the way is gone');
  if (!found.is_same) throw new Refusal('M42201');
  return found;
}

/** Stores the answer of the request that has claimed the key. */
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
 * Whoever works with a key holds an advisory lock of it, so that nobody has to wait on the unique index, where a batch
 * would make all its sends wait. (Two keys whose hashes are equal only wait for each other.)
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
 * A batch: takes the locks of keys and hands those that it got, by their places from 1 on, to the statements after it
 * in the same round trip, through a setting of the transaction. Told to skip, it waits for nobody.
 */
export async function lockKeysOfBatch(
  tx: Transaction,
  keys: readonly (OwnedKey | undefined)[],
  locks: Locks,
): Promise<void> {
  await tx.query(locks === 'skip locked' ? LOCK_FREE : LOCK_ALL, NAMES.parameters(keys));
}

export type OwnedKey = Pick<IdempotencyKey, 'key'> & { space: Space };

/** Of the keys of a batch; undefined: somebody in it has none. */
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

/** The places of the keys that the batch has locked. */
export const LOCKED_KEYS = `current_setting('palaver.keys')::bigint[]`;

/** The subquery of what is remembered of the key of a row; no row when nothing is, or not any more. */
export const rememberedOf = (row: string): string => `
  select k.fingerprint = ${row}.fingerprint::bytea as is_same, k.data from idempotency_keys k
  where k.app_id = ${row}.app_id and k.tenant_id = ${row}.tenant_id and k.key = ${row}.key
    and ${isFresh(`${row}.ttl_ms`)} limit 1`;

/** A step of a statement that remembers the keys of its step `source`, which has locked them. */
export const rememberFrom = (source: string, data: string): string => `
  remember as (
    insert into idempotency_keys as k (app_id, tenant_id, key, fingerprint, data)
    select app_id, tenant_id, key, fingerprint::bytea, ${data} from ${source} where key is not null
    on conflict (app_id, tenant_id, key) do update
      set fingerprint = excluded.fingerprint, data = excluded.data, created_at = excluded.created_at
  )`;

/** Of a key that a batch names: whether the batch has locked it, and what is remembered of it. */
export interface FoundKey {
  has_key: boolean;
  remembered: (StoredAnswer & { is_same: boolean }) | null;
}

/** What a batch finds of its keys, in their order; to be sent behind {@link lockKeysOfBatch}. */
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

/** Remembers keys that the batch has locked, with what the answers carry under `data`. */
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

/** Takes out keys older than `ttlMs`, at most `limit`; answers how many. */
export async function sweepKeys(db: Queryable, ttlMs: number, limit: number): Promise<number> {
  const swept = await db.query(
    `delete from idempotency_keys where (app_id, tenant_id, key) in (
       select app_id, tenant_id, key from idempotency_keys k where not ${isFresh('$1')} limit $2 for update skip locked)
     returning key`,
    [ttlMs, limit],
  );
  return swept.length;
}
