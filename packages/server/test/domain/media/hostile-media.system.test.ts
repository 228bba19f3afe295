/* Files made to break those who read them: mutated at random, or to take much time or memory. */

import { readdirSync, readFileSync } from 'node:fs';
import { readFile, truncate } from 'node:fs/promises';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { listProcesses } from '../../harness/processes.ts';
import {
  animation,
  claimingPng,
  FORMATS,
  fixture,
  picture,
  pngChunk,
  prepare,
  store,
  withChunks,
  withMetadata,
  workersForFile,
} from './media-harness.ts';
import {
  plantedFlac,
  plantedFragments,
  plantedFrames,
  plantedHeic,
  plantedMatroska,
  plantedMovie,
  plantedOgg,
  plantedWave,
} from './planted-recordings.ts';

const MIB = 1024 * 1024;
const workers = workersForFile();

function workerPids(): number[] {
  return listProcesses()
    .filter(({ parent, command }) => parent === process.pid && command.includes('media/worker.ts'))
    .map(({ pid }) => pid);
}

/** The most memory that a worker process ever had, in bytes. */
function peakMemory(): number {
  const peaks = workerPids().map((pid) =>
    Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]),
  );
  expect(peaks).not.toEqual([]);
  return 1024 * Math.max(...peaks);
}

/** What becomes of a file: accepted, refused, or anything else, which fails. */
async function outcome(content: Uint8Array): Promise<string> {
  try {
    return (await prepare(workers, content)).kind;
  } catch (error) {
    if (error instanceof Error && error.name === 'RefusedMedia') return 'refused';
    throw error;
  }
}

const manyTimes = (count: number, part: Buffer) => Buffer.alloc(count * part.length, part);

