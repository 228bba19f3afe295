import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BusEvent } from '../bus/bus.ts';
import { PendingEvents } from '../bus/pending-events.ts';

/** Most whole entries that wait for the other thread; of further ones it learns only the `seq`. Each may be as large as a message. */
const MAX_ENTRIES = 1_000;

/**
 * Passes events to another thread, together with all others that were added since it took the last ones. So they wait here, where
 * their number is bounded, while that thread is busy.
 */
export class EventPipe {
  readonly #pending = new PendingEvents({ maxEntries: MAX_ENTRIES });
  readonly #pass: (events: readonly BusEvent[]) => Promise<void>;
  #passing: Promise<void> | undefined;

  /** `pass` resolves when the other thread has taken the events, and rejects when it has ended. */
  constructor(pass: (events: readonly BusEvent[]) => Promise<void>) {
    this.#pass = pass;
  }

  add(event: BusEvent): void {
    this.#pending.add(event);
    this.#passing ??= this.#passAll();
  }

  /** Resolves when the queue is empty. */
  async drain(): Promise<void> {
    await this.#passing;
  }

  /** Never rejects. After a failure it stops: the other thread has ended. */
  async #passAll(): Promise<void> {
    // (After this turn, whose events share a message.)
    await nextTurn();
    try {
      while (this.#pending.size > 0) await this.#pass(this.#pending.take());
      this.#passing = undefined;
    } catch {
      this.#pending.take();
    }
  }
}
