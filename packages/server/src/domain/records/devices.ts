import { createHash } from 'node:crypto';
import { type Device, MAX_DEVICES, type PushProvider } from '@palaver/protocol/devices';
import type { AppId, DeviceId, ExtUserId } from '@palaver/protocol/ids';
import { toArray } from '../../storage/columns.ts';
import type { Queryable, Transaction } from '../../storage/database.ts';

/** The only module that writes `devices`. */

/** The keys of a Web Push subscription; `application_server_key` is empty if it is unknown. */
export interface SubscriptionKeys {
  p256dh: string;
  auth: string;
  application_server_key: string;
}

export interface DeviceRegistration {
  deviceId: DeviceId;
  provider: PushProvider;
  /** The token, or the address of the subscription. */
  token: string;
  keys: SubscriptionKeys | null;
  language: string;
  timeZone: string;
}

interface DeviceRow extends Omit<Device, 'created_at' | 'seen_at'> {
  created_at: Date;
  seen_at: Date;
}

const COLUMNS = 'device_id, provider, language, time_zone, created_at, seen_at';

function toDevice({ created_at, seen_at, ...shown }: DeviceRow): Device {
  return { ...shown, created_at: created_at.getTime(), seen_at: seen_at.getTime() };
}

export function hashOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/**
 * Locks what a registration changes, for a transaction that holds the lock of the user's row: the token, the user's devices, and
 * the device of another user that has the token. Rows are locked in one order, so that two users who swap their devices cannot
 * deadlock.
 */
export async function lockDevices(
  tx: Transaction,
  appId: AppId,
  user: ExtUserId,
  { provider, token }: Pick<DeviceRegistration, 'provider' | 'token'>,
): Promise<void> {
  const hash = hashOfToken(token);
  await Promise.all([
    tx.query(
      `select pg_advisory_xact_lock(hashtextextended('device ' || $1 || ' ' || $2 || ' ' || encode($3, 'hex'), 0))`,
      [appId, provider, hash],
    ),
    tx.query(
      `select from devices
       where ext_user_id = $1 or (app_id = $2 and provider = $3 and token_hash = $4)
       order by ext_user_id, device_id for update`,
      [user, appId, provider, hash],
    ),
  ]);
}

/**
 * Registers a device of a user, or refreshes it. The previous owner of the token loses it. A user with too many devices
 * loses the one that was seen the longest ago. Needs {@link lockDevices}.
 */
export async function putDevice(
  tx: Transaction,
  appId: AppId,
  user: ExtUserId,
  { deviceId, provider, token, keys, language, timeZone }: DeviceRegistration,
): Promise<Device> {
  const hash = hashOfToken(token);
  const [, [row]] = await Promise.all([
    tx.query(
      `delete from devices
       where app_id = $1 and provider = $2 and token_hash = $3 and (ext_user_id, device_id) <> ($4, $5)`,
      [appId, provider, hash, user, deviceId],
    ),
    tx.query<DeviceRow>(PUT, [
      user,
      deviceId,
      appId,
      provider,
      token,
      hash,
      keys === null ? null : JSON.stringify(keys),
      language,
      timeZone,
    ]),
    removeSurplus(tx, user),
  ]);
  if (row === undefined) throw new Error('an upsert returned no row');
  return toDevice(row);
}

// The clock, not the start of the transaction, which may have waited for another registration.
const PUT = `
  insert into devices as d (ext_user_id, device_id, app_id, provider, token, token_hash, subscription, language, time_zone,
    created_at, seen_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, clock_timestamp(), clock_timestamp())
  on conflict (ext_user_id, device_id) do update set provider = excluded.provider, token = excluded.token,
    token_hash = excluded.token_hash, subscription = excluded.subscription, language = excluded.language,
    time_zone = excluded.time_zone, seen_at = greatest(excluded.seen_at, d.seen_at)
  returning ${COLUMNS}`;

async function removeSurplus(tx: Transaction, user: ExtUserId): Promise<void> {
  await tx.query(
    `delete from devices where ext_user_id = $1 and device_id in (
       select device_id from devices where ext_user_id = $1 order by seen_at desc, device_id offset $2
     )`,
    [user, MAX_DEVICES],
  );
}

