import { randomBytes } from 'node:crypto';
import type { UploadId } from '@palaver/protocol/files';
import type { DiskRoom } from '../../../storage/disk-room.ts';
import type { SignedInContext } from '../../context.ts';
import { type Quotas, reserveBytes } from '../../records/file-usage.ts';
import type { IdempotencyKey } from '../../records/idempotency-keys.ts';
import { insertUpload, sumUpUploads } from '../../records/uploads.ts';
import { findAndLockActiveUser } from '../../records/users.ts';
import { Refusal } from '../../refusal.ts';
import { fileNameOf } from '../../rules/file-paths.ts';
import { type IdempotentResult, runOnce } from '../idempotency/run-once.ts';

export interface UploadLimits {
  /** The length of one upload in bytes: that of the largest file of any kind. */
  maxBytes: number;
  /** How long an upload is kept after its last part. */
  unfinishedMs: number;
  quotas: Quotas;
  /** That of the disk where the file is put together. */
  room: DiskRoom;
}

/** Unfinished uploads of one user. */
export const MAX_UPLOADS = 50;
/**
 * The missing bytes of a user's uploads together, in files of the largest size. They take from the quota of everyone; this is
 * enough for two devices that send three files each.
 */
export const MAX_MISSING_FILES = 6;
/**
 * How long an upload is kept of which nothing has arrived: meanwhile it takes its length from the quota of everyone. A client sends the first
 * part at once; one that has lost its connection for longer begins again, and loses nothing.
 */
const EMPTY_MS = 10 * 60_000;

export interface CreatedUpload {
  id: UploadId;
  /** Unix milliseconds. */
  expiresAt: number;
}

/**
 * Opens an upload, whose bytes then arrive in as many requests as it takes. Its length counts toward the quotas from now on. Refuses with
 * M41300 (longer than any file may be), M40014 (empty), M42901 ({@link MAX_UPLOADS}, {@link MAX_MISSING_FILES}), M41301 (quotas).
 * Rejects with `NoRoomError` if the disk has no room for it.
 */
export async function createUpload(
  ctx: SignedInContext,
  { maxBytes, unfinishedMs, quotas, room }: UploadLimits,
  { length, name }: { length: number; name: string },
  idempotency: IdempotencyKey | undefined,
): Promise<IdempotentResult<CreatedUpload>> {
  if (length > maxBytes) throw new Refusal('M41300');
  if (length === 0) {
    const message = 'is 0, but empty files are refused';
    throw new Refusal('M40014', [{ field: 'Upload-Length', rule: 'empty', message }]);
  }
  await room.check(length);
  const { extUserId } = ctx.actingUser;
  const id = randomBytes(16).toString('hex') as UploadId;
  return runOnce(ctx, idempotency, ({ db, space }) =>
    db.transaction(async (tx) => {
      // Its lock lets only one request at a time count.
      if ((await findAndLockActiveUser(tx, space, { extUserId })) === undefined) throw new Refusal('M40111');
      const open = await sumUpUploads(tx, extUserId);
      const isTooMuch = open.missing + length > MAX_MISSING_FILES * maxBytes;
      if (open.count >= MAX_UPLOADS || isTooMuch) throw new Refusal('M42901');
      const upload = { id, name: fileNameOf(name), length, keptMs: Math.min(unfinishedMs, EMPTY_MS) };
      const { expiresAt } = await insertUpload(tx, space, extUserId, upload);
      await reserveBytes(tx, space, { uploader: extUserId, bytes: length }, quotas);
      return { id, expiresAt: expiresAt.getTime() };
    }),
  );
}
