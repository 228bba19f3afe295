import { randomBytes } from 'node:crypto';
import type { UploadId } from '@palaver/protocol/files';
import type { Transaction } from '../../../storage/database.ts';
import { type Context, viewerOf } from '../../context.ts';
import { hasQuota, type Quotas, releaseBytes, reserveBytes } from '../../records/file-usage.ts';
import { endReservation, extendReservation, insertReservation } from '../../records/uploads.ts';
import { Refusal } from '../../refusal.ts';

/** A reservation of a killed process ends after this time. Others are renewed. */
const KEPT_MS = 10 * 60_000;
/** What is reserved at once. A quota that has less left is used to its last byte. */
const LEAST_STEP = 8 * 1024;
/** Of a request that does not announce its size: steps are as large as what has arrived, up to this. */
const LARGEST_STEP = 1024 * 1024;

/**
 * What the files of one request take of the quotas while they arrive and are examined: before any of their bytes is on disk. Disposal gives it
 * back. The announced size is reserved at once; what surrounds the files in the body is not, because nobody knows how much that is until it is
 * there, so the last bytes are reserved as they come.
 */
export class UploadReservation implements AsyncDisposable {
  readonly #ctx: Context;
  readonly #quotas: Quotas;
  readonly #isNeeded: boolean;
  #id: UploadId | undefined;
  #reserved = 0;
  #taken = 0;
  #isAnnounced = false;
  #renewedAt = 0;
  /** Settles when no statement is under way. */
  #working: Promise<unknown> = Promise.resolve();

  constructor(ctx: Context, quotas: Quotas) {
    this.#ctx = ctx;
    this.#quotas = quotas;
    this.#isNeeded = hasQuota(quotas, viewerOf(ctx));
  }

  /** Reserves the least size that a request announces for its files. Refuses with M41301. */
  async begin(bytes: number): Promise<void> {
    if (!this.#isNeeded || bytes <= 0) return;
    this.#isAnnounced = true;
    await this.#reserve(bytes);
  }

  /** Call it before bytes of a file are written. Refuses with M41301. */
  async take(bytes: number): Promise<void> {
    if (!this.#isNeeded) return;
    const taken = this.#working.then(() => this.#take(bytes));
    this.#working = taken.catch(() => {});
    await taken;
  }

  async #take(bytes: number): Promise<void> {
    this.#taken += bytes;
    const missing = this.#taken - this.#reserved;
    if (missing <= 0) {
      if (performance.now() - this.#renewedAt > KEPT_MS / 2) await this.#reserve(0);
      return;
    }
    const largest = this.#isAnnounced ? LEAST_STEP : LARGEST_STEP;
    const step = Math.max(missing, Math.min(largest, Math.max(LEAST_STEP, this.#reserved)));
    try {
      await this.#reserve(step);
    } catch (error) {
      const isOverQuota = error instanceof Refusal && error.code === 'M41301';
      if (!isOverQuota || step === missing) throw error;
      await this.#reserve(missing);
    }
  }

  async #reserve(extra: number): Promise<void> {
    const { db, space } = this.#ctx;
    const uploader = viewerOf(this.#ctx);
    const id = this.#id;
    this.#id = await db.transaction(async (tx) => {
      if (id !== undefined && (await extendReservation(tx, id, extra, KEPT_MS))) {
        if (extra > 0) await reserveBytes(tx, space, { uploader, bytes: extra }, this.#quotas);
        return id;
      }
      // It is the first, or the former one has expired.
      const bytes = this.#reserved + extra;
      const next = randomBytes(16).toString('hex') as UploadId;
      await insertReservation(tx, space, uploader, { id: next, bytes, keptMs: KEPT_MS });
      await reserveBytes(tx, space, { uploader, bytes }, this.#quotas);
      return next;
    });
    this.#reserved += extra;
    this.#renewedAt = performance.now();
  }

  /** Gives it back in the transaction that counts the file; call {@link forget} after the commit. */
  async release(tx: Transaction): Promise<void> {
    if (this.#id === undefined) return;
    const released = await endReservation(tx, this.#id);
    if (released !== undefined) await releaseBytes(tx, [released]);
  }

  forget(): void {
    this.#id = undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#working;
    if (this.#id !== undefined) await this.#ctx.db.transaction((tx) => this.release(tx));
    this.forget();
  }
}
