/*
 * Zip archives, byte by byte, so that a test can falsify every field. All other fields follow the format (APPNOTE.TXT,
 * 4.3).
 */
import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  /** A string is UTF-8 and flagged as such; bytes are not flagged. */
  name: string | Buffer;
  /** The unpacked content. */
  content?: string | Buffer;
  /** 0 is stored, 8 deflated. */
  method?: number;
  /** The packed bytes, instead of the packed content. */
  packed?: Buffer;
  flags?: number;
  crc?: number;
  size?: number;
  packedSize?: number;
  /** The external attributes; `unixMode` makes them. */
  attributes?: number;
  extra?: Buffer;
  /** Puts sizes and offset into a zip64 field, with 64 bits each. */
  zip64?: boolean;
  /** The local header that the directory points to; by default the entry's own. */
  offset?: number | bigint;
}

export interface ZipOptions {
  before?: Buffer;
  after?: Buffer;
  /** Number of entries in the end record. */
  count?: number;
  directoryOffset?: number | bigint;
  /** Adds the zip64 end record, which then has the count and the offset. */
  zip64?: boolean;
  /** The offset of the zip64 end record according to the zip64 locator. */
  zip64Offset?: bigint;
}

const UTF8_FLAG = 0x800;
const ALL_16 = 0xff_ff;
const ALL_32 = 0xff_ff_ff_ff;

export function unixMode(mode: number): number {
  return mode * 0x1_00_00;
}

export function extraField(id: number, data: Buffer): Buffer {
  return Buffer.concat([numbers([2, id], [2, data.length]), data]);
}

export function buildZip(entries: readonly ZipEntry[], options: ZipOptions = {}): Buffer {
  const parts = [options.before ?? Buffer.alloc(0)];
  const length = () => parts.reduce((sum, part) => sum + part.length, 0);
  const directory: Buffer[] = [];
  for (const entry of entries) {
    directory.push(directoryEntry(entry, entry.offset ?? length()));
    if (entry.offset === undefined) parts.push(localEntry(entry));
  }
  const directoryOffset = options.directoryOffset ?? length();
  parts.push(...directory);
  const directoryBytes = directory.reduce((sum, part) => sum + part.length, 0);
  const count = options.count ?? entries.length;
  if (options.zip64 === true) {
    const recordOffset = options.zip64Offset ?? length();
    const counts: Field[] = [
      [8, count],
      [8, count],
      [8, directoryBytes],
      [8, directoryOffset],
    ];
    parts.push(numbers([4, 0x06_06_4b_50], [8, 44], [2, 45], [2, 45], [4, 0], [4, 0], ...counts));
    parts.push(numbers([4, 0x07_06_4b_50], [4, 0], [8, recordOffset], [4, 1]));
    parts.push(endRecord(ALL_16, ALL_32, ALL_32));
  } else parts.push(endRecord(count, directoryBytes, directoryOffset));
  parts.push(options.after ?? Buffer.alloc(0));
  return Buffer.concat(parts);
}

/** The bytes of header and content in the archive. */
export function localEntry(entry: ZipEntry): Buffer {
  const { name, packed, method, flags, crc, size, packedSize } = complete(entry);
  const sizes: Field[] = [
    [4, crc],
    [4, packedSize],
    [4, size],
    [2, name.length],
    [2, 0],
  ];
  const header = numbers([4, 0x04_03_4b_50], [2, 20], [2, flags], [2, method], [2, 0], [2, 0x21], ...sizes);
  return Buffer.concat([header, name, packed]);
}

function directoryEntry(entry: ZipEntry, offset: number | bigint): Buffer {
  const { name, method, flags, crc, size, packedSize } = complete(entry);
  const sizes = numbers([8, size], [8, packedSize], [8, offset]);
  const extra = Buffer.concat([
    entry.zip64 === true ? extraField(1, sizes) : Buffer.alloc(0),
    entry.extra ?? Buffer.alloc(0),
  ]);
  const in32Bits = (value: number | bigint) => (entry.zip64 === true ? ALL_32 : value);
  const header = numbers(
    [4, 0x02_01_4b_50],
    [2, 0x03_2d], // made on Unix
    [2, 20],
    [2, flags],
    [2, method],
    [2, 0],
    [2, 0x21],
    [4, crc],
    [4, in32Bits(packedSize)],
    [4, in32Bits(size)],
    [2, name.length],
    [2, extra.length],
    [2, 0],
    [2, 0],
    [2, 0],
    [4, entry.attributes ?? unixMode(0o100644)],
    [4, in32Bits(offset)],
  );
  return Buffer.concat([header, name, extra]);
}

function endRecord(count: number, directoryBytes: number, directoryOffset: number | bigint): Buffer {
  const sizes: Field[] = [
    [4, directoryBytes],
    [4, directoryOffset],
    [2, 0],
  ];
  return numbers([4, 0x06_05_4b_50], [2, 0], [2, 0], [2, count], [2, count], ...sizes);
}

function complete(entry: ZipEntry) {
  const content = Buffer.from(entry.content ?? '');
  const method = entry.method ?? 0;
  const packed = entry.packed ?? (method === 8 ? deflateRawSync(content) : content);
  return {
    name: Buffer.from(entry.name),
    packed,
    method,
    flags: entry.flags ?? (typeof entry.name === 'string' ? UTF8_FLAG : 0),
    crc: entry.crc ?? crc32(content),
    size: entry.size ?? content.length,
    packedSize: entry.packedSize ?? packed.length,
  };
}

type Field = [bytes: number, value: number | bigint];

/** Little-endian numbers of these sizes in bytes. */
function numbers(...fields: Field[]): Buffer {
  return Buffer.concat(
    fields.map(([bytes, value]) => {
      const all = Buffer.alloc(8);
      all.writeBigUInt64LE(BigInt.asUintN(64, BigInt(value)));
      return all.subarray(0, bytes);
    }),
  );
}
