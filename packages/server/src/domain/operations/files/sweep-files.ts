import type { Database } from '../../../storage/database.ts';
import type { Objects } from '../../../storage/objects/objects.ts';
import { isBackupRunning } from '../../records/backup-lease.ts';
import { claimExpired, forgetFiles } from '../../records/files.ts';
import { fileFolder } from '../../rules/file-paths.ts';
import { type NoteRemoval, removeFolders, throwFailure } from './remove-folders.ts';

/** The bytes of so many files are removed at the same time. */
const MAX_CLAIMED = 20;

/**
 * Removes the bytes of files that no message or picture names, or has ever named, and then their rows. After a kill, or while the store is
 * away, the rows remain, and a later sweep goes on. A file whose bytes cannot be removed ends this sweep, and does not hold up the
 * others in the next one. While a backup is being made, the bytes stay.
 */
export async function sweepFiles(
  db: Database,
  objects: Objects,
  signal: AbortSignal,
  note: NoteRemoval = throwFailure,
): Promise<void> {
  while (!signal.aborted) {
    const ids = await claimExpired(db, MAX_CLAIMED);
    if (ids.length === 0 || (await isBackupRunning(db))) return;
    const failures = await removeFolders(objects, ids.map(fileFolder));
    await forgetFiles(
      db,
      ids.filter((id) => !failures.has(fileFolder(id))),
    );
    for (const folder of ids.map(fileFolder)) note(folder, failures.get(folder));
    if (failures.size > 0 || ids.length < MAX_CLAIMED) return;
  }
}
