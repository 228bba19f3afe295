/**
 * Runs tasks of many owners: at most `atOnce` in total, and one at a time per owner. Owners take turns, each with its oldest
 * task, so that no owner waits for the whole backlog of another.
 */
export class FairQueue {
  readonly #options: FairQueueOptions;
  readonly #busy = new Set<string>();
  /** The waiting tasks of each owner; the owner whose turn is next comes first. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #count = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

  async run<T>(owner: string, work: () => Promise<T>): Promise<T> {
    if (this.#busy.has(owner) || this.#busy.size >= this.#options.atOnce) await this.#turnOf(owner);
    else this.#busy.add(owner);
    try {
      return await work();
    } finally {
      this.#busy.delete(owner);
      this.#putLast(owner);
      this.#startNext();
    }
  }

  #turnOf(owner: string): Promise<void> {
    const { maxWaiting, maxWaitingPerOwner = maxWaiting, overloaded } = this.#options;
    const queue = this.#waiting.get(owner) ?? [];
    if (this.#count >= maxWaiting || queue.length >= maxWaitingPerOwner) return Promise.reject(overloaded());
    this.#count += 1;
    this.#waiting.set(owner, queue);
    return new Promise((resolve) => {
      queue.push(resolve);
    });
  }

  #putLast(owner: string): void {
    const queue = this.#waiting.get(owner);
    if (queue === undefined) return;
    this.#waiting.delete(owner);
    this.#waiting.set(owner, queue);
  }

  /** Starts the oldest task of the first waiting owner that is not busy. It skips at most `atOnce` busy owners. */
  #startNext(): void {
    for (const [owner, queue] of this.#waiting) {
      if (this.#busy.has(owner)) continue;
      const start = queue.shift();
      if (queue.length === 0) this.#waiting.delete(owner);
      this.#busy.add(owner);
      this.#count -= 1;
      start?.();
      return;
    }
  }
}

export interface FairQueueOptions {
  atOnce: number;
  /** Maximum number of waiting tasks over all owners; beyond it {@link FairQueue.run} rejects with `overloaded()`. */
  maxWaiting: number;
  /** The same for a single owner, so that none can fill the queue; as `maxWaiting` by default. */
  maxWaitingPerOwner?: number;
  overloaded: () => Error;
}
