import { closeSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';

/** Bytes that are read and overwritten in place. */
export interface Overwritable {
  readonly size: number;
  /** @throws {RangeError} if there are fewer bytes. */
  read(at: number, length: number): Buffer;
  /** Overwrites what is there. @throws {RangeError} past the end. */
  write(at: number, content: Buffer): void;
  /** Overwrites with zeros, as far as there are bytes. */
  blank(start: number, end: number): void;
  /** Cuts off what follows. */
  truncate(size: number): void;
}

export class OverwritableBuffer implements Overwritable {
  #bytes: Buffer;

  /** @param bytes changed in place. */
  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get bytes(): Buffer {
    return this.#bytes;
  }

  get size(): number {
    return this.#bytes.length;
  }

  read(at: number, length: number): Buffer {
    checkRange(this, at, length);
    return Buffer.from(this.#bytes.subarray(at, at + length));
  }

  write(at: number, content: Buffer): void {
    checkRange(this, at, content.length);
    this.#bytes.set(content, at);
  }

  blank(start: number, end: number): void {
    if (start < Math.min(end, this.size)) this.#bytes.fill(0, start, Math.min(end, this.size));
  }

  truncate(size: number): void {
    this.#bytes = this.#bytes.subarray(0, size);
  }
}

/** How much of a file is in memory at a time. */
const WINDOW_BYTES = 64 * 1024;

/**
 * A file that is read through a window, so a small step forward takes no call of the system. Only a worker process uses it: its calls
 * block.
 */
export class OverwritableFile implements Overwritable {
  readonly #file: number;
  readonly #window = Buffer.alloc(WINDOW_BYTES);
  #size: number;
  #start = 0;
  #length = 0;
  #isChanged = false;

  constructor(path: string) {
    this.#file = openSync(path, 'r+');
    this.#size = fstatSync(this.#file).size;
  }

  get size(): number {
    return this.#size;
  }

  read(at: number, length: number): Buffer {
    checkRange(this, at, length);
    if (length <= WINDOW_BYTES) return Buffer.from(this.#windowAt(at, length));
    this.#flush();
    const content = Buffer.alloc(length);
    readWhole(this.#file, content, at);
    return content;
  }

  write(at: number, content: Buffer): void {
    checkRange(this, at, content.length);
    for (let from = 0; from < content.length; from += WINDOW_BYTES) {
      const part = content.subarray(from, from + WINDOW_BYTES);
      const present = this.#windowAt(at + from, part.length);
      if (present.equals(part)) continue;
      present.set(part);
      this.#isChanged = true;
    }
  }

  blank(start: number, end: number): void {
    const last = Math.min(end, this.#size);
    for (let at = start; at < last; at += WINDOW_BYTES)
      this.write(at, ZEROS.subarray(0, Math.min(WINDOW_BYTES, last - at)));
  }

  truncate(size: number): void {
    if (size >= this.#size) return;
    this.#flush();
    this.#length = 0;
    ftruncateSync(this.#file, size);
    this.#size = size;
  }

  [Symbol.dispose](): void {
    try {
      this.#flush();
    } finally {
      closeSync(this.#file);
    }
  }

  #windowAt(at: number, length: number): Buffer {
    if (at < this.#start || at + length > this.#start + this.#length) {
      this.#flush();
      this.#start = at;
      this.#length = Math.min(WINDOW_BYTES, this.#size - at);
      readWhole(this.#file, this.#window.subarray(0, this.#length), at);
    }
    return this.#window.subarray(at - this.#start, at - this.#start + length);
  }

  #flush(): void {
    if (!this.#isChanged) return;
    this.#isChanged = false;
    const content = this.#window.subarray(0, this.#length);
    for (let done = 0; done < content.length; )
      done += writeSync(this.#file, content, done, content.length - done, this.#start + done);
  }
}

const ZEROS = Buffer.alloc(WINDOW_BYTES);

function checkRange({ size }: Overwritable, at: number, length: number): void {
  if (at < 0 || length < 0 || at + length > size) throw new RangeError('unexpected end');
}

function readWhole(file: number, content: Buffer, at: number): void {
  for (let done = 0; done < content.length; ) {
    const count = readSync(file, content, done, content.length - done, at + done);
    if (count === 0) throw new RangeError('unexpected end');
    done += count;
  }
}
