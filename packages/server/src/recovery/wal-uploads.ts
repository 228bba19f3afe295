import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sealing } from '../backup/stored.ts';
import type { Log } from '../platform/log.ts';
import type { Objects } from '../storage/objects/objects.ts';
import { nextSegment, SEGMENT_BYTES } from './segments.ts';
import type { WalOutbox, WalOutboxState } from './wal-outbox.ts';
import { listSegments, readOwner, storeSegment, writeOwner } from './wal-store.ts';

export interface WalUploadsParts {
  outbox: WalOutbox;
  place: Objects;
  /** The setting that names it. */
  placeName: string;
  sealing: Sealing;
  log: Log;
  /** The segment that PostgreSQL is writing; undefined if it has stopped. */
  currentSegment: (() => Promise<string>) | undefined;
  /** While the place is away, so much WAL waits, and no more than is free beside it. Then it is given up, and a new archive begins. */
  maxWaitingBytes?: number;
}

const MAX_WAITING_BYTES = 8 * 1024 ** 3;
const POLL_MS = 500;

/**
 * Moves WAL from the outbox to the place, in order. An archive in the place never has a gap, and never WAL of two histories: where that
 * would happen, the WAL that waits is given up, and another archive begins, and with it another base backup.
 */
export class WalUploads {
  readonly #parts: WalUploadsParts;
  /** Shows whether another process stores WAL in the same archive: the installation may have been copied. */
  readonly #owner = randomBytes(8).toString('hex');
  #state: WalOutboxState = { place: '', archive: '', last: null };
  #isOwner = false;
  /** The last segment in the place. */
  #last: string | undefined;
  #running: Promise<void> = Promise.resolve();

  private constructor(parts: WalUploadsParts) {
    this.#parts = parts;
  }

  static async open(parts: WalUploadsParts): Promise<WalUploads> {
    const uploads = new WalUploads(parts);
    try {
      await uploads.#open();
    } catch (error) {
      await uploads.#limit();
      throw error;
    }
    return uploads;
  }

  /** Where the WAL goes now. */
  get archive(): string {
    return this.#state.archive;
  }

  /** Whether this segment and all before it are in the place. */
  has(segment: string): boolean {
    return this.#last !== undefined && this.#last >= segment;
  }

  /** Stores the complete segments. One call at a time works; the others wait for it. */
  async run(): Promise<void> {
    const run = this.#running.then(() => this.#run());
    this.#running = run.catch(() => {});
    return run;
  }

  /** Resolves when a segment that is complete is in the place, or another archive has begun. `checkTime` throws when it must end. */
  async reach(segment: string, checkTime: () => void): Promise<void> {
    const { archive } = this;
    for (;;) {
      checkTime();
      await this.run();
      if (this.archive !== archive || this.has(segment)) return;
      await sleep(POLL_MS);
    }
  }

  async #open(): Promise<void> {
    const { outbox, place, placeName, currentSegment } = this.#parts;
    this.#state = await outbox.readState(placeName);
    const last = (await listSegments(place, this.archive)).at(-1)?.name;
    if (this.#state.last !== null && (await readOwner(place, this.archive)) === undefined)
      throw new PlaceEmptyError();
    const isSetBack =
      !isWhatWasStored(this.#state, last) || (last ?? '') >= ((await currentSegment?.()) ?? 'Z');
    if (isSetBack) await this.#begin('the database was set back, or is a copy');
    else await this.#use(this.#state, last);
  }

  async #run(): Promise<void> {
    const segments = await this.#parts.outbox.segments();
    if (segments.length === 0) return;
    try {
      for (const segment of segments) {
        const obstacle = await this.#store(segment);
        if (obstacle !== undefined) return await this.#begin(obstacle);
      }
    } catch (error) {
      await this.#limit();
      throw error;
    }
  }

  /** Returns why the archive cannot go on. */
  async #store(segment: string): Promise<string | undefined> {
    const { outbox, place, sealing } = this.#parts;
    if (!(await this.#isStillOwner()))
      return 'another process stores its log there: was the data folder copied?';
    const sha256 = await outbox.sha256(segment);
    if (this.has(segment)) {
      // A process was killed after it had stored a segment, and before it removed it.
      const { last } = this.#state;
      if (segment !== last?.name || sha256 !== last.sha256)
        return `${segment} was stored before: the database was set back`;
    } else {
      if (this.#last !== undefined && segment !== nextSegment(this.#last))
        return `there is a gap before ${segment}`;
      this.#state = await outbox.writeState({ ...this.#state, last: { name: segment, sha256 } });
      await storeSegment(place, this.archive, segment, await outbox.read(segment), sealing);
      this.#last = segment;
    }
    await outbox.remove(segment);
    return undefined;
  }

  /** Throws {@link PlaceEmptyError} if the place has lost the archive. */
  async checkPlace(): Promise<void> {
    await this.#isStillOwner();
  }

  async #isStillOwner(): Promise<boolean> {
    if (!this.#isOwner) await this.#claim();
    const owner = await readOwner(this.#parts.place, this.archive);
    if (owner === undefined) throw new PlaceEmptyError();
    return owner === this.#owner;
  }

  /** While nothing can be stored: the database must not run out of disk. */
  async #limit(): Promise<void> {
    const { outbox, maxWaitingBytes = MAX_WAITING_BYTES } = this.#parts;
    const { length } = await outbox.segments();
    if (length * SEGMENT_BYTES <= Math.min(maxWaitingBytes, await outbox.freeBytes())) return;
    await this.#begin(`too much waited while nothing could be stored: ${length} segments`);
  }

  async #begin(reason: string): Promise<void> {
    const { outbox, log, placeName } = this.#parts;
    const state = await outbox.beginArchive(placeName);
    // The base backup that comes next does not need what was written before it.
    for (const segment of await outbox.segments()) await outbox.remove(segment);
    log.error(
      { reason, archive: state.archive },
      'the write-ahead log in the place for backups cannot go on: a new one begins, with a base backup',
    );
    await this.#use(state, undefined);
  }

  async #use(state: WalOutboxState, last: string | undefined): Promise<void> {
    this.#state = state;
    this.#last = last;
    this.#isOwner = false;
    await this.#claim();
  }

  async #claim(): Promise<void> {
    await writeOwner(this.#parts.place, this.archive, this.#owner);
    this.#isOwner = true;
  }
}

/** The place has lost the archive: it may be the empty folder where a disk should be mounted, so nothing is stored there. */
class PlaceEmptyError extends Error {
  override readonly name = 'PlaceEmptyError';

  constructor() {
    super(
      'The place for backups no longer has what was stored there. Is it mounted? To start over in an empty place, stop the server and delete the file cluster-….wal.json in DATA_DIR.',
    );
  }
}

/** Whether the archive in the place ends where this installation has stored the last segment, or would have stored it. */
function isWhatWasStored({ last: recorded }: WalOutboxState, last: string | undefined): boolean {
  // (A process may have been killed before it had stored the first segment.)
  if (last === undefined) return true;
  if (recorded === null) return false;
  return last === recorded.name || nextSegment(last) === recorded.name;
}
