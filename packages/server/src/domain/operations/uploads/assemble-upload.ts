import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { type Hold, taking } from '../../../storage/disk-room.ts';
import type { Objects } from '../../../storage/objects/objects.ts';
import type { SignedInContext } from '../../context.ts';
import { findParts, type Upload, type UploadPart } from '../../records/uploads.ts';
import { Refusal } from '../../refusal.ts';
import { partKey } from '../../rules/upload-paths.ts';
import { accessUpload } from './access-upload.ts';

/**
 * Writes the content of a complete upload to `path`, unless `left` aborts: the client has left. Refuses with M40412 if the upload ends
 * meanwhile, and with M50300 if the client leaves. Rejects with `NoRoomError` if the disk has no room.
 */
export async function assembleUpload(
  ctx: SignedInContext,
  { objects, hold }: { objects: Objects; hold: Hold },
  { id }: Pick<Upload, 'id'>,
  path: string,
  left: AbortSignal,
): Promise<void> {
  const parts = await findParts(ctx.db, id);
  const file = createWriteStream(path, { mode: 0o600 });
  try {
    await pipeline(() => contentOf(objects, id, parts), taking(hold), file, { signal: left });
  } catch (error) {
    if (left.aborted) throw new Refusal('M50300');
    // Its bytes may just have been removed.
    await accessUpload(ctx, id);
    throw error;
  }
}

async function* contentOf(objects: Objects, id: Upload['id'], parts: readonly UploadPart[]) {
  for (const { start, size, object } of parts) {
    const key = partKey(id, object);
    const found = await objects.get(key);
    if (found?.size !== size) {
      found?.content.destroy();
      throw new Error(
        `the object ${key} has ${found?.size ?? 'no'} bytes, but the part at ${start} has ${size}`,
      );
    }
    yield* found.content as AsyncIterable<Buffer>;
  }
}
