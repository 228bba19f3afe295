import type { UploadedFile } from '@palaver/protocol/files';
import type { ThreadId } from '@palaver/protocol/ids';
import type { SignedInContext } from '../../context.ts';
import type { IdempotencyKey } from '../../records/idempotency-keys.ts';
import { statusesIn } from '../../records/members.ts';
import { accessThread } from '../../records/threads.ts';
import { Refusal } from '../../refusal.ts';
import type { IdempotentResult } from '../idempotency/run-once.ts';
import { type FileServices, type ReceivedFile, storeUpload } from './store-upload.ts';

/**
 * Stores a file that a signed-in user wants to send to a thread. Until a message names it, only they can read it, and they may
 * also send it to another thread. Refuses with M40401 (thread), M40304 (muted there), and as {@link storeUpload} does.
 */
export async function uploadAsUser(
  ctx: SignedInContext,
  services: FileServices,
  threadId: ThreadId,
  received: ReceivedFile,
  idempotency: IdempotencyKey | undefined,
): Promise<IdempotentResult<UploadedFile>> {
  const { id } = await accessThread(ctx.db, ctx, threadId);
  const statuses = await statusesIn(ctx.db, ctx.actingUser.extUserId, [id]);
  if (statuses.get(id) === 'muted') throw new Refusal('M40304');
  return storeUpload(ctx, services, received, idempotency);
}
