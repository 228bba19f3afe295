import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * The counterpart of group commit for reads: concurrent requests for the same data share one query. A query starts one turn
 * of the event loop after it was requested, or when the previous one for the same key ends, and serves all requests that came
 * before it started; later ones wait for the next. So nothing is cached, and no response is older than its request.
 *
 * (It is not a `Batcher`, platform/batcher.ts: no one query could serve different keys, and they do not wait for each other.)
 */
export class SharedReads<Result> {
  /** By key: queries that have not started, and the ends of running ones. */
  readonly #next = new Map<string, Promise<Result>>();
  readonly #ends = new Map<string, Promise<void>>();

  /** Resolves or rejects with the result of `query`. `key` must name everything that the result depends on. */
  read(key: string, query: () => Promise<Result>): Promise<Result> {
    let next = this.#next.get(key);
    if (next === undefined) {
      next = this.#run(key, query);
      this.#next.set(key, next);
    }
    return next;
  }

  async #run(key: string, query: () => Promise<Result>): Promise<Result> {
    await (this.#ends.get(key) ?? nextTurn());
    this.#next.delete(key);
    const { promise: end, resolve } = Promise.withResolvers<void>();
    this.#ends.set(key, end);
    try {
      return await query();
    } finally {
      this.#ends.delete(key);
      resolve();
    }
  }
}
