import type { ErrorCode, FieldError } from './api.ts';

/**
 * What failed without an answer of Palaver: `network` (no connection, or it was lost), `timeout` (none in time), `answer`
 * (something else answered: a proxy, another server); or was not even asked: `token` (the `tokenProvider` has failed, with
 * the `cause`).
 */
export type LocalErrorCode = 'network' | 'timeout' | 'answer' | 'token';

/** What a {@link PalaverError} is made of. */
export interface PalaverErrorInit {
  code: string;
  message: string;
  status?: number;
  retryable?: boolean;
  fields?: readonly FieldError[];
  requestId?: string;
  retryAfterMs?: number | undefined;
  cause?: unknown;
}

/**
 * A call that failed. Aborting a call yourself is no failure: it rejects with the reason of your signal.
 *
 * @example
 * ```ts
 * try {
 *   await palaver.users.get('nobody');
 * } catch (error) {
 *   if (!(error instanceof PalaverError)) throw error;
 *   console.log(error.code, error.status, error.retryable, error.fields, error.requestId);
 * }
 * ```
 */
export class PalaverError extends Error {
  override readonly name = 'PalaverError';
  /** A code of the error table (`M40402`), or what failed without an answer. Newer servers may have other codes. */
  readonly code: ErrorCode | LocalErrorCode | (string & {});
  /** The HTTP status, or that of the code when the server has answered by the connection; 0 when there was no answer. */
  readonly status: number;
  /** Whether the very same call may succeed later. The SDK has tried again before it told you. */
  readonly retryable: boolean;
  /** Every faulty field; empty when the failure is not about fields. */
  readonly fields: readonly FieldError[];
  /** What the server calls the request, as in its log; empty when there was no answer. */
  readonly requestId: string;
  /** How long the server asked to wait (`Retry-After`). */
  readonly retryAfterMs: number | undefined;

  constructor(init: PalaverErrorInit) {
    super(init.message, init.cause === undefined ? undefined : { cause: init.cause });
    this.code = init.code;
    this.status = init.status ?? 0;
    this.retryable = init.retryable ?? false;
    this.fields = init.fields ?? [];
    this.requestId = init.requestId ?? '';
    this.retryAfterMs = init.retryAfterMs;
  }
}
