import type { Transactor } from '../../../storage/database.ts';
import type { Objects } from '../../../storage/objects/objects.ts';
import { releaseBytes } from '../../records/file-usage.ts';
import { claimEnded, endExpired, forgetUploads } from '../../records/uploads.ts';
import { uploadFolder } from '../../rules/upload-paths.ts';
import { type NoteRemoval, removeFolders, throwFailure } from '../files/remove-folders.ts';

/** The bytes of so many uploads are removed at the same time. */
const MAX_CLAIMED = 20;

/**
 * Ends uploads that have expired, and removes the bytes of all that have ended, and then their rows. After a kill, or while the store
 * is away, the rows remain, and a later sweep goes on. An upload whose bytes cannot be removed ends this sweep, and does not hold up the
 * others in the next one.
 */
export async function sweepUploads(
  db: Transactor,
  objects: Objects,
  signal: AbortSignal,
  note: NoteRemoval = throwFailure,
): Promise<void> {
  while (!signal.aborted && (await endSome(db)) === MAX_CLAIMED);
  while (!signal.aborted) {
    const uploads = await claimEnded(db, MAX_CLAIMED);
    const folders = uploads.map(({ id }) => uploadFolder(id));
    const failures = await removeFolders(objects, folders);
    await forgetUploads(
      db,
      uploads.filter(({ id }) => !failures.has(uploadFolder(id))),
    );
    for (const folder of folders) note(folder, failures.get(folder));
    if (failures.size > 0 || uploads.length < MAX_CLAIMED) return;
  }
}

async function endSome(db: Transactor): Promise<number> {
  return db.transaction(async (tx) => {
    const released = await endExpired(tx, MAX_CLAIMED);
    if (released.length > 0) await releaseBytes(tx, released);
    return released.length;
  });
}
