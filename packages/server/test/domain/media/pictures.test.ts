import { readFile } from 'node:fs/promises';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import {
  animation,
  FORMATS,
  picture,
  pixelsOf,
  pngChunk,
  prepare,
  SECRET,
  withChunks,
  withMetadata,
  workersForFile,
} from './media-harness.ts';

const workers = workersForFile();
const MIB = 1024 * 1024;

test.for(FORMATS)('a %s without metadata is stored byte for byte', async (format) => {
  const source = await picture().toFormat(format).toBuffer();
  const prepared = await prepare(workers, source);
  expect(prepared).toMatchObject({
    kind: 'image',
    mimeType: `image/${format}`,
    width: 60,
    height: 40,
    durationMs: null,
    isAnimated: false,
    size: source.length,
    thumbnail: { width: 60, height: 40 },
  });
  expect(prepared.bytes.equals(source)).toBe(true);
  expect(prepared.path).toMatch(/\/file$/);
});

test.for(FORMATS)('a %s loses its metadata, and keeps its pixels and its colours', async (format) => {
  const source = await withMetadata(format);
  expect(source.includes(SECRET)).toBe(true);
  const { bytes, size, path } = await prepare(workers, source);
  expect(path).toMatch(/\/new\/picture$/);
  expect(size).toBe(bytes.length);
  expect(bytes.includes(SECRET)).toBe(false);
  expect(bytes.includes('xmpmeta')).toBe(false);
  const [before, after] = await Promise.all([sharp(source).metadata(), sharp(bytes).metadata()]);
  expect(before.exif?.length).toBeGreaterThan(100);
  // Of AVIF, the place remains, filled with zeros.
  expect(after.exif?.every((byte) => byte === 0) ?? true).toBe(true);
  expect(after.xmp).toBeUndefined();
  expect(after.icc?.equals(before.icc ?? Buffer.alloc(0))).toBe(true);
  expect((await pixelsOf(bytes)).equals(await pixelsOf(source))).toBe(true);
});

test.for([
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((orientation) => ({ format: 'jpeg' as const, orientation })),
  ...(['png', 'webp', 'avif'] as const).map((format) => ({ format, orientation: 7 })),
])('a $format with orientation $orientation is stored upright', async ({ format, orientation }) => {
  const source = await withMetadata(format, orientation);
  // (That of AVIF is a part of the picture.)
  if (format !== 'avif') expect((await sharp(source).metadata()).orientation).toBe(orientation);
  const expected = await sharp(source).autoOrient().raw().toBuffer({ resolveWithObject: true });
  const { bytes, width, height, thumbnail } = await prepare(workers, source);
  expect({ width, height }).toEqual({ width: expected.info.width, height: expected.info.height });
  expect(thumbnail).toMatchObject({ width, height });
  expect(bytes.includes(SECRET)).toBe(false);
  expect((await sharp(bytes).metadata()).icc).toBeDefined();
  const stored = await pixelsOf(bytes);
  expect(stored.length).toBe(expected.data.length);
  const difference = stored.reduce((sum, value, at) => sum + Math.abs(value - (expected.data[at] ?? 0)), 0);
  expect(difference / stored.length).toBeLessThan(4);
});

test.for(['gif', 'webp'] as const)(
  'an animated %s stays animated; its thumbnail is still',
  async (format) => {
    const source = await animation(format);
    const { bytes, thumbnail, isAnimated } = await prepare(workers, source);
    expect(isAnimated).toBe(true);
    const after = await sharp(bytes).metadata();
    expect(after).toMatchObject({ pages: 3, delay: [100, 120, 140], loop: 5 });
    expect((await pixelsOf(bytes)).equals(await pixelsOf(source))).toBe(true);
    const still = await sharp(await readFile(thumbnail?.path ?? '')).metadata();
    expect(still).toMatchObject({ format: 'webp', width: 32, height: 20 });
    expect(still.pages ?? 1).toBe(1);
  },
);

test('a GIF loses its comments, its applications and what follows its end', async () => {
  const source = await animation('gif');
  const block = (label: number, ...texts: string[]) =>
    Buffer.concat([
      Buffer.of(0x21, label),
      ...texts.map((text) => Buffer.from(`${String.fromCharCode(text.length)}${text}`, 'latin1')),
      Buffer.of(0),
    ]);
  // After the colours, if there are any, and before the first block.
  const head = 13 + ((source[10] ?? 0) & 0x80 ? 3 * 2 ** (((source[10] ?? 0) & 7) + 1) : 0);
  const planted = Buffer.concat([
    source.subarray(0, head),
    block(0xfe, SECRET),
    block(0xff, 'XMP DataXMP', SECRET),
    source.subarray(head),
    Buffer.from(SECRET),
  ]);
  const { bytes } = await prepare(workers, planted);
  expect(bytes.equals((await prepare(workers, source)).bytes)).toBe(true);
});

