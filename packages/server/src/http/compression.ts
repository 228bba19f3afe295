import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyInstance, FastifyReply } from 'fastify';

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

/** Compresses responses that are texts, as far as the client accepts it. */
export function addCompression(app: FastifyInstance): void {
  // Documents that all clients get are the same buffers each time, and are compressed once.
  const compressed = new WeakMap<Buffer, Map<Encoding, Promise<Buffer>>>();
  const compress = (content: Buffer, encoding: Encoding) => {
    const ofContent = compressed.get(content) ?? new Map<Encoding, Promise<Buffer>>();
    compressed.set(content, ofContent);
    const done = ofContent.get(encoding) ?? ENCODERS[encoding](content);
    ofContent.set(encoding, done);
    return done;
  };
  app.addHook('onSend', (request, reply, payload: unknown, done) => {
    if (!isCompressible(reply, payload)) return done(null, payload);
    addToVary(reply, 'Accept-Encoding');
    const encoding = negotiate(`${request.headers['accept-encoding'] ?? ''}`.toLowerCase(), ENCODINGS);
    if (encoding === null) return done(null, payload);
    const content = Buffer.isBuffer(payload) ? payload : Buffer.from(payload);
    compress(content, encoding).then(
      (bytes) => {
        reply.removeHeader('content-length').header('content-encoding', encoding);
        done(null, bytes);
      },
      (error: Error) => done(error),
    );
  });
}

function isCompressible(reply: FastifyReply, payload: unknown): payload is Buffer | string {
  const isLong = (typeof payload === 'string' || Buffer.isBuffer(payload)) && payload.length >= MIN_BYTES;
  return (
    isLong &&
    COMPRESSIBLE.test(String(reply.getHeader('content-type'))) &&
    !reply.hasHeader('content-encoding')
  );
}

function addToVary(reply: FastifyReply, name: string): void {
  const others = [reply.getHeader('vary') ?? []].flat();
  reply.header('vary', [...others, name].join(', '));
}
