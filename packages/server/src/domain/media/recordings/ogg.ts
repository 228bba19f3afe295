import type { Overwritable } from '../overwritable.ts';
import { DamagedRecording } from './damaged-recording.ts';
import { emptiedComments } from './vorbis-comments.ts';

/*
 * Ogg consists of pages, which have parts of packets. The second packet of each stream has the comments. (Those of FLAC follow each
 * other until one says that it is the last.) They are overwritten, and the checksums of their pages computed again.
 */

type Codec = 'vorbis' | 'opus' | 'speex' | 'flac';

interface Page {
  at: number;
  end: number;
}

/** A stream whose comments have not come, or not wholly. */
interface Stream {
  codec: Codec;
  /** Whether the packet that tells the codec is over. */
  hasBegun: boolean;
  /** The packet so far: where its parts are, and the pages that they are on. */
  parts: { at: number; length: number }[];
  pages: Page[];
}

const HEAD_BYTES = 27;
const STARTS: readonly [string, Codec][] = [
  ['OpusHead', 'opus'],
  ['\x01vorbis', 'vorbis'],
  ['\x7fFLAC', 'flac'],
  ['Speex   ', 'speex'],
];
/** Streams whose comments are still to come, at a time. Recordings have one. */
const MAX_STREAMS = 1_000;
/** Of comments. */
const MAX_PARTS = 100_000;

export function cleanOgg(bytes: Overwritable): void {
  const streams = new Map<number, Stream>();
  for (let at = 0; at + HEAD_BYTES <= bytes.size; ) {
    const head = bytes.read(at, HEAD_BYTES);
    const count = head[26] ?? 0;
    if (head.toString('latin1', 0, 4) !== 'OggS' || at + HEAD_BYTES + count > bytes.size) return;
    const segments = bytes.read(at + HEAD_BYTES, count);
    const start = at + HEAD_BYTES + count;
    const end = start + segments.reduce((sum, length) => sum + length, 0);
    if (end > bytes.size) return;
    const serial = head.readUInt32LE(14);
    const isFirst = ((head[5] ?? 0) & 2) !== 0;
    if (isFirst) beginStream(streams, serial, bytes.read(start, Math.min(8, end - start)));
    const stream = streams.get(serial);
    if (stream !== undefined && readPage(bytes, stream, { at, end }, segments)) streams.delete(serial);
    at = end;
  }
}

function beginStream(streams: Map<number, Stream>, serial: number, start: Buffer): void {
  const text = start.toString('latin1');
  const [, codec] = STARTS.find(([begin]) => text.startsWith(begin)) ?? [];
  if (codec === undefined) return;
  streams.set(serial, { codec, hasBegun: false, parts: [], pages: [] });
  if (streams.size > MAX_STREAMS) throw new DamagedRecording('has too many streams');
}

/** Returns whether the comments of the stream are over. */
function readPage(bytes: Overwritable, stream: Stream, page: Page, segments: Buffer): boolean {
  stream.pages.push(page);
  let at = page.end - segments.reduce((sum, length) => sum + length, 0);
  let length = 0;
  for (const segment of segments) {
    length += segment;
    // A packet goes on as long as its segments have 255 bytes.
    if (segment === 255) continue;
    stream.parts.push({ at, length });
    at += length;
    length = 0;
    if (endPacket(bytes, stream)) return true;
    stream.pages = [page];
  }
  if (length > 0) stream.parts.push({ at, length });
  else stream.pages = [];
  if (stream.parts.length > MAX_PARTS) throw new DamagedRecording('has too many parts');
  return false;
}

function endPacket(bytes: Overwritable, stream: Stream): boolean {
  const { codec, parts, pages } = stream;
  stream.parts = [];
  if (!stream.hasBegun) {
    stream.hasBegun = true;
    return false;
  }
  const packet = Buffer.concat(parts.map(({ at, length }) => bytes.read(at, length)));
  const emptied = codec === 'flac' ? emptiedBlock(packet) : emptiedComments(packet, codec);
  if (emptied.equals(packet)) return codec !== 'flac' || isLastBlock(packet);
  let done = 0;
  for (const { at, length } of parts) {
    bytes.write(at, emptied.subarray(done, done + length));
    done += length;
  }
  for (const page of pages) writeChecksum(bytes, page);
  return codec !== 'flac' || isLastBlock(packet);
}

const isLastBlock = (block: Buffer) => ((block[0] ?? 0x80) & 0x80) !== 0;
const SEEK_TABLE = 3;
const COMMENTS = 4;
const PADDING = 1;

/** A block of FLAC's metadata: comments are emptied, pictures and data of applications become padding. */
export function emptiedBlock(block: Buffer): Buffer {
  const type = (block[0] ?? 0) & 0x7f;
  if (type === 0 || type === SEEK_TABLE) return block;
  if (type === COMMENTS) return emptiedComments(block, 'flac');
  const padding = Buffer.alloc(block.length);
  block.copy(padding, 0, 0, 4);
  padding[0] = ((block[0] ?? 0) & 0x80) | PADDING;
  return padding;
}

const CHECKSUM_AT = 22;

function writeChecksum(bytes: Overwritable, { at, end }: Page): void {
  const page = bytes.read(at, end - at);
  page.writeUInt32LE(0, CHECKSUM_AT);
  let sum = 0;
  for (const byte of page) sum = (sum << 8) ^ (CHECKSUMS[(sum >>> 24) ^ byte] ?? 0);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32LE(sum >>> 0);
  bytes.write(at + CHECKSUM_AT, checksum);
}

/** Ogg's: the polynomial of CRC-32, with the bits in order. */
const CHECKSUMS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte << 24;
  for (let bit = 0; bit < 8; bit += 1) sum = (sum << 1) ^ (sum < 0 ? 0x04_c1_1d_b7 : 0);
  return sum >>> 0;
});
