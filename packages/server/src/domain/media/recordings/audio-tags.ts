import { id3Length } from '../audio-signatures.ts';
import type { Overwritable } from '../overwritable.ts';
import { DamagedRecording } from './damaged-recording.ts';
import { emptiedBlock } from './ogg.ts';

/* Tags of audio that has no container: ID3 and APE, the metadata of FLAC, the chunks of WAVE. */

const ID3_HEAD_BYTES = 10;

/** MP3 and AAC: the tags before and after the frames. */
export function cleanFrames(bytes: Overwritable): void {
  cutLastTags(bytes, emptyFirstTags(bytes));
}

export function cleanFlac(bytes: Overwritable): void {
  let at = emptyFirstTags(bytes) + 4;
  for (let isLast = false; !isLast && at + 4 <= bytes.size; ) {
    const head = bytes.read(at, 4);
    isLast = ((head[0] ?? 0) & 0x80) !== 0;
    const block = bytes.read(at, Math.min(4 + head.readUIntBE(1, 3), bytes.size - at));
    bytes.write(at, emptiedBlock(block));
    at += block.length;
  }
  cutLastTags(bytes, at);
}

const NEEDED_CHUNKS = new Set(['fmt ', 'fact', 'data']);
const CHUNK_HEAD_BYTES = 8;

export function cleanWave(bytes: Overwritable): void {
  for (let at = emptyFirstTags(bytes) + 12; at + CHUNK_HEAD_BYTES <= bytes.size; ) {
    const head = bytes.read(at, CHUNK_HEAD_BYTES);
    const type = head.toString('latin1', 0, 4);
    const size = head.readUInt32LE(4);
    // A program that did not know the length of what it recorded has written one of these.
    if (type === 'data' && (size === 0 || size === 0xff_ff_ff_ff)) return;
    if (!NEEDED_CHUNKS.has(type)) {
      bytes.write(at, Buffer.from('JUNK', 'latin1'));
      bytes.blank(at + CHUNK_HEAD_BYTES, at + CHUNK_HEAD_BYTES + size);
    }
    at += CHUNK_HEAD_BYTES + size + (size % 2);
  }
}

/** Makes the content of ID3 tags padding, and returns where the audio begins. */
function emptyFirstTags(bytes: Overwritable): number {
  let at = 0;
  for (;;) {
    const head = bytes.read(at, Math.min(ID3_HEAD_BYTES, bytes.size - at));
    const length = Math.min(id3Length(head), bytes.size - at);
    if (length < ID3_HEAD_BYTES) return at;
    // Without flags: there is neither a second header nor a footer.
    const size = length - ID3_HEAD_BYTES;
    head.set([0, size >>> 21, (size >>> 14) & 0x7f, (size >>> 7) & 0x7f, size & 0x7f], 5);
    bytes.write(at, head);
    bytes.blank(at + ID3_HEAD_BYTES, at + length);
    at += length;
  }
}

/**
 * Cuts off the tags after the audio, which begins at `start`, in any order: ID3v1 with its extension, APE, Lyrics3, ID3v2. Nobody can tell
 * where one begins that claims all bytes that are left, or more: to believe it would cut off the audio.
 */
function cutLastTags(bytes: Overwritable, start: number): void {
  for (;;) {
    const tail = bytes.read(Math.max(0, bytes.size - TAIL_BYTES), Math.min(TAIL_BYTES, bytes.size));
    const length = LAST_TAGS.map((lengthOf) => lengthOf(tail)).find((found) => found > 0);
    if (length === undefined) return;
    if (length >= bytes.size - start) throw new DamagedRecording('ends with a damaged tag');
    bytes.truncate(bytes.size - length);
  }
}

const TAIL_BYTES = 355;
/** Each returns the length of its tag at the end of a file, 0 if there is none. */
const LAST_TAGS: readonly ((tail: Buffer) => number)[] = [
  (tail) => (textAt(tail, 128, 3) === 'TAG' ? 128 : 0),
  (tail) => (textAt(tail, 227, 4) === 'TAG+' ? 227 : 0),
  (tail) => {
    if (textAt(tail, 32, 8) !== 'APETAGEX') return 0;
    const [size, flags] = [tail.readUInt32LE(tail.length - 20), tail.readUInt32LE(tail.length - 12)];
    // The size is without the header.
    return Math.max(32, size) + (flags >>> 31) * 32;
  },
  (tail) => {
    if (textAt(tail, 9, 9) !== 'LYRICS200') return 0;
    const size = textAt(tail, 15, 6);
    return /^\d{6}$/.test(size) ? Number(size) + 15 : 15;
  },
  (tail) => {
    if (textAt(tail, 10, 3) !== '3DI') return 0;
    const header = Buffer.from(tail.subarray(-10));
    header.write('ID3', 0, 'latin1');
    return Math.max(20, id3Length(header));
  },
];

const textAt = (tail: Buffer, fromEnd: number, length: number) =>
  fromEnd > tail.length ? '' : tail.toString('latin1', tail.length - fromEnd, tail.length - fromEnd + length);
