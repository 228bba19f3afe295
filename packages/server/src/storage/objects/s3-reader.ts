import { Readable } from 'node:stream';
import { type ByteRange, ObjectsUnavailableError, type StoredObject } from './objects.ts';
import {
  orMissing,
  type Response,
  S3Client,
  S3Error,
  type S3Options,
  sizeOf,
  unavailable,
} from './s3-client.ts';

/** Objects that are read at once. */
export const MAX_READS = 256;

const OPERATION = 'GetObject';

/**
 * Reads objects on connections of their own. Clients that read slowly hold a connection, but must not take the place of others: when all
 * places are taken, the oldest read is cut.
 */
export class S3Reader {
  readonly #client: S3Client;
  /** Oldest first. */
  readonly #reads = new Set<AbortController>();

  constructor(options: S3Options) {
    this.#client = new S3Client(options, MAX_READS);
  }

  /** `outside`: the object has none of the bytes. */
  async get(key: string, range: ByteRange | undefined): Promise<StoredObject | undefined | 'outside'> {
    const read = this.#begin();
    const end = () => this.#reads.delete(read);
    try {
      const { signal } = read;
      const headers = range && { range: `bytes=${range.start}-${range.end}` };
      const call = { operation: OPERATION, method: 'GET', key, signal, ...(headers && { headers }) } as const;
      const response = await orMissing(this.#client.send(call));
      if (response === undefined) {
        end();
        return undefined;
      }
      const content = contentOf(response.body).once('close', end);
      try {
        return { size: wholeSize(response, range), content };
      } catch (error) {
        content.destroy();
        throw error;
      }
    } catch (error) {
      end();
      if (error instanceof S3Error && error.status === 416) return 'outside';
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#client.close();
  }

  #begin(): AbortController {
    const [oldest] = this.#reads;
    if (oldest !== undefined && this.#reads.size >= MAX_READS) {
      this.#reads.delete(oldest);
      oldest.abort(
        new ObjectsUnavailableError(`S3: ${OPERATION}: cut, because too many objects are being read`),
      );
    }
    const read = new AbortController();
    this.#reads.add(read);
    return read;
  }
}

function wholeSize({ statusCode, headers }: Response, range: ByteRange | undefined): number {
  if (range === undefined) return sizeOf(headers['content-length']);
  const [, start, size] = /^bytes (\d+)-\d+\/(\d+)$/.exec(String(headers['content-range'])) ?? [];
  if (statusCode === 206 && start === String(range.start)) return sizeOf(size);
  throw new ObjectsUnavailableError(`S3: ${OPERATION}: the response has another range`);
}

/** The body as a stream whose errors say what failed. (Undici's own also fails when it is destroyed early.) */
function contentOf(body: Response['body']): Readable {
  const content = new Readable({
    read: () => body.resume(),
    destroy: (error, done) => {
      body.destroy();
      done(error);
    },
  });
  body
    .on('data', (chunk) => content.push(chunk) || body.pause())
    .on('end', () => content.push(null))
    .on('error', (error) => content.destroy(unavailable(OPERATION, error)));
  // Nothing flows before somebody reads.
  body.pause();
  // A caller may not listen yet. Without a listener, an error would end the process; who reads later gets it nevertheless.
  return content.on('error', () => {});
}
