import type { PendingDelivery } from '../domain/records/pending-deliveries.ts';
import type { Database } from '../storage/database.ts';
import { type RenderedBody, renderBodies } from './render-bodies.ts';

/** Bodies read per query: they may be large. */
const BATCH = 50;

interface BodyRequest {
  delivery: PendingDelivery;
  resolve: (rendered: RenderedBody | undefined) => void;
  reject: (error: unknown) => void;
}

/** Reads the bodies of deliveries just before they are sent, batching concurrent requests into one query. */
export class BodyLoader {
  readonly #db: Database;
  #asked: BodyRequest[] = [];
  #isReading = false;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Undefined if the content has been deleted. Rejects if the database is not available. */
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
