import { setImmediate as nextTurn } from 'node:timers/promises';
import { crc32 } from 'node:zlib';

/**
 * Group commit: work of many requests that arrive together becomes one transaction and one flush to disk.
 *
 * Items are sharded over lanes by a key. A lane is idle or busy. The first item that an idle lane gets makes it busy;
 * the lane then lets one turn of the event loop pass, so that what arrives with it can join, and commits batch after
 * batch, **one at a time**, until its queue is empty. So the items of one key are committed in the order in which
 * they came, and a batch grows by itself as long as the one before takes: there is no timer to tune. (One at a time,
 * because two batches that meet on a row wait for each other, and both are slow.)
 *
 * A lane never waits for anybody's lock. Each item has an outcome of its own: a result, a failure, or blocked, when
 * what its key names is locked by somebody else. A blocked item is **set apart**: it, and all that come for its key
 * until they are done, wait for the lock beside the lane, at most {@link APART_AT_ONCE} keys at a time.
 *
 * When a batch fails as a whole, its items are committed one by one, so that a poisoned one fails alone; unless the
 * failure says that nothing can be committed now.
 *
 * (A `Batcher`, platform/batcher.ts, is the simple form of this: one lane, without outcomes, locks or bounds.)
 *
 * It is bounded: {@link submit} refuses at once when too many items wait, rather than let them grow old. Where items have
 * owners, each owner has a bound of its own, and owners take turns in a batch: nobody waits for all that another has asked.
 */
export class GroupCommit<Item, Result> {
  readonly #options: GroupCommitOptions<Item, Result>;
  readonly #lanes: Lane<Item, Result>[];
  /** Keys that are set apart. */
  readonly #apart = new Map<string, Lane<Item, Result>>();
  /** Each ends when the last batch that was set apart in its turn has ended. */
  readonly #turns: Promise<void>[] = Array.from({ length: APART_AT_ONCE }, () => Promise.resolve());
  #waiting = 0;
  #waitingBytes = 0;
  /** What waits of each owner. */
  readonly #waitingOf = new Map<string, { count: number; bytes: number }>();
  readonly #whenEmpty: (() => void)[] = [];

  constructor(options: GroupCommitOptions<Item, Result>) {
    this.#options = options;
    this.#lanes = Array.from({ length: options.lanes }, newLane<Item, Result>);
  }

  /** Items that wait or are being committed. */
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
    if (lane === undefined) throw new RangeError('there must be a lane');
    lane.queue.push({ item, key, owner, bytes, resolve, reject });
    if (!lane.isBusy) void this.#work(lane);
    return promise;
  }

  /** Resolves when nothing waits any more. */
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
      // What waits in the lane for such a key came later, and stays behind it.
      const followers = keys.size === 0 ? [] : lane.queue.filter(({ key }) => keys.has(key));
      if (followers.length > 0) lane.queue = lane.queue.filter(({ key }) => !keys.has(key));
      for (const waiting of [...blocked, ...followers]) this.#setApart(waiting);
    }
    lane.isBusy = false;
  }

  /** The oldest items of a lane: as many as one transaction may have, and at least one. */
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
        for (const { reject } of blocked) reject(new Error('commit() was told to wait for locks'));
      });
      this.#turns[turn] = done;
      await done;
    }
    this.#apart.delete(key);
  }

  /** Commits a batch, tells everybody, and answers who was blocked; never rejects. */
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
      // After the next batch has been sent: the database works on it while we work on the answers.
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
  /** How many batches may be in progress at once; items of one key never are. */
  lanes: number;
  /** Most items of one transaction. */
  maxBatch: number;
  maxBatchBytes: number;
  /** Most items that wait, over all lanes. */
  maxWaiting: number;
  maxWaitingBytes: number;
  /** What an item weighs in memory, about. */
  sizeOf: (item: Item) => number;
  /** Who asks: owners take turns, and what waits of one is at most this part of what may wait in all. */
  owners?: { ownerOf: (item: Item) => string; share: number };
  /** What an item locks; the same for items that must be committed in their order, in which each owner's are. */
  keyOf: (item: Item) => string;
  /**
   * One transaction: an outcome for each item, in order. Rejects when nothing was committed. It may answer `blocked`
   * only when told to skip what is locked.
   */
  commit: (items: readonly Item[], locks: Locks) => Promise<Outcome<Result>[]>;
  /** Whether a failed batch is worth trying item by item: false when the database is away. */
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

/** The first of each owner, then the second of each, and so on. */
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
