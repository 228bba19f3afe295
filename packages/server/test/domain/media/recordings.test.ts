import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { fixture, prepare, workersForFile } from './media-harness.ts';

const workers = workersForFile();

test.for([
  ['video.mp4', 'video/mp4', 64, 48, 1500],
  ['turned.mp4', 'video/mp4', 48, 64, 1500],
  ['fragmented.mp4', 'video/mp4', 64, 48, 1700],
  ['video.mov', 'video/quicktime', 64, 48, 1500],
  ['video.webm', 'video/webm', 64, 48, 1508],
  ['streamed.webm', 'video/webm', 64, 48, 1500],
  ['audio.m4a', 'audio/mp4', null, null, 1500],
  ['audio.mp4', 'audio/mp4', null, null, 1500],
  ['audio.webm', 'audio/webm', null, null, 1508],
  ['streamed-audio.webm', 'audio/webm', null, null, 1501],
  ['opus.ogg', 'audio/ogg', null, null, 1500],
  ['vorbis.ogg', 'audio/ogg', null, null, 1500],
  ['tagged.mp3', 'audio/mpeg', null, null, 1584],
  ['untagged.mp3', 'audio/mpeg', null, null, 1584],
  ['audio.aac', 'audio/aac', null, null, 1533],
  ['audio.wav', 'audio/wav', null, null, 1500],
  ['audio.flac', 'audio/flac', null, null, 1500],
] as const)('%s: its type, size and duration', async ([name, mimeType, width, height, durationMs]) => {
  const content = await readFile(fixture(name));
  const prepared = await prepare(workers, content);
  const kind = width === null ? 'audio' : 'video';
  expect(prepared).toMatchObject({ kind, mimeType, width, height, durationMs, thumbnail: null });
  expect(prepared.bytes.length).toBe(content.length);
});

test('a video that is nothing but its first bytes is still a video, of unknown size and duration', async () => {
  const start = (await readFile(fixture('video.mp4'))).subarray(0, 40);
  expect(await prepare(workers, start)).toMatchObject({
    kind: 'video',
    mimeType: 'video/mp4',
    width: null,
    height: null,
    durationMs: null,
  });
});

test('a video without its end has what its header says', async () => {
  const content = await readFile(fixture('video.mp4'));
  const prepared = await prepare(workers, content.subarray(0, content.length - 1_000));
  expect(prepared).toMatchObject({ kind: 'video', width: 64, height: 48, durationMs: 1500 });
});
