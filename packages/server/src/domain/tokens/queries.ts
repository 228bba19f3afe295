import type { AppId, ExtUserId, UserId } from '@palaver/protocol/ids';
import type { Queryable, Sealing, Transaction } from '../../storage/database.ts';
import { isSealed } from '../../storage/vault.ts';
import type { Space } from '../context.ts';

/** The only module that writes `signing_keys` and `token_revocations`. */

export interface SigningKey {
  id: string;
  app_id: AppId;
  /** The only one that a token of this key may name. */
  algorithm: 'HS256';
  secret: Buffer;
  created_at: Date;
  replaced_at: Date | null;
  revoked_at: Date | null;
}

const SHOWN = 'id, app_id, algorithm, created_at, replaced_at, revoked_at';
const COLUMNS = `${SHOWN}, secret`;

const placeOfSecret = (id: string) => `signing_keys.secret of ${id}`;

/** A key as it is stored: the secret is sealed. */
function opened({ vault }: Sealing, { secret, ...key }: SigningKey): SigningKey {
  return { ...key, secret: Buffer.from(vault.open(placeOfSecret(key.id), secret.toString()), 'base64') };
}

function sealed({ vault }: Sealing, { id, secret }: Pick<SigningKey, 'id' | 'secret'>): Buffer {
  return Buffer.from(vault.seal(placeOfSecret(id), secret.toString('base64')));
}

/** Seals secrets that are not sealed with the first key, at most `limit`; answers how many. */
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

/** All keys of one application, or of all, the newest last; without what they sign with. */
export async function listSigningKeys(db: Queryable, appId?: string): Promise<Omit<SigningKey, 'secret'>[]> {
  return db.query<SigningKey>(
    `select ${SHOWN} from signing_keys where $1::text is null or app_id = $1 order by app_id, created_at, id`,
    [appId ?? null],
  );
}

/** Puts a new key in the place of the current one. The caller holds the lock of the application. */
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

/** Every node stops accepting tokens of the keys that were replaced, within 5 s. */
export async function revokeReplacedKeys(tx: Transaction, appId: AppId): Promise<void> {
  await tx.query(
    `update signing_keys set revoked_at = now()
     where app_id = $1 and replaced_at is not null and revoked_at is null`,
    [appId],
  );
}

/** Who a token is issued for. */
export interface TokenHolder {
  ext_user_id: ExtUserId;
  /** How often all tokens of the user have been revoked: a token names it, and is dead when it has grown. */
  generation: string;
}

/** An active user of exactly this space. */
export async function findTokenHolder(
  db: Queryable,
  space: Space,
  userId: UserId,
): Promise<TokenHolder | undefined> {
  const [holder] = await db.query<TokenHolder>(
    `select u.ext_user_id, coalesce(r.generation, 0) as generation
     from users u left join token_revocations r using (ext_user_id)
     where u.app_id = $1 and u.tenant_id = $2 and u.user_id = $3 and u.kind = 'user' and u.deactivated_at is null`,
    [space.appId, space.tenantId, userId],
  );
  return holder;
}

/**
 * Ends every token that these users have been given until now. `connections`: what becomes of those that were opened with
 * one.
 */
export async function revokeTokensOf(
  tx: Queryable,
  users: readonly ExtUserId[],
  connections: 'cut' | 'keep',
): Promise<void> {
  await tx.query(
    `insert into token_revocations as r (ext_user_id, generation, cut_below)
     select id, 1, case when $2 then 1 else 0 end from unnest($1::bigint[]) as u (id)
     on conflict (ext_user_id) do update set generation = r.generation + 1,
       cut_below = case when $2 then r.generation + 1 else r.cut_below end,
       revoked_at = excluded.revoked_at, revoked_in = excluded.revoked_in`,
    [users, connections === 'cut'],
  );
}

/** From which generation on tokens of a user are good, and the connections that were opened with them. */
export interface Revocation {
  generation: string;
  cut_below: string;
}

/** What a poll for revocations has found. */
export interface RevocationsPoll {
  /** Where the next one begins. */
  next: string;
  revoked: (Revocation & { ext_user_id: ExtUserId })[];
}

/**
 * Revocations of transactions from `since` on, a transaction id; "0" is all, of users who can still have a token.
 * Whatever was in progress then is at or after `next`, so that nothing is missed, in whatever order commits became
 * visible.
 */
export async function pollRevocations(
  db: Queryable,
  since: string,
  maxTtlSeconds: number,
): Promise<RevocationsPoll> {
  const [found] = await db.query<RevocationsPoll>(
    `select pg_snapshot_xmin(pg_current_snapshot())::text as next, coalesce((
       select json_agg(json_build_object('ext_user_id', ext_user_id::text, 'generation', generation::text,
         'cut_below', cut_below::text))
       from token_revocations
       where revoked_in >= $1::text::xid8 and revoked_at > now() - make_interval(secs => $2)
     ), '[]') as revoked`,
    [since, maxTtlSeconds],
  );
  if (found === undefined) throw new Error('a select of one row returned none');
  return found;
}
