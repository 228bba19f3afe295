import { Batcher } from './batcher.ts';

/**
 * Looks up values by key, in batches: keys requested during a lookup wait for the next one. So however many requests there
 * are, they use one database connection. Nothing is cached. (The `dataloader` package starts a batch in every tick, so its
 * lookups overlap and each takes a connection.)
 */
export class BatchedLookup<Key, Found> {
  readonly #batcher: Batcher<PromiseWithResolvers<Found | undefined> & { key: Key }>;

  constructor(lookUp: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Found>>, maxBatch = 1_000) {
    this.#batcher = new Batcher({
      maxBatch,
      handle: async (batch) => {
        const found = await lookUp([...new Set(batch.map(({ key }) => key))]);
        for (const { key, resolve } of batch) resolve(found.get(key));
        return 'done';
      },
      failed: (error, batch) => {
        for (const { reject } of batch) reject(error);
      },
    });
  }

  /** Resolves to undefined when nothing is found. Rejects when the lookup fails. */
  find(key: Key): Promise<Found | undefined> {
    const request = { key, ...Promise.withResolvers<Found | undefined>() };
    this.#batcher.add(request);
    return request.promise;
  }
}
