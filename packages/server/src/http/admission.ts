import { createRateLimit } from '../edge/rate-limit.ts';
import type { ServerParts } from '../edge/services.ts';
import type { Caller, TicketHolder } from './auth.ts';
import type { ApiReply, ApiRequest } from './exchange.ts';
import { applyRateLimit, createConcurrencyLimit, refuseConnection } from './request-limits.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the API key, the token or the ticket has been checked. */
    caller: Caller | TicketHolder | null;
  }
}

/** What a request counts as. Files that are read with an API key count as reads. */
type Kind = 'reads' | 'writes' | 'files';

/**
 * Admits a caller who has been authenticated, before any of the body is read. Refuses with M42900 if the caller makes too many
 * requests, or a user holds too many connections.
 */
export type Admission = (
  request: ApiRequest,
  reply: ApiReply,
  caller: Caller | TicketHolder,
  kind: Kind,
) => void;

export function createAdmission({ config, limitUser, httpConnections }: ServerParts): Admission {
  const { rateLimitReads: reads, rateLimitWrites: writes } = config;
  const limitKey = createRateLimit({ reads, writes });
  const limitConcurrency = createConcurrencyLimit(config.clientConcurrentRequests);
  return (request, reply, caller, kind) => {
    request.caller = caller;
    const { id, isUser } = caller;
    const state = isUser ? limitUser(id, kind) : limitKey(id, kind === 'files' ? 'reads' : kind);
    applyRateLimit(state, reply);
    if (isUser) limitConcurrency(id, reply);
    // Only after the rate limit: otherwise a client that gets nothing but M42900 could keep any number of connections.
    if (!httpConnections.admit(request.raw.socket, caller, reply.raw)) refuseConnection(reply);
  };
}
