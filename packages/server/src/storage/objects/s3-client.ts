import { setTimeout as sleep } from 'node:timers/promises';
import { type Dispatcher, Pool } from 'undici';
import { reasonOf } from '../../platform/http-response.ts';
import { ObjectsUnavailableError } from './objects.ts';
import { presign, type S3Credentials, sha256, signRequest } from './s3-signature.ts';

export interface S3Options extends S3Credentials {
  /** Such as `https://s3.eu-central-1.amazonaws.com`; it may have a path. */
  endpoint: string;
  /** The same for those who follow a link. */
  publicEndpoint: string;
  bucket: string;
  /** Whether the bucket is named in the path, instead of in the host name. */
  pathStyle: boolean;
  timeouts?: Partial<S3Timeouts>;
}

/** In milliseconds. */
export interface S3Timeouts {
  connect: number;
  /** Until the response begins. A server that has 8 MiB to read needs some time. */
  response: number;
  /** Between two parts of a response. */
  idle: number;
  /** Between two parts of content that is to be stored. Others wait for it. */
  source: number;
  /** Before the second attempt; four times as long before the third. */
  retry: number;
}

const TIMEOUTS: S3Timeouts = { connect: 5_000, response: 60_000, idle: 30_000, source: 60_000, retry: 200 };

export interface Call {
  /** For error messages. */
  operation: string;
  method: 'DELETE' | 'GET' | 'HEAD' | 'POST' | 'PUT';
  /** Of an object; the bucket itself without one. */
  key?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Body;
  /** Ends the call and its response. */
  signal?: AbortSignal;
}

export interface Body {
  content: Uint8Array;
  /** SHA-256 in hex. The server compares it with what has arrived. */
  hash: string;
}

export const bodyOf = (content: Uint8Array): Body => ({ content, hash: sha256(content) });

export type Response = Dispatcher.ResponseData;

/** A refusal of the server. */
export class S3Error extends ObjectsUnavailableError {
  readonly status: number;
  /** Such as `NoSuchBucket`; empty if the response has none. */
  readonly code: string;
  override readonly isFull: boolean;

  constructor(operation: string, status: number, code: string, text: string) {
    super(`S3: ${operation}: ${[`status ${status}`, code, text].filter((part) => part !== '').join(', ')}`);
    this.status = status;
    this.code = code;
    this.isFull = status === INSUFFICIENT_STORAGE;
  }
}

const ATTEMPTS = 3;
const INSUFFICIENT_STORAGE = 507;
/** Whether a request that got this status may work the next time. */
export const isTransient = (status: number): boolean =>
  (status >= 500 && status !== INSUFFICIENT_STORAGE) || status === 429;
/** No attempt is repeated that has already taken as long as a response may take. */
const FINAL_ERRORS: ReadonlySet<unknown> = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);
const EMPTY = bodyOf(new Uint8Array());
/** A page of a list has at most 1,000 keys of at most 1,024 bytes. */
const MAX_TEXT_BYTES = 8 * 1024 * 1024;
const MAX_MESSAGE_CHARS = 200;
/** Requests that wait for a connection. */
const MAX_WAITING = 1_000;
const KEEP_ALIVE_MS = 4_000;

/**
 * Sends requests to a server that speaks S3. Each is idempotent, so failed ones are repeated a few times. Errors name the operation
 * and what the server said, never a secret.
 */
export class S3Client {
  readonly #options: S3Options;
  readonly timeouts: S3Timeouts;
  readonly #bucketUrl: URL;
  readonly #publicUrl: URL;
  readonly #pool: Pool;

