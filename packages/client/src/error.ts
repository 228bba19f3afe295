import type { ErrorCode, FieldError } from './api.ts';

/**
 * Codes that the SDK adds for calls without a response from Palaver:
 *
 * - `network`: there was no connection, or it was lost.
 * - `timeout`: no response came in time.
 * - `answer`: something else responded, such as a proxy or another server.
 * - `file`: the file of an unsent message cannot be read: it is no longer on this device, or was changed.
 * - `token`: the `tokenProvider` failed (see `cause`), so the SDK did not send the call.
 * - `user_changed`: the `tokenProvider` has returned the token of another user. The chat has ended, and nothing was sent with this token.
 */
export type LocalErrorCode = 'network' | 'timeout' | 'answer' | 'file' | 'token' | 'user_changed';

/** Fields of a {@link PalaverError}. */
export interface PalaverErrorInit {
  code: string;
  message: string;
  status?: number;
  retryable?: boolean;
  fields?: readonly FieldError[];
  requestId?: string;
  retryAfterMs?: number | undefined;
  firstPosition?: number | undefined;
  quota?: 'tenant' | 'user' | undefined;
  cause?: unknown;
}

/**
 * A call failed. (A call that you abort rejects with the reason of your signal instead.)
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
  /** A code of the error table (`M40402`), or a {@link LocalErrorCode}. Newer servers may have other codes. */
  readonly code: ErrorCode | LocalErrorCode | (string & {});
  /** The HTTP status of the response; over the WebSocket, the status of the code; 0 without a response. */
  readonly status: number;
  /** Whether the same call may succeed later. The SDK has already retried before it reports this error. */
  readonly retryable: boolean;
  /** All invalid fields; empty if the failure is not about fields. */
  readonly fields: readonly FieldError[];
  /** The request id, as in the server's log; empty without a response, and over the WebSocket. */
  readonly requestId: string;
  /** How long the server asks to wait (`Retry-After`), in milliseconds. */
  readonly retryAfterMs: number | undefined;
  /** Of M41000 and M41001 (events are missing): the position of the first event to continue with. */
  readonly firstPosition: number | undefined;
  /** Of M41301 (quota): whether the files of the tenant or those of the user would take too much. */
  readonly quota: 'tenant' | 'user' | undefined;

  constructor(init: PalaverErrorInit) {
    super(init.message, init.cause === undefined ? undefined : { cause: init.cause });
    this.code = init.code;
    this.status = init.status ?? 0;
    this.retryable = init.retryable ?? false;
    this.fields = init.fields ?? [];
    this.requestId = init.requestId ?? '';
    this.retryAfterMs = init.retryAfterMs;
    this.firstPosition = init.firstPosition;
    this.quota = init.quota;
  }
}
