import { ByteCursor } from '../byte-cursor.ts';
import { type CleanPicture, Pieces } from './clean-picture.ts';
import { type Orientation, orientationOf } from './orientation.ts';

const RIFF_BYTES = 12;
const KEPT = new Set(['VP8X', 'ICCP', 'ANIM', 'ANMF', 'ALPH', 'VP8 ', 'VP8L']);
const KEPT_IN_FRAME = new Set(['ALPH', 'VP8 ', 'VP8L']);
/** The position, size, delay and blending of a frame come before its chunks. */
const FRAME_HEAD_BYTES = 16;
/** Flags of the header that announce EXIF and XMP. */
const METADATA_FLAGS = 0x08 | 0x04;

export function cleanWebp(source: Buffer): CleanPicture {
  const end = 8 + source.readUInt32LE(4);
  if (end > source.length) throw new RangeError('unexpected end');
  const cursor = new ByteCursor(source.subarray(0, end));
  cursor.take(RIFF_BYTES);
  const kept = new Pieces();
  kept.add(Buffer.from('WEBP'));
  let orientation: Orientation = 1;
  let frames = 0;
  // (A last odd byte is padding that some encoders forget to count, or count too much.)
  while (cursor.left > 1) {
    const { type, data } = nextChunk(cursor);
    if (type === 'EXIF') orientation = orientationOf(data);
    if (!KEPT.has(type)) continue;
    if (type === 'ANMF') frames += 1;
    kept.add(chunk(type, type === 'VP8X' ? withoutFlags(data) : type === 'ANMF' ? cleanFrame(data) : data));
  }
  return { bytes: chunk('RIFF', kept.join()), orientation, frames: Math.max(frames, 1) };
}

function nextChunk(cursor: ByteCursor): { type: string; data: Buffer } {
  const type = cursor.text(4);
  const data = cursor.take(cursor.uint32LE());
  if (data.length % 2 === 1 && cursor.left > 0) cursor.take(1);
  return { type, data };
}

function chunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

function withoutFlags(header: Buffer): Buffer {
  const copy = Buffer.from(header.subarray(0, 10));
  copy.writeUInt8(copy.readUInt8(0) & ~METADATA_FLAGS, 0);
  return copy;
}

function cleanFrame(frame: Buffer): Buffer {
  const cursor = new ByteCursor(frame);
  const kept = new Pieces();
  kept.add(cursor.take(FRAME_HEAD_BYTES));
  while (cursor.left > 1) {
    const { type, data } = nextChunk(cursor);
    if (KEPT_IN_FRAME.has(type)) kept.add(chunk(type, data));
  }
  return kept.join();
}
