import { PATIENCE_MS } from '../../records/idempotency-keys.ts';
import { Refusal } from '../../refusal.ts';

/**
 * Requests of this process that are being worked on, by what must be done once: space and idempotency key, or thread,
 * sender and id of a message. A repeat waits here, where waiting costs nothing, and not on a database connection; between processes the database makes it wait.
 */
export class KeyedMutex {
  readonly #settled = new Map<string, Promise<void>>();

  /**
   * Runs `work` once nobody else works on `name`: then the first has succeeded, and `work` finds its answer, or it has
   * failed, and `work` does it. Refuses with M40902 after 10 s.
   */
  async alone<T>(name: string, work: () => Promise<T>): Promise<T> {
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Refusal('M40902')), PATIENCE_MS);
    try {
      for (let other = this.#settled.get(name); other !== undefined; other = this.#settled.get(name)) {
        await Promise.race([other, late]);
      }
    } finally {
      clearTimeout(timer);
    }
    const { promise: settled, resolve } = Promise.withResolvers<void>();
    this.#settled.set(name, settled);
    try {
      return await work();
    } finally {
      this.#settled.delete(name);
      resolve();
    }
  }
}
