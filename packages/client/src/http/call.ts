import { PalaverError } from '../error.ts';
import { type Answer, type Reply, readAnswer } from './answer.ts';
import { backoffMs, LONGEST_RETRY_AFTER_MS, wait } from './wait.ts';

/** The part of `fetch` that calls use. */
export type Fetch = (url: string, init: RequestInit) => Promise<Reply>;

/** What all calls of a client have in common. */
export interface Connection {
  /** Without a trailing slash. */
  url: string;
  /** The credentials. Called before each attempt. */
  headers: () => Record<string, string> | Promise<Record<string, string>>;
  fetch: Fetch;
  timeoutMs: number;
  maxRetries: number;
}

/** Options of one call. */
export interface CallOptions {
  /** Aborts the call, which then rejects with the reason of the signal. The call may already have had its effect. */
  signal?: AbortSignal | undefined;
  /** Timeout of each attempt, in milliseconds; 0: no timeout. */
  timeoutMs?: number | undefined;
}

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type Query = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** A body that is not JSON. */
export interface Payload {
  type: string;
  /** Opens the body for an attempt. `over` aborts when the attempt ends, and a stream then closes its source. */
  open: (over: AbortSignal) => Blob | ReadableStream<Uint8Array>;
  /** Whether it can be opened again for a retry. */
  isRepeatable: boolean;
}

export interface Call {
  method: Method;
  /** Made with {@link path}, which escapes ids. */
  path: string;
  query?: Query;
  headers?: Record<string, string>;
  json?: unknown;
  payload?: Payload;
  /** Reads the response; by default, an envelope. */
  read?: (reply: Reply) => Promise<Answer>;
}

/** The `url` of a {@link Connection}. Throws a TypeError if it is not an address. */
export function baseOf(url: string): string {
  const { href } = new URL(url);
  // (React Native takes anything for an address.)
  if (!/^https?:/i.test(href)) throw new TypeError(`Not an HTTP address: ${url}`);
  // (The pattern /\/+$/ would take quadratic time on a long row of slashes.)
  let end = href.length;
  while (href[end - 1] === '/') end -= 1;
  return href.slice(0, end);
}

/** A part of a list, and whether more elements follow. */
export interface Page<Item> {
  items: Item[];
  hasMore: boolean;
}

/** A page of a search: it can have few elements, or none, although more follow. */
export interface CursorPage<Item> {
  items: Item[];
  /** Where the next page continues; null after the last one. */
  next: string | null;
}

export function toCursorPage<Item>({ data, next = null }: Answer): CursorPage<Item> {
  return { items: data as Item[], next };
}

/** If the server does not say whether more elements follow, a full page means that they do. */
export function toPage<Item>({ data, hasMore }: Answer, limit: number): Page<Item> {
  const items = data as Item[];
  return { items, hasMore: hasMore ?? items.length === limit };
}

/** A template tag for paths that escapes the ids. */
export function path(parts: TemplateStringsArray, ...ids: (string | number)[]): string {
  return parts.reduce((text, part, index) => `${text}${encodeURIComponent(ids[index - 1] ?? '')}${part}`);
}

/**
 * Calls the server, and retries after network failures, timeouts and retryable responses. Rejects with a
 * {@link PalaverError}, or with the reason of the caller's signal.
 */
export async function call(
  connection: Connection,
  request: Call,
  options: CallOptions = {},
): Promise<Answer> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await attempt(connection, request, options);
    } catch (error) {
      if (retries > 0 && isAlreadyDeleted(request, error)) return { data: undefined, hasMore: undefined };
      if (retries >= connection.maxRetries || !mayRetry(request, error)) throw error;
      await wait(backoffMs(retries, error.retryAfterMs), options.signal);
    }
  }
}

/** A retried deletion that finds nothing: an earlier attempt has deleted the object, and its response was lost. */
function isAlreadyDeleted({ method }: Call, error: unknown): boolean {
  return method === 'DELETE' && error instanceof PalaverError && error.status === 404;
}

function mayRetry({ payload }: Call, error: unknown): error is PalaverError {
  if (!(error instanceof PalaverError) || !error.retryable) return false;
  return payload?.isRepeatable !== false && (error.retryAfterMs ?? 0) <= LONGEST_RETRY_AFTER_MS;
}

async function attempt(connection: Connection, request: Call, options: CallOptions): Promise<Answer> {
  const { signal, timeoutMs = connection.timeoutMs } = options;
  const attemptOver = new AbortController();
  const init = await requestInit(connection, request, attemptOver.signal);
  signal?.throwIfAborted();
  const abort = () => attemptOver.abort();
  const timer = timeoutMs > 0 ? setTimeout(abort, timeoutMs) : undefined;
  signal?.addEventListener('abort', abort);
  try {
    const response = await connection.fetch(addressOf(connection, request), {
      ...init,
      signal: attemptOver.signal,
    });
    return await (request.read ?? readAnswer)(response);
  } catch (error) {
    signal?.throwIfAborted();
    throw attemptOver.signal.aborted ? timedOut(timeoutMs) : asPalaverError(error);
  } finally {
    clearTimeout(timer);
    attemptOver.abort();
    signal?.removeEventListener('abort', abort);
  }
}

function addressOf({ url }: Connection, { path, query = {} }: Call): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return `${url}${path}${text && `?${text}`}`;
}

async function requestInit(connection: Connection, request: Call, over: AbortSignal): Promise<RequestInit> {
  const { method, json, payload } = request;
  const headers = new Headers({ ...(await connection.headers()), ...request.headers });
  // A redirect would pass the key on to another server. A page may delete something while it is being closed: that request outlives it.
  const init: RequestInit = { method, headers, redirect: 'error', keepalive: method === 'DELETE' };
  if (payload !== undefined) {
    headers.set('content-type', payload.type);
    init.body = payload.open(over);
    // `fetch` requires it for streams: the body is sent before the response is read.
    if (!(init.body instanceof Blob)) Object.assign(init, { duplex: 'half' });
  } else if (json !== undefined) {
    headers.set('content-type', 'application/json');
    init.body = JSON.stringify(json);
  }
  return init;
}

function timedOut(timeoutMs: number): PalaverError {
  return new PalaverError({
    code: 'timeout',
    message: `No response within ${timeoutMs} ms`,
    retryable: true,
  });
}

function asPalaverError(cause: unknown): unknown {
  if (cause instanceof PalaverError || !isLost(cause)) return cause;
  return new PalaverError({
    code: 'network',
    message: 'The server could not be reached',
    retryable: true,
    cause,
  });
}

/** (`fetch` rejects with a TypeError. One of the app's own may also have a time limit of its own.) */
function isLost(cause: unknown): boolean {
  return (
    cause instanceof TypeError ||
    /^(?:Abort|Timeout|Network)Error$/.test((cause as Error | undefined)?.name ?? '')
  );
}
