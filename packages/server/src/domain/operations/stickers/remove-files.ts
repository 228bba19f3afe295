import type { Database } from '../../../storage/database.ts';
import type { Objects } from '../../../storage/objects/objects.ts';
import { foldersInUse } from '../../records/sticker-packs.ts';
import { PACKS_FOLDER } from '../../rules/sticker-paths.ts';

export const REMOVE_FILES = 'remove_sticker_files';

/** Job: removes the files of a deleted pack. After a kill it runs again. */
export async function removeFiles(objects: Objects, folder: string): Promise<void> {
  await objects.removeAll(`${PACKS_FOLDER}/${folder}`);
}

/** An upload commits its transaction at most this long after it has written its files. */
const ORPHAN_AGE_MS = 60 * 60 * 1000;

/** Removes files without a pack, left by uploads that were killed before their commit. */
export async function removeOrphans(db: Database, objects: Objects): Promise<void> {
  const before = Date.now() - ORPHAN_AGE_MS;
  const old = (await objects.list(PACKS_FOLDER)).filter(({ changedAt }) => changedAt.getTime() < before);
  const folders = old.map(({ name }) => name);
  const inUse = await foldersInUse(db, folders);
  for (const folder of folders.filter((name) => !inUse.has(name))) await removeFiles(objects, folder);
}
