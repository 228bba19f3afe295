import type { Objects } from '../storage/objects/objects.ts';
import { allFilesOf, COPIES, copyKey } from './file-lists.ts';
import { backupFolder, isLongAgo, type Manifest, readManifest, removeManifest } from './manifest.ts';
import { DamagedBackupError } from './stored.ts';

/**
 * Removes backups, and then the copies of files that only they have. `kept`: all other complete backups, whose lists must be readable:
 * nothing else knows which copies they use. Copies that may belong to a backup in progress stay. `checkTime` throws when the removal
 * must end; after that, or after a kill, the next call continues.
 */
export async function removeBackups(
  place: Objects,
  removed: readonly string[],
  kept: readonly Manifest[],
  checkTime: () => void,
): Promise<void> {
  const used = await copiesOf(place, kept);
  const known = new Set([...removed, ...kept.map(({ id }) => id), ...(await makersOf(place, removed))]);
  for (const id of removed) {
    checkTime();
    // First, so that no backup looks complete that is not.
    await removeManifest(place, id);
    await place.removeAll(backupFolder(id));
  }
  for await (const { id, folder } of copyFolders(place)) {
    if (!known.has(id) && !isLongAgo(id)) continue;
    checkTime();
    if (!used.folders.has(folder)) await place.removeAll(folder);
    else await removeUnused(place, folder, used.keys, checkTime);
  }
}

async function removeUnused(
  place: Objects,
  folder: string,
  used: ReadonlySet<string>,
  checkTime: () => void,
): Promise<void> {
  for await (const names of place.list(folder)) {
    checkTime();
    for (const name of names) if (!used.has(`${folder}/${name}`)) await place.remove(`${folder}/${name}`);
  }
}

/** The backups that made the copies of these, as far as their lists can be read. */
async function makersOf(place: Objects, ids: readonly string[]): Promise<Set<string>> {
  const makers = new Set<string>();
  for (const id of ids) {
    try {
      const manifest = await readManifest(place, id);
      if (manifest === undefined) continue;
      for await (const files of allFilesOf(place, manifest))
        for (const file of files) makers.add(file.in.split('/', 1)[0] ?? '');
    } catch (error) {
      if (!(error instanceof DamagedBackupError)) throw error;
    }
  }
  return makers;
}

/** The keys of all copies that backups use, and the folders that they are in. */
async function copiesOf(place: Objects, kept: readonly Manifest[]) {
  const [keys, folders] = [new Set<string>(), new Set<string>()];
  for (const manifest of kept)
    for await (const files of allFilesOf(place, manifest))
      for (const file of files) {
        keys.add(copyKey(file));
        folders.add(`${COPIES}/${file.in}`);
      }
  return { keys, folders };
}

/** `id`: of the backup that made the copies. */
async function* copyFolders(place: Objects): AsyncGenerator<{ id: string; folder: string }> {
  for await (const ids of place.list(COPIES))
    for (const id of ids)
      for await (const lists of place.list(`${COPIES}/${id}`))
        for (const list of lists) yield { id, folder: `${COPIES}/${id}/${list}` };
}
