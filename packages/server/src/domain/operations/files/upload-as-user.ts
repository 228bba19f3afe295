import { join } from 'node:path';
import type { UploadedFile, UploadId } from '@palaver/protocol/files';
import type { ThreadId } from '@palaver/protocol/ids';
import type { Hold } from '../../../storage/disk-room.ts';
import type { SignedInContext } from '../../context.ts';
import type { IdempotencyKey } from '../../records/idempotency-keys.ts';
import { statusesIn } from '../../records/members.ts';
import { accessThread } from '../../records/threads.ts';
import type { Upload } from '../../records/uploads.ts';
import { Refusal } from '../../refusal.ts';
import { ownSendRefusal } from '../../rules/role-permissions.ts';
import type { KeyedMutex } from '../idempotency/keyed-mutex.ts';
import { findFirstOr, type IdempotentResult } from '../idempotency/run-once.ts';
import { accessUpload } from '../uploads/access-upload.ts';
import { assembleUpload } from '../uploads/assemble-upload.ts';
import { giveUpUpload } from '../uploads/end-upload.ts';
import { COPIES, type FileServices, type ReceivedFile, storeUpload } from './store-upload.ts';

/** Refuses users who may not send a file to this thread: M40401 (thread), M40304 (muted there). */
export async function checkUploader(ctx: SignedInContext, threadId: ThreadId): Promise<void> {
  const { id } = await accessThread(ctx.db, ctx, threadId);
  const statuses = await statusesIn(ctx.db, ctx.actingUser.extUserId, [id]);
  const code = ownSendRefusal(statuses.get(id));
  if (code !== undefined) throw new Refusal(code);
}

/**
 * Stores a file that a signed-in user wants to send to a thread. Until a message names it, only they can read it, and they may
 * also send it to another thread. Refuses as {@link checkUploader} and {@link storeUpload} do.
 */
export async function uploadAsUser(
  ctx: SignedInContext,
  services: FileServices,
  threadId: ThreadId,
  received: ReceivedFile,
  idempotency: IdempotencyKey | undefined,
): Promise<IdempotentResult<UploadedFile>> {
  await checkUploader(ctx, threadId);
  return storeUpload(ctx, services, received, idempotency);
}

/**
 * Stores a picture that a signed-in user wants for themself or for a group. Until one of them names it, only they can read it. Refuses
 * as {@link storeUpload} does.
 */
export async function uploadPicture(
  ctx: SignedInContext,
  services: FileServices,
  received: ReceivedFile,
  idempotency: IdempotencyKey | undefined,
): Promise<IdempotentResult<UploadedFile>> {
  return storeUpload(ctx, services, { ...received, mustBePicture: true }, idempotency);
}

/** A resumable upload that becomes a file. */
export interface FinishedUpload
  extends Pick<ReceivedFile, 'posterPath' | 'fallback' | 'reservation' | 'left'> {
  id: UploadId;
  /** Undefined: the one that the upload has. */
  name: string | undefined;
  /** Where its content can be put together. */
  folder: string;
}

export interface FinishServices extends FileServices {
  /** Locks by the id of a resumable upload. */
  finishes: KeyedMutex;
}

/**
 * The same for a file, or without a thread for a picture, that has arrived as a resumable upload, which ends in the transaction that stores the file. Such a request is small,
 * whatever the size of the file: so one at a time puts an upload together on this node, and only while its client waits. An upload whose
 * content is refused ends. Refuses with M40412 (upload), M40014 (incomplete) and M40902 (another request finishes it), too.
 */
export async function finishUpload(
  ctx: SignedInContext,
  services: FinishServices,
  threadId: ThreadId | undefined,
  finished: FinishedUpload,
  idempotency: IdempotencyKey | undefined,
): Promise<IdempotentResult<UploadedFile>> {
  if (threadId !== undefined) await checkUploader(ctx, threadId);
  const mustBePicture = threadId === undefined;
  return services.finishes.alone(finished.id, () =>
    findFirstOr(ctx, idempotency, async () => {
      const upload = await accessComplete(ctx, finished.id);
      using hold = await services.room.hold(upload.length * COPIES);
      const assembled = await putTogether(ctx, { ...services, hold }, upload, finished);
      const received = { ...assembled, mustBePicture };
      try {
        return await storeUpload(ctx, services, received, idempotency);
      } catch (error) {
        // The content cannot become a file, so nobody should have it examined again.
        const isRefused = error instanceof Refusal && error.errors?.some(({ field }) => field === 'file');
        if (isRefused) await giveUpUpload(ctx, finished.id).catch(() => undefined);
        throw error;
      }
    }),
  );
}

/** Refuses with M40412 and M40014 (incomplete). */
async function accessComplete(ctx: SignedInContext, id: UploadId): Promise<Upload> {
  const upload = await accessUpload(ctx, id);
  const { received, length } = upload;
  if (received < length) {
    const message = `has ${received} of ${length} bytes`;
    throw new Refusal('M40014', [{ field: 'upload_id', rule: 'incomplete', message }]);
  }
  return upload;
}

/** Refuses with M40412 (it has ended meanwhile) and M50300 (the client has left). */
async function putTogether(
  ctx: SignedInContext,
  services: FileServices & { hold: Hold },
  upload: Upload,
  { name, folder, posterPath, fallback, reservation, left }: FinishedUpload,
): Promise<ReceivedFile> {
  const path = join(folder, 'assembled');
  await assembleUpload(ctx, services, upload, path, left);
  const file = { path, size: upload.length, name: name ?? upload.name, posterPath, fallback };
  return { ...file, reservation, left, upload };
}
