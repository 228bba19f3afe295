import type { Objects } from '../storage/objects/objects.ts';
import { type CopiedFile, copyKey, filesOf } from './file-lists.ts';
import type { Manifest } from './manifest.ts';
import { checked, read, type Sealing } from './stored.ts';

const AT_ONCE = 8;

export interface FileParts {
  place: Objects;
  sealing: Sealing;
}

/** Puts the files of a backup into a store, unless they are there: after a kill, the next restore continues. Returns how many. */
export async function restoreFiles(
  { place, sealing }: FileParts,
  manifest: Manifest,
  objects: Objects,
): Promise<number> {
  let restored = 0;
  await eachFile(place, manifest, async (file) => {
    if ((await objects.changedAt(file.key)) !== undefined) return;
    const form = { isCompressed: false, isEncrypted: file.encrypted_for !== '' };
    await objects.put(file.key, await read(place, copyKey(file), file, form, sealing));
    restored += 1;
  });
  return restored;
}

/** Reads all copies of files, and returns what is wrong with them, at most `limit` sentences. */
export async function checkFiles(place: Objects, manifest: Manifest, limit: number): Promise<string[]> {
  const faults: string[] = [];
  await eachFile(place, manifest, async (file) => {
    try {
      for await (const _ of await checked(place, copyKey(file), file));
    } catch (error) {
      if (faults.length < limit) faults.push(error instanceof Error ? error.message : String(error));
    }
  });
  return faults;
}

async function eachFile(
  place: Objects,
  manifest: Manifest,
  work: (file: CopiedFile) => Promise<void>,
): Promise<void> {
  for await (const list of filesOf(place, manifest)) {
    const files = list.values();
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (const file of files) await work(file);
      }),
    );
  }
}
