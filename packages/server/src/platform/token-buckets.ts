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
    const fullAt = Math.max(this.#fullAt.get(name) ?? 0, now);
    const needed = Math.min(count, this.#size);
    const waitMs = fullAt - now - (this.#size - needed) * this.#msPerToken;
    if (waitMs > 0) return waitMs;
    const next = fullAt + count * this.#msPerToken;
    this.#fullAt.set(name, next, { ttl: Math.max(1, Math.ceil(next - now)) });
    return 0;
  }
}
