import { PalaverError } from '../error.ts';
import { type Answer, readAnswer } from './answer.ts';
import { backoffMs, LONGEST_RETRY_AFTER_MS, wait } from './wait.ts';

/** What all calls of a client share. */
export interface Connection {
  /** Without a slash at its end. */
  url: string;
  /** Who calls; asked before each try. */
  headers: () => Record<string, string> | Promise<Record<string, string>>;
  fetch: typeof fetch;
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

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type Query = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** A body that is not JSON. */
export interface Payload {
  type: string;
  /** Made for each try; a stream closes what it reads from when the signal says that the try is over. */
  open: (over: AbortSignal) => Blob | ReadableStream<Uint8Array>;
  /** Whether it can be made again. */
  isRepeatable: boolean;
}

export interface Call {
  method: Method;
  /** Of templates: `path` puts ids into them. */
  path: string;
  query?: Query;
  headers?: Record<string, string>;
  json?: unknown;
  payload?: Payload;
}

/** The address of a server as {@link Connection} has it. Throws a TypeError when it is none. */
export function baseOf(url: string): string {
  const { href } = new URL(url);
  // (Not by a pattern: a repeat before the end is tried again at every slash.)
  let end = href.length;
  while (href[end - 1] === '/') end -= 1;
  return href.slice(0, end);
}

/** A part of a list, and whether there is more. */
export interface Page<Item> {
  items: Item[];
  hasMore: boolean;
}

/** The page that was asked for with this limit. (Where the server does not say, it ends at the limit.) */
export function toPage<Item>({ data, hasMore }: Answer, limit: number): Page<Item> {
  const items = data as Item[];
  return { items, hasMore: hasMore ?? items.length === limit };
}

/** A path with its ids escaped. */
export function path(parts: TemplateStringsArray, ...ids: (string | number)[]): string {
  return parts.reduce((text, part, index) => `${text}${encodeURIComponent(ids[index - 1] ?? '')}${part}`);
}

/**
 * Calls the server, and again as long as that may help: after failures of the network, timeouts and answers that are
 * retryable. Rejects with a {@link PalaverError}, or the reason of the caller's signal.
 */
export async function call(
  connection: Connection,
  request: Call,
  options: CallOptions = {},
): Promise<Answer> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await once(connection, request, options);
    } catch (error) {
      if (retries > 0 && isGone(request, error)) return { data: undefined, hasMore: undefined };
      if (retries >= connection.maxRetries || !mayRepeat(request, error)) throw error;
      await wait(backoffMs(retries, error.retryAfterMs), options.signal);
    }
  }
}

/** The try before has deleted it, and its answer was lost. */
function isGone({ method }: Call, error: unknown): boolean {
  return method === 'DELETE' && error instanceof PalaverError && error.status === 404;
}

function mayRepeat({ payload }: Call, error: unknown): error is PalaverError {
  if (!(error instanceof PalaverError) || !error.retryable) return false;
  return payload?.isRepeatable !== false && (error.retryAfterMs ?? 0) <= LONGEST_RETRY_AFTER_MS;
}

async function once(connection: Connection, request: Call, options: CallOptions): Promise<Answer> {
  const { signal, timeoutMs = connection.timeoutMs } = options;
  const ending = new AbortController();
  const init = await requestInit(connection, request, ending.signal);
  signal?.throwIfAborted();
  const abort = () => ending.abort();
  const timer = timeoutMs > 0 ? setTimeout(abort, timeoutMs) : undefined;
  signal?.addEventListener('abort', abort);
  try {
    const response = await connection.fetch(addressOf(connection, request), {
      ...init,
      signal: ending.signal,
    });
    return await readAnswer(response);
  } catch (error) {
    signal?.throwIfAborted();
    throw ending.signal.aborted ? timedOut(timeoutMs) : asPalaverError(error);
  } finally {
    clearTimeout(timer);
    ending.abort();
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
  // No redirect: it would take the key to whoever answers there.
  const common = { method, redirect: 'error' as const };
  if (payload !== undefined) {
    const body = payload.open(over);
    headers.set('content-type', payload.type);
    const init = { ...common, headers, body };
    // A stream is sent before its answer is read; fetch wants to be told.
    return body instanceof Blob ? init : ({ ...init, duplex: 'half' } as RequestInit);
  }
  if (json === undefined) return { ...common, headers };
  headers.set('content-type', 'application/json');
  return { ...common, headers, body: JSON.stringify(json) };
}

function timedOut(timeoutMs: number): PalaverError {
  return new PalaverError({ code: 'timeout', message: `No answer in ${timeoutMs} ms`, retryable: true });
}

function asPalaverError(cause: unknown): unknown {
  if (cause instanceof PalaverError || !(cause instanceof TypeError)) return cause;
  return new PalaverError({ code: 'network', message: 'The server was not reached', retryable: true, cause });
}
