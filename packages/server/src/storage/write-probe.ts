import { type Database, DatabaseFullError, DatabaseUnavailableError } from './database.ts';
import type { DiskRoom } from './disk-room.ts';
import { isForbidden } from './sql-errors.ts';

/** Anyone may ask for readiness as often as they like, and a probe writes. */
const FRESH_MS = 5_000;
/** Readiness waits for it. */
const TIMEOUT_MS = 2_000;

/**
 * Finds out whether the database takes writes. It does, unless a statement was refused because the disk is full, or the embedded database is
 * on a disk with less free space than the reserve: then a small write is tried.
 */
export class WriteProbe {
  readonly #db: Database;
  readonly #room: DiskRoom | undefined;
  #probedAt = Number.NEGATIVE_INFINITY;
  #probing: Promise<void> | undefined;

  /** `room`: that of the disk of the embedded database. */
  constructor(db: Database, room: DiskRoom | undefined) {
    this.#db = db;
    this.#room = room;
  }

  /** Whether the database refuses writes because its disk is full. Rejects if it does not respond. */
  async isRefused(): Promise<boolean> {
    const isDoubtful = this.#db.isFull || (await this.#room?.isLow()) === true;
    if (!isDoubtful) return false;
    if (performance.now() - this.#probedAt >= FRESH_MS) {
      this.#probing ??= this.#probe().finally(() => {
        this.#probing = undefined;
      });
      await this.#probing;
    }
    return this.#db.isFull;
  }

  async #probe(): Promise<void> {
    const { promise: late, reject } = Promise.withResolvers<never>();
    const giveUp = () => reject(new DatabaseUnavailableError('no answer in time'));
    const timer = setTimeout(giveUp, TIMEOUT_MS);
    try {
      await Promise.race([writeSomething(this.#db), late]);
      this.#db.noteRoom();
    } catch (error) {
      // (The database has noted a full disk itself.)
      if (!(error instanceof DatabaseFullError)) throw error;
    } finally {
      clearTimeout(timer);
    }
    this.#probedAt = performance.now();
  }
}

/**
 * Writes something that needs a new page, and so room on the disk of the database, and forgets it. (A database that permits no temporary
 * tables, or is read-only, tells nothing.)
 */
async function writeSomething(db: Database): Promise<void> {
  try {
    await db.transaction(async (tx) => {
      await tx.query('create temporary table palaver_write_probe (content text) on commit drop');
      await tx.query(`insert into palaver_write_probe values ('x')`);
    });
  } catch (error) {
    if (!isForbidden(error)) throw error;
  }
}
