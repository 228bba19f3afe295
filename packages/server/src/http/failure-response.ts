import { Readable } from 'node:stream';
import { ERRORS, type ErrorCode } from '@palaver/protocol/errors';
import { Refusal } from '../domain/refusal.ts';
import { failureBody, isDiskFull, toRefusal } from '../edge/failure.ts';
import type { ServerParts } from '../edge/services.ts';
import { DatabaseFullError, DatabaseUnavailableError } from '../storage/database.ts';
import { ObjectsUnavailableError } from '../storage/objects/objects.ts';
import { BodyRefusal } from './collect-body.ts';
import type { ApiReply, ApiRequest } from './exchange.ts';
import { loggedRequest } from './tracing.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The code of the response, if it is a failure. */
    failedWith: ErrorCode | null;
  }
}

/** Of the codes for which a client should wait. Room takes an operator, or files that expire. */
const RETRY_AFTER_SECONDS: Partial<Record<ErrorCode, number>> = { M42900: 1, M50300: 1, M50700: 10 };
/** What a handler says of the content that it sends. */
const OF_CONTENT = [
  'content-type',
  'content-length',
  'content-range',
  'content-disposition',
  'content-encoding',
  'etag',
];

/** Sends the response for an error of any stage. An unauthenticated client gets M42900 instead if its address has exceeded its limit. */
export function refuse<Reply extends ApiReply>(
  { addresses, strangers }: Pick<ServerParts, 'addresses' | 'strangers'>,
  error: unknown,
  request: ApiRequest,
  reply: Reply,
): Reply {
  const isFree = request.caller !== null || ERRORS[toRefusal(error).code].status >= 500;
  if (isFree || strangers.take(addresses.limitedOf(request.raw))) return sendFailure(error, request, reply);
  reply.headers({ 'retry-after': 1, connection: 'close' });
  return sendFailure(new Refusal('M42900'), request, reply);
}

/** Whether the request counts toward the limit for unauthenticated clients. */
export function isCounted({ caller, routeOptions }: ApiRequest): boolean {
  return caller === null && routeOptions.config.isUncounted !== true;
}

/** Sends the response for an error: the only place where an error becomes a response. */
export function sendFailure<Reply extends ApiReply>(
  error: unknown,
  request: ApiRequest,
  reply: Reply,
): Reply {
  const refusal = toRefusal(error);
  const { status } = ERRORS[refusal.code];
  if (refusal.code === 'M50000')
    request.log.error({ err: error, ...loggedRequest(request) }, 'request failed');
  const retryAfter = RETRY_AFTER_SECONDS[refusal.code];
  // (A rate limit knows better when.)
  if (retryAfter !== undefined && !reply.hasHeader('retry-after')) reply.header('retry-after', retryAfter);
  // Refusals because of overload are not logged: a line for each would add work at the worst time.
  if (error instanceof DatabaseFullError) {
    request.log.error({ err: error, ...loggedRequest(request) }, 'the disk of the database is full');
  } else if (error instanceof DatabaseUnavailableError) {
    request.log.warn({ err: error, ...loggedRequest(request) }, 'the database is unavailable');
  }
  if (error instanceof ObjectsUnavailableError) {
    request.log.error({ err: error, ...loggedRequest(request) }, 'the object store is unavailable');
  }
  if (isDiskFull(error)) request.log.error({ err: error, ...loggedRequest(request) }, 'the disk is full');
  reply.statusCode = status;
  // A stream may fail after its headers were set, and before they were sent.
  for (const header of OF_CONTENT) reply.removeHeader(header);
  reply.header('cache-control', 'no-store');
  request.failedWith = refusal.code;
  const answer = () => {
    reply.send(failureBody(refusal, request.id));
    return reply;
  };
  // (A file may be too large for its kind, which only its content shows.)
  const isUnread = refusal.code === 'M41300' || refusal instanceof BodyRefusal;
  if (!isUnread || request.raw.readableEnded) return answer();
  if (!isDiscardable(request)) {
    // api-routes.ts discards the rest of a chunked upload.
    if (!(request.body instanceof Readable)) reply.header('connection', 'close');
    return answer();
  }
  reply.removeHeader('connection');
  request.raw
    .once('end', () => {
      try {
        answer();
      } catch (failure) {
        request.log.error({ err: failure, ...loggedRequest(request) }, 'an error response could not be sent');
        request.raw.destroy();
      }
    })
    .resume();
  return reply;
}

/** A body that is too large is still read and discarded up to this size. */
const DISCARDED_BYTES = 32 * 1024 * 1024;

/**
 * Many clients read the response only after they have sent the whole body. Closing the connection earlier, as Fastify would,
 * resets it, and the client loses the response.
 */
function isDiscardable({ headers }: ApiRequest): boolean {
  return Number(headers['content-length'] ?? Number.NaN) <= DISCARDED_BYTES;
}
