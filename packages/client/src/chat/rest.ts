import { PalaverError } from '../error.ts';
import { type Call, type Connection, call } from '../http/call.ts';
import { randomId } from '../http/random-id.ts';
import type { TokenSource } from './token-source.ts';

const TIMEOUT_MS = 15_000;
const MAX_RETRIES = 3;

/** Requests to the client API, signed in; each is tried again where that may help, and has its effect once. */
export class Rest {
  readonly #connection: Connection;
  readonly #tokens: TokenSource;
  #token = '';

  constructor(url: string, tokens: TokenSource, request: typeof fetch) {
    this.#tokens = tokens;
    this.#connection = {
      url: `${url}/client/v1.0/`,
      headers: async () => {
        this.#token = await tokens.get();
        return { authorization: `Bearer ${this.#token}` };
      },
      fetch: request,
      timeoutMs: TIMEOUT_MS,
      maxRetries: MAX_RETRIES,
    };
  }

  get<T>(path: string): Promise<T> {
    return this.#call({ method: 'GET', path });
  }

  write<T>(method: 'PUT' | 'PATCH' | 'DELETE', path: string, json?: object): Promise<T> {
    return this.#call({ method, path, ...(json === undefined ? {} : { json }) });
  }

  post<T>(path: string, json: object): Promise<T> {
    return this.#call({ method: 'POST', path, json, headers: { 'idempotency-key': randomId() } });
  }

  /** Once more with another token, when the server does not take this one. */
  async #call<T>(request: Call): Promise<T> {
    try {
      return (await call(this.#connection, request)) as T;
    } catch (error) {
      const token = this.#token;
      const isRefused = error instanceof PalaverError && error.status === 401;
      if (!isRefused || !(await this.#tokens.refuse(token)) || (await this.#tokens.get()) === token)
        throw error;
      return (await call(this.#connection, request)) as T;
    }
  }
}
