import { PATIENCE_MS } from '../../records/idempotency-keys.ts';
import { Refusal } from '../../refusal.ts';

/**
 * Serialises requests of this process that must take effect once, by name: space and idempotency key, or thread, sender and
 * client id of a message. A repeat waits here, where it holds no database connection. Between processes the locks of the
 * database serialise them.
 */
export class KeyedMutex {
  readonly #settled = new Map<string, Promise<void>>();

  /**
   * Runs `work` when no other request holds `name`. If an earlier request succeeded, `work` finds its answer; if it failed,
   * `work` runs in its place. Refuses with M40902 after 10 s.
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
