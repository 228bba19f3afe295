import { Readable } from 'node:stream';
import { Refusal } from '../domain/refusal.ts';
import type { ApiRequest } from './exchange.ts';

/** What all bodies have in common that are read as streams. */

/** The body of a request as a stream, which is empty if there is none. */
export const bodyOf = ({ body }: Pick<ApiRequest, 'body'>): Readable =>
  (body as Readable | undefined) ?? Readable.from([]);

/**
 * Handling a chunk takes as long as copying some KiB. So a body of single bytes would take hundreds of times as long as another one of
 * its size, and hold up other requests.
 */
const LEAST_CHUNK_BYTES = 64;
const FREE_CHUNKS = 1_000;
const CHUNKS_ERROR = {
  field: '(body)',
  rule: 'chunk_size',
  message: `has very small chunks: send at least ${LEAST_CHUNK_BYTES} bytes in each, on average`,
};

/** The chunks of a body, which stays open when they are not read to the end. Refuses with M40001 (small chunks). */
export async function* inFairChunks(body: Readable): AsyncGenerator<Buffer, void, undefined> {
  let bytes = 0;
  let chunks = 0;
  // (By default, the iterator destroys the body and so blocks its connection, including later requests.)
  for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    chunks += 1;
    if (chunks > FREE_CHUNKS && bytes < chunks * LEAST_CHUNK_BYTES)
      throw new Refusal('M40001', [CHUNKS_ERROR]);
    yield chunk;
  }
}

/** How much of a refused upload is read before the connection is closed. A chunk counts as at least 256 bytes, because each takes time. */
const DISCARDED_BYTES = 32 * 1024 * 1024;
const LEAST_DISCARDED_BYTES = 256;

/** Discards the rest of the body: many clients read the response only after they have sent everything. */
export function discard(body: Readable): void {
  let bytes = 0;
  // The client may disconnect.
  body.on('error', () => {});
  body.on('data', (chunk: Buffer) => {
    bytes += Math.max(chunk.length, LEAST_DISCARDED_BYTES);
    if (bytes > DISCARDED_BYTES) body.destroy();
  });
}
