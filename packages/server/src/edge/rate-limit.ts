import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { TokenBuckets } from '../platform/token-buckets.ts';

/** The caller's rate limit after a request. */
export interface RateState {
  limit: number;
  remaining: number;
  resetMs: number;
  isExceeded: boolean;
}

/** Counts a request of a caller; undefined means unlimited. */
export type RateLimit<Kind extends string> = (callerId: string, kind: Kind) => Promise<RateState | undefined>;

/** `limits`: requests that one API key or one signed-in user may make per second on this node, by kind; 0 means unlimited. */
export function createRateLimit<Kind extends string>(
  limits: Readonly<Record<Kind, number>>,
): RateLimit<Kind> {
  const limiters = new Map(
    Object.entries<number>(limits)
      .filter(([, points]) => points > 0)
      .map(([kind, points]) => [kind, new RateLimiterMemory({ points, duration: 1 })]),
  );
  return async (callerId, kind) => {
    const limiter = limiters.get(kind);
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

/** A response to an unauthenticated client counts as one request for each started block of this size. */
const BYTES_OF_A_REQUEST = 64 * 1024;

/** The rate limit for unauthenticated clients, by address (see `limitedAs`). */
export class StrangerLimit {
  readonly #buckets: TokenBuckets | undefined;

  /** `perSecond` 0 means unlimited. */
  constructor(perSecond: number) {
    this.#buckets = perSecond === 0 ? undefined : new TokenBuckets(perSecond, 1_000);
  }

  /** Whether the address may make a request now. */
  admits(address: string): boolean {
    return this.#buckets === undefined || this.#buckets.waitFor(address, 1) === 0;
  }

  /** Counts a request; false if the limit was already used up. */
  take(address: string): boolean {
    return this.#buckets === undefined || this.#buckets.take(address, 1) === 0;
  }

  /** Counts a response of this size. */
  chargeAnswer(address: string, bytes: number): void {
    this.#buckets?.charge(address, Math.max(1, Math.ceil(bytes / BYTES_OF_A_REQUEST)));
  }
}