test.for(FORMATS)('what follows the end of a %s is not stored', async (format) => {
  const source = await picture().toFormat(format).toBuffer();
  const { bytes, mimeType } = await prepare(
    workers,
    Buffer.concat([source, Buffer.from(`\0\0\0\x30free<script>${SECRET}</script>${'-'.repeat(40)}`)]),
    'page.html',
  );
  expect(mimeType).toBe(`image/${format}`);
  expect(bytes.includes(SECRET)).toBe(false);
});

test('a thumbnail has at most 400 pixels on a side, and is never larger than the picture', async () => {
  for (const [width, height, expected] of [
    [400, 400, { width: 400, height: 400 }],
    [401, 300, { width: 400, height: 299 }],
    [600, 1200, { width: 200, height: 400 }],
    [10_000, 1, { width: 400, height: 1 }],
    [1, 1, { width: 1, height: 1 }],
  ] as const) {
    const { thumbnail } = await prepare(workers, await picture(width, height).png().toBuffer());
    expect(thumbnail).toMatchObject(expected);
  }
});

test('a poster is only a thumbnail, and must be a picture', async () => {
  const source = await picture(800, 600).jpeg().toBuffer();
  const { path } = await prepare(workers, source);
  const poster = await workers.preparePoster('a', path, `${path}/..`);
  expect(poster).toMatchObject({ width: 400, height: 300 });
  const text = (await prepare(workers, 'no picture')).path;
  await expect(workers.preparePoster('a', text, `${text}/..`)).rejects.toMatchObject({
    reason: 'not-a-picture',
  });
});

test('an animation has a limit of frames, and of the pixels in all of them', async () => {
  const tiny = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
  const image = tiny.subarray(27, -1);
  const of = (frames: number) =>
    Buffer.concat([tiny.subarray(0, -1), ...Array<Buffer>(frames - 1).fill(image), tiny.subarray(-1)]);
  expect((await prepare(workers, of(2_000))).kind).toBe('image');
  await expect(prepare(workers, of(2_001))).rejects.toMatchObject({ reason: 'picture-too-large' });
  await expect(prepare(workers, of(45_000))).rejects.toMatchObject({ reason: 'picture-too-large' });
  // A canvas of 9,000 × 5,000 pixels, for 23 frames of one pixel.
  const wide = of(23);
  wide.writeUInt16LE(9_000, 6);
  wide.writeUInt16LE(5_000, 8);
  await expect(prepare(workers, wide)).rejects.toMatchObject({ reason: 'picture-too-large' });
});

test('what would unpack to far more than it should is removed before it is unpacked', async () => {
  const png = await picture().png().toBuffer();
  const packed = deflateSync(Buffer.alloc(32 * MIB));
  const bombs = [
    pngChunk('iCCP', Buffer.concat([Buffer.from('x\0\0'), packed])),
    pngChunk('zTXt', Buffer.concat([Buffer.from('x\0\0'), packed])),
    pngChunk('iTXt', Buffer.concat([Buffer.from('x\0\x01\0\0\0'), packed])),
  ];
  const { bytes } = await prepare(workers, withChunks(png, ...bombs));
  expect(bytes.equals(png)).toBe(true);
});

test.for(FORMATS)('a damaged or truncated %s is refused', async (format) => {
  const source = await picture(200, 100).toFormat(format).toBuffer();
  for (const part of [0.3, 0.6, 0.95]) {
    const cut = source.subarray(0, Math.floor(source.length * part));
    await expect(prepare(workers, cut), `${part}`).rejects.toMatchObject({ reason: 'picture-unreadable' });
  }
});

test('a picture is read only as the format that its first bytes say', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>';
  expect(await prepare(workers, svg, 'a.png')).toMatchObject({ kind: 'file', mimeType: 'text/plain' });
  await expect(prepare(workers, `GIF89a/*${svg}*/=1`)).rejects.toMatchObject({
    reason: 'picture-unreadable',
  });
  await expect(
    prepare(workers, Buffer.concat([Buffer.of(0xff, 0xd8, 0xff), Buffer.from(svg)])),
  ).rejects.toMatchObject({
    reason: 'picture-unreadable',
  });
});

test('an animated PNG stays animated', async () => {
  const png = await picture().png().toBuffer();
  const animated = withChunks(
    png,
    pngChunk('acTL', Buffer.from([0, 0, 0, 1, 0, 0, 0, 0])),
    pngChunk('fcTL', Buffer.from('000000000000003c0000002800000000000000000001000a0000', 'hex')),
  );
  const { bytes, isAnimated } = await prepare(workers, animated);
  expect(bytes.equals(animated)).toBe(true);
  // It has a single frame.
  expect(isAnimated).toBe(false);
});
