import type { ServerResponse } from 'node:http';
import { Refusal } from '../domain/refusal.ts';
import type { RateState } from '../edge/rate-limit.ts';
import { TokenBuckets } from '../platform/token-buckets.ts';
import type { ApiReply } from './exchange.ts';

/** Sets the `RateLimit-…` headers. Refuses with M42900 and `Retry-After` when the limit is exceeded. */
export function applyRateLimit(state: RateState | undefined, reply: ApiReply): void {
  if (state === undefined) return;
  reply.headers({
    'ratelimit-limit': state.limit,
    'ratelimit-remaining': state.remaining,
    'ratelimit-reset': Math.ceil(state.resetMs / 1000),
  });
  if (state.retryMs > 0) refuseFor(state.retryMs, reply);
}

function refuseFor(waitMs: number, reply: ApiReply): never {
  reply.header('retry-after', Math.ceil(waitMs / 1000));
  throw new Refusal('M42900');
}

/** Refuses with M42900, and closes the connection, which the user has too many of. */
export function refuseConnection(reply: ApiReply): never {
  reply.header('connection', 'close');
  refuseFor(1_000, reply);
}

/** Counts the members that a user adds. Refuses with M42900 and `Retry-After`. */
export type MemberLimit = (callerId: string, members: number, reply: ApiReply) => void;

/** `perMinute` 0 means unlimited. */
export function createMemberLimit(perMinute: number): MemberLimit {
  if (perMinute === 0) return () => {};
  const buckets = new TokenBuckets(perMinute, 60_000);
  return (callerId, members, reply) => {
    const waitMs = buckets.take(callerId, members);
    if (waitMs > 0) refuseFor(waitMs, reply);
  };
}

/** Counts a request until its response has been sent in full. Refuses with M42900 and `Retry-After`. */
export type ConcurrencyLimit = (callerId: string, reply: ApiReply) => void;

/** `most`: concurrent requests of one caller, each of which may hold a body or response of a megabyte; 0 means unlimited. */
export function createConcurrencyLimit(most: number): ConcurrencyLimit {
  if (most === 0) return () => {};
  const atWork = new Map<string, number>();
  return (callerId, reply) => {
    const count = atWork.get(callerId) ?? 0;
    if (count >= most) {
      refuseFor(1_000, reply);
    }
    const response: ServerResponse = reply.raw;
    // The client disconnected during authentication: `close` will not fire again.
    if (response.destroyed) return;
    atWork.set(callerId, count + 1);
    response.once('close', () => {
      const left = (atWork.get(callerId) ?? 1) - 1;
      if (left === 0) atWork.delete(callerId);
      else atWork.set(callerId, left);
    });
  };
}
