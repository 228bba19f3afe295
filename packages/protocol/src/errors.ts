export interface ErrorDefinition {
  /** HTTP status. */
  readonly status: number;
  readonly text: string;
  /** Whether the same request may succeed when it is retried unchanged. */
  readonly retryable: boolean;
}

function permanent(status: number, text: string): ErrorDefinition {
  return { status, text, retryable: false };
}

function retryable(status: number, text: string): ErrorDefinition {
  return { status, text, retryable: true };
}

/**
 * Every error code. The OpenAPI document and docs/reference/errors.md are generated from this table. A number is never
 * reused. If one stage of checks finds several faults, the first of their codes in this table wins (docs/errors.md,
 * "Order of checks").
 */
export const ERRORS = {
  M40000: permanent(400, 'The request is not valid HTTP.'),
  M40001: permanent(
    400,
    'The body is not well-formed: JSON in UTF-8, or multipart/form-data where files are sent.',
  ),
  M40002: permanent(400, 'A required field is missing.'),
  M40003: permanent(400, 'A field has the wrong type or value.'),
  M40004: permanent(400, 'A field is too long.'),
  M40005: permanent(400, 'A list has too many items.'),
  M40006: permanent(400, 'body.metadata must have exactly one element.'),
  M40007: permanent(400, 'body.metadata[0].type is unknown.'),
  M40008: permanent(400, 'sender must have exactly one of bot_id and user_id.'),
  M40009: permanent(400, 'target names no destination.'),
  M40010: permanent(400, 'A paging or query value is not valid.'),
  M40011: permanent(400, 'One-to-one threads cannot be created with an API key.'),
  M40012: permanent(400, 'Two spellings of one field have different values.'),
  M40013: permanent(400, 'The sticker archive or the icon was refused.'),
  M40014: permanent(400, 'The file was refused.'),
  M40101: permanent(401, 'The header X-Api-Key is missing.'),
  M40102: permanent(401, 'The API key is unknown.'),
  M40103: permanent(401, 'The API key is revoked or has expired.'),
  M40104: permanent(401, 'The API key belongs to another application than the host names.'),
  M40111: permanent(401, 'The client token is missing or not valid.'),
  M40112: permanent(401, 'The client token has expired.'),
  M40301: permanent(403, 'The API key lacks the scope for this request.'),
  M40302: permanent(403, 'The key or the endpoint does not serve this tenant.'),
  M40303: permanent(403, 'The sender is not a member of the thread.'),
  M40304: permanent(403, 'The user is muted in the thread, and may only read.'),
  M40305: permanent(403, 'The sender is banned from the thread.'),
  M40306: permanent(403, 'The role or the policy does not permit this.'),
  M40307: permanent(403, 'Pages of this origin may not connect.'),
  M40401: permanent(404, 'The thread was not found.'),
  M40402: permanent(404, 'A user was not found.'),
  M40403: permanent(404, 'The bot was not found.'),
  M40404: permanent(404, 'The sticker pack was not found.'),
  M40405: permanent(404, 'The message was not found.'),
  M40406: permanent(404, 'There is no such route.'),
  M40407: permanent(404, 'The webhook endpoint or delivery was not found.'),
  M40409: permanent(404, 'The notification provider is not set up.'),
  M40410: permanent(404, 'The device was not found.'),
  M40411: permanent(404, 'The file was not found.'),
  M40412: permanent(404, 'The upload was not found.'),
  M40500: permanent(405, 'This route does not have this method.'),
  M40800: retryable(408, 'The request took too long to arrive.'),
  M40901: permanent(409, 'The identifier already exists.'),
  M40902: retryable(409, 'A request with the same idempotency key is still in progress.'),
  M40903: permanent(409, 'The transition is not allowed.'),
  M40904: permanent(409, 'The upload continues at another offset.'),
  M41000: permanent(410, 'Events after this position have been removed because of their age.'),
  M41001: permanent(410, 'The position belongs to another epoch of the event stream.'),
  M41200: permanent(412, 'This version of the tus protocol is not supported.'),
  M41300: permanent(413, 'The body is too large.'),
  M41301: permanent(413, 'The files would take more bytes than the tenant or the user may store.'),
  M41500: permanent(415, 'The media type or the encoding of the body is not supported.'),
  M42201: permanent(422, 'The idempotency key was used with another request.'),
  M42600: permanent(426, 'This route takes a WebSocket handshake.'),
  M42900: retryable(429, 'The rate limit is reached.'),
  M42901: permanent(429, 'The user has too many unfinished uploads.'),
  M43100: permanent(431, 'The headers are too large.'),
  M50000: retryable(500, 'An internal error occurred.'),
  M50300: retryable(503, 'The service is overloaded, draining, or its database is away.'),
  M50700: retryable(507, 'There is no room: the disk keeps a reserve, or is full.'),
} as const satisfies Record<`M${number}`, ErrorDefinition>;

export type ErrorCode = keyof typeof ERRORS;

/** Whose quota an upload would exceed, as M41301 says. */
export const QUOTA_OWNERS = ['tenant', 'user'] as const;
export type QuotaOwner = (typeof QUOTA_OWNERS)[number];

/** Maximum number of fields that one response lists. Fields with the code of the response come first. */
export const MAX_ERRORS = 100;
/** Names and messages are truncated to this length: a client may send a field name as long as its request. */
export const MAX_FIELD_CHARS = 255;

/** One invalid field. `field` is a path such as `body.metadata[0].width`, or the name of a header. */
export interface FieldError {
  field: string;
  /** The rule that was broken, as a stable word: `required`, `type`, `max_length`, … */
  rule: string;
  message: string;
}

/** An invalid field, and the code of a response about this field alone. */
export interface Fault extends FieldError {
  code: ErrorCode;
}

const CODES = Object.keys(ERRORS);

/** The code of a response with several faults: the one that comes first in the table. */
export function firstCode(codes: readonly [ErrorCode, ...ErrorCode[]]): ErrorCode {
  return codes.reduce((first, code) => (CODES.indexOf(code) < CODES.indexOf(first) ? code : first));
}
