import {
  type Call,
  type CallOptions,
  type Connection,
  call,
  type Method,
  type Page,
  type Query,
  toPage,
} from '../http/call.ts';
import { randomId } from '../http/random-id.ts';

/** Options of a `POST`. */
export interface PostOptions extends CallOptions {
  /**
   * 1 to 255 visible ASCII characters. Calls with the same key have one effect. The SDK generates a key for each call.
   * If you store a key of your own, the call has one effect even if your process crashes in between.
   */
  idempotencyKey?: string | undefined;
}

/** Options of a call that can act as a member. */
export interface ActingOptions extends CallOptions {
  /**
   * The `user_id` of a member; their role must permit the call. Absent: the call acts as your back end, which may do
   * everything.
   */
  asUser?: string | undefined;
}

/** Makes the calls of all method groups. */
export class BackEnd {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  get<Data>(path: string, query?: Query, options?: CallOptions): Promise<Data> {
    return this.send<Data>({ method: 'GET', path, ...(query && { query }) }, options);
  }

  /** A page of a list with large elements: it can be shorter than `limit`, even if more elements follow. */
  async page<Item>(
    path: string,
    query: Query & { limit: number },
    options?: CallOptions,
  ): Promise<Page<Item>> {
    return toPage(await call(this.#connection, { method: 'GET', path, query }, options), query.limit);
  }

  /** Retries have the same idempotency key, so the call has one effect. */
  post<Data>(request: Omit<Call, 'method'>, options: PostOptions = {}): Promise<Data> {
    const { idempotencyKey = randomId() } = options;
    const headers = { ...request.headers, 'idempotency-key': idempotencyKey };
    return this.send<Data>({ ...request, method: 'POST', headers }, options);
  }

  /** A call that can act as a user. */
  act<Data>(method: Method, request: Omit<Call, 'method'>, options: ActingOptions = {}): Promise<Data> {
    const headers = options.asUser === undefined ? {} : { 'x-acting-user-id': headerText(options.asUser) };
    if (method === 'POST') return this.post<Data>({ ...request, headers }, options);
    return this.send<Data>({ ...request, method, headers }, options);
  }

  async send<Data>(request: Call, options?: CallOptions): Promise<Data> {
    return (await call(this.#connection, request, options)).data as Data;
  }
}

/** Encodes an identifier, which need not be ASCII, as UTF-8 for a header. */
export function headerText(value: string): string {
  return Array.from(new TextEncoder().encode(value), (byte) => String.fromCharCode(byte)).join('');
}
