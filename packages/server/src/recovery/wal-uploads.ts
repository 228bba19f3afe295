import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sealing } from '../backup/stored.ts';
import type { Log } from '../platform/log.ts';
import type { Objects } from '../storage/objects/objects.ts';
import type { Outbox } from './outbox.ts';
import { nextSegment, SEGMENT_BYTES } from './segments.ts';
import { listSegments, readOwner, storeSegment, writeOwner } from './wal-store.ts';

export interface WalUploadsParts {
  outbox: Outbox;
  place: Objects;
  sealing: Sealing;
  log: Log;
  /** The segment that PostgreSQL is writing. */
  currentSegment: () => Promise<string>;
  /** While the place is away, so much WAL waits. Beyond that, it is given up, and a new archive begins. */
  maxWaitingBytes?: number;
}

const MAX_WAITING_BYTES = 8 * 1024 ** 3;
const POLL_MS = 500;

/**
 * Moves WAL from the outbox to the place, in order. An archive in the place never has a gap, and never WAL of two histories: where that
 * would happen, another archive begins, and with it another base backup.
 */
export class WalUploads {
  readonly #parts: WalUploadsParts;
  /** Shows whether another process stores WAL in the same archive: the installation may have been copied. */
  readonly #owner = randomBytes(8).toString('hex');
  #archive = '';
  /** The last segment in the place. */
  #last: string | undefined;
  #running: Promise<void> = Promise.resolve();

  private constructor(parts: WalUploadsParts) {
    this.#parts = parts;
  }

  static async open(parts: WalUploadsParts): Promise<WalUploads> {
    const uploads = new WalUploads(parts);
    const { outbox, place, currentSegment } = parts;
    const archive = await outbox.archive();
    const last = (await listSegments(place, archive)).at(-1);
    if (last !== undefined && last >= (await currentSegment()))
      await uploads.#begin('the database was set back, as by a copy of the data folder');
    else await uploads.#use(archive, last);
    return uploads;
  }

  /** Where the WAL goes now. */
  get archive(): string {
    return this.#archive;
  }

  /** How long the oldest segment has been waiting. */
  async lagMs(): Promise<number> {
    const [oldest] = await this.#parts.outbox.segments();
    // (It may have been stored just now.)
    return oldest === undefined ? 0 : await this.#parts.outbox.ageMs(oldest).catch(() => 0);
  }

  /** Stores the complete segments. One call at a time works; the others wait for it. */
  async run(): Promise<void> {
    const run = this.#running.then(() => this.#run());
    this.#running = run.catch(() => {});
    return run;
  }

  /** Resolves when a segment that is complete is in the place, or another archive has begun. */
  async reach(segment: string): Promise<void> {
    const archive = this.#archive;
    for (;;) {
      await this.run();
      if (this.#archive !== archive || (this.#last !== undefined && this.#last >= segment)) return;
      await sleep(POLL_MS);
    }
  }

  async #run(): Promise<void> {
    const { outbox, place, sealing, maxWaitingBytes = MAX_WAITING_BYTES } = this.#parts;
    const segments = await outbox.segments();
    if (segments.length === 0) return;
    if (segments.length * SEGMENT_BYTES > maxWaitingBytes) {
      for (const segment of segments) await outbox.remove(segment);
      return this.#begin('the place was away until more than 8 GiB were waiting; they were given up');
    }
    const owner = await readOwner(place, this.#archive);
    if (owner === undefined) await writeOwner(place, this.#archive, this.#owner);
    else if (owner !== this.#owner)
      await this.#begin('another process stores its log there: was the data folder copied?');
    for (const segment of segments) {
      // (A process may have been killed after it had stored a segment.)
      if (this.#last === undefined || segment > this.#last) {
        if (this.#last !== undefined && segment !== nextSegment(this.#last))
          await this.#begin(`segments before ${segment} are missing`);
        await storeSegment(place, this.#archive, segment, outbox.read(segment), sealing);
        this.#last = segment;
      }
      await outbox.remove(segment);
    }
  }

  async #begin(reason: string): Promise<void> {
    const archive = await this.#parts.outbox.beginArchive();
    this.#parts.log.warn(
      { reason, archive },
      'the write-ahead log in the place for backups cannot be continued: another archive begins, with a new base backup; times in between cannot be restored',
    );
    await this.#use(archive, undefined);
  }

  async #use(archive: string, last: string | undefined): Promise<void> {
    this.#archive = archive;
    this.#last = last;
    await writeOwner(this.#parts.place, archive, this.#owner);
  }
}
