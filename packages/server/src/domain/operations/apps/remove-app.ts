import { setTimeout as sleep } from 'node:timers/promises';
import type { AppId } from '@palaver/protocol/ids';
import type { Database } from '../../../storage/database.ts';
import type { Objects } from '../../../storage/objects/objects.ts';
import { isForeignKeyViolation } from '../../../storage/sql-errors.ts';
import { deleteApp, deleteRowsOfApp, findBytesOfApp, type OwnedBytes } from '../../records/app-rows.ts';
import { AppError } from '../../records/apps.ts';
import { isBackupRunning } from '../../records/backup-lease.ts';
import { fileFolder } from '../../rules/file-paths.ts';
import { PACKS_FOLDER } from '../../rules/sticker-paths.ts';
import { uploadFolder } from '../../rules/upload-paths.ts';
import { removeFolders } from '../files/remove-folders.ts';

/** Servers accept a key for 4 s after it has gone, and requests take their time. */
const MAX_TRIES = 60;
const PAUSE_MS = 100;

/**
 * Removes an application with everything that it has: rows of every table, files, stickers and events. Rows that clients add meanwhile go,
 * too. After a kill, the next call completes it. Throws {@link AppError} while a backup is being made, whose snapshot may name the files.
 */
export async function removeApp(db: Database, objects: Objects, app: AppId): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      if (await removeOnce(db, objects, app)) return;
    } catch (error) {
      if (!isForeignKeyViolation(error)) throw error;
    }
    if (tries === MAX_TRIES) throw new AppError(`the application ${app} is in use: try again later`);
    await sleep(PAUSE_MS);
  }
}

/** False if there are new files. */
async function removeOnce(db: Database, objects: Objects, app: AppId): Promise<boolean> {
  await db.transaction((tx) => deleteRowsOfApp(tx, app));
  if (await isBackupRunning(db))
    throw new AppError('a backup is being made, which may need the files: try again when it is done');
  const folders = foldersOf(await findBytesOfApp(db, app));
  const failures = await removeFolders(objects, folders);
  for (const failure of failures.values()) throw failure;
  return db.transaction(async (tx) => {
    const rest = foldersOf(await findBytesOfApp(tx, app));
    if (rest.some((folder) => !folders.includes(folder))) return false;
    await deleteApp(tx, app);
    return true;
  });
}

function foldersOf({ files, uploads, packs }: OwnedBytes): string[] {
  return [
    ...files.map(fileFolder),
    ...uploads.map(uploadFolder),
    ...packs.map((folder) => `${PACKS_FOLDER}/${folder}`),
  ];
}
