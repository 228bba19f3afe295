import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Group commit: work of many requests that arrive together becomes one transaction and one flush to disk.
 *
 * Items are sharded over lanes by a key. A lane is idle or busy. The first item that an idle lane gets makes it busy;
 * the lane then lets one turn of the event loop pass, so that what arrives with it can join, and commits batch after
 * batch, **one at a time**, until its queue is empty. So the items of one key are committed in the order in which
 * they came, and a batch grows by itself as long as the one before takes: there is no timer to tune.
 *
 * One lane at a time because two batches that meet on a row wait for each other, and both are slow.
 *
 * Each item has an outcome of its own: the batch function answers one for each. When a batch fails as a whole, its
 * items are committed one by one, so that a poisoned one, or one that waits for a lock, fails alone; unless the
 * failure says that nothing can be committed now.
 *
 * It is bounded: {@link submit} refuses at once when too many items wait, rather than let them grow old.
 */
export class GroupCommit<Item, Result> {
  readonly #options: GroupCommitOptions<Item, Result>;
  readonly #lanes: Lane<Item, Result>[];
  #waiting = 0;

  constructor(options: GroupCommitOptions<Item, Result>) {
    this.#options = options;
    this.#lanes = Array.from({ length: options.lanes }, () => ({ queue: [], isBusy: false }));
  }

  /** Items that wait or are being committed. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Resolves to the item's own result once it is durable. Rejects with its own failure, or with `overloaded()`. */
  submit(item: Item): Promise<Result> {
    const { maxWaiting, overloaded, shardOf } = this.#options;
    if (this.#waiting >= maxWaiting) return Promise.reject(overloaded());
    const lane = this.#lanes[shardOf(item) % this.#lanes.length];
    if (lane === undefined) return Promise.reject(new RangeError('shardOf() must answer a natural number'));
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    this.#waiting += 1;
    lane.queue.push({ item, resolve, reject });
    if (!lane.isBusy) void this.#work(lane);
    return promise;
  }

  async #work(lane: Lane<Item, Result>): Promise<void> {
    lane.isBusy = true;
    await nextTurn();
    while (lane.queue.length > 0) {
      const batch = lane.queue.splice(0, this.#options.maxBatch);
      await this.#settle(batch);
      this.#waiting -= batch.length;
    }
    lane.isBusy = false;
  }

  /** Commits a batch and tells everybody; never rejects. */
  async #settle(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const outcomes = await this.#options.commit(batch.map(({ item }) => item));
      for (const [index, { resolve, reject }] of batch.entries()) {
        const outcome = outcomes[index];
        if (outcome === undefined) reject(new Error('commit() left an item without an outcome'));
        else if ('result' in outcome) resolve(outcome.result);
        else reject(outcome.failure);
      }
    } catch (error) {
      if (batch.length === 1 || !this.#options.failsAlone(error)) {
        for (const { reject } of batch) reject(error);
        return;
      }
      for (const one of batch) await this.#settle([one]);
    }
  }
}

export interface GroupCommitOptions<Item, Result> {
  /** How many batches may be in progress at once; items of one shard never are. */
  lanes: number;
  /** Most items of one transaction. */
  maxBatch: number;
  /** Most items that wait, over all lanes. */
  maxWaiting: number;
  /** A natural number that is the same for items that must not be committed beside each other. */
  shardOf: (item: Item) => number;
  /** One transaction: an outcome for each item, in order. Rejects when nothing was committed. */
  commit: (items: readonly Item[]) => Promise<Outcome<Result>[]>;
  /** Whether a failed batch is worth trying item by item: false when the database is away. */
  failsAlone: (error: unknown) => boolean;
  overloaded: () => Error;
}

export type Outcome<Result> = { result: Result } | { failure: Error };

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (failure: unknown) => void;
}

interface Lane<Item, Result> {
  queue: Waiting<Item, Result>[];
  isBusy: boolean;
}
