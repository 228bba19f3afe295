import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../domain/refusal.ts';
import type { Holding } from '../edge/held-bytes.ts';
import type { ApiRequest } from './exchange.ts';
import { type HeldParts, openHolding } from './held-requests.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Its response, which ends after everything that the request holds. */
    response: ServerResponse | null;
  }
}

/**
 * Media types that are read as JSON: JSON itself, none at all, and the defaults of `fetch` and `curl -d`. All bodies of the
 * contract are JSON, so they cannot mean anything else.
 */
const READ_AS_JSON =
  /^(application\/json|application\/[\w.-]+\+json|text\/plain|application\/x-www-form-urlencoded)$/;

/**
 * Collects bodies without parsing them. This is the last step before a handler runs: the announced size and media type are
 * checked first, then the key, so the server reads nothing from a client without a key (see the order of checks in
 * docs/errors.md).
 */
export function acceptBodies(app: FastifyInstance, parts: HeldParts): void {
  app.removeAllContentTypeParsers();
  // JSON is also registered by name: Fastify caches the parser of a named type, but looks up `*` for each request.
  app.addContentTypeParser(['application/json', '*'], (request, payload, done) => {
    new BodyCollector(request, payload, parts, done);
  });
  // Files are read as a stream (multipart-upload.ts, resumable-uploads.ts).
  app.addContentTypeParser([FORM, BYTES], (_request, payload, done) => done(null, payload));
}

/** Collects the body of a request that has passed all checks of its head. Rejects with the refusal of a body that is too large or too much. */
export async function collectBody(request: ApiRequest, parts: HeldParts): Promise<Buffer> {
  return bodyThere(request) ?? collectLateBody(request, parts);
}

/** The body, if all of it came with the head and it is not too large. */
function bodyThere({ raw, headers, routeOptions: { bodyLimit } }: ApiRequest): Buffer | undefined {
  const { complete, readableLength: bytes } = raw;
  const isThere = complete && bytes > 0 && bytes <= bodyLimit && headers['content-length'] === String(bytes);
  return isThere ? (raw.read(bytes) as Buffer) : undefined;
}

function collectLateBody(request: ApiRequest, parts: HeldParts): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    new BodyCollector(request, request.raw, parts, (error, body = EMPTY) =>
      error === null ? resolve(body) : reject(error),
    );
  });
}

const FORM = 'multipart/form-data';
/** A part of a resumable upload. */
const BYTES = 'application/offset+octet-stream';

/** The refusal of a body that has not been read to its end. */
export class BodyRefusal extends Refusal {}

const EMPTY = Buffer.alloc(0);

/**
 * Collects a body in one buffer, which grows by doubling: a list of chunks would take a hundred times the memory of a body that comes in
 * single bytes. A body that does not come at once counts for its caller until the response has been sent.
 */
class BodyCollector {
  readonly #request: ApiRequest;
  readonly #payload: Readable;
  readonly #parts: HeldParts;
  readonly #done: (error: Error | null, body?: Buffer) => void;
  /** Of which the first `#bytes` have arrived. */
  #body = EMPTY;
  #bytes = 0;
  #holding: Holding | undefined;

  constructor(
    request: ApiRequest,
    payload: Readable,
    parts: HeldParts,
    done: (error: Error | null, body?: Buffer) => void,
  ) {
    this.#request = request;
    this.#payload = payload;
    this.#parts = parts;
    this.#done = done;
    payload.on('data', this.#take).on('end', this.#end).on('error', this.#end);
  }

  readonly #take = (chunk: Buffer): void => {
    const bytes = this.#bytes + chunk.length;
    if (bytes > this.#body.length) {
      const refusal = this.#grow(bytes);
      if (refusal !== undefined) {
        this.#refuse(refusal);
        return;
      }
    }
    chunk.copy(this.#body, this.#bytes);
    this.#bytes = bytes;
  };

  /** Makes room for so many bytes, or returns why they are refused. */
  #grow(bytes: number): 'M41300' | 'M42900' | 'M50300' | undefined {
    const announced = this.#request.headers['content-length'];
    if (this.#bytes === 0 && announced === String(bytes)) {
      // All of it has come at once.
      this.#body = Buffer.allocUnsafe(bytes);
      return undefined;
    }
    const { bodyLimit } = this.#request.routeOptions;
    if (bytes > bodyLimit) return 'M41300';
    const room = Math.min(Math.max(bytes, 2 * this.#body.length), Number(announced ?? bodyLimit));
    const refusal = this.#hold().resize(room);
    if (refusal !== undefined) return refusal;
    const body = Buffer.allocUnsafeSlow(room);
    this.#body.copy(body, 0, 0, this.#bytes);
    this.#body = body;
    return undefined;
  }

  #hold(): Holding {
    if (this.#holding !== undefined) return this.#holding;
    const holding = openHolding(this.#parts, this.#request, 'bodies');
    this.#holding = holding;
    this.#request.response?.once('close', () => holding.release());
    return holding;
  }

  readonly #end = (error?: Error): void => {
    this.#leave();
    if (error === undefined) this.#done(null, this.#body.subarray(0, this.#bytes));
    else this.#done(error);
  };

  #refuse(code: 'M41300' | 'M42900' | 'M50300'): void {
    this.#leave();
    this.#body = EMPTY;
    this.#holding?.release();
    this.#done(new BodyRefusal(code));
  }

  #leave(): void {
    this.#payload.off('data', this.#take).off('end', this.#end).off('error', this.#end);
  }
}

export interface AcceptedBody {
  maxBytes: number;
  /** Files are `multipart/form-data`, bytes are those of a resumable upload. */
  type: 'json' | 'files' | 'bytes' | 'none';
}

/**
 * Checks the announced size and media type of a body: refuses with M41300 and M41500, in this order. (A chunked body does not
 * announce its size.)
 */
export function checkHead(
  { headers }: Pick<ApiRequest, 'headers'>,
  { maxBytes, type: accepted }: AcceptedBody,
): void {
  const { 'content-length': length = '0', 'transfer-encoding': chunked, 'content-type': type } = headers;
  const hasBody = chunked !== undefined || length !== '0';
  if (accepted === 'none') {
    if (hasBody) throw new Refusal('M41300');
    return;
  }
  if (!hasBody && type === undefined && accepted !== 'bytes') return;
  if (Number(length) > maxBytes) throw new Refusal('M41300');
  const isAccepted =
    accepted === 'json'
      ? isJson(type, headers['content-encoding'])
      : mediaTypeOf(type) === (accepted === 'files' ? FORM : BYTES);
  if (!isAccepted) throw new Refusal('M41500');
}

const mediaTypeOf = (type = '') => type.split(';', 1)[0]?.trim().toLowerCase();

function isJson(mediaType = 'application/json', encoding = 'identity'): boolean {
  if (encoding.toLowerCase() !== 'identity') return false;
  // (The usual case.)
  if (mediaType === 'application/json') return true;
  const [type = '', ...parameters] = mediaType.split(';');
  if (!READ_AS_JSON.test(type.trim().toLowerCase())) return false;
  const charset = parameters
    .map((text) => text.trim().toLowerCase())
    .find((text) => text.startsWith('charset='));
  return charset === undefined || /^charset="?utf-?8"?$/.test(charset);
}
