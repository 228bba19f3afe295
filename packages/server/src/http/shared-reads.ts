import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * The twin of group commit for reads: requests for the same thing share one look into the database, however many they
 * are. A look begins a turn of the event loop after it was asked for, or when the one before it has ended, and serves
 * all who came until it began; who comes later waits for the next. So nothing is remembered, and no answer is older than
 * its request.
 */
export class SharedReads<Result> {
  /** By what they are for: looks that have not begun, and the ends of those that have. */
  readonly #next = new Map<string, Promise<Result>>();
  readonly #ends = new Map<string, Promise<void>>();

  /** Resolves, or rejects, with what `look` does; `key` must name everything that its result depends on. */
  read(key: string, look: () => Promise<Result>): Promise<Result> {
    let next = this.#next.get(key);
    if (next === undefined) {
      next = this.#look(key, look);
      this.#next.set(key, next);
    }
    return next;
  }

  async #look(key: string, look: () => Promise<Result>): Promise<Result> {
    await (this.#ends.get(key) ?? nextTurn());
    this.#next.delete(key);
    const { promise: end, resolve } = Promise.withResolvers<void>();
    this.#ends.set(key, end);
    try {
      return await look();
    } finally {
      this.#ends.delete(key);
      resolve();
    }
  }
}
