import { TokenBuckets } from '../platform/token-buckets.ts';

const SECOND_MS = 1_000;

/** The caller's rate limit after a request. */
export interface RateState {
  /** Requests per second; as many may be made at once. */
  limit: number;
  /** Requests that the caller could make at once now. */
  remaining: number;
  /** In how many ms `remaining` is `limit` again. */
  resetMs: number;
  /** In how many ms the request would be admitted; 0: it was. */
  retryMs: number;
}

/** Counts a request of a caller; undefined means unlimited. */
export type RateLimit<Kind extends string> = (callerId: string, kind: Kind) => RateState | undefined;

/** `limits`: requests that one API key or one signed-in user may make per second on this node, by kind; 0 means unlimited. */
export function createRateLimit<Kind extends string>(
  limits: Readonly<Record<Kind, number>>,
): RateLimit<Kind> {
  const buckets = new Map(
    Object.entries<number>(limits)
      .filter(([, perSecond]) => perSecond > 0)
      .map(([kind, perSecond]) => [kind, new TokenBuckets(perSecond, SECOND_MS)]),
  );
  return (callerId, kind) => {
    const ofKind = buckets.get(kind);
    if (ofKind === undefined) return undefined;
    // One time for all: a bucket refills even between two lines.
    const now = performance.now();
    const retryMs = ofKind.take(callerId, 1, now);
    return {
      limit: limits[kind],
      remaining: ofKind.left(callerId, now),
      resetMs: ofKind.msUntilFull(callerId, now),
      retryMs,
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
    this.#buckets = perSecond === 0 ? undefined : new TokenBuckets(perSecond, SECOND_MS);
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
