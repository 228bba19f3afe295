import { type FileHandle, open } from 'node:fs/promises';
import { RandomAccessReader } from 'yauzl';

const CHUNK_BYTES = 64 * 1024;

/**
 * An archive on disk, read in chunks. yauzl has its own reader, but passes it any offset that the archive contains. For an offset
 * above 2^53 Node throws an error that cannot be caught, so a file of 42 bytes would crash the process.
 */
export class ArchiveFile extends RandomAccessReader implements AsyncDisposable {
  readonly size: number;
  readonly #handle: FileHandle;

  private constructor(handle: FileHandle, size: number) {
    super();
    this.#handle = handle;
    this.size = size;
  }

  static async open(path: string): Promise<ArchiveFile> {
    const handle = await open(path);
    try {
      return new ArchiveFile(handle, (await handle.stat()).size);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#handle.close();
  }

  async bytes(position: number, length: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafe(length);
    const { bytesRead } = await this.#handle.read(bytes, 0, length, position);
    if (bytesRead < length) throw new Error('unexpected end of the file');
    return bytes;
  }

  /** The bytes from `start` (inclusive) to `end` (exclusive). */
  async *range(start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at < end; at += CHUNK_BYTES) yield this.bytes(at, Math.min(CHUNK_BYTES, end - at));
  }

  /** Called by yauzl. Its callback runs outside the promise, which would swallow errors that the callback throws. */
  override read(
    target: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    this.bytes(position, length).then(
      (bytes) => {
        bytes.copy(target, offset);
        process.nextTick(callback, null);
      },
      (error: unknown) => process.nextTick(callback, error),
    );
  }
}
