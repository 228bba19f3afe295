import { Readable } from 'node:stream';
import { ERRORS, type ErrorCode, type FieldError } from '@palaver/protocol/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../domain/refusal.ts';
import { DatabaseUnavailableError } from '../storage/database.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The code that it was answered, if that is a failure. */
    failedWith: ErrorCode | null;
  }
}

/** Body of every failure (docs/errors.md). */
export interface Failure {
  message_code: ErrorCode;
  message: string;
  request_id: string;
  errors?: readonly FieldError[];
}

const RETRY_AFTER_SECONDS = 1;

export function failureBody(code: ErrorCode, requestId: string, errors?: readonly FieldError[]): Failure {
  const body: Failure = { message_code: code, message: ERRORS[code].text, request_id: requestId };
  return errors === undefined ? body : { ...body, errors };
}

/** Answers an error that any stage threw: the one place where an error becomes a response. */
export function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = toRefusal(error);
  const { status } = ERRORS[refusal.code];
  if (refusal.code === 'M50000') request.log.error({ err: error, requestId: request.id }, 'request failed');
  if (refusal.code === 'M50300') reply.header('retry-after', RETRY_AFTER_SECONDS);
  // An overload is refused without a word: a line for each would be work just when there is too much.
  if (error instanceof DatabaseUnavailableError) {
    request.log.warn({ err: error, requestId: request.id }, 'the database is away');
  }
  if (isDiskFull(error)) request.log.error({ err: error, requestId: request.id }, 'the disk is full');
  reply.code(status);
  request.failedWith = refusal.code;
  const answer = () => reply.send(failureBody(refusal.code, request.id, refusal.errors));
  if (refusal.code !== 'M41300') return answer();
  if (!isDiscardable(request)) {
    // The rest of an upload that came in chunks is thrown away by upload.ts.
    if (!(request.body instanceof Readable)) reply.header('connection', 'close');
    return answer();
  }
  reply.removeHeader('connection');
  request.raw
    .once('end', () => {
      try {
        answer();
      } catch (failure) {
        request.log.error({ err: failure, requestId: request.id }, 'a refusal cannot be answered');
        request.raw.destroy();
      }
    })
    .resume();
  return reply;
}

/** A body that is too large, but no larger than this, is read all the same, and thrown away. */
const DISCARDED_BYTES = 32 * 1024 * 1024;

/**
 * Many clients read no answer before they have sent everything: to answer and close at once, as Fastify would, is a reset to
 * them, and eats the answer.
 */
function isDiscardable({ headers }: FastifyRequest): boolean {
  return Number(headers['content-length'] ?? Number.NaN) <= DISCARDED_BYTES;
}

function isCoded(error: unknown): error is Error & { code: unknown } {
  return error instanceof Error && 'code' in error;
}

/** Fastify's own refusals, by its error codes. */
const FASTIFY_CODES: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'M41300',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'M41500',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'M40000',
  FST_ERR_CTP_EMPTY_TYPE: 'M41500',
  FST_ERR_BAD_URL: 'M40000',
  // Node's own, of a client that has gone away in the middle of its body: nobody reads the answer.
  ECONNRESET: 'M40000',
};

/** No room for a file, or none of what the quota of our user leaves: somebody may make some. */
function isDiskFull(error: unknown): boolean {
  return isCoded(error) && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
}

export function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof DatabaseUnavailableError || isDiskFull(error)) return new Refusal('M50300');
  const code = isCoded(error) ? FASTIFY_CODES[String(error.code)] : undefined;
  return new Refusal(code ?? 'M50000');
}
