import { createHmac } from 'node:crypto';
import type { WebhookAttempt } from '@palaver/protocol/webhooks';
import { Agent, request } from 'undici';
import type { Secrets } from '../domain/records/webhooks.ts';
import type { AddressGuard } from './address-guard.ts';

/** A call to a webhook. */
export interface WebhookCall extends Secrets {
  url: string;
  /** The header `webhook-id`. */
  id: string;
  body: string;
}

/** The outcome of a call. */
export interface CallResult {
  attempt: WebhookAttempt;
  /** The delay that the receiver asks for with `Retry-After`; undefined if it does not. */
  retryAfterMs: number | undefined;
  /** The response was too long or too slow, so its connection was closed and cannot be reused. */
  isCut: boolean;
}

/** How much of a response is read before the connection is closed, and how much of it is stored. */
const READ_BYTES = 64 * 1024;
const KEPT_BYTES = 1024;
/** How long the body of a response may take. The status has arrived by then, and it decides the outcome. */
const BODY_MS = 2_000;

export interface CallerOptions {
  /** Decides which addresses may be called. */
  guard: Pick<AddressGuard, 'connector'>;
  timeoutMs: number;
  userAgent: string;
}

/**
 * Calls webhooks according to Standard Webhooks 1.0
 * (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md): a POST with JSON and three
 * headers. Redirects are not followed: the operator or integrator did not configure their targets.
 */
export class Caller {
  readonly #agent: Agent;
  readonly #options: CallerOptions;

  constructor(options: CallerOptions) {
    const { guard, timeoutMs } = options;
    this.#options = options;
    this.#agent = new Agent({
      connect: guard.connector({ timeout: timeoutMs, allowH2: false }),
      pipelining: 1,
      headersTimeout: timeoutMs,
      bodyTimeout: BODY_MS,
      keepAliveTimeout: 4_000,
      keepAliveMaxTimeout: 60_000,
    });
  }

  /** Never rejects. A call aborted by `signal` counts as failed. */
  async call({ url, id, body, ...secrets }: WebhookCall, signal: AbortSignal): Promise<CallResult> {
    const { timeoutMs, userAgent } = this.#options;
    const at = Date.now();
    const beganAt = performance.now();
    const attemptOf = (
      outcome: Pick<WebhookAttempt, 'status' | 'response_body' | 'error'>,
    ): WebhookAttempt => ({
      at,
      duration_ms: Math.round(performance.now() - beganAt),
      url,
      ...outcome,
    });
    const timestamp = Math.floor(at / 1_000);
    const late = AbortSignal.timeout(timeoutMs);
    const ended = AbortSignal.any([signal, late]);
    try {
      const answering = request(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': userAgent,
          'webhook-id': id,
          'webhook-timestamp': String(timestamp),
          'webhook-signature': signatures({ id, timestamp, body }, secrets, at),
        },
        body,
        dispatcher: this.#agent,
        signal: ended,
      });
      const answer = await untilAborted(answering, ended);
      const { statusCode: status, headers } = answer;
      const { text: response_body, isCut } = await readStart(answer.body);
      const error = statusError(status);
      return {
        attempt: attemptOf({ status, response_body, error }),
        retryAfterMs: error === '' ? undefined : retryAfterOf(headers['retry-after'], at),
        isCut,
      };
    } catch (failure) {
      const error = late.aborted ? `no answer within ${timeoutMs / 1_000} s` : reasonOf(failure);
      const attempt = attemptOf({ status: null, response_body: '', error });
      return { attempt, retryAfterMs: undefined, isCut: false };
    }
  }

  /** Closes all connections; no calls are possible afterwards. */
  async close(): Promise<void> {
    await this.#agent.destroy();
  }
}

/** `promise`, rejected at once when `signal` aborts. (Undici waits for the connection, which waits for the host's lookup.) */
async function untilAborted<Result>(promise: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

function signatures(
  { id, timestamp, body }: { id: string; timestamp: number; body: string },
  { secret, previous_secret: previous, previous_secret_expires_at: until }: Secrets,
  now: number,
): string {
  const isPreviousValid = previous !== null && until !== null && until.getTime() > now;
  return [secret, ...(isPreviousValid ? [previous] : [])]
    .map((key) => {
      const bytes = Buffer.from(key.replace(/^whsec_/, ''), 'base64');
      return `v1,${createHmac('sha256', bytes).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
    })
    .join(' ');
}

function statusError(status: number): string {
  if (status >= 200 && status < 300) return '';
  if (status >= 300 && status < 400) return `status ${status}: redirects are not followed`;
  return `status ${status}`;
}

/** Reads the beginning of a response, which may be endless. The rest is dropped with its connection. */
async function readStart(
  body: AsyncIterable<Buffer> & { destroy: () => unknown },
): Promise<{ text: string; isCut: boolean }> {
  const chunks: Buffer[] = [];
  let size = 0;
  let isCut = true;
  const timer = setTimeout(() => body.destroy(), BODY_MS);
  try {
    for await (const chunk of body) {
      if (size < KEPT_BYTES) chunks.push(chunk);
      size += chunk.length;
      // (Leaving the loop destroys the stream.)
      if (size > READ_BYTES) break;
    }
    isCut = size > READ_BYTES;
  } catch {
    // The status has arrived, and it alone decides the outcome.
  } finally {
    clearTimeout(timer);
  }
  const kept = Buffer.concat(chunks).subarray(0, KEPT_BYTES);
  // PostgreSQL cannot store NUL.
  return { text: new TextDecoder().decode(kept).replaceAll('\0', '\uFFFD'), isCut };
}

const MAX_RETRY_AFTER_MS = 24 * 60 * 60 * 1_000;

/** `Retry-After` (RFC 9110, 10.2.3): seconds or a date. At most one day. */
function retryAfterOf(header: string | string[] | undefined, now: number): number | undefined {
  if (typeof header !== 'string' || header === '') return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now;
  return ms > 0 ? Math.min(ms, MAX_RETRY_AFTER_MS) : undefined;
}

/** The part of an error that helps the operator of the receiver. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) {
    return [...new Set(error.errors.map(reasonOf))].join('; ');
  }
  if (!(error instanceof Error)) return String(error);
  const { message } = error;
  return (message === '' ? error.name : message).slice(0, 500);
}
