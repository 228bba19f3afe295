import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import {
  claimingPng,
  picture,
  prepare,
  SECRET,
  store,
  withMetadata,
  workersForFile,
} from './media-harness.ts';

const LIMITS = { side: 100, pixels: 1_000, avifPixels: 600 };
const small = workersForFile({ pictureLimits: LIMITS });
const usual = workersForFile();

const solid = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } });
const TOO_LARGE = { name: 'RefusedMedia', reason: 'picture-too-large', kind: 'image' };

test.for(['png', 'jpeg', 'webp', 'gif'] as const)(
  'a %s has its limits of pixels and of side',
  async (format) => {
    const of = async (width: number, height: number) =>
      prepare(small, await solid(width, height).toFormat(format).toBuffer());
    for (const [width, height] of [
      [99, 10],
      [100, 10],
      [10, 100],
      [37, 27],
      [40, 25],
    ] as const)
      expect(await of(width, height)).toMatchObject({ kind: 'image', width, height });
    const side = { ...TOO_LARGE, message: 'has more than 100 pixels on a side' };
    await expect(of(101, 1)).rejects.toMatchObject(side);
    await expect(of(1, 101)).rejects.toMatchObject(side);
    await expect(of(77, 13)).rejects.toMatchObject({ ...TOO_LARGE, message: 'has more than 1000 pixels' });
  },
);

test('an AVIF has a limit of pixels of its own', async () => {
  const of = async (width: number, height: number) =>
    prepare(small, await solid(width, height).avif({ effort: 0 }).toBuffer());
  for (const [width, height] of [
    [100, 1],
    [20, 30],
    [24, 25],
  ] as const)
    expect(await of(width, height)).toMatchObject({ kind: 'image', width, height });
  await expect(of(101, 1)).rejects.toMatchObject(TOO_LARGE);
  await expect(of(25, 25)).rejects.toMatchObject({ ...TOO_LARGE, message: 'has more than 600 pixels' });
});

test.for([
  ['60,000 pixels on both sides', claimingPng(60_000, 60_000)],
  ['20,001 pixels on a side', claimingPng(20_001, 1)],
  ['20,001 pixels on the other side', claimingPng(1, 20_001)],
  ['more than 120 megapixels', claimingPng(20_000, 6_001)],
  ['the largest sides that can be written', claimingPng(2 ** 31 - 1, 2 ** 31 - 1, 0)],
] as const)('a picture that claims %s is refused', async ([, source]) => {
  await expect(prepare(usual, source)).rejects.toMatchObject({
    name: 'RefusedMedia',
    reason: expect.stringMatching(/^picture-too-large|picture-unreadable$/),
    kind: 'image',
  });
});

test.for([
  [20_000, 2],
  [12_000, 2_000],
  [8_160, 6_144],
] as const)('a picture of %d × %d pixels is accepted', async ([width, height]) => {
  expect(await prepare(usual, claimingPng(width, height, height))).toMatchObject({ width, height });
});

test.for(['png', 'jpeg', 'webp'] as const)(
  'a %s that is too large can be a file, which loses its metadata and stays upright',
  async (format) => {
    const source = await withMetadata(format, 6);
    await expect(prepare(small, source)).rejects.toMatchObject(TOO_LARGE);
    const { bytes, ...file } = await prepare(small, source, { fallback: 'file' });
    expect(file).toMatchObject({
      ...{ kind: 'file', mimeType: `image/${format}`, refusedAsPicture: 'picture-too-large' },
      ...{ width: null, height: null, thumbnail: null, size: bytes.length },
    });
    expect(bytes.includes(SECRET)).toBe(false);
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 60, height: 40, orientation: 6 });
    const upright = (of: Buffer) => sharp(of).autoOrient().raw().toBuffer();
    expect((await upright(bytes)).equals(await upright(source))).toBe(true);
  },
);

test('a picture with nothing to remove becomes a file byte for byte', async () => {
  const source = await solid(101, 1).png().toBuffer();
  const { bytes, path } = await prepare(small, source, { fallback: 'file' });
  expect(bytes.equals(source)).toBe(true);
  expect(path).toMatch(/\/file$/);
});

