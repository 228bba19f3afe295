import type { UploadId } from '@palaver/protocol/files';
import type { ExtUserId } from '@palaver/protocol/ids';
import type { Queryable, Transaction } from '../../storage/database.ts';
import type { Space } from '../context.ts';

/**
 * The only module that writes `uploads` and `upload_parts`. An upload is open until it ends: it became a file, its user ended it, or
 * it expired. Then the sweep removes its bytes. Its length counts toward the quotas while it is open: a transaction that
 * opens or ends uploads also calls `reserveBytes` or `releaseBytes` of file-usage.ts.
 *
 * An upload that arrives in one request has a row only for that: a reservation. It has no parts, and nobody but that request knows its id.
 */

export interface Upload {
  id: UploadId;
  /** What the client calls the file. */
  name: string;
  /** In bytes, of the whole file. */
  length: number;
  /** How many of them are stored. */
  received: number;
  expiresAt: Date;
}

export async function insertUpload(
  tx: Transaction,
  { appId, tenantId }: Space,
  uploader: ExtUserId,
  { id, name, length, keptMs }: Pick<Upload, 'id' | 'name' | 'length'> & { keptMs: number },
): Promise<Upload> {
  const [row] = await tx.query<{ expires_at: Date }>(
    `insert into uploads (id, app_id, tenant_id, uploader_ext_user_id, name, length, expires_at)
     values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7::float8 / 1000)) returning expires_at`,
    [id, appId, tenantId, uploader, name, length, keptMs],
  );
  if (row === undefined) throw new Error('an upload was not inserted');
  return { id, name, length, received: 0, expiresAt: row.expires_at };
}

/** Reserves bytes for an upload that arrives in one request. */
export async function insertReservation(
  tx: Transaction,
  { appId, tenantId }: Space,
  uploader: ExtUserId | null,
  { id, bytes, keptMs }: { id: UploadId; bytes: number; keptMs: number },
): Promise<void> {
  await tx.query(
    `insert into uploads (id, app_id, tenant_id, uploader_ext_user_id, name, length, expires_at, is_resumable)
     values ($1, $2, $3, $4, '', $5, now() + make_interval(secs => $6::float8 / 1000), false)`,
    [id, appId, tenantId, uploader, bytes, keptMs],
  );
}

/** Adds bytes to a reservation, which may be none, and keeps it for `ms` from now on; false if it has ended. */
export async function extendReservation(
  tx: Transaction,
  id: UploadId,
  bytes: number,
  ms: number,
): Promise<boolean> {
  const extended = await tx.query(
    `update uploads set length = length + $2, expires_at = now() + make_interval(secs => $3::float8 / 1000)
     where id = $1 and ended_at is null returning id`,
    [id, bytes, ms],
  );
  return extended.length > 0;
}

/** Forgets a reservation, of which the sweep would find no bytes; undefined if it has ended already. */
export async function endReservation(tx: Transaction, id: UploadId): Promise<ReleasedBytes | undefined> {
  const [row] = await tx.query<EndedRow>(
    'delete from uploads where id = $1 and ended_at is null returning id, app_id, tenant_id, length::float8',
    [id],
  );
  return row && toReleased(row);
}

/** The open resumable uploads of a user: how many they are, and how many bytes of them have not arrived. */
export async function sumUpUploads(
  db: Queryable,
  uploader: ExtUserId,
): Promise<{ count: number; missing: number }> {
  const [row] = await db.query<{ count: number; missing: number }>(
    `select count(*)::int, coalesce(sum(length - received), 0)::float8 as missing from uploads
     where uploader_ext_user_id = $1 and is_resumable and ended_at is null and expires_at > now()`,
    [uploader],
  );
  return row ?? { count: 0, missing: 0 };
}

/** An open upload of this user. (That of another user might as well not exist.) */
export async function findUpload(
  db: Queryable,
  { appId, tenantId }: Space,
  uploader: ExtUserId,
  id: UploadId,
): Promise<Upload | undefined> {
  const [row] = await db.query<Omit<Upload, 'expiresAt'> & { expires_at: Date }>(
    `select id, name, length::float8, received::float8, expires_at from uploads
     where id = $4 and app_id = $1 and tenant_id = $2 and uploader_ext_user_id = $3 and is_resumable and ended_at is null
       and expires_at > now()`,
    [appId, tenantId, uploader, id],
  );
  if (row === undefined) return undefined;
  const { expires_at: expiresAt, ...same } = row;
  return { ...same, expiresAt };
}

/** A part of an upload that has arrived. */
export interface UploadPart {
  /** Of its first byte in the upload. */
  start: number;
  /** In bytes. */
  size: number;
  /** The last name in the key of its object. */
  object: string;
}

/**
 * Whether a part at `start` would be the next one of the upload: asked before its bytes are stored, which then takes less than
 * {@link STORING_SECONDS}.
 */
