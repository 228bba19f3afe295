import { Readable } from 'node:stream';
import { FairQueue } from '../../platform/fair-queue.ts';
import { ObjectsUnavailableError } from './objects.ts';
import { type Body, bodyOf, type Call, orMissing, type S3Client, S3Error, textsOf } from './s3-client.ts';

/** Parts in memory, and uploads that wait for their turn. */
const PARTS = { atOnce: 4, maxWaiting: 1_000 };
/** S3 wants parts of at least 5 MiB, and at most 10,000 of them. */
export const PART_BYTES = 8 * 1024 * 1024;

/**
 * Stores content of any length: in one request if it fits into a part, otherwise as a multipart upload. A whole part is in memory,
 * because its hash is sent before it, and because it is sent again if a request fails. However many uploads there are, they share
 * the memory of a few parts (32 MiB), and take turns.
 */
export class S3Upload {
  readonly #client: S3Client;
  readonly #queue = new FairQueue({
    ...PARTS,
    overloaded: () => new ObjectsUnavailableError('S3: too many uploads are waiting'),
  });
  /** They are reused: garbage of this size would pile up before it is collected. */
  readonly #buffers: Buffer[] = [];

  constructor(client: S3Client) {
    this.#client = client;
  }

  async put(key: string, content: Readable | Uint8Array): Promise<void> {
    const readable = content instanceof Readable ? content : Readable.from([content], { objectMode: false });
    const source = new Source(readable, this.#client.timeouts.source);
    let upload: MultipartUpload | undefined;
    // A part is read and sent in one turn, so that no upload waits for the whole of another.
    const sendPart = async (buffer: Buffer): Promise<boolean> => {
      const { size, isLast } = await source.fill(buffer);
      const part = bodyOf(buffer.subarray(0, size));
      if (isLast && upload === undefined) {
        await this.#client.sendAndRead({ operation: 'PutObject', method: 'PUT', key, body: part });
        return false;
      }
      upload ??= await MultipartUpload.create(this.#client, key);
      await upload.send(part);
      return !isLast;
    };
    try {
      while (await this.#queue.run(key, () => this.#withBuffer(sendPart)));
      await upload?.complete();
    } catch (error) {
      await upload?.abort();
      throw error;
    } finally {
      readable.destroy();
    }
  }

  async #withBuffer<T>(work: (buffer: Buffer) => Promise<T>): Promise<T> {
    const buffer = this.#buffers.pop() ?? Buffer.allocUnsafeSlow(PART_BYTES);
    try {
      return await work(buffer);
    } finally {
      this.#buffers.push(buffer);
    }
  }
}

/** Content that is read part by part. */
class Source {
  readonly #readable: Readable;
  readonly #chunks: AsyncIterator<Uint8Array>;
  readonly #stalledMs: number;
  /** What did not fit into the last part. */
  #rest: Uint8Array = new Uint8Array();

  constructor(readable: Readable, stalledMs: number) {
    // It may fail before its first turn. The iterator throws then; without a listener, the error would end the process.
    this.#readable = readable.on('error', () => {});
    this.#chunks = readable[Symbol.asyncIterator]();
    this.#stalledMs = stalledMs;
  }

  /** Fills the buffer unless the content ends; `isLast`: it has ended. */
  async fill(buffer: Buffer): Promise<{ size: number; isLast: boolean }> {
    const stall = () => this.#readable.destroy(new Error('the content has stalled'));
    const stalled = setTimeout(stall, this.#stalledMs);
    try {
      for (let size = 0; ; ) {
        const fitting = this.#rest.subarray(0, buffer.length - size);
        buffer.set(fitting, size);
        size += fitting.length;
        this.#rest = this.#rest.subarray(fitting.length);
        if (this.#rest.length > 0) return { size, isLast: false };
        const next = await this.#chunks.next();
        if (next.done === true) return { size, isLast: true };
        this.#rest = next.value;
        stalled.refresh();
      }
    } finally {
      clearTimeout(stalled);
    }
  }
}

class MultipartUpload {
  readonly #client: S3Client;
  readonly #key: string;
  readonly #uploadId: string;
  readonly #tags: string[] = [];
  #size = 0;

  private constructor(client: S3Client, key: string, uploadId: string) {
    this.#client = client;
    this.#key = key;
    this.#uploadId = uploadId;
  }

  static async create(client: S3Client, key: string): Promise<MultipartUpload> {
    const operation = 'CreateMultipartUpload';
    const { text } = await client.sendAndRead({ operation, method: 'POST', key, query: { uploads: '' } });
    const [uploadId] = textsOf(text, 'UploadId');
    if (uploadId === undefined) throw new ObjectsUnavailableError(`S3: ${operation}: no UploadId`);
    return new MultipartUpload(client, key, uploadId);
  }

  async send(part: Body): Promise<void> {
    const operation = 'UploadPart';
    const query = { partNumber: String(this.#tags.length + 1) };
    const { headers } = await this.#client.sendAndRead({
      ...this.#call(operation, 'PUT', query),
      body: part,
    });
    const { etag } = headers;
    if (typeof etag !== 'string') throw new ObjectsUnavailableError(`S3: ${operation}: no ETag`);
    this.#tags.push(etag);
    this.#size += part.content.length;
  }

  async complete(): Promise<void> {
    const operation = 'CompleteMultipartUpload';
    const parts = this.#tags.map(
      (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escapeXml(tag)}</ETag></Part>`,
    );
    const body = bodyOf(Buffer.from(`<${operation}>${parts.join('')}</${operation}>`));
    const { text } = await this.#client.sendAndRead({ ...this.#call(operation, 'POST'), body });
    // The status is sent before the work is done, so it may fail after that.
    if (!text.includes(`<${operation}Result`))
      throw new S3Error(operation, 200, textsOf(text, 'Code')[0] ?? '', 'no result');
    await this.#check();
  }

  /** If this fails, too, the parts are left to a rule of the bucket (docs/operating.md). */
  async abort(): Promise<void> {
    await this.#client.sendAndRead(this.#call('AbortMultipartUpload', 'DELETE')).catch(() => {});
  }

  /** The hashes of the parts do not tell whether the server has joined all of them. */
  async #check(): Promise<void> {
    const [client, key] = [this.#client, this.#key];
    const head = await orMissing(client.sendAndRead({ operation: 'HeadObject', method: 'HEAD', key }));
    const length = head?.headers['content-length'];
    if (length === String(this.#size)) return;
    await client.sendAndRead({ operation: 'DeleteObject', method: 'DELETE', key });
    throw new ObjectsUnavailableError(
      `S3: ${this.#size} bytes were stored, and the object has ${String(length)}`,
    );
  }

  #call(operation: string, method: Call['method'], query: Record<string, string> = {}): Call {
    return { operation, method, key: this.#key, query: { ...query, uploadId: this.#uploadId } };
  }
}

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
