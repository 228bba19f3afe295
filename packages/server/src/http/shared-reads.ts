import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Group commit's counterpart for reads: concurrent requests for the same page share one read of the database. A read starts
 * one turn of the event loop after its first request, or when the previous read of the page has ended. It serves all
 * requests that came before it started; later ones wait for the next read. So nothing is cached, and no response is older
 * than its request.
 *
 * (It is not a `Batcher`, platform/batcher.ts: no one statement could read different pages, and they do not wait for each other.)
 */
export class SharedReads<Result> {
  /** By key: reads that have not started, and the ends of those that have. */
  readonly #next = new Map<string, Promise<Result>>();
  readonly #ends = new Map<string, Promise<void>>();

  /** Settles as `read` does. `key` must name everything that the result depends on. */
  read(key: string, read: () => Promise<Result>): Promise<Result> {
    let next = this.#next.get(key);
    if (next === undefined) {
      next = this.#readNext(key, read);
      this.#next.set(key, next);
    }
    return next;
  }

  async #readNext(key: string, read: () => Promise<Result>): Promise<Result> {
    await (this.#ends.get(key) ?? nextTurn());
    this.#next.delete(key);
    const { promise: end, resolve } = Promise.withResolvers<void>();
    this.#ends.set(key, end);
    try {
      return await read();
    } finally {
      this.#ends.delete(key);
      resolve();
    }
  }
}
