import { setImmediate as nextTurn } from 'node:timers/promises';
import { crc32 } from 'node:zlib';

/**
 * Group commit: work of many requests that arrive together becomes one transaction and one flush to disk.
 *
 * Items are sharded over lanes by a key. A lane is idle or busy. The first item makes an idle lane busy. The lane lets one
 * turn of the event loop pass, so that items that arrive together join the same batch, and then commits batch after batch,
 * **one at a time**, until its queue is empty. So the items of one key are committed in order of arrival, and a batch grows
 * while the one before it commits: there is no timer to tune. (One at a time, because two batches that meet on a row wait
 * for each other, and both are slow.)
 *
 * A lane never waits for a lock. Each item has its own outcome: a result, a failure, or `blocked`, when another transaction
 * has locked what its key names. A blocked item is **set apart**: this item, and later items of its key until all are done,
 * wait for the lock outside the lane, at most {@link APART_AT_ONCE} keys at a time.
 *
 * When a batch fails as a whole, its items are committed one by one, so that only the bad item fails; unless the failure
 * means that nothing can be committed now.
 *
 * (A `Batcher`, platform/batcher.ts, is the simple form of this: one lane, without outcomes, locks or bounds.)
 *
 * The queue is bounded: {@link submit} rejects at once when too many items wait, rather than let them grow old. If items
 * have owners, each owner has its own bound, and owners take turns within a batch, so that no owner waits for the whole
 * backlog of another.
 */
export class GroupCommit<Item, Result> {
  readonly #options: GroupCommitOptions<Item, Result>;
  readonly #lanes: Lane<Item, Result>[];
  /** Keys that are set apart. */
  readonly #apart = new Map<string, Lane<Item, Result>>();
  /** One chain of batches per slot for keys that are set apart; each promise resolves when the last batch of its slot ends. */
  readonly #turns: Promise<void>[] = Array.from({ length: APART_AT_ONCE }, () => Promise.resolve());
  #waiting = 0;
  #waitingBytes = 0;
  /** The waiting items of each owner. */
  readonly #waitingOf = new Map<string, { count: number; bytes: number }>();
  readonly #whenEmpty: (() => void)[] = [];

  constructor(options: GroupCommitOptions<Item, Result>) {
    this.#options = options;
    this.#lanes = Array.from({ length: options.lanes }, newLane<Item, Result>);
  }

  /** The number of items that wait or are being committed. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Resolves to the item's own result once it is durable. Rejects with its own failure, or with `overloaded()`. */
  submit(item: Item): Promise<Result> {
    const { maxWaiting, maxWaitingBytes, overloaded, sizeOf, owners } = this.#options;
    const bytes = sizeOf(item);
    const isFull = this.#waiting >= maxWaiting || this.#waitingBytes + bytes > maxWaitingBytes;
    const owner = owners?.ownerOf(item);
    const own = (owner !== undefined && this.#waitingOf.get(owner)) || { count: 0, bytes: 0 };
    const share = owners?.share ?? 1;
    const isOwnFull = own.count >= maxWaiting * share || own.bytes + bytes > maxWaitingBytes * share;
    if (isFull || (own.count > 0 && isOwnFull)) return Promise.reject(overloaded());
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    this.#waiting += 1;
    this.#waitingBytes += bytes;
    if (owner !== undefined) this.#waitingOf.set(owner, { count: own.count + 1, bytes: own.bytes + bytes });
    const key = this.#options.keyOf(item);
    const lane = this.#apart.get(key) ?? this.#lanes[crc32(key) % this.#lanes.length];
    if (lane === undefined) throw new RangeError('at least one lane is needed');
    lane.queue.push({ item, key, owner, bytes, resolve, reject });
    if (!lane.isBusy) void this.#work(lane);
    return promise;
  }

  /** Resolves when the queue is empty. */
  async drain(): Promise<void> {
    if (this.#waiting === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#whenEmpty.push(resolve);
    await promise;
  }

  async #work(lane: Lane<Item, Result>): Promise<void> {
    lane.isBusy = true;
    await nextTurn();
    while (lane.queue.length > 0) {
      const batch = this.#nextBatch(lane);
      const blocked = await this.#settle(batch, 'skip locked');
      const keys = new Set(blocked.map(({ key }) => key));
      // Items of these keys that still wait in the lane came later, and follow the blocked ones.
      const followers = keys.size === 0 ? [] : lane.queue.filter(({ key }) => keys.has(key));
      if (followers.length > 0) lane.queue = lane.queue.filter(({ key }) => !keys.has(key));
      for (const waiting of [...blocked, ...followers]) this.#setApart(waiting);
    }
    lane.isBusy = false;
  }

  /** Takes the oldest items of a lane: as many as fit into one transaction, and at least one. */
  #nextBatch(lane: Lane<Item, Result>): QueuedItem<Item, Result>[] {
    const { maxBatch, maxBatchBytes, owners } = this.#options;
    if (owners !== undefined) lane.queue = inTurns(lane.queue);
    let count = 0;
    let bytes = 0;
    for (const waiting of lane.queue) {
      bytes += waiting.bytes;
      if (count === maxBatch || (count > 0 && bytes > maxBatchBytes)) break;
      count += 1;
    }
    return lane.queue.splice(0, count);
  }

