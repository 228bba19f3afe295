import type { Objects } from '../storage/objects/objects.ts';
import { type CopiedFile, copyKey, readList } from './file-lists.ts';
import type { Manifest } from './manifest.ts';
import { DamagedBackupError, read, readStored, type Sealing } from './stored.ts';

const AT_ONCE = 8;

export interface FileParts {
  place: Objects;
  sealing: Sealing;
}

export interface FilesRestored {
  /** How many the store did not have yet. */
  restored: number;
  /** What is wrong with copies, at most {@link MAX_FAULTS} sentences; their files are not restored. */
  faults: string[];
}

export const MAX_FAULTS = 20;

/** Puts the files of a backup into a store, unless they are there: after a kill, the next restore continues. */
export async function restoreFiles(
  { place, sealing }: FileParts,
  manifest: Manifest,
  objects: Objects,
): Promise<FilesRestored> {
  let restored = 0;
  const faults: string[] = [];
  await eachFile(place, manifest, faults, async (file) => {
    if ((await sizeIn(objects, file.key)) === file.size) return;
    const form = { isCompressed: false, isEncrypted: file.encrypted_for !== '' };
    const isRestored = await noting(faults, async () =>
      objects.put(file.key, await read(place, copyKey(file), file, form, sealing)),
    );
    if (isRestored) restored += 1;
  });
  return { restored, faults };
}

async function sizeIn(objects: Objects, key: string): Promise<number | undefined> {
  const found = await objects.get(key, { start: 0, end: 0 });
  found?.content.destroy();
  return found?.size;
}

/** Reads all copies of files, and returns what is wrong with them, at most {@link MAX_FAULTS} sentences. */
export async function checkFiles(place: Objects, manifest: Manifest): Promise<string[]> {
  const faults: string[] = [];
  await eachFile(place, manifest, faults, async (file) => {
    await noting(faults, async () => {
      for await (const _ of await readStored(place, copyKey(file), file));
    });
  });
  return faults;
}

/** Notes that a copy is damaged; other failures are thrown. Returns whether the work was done. */
async function noting(faults: string[], work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (!(error instanceof DamagedBackupError)) throw error;
    if (faults.length < MAX_FAULTS) faults.push(error.message);
    return false;
  }
}

async function eachFile(
  place: Objects,
  manifest: Manifest,
  faults: string[],
  work: (file: CopiedFile) => Promise<void>,
): Promise<void> {
  for (const number of manifest.files.lists.keys())
    await noting(faults, async () => {
      const files = await readList(place, manifest, number);
      const workOff = async () => {
        for (let file = files.pop(); file !== undefined; file = files.pop()) await work(file);
      };
      try {
        await Promise.all(Array.from({ length: AT_ONCE }, workOff));
      } finally {
        // After a failure, the others end as well.
        files.length = 0;
      }
    });
}
