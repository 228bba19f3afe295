import type { Objects } from '../storage/objects/objects.ts';
import { type CopiedFile, copyKey, laterFilesOf, readList } from './file-lists.ts';
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
    if (await restoreFile({ place, sealing }, objects, file, faults)) restored += 1;
  });
  return { restored, faults };
}

/** Puts one file into the store, unless it is there. Returns whether it did. */
export async function restoreFile(
  { place, sealing }: FileParts,
  objects: Objects,
  file: CopiedFile,
  faults: string[],
): Promise<boolean> {
  if ((await sizeIn(objects, file.key)) === file.size) return false;
  const form = { isCompressed: false, isEncrypted: file.encrypted_for !== '' };
  return noting(faults, async () =>
    objects.put(file.key, await read(place, copyKey(file), file, form, sealing)),
  );
}

/** The size of an object in bytes; undefined if there is none. */
export async function sizeIn(objects: Objects, key: string): Promise<number | undefined> {
  const found = await objects.get(key, { start: 0, end: 0 });
  found?.content.destroy();
  return found?.size;
}

/** Reads all copies of files, and returns what is wrong with them, at most {@link MAX_FAULTS} sentences. */
export async function checkFiles(place: Objects, manifest: Manifest): Promise<string[]> {
  const faults: string[] = [];
  const check = async (file: CopiedFile) => {
    await noting(faults, async () => {
      for await (const _ of await readStored(place, copyKey(file), file));
    });
  };
  await eachFile(place, manifest, faults, check);
  await noting(faults, async () => {
    for await (const files of laterFilesOf(place, manifest)) await eachOf(files, check);
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
      await eachOf(files, work);
    });
}

/** Does work for each of these, a few at the same time. */
export async function eachOf<One>(all: readonly One[], work: (one: One) => Promise<void>): Promise<void> {
  const waiting = [...all];
  const workOff = async () => {
    for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) await work(one);
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, workOff));
  } finally {
    // After a failure, the others end as well.
    waiting.length = 0;
  }
}
