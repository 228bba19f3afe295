import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import { LRUCache } from 'lru-cache';
import { type Dispatcher, Pool } from 'undici';
import type { AddressGuard } from '../../platform/address-guard.ts';
import { getOrInsert } from '../../platform/get-or-insert.ts';
import { readStart, retryAfterOf, untilAborted } from '../../platform/http-response.ts';
import { VERSION } from '../../version.ts';
import type { ServiceResponse } from './outcomes.ts';
import { MAX_PUSHES } from './push-slots.ts';

export interface PosterOptions {
  /** Decides which addresses may be called. */
  guard: Pick<AddressGuard, 'connector'>;
  /** See {@link trusting}. */
  tls: { secureContext?: SecureContext };
  /** For a whole request: lookup, connection and response. */
  timeoutMs: number;
}

export interface Post {
  headers: Record<string, string>;
  body: string | Buffer;
}

/** How much of a response is read before its connection is closed. */
const READ = { readBytes: 4_096, keptBytes: 4_096, ms: 2_000 };
/**
 * Services with connections. The addresses of Web Push are chosen by users, so there may be any number; the one that was not
 * used for the longest time is closed.
 */
const MAX_ORIGINS = 256;
const KEEP_ALIVE_MS = 10_000;
/** Posts to push services over HTTPS 1.1. Redirects are not followed: nobody has configured their targets. */
export class Poster {
  readonly #timeoutMs: number;
  readonly #connect: ReturnType<AddressGuard['connector']>;
  readonly #pools: LRUCache<string, Pool>;
  /** Also those that are closing. */
  readonly #open = new Set<Pool>();
  #isClosed = false;

  constructor({ guard, tls, timeoutMs }: PosterOptions) {
    this.#timeoutMs = timeoutMs;
    this.#connect = guard.connector({ timeout: timeoutMs, allowH2: false, ...tls });
    this.#pools = new LRUCache({ max: MAX_ORIGINS, dispose: (pool) => void this.#retire(pool) });
  }

  /** The open pools of connections. */
  get pools(): number {
    return this.#open.size;
  }

  /** Rejects if there is no response: no connection, a forbidden address, the timeout, or an abort by `signal`. */
  async post(url: URL, post: Post, signal: AbortSignal): Promise<ServiceResponse> {
    if (url.protocol !== 'https:') throw new Error('push services are called over https only');
    const late = AbortSignal.timeout(this.#timeoutMs);
    const ended = AbortSignal.any([signal, late]);
    try {
      return await this.#request(url, post, ended);
    } catch (error) {
      throw late.aborted ? new Error(`no answer within ${this.#timeoutMs / 1_000} s`) : error;
    }
  }

  async #request(url: URL, { headers, body }: Post, ended: AbortSignal): Promise<ServiceResponse> {
    if (this.#isClosed) throw new Error('push services are closed');
    const requesting = this.#poolOf(url.origin).request({
      method: 'POST',
      path: url.pathname + url.search,
      headers: { 'user-agent': `Palaver/${VERSION}`, ...headers },
      body,
      signal: ended,
    });
    const response: Dispatcher.ResponseData = await untilAborted(requesting, ended);
    const { text } = await readStart(response.body, READ);
    return {
      status: response.statusCode,
      text,
      retryAfterMs: retryAfterOf(response.headers['retry-after'], Date.now()),
    };
  }

  #poolOf(origin: string): Pool {
    const existing = this.#pools.get(origin);
    if (existing !== undefined) return existing;
    const pool = new Pool(origin, {
      connect: this.#connect,
      // One serves one request at a time: no request waits for another.
      connections: MAX_PUSHES,
      pipelining: 1,
      allowH2: false,
      // (The signal of each request ends it earlier.)
      headersTimeout: 2 * this.#timeoutMs,
      bodyTimeout: 2 * this.#timeoutMs,
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveMaxTimeout: KEEP_ALIVE_MS,
    });
    this.#open.add(pool);
    this.#pools.set(origin, pool);
    return pool;
  }

  /** Requests that were begun end first. */
  async #retire(pool: Pool): Promise<void> {
    await pool.close().catch(() => {});
    this.#open.delete(pool);
  }

  /** Closes all connections; what is being posted is rejected. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#open].map((pool) => pool.destroy().catch(() => {})));
    this.#open.clear();
  }
}

const contexts = new Map<string, SecureContext>();

/**
 * Options of TLS connections that also trust these certificates (see `FoundationOptions`). Reading all that Node trusts takes a tenth
 * of a second, so it is done once; a process has one such setting.
 */
export function trusting(trustedCa: string | undefined): { secureContext?: SecureContext } {
  if (trustedCa === undefined) return {};
  const create = () => createSecureContext({ ca: [...getCACertificates('default'), trustedCa] });
  return { secureContext: getOrInsert(contexts, trustedCa, create) };
}
