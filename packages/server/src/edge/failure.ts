import { ERRORS, type ErrorCode, type FieldError, type QuotaOwner } from '@palaver/protocol/errors';
import { Refusal } from '../domain/refusal.ts';
import { DatabaseFullError, DatabaseUnavailableError } from '../storage/database.ts';
import { NoRoomError } from '../storage/disk-room.ts';
import { ObjectsUnavailableError } from '../storage/objects/objects.ts';

/** Body of every error response (docs/errors.md). */
export interface Failure {
  message_code: ErrorCode;
  message: string;
  request_id: string;
  errors?: readonly FieldError[];
  first_position?: number;
  quota?: QuotaOwner;
}

export function failureBody(
  { code, errors, details = {} }: Pick<Refusal, 'code'> & Partial<Refusal>,
  requestId: string,
): Failure {
  const { firstPosition, quota } = details;
  return {
    message_code: code,
    message: ERRORS[code].text,
    request_id: requestId,
    ...(errors === undefined ? {} : { errors }),
    ...(firstPosition === undefined ? {} : { first_position: firstPosition }),
    ...(quota === undefined ? {} : { quota }),
  };
}

function isCoded(error: unknown): error is Error & { code: unknown } {
  return error instanceof Error && 'code' in error;
}

/** Fastify's own errors, by their codes. */
const FASTIFY_CODES: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'M41500',
  FST_ERR_CTP_EMPTY_TYPE: 'M41500',
  FST_ERR_BAD_URL: 'M40000',
  // A Node error: the client disconnected in the middle of its body, so nobody reads the response.
  ECONNRESET: 'M40000',
};

/** The disk is full, or the disk quota of our system user is used up. Both can pass. */
export function isDiskFull(error: unknown): boolean {
  return isCoded(error) && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
}

/** What has no room: the reserve of a disk, a disk, the database, or the store of files. */
function lacksRoom(error: unknown): boolean {
  if (error instanceof NoRoomError || error instanceof DatabaseFullError || isDiskFull(error)) return true;
  return error instanceof ObjectsUnavailableError && error.isFull;
}

/** What the server needs to serve the request cannot be reached. */
function isUnavailable(error: unknown): boolean {
  return error instanceof DatabaseUnavailableError || error instanceof ObjectsUnavailableError;
}

export function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (lacksRoom(error)) return new Refusal('M50700');
  if (isUnavailable(error)) return new Refusal('M50300');
  const code = isCoded(error) ? FASTIFY_CODES[String(error.code)] : undefined;
  return new Refusal(code ?? 'M50000');
}
