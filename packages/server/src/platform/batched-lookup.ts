import { getOrMake } from './get-or-make.ts';

/**
 * Looks up records by their ids. Ids that are asked for while a look is under way wait for the next one, which serves them all:
 * however many there are, each waits for two looks at most, and they take one connection to the database.
 */
export class BatchedLookup<Found> {
  readonly #look: (ids: readonly string[]) => Promise<ReadonlyMap<string, Found>>;
  #waiting = new Map<string, PromiseWithResolvers<Found | undefined>>();
  #isLooking = false;

  constructor(look: (ids: readonly string[]) => Promise<ReadonlyMap<string, Found>>) {
    this.#look = look;
  }

  /** Resolves to undefined when there is no such record. Rejects when the look fails. */
  find(id: string): Promise<Found | undefined> {
    const { promise } = getOrMake(this.#waiting, id, () => Promise.withResolvers<Found | undefined>());
    if (!this.#isLooking) void this.#lookAll();
    return promise;
  }

  async #lookAll(): Promise<void> {
    this.#isLooking = true;
    while (this.#waiting.size > 0) {
      const batch = this.#waiting;
      this.#waiting = new Map();
      try {
        const found = await this.#look([...batch.keys()]);
        for (const [id, { resolve }] of batch) resolve(found.get(id));
      } catch (error) {
        for (const { reject } of batch.values()) reject(error);
      }
    }
    this.#isLooking = false;
  }
}
