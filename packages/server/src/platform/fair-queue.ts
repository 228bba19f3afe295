/**
 * Runs work of many owners: at most `atOnce` in all, and of one owner one at a time. Owners take turns, each with its oldest
 * work, so that nobody waits for all that another owner has asked for.
 */
export class FairQueue {
  readonly #options: FairQueueOptions;
  readonly #busy = new Set<string>();
  /** What waits of each owner; the owner whose turn is next stands first. */
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
    const { maxWaiting, overloaded } = this.#options;
    if (this.#count >= maxWaiting) return Promise.reject(overloaded());
    this.#count += 1;
    return new Promise((resolve) => {
      const queue = this.#waiting.get(owner);
      if (queue === undefined) this.#waiting.set(owner, [resolve]);
      else queue.push(resolve);
    });
  }

  #putLast(owner: string): void {
    const queue = this.#waiting.get(owner);
    if (queue === undefined) return;
    this.#waiting.delete(owner);
    this.#waiting.set(owner, queue);
  }

  /** Starts the oldest work of the first owner that waits and is not busy: as few are skipped as may work at once. */
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
  /** How much may wait over all owners; beyond it {@link FairQueue.run} rejects with `overloaded()`. */
  maxWaiting: number;
  overloaded: () => Error;
}
