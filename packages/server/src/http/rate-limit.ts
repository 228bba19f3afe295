import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { Refusal } from '../domain/refusal.ts';
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

/** Tells where the caller stands in the `RateLimit-…` headers. Refuses with M42900 and `Retry-After`. */
export function applyRateLimit(state: RateState | undefined, reply: FastifyReply): void {
  if (state === undefined) return;
  const resetSeconds = Math.max(1, Math.ceil(state.resetMs / 1000));
  reply.headers({
    'ratelimit-limit': state.limit,
    'ratelimit-remaining': state.remaining,
    'ratelimit-reset': resetSeconds,
  });
  if (!state.isExceeded) return;
  reply.header('retry-after', resetSeconds);
  throw new Refusal('M42900');
}

/** Takes so many members from what a user may add. Refuses with M42900 and `Retry-After`. */
export type MemberLimit = (callerId: string, members: number, reply: FastifyReply) => void;

/** `perMinute` 0: without a limit. */
export function createMemberLimit(perMinute: number): MemberLimit {
  if (perMinute === 0) return () => {};
  const buckets = new TokenBuckets(perMinute, 60_000);
  return (callerId, members, reply) => {
    const waitMs = buckets.take(callerId, members);
    if (waitMs === 0) return;
    reply.header('retry-after', Math.ceil(waitMs / 1000));
    throw new Refusal('M42900');
  };
}

/** Counts a request until its answer is sent, and all that a client has to be sent is. Refuses with M42900 and `Retry-After`. */
export type ConcurrencyLimit = (callerId: string, reply: FastifyReply) => void;

/** `most`: requests of one caller at a time; each may hold a body or an answer of a megabyte. 0: without a limit. */
export function createConcurrencyLimit(most: number): ConcurrencyLimit {
  if (most === 0) return () => {};
  const atWork = new Map<string, number>();
  return (callerId, reply) => {
    const count = atWork.get(callerId) ?? 0;
    if (count >= most) {
      reply.header('retry-after', 1);
      throw new Refusal('M42900');
    }
    const response: ServerResponse = reply.raw;
    // Whoever has gone while it was looked up who they are: nothing tells that again.
    if (response.destroyed) return;
    atWork.set(callerId, count + 1);
    response.once('close', () => {
      const left = (atWork.get(callerId) ?? 1) - 1;
      if (left === 0) atWork.delete(callerId);
      else atWork.set(callerId, left);
    });
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
