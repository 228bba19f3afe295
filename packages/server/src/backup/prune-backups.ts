import type { Objects } from '../storage/objects/objects.ts';
import { COPIES, copyKey, filesOf } from './file-lists.ts';
import { backupFolder, type Manifest } from './manifest.ts';

/**
 * Removes backups, and then the copies of files that only they have. `kept`: all other backups, which must be readable: nothing else
 * knows which copies they use. After a kill, the next call continues.
 */
export async function removeBackups(
  place: Objects,
  removed: readonly string[],
  kept: readonly Manifest[],
): Promise<void> {
  for (const id of removed) await place.removeAll(backupFolder(id));
  const used = new Set<string>();
  const usedFolders = new Set<string>();
  for (const manifest of kept)
    for await (const files of filesOf(place, manifest))
      for (const file of files) {
        used.add(copyKey(file));
        usedFolders.add(`${COPIES}/${file.in}`);
      }
  for await (const folder of copyFolders(place)) {
    if (!usedFolders.has(folder)) {
      await place.removeAll(folder);
      continue;
    }
    for await (const names of place.list(folder))
      for (const name of names) if (!used.has(`${folder}/${name}`)) await place.remove(`${folder}/${name}`);
  }
}

async function* copyFolders(place: Objects): AsyncGenerator<string> {
  for await (const ids of place.list(COPIES))
    for (const id of ids)
      for await (const lists of place.list(`${COPIES}/${id}`))
        for (const list of lists) yield `${COPIES}/${id}/${list}`;
}
