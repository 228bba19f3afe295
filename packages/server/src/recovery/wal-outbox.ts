import { createHash, randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { open, readdir, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { outboxStateOf } from '../storage/embedded/wal-outbox.ts';
import { isSegment } from './segments.ts';

/** Where the WAL of an outbox goes. */
export interface WalOutboxState {
  /** The setting that names the place. */
  place: string;
  /** The archive that it belongs to. */
  archive: string;
  /** The last segment that was stored there, or is being stored. */
  last: { name: string; sha256: string } | null;
}

/** The folder into which PostgreSQL copies its WAL (storage/embedded/wal-outbox.ts). */
export class WalOutbox {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Another archive begins if the place is another one. */
  async readState(place: string): Promise<WalOutboxState> {
    const text = await readFile(outboxStateOf(this.#folder), 'utf8').catch(() => undefined);
    const state = text === undefined ? undefined : (JSON.parse(text) as WalOutboxState);
    return state?.place === place ? state : this.beginArchive(place);
  }

  /** It is durable when this resolves. */
  async writeState(state: WalOutboxState): Promise<WalOutboxState> {
    const place = outboxStateOf(this.#folder);
    await writeFile(`${place}.new`, JSON.stringify(state), { mode: 0o600, flush: true });
    await rename(`${place}.new`, place);
    return state;
  }

  /** From now on, the WAL belongs to another archive. */
  async beginArchive(place: string): Promise<WalOutboxState> {
    return this.writeState({ place, archive: randomBytes(8).toString('hex'), last: null });
  }

  /** The complete segments, ascending. Other files that PostgreSQL has put there are removed: nothing needs them. */
  async segments(): Promise<string[]> {
    const names = await readdir(this.#folder);
    for (const name of names.filter((one) => UNNEEDED.test(one))) await this.remove(name);
    for (const name of names.filter((one) => one.startsWith(UNFINISHED)))
      if ((await this.#ageMs(name)) > LEFT_OVER_MS) await this.remove(name);
    return names.filter(isSegment).toSorted();
  }

  /** Throws if it is no file of PostgreSQL: others could be read as this process, which may be root. */
  async read(segment: string): Promise<Readable> {
    const handle = await open(join(this.#folder, segment), constants.O_RDONLY | constants.O_NOFOLLOW);
    const [file, folder] = [await handle.stat(), await stat(this.#folder)];
    if (file.isFile() && file.uid === folder.uid) return handle.createReadStream();
    await handle.close();
    throw new Error(`${segment} in the outbox for WAL is no file of PostgreSQL`);
  }

  /** In hex. */
  async sha256(segment: string): Promise<string> {
    const hash = createHash('sha256');
    for await (const chunk of await this.read(segment)) hash.update(chunk as Buffer);
    return hash.digest('hex');
  }

  /** How much space is left on its disk. */
  async freeBytes(): Promise<number> {
    const { bavail, bsize } = await statfs(this.#folder);
    return bavail * bsize;
  }

  async remove(name: string): Promise<void> {
    await rm(join(this.#folder, name), { force: true });
  }

  async #ageMs(name: string): Promise<number> {
    const found = await stat(join(this.#folder, name)).catch(() => undefined);
    return found === undefined ? 0 : Date.now() - found.mtimeMs;
  }
}

/** Histories of timelines, labels of base backups, and ends of former timelines. */
const UNNEEDED = /^[0-9A-F]{8}(\.history|[0-9A-F]{16}(\.[0-9A-F]{8}\.backup|\.partial))$/;
/** What PostgreSQL is copying; after a crash, it does not remove them itself. */
const UNFINISHED = 'archtemp.';
const LEFT_OVER_MS = 60 * 60 * 1000;