  /** @param connections  Beyond them, requests wait. */
  constructor(options: S3Options, connections: number) {
    this.#options = options;
    this.timeouts = { ...TIMEOUTS, ...options.timeouts };
    this.#bucketUrl = bucketUrl(options.endpoint, options);
    this.#publicUrl = bucketUrl(options.publicEndpoint, options);
    this.#pool = new Pool(this.#bucketUrl.origin, {
      connections,
      // A connection serves one request at a time: no request waits for another.
      pipelining: 1,
      allowH2: false,
      connect: { timeout: this.timeouts.connect },
      headersTimeout: this.timeouts.response,
      bodyTimeout: this.timeouts.idle,
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveMaxTimeout: 60_000,
    });
  }

  /** The caller must read or destroy the body. Rejects with {@link S3Error}, or {@link ObjectsUnavailableError} without a response. */
  async send(call: Call): Promise<Response> {
    for (let attempt = 1; ; attempt += 1) {
      const isLast = attempt === ATTEMPTS;
      const answer = await this.#attempt(call).catch((error: unknown) => {
        const isOver = this.#pool.destroyed || call.signal?.aborted === true;
        const isFinal = isLast || isOver || FINAL_ERRORS.has(codeOf(error));
        if (isFinal) throw unavailable(call.operation, error);
      });
      if (answer !== undefined) {
        const { statusCode: status } = answer;
        if (status < 300) return answer;
        const refusal = await refusalOf(call.operation, answer);
        if (isLast || !isTransient(status)) throw refusal;
      }
      await sleep(this.timeouts.retry * 4 ** (attempt - 1) * (0.5 + Math.random()));
    }
  }

  /** Sends, and reads the response, which is short. */
  async sendAndRead(call: Call): Promise<{ headers: Response['headers']; text: string }> {
    const { headers, body } = await this.send(call);
    try {
      return { headers, text: await readText(body) };
    } catch (error) {
      throw unavailable(call.operation, error);
    }
  }

  /** An address that reads an object; the parameters of the query determine headers of the response. */
  link(key: string, query: Record<string, string>, seconds: number): string {
    const url = objectUrl(this.#publicUrl, key);
    return presign({ method: 'GET', url, query }, seconds, this.#options, new Date());
  }

  /** Cuts all connections. */
  async close(): Promise<void> {
    await this.#pool.destroy();
  }

  async #attempt({ method, key, query = {}, headers = {}, body = EMPTY, signal }: Call): Promise<Response> {
    if (this.#pool.stats.queued >= MAX_WAITING) throw new Error('too many requests are waiting');
    const url = objectUrl(this.#bucketUrl, key);
    const request = { method, url, query, headers };
    const signed = signRequest(request, body.hash, this.#options, new Date());
    return this.#pool.request({
      method,
      path: signed.query === '' ? url.pathname : `${url.pathname}?${signed.query}`,
      headers: signed.headers,
      body: method === 'PUT' || method === 'POST' ? body.content : null,
      ...(signal && { signal }),
    });
  }
}

/** The address of the bucket, without a trailing slash. */
function bucketUrl(endpoint: string, { bucket, pathStyle }: S3Options): URL {
  const url = new URL(endpoint);
  const path = url.pathname.replace(/\/$/, '');
  if (pathStyle) url.pathname = `${path}/${bucket}`;
  else url.host = `${bucket}.${url.host}`;
  return url;
}

/** (Keys contain only characters that need no encoding.) */
function objectUrl(bucket: URL, key: string | undefined): URL {
  const url = new URL(bucket);
  if (key !== undefined) url.pathname = `${url.pathname.replace(/\/$/, '')}/${key}`;
  return url;
}

async function readText(body: Response['body']): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    // (Leaving the loop closes the connection.)
    if (size > MAX_TEXT_BYTES) throw new Error('the response is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

async function refusalOf(operation: string, { statusCode, body }: Response): Promise<S3Error> {
  // The response is XML, except for HEAD and in front of the server, where proxies speak.
  const xml = await readText(body).catch(() => '');
  const [code = ''] = textsOf(xml, 'Code');
  const [text = ''] = textsOf(xml, 'Message');
  return new S3Error(operation, statusCode, code.slice(0, 100), text.slice(0, MAX_MESSAGE_CHARS));
}

/** Turns the error of a missing object into undefined. */
export async function orMissing<T>(sent: Promise<T>): Promise<T | undefined> {
  try {
    return await sent;
  } catch (error) {
    if (error instanceof S3Error && error.status === 404 && error.code !== 'NoSuchBucket') return undefined;
    throw error;
  }
}

export function unavailable(operation: string, error: unknown): ObjectsUnavailableError {
  if (error instanceof ObjectsUnavailableError) return error;
  return new ObjectsUnavailableError(`S3: ${operation}: ${reasonOf(error)}`, { cause: error });
}

/** Of the header `Content-Length`, for example. */
export function sizeOf(length: string | string[] | undefined): number {
  if (typeof length === 'string' && /^\d{1,15}$/.test(length)) return Number(length);
  throw new ObjectsUnavailableError('S3: a response without a length');
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The texts of all elements of this name, wherever they are in the document. */
export function textsOf(xml: string, name: string): string[] {
  const found = xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'));
  return Array.from(found, ([, text = '']) =>
    text.replace(/&(?:#(\d{1,7})|(\w{1,4}));/g, (entity: string, code?: string, name?: string) => {
      if (code !== undefined) return String.fromCodePoint(Math.min(Number(code), 0x10ffff));
      return ENTITIES[name ?? ''] ?? entity;
    }),
  );
}