/** The public key with which this subscription was registered before, by whomever; undefined if it is unknown. */
export async function findServerKey(
  tx: Transaction,
  appId: AppId,
  endpoint: string,
): Promise<string | undefined> {
  const [known] = await tx.query<{ key: string | null }>(
    `select subscription ->> 'application_server_key' as key from devices
     where app_id = $1 and provider = 'web_push' and token_hash = $2`,
    [appId, hashOfToken(endpoint)],
  );
  return known?.key || undefined;
}

/** The devices of a user, the one that was seen last first. */
export async function listDevices(db: Queryable, user: ExtUserId): Promise<Device[]> {
  const rows = await db.query<DeviceRow>(
    `select ${COLUMNS} from devices where ext_user_id = $1 order by seen_at desc, device_id`,
    [user],
  );
  return rows.map(toDevice);
}

/** How a device is addressed. */
export interface DeviceTarget {
  device_id: DeviceId;
  provider: PushProvider;
  /** The token, or the address of the subscription. */
  token: string;
  subscription: SubscriptionKeys | null;
}

/** The device of a user with this provider that was seen last; `deviceId`: only this one. */
export async function findDevice(
  db: Queryable,
  user: ExtUserId,
  provider: PushProvider,
  deviceId: DeviceId | undefined,
): Promise<DeviceTarget | undefined> {
  const [device] = await db.query<DeviceTarget>(
    `select device_id, provider, token, subscription from devices
     where ext_user_id = $1 and provider = $2 and ($3::text is null or device_id = $3)
     order by seen_at desc, device_id limit 1`,
    [user, provider, deviceId ?? null],
  );
  return device;
}

/** Removes a device of a user, if it exists. `tokenHash`: only if it still has this token. */
export async function removeDevice(
  db: Queryable,
  user: ExtUserId,
  deviceId: string,
  tokenHash: Buffer | null = null,
): Promise<void> {
  await db.query(
    'delete from devices where ext_user_id = $1 and device_id = $2 and ($3::bytea is null or token_hash = $3)',
    [user, deviceId, tokenHash],
  );
}

/** A device as it was when its token turned out to be dead; null: it had been removed. */
export interface DeadDevice {
  ext_user_id: ExtUserId;
  device_id: string;
  device: { token_hash: string } | null;
}

/** Removes devices with dead tokens, unless they have another one by now, or somebody else has locked them. */
export async function removeDeadDevices(tx: Transaction, dead: readonly DeadDevice[]): Promise<void> {
  await tx.query(
    `delete from devices where (ext_user_id, device_id) in (
       select d.ext_user_id, d.device_id from devices d
       join unnest($1::bigint[], $2::text[], $3::text[]) as dead (ext_user_id, device_id, token_hash)
         on d.ext_user_id = dead.ext_user_id and d.device_id = dead.device_id
           and d.token_hash = decode(dead.token_hash, 'hex')
       for update of d skip locked
     )`,
    [
      toArray(dead.map(({ ext_user_id }) => ext_user_id)),
      dead.map(({ device_id }) => device_id),
      dead.map(({ device }) => device?.token_hash ?? ''),
    ],
  );
}

/** Removes all devices of a user. */
export async function removeDevices(tx: Transaction, user: ExtUserId): Promise<void> {
  await tx.query('delete from devices where ext_user_id = $1', [user]);
}

/**
 * Gives the devices of an absorbed record to its survivor. Of two with the same id the one that was seen last counts, and the
 * survivor keeps no more devices than any user.
 */
export async function moveDevices(tx: Transaction, survivor: ExtUserId, absorbed: ExtUserId): Promise<void> {
  await tx.query(
    `delete from devices d using devices other
     where d.ext_user_id in ($1, $2) and other.ext_user_id in ($1, $2) and other.device_id = d.device_id
       and (other.seen_at, other.ext_user_id) > (d.seen_at, d.ext_user_id)`,
    [survivor, absorbed],
  );
  await tx.query('update devices set ext_user_id = $1 where ext_user_id = $2', [survivor, absorbed]);
  await removeSurplus(tx, survivor);
}
