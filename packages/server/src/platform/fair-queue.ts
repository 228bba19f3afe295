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

  /** A task whose `signal` aborts while it waits is not started, and rejects with the reason. */
  async run<T>(owner: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    if (this.#busy.has(owner) || this.#busy.size >= this.#options.atOnce) await this.#turnOf(owner, signal);
    else this.#busy.add(owner);
    try {
      return await work();
    } finally {
      this.#busy.delete(owner);
      this.#putLast(owner);
      this.#startNext();
    }
  }

  #turnOf(owner: string, signal: AbortSignal | undefined): Promise<void> {
    const { maxWaiting, maxWaitingPerOwner = maxWaiting, overloaded } = this.#options;
    const queue = this.#waiting.get(owner) ?? [];
    if (this.#count >= maxWaiting || queue.length >= maxWaitingPerOwner) return Promise.reject(overloaded());
    this.#count += 1;
    this.#waiting.set(owner, queue);
    return new Promise((resolve, reject) => {
      const start = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        queue.splice(queue.indexOf(start), 1);
        if (queue.length === 0) this.#waiting.delete(owner);
        this.#count -= 1;
        reject(signal?.reason);
      };
      queue.push(start);
      signal?.addEventListener('abort', leave, { once: true });
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
