import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { cleanInPlace } from '../../../src/domain/media/clean-in-place.ts';
import { fileTypeOf } from '../../../src/domain/media/file-type.ts';
import { fixture, SECRET, store } from './media-harness.ts';
import {
  box,
  comments,
  element,
  oggChecksum,
  oggPages,
  pagesOf,
  plantedFlac,
  plantedFragments,
  plantedFrames,
  plantedHeic,
  plantedMatroska,
  plantedMovie,
  plantedOgg,
  plantedWave,
} from './planted-recordings.ts';

async function clean(content: Buffer): Promise<Buffer> {
  const path = store(content);
  const { mimeType } = await fileTypeOf(path, 'file');
  const { size } = cleanInPlace(path, mimeType);
  const cleaned = readFileSync(path);
  expect(cleaned.length).toBe(size);
  return cleaned;
}

test.for([
  ['an MP4', () => plantedMovie('video.mp4')],
  ['an MP4 with long offsets', () => plantedMovie('video.mp4', { handler: 'sbtl', isLong: true })],
  ['a QuickTime video', () => plantedMovie('video.mov', { handler: 'tmcd' })],
  ['an M4A', () => plantedMovie('audio.m4a')],
  ['an MP4 in fragments', plantedFragments],
  ['a HEIC picture', plantedHeic],
  ['a WebM', () => plantedMatroska('webm')],
  ['a Matroska video', () => plantedMatroska('matroska')],
  ['an Ogg', plantedOgg],
  ['an MP3', () => plantedFrames('tagged.mp3')],
  ['an AAC', () => plantedFrames('audio.aac')],
  ['a FLAC', plantedFlac],
  ['a WAVE', plantedWave],
] as const)('%s says no longer where, by whom and with what it was made', async ([, plant]) => {
  const planted = await plant();
  expect(planted.includes(SECRET)).toBe(true);
  const cleaned = await clean(planted);
  expect(cleaned.includes(SECRET)).toBe(false);
  // Neither is there a part of it.
  expect(cleaned.includes(SECRET.slice(-8))).toBe(false);
  expect((await clean(cleaned)).equals(cleaned)).toBe(true);
});

test('what a movie shows stays, between samples that go', async () => {
  const cleaned = await clean(plantedMovie('video.mp4'));
  const source = readFileSync(fixture('video.mp4'));
  const samples = source.subarray(source.indexOf('mdat'));
  expect(cleaned.includes(samples)).toBe(true);
  expect(
    cleaned.includes(box('mdat', Buffer.alloc(SECRET.length), 'kept', Buffer.alloc(SECRET.length))),
  ).toBe(true);
  expect((await clean(plantedMatroska('webm'))).includes(element(0xa3, 'kept'))).toBe(true);
  expect((await clean(plantedOgg())).toString('latin1').split('kept')).toHaveLength(4);
});

test('tags at the end of audio are cut off, and those at its beginning are empty', async () => {
  const source = readFileSync(fixture('untagged.mp3'));
  const cleaned = await clean(plantedFrames('untagged.mp3'));
  expect(cleaned.subarray(-source.length).equals(source)).toBe(true);
  expect((await clean(source)).equals(source)).toBe(true);
});

test('audio whose last tag claims all of it is refused, and loses nothing', async () => {
  const source = readFileSync(fixture('untagged.mp3'));
  for (const excess of [-1, 0, 1, 0xff_ff_ff]) {
    const footer = Buffer.alloc(32);
    footer.write('APETAGEX', 'latin1');
    footer.writeUInt32LE(source.length + footer.length + excess, 12);
    const content = Buffer.concat([source, footer]);
    if (excess === -1) expect(await clean(content)).toHaveLength(1);
    else await expect(clean(content)).rejects.toMatchObject({ reason: 'recording-unreadable' });
  }
});

test.for(
  readdirSync(fixture('')).filter((name) =>
    /^(?:audio|video|turned|frag|streamed|opus|vorbis|tagged|untagged)/.test(name),
  ),
)('%s keeps its size', async (name) => {
  const source = readFileSync(fixture(name));
  expect((await clean(source)).length).toBe(source.length);
});

test('the pages of an Ogg have the right checksums', async () => {
  for (const content of [
    plantedOgg(),
    readFileSync(fixture('opus.ogg')),
    readFileSync(fixture('vorbis.ogg')),
  ])
    for (const page of pagesOf(await clean(content))) expect(page.readUInt32LE(22)).toBe(oggChecksum(page));
});

test('an Ogg with 1,000 streams at a time is cleaned; with one more, it is refused', async () => {
  const streams = (count: number) =>
    Buffer.concat([
      ...Array.from({ length: count }, (_, serial) =>
        oggPages({ serial, isFirst: true, packet: Buffer.from('OpusHead') }),
      ),
      oggPages({ serial: 0, packet: comments('OpusTags', '') }),
    ]);
  for (const count of [999, 1_000]) expect((await clean(streams(count))).includes(SECRET)).toBe(false);
  await expect(clean(streams(1_001))).rejects.toMatchObject({ reason: 'recording-unreadable' });
});

test('a HEIC picture whose pixels are not found is refused', async () => {
  const planted = await plantedHeic();
  const unknown = Buffer.from(planted);
  unknown.write('jpeg', unknown.indexOf('hvc1', unknown.indexOf('infe')), 'latin1');
  for (const content of [unknown, planted.subarray(0, 200)])
    await expect(clean(content)).rejects.toMatchObject({ reason: 'picture-unreadable' });
});

test('a WAVE whose data has no length is kept as it is from there on', async () => {
  for (const length of [0, 2 ** 32 - 1]) {
    const source = readFileSync(fixture('audio.wav'));
    const at = source.indexOf('data') + 4;
    source.writeUInt32LE(length, at);
    expect((await clean(source)).subarray(at).equals(source.subarray(at))).toBe(true);
  }
});

test.for([
  ['mp4', () => plantedMovie('video.mp4')],
  ['heic', plantedHeic],
  ['fragments', plantedFragments],
  ['webm', () => plantedMatroska('webm')],
  ['flac', plantedFlac],
  ['wav', plantedWave],
  ['mp3', () => plantedFrames('tagged.mp3')],
] as const)('%s: wherever it ends, it is cleaned or refused', async ([, plant]) => {
  const planted = await plant();
  for (let length = 64; length < planted.length; length += 61) {
    const path = store(planted.subarray(0, length));
    const { mimeType } = await fileTypeOf(path, 'file');
    try {
      expect(cleanInPlace(path, mimeType).size).toBeLessThanOrEqual(length);
    } catch (error) {
      expect(error).toMatchObject({ name: 'RefusedMedia' });
    }
  }
});
