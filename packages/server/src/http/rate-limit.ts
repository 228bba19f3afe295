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
