import { PalaverError } from '../../error.ts';
import type { Answer } from '../../http/answer.ts';
import {
  type Call,
  type CallOptions,
  type Connection,
  type CursorPage,
  call,
  type Fetch,
  type Page,
  type Query,
  toCursorPage,
  toPage,
} from '../../http/call.ts';
import { randomId } from '../../http/random-id.ts';
import type { TokenSource } from './token-source.ts';
import { type OnProgress, uploading } from './upload-progress.ts';

const PREFIX = '/client/v1.0';
const TIMEOUT_MS = 15_000;
const MAX_RETRIES = 3;

export interface TransferOptions extends Pick<CallOptions, 'signal'> {
  onProgress?: OnProgress | undefined;
}

/**
 * Requests of the signed-in user to the client API. Failed requests are retried, and have their effect once. Paths are
 * relative to `/client/v1.0` and begin with a slash.
 */
export class Rest {
  readonly #common: Omit<Connection, 'headers'>;
  readonly #tokens: TokenSource;

  /** `url`: address of the server, without a trailing slash. */
  constructor(url: string, tokens: TokenSource, request: Fetch) {
    this.#tokens = tokens;
    this.#common = {
      url: `${url}${PREFIX}`,
      fetch: request,
      timeoutMs: TIMEOUT_MS,
      maxRetries: MAX_RETRIES,
    };
  }

  get<T>(path: string, query: Query = {}): Promise<T> {
    return this.#send({ method: 'GET', path, query });
  }

  /** A page of a list with large elements: it can be shorter than `limit`, even if more elements follow. */
  async page<Item>(path: string, query: Query & { limit: number }): Promise<Page<Item>> {
    return toPage(await this.#call({ method: 'GET', path, query }), query.limit);
  }

  /** A page of a list that continues at a cursor: it can be shorter than its limit, or empty, even if more elements follow. */
  async cursorPage<Item>(path: string, query: Query, options: CallOptions = {}): Promise<CursorPage<Item>> {
    return toCursorPage(await this.#call({ method: 'GET', path, query }, this.#common, options));
  }

  /** The first elements of such a list, up to `limit`, from as many pages as needed. */
  async first<Item>(
    path: string,
    query: Query & { limit: number },
    next: (page: Item[]) => Query,
  ): Promise<Item[]> {
    let { items, hasMore } = await this.page<Item>(path, query);
    const all = [...items];
    while (hasMore && items.length > 0 && all.length < query.limit) {
      ({ items, hasMore } = await this.page<Item>(path, {
        ...query,
        ...next(items),
        limit: query.limit - all.length,
      }));
      all.push(...items);
    }
    return all;
  }

  write<T>(method: 'PUT' | 'PATCH' | 'DELETE', path: string, json?: object): Promise<T> {
    return this.#send({ method, path, ...(json === undefined ? {} : { json }) });
  }

  post<T>(path: string, json: object): Promise<T> {
    return this.#send({ method: 'POST', path, json, headers: { 'idempotency-key': randomId() } });
  }

  /** A request of an upload. With a `payload` it has no timeout: large files take long. */
  async transfer<T>(request: Call, { signal, onProgress }: TransferOptions): Promise<T> {
    const common = { ...this.#common, fetch: uploading(this.#common.fetch, onProgress) };
    const timeoutMs = request.payload === undefined ? TIMEOUT_MS : 0;
    return (await this.#call(request, common, { signal, timeoutMs })).data as T;
  }

  async #send<T>(request: Call): Promise<T> {
    return (await this.#call(request)).data as T;
  }

  /** Retries once with a new token if the server refuses the token. */
  async #call(request: Call, common = this.#common, options: CallOptions = {}): Promise<Answer> {
    let token = '';
    const headers = async () => {
      token = await this.#tokens.get();
      return { authorization: `Bearer ${token}` };
    };
    const connection = { ...common, headers };
    try {
      return await call(connection, request, options);
    } catch (error) {
      const isRefused = error instanceof PalaverError && error.status === 401;
      if (!isRefused || !this.#tokens.refuse(token)) throw error;
      return call(connection, request, options);
    }
  }
}
