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

/**
 * Names that this process is creating now. The pid alone does not tell them from leftovers: in a container, a process can have
 * the same pid after a restart.
 */
const ownUnfinished = new Set<string>();

/**
 * Creates a file or folder under an unfinished name and moves it to `place`.
 * @param create  creates the unfinished file or folder
 * @param move  moves it to `place`; must fail if something is already there
 * @returns false if another process was faster
 */
export async function publish(
  place: string,
  create: (unfinished: string) => Promise<void>,
  move: (unfinished: string, place: string) => Promise<void>,
): Promise<boolean> {
  return withUnfinished(dirname(place), basename(place), async (unfinished) => {
    await create(unfinished);
    try {
      await move(unfinished, place);
    } catch (error) {
      if (hasCode(error, 'EEXIST', 'ENOTEMPTY', 'ENOTDIR')) return false;
      throw error;
    }
    await syncFolder(dirname(place));
    return true;
  });
}

/** Runs work with an unfinished name in `folder`, under which there is nothing yet. A file that is left there at the end is removed. */
export async function withUnfinished<T>(
  folder: string,
  what: string,
  work: (unfinished: string) => Promise<T>,
): Promise<T> {
  const name = `${what}.new-${process.pid}-${randomBytes(4).toString('hex')}`;
  ownUnfinished.add(name);
  try {
    return await work(join(folder, name));
  } finally {
    await remove(join(folder, name));
    ownUnfinished.delete(name);
  }
}

/** Removes unfinished files that dead processes left in `folder`. */
export async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const creatorPid = Number(UNFINISHED.exec(name)?.[1]);
    if (Number.isNaN(creatorPid) || ownUnfinished.has(name)) continue;
    if (creatorPid === process.pid || !isAlive(creatorPid)) await remove(join(folder, name));
  }
}

/** Creates a folder if it is missing, with this mode regardless of the umask. */
export async function ensureFolder(path: string, mode: number): Promise<void> {
  const created = await mkdir(path, { recursive: true });
  if (created !== undefined) await chmod(path, mode);
}

/** Retries, because a child of a killed process may still be writing there. */
async function remove(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

/** Makes renames in this folder survive a power failure. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
