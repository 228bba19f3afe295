import type { Failure } from '../api.ts';
import { PalaverError } from '../error.ts';

type Envelope = Partial<Omit<Failure, 'message_code'>> & {
  message_code: string;
  data?: unknown;
  has_more?: boolean;
  next?: string | null;
  next_after?: number;
  epoch?: string;
  first_position?: number;
  quota?: 'tenant' | 'user';
};

/** The part of a `Response` that is read. */
export type Reply = Pick<Response, 'ok' | 'status' | 'text'> & { headers: Pick<Headers, 'get'> };

/** The content of a successful response. */
export interface Answer {
  data: unknown;
  /** For a page of large elements, which can be shorter than its limit: whether more elements follow. */
  hasMore: boolean | undefined;
  /** For a page that continues at a cursor: the cursor; null if there is no next page. */
  next?: string | null | undefined;
  /** For a page of events: the position after which the next page continues. */
  nextAfter?: number | undefined;
  /** For a page of events: the epoch of its positions. */
  epoch?: string | undefined;
}

/** Reads a response. Rejects with a {@link PalaverError} unless its code is `M200`. */
export async function readAnswer(response: Reply): Promise<Answer> {
  const envelope = parse(await response.text());
  if (envelope === undefined) throw foreignAnswer(response);
  if (response.ok && envelope.message_code === 'M200') {
    const { data, has_more: hasMore, next, next_after: nextAfter, epoch } = envelope;
    return { data, hasMore, next, nextAfter, epoch };
  }
  throw refusal(response, envelope);
}

function parse(text: string): Envelope | undefined {
  try {
    const value = JSON.parse(text) as Partial<Envelope> | null;
    return typeof value?.message_code === 'string' ? (value as Envelope) : undefined;
  } catch {
    return undefined;
  }
}

/** The error of a response with an envelope. */
export function refusal(response: Pick<Reply, 'status' | 'headers'>, envelope: Envelope): PalaverError {
  const code = envelope.message_code;
  return new PalaverError({
    code,
    message: describe(envelope),
    status: response.status,
    retryable: code === 'M40902' || (code !== 'M42901' && isRetryable(response.status)),
    fields: envelope.errors ?? [],
    requestId: envelope.request_id ?? '',
    retryAfterMs: retryAfterMs(response),
    firstPosition: envelope.first_position,
    quota: envelope.quota,
  });
}

function describe({ message_code, message = '', errors = [] }: Envelope): string {
  const fields = errors.map((error) => `${error.field} ${error.message}`).join('; ');
  return `${message_code}: ${message}${fields && ` (${fields})`}`;
}

/** A response without an envelope is from a proxy, or what is at this address is not a Palaver server. */
function foreignAnswer(response: Reply): PalaverError {
  return new PalaverError({
    code: 'answer',
    message: `The response is not from a Palaver server: status ${response.status}`,
    status: response.status,
    retryable: isRetryable(response.status),
    requestId: response.headers.get('x-request-id') ?? '',
    retryAfterMs: retryAfterMs(response),
  });
}

/** Two codes differ from others with their status, so the caller checks for them. A test compares all with the server's table. */
function isRetryable(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}

/** `Retry-After` in seconds, or as a date. */
function retryAfterMs({ headers }: Pick<Reply, 'headers'>): number | undefined {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  const ms = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}
