import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { isSegment } from './segments.ts';

/** The folder into which PostgreSQL copies its WAL (storage/embedded/wal-outbox.ts), and where it is to go. */
export class Outbox {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The archive that the WAL belongs to. */
  async archive(): Promise<string> {
    const stored = await readFile(this.#file(ARCHIVE), 'utf8').catch(() => '');
    return /^[0-9a-f]{16}$/.test(stored) ? stored : this.beginArchive();
  }

  /** From now on, the WAL belongs to another archive. */
  async beginArchive(): Promise<string> {
    const archive = randomBytes(8).toString('hex');
    await writeFile(this.#file(`${ARCHIVE}.new`), archive, { flush: true });
    await rename(this.#file(`${ARCHIVE}.new`), this.#file(ARCHIVE));
    return archive;
  }

  /** The complete segments, ascending. Other files that PostgreSQL has put there are removed: nothing needs them. */
  async segments(): Promise<string[]> {
    const names = await readdir(this.#folder);
    for (const name of names.filter((one) => UNNEEDED.test(one))) await this.remove(name);
    return names.filter(isSegment).toSorted();
  }

  read(segment: string): Readable {
    return createReadStream(this.#file(segment));
  }

  async ageMs(segment: string): Promise<number> {
    return Date.now() - (await stat(this.#file(segment))).mtimeMs;
  }

  /** How much space is left on its disk. */
  async freeBytes(): Promise<number> {
    const { bavail, bsize } = await statfs(this.#folder);
    return bavail * bsize;
  }

  async remove(name: string): Promise<void> {
    await rm(this.#file(name), { force: true });
  }

  #file(name: string): string {
    return join(this.#folder, name);
  }
}

const ARCHIVE = 'archive';

/** Histories of timelines, labels of base backups, and ends of former timelines. */
const UNNEEDED = /^[0-9A-F]{8}(\.history|[0-9A-F]{16}(\.[0-9A-F]{8}\.backup|\.partial))$/;
