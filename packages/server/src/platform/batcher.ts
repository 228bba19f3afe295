import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

/**
 * Batching: handles items that arrive together as one batch, and one batch at a time. The first item of an idle batcher
 * waits for one turn of the event loop, so that others can join it; items that arrive during a batch form the next one.
 * So there is no timer to tune, and batches grow with the load.
 *
 * An item that is added again before its batch starts is handled once; added again during its batch, it is handled again.
 */
export class Batcher<Item> {
  readonly #options: BatcherOptions<Item>;
  readonly #waiting = new Set<Item>();
  readonly #closing = new AbortController();
  #working: Promise<void> | undefined;

  constructor(options: BatcherOptions<Item>) {
    this.#options = options;
  }

  add(item: Item): void {
    this.#waiting.add(item);
    this.#working ??= this.#work();
  }

  /** Withdraws an item whose batch has not started. */
  delete(item: Item): void {
    this.#waiting.delete(item);
  }

  /** Resolves when the current batch has ended. No other batch starts. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#working;
  }

  /** Never rejects. */
  async #work(): Promise<void> {
    const { maxBatch, handle, failed, retryMs } = this.#options;
    const { signal } = this.#closing;
    await nextTurn();
    while (this.#waiting.size > 0 && !signal.aborted) {
      const batch = [...this.#waiting.values().take(maxBatch)];
      for (const item of batch) this.#waiting.delete(item);
      try {
        if ((await handle(batch)) === 'done') continue;
      } catch (error) {
        failed(error, batch);
      }
      if (retryMs === undefined) continue;
      for (const item of batch) this.#waiting.add(item);
      await sleep(retryMs, undefined, { signal }).catch(() => {});
    }
    this.#working = undefined;
  }
}

export interface BatcherOptions<Item> {
  /** Most items of one batch. */
  maxBatch: number;
  handle: (batch: readonly Item[]) => Promise<BatchOutcome>;
  /** Called with what `handle` rejects with; the batch is then retried. Must not throw. */
  failed: (error: unknown, batch: readonly Item[]) => void;
  /** Pause before a batch is retried; undefined: it is dropped instead. */
  retryMs?: number;
}

export type BatchOutcome = 'done' | 'retry';
