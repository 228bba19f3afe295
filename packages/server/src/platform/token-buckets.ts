import { LRUCache } from 'lru-cache';

/** Beyond this number of buckets, the least recently used one is dropped and counts as full. */
const MAX_BUCKETS = 100_000;

/**
 * Token buckets by name: each holds up to `size` tokens and refills within `refillMs` when empty. For each bucket we store
 * when it will be full; a full bucket is dropped.
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
    const fullAt = this.#fullAt.get(name) ?? 0;
    const needed = Math.min(count, this.#size);
    return Math.max(0, fullAt - now - (this.#size - needed) * this.#msPerToken);
  }

  /** Takes `count` tokens even if there are fewer: the debt must refill before anything else is taken. */
  charge(name: string, count: number, now = performance.now()): void {
    const next = Math.max(this.#fullAt.get(name) ?? 0, now) + count * this.#msPerToken;
    this.#fullAt.set(name, next, { ttl: Math.max(1, Math.ceil(next - now)) });
  }
}
