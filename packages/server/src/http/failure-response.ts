import { Readable } from 'node:stream';
import { ERRORS, type ErrorCode } from '@palaver/protocol/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { failureBody, isDiskFull, toRefusal } from '../edge/failure.ts';
import { DatabaseUnavailableError } from '../storage/database.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The code of the response, if it is a failure. */
    failedWith: ErrorCode | null;
  }
}

const RETRY_AFTER_SECONDS = 1;

/** Sends the response for an error of any stage: the only place where an error becomes a response. */
export function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = toRefusal(error);
  const { status } = ERRORS[refusal.code];
  if (refusal.code === 'M50000') request.log.error({ err: error, requestId: request.id }, 'request failed');
  if (refusal.code === 'M50300') reply.header('retry-after', RETRY_AFTER_SECONDS);
  // Refusals because of overload are not logged: a line for each would add work at the worst time.
  if (error instanceof DatabaseUnavailableError) {
    request.log.warn({ err: error, requestId: request.id }, 'the database is unavailable');
  }
  if (isDiskFull(error)) request.log.error({ err: error, requestId: request.id }, 'the disk is full');
  reply.code(status);
  request.failedWith = refusal.code;
  const answer = () => reply.send(failureBody(refusal, request.id));
  if (refusal.code !== 'M41300') return answer();
  if (!isDiscardable(request)) {
    // upload.ts discards the rest of a chunked upload.
    if (!(request.body instanceof Readable)) reply.header('connection', 'close');
    return answer();
  }
  reply.removeHeader('connection');
  request.raw
    .once('end', () => {
      try {
        answer();
      } catch (failure) {
        request.log.error({ err: failure, requestId: request.id }, 'an error response could not be sent');
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
function isDiscardable({ headers }: FastifyRequest): boolean {
  return Number(headers['content-length'] ?? Number.NaN) <= DISCARDED_BYTES;
}
