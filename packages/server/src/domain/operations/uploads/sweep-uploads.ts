import type { Transactor } from '../../../storage/database.ts';
import type { Objects } from '../../../storage/objects/objects.ts';
import { releaseBytes } from '../../records/files.ts';
import { claimEnded, endExpired, forgetUploads } from '../../records/uploads.ts';
import { uploadFolder } from '../../rules/upload-paths.ts';

/** The bytes of so many uploads are removed at the same time. */
const MAX_CLAIMED = 20;

/**
 * Ends uploads that have expired, and removes the bytes of all that have ended, and then their rows. After a kill, or while the store
 * is away, the rows remain, and a later sweep goes on. An upload whose bytes cannot be removed ends this sweep with its error, and does
 * not hold up the others in the next one.
 */
export async function sweepUploads(db: Transactor, objects: Objects, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await endSome(db)) === MAX_CLAIMED);
  while (!signal.aborted) {
    const uploads = await claimEnded(db, MAX_CLAIMED);
    const removals = await Promise.allSettled(uploads.map(({ id }) => objects.removeAll(uploadFolder(id))));
    await forgetUploads(
      db,
      uploads.filter((_, index) => removals[index]?.status === 'fulfilled'),
    );
    for (const removal of removals) if (removal.status === 'rejected') throw removal.reason;
    if (uploads.length < MAX_CLAIMED) return;
  }
}

async function endSome(db: Transactor): Promise<number> {
  return db.transaction(async (tx) => {
    const released = await endExpired(tx, MAX_CLAIMED);
    if (released.length > 0) await releaseBytes(tx, released);
    return released.length;
  });
}
