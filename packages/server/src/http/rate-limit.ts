import type { FastifyReply } from 'fastify';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { Refusal } from '../domain/refusal.ts';

/** How many requests one API key, or one signed-in user, may make per second on this node; 0 is no limit. */
export interface RateLimits {
  reads: number;
  writes: number;
}

export type RateLimit = (callerId: string, kind: keyof RateLimits, reply: FastifyReply) => Promise<void>;

/** Refuses with M42900 and `Retry-After`; tells where a caller stands in the `RateLimit-…` headers. */
export function createRateLimit(limits: RateLimits): RateLimit {
  const limiters = {
    reads: limits.reads > 0 ? new RateLimiterMemory({ points: limits.reads, duration: 1 }) : undefined,
    writes: limits.writes > 0 ? new RateLimiterMemory({ points: limits.writes, duration: 1 }) : undefined,
  };
  return async (callerId, kind, reply) => {
    const limiter = limiters[kind];
    if (limiter === undefined) return;
    const state = await limiter.consume(callerId).catch((refused: unknown) => refused);
    if (!(state instanceof RateLimiterRes)) throw state;
    const resetSeconds = Math.max(1, Math.ceil(state.msBeforeNext / 1000));
    reply.headers({
      'ratelimit-limit': limiter.points,
      'ratelimit-remaining': state.remainingPoints,
      'ratelimit-reset': resetSeconds,
    });
    if (state.consumedPoints <= limiter.points) return;
    reply.header('retry-after', resetSeconds);
    throw new Refusal('M42900');
  };
}