test('a picture of more bytes than pictures may have can be a file, within the limit of files', async () => {
  const source = await picture().png({ compressionLevel: 0 }).toBuffer();
  const maxBytes = { image: source.length - 1, video: 1, audio: 1, file: source.length };
  const workers = workersForFile({ maxBytes });
  await expect(prepare(workers, source)).rejects.toMatchObject({ reason: 'too-many-bytes', kind: 'image' });
  expect(await prepare(workers, source, { fallback: 'file' })).toMatchObject({
    ...{ kind: 'file', refusedAsPicture: 'too-many-bytes' },
  });
  await expect(workers.checkSize(store(source), 'a')).rejects.toMatchObject({ kind: 'image' });
  await workers.checkSize(store(source), 'a', 'file');
  const larger = Buffer.concat([source, Buffer.alloc(1)]);
  await expect(workers.checkSize(store(larger), 'a', 'file')).rejects.toMatchObject({ kind: 'file' });
  await expect(prepare(workers, larger, { fallback: 'file' })).rejects.toMatchObject({
    ...{ reason: 'too-many-bytes', kind: 'file' },
  });
});

test('pixels that cannot be read do not keep a picture from being a file; metadata that cannot be found do', async () => {
  const unreadable = claimingPng(60, 40, 1);
  await expect(prepare(usual, unreadable)).rejects.toMatchObject({ reason: 'picture-unreadable' });
  expect(await prepare(usual, unreadable, { fallback: 'file' })).toMatchObject({
    ...{ kind: 'file', refusedAsPicture: 'picture-unreadable' },
  });
  const cut = (await withMetadata('jpeg')).subarray(0, 600);
  await expect(prepare(usual, cut, { fallback: 'file' })).rejects.toMatchObject({
    ...{ reason: 'picture-unreadable', kind: 'image' },
  });
});

test('the fallback changes nothing for other files', async () => {
  const of = async (content: Buffer | string) => {
    const { bytes, path: _, thumbnail, ...file } = await prepare(usual, content, { fallback: 'file' });
    return { ...file, thumbnail: thumbnail?.width, bytes: bytes.length };
  };
  expect(await of(await picture().png().toBuffer())).toMatchObject({ kind: 'image', thumbnail: 60 });
  expect(await of('text')).toMatchObject({ kind: 'file', mimeType: 'text/plain' });
});

test('a JPEG of more than 50 megapixels keeps its pixels, and says how to turn them', {
  tags: 'thorough',
}, async () => {
  const source = await solid(10_001, 5_000).jpeg({ quality: 10 }).withMetadata({ orientation: 6 }).toBuffer();
  const { bytes, width, height, thumbnail } = await prepare(usual, source);
  expect({ width, height }).toEqual({ width: 5_000, height: 10_001 });
  expect(thumbnail).toMatchObject({ width: 200, height: 400 });
  const after = await sharp(bytes).metadata();
  expect(after).toMatchObject({ width: 10_001, height: 5_000, orientation: 6 });
  expect(after.exif?.length).toBeLessThan(40);
});

test.runIf(process.platform === 'linux')(
  'a picture that takes too much memory is refused, and the next one is read',
  async () => {
    const workers = workersForFile({ memoryLimitBytes: 200 * 1024 * 1024 });
    // All of its rows are there only at the end, so it needs its 160 MB at once.
    const hungry = await solid(5_000, 4_000)
      .toColourspace('rgb16')
      .ensureAlpha()
      .png({ progressive: true })
      .toBuffer();
    const refusal = { reason: 'picture-unreadable', message: 'takes too much memory to read' };
    await expect(prepare(workers, hungry)).rejects.toMatchObject(refusal);
    expect(await prepare(workers, hungry, { fallback: 'file' })).toMatchObject({
      ...{ kind: 'file', refusedAsPicture: 'picture-unreadable' },
    });
    expect(await prepare(workers, await picture().png().toBuffer())).toMatchObject({ kind: 'image' });
  },
);

test('the largest picture that is accepted is stored as it is', async () => {
  const source = claimingPng(20_000, 6_000, 6_000);
  const { bytes, path, thumbnail } = await prepare(usual, source);
  expect(thumbnail).toMatchObject({ width: 400, height: 120 });
  expect(bytes.equals(source)).toBe(true);
  expect(readFileSync(path).length).toBe(source.length);
});
