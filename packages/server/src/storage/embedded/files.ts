import { randomBytes } from 'node:crypto';
import { chmod, mkdir, open, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { hasCode } from './errors.ts';
import { isAlive } from './processes.ts';

/*
 * Everything that this folder creates (cluster, password, copied binaries) is created under an unfinished name
 * beside its place and then moved there in one step. A process that dies in between leaves files that the next
 * start removes. If two processes create the same thing at once, one moves it into place and the other finds it.
 */

const UNFINISHED = /^(?:postgres|cluster)[^/]*\.new-(\d+)-[0-9a-f]{8}$/;

/** Names being made by this process now. After a restart in a container its rubbish carries our own pid. */
const inTheMaking = new Set<string>();

/**
 * @param make  creates the unfinished file or folder
 * @param move  moves it to `place`; must fail when something is there already
 * @returns false when somebody else was faster
 */
export async function publish(
  place: string,
  make: (unfinished: string) => Promise<void>,
  move: (unfinished: string, place: string) => Promise<void>,
): Promise<boolean> {
  const name = `${basename(place)}.new-${process.pid}-${randomBytes(4).toString('hex')}`;
  const unfinished = join(dirname(place), name);
  inTheMaking.add(name);
  try {
    await make(unfinished);
    try {
      await move(unfinished, place);
    } catch (error) {
      if (hasCode(error, 'EEXIST', 'ENOTEMPTY', 'ENOTDIR')) return false;
      throw error;
    }
    await syncFolder(dirname(place));
    return true;
  } finally {
    await remove(unfinished);
    inTheMaking.delete(name);
  }
}

/** Removes unfinished files in `folder` that dead processes left. */
export async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const maker = Number(UNFINISHED.exec(name)?.[1]);
    if (Number.isNaN(maker) || inTheMaking.has(name)) continue;
    if (maker === process.pid || !isAlive(maker)) await remove(join(folder, name));
  }
}

/** Makes a folder where there is none, with this mode whatever the umask is. */
export async function makeFolder(path: string, mode: number): Promise<void> {
  const made = await mkdir(path, { recursive: true });
  if (made !== undefined) await chmod(path, mode);
}

/** A child of a killed maker may still be writing there: hence the retries. */
async function remove(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

/** Makes a rename in this folder survive a power cut. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
