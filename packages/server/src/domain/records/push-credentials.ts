import type { PushProvider } from '@palaver/protocol/devices';
import type { ApnsEnvironment } from '@palaver/protocol/notification-providers';
import type { Queryable, Sealing, Transaction } from '../../storage/database.ts';
import type { Space } from '../context.ts';
import type { PushCredentials, WebPushCredentials } from '../rules/push-credentials.ts';
import type { DeviceTarget } from './devices.ts';

/**
 * The only module that writes `push_credentials`. A change stores a new row, so the id names the credentials themselves. A former
 * key pair for Web Push stays for the subscriptions that name its public key.
 */

/** What is shown of credentials, in the fields of the API. */
type Settings =
  | { provider: 'web_push'; settings: { subject: string; public_key: string } }
  | { provider: 'fcm'; settings: { project_id: string; client_email: string } }
  | {
      provider: 'apns';
      settings: { key_id: string; team_id: string; topic: string; environment: ApnsEnvironment };
    };

export type ShownPushCredentials = Settings & { created_at: Date };

type SealedRow = Settings & { id: string; secret: string };

/** The id changes whenever the credentials do. */
export type StoredPushCredentials = PushCredentials & { id: string };

/** Former key pairs of a space that are kept at most; of older ones, subscriptions end. */
export const MAX_FORMER_PAIRS = 10;

const placeOfSecret = (id: string) => `push_credentials.secret of ${id}`;

/** The current credentials of exactly this space, without the private key. */
export async function findShownPushCredentials(
  db: Queryable,
  { appId, tenantId }: Space,
  provider: PushProvider,
): Promise<ShownPushCredentials | undefined> {
  const [row] = await db.query<ShownPushCredentials>(
    `select provider, settings, created_at from push_credentials
     where app_id = $1 and tenant_id = $2 and provider = $3 and replaced_at is null`,
    [appId, tenantId, provider],
  );
  return row;
}

/** The current credentials of exactly this space, to change them. */
export async function lockPushCredentials(
  tx: Transaction,
  { appId, tenantId }: Space,
  provider: PushProvider,
): Promise<StoredPushCredentials | undefined> {
  const [row] = await tx.query<SealedRow>(
    `select id, provider, settings, secret from push_credentials
     where app_id = $1 and tenant_id = $2 and provider = $3 and replaced_at is null for update`,
    [appId, tenantId, provider],
  );
  return row && opened(tx, row);
}

/** The current credentials that apply in a space: those of the tenant, or else those of the application. */
export async function findPushCredentials(
  db: Queryable & Sealing,
  { appId, tenantId }: Space,
  provider: PushProvider,
): Promise<StoredPushCredentials | undefined> {
  const [row] = await db.query<SealedRow>(
    `select id, provider, settings, secret from push_credentials
     where app_id = $1 and tenant_id in ($2, '') and provider = $3 and replaced_at is null
     order by tenant_id desc limit 1`,
    [appId, tenantId, provider],
  );
  return row && opened(db, row);
}

/** The key pair, current or former, that a subscription of a user of this space names by its public key. */
export async function findVapidKeys(
  db: Queryable & Sealing,
  { appId, tenantId }: Space,
  publicKey: string,
): Promise<(WebPushCredentials & { id: string }) | undefined> {
  const [row] = await db.query<SealedRow>(
    `select id, provider, settings, secret from push_credentials
     where app_id = $1 and settings ->> 'public_key' = $3 and provider = 'web_push' and tenant_id in ($2, '')
     order by tenant_id desc limit 1`,
    [appId, tenantId, publicKey],
  );
  const credentials = row && opened(db, row);
  return credentials?.provider === 'web_push' ? credentials : undefined;
}

/** The credentials that reach a device: of a Web Push subscription, those for which it was made. */
export function credentialsFor(
  db: Queryable & Sealing,
  space: Space,
  { provider, subscription }: Pick<DeviceTarget, 'provider' | 'subscription'>,
): Promise<StoredPushCredentials | undefined> {
  const publicKey = subscription?.application_server_key ?? '';
  return publicKey === '' ? findPushCredentials(db, space, provider) : findVapidKeys(db, space, publicKey);
}

/** The public key that browsers of users of this space subscribe with; empty if there is none. */
export async function publicWebPushKey(db: Queryable, { appId, tenantId }: Space): Promise<string> {
  const [row] = await db.query<{ public_key: string }>(
    `select settings ->> 'public_key' as public_key from push_credentials
     where app_id = $1 and tenant_id in ($2, '') and provider = 'web_push' and replaced_at is null
     order by tenant_id desc limit 1`,
    [appId, tenantId],
  );
  return row?.public_key ?? '';
}

