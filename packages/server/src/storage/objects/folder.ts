import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, opendir, rename, rm, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type DiskRoom, taking } from '../disk-room.ts';
import {
  type ByteRange,
  checkKey,
  checkRange,
  isName,
  type Objects,
  PAGE_NAMES,
  type StoredObject,
} from './objects.ts';

/**
 * Stores objects as files below one folder. Nodes may share the folder if its file system has an atomic rename. With `room`, storing
 * rejects with `NoRoomError` where it would touch the reserve of the disk.
 */
export function openFolder(root: string, room?: DiskRoom): Objects {
  const pathOf = (key: string) => join(root, checkKey(key));
  return {
    async put(key, content) {
      const path = pathOf(key);
      // In the same folder, so that the rename stays in one file system. No key begins with a dot.
      const unfinished = join(dirname(path), `.${randomUUID()}`);
      const source = content instanceof Readable ? content : Readable.from([content]);
      // It may fail before the pipeline reads it, which rejects then; without a listener, the error would end the process.
      source.on('error', () => {});
      try {
        const firstMade = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        const written = createWriteStream(unfinished, { flags: 'wx', flush: true, mode: 0o600 });
        await (room === undefined ? pipeline(source, written) : pipeline(source, taking(room), written));
        await rename(unfinished, path);
        await flushFolders(dirname(path), firstMade === undefined ? dirname(path) : dirname(firstMade));
      } catch (error) {
        // The pipeline may not have begun.
        source.destroy();
        await orUndefined(rm(unfinished, { force: true }));
        throw error;
      }
    },
    async get(key, range) {
      return orUndefined(readObject(pathOf(key), checkRange(range)));
    },
    async remove(key) {
      await orUndefined(unlink(pathOf(key)));
    },
    async removeAll(folder) {
      const path = pathOf(folder);
      await rm(path, { recursive: true, force: true });
      // Flushed, so that the files do not come back after a power failure: nothing would remove them.
      await orUndefined(flushFolders(dirname(path), dirname(path)));
    },
    async *list(folder) {
      yield* listNames(pathOf(folder));
    },
    async changedAt(key) {
      return (await orUndefined(stat(pathOf(key))))?.mtime;
    },
    linkTo(key) {
      checkKey(key);
      return undefined;
    },
    check: async () => {},
    close: async () => {},
  };
}

async function readObject(path: string, range: ByteRange | undefined): Promise<StoredObject | undefined> {
  const file = await open(path, 'r');
  try {
    const about = await file.stat();
    if (about.isFile()) {
      // The stream closes the file.
      return { size: about.size, content: file.createReadStream(range) };
    }
  } catch (error) {
    await file.close();
    throw error;
  }
  await file.close();
  return undefined;
}

async function* listNames(path: string): AsyncGenerator<string[]> {
  const folder = await orUndefined(opendir(path));
  if (folder === undefined) return;
  let page: string[] = [];
  for await (const { name } of folder) {
    if (isName(name)) page.push(name);
    if (page.length < PAGE_NAMES) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

/** Turns the error of a missing file or folder into undefined. */
async function orUndefined<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** A new file is durable when its folder is flushed, and a new folder when its parent is. */
async function flushFolders(folder: string, highest: string): Promise<void> {
  for (let path = folder; path.length >= highest.length; path = dirname(path)) {
    const handle = await open(path, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  }
}
