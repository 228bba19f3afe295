import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Transform } from 'node:stream';
import { SETTINGS } from '../config/config.ts';

/** In bytes; `auto`: a part of the file system, see {@link reserveOf}. */
export type DiskReserve = number | 'auto';

const GIB = 2 ** 30;
const AUTO = { share: 0.05, most: 2 * GIB };

/** The reserve of a file system of this size. */
export const reserveOf = (reserve: DiskReserve, totalBytes: number): number =>
  reserve === 'auto' ? Math.min(Math.floor(totalBytes * AUTO.share), AUTO.most) : reserve;

/** Writing this would leave less free space than the reserve. It can be tried again when there is room. */
export class NoRoomError extends Error {
  override readonly name = 'NoRoomError';

  constructor(folder: string, { freeBytes, reserveBytes }: DiskSpace) {
    super(
      `The disk of ${folder} has no room: ${sizeText(freeBytes)} are free, and ${SETTINGS.diskReserve.name} keeps ${sizeText(reserveBytes)} (M50700).`,
    );
  }
}

const sizeText = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MiB`;

export interface DiskSpace {
  /** What this process may still use. */
  freeBytes: number;
  /** What uploads and backups leave free. */
  reserveBytes: number;
}

/** Where to ask before bytes are written: rejects with {@link NoRoomError}. */
interface Taker {
  take(bytes: number): Promise<void>;
}

/** Room for bytes that an upload has announced and not written yet. Disposal gives the rest back. Bytes beyond the announced ones must fit beside all holds. */
export interface Hold extends Taker, Disposable {}

/** How long a look at the disk counts. Others write to it, too: PostgreSQL, other threads, other programs. */
const FRESH_MS = 1_000;
/** Which part of the room is written before the next look, so that several threads that write at the same time do not pass the reserve. */
const SHARE = 1 / 16;

/**
 * The room for files on the disk of a folder: what is free above the reserve. The reserve is for the database, so that people go on
 * chatting when the files of some have filled the disk. An upload is refused before its first byte if what it announces does not fit beside
 * what others have announced; and it stops, as backups do, where the next bytes would touch the reserve.
 */
export class DiskRoom {
  readonly #folder: string;
  readonly #reserve: DiskReserve;
  #space: DiskSpace = { freeBytes: 0, reserveBytes: 0 };
  #lookedAt = Number.NEGATIVE_INFINITY;
  #looking: Promise<void> | undefined;
  /** How many bytes may be written: what was free at the last look, without what was written since. */
  #room = 0;
  /** At which rest of the room to look again. */
  #lookAt = 0;
  #held = 0;

  constructor(folder: string, reserve: DiskReserve) {
    this.#folder = folder;
    this.#reserve = reserve;
  }

  /** Looks at the disk. */
  async look(): Promise<DiskSpace> {
    await this.#look();
    return this.#space;
  }

  /** Whether less than the reserve is free. */
  async isLow(): Promise<boolean> {
    const { freeBytes, reserveBytes } = await this.look();
    return freeBytes < reserveBytes;
  }

  /** Whether so many bytes have room now, beside what others have announced. Rejects with {@link NoRoomError}. */
  async check(bytes: number): Promise<void> {
    const hasRoom = () => this.#room - this.#held >= bytes;
    if (this.#isOff || (this.#isFresh && hasRoom())) return;
    await this.#look();
    if (!hasRoom()) throw new NoRoomError(this.#folder, this.#space);
  }

  /** Keeps room for bytes that will be written soon. Rejects with {@link NoRoomError}. */
  async hold(bytes: number): Promise<Hold> {
    await this.check(bytes);
    let rest = bytes;
    const give = (given: number) => {
      const part = Math.min(given, rest);
      rest -= part;
      this.#held -= part;
    };
    this.#held += bytes;
    return {
      take: async (taken) => {
        const beyond = taken - rest;
        give(taken);
        if (beyond > 0) await this.check(beyond);
        await this.take(taken);
      },
      [Symbol.dispose]: () => give(rest),
    };
  }

  /** For bytes of work in progress, which may use what others hold. Rejects with {@link NoRoomError}. */
  async take(bytes: number): Promise<void> {
    if (this.#isOff) return;
    if (!this.#isFresh || this.#room - bytes < this.#lookAt) await this.#look();
    if (this.#room < bytes) throw new NoRoomError(this.#folder, this.#space);
    this.#room -= bytes;
  }

  get #isOff(): boolean {
    return this.#reserve === 0;
  }

  get #isFresh(): boolean {
    return performance.now() - this.#lookedAt < FRESH_MS;
  }

  /** Those who wait for a look share it. */
  #look(): Promise<void> {
    this.#looking ??= this.#readSpace().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #readSpace(): Promise<void> {
    const { bavail, bsize, blocks } = await statfsOf(this.#folder);
    const freeBytes = bavail * bsize;
    this.#space = { freeBytes, reserveBytes: reserveOf(this.#reserve, blocks * bsize) };
    this.#room = freeBytes - this.#space.reserveBytes;
    this.#lookAt = this.#room * (1 - SHARE);
    this.#lookedAt = performance.now();
  }
}

/** Passes content on that is written to the disk then; fails with {@link NoRoomError}. */
export function taking(from: Taker): Transform {
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      from.take(chunk.length).then(() => done(null, chunk), done);
    },
  });
}

/** Of the folder, or of the nearest one above it while it does not exist yet. */
async function statfsOf(folder: string): Promise<StatsFs> {
  try {
    return await statfs(folder);
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!isMissing || dirname(folder) === folder) throw error;
    return statfsOf(dirname(folder));
  }
}
