import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { checkKey, type Objects, type StoredObject } from './objects.ts';

/** Stores objects as files below one folder. Nodes may share the folder if its file system has an atomic rename. */
export function openFolder(root: string): Objects {
  const pathOf = (key: string) => join(root, checkKey(key));
  return {
    async put(key, content) {
      const path = pathOf(key);
      const firstMade = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      // In the same folder, so that the rename stays in one file system. No key begins with a dot.
      const unfinished = join(dirname(path), `.${randomUUID()}`);
      try {
        const source = content instanceof Readable ? content : Readable.from([content]);
        await pipeline(source, createWriteStream(unfinished, { flags: 'wx', flush: true, mode: 0o600 }));
        await rename(unfinished, path);
        await flushFolders(dirname(path), firstMade === undefined ? dirname(path) : dirname(firstMade));
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
    },
    async get(key) {
      return orUndefined(readObject(pathOf(key)));
    },
    async removeAll(folder) {
      await rm(pathOf(folder), { recursive: true, force: true });
    },
    async list(folder) {
      const path = pathOf(folder);
      const names = (await orUndefined(readdir(path))) ?? [];
      const found = names
        .filter((name) => !name.startsWith('.'))
        .map(async (name) => {
          const about = await orUndefined(stat(join(path, name)));
          return about === undefined ? [] : [{ name, changedAt: about.mtime }];
        });
      return (await Promise.all(found)).flat();
    },
  };
}

async function readObject(path: string): Promise<StoredObject> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    // The stream closes the file.
    return { size, content: file.createReadStream() };
  } catch (error) {
    await file.close();
    throw error;
  }
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
