import type { FileUsage } from '@palaver/protocol/files';
import type { ExtUserId } from '@palaver/protocol/ids';
import type { Queryable, Transaction } from '../../storage/database.ts';
import type { Space } from '../context.ts';
import { Refusal } from '../refusal.ts';
import type { ReleasedBytes } from './uploads.ts';

/**
 * The only module that writes `file_usage` and `user_file_usage`: what the files of a space, and those that a user has uploaded, take. Open
 * uploads count toward both quotas with their lengths; for a space their sum is stored, because it may have many. Transactions that change both
 * usages lock that of the space first.
 */

/** In bytes; 0: no limit. */
export interface Quotas {
  /** Of a tenant, or of an application without a tenant. */
  tenantBytes: number;
  userBytes: number;
  guestBytes: number;
}

export const NO_QUOTAS: Quotas = { tenantBytes: 0, userBytes: 0, guestBytes: 0 };

/** Whether uploads of this user, or of the back end, can exceed any quota. */
export function hasQuota(
  { tenantBytes, userBytes, guestBytes }: Quotas,
  uploader: ExtUserId | null,
): boolean {
  return tenantBytes > 0 || (uploader !== null && (userBytes > 0 || guestBytes > 0));
}

/** What is added, and by whom; null: the back end. */
export interface AddedUsage {
  uploader: ExtUserId | null;
  files: number;
  bytes: number;
  unfinishedBytes: number;
}

/**
 * Adds to what a space and a user take. Refuses with M41301 if that would be more than a quota; the transaction then takes it back.
 * `reservedBytes` do not count: those of the upload that becomes this file.
 */
export async function addUsage(
  tx: Transaction,
  space: Space,
  added: AddedUsage,
  quotas: Quotas,
  reservedBytes = 0,
): Promise<void> {
  const [usage] = await tx.query<{ bytes: number }>(
    `insert into file_usage as u (app_id, tenant_id, files, bytes, unfinished_bytes) values ($1, $2, $3, $4, $5)
     on conflict (app_id, tenant_id) do update set files = u.files + excluded.files, bytes = u.bytes + excluded.bytes,
       unfinished_bytes = u.unfinished_bytes + excluded.unfinished_bytes
     returning (bytes + unfinished_bytes)::float8 as bytes`,
    [space.appId, space.tenantId, added.files, added.bytes, added.unfinishedBytes],
  );
  const exceeds = (bytes: number, quotaBytes: number) => quotaBytes > 0 && bytes - reservedBytes > quotaBytes;
  if (exceeds(Number(usage?.bytes), quotas.tenantBytes))
    throw new Refusal('M41301', undefined, { quota: 'tenant' });
  if (added.uploader === null) return;
  const user = await addUserUsage(tx, added.uploader, added.bytes);
  if (exceeds(user.bytes, user.isGuest ? quotas.guestBytes : quotas.userBytes))
    throw new Refusal('M41301', undefined, { quota: 'user' });
}

/** Returns what the user takes then, with open uploads. */
async function addUserUsage(
  tx: Transaction,
  uploader: ExtUserId,
  bytes: number,
): Promise<{ bytes: number; isGuest: boolean }> {
  // Its lock lets only one upload of the user at a time count.
  await tx.query(
    `insert into user_file_usage as u (ext_user_id, bytes) values ($1, $2)
     on conflict (ext_user_id) do update set bytes = u.bytes + excluded.bytes`,
    [uploader, bytes],
  );
  const [row] = await tx.query<{ bytes: number; isGuest: boolean }>(
    `select (u.bytes + coalesce((
         select sum(length) from uploads where uploader_ext_user_id = $1 and ended_at is null
       ), 0))::float8 as bytes,
       coalesce((select is_guest from users where ext_user_id = $1), false) as "isGuest"
     from user_file_usage u where ext_user_id = $1`,
    [uploader],
  );
  if (row === undefined) throw new Error('the usage of a user was not stored');
  return row;
}

/** Reserves what an open upload, which has its row, will take. Refuses with M41301. */
export async function reserveBytes(
  tx: Transaction,
  space: Space,
  { uploader, bytes }: { uploader: ExtUserId | null; bytes: number },
  quotas: Quotas,
): Promise<void> {
  await addUsage(tx, space, { uploader, files: 0, bytes: 0, unfinishedBytes: bytes }, quotas);
}

/** Takes back what uploads had reserved. */
export async function releaseBytes(tx: Transaction, released: readonly ReleasedBytes[]): Promise<void> {
  await tx.query(
    `update file_usage u set unfinished_bytes = u.unfinished_bytes - r.bytes
     from (
       select app_id, tenant_id, sum(bytes) as bytes
       from unnest($1::text[], $2::text[], $3::bigint[]) as released (app_id, tenant_id, bytes)
       group by app_id, tenant_id order by app_id, tenant_id
     ) r where u.app_id = r.app_id and u.tenant_id = r.tenant_id`,
    [
      released.map(({ space }) => space.appId),
      released.map(({ space }) => space.tenantId),
      released.map(({ bytes }) => bytes),
    ],
  );
}

/** Parts of a statement that discount the files in `gone`. */
export const DISCOUNT_GONE = `discounted as (
    update file_usage u set files = u.files - g.files, bytes = u.bytes - g.bytes
    from (select app_id, tenant_id, count(*) as files, sum(bytes) as bytes from gone group by app_id, tenant_id) g
    where u.app_id = g.app_id and u.tenant_id = g.tenant_id returning u.app_id
  ), discounted_of_users as (
    update user_file_usage u set bytes = u.bytes - g.bytes
    from (
      select uploader_ext_user_id as ext_user_id, sum(bytes) as bytes from gone
      where counts_for_uploader group by uploader_ext_user_id
    ) g
    -- (After the usage of the spaces.)
    where u.ext_user_id = g.ext_user_id and (select count(*) from discounted) >= 0
  )`;

/** Hands bytes of files of an absorbed user over to the one who absorbs. */
export async function moveUserUsage(
  tx: Transaction,
  to: ExtUserId,
  from: ExtUserId,
  bytes: number,
): Promise<void> {
  if (bytes === 0) return;
  await tx.query(
    `insert into user_file_usage as u (ext_user_id, bytes)
     select * from (values ($1::bigint, $3::bigint), ($2::bigint, -$3::bigint)) as moved (ext_user_id, bytes) order by ext_user_id
     on conflict (ext_user_id) do update set bytes = u.bytes + excluded.bytes`,
    [to, from, bytes],
  );
}

export async function findUsage(db: Queryable, space: Space): Promise<Omit<FileUsage, 'quota_bytes'>> {
  const [usage] = await db.query<Omit<FileUsage, 'quota_bytes'>>(
    'select files::float8, bytes::float8, unfinished_bytes::float8 from file_usage where app_id = $1 and tenant_id = $2',
    [space.appId, space.tenantId],
  );
  return usage ?? { files: 0, bytes: 0, unfinished_bytes: 0 };
}

/** The files of all applications, and their bytes with those of their thumbnails. */
export async function countStored(db: Queryable): Promise<{ files: number; bytes: number }> {
  const [row] = await db.query<{ files: number; bytes: number }>(
    'select coalesce(sum(files), 0)::float8 as files, coalesce(sum(bytes), 0)::float8 as bytes from file_usage',
  );
  return row ?? { files: 0, bytes: 0 };
}
