import { PalaverError } from '../error.ts';
import { type Call, type Connection, call, type Query } from '../http/call.ts';
import { randomId } from '../http/random-id.ts';
import type { TokenSource } from './token-source.ts';

const PREFIX = '/client/v1.0';
const TIMEOUT_MS = 15_000;
const MAX_RETRIES = 3;

/**
 * Requests to the client API, signed in; each is tried again where that may help, and has its effect once. Paths begin
 * with a slash, after `/client/v1.0`.
 */
export class Rest {
  readonly #common: Omit<Connection, 'headers'>;
  readonly #tokens: TokenSource;

  /** `url`: of the server, without a slash at its end. */
  constructor(url: string, tokens: TokenSource, request: typeof fetch) {
    this.#tokens = tokens;
    this.#common = {
      url: `${url}${PREFIX}`,
      fetch: request,
      timeoutMs: TIMEOUT_MS,
      maxRetries: MAX_RETRIES,
    };
  }

  get<T>(path: string, query: Query = {}): Promise<T> {
    return this.#call({ method: 'GET', path, query });
  }

  write<T>(method: 'PUT' | 'PATCH' | 'DELETE', path: string, json?: object): Promise<T> {
    return this.#call({ method, path, ...(json === undefined ? {} : { json }) });
  }

  post<T>(path: string, json: object): Promise<T> {
    return this.#call({ method: 'POST', path, json, headers: { 'idempotency-key': randomId() } });
  }

  /** Once more with another token, when the server does not take this one. */
  async #call<T>(request: Call): Promise<T> {
    let token = '';
    const headers = async () => {
      token = await this.#tokens.get();
      return { authorization: `Bearer ${token}` };
    };
    const connection = { ...this.#common, headers };
    try {
      return (await call(connection, request)) as T;
    } catch (error) {
      const isRefused = error instanceof PalaverError && error.status === 401;
      if (!isRefused || !this.#tokens.refuse(token)) throw error;
      return (await call(connection, request)) as T;
    }
  }
}