  #leave({ owner, bytes }: QueuedItem<Item, Result>): void {
    this.#waiting -= 1;
    this.#waitingBytes -= bytes;
    if (this.#waiting === 0) for (const resolve of this.#whenEmpty.splice(0)) resolve();
    const own = owner === undefined ? undefined : this.#waitingOf.get(owner);
    if (owner === undefined || own === undefined) return;
    if (own.count === 1) this.#waitingOf.delete(owner);
    else this.#waitingOf.set(owner, { count: own.count - 1, bytes: own.bytes - bytes });
  }

  #setApart(waiting: QueuedItem<Item, Result>): void {
    const { key } = waiting;
    let lane = this.#apart.get(key);
    if (lane === undefined) {
      lane = { queue: [], isBusy: true };
      this.#apart.set(key, lane);
      void this.#workApart(key, lane);
    }
    lane.queue.push(waiting);
  }

  async #workApart(key: string, lane: Lane<Item, Result>): Promise<void> {
    const turn = crc32(key) % this.#turns.length;
    await nextTurn();
    while (lane.queue.length > 0) {
      const done = (this.#turns[turn] ?? Promise.resolve()).then(async () => {
        const batch = this.#nextBatch(lane);
        const blocked = await this.#settle(batch, 'wait for locks');
        for (const waiting of blocked) this.#leave(waiting);
        for (const { reject } of blocked) reject(new Error('commit() must wait for locks'));
      });
      this.#turns[turn] = done;
      await done;
    }
    this.#apart.delete(key);
  }

  /** Commits a batch, settles its items, and returns the blocked ones. Never rejects. */
  async #settle(
    batch: readonly QueuedItem<Item, Result>[],
    locks: Locks,
  ): Promise<QueuedItem<Item, Result>[]> {
    try {
      const outcomes = await this.#options.commit(
        batch.map(({ item }) => item),
        locks,
      );
      const blocked: QueuedItem<Item, Result>[] = [];
      const answers: (() => void)[] = [];
      for (const [index, waiting] of batch.entries()) {
        const outcome = outcomes[index] ?? { failure: new Error('commit() left an item without an outcome') };
        if (outcome === 'blocked') {
          blocked.push(waiting);
          continue;
        }
        this.#leave(waiting);
        answers.push(() => {
          if ('result' in outcome) waiting.resolve(outcome.result);
          else waiting.reject(outcome.failure);
        });
      }
      // Settled after the next batch is sent, so that the database works on it meanwhile.
      setImmediate(() => {
        for (const answer of answers) answer();
      });
      return blocked;
    } catch (error) {
      if (batch.length > 1 && this.#options.failsAlone(error)) {
        const blocked: QueuedItem<Item, Result>[] = [];
        for (const one of batch) {
          const isBehind = blocked.some(({ key }) => key === one.key);
          blocked.push(...(isBehind ? [one] : await this.#settle([one], locks)));
        }
        return blocked;
      }
      for (const waiting of batch) this.#leave(waiting);
      for (const { reject } of batch) reject(error);
      return [];
    }
  }
}

/** How many keys that are set apart may wait for locks at once: each holds a database connection. */
const APART_AT_ONCE = 2;

export type Locks = 'skip locked' | 'wait for locks';

export interface GroupCommitOptions<Item, Result> {
  /** How many batches may be in progress at once. Items of one key are never in two of them. */
  lanes: number;
  /** Maximum number of items in one transaction. */
  maxBatch: number;
  maxBatchBytes: number;
  /** Maximum number of waiting items over all lanes. */
  maxWaiting: number;
  maxWaitingBytes: number;
  /** The approximate size of an item in memory. */
  sizeOf: (item: Item) => number;
  /** Owners take turns; the items of one owner may fill at most `share` of the queue. */
  owners?: { ownerOf: (item: Item) => string; share: number };
  /** What an item locks. Items with the same key (and owner, if there are owners) are committed in order. */
  keyOf: (item: Item) => string;
  /**
   * Runs one transaction and returns an outcome for each item, in order. Rejects when nothing was committed. The outcome
   * `blocked` is allowed only with `skip locked`.
   */
  commit: (items: readonly Item[], locks: Locks) => Promise<Outcome<Result>[]>;
  /** Whether to retry a failed batch item by item: false when the database is unavailable. */
  failsAlone: (error: unknown) => boolean;
  overloaded: () => Error;
}

export type Outcome<Result> = { result: Result } | { failure: Error } | 'blocked';

interface QueuedItem<Item, Result> {
  item: Item;
  key: string;
  owner: string | undefined;
  bytes: number;
  resolve: (result: Result) => void;
  reject: (failure: unknown) => void;
}

interface Lane<Item, Result> {
  queue: QueuedItem<Item, Result>[];
  isBusy: boolean;
}

/** Orders items round-robin: the first item of each owner, then the second of each, and so on. */
function inTurns<Item, Result>(queue: readonly QueuedItem<Item, Result>[]): QueuedItem<Item, Result>[] {
  const seen = new Map<string | undefined, number>();
  const turns: QueuedItem<Item, Result>[][] = [];
  for (const waiting of queue) {
    const turn = seen.get(waiting.owner) ?? 0;
    seen.set(waiting.owner, turn + 1);
    const ofTurn = turns[turn];
    if (ofTurn === undefined) turns[turn] = [waiting];
    else ofTurn.push(waiting);
  }
  return turns.flat();
}

function newLane<Item, Result>(): Lane<Item, Result> {
  return { queue: [], isBusy: false };
}
