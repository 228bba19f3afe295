import { LRUCache } from 'lru-cache';

/** Beyond this number of buckets, the least recently used one is dropped and counts as full. */
const MAX_BUCKETS = 100_000;

/** Times of the clock are sums of fractions: a wait below this comes from rounding. */
const ROUNDING_MS = 0.001;

/**
 * Token buckets by name: each holds up to `size` tokens and refills evenly, within `refillMs` when empty. For each bucket we
 * store when it will be full.
 */
export class TokenBuckets {
  readonly #size: number;
  readonly #msPerToken: number;
  readonly #fullAt = new LRUCache<string, number>({ max: MAX_BUCKETS });

  constructor(size: number, refillMs: number) {
    this.#size = size;
    this.#msPerToken = refillMs / size;
  }

  /**
   * Takes `count` tokens and returns 0, or takes none and returns in how many ms there are enough. A count above the size of
   * the bucket is taken from a full bucket and leaves a debt, so no count is refused forever.
   */
  take(name: string, count: number, now = performance.now()): number {
    const waitMs = this.waitFor(name, count, now);
    if (waitMs === 0) this.charge(name, count, now);
    return waitMs;
  }

  /** In how many ms {@link take} would succeed; 0: at once. */
  waitFor(name: string, count: number, now = performance.now()): number {
    const needed = Math.min(count, this.#size);
    const waitMs = this.msUntilFull(name, now) - (this.#size - needed) * this.#msPerToken;
    return waitMs < ROUNDING_MS ? 0 : waitMs;
  }

  /** Takes `count` tokens even if there are fewer: the debt must refill before anything else is taken. */
  charge(name: string, count: number, now = performance.now()): void {
    this.#fullAt.set(name, now + this.msUntilFull(name, now) + count * this.#msPerToken);
  }

  /** How many whole tokens the bucket holds; 0 if it owes some. */
  left(name: string, now = performance.now()): number {
    const missingMs = this.msUntilFull(name, now) - ROUNDING_MS;
    return Math.max(0, this.#size - Math.max(0, Math.ceil(missingMs / this.#msPerToken)));
  }

  /** In how many ms the bucket is full, if nothing is taken. */
  msUntilFull(name: string, now = performance.now()): number {
    return Math.max(0, (this.#fullAt.get(name) ?? 0) - now);
  }
}
