/** Reads bytes from front to back, and refuses to read past their end. */
export class ByteCursor {
  readonly bytes: Buffer;
  at = 0;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  get left(): number {
    return this.bytes.length - this.at;
  }

  /** @throws {RangeError} if there are fewer bytes, or the length is negative. The numbers below throw it as well. */
  take(length: number): Buffer {
    if (length < 0 || length > this.left) throw new RangeError('unexpected end');
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  text(length: number): string {
    return this.take(length).toString('latin1');
  }

  uint8(): number {
    return this.take(1).readUInt8();
  }

  uint16BE(): number {
    return this.take(2).readUInt16BE();
  }

  uint16LE(): number {
    return this.take(2).readUInt16LE();
  }

  uint24LE(): number {
    return this.take(3).readUIntLE(0, 3);
  }

  uint32BE(): number {
    return this.take(4).readUInt32BE();
  }

  uint32LE(): number {
    return this.take(4).readUInt32LE();
  }
}
