import { getOrMake } from './get-or-make.ts';

/**
 * Looks up records by id, in batches. Ids requested while a query runs wait for the next query, which serves all of them.
 * So a request waits for at most two queries, and all requests together use one database connection.
 */
export class BatchedLookup<Found> {
  readonly #query: (ids: readonly string[]) => Promise<ReadonlyMap<string, Found>>;
  #waiting = new Map<string, PromiseWithResolvers<Found | undefined>>();
  #isQuerying = false;

  constructor(query: (ids: readonly string[]) => Promise<ReadonlyMap<string, Found>>) {
    this.#query = query;
  }

  /** Resolves to undefined if there is no such record. Rejects if the query fails. */
  find(id: string): Promise<Found | undefined> {
    const { promise } = getOrMake(this.#waiting, id, () => Promise.withResolvers<Found | undefined>());
    if (!this.#isQuerying) void this.#queryAll();
    return promise;
  }

  async #queryAll(): Promise<void> {
    this.#isQuerying = true;
    while (this.#waiting.size > 0) {
      const batch = this.#waiting;
      this.#waiting = new Map();
      try {
        const found = await this.#query([...batch.keys()]);
        for (const [id, { resolve }] of batch) resolve(found.get(id));
      } catch (error) {
        for (const { reject } of batch.values()) reject(error);
      }
    }
    this.#isQuerying = false;
  }
}
