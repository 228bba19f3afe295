import type { PendingDelivery } from '../domain/records/pending-deliveries.ts';
import type { Database } from '../storage/database.ts';
import { type RenderedBody, renderBodies } from './render-bodies.ts';

/** So many are read at once: they may be large. */
const BATCH = 50;

interface BodyRequest {
  delivery: PendingDelivery;
  resolve: (rendered: RenderedBody | undefined) => void;
  reject: (error: unknown) => void;
}

/** Reads what deliveries tell just before they are tried, those that are asked for together in one look. */
export class BodyLoader {
  readonly #db: Database;
  #asked: BodyRequest[] = [];
  #isReading = false;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Undefined: there is nothing to tell any more. Rejects when the database cannot be asked. */
  load(delivery: PendingDelivery): Promise<RenderedBody | undefined> {
    return new Promise((resolve, reject) => {
      this.#asked.push({ delivery, resolve, reject });
      if (!this.#isReading) setImmediate(() => void this.#readAll());
      this.#isReading = true;
    });
  }

  async #readAll(): Promise<void> {
    while (this.#asked.length > 0) {
      const some = this.#asked.splice(0, BATCH);
      try {
        const bodies = await renderBodies(
          this.#db,
          some.map(({ delivery }) => delivery),
        );
        for (const { delivery, resolve } of some) resolve(bodies.get(delivery.id));
      } catch (error) {
        for (const { reject } of some) reject(error);
      }
    }
    this.#isReading = false;
  }
}
