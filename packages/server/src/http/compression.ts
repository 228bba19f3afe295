import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyInstance } from 'fastify';
import type { ApiReply, ApiRequest } from './exchange.ts';

/** A shorter response fits into a packet as it is. */
const MIN_BYTES = 1_400;
/** Texts. Pictures and videos are compressed already, and are sent as streams, of which clients may want a part. */
const COMPRESSIBLE = /^(?:application\/json|text\/)/;

type Encoding = 'br' | 'gzip';
/** In the order of preference. Browsers offer Brotli only over HTTPS. */
const ENCODINGS: Encoding[] = ['br', 'gzip'];

// The fastest levels: of the JSON of an API, the others spare hardly more, and Brotli's 11 takes a thousand times as long.
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const ENCODERS: Record<Encoding, (content: Buffer) => Promise<Buffer>> = {
  br: (content) =>
    brotli(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 1,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.byteLength,
      },
    }),
  gzip: (content) => zip(content, { level: 1 }),
};

/**
 * Compresses a response that is a text, as far as the client accepts it, and sets the headers; undefined: it is sent as it is.
 */
export type Compressor = (
  request: ApiRequest,
  reply: ApiReply,
  payload: unknown,
) => Promise<Buffer> | undefined;

export function createCompressor(): Compressor {
  // Documents that all clients get are the same buffers each time, and are compressed once.
  const compressed = new WeakMap<Buffer, Map<Encoding, Promise<Buffer>>>();
  const compress = (content: Buffer, encoding: Encoding) => {
    const ofContent = compressed.get(content) ?? new Map<Encoding, Promise<Buffer>>();
    compressed.set(content, ofContent);
    const done = ofContent.get(encoding) ?? ENCODERS[encoding](content);
    ofContent.set(encoding, done);
    return done;
  };
  return (request, reply, payload) => {
    if (!isCompressible(reply, payload)) return undefined;
    addToVary(reply, 'Accept-Encoding');
    const encoding = negotiate(`${request.headers['accept-encoding'] ?? ''}`.toLowerCase(), ENCODINGS);
    if (encoding === null) return undefined;
    reply.removeHeader('content-length');
    reply.header('content-encoding', encoding);
    return compress(Buffer.isBuffer(payload) ? payload : Buffer.from(payload), encoding);
  };
}

export function addCompression(app: FastifyInstance, compress: Compressor): void {
  app.addHook('onSend', (request, reply, payload: unknown, done) => {
    const compressing = compress(request, reply, payload);
    if (compressing === undefined) return done(null, payload);
    compressing.then((bytes) => done(null, bytes), done);
  });
}

function isCompressible(reply: ApiReply, payload: unknown): payload is Buffer | string {
  const isLong = (typeof payload === 'string' || Buffer.isBuffer(payload)) && payload.length >= MIN_BYTES;
  return (
    isLong &&
    COMPRESSIBLE.test(String(reply.getHeader('content-type'))) &&
    !reply.hasHeader('content-encoding')
  );
}

function addToVary(reply: ApiReply, name: string): void {
  const others = [reply.getHeader('vary') ?? []].flat();
  reply.header('vary', [...others, name].join(', '));
}
