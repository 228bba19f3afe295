import type { Database } from '../../../storage/database.ts';
import type { Objects } from '../../../storage/objects/objects.ts';
import { isBackupRunning } from '../../records/backup-lease.ts';
import { foldersInUse } from '../../records/sticker-packs.ts';
import { PACKS_FOLDER } from '../../rules/sticker-paths.ts';

export const REMOVE_FILES = 'remove_sticker_files';

/** Job: removes the files of a deleted pack. After a kill, or while a backup is being made, it runs again. */
export async function removeFiles(db: Database, objects: Objects, folder: string): Promise<void> {
  await waitForBackup(db);
  await objects.removeAll(`${PACKS_FOLDER}/${folder}`);
}

/** Rejects while a backup is being made, so that the job is retried. */
export async function waitForBackup(db: Database): Promise<void> {
  if (await isBackupRunning(db)) throw new Error('a backup is being made: files are removed later');
}

/** An upload commits its transaction at most this long after it has written its files. */
const ORPHAN_AGE_MS = 60 * 60 * 1000;

/** Removes files without a pack, left by uploads that were killed before their commit. */
export async function removeOrphans(db: Database, objects: Objects, ageMs = ORPHAN_AGE_MS): Promise<void> {
  if (await isBackupRunning(db)) return;
  const before = Date.now() - ageMs;
  for await (const folders of objects.list(PACKS_FOLDER)) {
    const inUse = await foldersInUse(db, folders);
    for (const folder of folders.filter((name) => !inUse.has(name))) {
      const changedAt = await objects.changedAt(`${PACKS_FOLDER}/${folder}`);
      if (changedAt !== undefined && changedAt.getTime() < before) await removeFiles(db, objects, folder);
    }
  }
}
