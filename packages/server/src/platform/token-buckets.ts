import { LRUCache } from 'lru-cache';

/** More names than this, and the bucket that nobody has used for longest counts as full. */
const MAX_BUCKETS = 100_000;

/**
 * Token buckets by name: each holds up to `size` tokens and is full again `refillMs` after it was empty. Of a bucket is kept
 * when it will be full; one that is full is forgotten.
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
   * Takes `count` tokens, and answers 0; or takes none, and answers in how many ms there are enough. More than the bucket
   * holds are taken when it is full, and must be made up for afterwards: so no count is refused for ever.
   */
  take(name: string, count: number, now = performance.now()): number {
    const waitMs = this.waitFor(name, count, now);
    if (waitMs === 0) this.charge(name, count, now);
    return waitMs;
  }

  /** In how many ms {@link take} would take so many; 0: at once. */
  waitFor(name: string, count: number, now = performance.now()): number {
    const fullAt = this.#fullAt.get(name) ?? 0;
    const needed = Math.min(count, this.#size);
    return Math.max(0, fullAt - now - (this.#size - needed) * this.#msPerToken);
  }

  /** Takes `count` tokens, whether or not there are so many: what is lacking must be made up for before anybody takes more. */
  charge(name: string, count: number, now = performance.now()): void {
    const next = Math.max(this.#fullAt.get(name) ?? 0, now) + count * this.#msPerToken;
    this.#fullAt.set(name, next, { ttl: Math.max(1, Math.ceil(next - now)) });
  }
}
