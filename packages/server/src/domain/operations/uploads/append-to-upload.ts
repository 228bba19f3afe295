import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Hold } from '../../../storage/disk-room.ts';
import type { Objects } from '../../../storage/objects/objects.ts';
import type { Temporary } from '../../../storage/temporary.ts';
import type { SignedInContext } from '../../context.ts';
import { addPart, isNextPart, type Upload } from '../../records/uploads.ts';
import { Refusal } from '../../refusal.ts';
import { partKey } from '../../rules/upload-paths.ts';
import { accessUpload } from './access-upload.ts';

export interface UploadServices {
  objects: Objects;
  temporary: Temporary;
  unfinishedMs: number;
}

/** Bytes are stored in parts of up to this size, the most that a lost connection or a kill costs. */
const PART_BYTES = 8 * 1024 * 1024;
/** Only the last part may be smaller, so that an upload has a bounded number of parts. */
export const LEAST_PART_BYTES = 256 * 1024;

/** The bytes that a request brings. */
export interface Arrival {
  /** Where they begin in the file. */
  offset: number;
  /** How many the request announces; undefined: it does not say. */
  announced: number | undefined;
  /** An error ends it if the connection is lost. */
  body: AsyncIterable<Buffer>;
}

/**
 * Adds bytes to an upload, part by part, and returns how many it has then. If the connection is lost, the parts that are stored stay, and
 * what has arrived since, unless it is less than {@link LEAST_PART_BYTES}. Of two requests for the same bytes, on any nodes, one wins
 * each part. Refuses with M40412 (upload), M40904 (`offset` is not where it continues), M41300 (more bytes than the upload has) and
 * M40003 (too few). Rejects with `NoRoomError` where the disk has no room; the parts that are stored stay then, too.
 */
export async function appendToUpload(
  ctx: SignedInContext,
  services: UploadServices,
  id: string,
  { offset, announced, body }: Arrival,
): Promise<Upload> {
  const upload = await accessUpload(ctx, id);
  if (offset !== upload.received) throw new Refusal('M40904');
  if (announced !== undefined) checkSize(upload, offset, announced);
  using hold = await services.temporary.room.hold(announced ?? 0);
  await using folder = await services.temporary.folder();
  const spool = await open(join(folder.path, 'part'), 'w+', 0o600);
  try {
    const parts = new Parts(ctx, services, upload, { spool, path: join(folder.path, 'part'), hold });
    const isComplete = await parts.take(body);
    const isEnough = parts.waiting >= LEAST_PART_BYTES || parts.end === upload.length;
    if (isComplete) checkSize(upload, offset, parts.end - offset);
    if (parts.waiting > 0 && isEnough) await parts.store();
    // (Nobody reads this.)
    if (!isComplete) throw new Refusal('M40000');
    return await accessUpload(ctx, id);
  } finally {
    await spool.close();
  }
}

function checkSize({ length }: Upload, offset: number, bytes: number): void {
  if (offset + bytes > length) throw new Refusal('M41300');
  if (bytes >= LEAST_PART_BYTES || offset + bytes === length) return;
  const message = `has ${bytes} bytes: send at least ${LEAST_PART_BYTES}, or all that are missing`;
  throw new Refusal('M40003', [{ field: '(body)', rule: 'min_size', message }]);
}

/** The file on disk in which a part waits until it is whole. */
interface Spool {
  spool: FileHandle;
  path: string;
  /** The room for it. */
  hold: Hold;
}

/** Bytes are written to disk in blocks, because a body may come in tiny chunks. */
const BLOCK_BYTES = 64 * 1024;

/** Cuts the body of one request into parts, and stores them. */
class Parts {
  readonly #ctx: SignedInContext;
  readonly #services: UploadServices;
  readonly #upload: Upload;
  readonly #file: Spool;
  readonly #block = Buffer.allocUnsafe(BLOCK_BYTES);
  #inBlock = 0;
  #onDisk = 0;
  #start: number;

  constructor(ctx: SignedInContext, services: UploadServices, upload: Upload, file: Spool) {
    this.#ctx = ctx;
    this.#services = services;
    this.#upload = upload;
    this.#file = file;
    this.#start = upload.received;
  }

  /** The bytes that have arrived and are not stored yet. */
  get waiting(): number {
    return this.#onDisk + this.#inBlock;
  }

  /** Where the arrived bytes end in the file. */
  get end(): number {
    return this.#start + this.waiting;
  }

  /** Takes the whole body, and stores each part that becomes full. Returns whether the body is complete. Refuses with M41300. */
  async take(body: AsyncIterable<Buffer>): Promise<boolean> {
    const chunks = body[Symbol.asyncIterator]();
    try {
      for (;;) {
        const next = await chunks.next().catch((error: unknown) => ({ error }));
        if ('error' in next) {
          if (next.error instanceof Refusal) throw next.error;
          return false;
        }
        if (next.done === true) return true;
        if (this.end + next.value.length > this.#upload.length) throw new Refusal('M41300');
        await this.#add(next.value);
      }
    } finally {
      await chunks.return?.();
    }
  }

  async #add(chunk: Buffer): Promise<void> {
    for (let from = 0; from < chunk.length; ) {
      const copied = chunk.copy(this.#block, this.#inBlock, from);
      from += copied;
      this.#inBlock += copied;
      if (this.#inBlock === BLOCK_BYTES) await this.#flush();
      if (this.#onDisk === PART_BYTES) await this.store();
    }
  }

  async #flush(): Promise<void> {
    await this.#file.hold.take(this.#inBlock);
    for (let from = 0; from < this.#inBlock; ) {
      const left = this.#inBlock - from;
      const { bytesWritten } = await this.#file.spool.write(this.#block, from, left, this.#onDisk);
      from += bytesWritten;
      this.#onDisk += bytesWritten;
    }
    this.#inBlock = 0;
  }

  /** Stores what waits as a part. Its row follows its bytes, so HEAD never counts bytes that are not there. */
  async store(): Promise<void> {
    const { objects, unfinishedMs } = this.#services;
    const { db } = this.#ctx;
    const { id } = this.#upload;
    await this.#flush();
    if (!(await isNextPart(db, id, this.#start))) await this.#refuse();
    const part = { start: this.#start, size: this.#onDisk, object: randomBytes(16).toString('hex') };
    const key = partKey(id, part.object);
    await objects.put(key, createReadStream(this.#file.path, { end: part.size - 1 }));
    if (!(await addPart(db, id, part, unfinishedMs))) {
      // (If this fails, or the process is killed: it goes with the folder of the upload.)
      await objects.remove(key).catch(() => undefined);
      await this.#refuse();
    }
    this.#start += part.size;
    this.#onDisk = 0;
  }

  /** Another request stored this part, or the upload has ended. */
  async #refuse(): Promise<never> {
    await accessUpload(this.#ctx, this.#upload.id);
    throw new Refusal('M40904');
  }
}
