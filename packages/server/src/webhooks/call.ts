import { createHmac } from 'node:crypto';
import type { WebhookAttempt } from '@palaver/protocol/webhooks';
import { Agent, request } from 'undici';
import type { Secrets } from '../domain/records/webhooks.ts';
import type { AddressGuard } from '../platform/address-guard.ts';
import { readStart, reasonOf, retryAfterOf, untilAborted } from '../platform/http-response.ts';
import { formatTraceparent, type SpanContext } from '../platform/tracing/span-context.ts';

/** A call to a webhook. */
export interface WebhookCall extends Secrets {
  url: string;
  /** The header `webhook-id`. */
  id: string;
  body: string;
  /** The span of this call, if it is traced. */
  span?: SpanContext | undefined;
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
const READ = { readBytes: 64 * 1024, keptBytes: 1024, ms: 2_000 };

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
      // (The signal of each call ends it earlier, and says why.)
      headersTimeout: 2 * timeoutMs,
      bodyTimeout: READ.ms,
      keepAliveTimeout: 4_000,
      keepAliveMaxTimeout: 60_000,
    });
  }

  /** Never rejects. A call aborted by `signal` counts as failed. */
  async call({ url, id, body, span, ...secrets }: WebhookCall, signal: AbortSignal): Promise<CallResult> {
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
          ...(span === undefined ? {} : { traceparent: formatTraceparent(span) }),
        },
        body,
        dispatcher: this.#agent,
        signal: ended,
      });
      const answer = await untilAborted(answering, ended);
      const { statusCode: status, headers } = answer;
      const { text: response_body, isCut } = await readStart(answer.body, READ);
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
