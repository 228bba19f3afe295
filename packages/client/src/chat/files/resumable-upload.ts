import { PalaverError } from '../../error.ts';
import { type Reply, readAnswer } from '../../http/answer.ts';
import { type Call, path } from '../../http/call.ts';
import { randomId } from '../../http/random-id.ts';
import { backoffMs, wait } from '../../http/wait.ts';
import type { Rest } from '../connection/rest.ts';
import type { UploadOptions, UploadSession } from './upload-options.ts';

const PIECE_BYTES = 8 * 1024 * 1024;
/** In a row, without any progress between. */
const MAX_FAILURES = 3;

/**
 * Brings a file to the server in pieces, by the tus protocol 1.0. After a failure it asks the server how much has arrived,
 * and goes on there. An upload that has expired begins anew, a few times at most.
 */
export class ResumableUpload {
  readonly #rest: Rest;
  readonly #file: Blob;
  readonly #options: UploadOptions;
  readonly #session: UploadSession;

  constructor(rest: Rest, file: Blob, options: UploadOptions, session: UploadSession) {
    this.#rest = rest;
    this.#file = file;
    this.#options = options;
    this.#session = session;
  }

  /** `store` makes a file of the upload. */
  async run<T>(store: (uploadId: string) => Promise<T>): Promise<T> {
    for (let failures = 0, restarts = 0; ; ) {
      const begun = this.#session.uploadId;
      const id = begun ?? (await this.#begin());
      let offset: number | undefined;
      try {
        offset = begun === undefined ? 0 : await this.#position(id);
        while (offset < this.#file.size) {
          offset = await this.#send(id, offset);
          failures = restarts;
        }
        return await store(id);
      } catch (error) {
        failures += 1;
        if (failures > MAX_FAILURES || !isPassing(error)) throw error;
        if (isGone(error)) {
          // (The file may have been stored, and the response lost. The server then repeats its response.)
          const stored = offset === undefined ? await store(id).catch(() => undefined) : undefined;
          if (stored !== undefined) return stored;
          this.#session.uploadId = undefined;
          restarts += 1;
        }
        await wait(backoffMs(failures, error.retryAfterMs), this.#options.signal);
      }
    }
  }

  async #begin(): Promise<string> {
    const headers = { 'upload-length': String(this.#file.size), 'idempotency-key': randomId() };
    const answer = await this.#call({ method: 'POST', path: '/uploads', headers });
    const id = answer.get('location')?.split('/').at(-1);
    if (!id) throw foreign('Location');
    this.#session.uploadId = id;
    this.#session.onBegin?.(id);
    return id;
  }

  /** How many bytes the server has. */
  async #position(id: string): Promise<number> {
    const offset = offsetIn(await this.#call({ method: 'HEAD', path: path`/uploads/${id}` }));
    if (offset > 0) this.#tell(offset);
    return offset;
  }

  /** Sends the next piece. */
  async #send(id: string, offset: number): Promise<number> {
    const piece = this.#file.slice(offset, offset + PIECE_BYTES);
    // (It is not repeated blindly, because the server keeps what has arrived.)
    const payload = { type: 'application/offset+octet-stream', open: () => piece, isRepeatable: false };
    const headers = { 'upload-offset': String(offset) };
    const answer = await this.#call(
      { method: 'PATCH', path: path`/uploads/${id}`, headers, payload },
      ({ sent }) => this.#tell(offset + sent),
    );
    const reached = offsetIn(answer);
    if (reached <= offset) throw foreign('Upload-Offset');
    return reached;
  }

  /** (If it throws, the upload goes on nevertheless.) */
  #tell(sent: number): void {
    queueMicrotask(() => this.#options.onProgress?.({ sent, total: this.#file.size }));
  }

  #call(request: Call, onProgress?: UploadOptions['onProgress']): Promise<Reply['headers']> {
    const { signal } = this.#options;
    return tus(this.#rest, request, { signal, ...(this.#options.onProgress && { onProgress }) });
  }
}

/** Removes an unfinished upload from the server. Otherwise it expires. */
export async function abandonUpload(rest: Rest, uploadId: string): Promise<void> {
  await tus(rest, { method: 'DELETE', path: path`/uploads/${uploadId}` }).catch(() => {});
}

/** Successful responses have only headers, failures an envelope. */
function tus(rest: Rest, request: Call, options: UploadOptions = {}): Promise<Reply['headers']> {
  const headers = { ...request.headers, 'tus-resumable': '1.0.0' };
  return rest.transfer({ ...request, headers, read: readHeaders }, options);
}

async function readHeaders(reply: Reply) {
  if (!reply.ok) return readAnswer(reply);
  await reply.text();
  return { data: reply.headers, hasMore: undefined };
}

function offsetIn(headers: Reply['headers']): number {
  const offset = headers.get('upload-offset');
  if (!offset) throw foreign('Upload-Offset');
  return Number(offset);
}

function foreign(header: string): PalaverError {
  return new PalaverError({ code: 'answer', message: `The response has no valid header ${header}` });
}

function isPassing(error: unknown): error is PalaverError {
  return error instanceof PalaverError && (error.retryable || error.code === 'M40904' || isGone(error));
}

/** (The response to HEAD has no body, so no code.) */
function isGone({ code, status }: PalaverError): boolean {
  return code === 'M40412' || (code === 'answer' && status === 404);
}