/** The same numbers in every run. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

function* mutations(source: Buffer, count: number): Generator<Buffer> {
  for (let length = 1; length < source.length; length += 97) yield source.subarray(0, length);
  const random = numbers(source.length);
  const below = (limit: number) => Math.floor(random.next().value * limit);
  for (let round = 0; round < count; round += 1) {
    const copy = Buffer.from(source);
    // Half of them at the beginning, where the headers are.
    const limit = round % 2 === 0 ? copy.length : Math.min(copy.length, 256);
    for (let flips = 1 + below(4); flips > 0; flips -= 1) {
      const at = below(limit);
      copy[at] = below(3) === 0 ? 0xff : (copy[at] ?? 0) ^ (1 << below(8));
    }
    yield copy;
  }
}

test.for([
  ...FORMATS.map((format) => ({ name: format, source: () => withMetadata(format, 6) })),
  { name: 'gif', source: () => animation('gif') },
  { name: 'animated webp', source: () => animation('webp') },
])('a damaged $name is accepted or refused', async ({ source }) => {
  const outcomes = new Map<string, number>();
  for (const content of mutations(await source(), 200)) {
    const result = await outcome(content);
    outcomes.set(result, (outcomes.get(result) ?? 0) + 1);
  }
  expect(outcomes.get('refused')).toBeGreaterThan(10);
  expect(await outcome(await source())).toBe('image');
});

test.for(readdirSync(fixture('')).filter((name) => !name.endsWith('.md')))(
  'a damaged %s is accepted',
  async (name) => {
    for (const content of mutations(await readFile(fixture(name)), 100))
      expect(await outcome(content)).toMatch(/^(?:video|audio|file)$/);
  },
);

test.for([
  ['mp4', () => plantedMovie('video.mp4')],
  ['fragments', plantedFragments],
  ['heic', plantedHeic],
  ['webm', () => plantedMatroska('webm')],
  ['ogg', plantedOgg],
  ['mp3', () => plantedFrames('untagged.mp3')],
  ['flac', plantedFlac],
  ['wav', plantedWave],
] as const)('a damaged %s with metadata is accepted or refused', async ([, source]) => {
  for (const content of mutations(await source(), 100))
    expect(await outcome(content)).toMatch(/^(?:video|audio|file|refused)$/);
});

test('sizes of 0, 1 and 2^64 - 1, in any box or element, end soon', async () => {
  const sizes = [0, 1, 7, 8, 2 ** 31, 2 ** 32 - 1];
  for (const source of [plantedMovie('video.mp4'), plantedFragments(), await plantedHeic()])
    for (const type of [
      'moov',
      'trak',
      'mdia',
      'stbl',
      'stco',
      'udta',
      'mdat',
      'moof',
      'traf',
      'trun',
      'meta',
      'iloc',
      'infe',
    ])
      for (const size of sizes) {
        const content = Buffer.from(source);
        const at = content.lastIndexOf(type) - 4;
        if (at < 0) continue;
        content.writeUInt32BE(size, at);
        // With the size 1, the true one follows.
        content.writeBigUInt64BE(2n ** 64n - 1n, at + 8);
        expect(await outcome(content)).toMatch(/^(?:video|file|refused)$/);
      }
  const matroska = plantedMatroska('webm');
  for (let at = 40; at < matroska.length - 8; at += 9) {
    const content = Buffer.from(matroska);
    content.writeBigUInt64BE(2n ** 57n - 2n, at);
    expect(await outcome(content)).toMatch(/^(?:video|file|refused)$/);
  }
});

test('hundreds of thousands of tiny parts that must be overwritten end soon', async () => {
  const empty = { moov: Buffer.from('\0\0\0\x08moov'), zzzz: Buffer.from('\0\0\0\x08zzzz') };
  const ftyp = Buffer.from('\0\0\0\x10ftypisom\0\0\0\0');
  const element = Buffer.of(0xbf, 0x80);
  const matroska = plantedMatroska('webm');
  const page = Buffer.concat([Buffer.from('OggS'), Buffer.alloc(22), Buffer.of(0)]);
  for (const content of [
    Buffer.concat([ftyp, manyTimes(1_000_000, empty.zzzz)]),
    Buffer.concat([ftyp, manyTimes(1_000_000, empty.moov)]),
    Buffer.concat([matroska, manyTimes(1_000_000, element)]),
    Buffer.concat([plantedOgg(), manyTimes(300_000, page)]),
    Buffer.concat([
      manyTimes(500_000, Buffer.from('ID3\x04\0\0\0\0\0\0', 'latin1')),
      plantedFrames('tagged.mp3'),
    ]),
    Buffer.concat([plantedFrames('untagged.mp3'), manyTimes(50_000, Buffer.from('TAG'.padEnd(128)))]),
  ])
    expect(await outcome(content)).toMatch(/^(?:video|audio|file)$/);
});

test.runIf(process.platform === 'linux')(
  'pictures that claim or unpack to much take little memory',
  async () => {
    const png = await picture().png().toBuffer();
    const packed = deflateSync(Buffer.alloc(500 * MIB));
    const bombs = [
      claimingPng(60_000, 60_000),
      claimingPng(20_000, 6_000, 6_001),
      claimingPng(20_000, 6_000, 1),
      withChunks(png, pngChunk('iCCP', Buffer.concat([Buffer.from('x\0\0'), packed]))),
      withChunks(png, pngChunk('zTXt', Buffer.concat([Buffer.from('x\0\0'), packed]))),
      // Millions of empty chunks and segments.
      withChunks(png, manyTimes(1_500_000, pngChunk('tEXt'))),
      withChunks(png, manyTimes(1_500_000, pngChunk('gAMA'))),
      Buffer.concat([Buffer.of(0xff, 0xd8), Buffer.alloc(16 * MIB, Buffer.of(0xff, 0xdb, 0, 2))]),
      Buffer.concat([Buffer.of(0xff, 0xd8), Buffer.alloc(16 * MIB, 0xff)]),
    ];
    await outcome(png);
    const pids = workerPids();
    for (const bomb of bombs) await outcome(bomb);
    // None of them has cost the worker its life.
    expect(workerPids()).toEqual(pids);
    expect(peakMemory()).toBeLessThan(400 * MIB);
  },
);

test.runIf(process.platform === 'linux')(
  'the largest pictures of each format take a bounded amount of memory',
  async () => {
    const large = await sharp({ create: { width: 8_000, height: 6_200, channels: 3, background: 'teal' } })
      .jpeg({ progressive: true, chromaSubsampling: '4:4:4' })
      .withExif({ IFD0: { Orientation: '6' } })
      .toBuffer();
    expect(await outcome(large)).toBe('image');
    const avif = await sharp(large).resize(4_600, 3_450).avif({ effort: 0 }).toBuffer();
    expect(await outcome(avif)).toBe('image');
    const progressive = await sharp({
      create: { width: 15_000, height: 8_000, channels: 3, background: 'teal' },
    })
      .jpeg({ progressive: true, chromaSubsampling: '4:4:4' })
      .toBuffer();
    expect(await outcome(progressive)).toBe('image');
    expect(peakMemory()).toBeLessThan(1_200 * MIB);
  },
);

test('a video whose tables claim billions of samples is accepted', async () => {
  for (const [table, offset] of [
    ['stsc', 16],
    ['stsz', 12],
  ] as const) {
    const content = await readFile(fixture('video.mp4'));
    content.writeUInt32BE(0xff_ff_ff_ff, content.indexOf(table) + offset);
    expect(await outcome(content)).toBe('video');
  }
});

test('boxes that lie about their sizes, that nest deeply, or that are many, end soon', async () => {
  const box = (type: string, content: Uint8Array, size = content.length + 8) => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(size);
    head.write(type, 4, 'latin1');
    return Buffer.concat([head, content]);
  };
  const ftyp = box('ftyp', Buffer.from('isom\0\0\0\0isom', 'latin1'));
  let nested = Buffer.alloc(0);
  for (let depth = 0; depth < 20_000; depth += 1)
    nested = box('moov', nested.subarray(0, 64), nested.length + 8);
  const samples = box(
    'stts',
    Buffer.concat([Buffer.of(0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff), Buffer.alloc(8 * MIB, 1)]),
  );
  for (const content of [
    box('moov', Buffer.alloc(0), 2 ** 32 - 1),
    box('moov', nested),
    manyTimes(1_000_000, box('free', Buffer.alloc(0))),
    box('moov', manyTimes(1_000_000, box('trak', Buffer.alloc(0)))),
    box('moov', box('trak', box('mdia', box('minf', box('stbl', samples))))),
    Buffer.alloc(4 * MIB),
  ])
    expect(await outcome(Buffer.concat([ftyp, content]))).toBe('video');
});

test.runIf(process.platform === 'linux')('a video of 500 MB of nothing is not read into memory', async () => {
  for (const [name, size] of [
    ['video.mp4', 500],
    ['streamed.webm', 500],
    ['opus.ogg', 50],
    ['untagged.mp3', 50],
    ['audio.aac', 50],
  ] as const) {
    const path = store((await readFile(fixture(name))).subarray(0, 600));
    await truncate(path, size * MIB);
    const { kind } = await workers.prepare('a', path, 'a', path.replace(/file$/, ''));
    expect(kind).toMatch(/^(?:video|audio)$/);
  }
  expect(peakMemory()).toBeLessThan(1_200 * MIB);
});
