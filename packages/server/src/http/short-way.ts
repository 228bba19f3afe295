import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyContextConfig } from 'fastify';
import type { ServerParts } from '../edge/services.ts';
import { collectBody } from './collect-body.ts';
import type { Compressor } from './compression.ts';
import type { ApiReply, ApiRequest } from './exchange.ts';
import { refuse } from './failure-response.ts';
import { countResponse } from './held-requests.ts';
import { commonHeaders, headRefusal, requestIdOf } from './request-head.ts';
import type { ResponseRecorder } from './response-records.ts';

/** A route to which there is a short way: a POST of JSON by the back end, without parameters. */
export interface ShortRoute {
  routeOptions: { url: string; bodyLimit: number; config: FastifyContextConfig };
  /** The stages before the body is read. */
  admit: (request: ApiRequest, reply: ApiReply) => Promise<void>;
  /** The stages from the body on. Resolves to the body of the response. */
  handle: (request: ApiRequest, reply: ApiReply) => Promise<unknown>;
}

/** What responses pass through. */
interface LastStages {
  compress: Compressor;
  record: ResponseRecorder;
}

/**
 * The short way of the requests that come most often. They pass the same stages as all others, in the same order, but without Fastify's
 * router and hooks, which take an eighth of the time of a send. Only requests with nothing special in their heads take it; the others go
 * the long way, with the same result.
 */
export class ShortWay {
  readonly #parts: ServerParts;
  readonly #last: LastStages;
  readonly #routes = new Map<string, ShortRoute>();

  constructor(parts: ServerParts, last: LastStages) {
    this.#parts = parts;
    this.#last = last;
  }

  add(route: ShortRoute): void {
    // (Requests get their spans in hooks.)
    if (!this.#parts.tracer.isOn) this.#routes.set(route.routeOptions.url, route);
  }

  /** Serves a request; false: it has to go the long way. */
  serves(raw: IncomingMessage, response: ServerResponse): boolean {
    const route = this.#routes.get(raw.url ?? '');
    if (route === undefined || !isSimple(raw)) return false;
    this.#serve(raw, response, route).catch((error: unknown) => {
      this.#parts.log.error({ err: error }, 'a response could not be sent');
      response.destroy();
    });
    return true;
  }

  async #serve(raw: IncomingMessage, response: ServerResponse, route: ShortRoute): Promise<void> {
    const request = new ShortRequest(raw, response, route, this.#parts);
    const reply = new ShortReply(request, response, this.#parts, this.#last);
    try {
      const refusal = headRefusal(this.#parts, raw);
      if (refusal !== undefined) throw refusal;
      await route.admit(request, reply);
      request.body = await collectBody(request, this.#parts);
      reply.send(await route.handle(request, reply));
    } catch (error) {
      refuse(this.#parts, error, request, reply);
    }
  }
}

const MEDIA_TYPES: readonly (string | undefined)[] = ['application/json', 'application/json; charset=utf-8'];

function isSimple({ method, headers }: IncomingMessage): boolean {
  return (
    method === 'POST' &&
    MEDIA_TYPES.includes(headers['content-type']) &&
    headers['content-length'] !== undefined &&
    // (It asks for a response that may be long enough to be compressed.)
    headers.prefer === undefined
  );
}

class ShortRequest implements ApiRequest {
  readonly raw: IncomingMessage;
  readonly response: ServerResponse;
  readonly routeOptions: ShortRoute['routeOptions'];
  readonly log: ApiRequest['log'];
  readonly id: string;
  readonly method = 'POST';
  readonly params = NOTHING;
  readonly query = NOTHING;
  readonly span = undefined;
  body: unknown = undefined;
  caller: ApiRequest['caller'] = null;
  failedWith: ApiRequest['failedWith'] = null;

  constructor(
    raw: IncomingMessage,
    response: ServerResponse,
    { routeOptions }: ShortRoute,
    { log }: ServerParts,
  ) {
    this.raw = raw;
    this.response = response;
    this.routeOptions = routeOptions;
    this.log = log;
    this.id = requestIdOf(raw);
  }

  get url(): string {
    return this.routeOptions.url;
  }

  get headers(): ApiRequest['headers'] {
    return this.raw.headers;
  }

  get host(): string {
    return this.raw.headers.host ?? '';
  }
}

const NOTHING = Object.freeze({});

class ShortReply implements ApiReply {
  readonly raw: ServerResponse;
  readonly #request: ShortRequest;
  readonly #parts: ServerParts;
  readonly #last: LastStages;
  readonly #beganAt = performance.now();
  readonly #head: Record<string, string | number>;
  statusCode = 200;

  constructor(request: ShortRequest, raw: ServerResponse, parts: ServerParts, last: LastStages) {
    this.raw = raw;
    this.#request = request;
    this.#parts = parts;
    this.#last = last;
    // (No page of another origin may send as a back end: cors.ts adds nothing else to responses of these routes.)
    this.#head = { ...commonHeaders(request.id), vary: 'Origin' };
  }

  get elapsedTime(): number {
    return performance.now() - this.#beganAt;
  }

  header(name: string, value: string | number): void {
    this.#head[name] = value;
  }

  headers(values: Record<string, string | number>): void {
    Object.assign(this.#head, values);
  }

  getHeader(name: string): string | number | undefined {
    return this.#head[name];
  }

  hasHeader(name: string): boolean {
    return this.#head[name] !== undefined;
  }

  removeHeader(name: string): void {
    delete this.#head[name];
    // (Node adds none of its own then.)
    this.raw.removeHeader(name);
  }

  send(body: unknown): void {
    if (this.#parts.isLeaving()) this.header('connection', 'close');
    this.header('content-type', 'application/json; charset=utf-8');
    const text = JSON.stringify(body);
    const compressing = this.#last.compress(this.#request, this, text);
    if (compressing === undefined) this.#end(text);
    else compressing.then(this.#end).catch(() => this.raw.destroy());
  }

  readonly #end = (content: string | Buffer): void => {
    const bytes = Buffer.byteLength(content);
    countResponse(this.#parts, this.#request, this, bytes);
    this.header('content-length', bytes);
    this.#last.record(this.#request, this);
    this.raw.writeHead(this.statusCode, this.#head);
    this.raw.end(content);
  };
}
