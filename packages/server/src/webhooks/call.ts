import { createHmac } from 'node:crypto';
import type { WebhookAttempt } from '@palaver/protocol/webhooks';
import { Agent, request } from 'undici';
import type { Secrets } from '../domain/records/webhooks.ts';
import type { AddressGuard } from './address-guard.ts';

/** What is sent. */
export interface WebhookCall extends Secrets {
  url: string;
  /** The header `webhook-id`. */
  id: string;
  body: string;
}

/** What came of it. */
export interface CallResult {
  attempt: WebhookAttempt;
  /** How long the receiver asks to be left alone (`Retry-After`); undefined: it does not. */
  retryAfterMs: number | undefined;
  /** The answer was too long, or took too long: its connection was cut, and cannot serve the next call. */
  isCut: boolean;
}

/** What is read of an answer before its connection is given up, and what of that is kept. */
const READ_BYTES = 64 * 1024;
const KEPT_BYTES = 1024;
/** How long an answer may take from its head on: it counts already. */
const BODY_MS = 2_000;

export interface CallerOptions {
  guard: AddressGuard;
  timeoutMs: number;
  userAgent: string;
}

/**
 * Calls webhooks as Standard Webhooks 1.0 says
 * (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md): a POST with JSON and three
 * headers. Redirects are not followed: what is behind them was not asked for.
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

  /** Never rejects; a call that is aborted by `signal` is one that has failed. */
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
    try {
      const answer = await request(url, {
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
        signal: AbortSignal.any([signal, late]),
      });
      const { statusCode: status, headers } = answer;
      const { text: response_body, isCut } = await beginningOf(answer.body);
      const error = faultOf(status);
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

  /** Ends connections; nothing can be called any more. */
  async close(): Promise<void> {
    await this.#agent.destroy();
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

function faultOf(status: number): string {
  if (status >= 200 && status < 300) return '';
  if (status >= 300 && status < 400) return `status ${status}: redirects are not followed`;
  return `status ${status}`;
}

/** Reads no more than it must: an answer may be endless. What is left ends with its connection. */
async function beginningOf(
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
      // (To leave the loop destroys the stream.)
      if (size > READ_BYTES) break;
    }
    isCut = size > READ_BYTES;
  } catch {
    // The status is there, which is what counts.
  } finally {
    clearTimeout(timer);
  }
  const kept = Buffer.concat(chunks).subarray(0, KEPT_BYTES);
  // PostgreSQL stores no NUL.
  return { text: new TextDecoder().decode(kept).replaceAll('\0', '\uFFFD'), isCut };
}

const MAX_RETRY_AFTER_MS = 24 * 60 * 60 * 1_000;

/** `Retry-After` (RFC 9110, 10.2.3): seconds, or a date. More than a day is a day. */
function retryAfterOf(header: string | string[] | undefined, now: number): number | undefined {
  if (typeof header !== 'string' || header === '') return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now;
  return ms > 0 ? Math.min(ms, MAX_RETRY_AFTER_MS) : undefined;
}

/** What of an error helps whoever looks after the receiver. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) {
    return [...new Set(error.errors.map(reasonOf))].join('; ');
  }
  if (!(error instanceof Error)) return String(error);
  const { message } = error;
  return (message === '' ? error.name : message).slice(0, 500);
}
