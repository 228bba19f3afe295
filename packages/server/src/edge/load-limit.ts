import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '../domain/refusal.ts';

/** The part of `most` that may be in progress on an overloaded server. */
const PART_WHEN_OVERLOADED = 12;
/** Refusals that are sent at once, however soon after one another. */
const REFUSALS_AT_ONCE = 100;
/** Refusals a second after that, while few wait to be sent. To read and refuse a request takes time from the others. */
const REFUSALS_PER_SECOND = 100;
/** The refusals of this time are sent together. */
const REFUSED_TOGETHER_MS = 100;
/** No refusal is held back for longer. */
const MAX_REFUSAL_WAIT_MS = 5_000;

const OVERLOADED = new Refusal('M50300');

/**
 * Bounds the requests and realtime commands in progress, so that a server that gets more than it can carry out serves as many as
 * before, and as fast.
 *
 * `most` of them are for bursts: requests that come together are all served, one later than the other. If there are more, or more than
 * a quarter of `most` for long, the server is overloaded, and the time of each request would be that of all before it. So from then on only
 * a twelfth of `most` may be in progress, until `most` requests in a row have found room.
 *
 * Refusals take time from the requests that are served, and most clients send the next request of a connection only after the
 * response. So beyond {@link REFUSALS_AT_ONCE} the responses of refused requests are held back, and sent at a rate that is the higher
 * the more of them wait.
 */
export class LoadLimit {
  readonly #most: number;
  #inProgress = 0;
  /** How many more requests have found more than a quarter of `most` in progress than have not; at least 0. */
  #crowded = 0;
  /** How many requests must find room until the server is no longer overloaded. */
  #untilCalm = 0;
  /** When the next refusal may be sent, by `performance.now()`. */
  #nextRefusalMs = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get inProgress(): number {
    return this.#inProgress;
  }

  /** Rejects with M50300 if {@link runRequest} would, before the body of a request is read. */
  async check(): Promise<void> {
    if (this.#inProgress >= this.#bound) await this.#refuseInTime();
  }

  /** Runs a request, or rejects with M50300, maybe later. */
  async runRequest<T>(work: () => Promise<T>): Promise<T> {
    return this.#hasRoom() ? this.#run(work) : this.#refuseInTime();
  }

  /** Runs a realtime command, or rejects with M50300 at once: the other frames of its connection wait for it. */
  async runCommand<T>(work: () => Promise<T>): Promise<T> {
    if (this.#hasRoom()) return this.#run(work);
    throw this.#overloaded();
  }

  async #run<T>(work: () => Promise<T>): Promise<T> {
    this.#inProgress += 1;
    try {
      return await work();
    } finally {
      this.#inProgress -= 1;
    }
  }

  get #bound(): number {
    return this.#untilCalm > 0 ? this.#most / PART_WHEN_OVERLOADED : this.#most;
  }

  #hasRoom(): boolean {
    if (this.#inProgress >= this.#bound) return false;
    if (this.#untilCalm > 0) {
      this.#untilCalm -= 1;
      return true;
    }
    this.#crowded = Math.max(0, this.#crowded + (this.#inProgress > this.#most / 4 ? 1 : -1));
    return this.#crowded <= 2 * this.#most;
  }

  #overloaded(): Refusal {
    this.#crowded = 0;
    this.#untilCalm = this.#most;
    return OVERLOADED;
  }

  async #refuseInTime(): Promise<never> {
    const refusal = this.#overloaded();
    const now = performance.now();
    const interval = 1_000 / REFUSALS_PER_SECOND;
    const at = Math.max(this.#nextRefusalMs, now - REFUSALS_AT_ONCE * interval);
    // The more wait, the closer they are to one another.
    this.#nextRefusalMs = at + interval * Math.min(1, 1 - (at - now) / MAX_REFUSAL_WAIT_MS);
    // Together with others, so that the server is disturbed less often.
    if (at > now) await sleep(Math.ceil(at / REFUSED_TOGETHER_MS) * REFUSED_TOGETHER_MS - now);
    throw refusal;
  }
}