/** Stores credentials in place of `current`, which the caller has locked. A replaced key pair for Web Push stays. */
export async function replacePushCredentials(
  tx: Transaction,
  space: Space,
  current: StoredPushCredentials | undefined,
  next: PushCredentials,
): Promise<ShownPushCredentials> {
  if (current !== undefined) {
    const isFormer =
      current.provider === 'web_push' && next.provider === 'web_push' && current.publicKey !== next.publicKey;
    const end = isFormer ? 'update push_credentials set replaced_at = now()' : 'delete from push_credentials';
    await tx.query(`${end} where id = $1`, [current.id]);
  }
  if (next.provider === 'web_push') await removeFormerPairs(tx, space, next.publicKey);
  const [{ id } = { id: '' }] = await tx.query<{ id: string }>(
    `select nextval(pg_get_serial_sequence('push_credentials', 'id')) as id`,
  );
  const { privateKey } = next;
  const [row] = await tx.query<ShownPushCredentials>(
    `insert into push_credentials (id, app_id, tenant_id, provider, settings, secret) overriding system value
     values ($1, $2, $3, $4, $5, $6) returning provider, settings, created_at`,
    [
      id,
      space.appId,
      space.tenantId,
      next.provider,
      JSON.stringify(settingsOf(next)),
      tx.vault.seal(placeOfSecret(id), privateKey),
    ],
  );
  if (row === undefined) throw new Error('insert into push_credentials returned no row');
  return row;
}

/**
 * Removes former key pairs that no device names, the oldest beyond {@link MAX_FORMER_PAIRS}, and one that becomes the current pair
 * again. The pair that was replaced just now stays: a browser may be subscribing with it.
 */
async function removeFormerPairs(
  tx: Transaction,
  { appId, tenantId }: Space,
  currentKey: string,
): Promise<void> {
  await tx.query(
    `delete from push_credentials former using (
       select id, row_number() over (order by replaced_at desc, id desc) as age from push_credentials
       where app_id = $1 and tenant_id = $2 and provider = 'web_push' and replaced_at is not null
     ) ordered
     where former.id = ordered.id and (
       former.settings ->> 'public_key' = $3 or ordered.age > $4 or former.replaced_at < now() and not exists (
         select from devices d where d.app_id = $1 and d.provider = 'web_push'
           and d.subscription ->> 'application_server_key' = former.settings ->> 'public_key'))`,
    [appId, tenantId, currentKey, MAX_FORMER_PAIRS],
  );
}

/** Removes the credentials of exactly this space, former ones included; returns whether there were any. */
export async function removePushCredentials(
  db: Queryable,
  { appId, tenantId }: Space,
  provider: PushProvider,
): Promise<boolean> {
  const removed = await db.query(
    'delete from push_credentials where app_id = $1 and tenant_id = $2 and provider = $3 returning id',
    [appId, tenantId, provider],
  );
  return removed.length > 0;
}

/** Reseals secrets that are not sealed with the first key, at most `limit`; returns how many. */
export async function resealPushCredentials(tx: Transaction, limit: number): Promise<number> {
  const rows = await tx.query<{ id: string; secret: string }>(
    'select id, secret from push_credentials where not starts_with(secret, $1) order by id limit $2 for update',
    [tx.vault.prefix, limit],
  );
  for (const { id, secret } of rows) {
    const resealed = tx.vault.reseal(placeOfSecret(id), secret);
    await tx.query('update push_credentials set secret = $2 where id = $1', [id, resealed]);
  }
  return rows.length;
}

function settingsOf(credentials: PushCredentials): Settings['settings'] {
  switch (credentials.provider) {
    case 'web_push':
      return { subject: credentials.subject, public_key: credentials.publicKey };
    case 'fcm':
      return { project_id: credentials.projectId, client_email: credentials.clientEmail };
    case 'apns': {
      const { keyId: key_id, teamId: team_id, topic, environment } = credentials;
      return { key_id, team_id, topic, environment };
    }
  }
}

function opened({ vault }: Sealing, row: SealedRow): StoredPushCredentials {
  const { id } = row;
  const privateKey = vault.open(placeOfSecret(id), row.secret);
  switch (row.provider) {
    case 'web_push': {
      const { subject, public_key: publicKey } = row.settings;
      return { id, provider: row.provider, subject, publicKey, privateKey };
    }
    case 'fcm': {
      const { project_id: projectId, client_email: clientEmail } = row.settings;
      return { id, provider: row.provider, projectId, clientEmail, privateKey };
    }
    case 'apns': {
      const { key_id: keyId, team_id: teamId, topic, environment } = row.settings;
      return { id, provider: row.provider, keyId, teamId, topic, environment, privateKey };
    }
  }
}
