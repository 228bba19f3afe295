import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../domain/refusal.ts';
import type { HeldKind, Peer } from '../edge/held-bytes.ts';
import { Holding } from '../edge/held-bytes.ts';
import type { ServerParts } from '../edge/services.ts';
import type { ApiReply, ApiRequest } from './exchange.ts';

export type HeldParts = Pick<ServerParts, 'held' | 'addresses'>;

/** The heads of a request, and what the server keeps beside them while it waits. Node refuses longer heads. */
const REQUEST_BYTES = 16 * 1024;
/** The buffers between a socket and a file, if the other side does not take what they contain. */
const DOWNLOAD_BYTES = 128 * 1024;
const UPLOAD_BYTES = 256 * 1024;
/** A shorter response fits into the buffers that each connection has. */
const LEAST_RESPONSE_BYTES = 16 * 1024;

export function openHolding({ held, addresses }: HeldParts, request: ApiRequest, kind: HeldKind): Holding {
  const { caller } = request;
  const peer: Peer =
    caller === null
      ? { type: 'address', id: addresses.limitedOf(request.raw) }
      : { type: caller.isUser ? 'user' : 'key', id: caller.id };
  return new Holding(held, kind, peer);
}

const BYTES_OF = { searches: REQUEST_BYTES, long_polls: REQUEST_BYTES, uploads: UPLOAD_BYTES };

/** Holds what a request of this kind needs, until it is disposed of. Refuses with M42900 and M50300. */
export function holdRequest(parts: HeldParts, request: ApiRequest, kind: keyof typeof BYTES_OF): Holding {
  const holding = openHolding(parts, request, kind);
  const refusal = holding.resize(BYTES_OF[kind]);
  if (refusal !== undefined) throw new Refusal(refusal);
  return holding;
}

/** Counts a response that is not refused, if it does not fit into the buffers of its connection, until it has been sent. */
export function countResponse(parts: HeldParts, request: ApiRequest, { raw }: ApiReply, bytes: number): void {
  if (bytes <= LEAST_RESPONSE_BYTES || raw.destroyed) return;
  const holding = openHolding(parts, request, 'responses');
  holding.keep(bytes);
  raw.once('close', () => holding.release());
}

/**
 * Counts each response that does not fit into the buffers of its connection, until it has been sent. A read is refused with M42900 or M50300
 * instead. A write has had its effect, so its response is only counted, as are reports of how the server is.
 */
export function holdResponses(app: FastifyInstance, parts: HeldParts): void {
  app.addHook('onSend', (request, reply, payload: unknown, done) => {
    const isStream = payload instanceof Readable;
    const bytes = isStream ? bytesOfStream(reply) : bytesOf(request, payload);
    // (If the client has gone, nothing is sent, and no event would end the counting.)
    if ((bytes <= LEAST_RESPONSE_BYTES && !isStream) || reply.raw.destroyed) return done(null, payload);
    const holding = openHolding(parts, request, isStream ? 'downloads' : 'responses');
    const refusal = holding.resize(bytes);
    if (refusal !== undefined && isRefusable(request)) {
      if (isStream) payload.destroy();
      return done(new Refusal(refusal));
    }
    holding.keep(bytes);
    reply.raw.once('close', () => holding.release());
    return done(null, payload);
  });
}

const isRefusable = ({ method, routeOptions }: FastifyRequest) =>
  method === 'GET' && routeOptions.config.isUncounted !== true;

function bytesOf({ caller }: FastifyRequest, payload: unknown): number {
  if (typeof payload === 'string') return Buffer.byteLength(payload);
  // (Without a caller it is a document, of which all responses share one copy.)
  return Buffer.isBuffer(payload) && caller !== null ? payload.length : 0;
}

function bytesOfStream(reply: FastifyReply): number {
  return Math.min(Number(reply.getHeader('content-length') ?? DOWNLOAD_BYTES), DOWNLOAD_BYTES);
}
