import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { TokenBuckets } from '../platform/token-buckets.ts';

/** How many requests one API key, or one signed-in user, may make per second on this node; 0 is no limit. */
export interface RateLimits {
  reads: number;
  writes: number;
}

/** Where a caller stands. */
export interface RateState {
  limit: number;
  remaining: number;
  resetMs: number;
  isExceeded: boolean;
}

/** Counts what callers ask for; undefined: without a limit. */
export type RateLimit = (callerId: string, kind: keyof RateLimits) => Promise<RateState | undefined>;

export function createRateLimit(limits: RateLimits): RateLimit {
  const limiters = {
    reads: limits.reads > 0 ? new RateLimiterMemory({ points: limits.reads, duration: 1 }) : undefined,
    writes: limits.writes > 0 ? new RateLimiterMemory({ points: limits.writes, duration: 1 }) : undefined,
  };
  return async (callerId, kind) => {
    const limiter = limiters[kind];
    if (limiter === undefined) return undefined;
    const state = await limiter.consume(callerId).catch((refused: unknown) => refused);
    if (!(state instanceof RateLimiterRes)) throw state;
    return {
      limit: limiter.points,
      remaining: state.remainingPoints,
      resetMs: state.msBeforeNext,
      isExceeded: state.consumedPoints > limiter.points,
    };
  };
}

/** An answer to a stranger counts as one request for each of these that it begins. */
const BYTES_OF_A_REQUEST = 64 * 1024;

/** What is done for strangers, who have shown no valid key or token, by their address (see `limitedAs`). */
export class StrangerLimit {
  readonly #buckets: TokenBuckets | undefined;

  /** `perSecond` 0: without a limit. */
  constructor(perSecond: number) {
    this.#buckets = perSecond === 0 ? undefined : new TokenBuckets(perSecond, 1_000);
  }

  /** Whether the address may ask for something now. */
  admits(address: string): boolean {
    return this.#buckets === undefined || this.#buckets.waitFor(address, 1) === 0;
  }

  /** Counts a request of it; false: there were too many before. */
  take(address: string): boolean {
    return this.#buckets === undefined || this.#buckets.take(address, 1) === 0;
  }

  /** Counts an answer of so many bytes. */
  chargeAnswer(address: string, bytes: number): void {
    this.#buckets?.charge(address, Math.max(1, Math.ceil(bytes / BYTES_OF_A_REQUEST)));
  }
}