export async function isNextPart(db: Queryable, id: UploadId, start: number): Promise<boolean> {
  const rows = await db.query(`select from uploads where id = $1 and ended_at is null and received = $2`, [
    id,
    start,
  ]);
  return rows.length > 0;
}

/** Adds a stored part; false if another one was faster, or the upload has ended. The upload is kept for `ms` from now on. */
export async function addPart(
  db: Queryable,
  id: UploadId,
  { start, size, object }: UploadPart,
  ms: number,
): Promise<boolean> {
  const added = await db.query(
    `with moved as (
       update uploads set received = received + $3, expires_at = now() + make_interval(secs => $5::float8 / 1000)
       where id = $1 and ended_at is null and received = $2 returning id
     )
     insert into upload_parts (upload_id, start, size, object) select id, $2, $3, $4 from moved returning start`,
    [id, start, size, object, ms],
  );
  return added.length > 0;
}

/** The parts of an upload, in their order. */
export async function findParts(db: Queryable, id: UploadId): Promise<UploadPart[]> {
  return db.query<UploadPart>(
    'select start::float8, size::float8, object from upload_parts where upload_id = $1 order by start',
    [id],
  );
}

/** What uploads that have ended no longer take of the quota of a space. */
export interface ReleasedBytes {
  space: Space;
  bytes: number;
}

interface EndedRow {
  id: UploadId;
  app_id: Space['appId'];
  tenant_id: Space['tenantId'];
  length: number;
}

const toReleased = ({ app_id: appId, tenant_id: tenantId, length }: EndedRow): ReleasedBytes => ({
  space: { appId, tenantId },
  bytes: length,
});

/** Ends an open upload, which the sweep then removes; undefined if it has ended already. */
export async function endUpload(tx: Transaction, id: UploadId): Promise<ReleasedBytes | undefined> {
  const [row] = await tx.query<EndedRow>(
    `update uploads set ended_at = now(), expires_at = now() where id = $1 and ended_at is null
     returning id, app_id, tenant_id, length::float8`,
    [id],
  );
  return row && toReleased(row);
}

/** Ends every open upload of a user. */
export async function endUploadsOf(tx: Transaction, uploader: ExtUserId): Promise<ReleasedBytes[]> {
  const rows = await tx.query<EndedRow>(
    `update uploads set ended_at = now(), expires_at = now() where uploader_ext_user_id = $1 and ended_at is null
     returning id, app_id, tenant_id, length::float8`,
    [uploader],
  );
  return rows.map(toReleased);
}

/** Ends uploads that have expired. */
export async function endExpired(tx: Transaction, limit: number): Promise<ReleasedBytes[]> {
  const rows = await tx.query<EndedRow>(
    `update uploads set ended_at = now(), expires_at = now() where id in (
       select id from uploads where expires_at <= now() and ended_at is null order by expires_at limit $1 for update skip locked
     ) returning id, app_id, tenant_id, length::float8`,
    [limit],
  );
  return rows.map(toReleased);
}

/**
 * Storing one part takes less, even if the store is slow. When an upload ends, a part of it may still be on its way to the store, from
 * any node. So its row stays for this long, and then its folder is removed once more.
 */
const STORING_SECONDS = 3_600;

/** If the bytes of a claimed upload could not be removed, others go first for this long. */
const CLAIM_SECONDS = 30;

export interface EndedUpload {
  id: UploadId;
  /** No part of it can still reach the store. */
  is_settled: boolean;
}

/** Claims uploads that have ended, until {@link forgetUploads} or for a time. */
export async function claimEnded(db: Queryable, limit: number): Promise<EndedUpload[]> {
  return db.query<EndedUpload>(
    `update uploads set expires_at = now() + make_interval(secs => $2) where id in (
       select id from uploads where expires_at <= now() and ended_at is not null
       order by expires_at limit $1 for update skip locked
     ) returning id, ended_at <= now() - make_interval(secs => $3) as is_settled`,
    [limit, CLAIM_SECONDS, STORING_SECONDS],
  );
}

/** Forgets claimed uploads whose bytes are gone; those that are not settled come again when they are. */
export async function forgetUploads(db: Queryable, uploads: readonly EndedUpload[]): Promise<void> {
  const idsOf = (isSettled: boolean) =>
    uploads.filter(({ is_settled }) => is_settled === isSettled).map(({ id }) => id);
  await db.query('delete from uploads where id = any($1) and ended_at is not null', [idsOf(true)]);
  await db.query('update uploads set expires_at = ended_at + make_interval(secs => $2) where id = any($1)', [
    idsOf(false),
    STORING_SECONDS,
  ]);
}

/** Hands the uploads of an absorbed user over to the one who absorbs. */
export async function moveUploads(tx: Transaction, to: ExtUserId, from: ExtUserId): Promise<void> {
  await tx.query(
    `update uploads set uploader_ext_user_id = $1 where uploader_ext_user_id = $2 and ended_at is null`,
    [to, from],
  );
}
