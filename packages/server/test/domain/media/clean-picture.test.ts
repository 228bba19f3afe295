/* Pictures are cleaned without being decoded, so these tests need no worker. */
import { expect, test } from 'vitest';
import { cleanPicture, type PictureMimeType } from '../../../src/domain/media/pictures/clean.ts';
import { DamagedPicture } from '../../../src/domain/media/pictures/clean-picture.ts';
import { animation, FORMATS, picture, pngChunk, SECRET, withChunks, withMetadata } from './media-harness.ts';

const clean = (mimeType: PictureMimeType, source: Buffer) => cleanPicture(mimeType, source).bytes;

function jpegSegment(marker: number, content: string | Buffer): Buffer {
  const data = Buffer.from(content as string, 'latin1');
  return Buffer.concat([Buffer.of(0xff, marker, (data.length + 2) >>> 8, (data.length + 2) & 0xff), data]);
}

function riffChunk(type: string, content: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(content.length);
  return Buffer.concat([Buffer.from(type), length, Buffer.from(content), Buffer.alloc(content.length % 2)]);
}

/** The box of that type in an ISO base media file: the offset of its size. */
const boxAt = (file: Buffer, type: string) => file.indexOf(type, 0, 'latin1') - 4;

test('a JPEG loses comments, previews and the segments of applications', async () => {
  const source = await picture().jpeg().toBuffer();
  const planted = Buffer.concat([
    source.subarray(0, 2),
    jpegSegment(0xfe, SECRET),
    jpegSegment(0xed, `Photoshop 3.0\0${SECRET}`),
    jpegSegment(0xe2, `MPF\0${SECRET}`),
    jpegSegment(0xe0, `JFXX\0\x10${SECRET}`),
    jpegSegment(0xef, SECRET),
    // Any number of fill bytes may come before a segment.
    Buffer.of(0xff, 0xff, 0xff),
    source.subarray(2),
    Buffer.from(SECRET),
  ]);
  expect(clean('image/jpeg', planted).equals(source)).toBe(true);
});

test('a JPEG loses the preview in its first segment, but not its version and resolution', async () => {
  const source = await picture().jpeg().toBuffer();
  const header = `JFIF\0\x01\x02\x01\0\x48\0\x48`;
  const plain = Buffer.concat([
    source.subarray(0, 2),
    jpegSegment(0xe0, `${header}\0\0`),
    source.subarray(2),
  ]);
  const preview = jpegSegment(
    0xe0,
    Buffer.concat([Buffer.from(`${header}\x01\x01`, 'latin1'), Buffer.alloc(3, 7)]),
  );
  const planted = Buffer.concat([source.subarray(0, 2), preview, source.subarray(2)]);
  expect(clean('image/jpeg', planted).equals(plain)).toBe(true);
  expect(clean('image/jpeg', plain).equals(plain)).toBe(true);
});

test('a WebP loses unknown chunks, also those in its frames', async () => {
  const source = await animation('webp');
  const frameAt = source.indexOf('ANMF');
  const secret = riffChunk('Secr', SECRET);
  const planted = Buffer.concat([source, secret]);
  planted.writeUInt32LE(planted.length - 8, 4);
  expect(clean('image/webp', planted).equals(source)).toBe(true);
  const frameEnd = frameAt + 8 + source.readUInt32LE(frameAt + 4);
  const inFrame = Buffer.concat([source.subarray(0, frameEnd), secret, source.subarray(frameEnd)]);
  inFrame.writeUInt32LE(source.readUInt32LE(frameAt + 4) + secret.length, frameAt + 4);
  inFrame.writeUInt32LE(inFrame.length - 8, 4);
  expect(clean('image/webp', inFrame).equals(source)).toBe(true);
});

test('a PNG loses everything that is not for showing it', async () => {
  const source = await picture().png().toBuffer();
  const chunks = ['tEXt', 'tIME', 'eXIf', 'prVt', 'zzzz'].map((type) => pngChunk(type, Buffer.from(SECRET)));
  expect(clean('image/png', withChunks(source, ...chunks)).equals(source)).toBe(true);
});

test('an AVIF loses the names of its parts and what no part uses', async () => {
  const source = await withMetadata('avif');
  // The name of the handler may be any text; here it has room for a byte.
  const nameAt = boxAt(source, 'hdlr') + 32;
  const planted = Buffer.concat([source, Buffer.from(`\0\0\0\x30uuid${SECRET}`.padEnd(0x30))]);
  planted.write('S', nameAt, 'latin1');
  const cleaned = clean('image/avif', planted);
  expect(cleaned.length).toBe(source.length);
  expect(cleaned[nameAt]).toBe(0);
  for (const text of [SECRET, 'xmpmeta']) expect(cleaned.includes(text)).toBe(false);
});

test('an AVIF whose parts are countless, elsewhere, or listed twice is refused', async () => {
  const source = await picture().avif().toBuffer();
  const locations = boxAt(source, 'iloc');
  const countless = Buffer.from(source);
  // Extents that take no bytes, 65,535 of them.
  countless.writeUInt16BE(0, locations + 12);
  countless.writeUInt16BE(0xff_ff, locations + 12 + 2 + 2 + 2 + 2);
  const twice = Buffer.concat([source, source.subarray(boxAt(source, 'meta'))]);
  for (const planted of [countless, twice])
    expect(() => clean('image/avif', planted)).toThrow(DamagedPicture);
});

test('a picture with an absurd number of parts is refused', async () => {
  const source = await picture().png().toBuffer();
  const many = Buffer.concat(Array<Buffer>(100_001).fill(pngChunk('gAMA', Buffer.alloc(4))));
  expect(() => clean('image/png', withChunks(source, many))).toThrow(DamagedPicture);
  const empty = Buffer.concat(Array<Buffer>(100_001).fill(pngChunk('tEXt')));
  expect(clean('image/png', withChunks(source, empty)).equals(source)).toBe(true);
});

test.for([...FORMATS, 'gif'] as const)(
  'a %s that ends too early is refused, wherever it ends',
  async (format) => {
    const source = format === 'gif' ? await animation('gif') : await withMetadata(format);
    for (let length = 33; length < source.length; length += 1) {
      const cut = source.subarray(0, length);
      // Bytes after the pixels of an AVIF are not needed; libvips notices if the pixels are incomplete.
      if (format === 'avif')
        expect(refusedOr(() => clean('image/avif', cut).length)).toBeLessThanOrEqual(length);
      else expect(() => clean(`image/${format}`, cut)).toThrow(DamagedPicture);
    }
  },
);

function refusedOr(work: () => number): number {
  try {
    return work();
  } catch (error) {
    if (error instanceof DamagedPicture) return 0;
    throw error;
  }
}

test.for([...FORMATS, 'gif'] as const)(
  'a %s with a wrong byte is cleaned or refused, whichever byte it is',
  async (format) => {
    const source = format === 'gif' ? await animation('gif') : await withMetadata(format);
    for (let at = 8; at < source.length; at += 1) {
      for (const value of [0, 0xff, (source[at] ?? 0) ^ 1]) {
        const copy = Buffer.from(source);
        copy[at] = value;
        expect(refusedOr(() => clean(`image/${format}`, copy).length)).toBeLessThanOrEqual(source.length);
      }
    }
  },
);
