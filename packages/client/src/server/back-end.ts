import { PalaverError } from '../error.ts';
import {
  type Call,
  type CallOptions,
  type Connection,
  type CursorPage,
  call,
  type Method,
  type Page,
  type Query,
  toCursorPage,
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
  /** Members read no line about this change of a thread or its members. Calls about messages do not take it. */
  silent?: boolean | undefined;
}

/** A page of events, which may be empty. */
export interface PulledPage<Event> {
  events: Event[];
  /** How far the server has looked: the next page continues after this position. */
  nextAfter: number;
  epoch: string;
}

/** Timeout of each attempt. */
export const DEFAULT_TIMEOUT_MS = 15_000;

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

  /** A page of a search. */
  async cursorPage<Item>(path: string, query: Query, options?: CallOptions): Promise<CursorPage<Item>> {
    return toCursorPage(await call(this.#connection, { method: 'GET', path, query }, options));
  }

  /**
   * A page of events, in a single attempt: the caller retries. The server may hold the request for `waitSeconds`, so a
   * response is late only after this time and the timeout of other calls. (Without any timeout, a connection that a firewall
   * has dropped silently would stop the events for ever.)
   */
  async pull<Event>(query: Query, waitSeconds: number, signal: AbortSignal): Promise<PulledPage<Event>> {
    const connection = { ...this.#connection, maxRetries: 0 };
    const request = { path: '/event/v1.0/events', query: { ...query, wait_seconds: waitSeconds } };
    const timeoutMs = waitSeconds * 1_000 + (connection.timeoutMs || DEFAULT_TIMEOUT_MS);
    const answer = await call(connection, { method: 'GET', ...request }, { signal, timeoutMs });
    const { data, nextAfter, epoch } = answer;
    if (nextAfter !== undefined && epoch !== undefined) return { events: data as Event[], nextAfter, epoch };
    throw new PalaverError({ code: 'answer', message: 'The response is no page of events' });
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
    const whole = { ...request, ...(options.silent === true && silently(request)), headers };
    if (method === 'POST') return this.post<Data>(whole, options);
    return this.send<Data>({ ...whole, method }, options);
  }

  async send<Data>(request: Call, options?: CallOptions): Promise<Data> {
    return (await call(this.#connection, request, options)).data as Data;
  }
}

/** The field `silent`, in the body of a request that has one, otherwise in the query. */
function silently({ json, query }: Omit<Call, 'method'>): Pick<Call, 'json' | 'query'> {
  const silent = { silent: true };
  return json === undefined
    ? { query: { ...query, ...silent } }
    : { json: { ...(json as object), ...silent } };
}

/** Encodes an identifier, which need not be ASCII, as UTF-8 for a header. */
export function headerText(value: string): string {
  return Array.from(new TextEncoder().encode(value), (byte) => String.fromCharCode(byte)).join('');
}
