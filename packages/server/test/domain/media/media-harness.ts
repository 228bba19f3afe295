/* Shared by the tests of media: workers with limits of their own, folders, and pictures to try. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { afterAll, onTestFinished } from 'vitest';
import type { PreparedFile } from '../../../src/domain/media/media-facts.ts';
import {
  type Fallback,
  type MediaWorkers,
  type MediaWorkersOptions,
  startMediaWorkers,
} from '../../../src/domain/media/media-workers.ts';
import { scratchFolder } from '../../harness/scratch.ts';

// For the workers, which are given the server's.
enableCompileCache();

const MIB = 1024 * 1024;
export const MAX_BYTES = { image: 20 * MIB, video: 500 * MIB, audio: 50 * MIB, file: 100 * MIB };

export const fixture = (name: string) =>
  fileURLToPath(new URL(`../../fixtures/media/${name}`, import.meta.url));

/** Workers that end with the test, or after all tests of the file. */
export function workersForFile(options: Partial<MediaWorkersOptions> = {}): MediaWorkers {
  const workers = startMediaWorkers({ maxBytes: MAX_BYTES, ...options });
  afterAll(() => workers.close());
  return workers;
}

/** A new folder, removed when the test ends. */
export function newFolder(): string {
  const folder = scratchFolder();
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

export function store(content: Uint8Array | string, name = 'file'): string {
  const path = join(newFolder(), name);
  writeFileSync(path, content);
  return path;
}

export interface Prepared extends PreparedFile {
  /** What is stored. */
  bytes: Buffer;
}

export async function prepare(
  workers: MediaWorkers,
  content: Uint8Array | string,
  given: string | { name?: string; owner?: string; fallback?: Fallback } = {},
): Promise<Prepared> {
  const { name = 'file', owner = 'a', fallback } = typeof given === 'string' ? { name: given } : given;
  const path = store(content);
  const folder = join(path, '../new');
  mkdirSync(folder);
  const prepared = await workers.prepare(owner, path, name, folder, fallback);
  return { ...prepared, bytes: readFileSync(prepared.path) };
}

/** The corners have different colours, so that turned and mirrored pictures differ. */
export function picture(width = 60, height = 40): Sharp {
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < width * height; at += 1) {
    const [x, y] = [at % width, Math.floor(at / width)];
    pixels[3 * at] = x < width / 3 ? 255 : 0;
    pixels[3 * at + 1] = y < height / 4 ? 255 : 0;
    pixels[3 * at + 2] = x > width / 2 && y > height / 2 ? 255 : 0;
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

export const FORMATS = ['png', 'jpeg', 'webp', 'avif'] as const;
export type Format = (typeof FORMATS)[number];
export const SECRET = '51 degrees 30 minutes north';

/** A picture with EXIF (where it was taken) and XMP; all of them contain `SECRET`. */
export function withMetadata(format: Format, orientation = 1): Promise<Buffer> {
  return (
    picture()
      .toFormat(format, { quality: 95 })
      // (`withExif` alone does not change the orientation.)
      .withMetadata({ orientation })
      .withIccProfile('p3')
      .withExif({
        IFD0: { Copyright: SECRET },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
      })
      .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${SECRET}</x:xmpmeta>`)
      .toBuffer()
  );
}

export async function animation(format: 'gif' | 'webp', frames = 3): Promise<Buffer> {
  const pages = await Promise.all(
    Array.from({ length: frames }, (_, index) =>
      picture(30 + index, 20)
        .resize(32, 20)
        .png()
        .toBuffer(),
    ),
  );
  const delay = pages.map((_, index) => 100 + 20 * index);
  return sharp(pages, { join: { animated: true } })
    .toFormat(format, { delay, loop: 5 })
    .toBuffer();
}

export async function pixelsOf(picture: Buffer): Promise<Buffer> {
  return sharp(picture).raw().toBuffer();
}

export function pngChunk(type: string, data: Uint8Array = Buffer.alloc(0)): Buffer {
  const chunk = Buffer.alloc(12 + data.length);
  chunk.writeUInt32BE(data.length);
  chunk.write(type, 4, 'latin1');
  chunk.set(data, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length);
  return chunk;
}

const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/** A PNG that claims a size, of grey pixels; `rows` of them are there. */
export function claimingPng(width: number, height: number, rows = 1, others: Buffer[] = []): Buffer {
  return pngOf({ width, height, rows, others, bytesPerPixel: 1 });
}

/** A picture of the largest size with four channels, which takes long to read. */
export function slowPng(): Buffer {
  return pngOf({ width: 10_000, height: 5_000, rows: 5_000, others: [], bytesPerPixel: 4 });
}

const COLOUR_TYPE = { 1: 0, 4: 6 } as const;

interface PngOptions {
  width: number;
  height: number;
  rows: number;
  others: Buffer[];
  bytesPerPixel: keyof typeof COLOUR_TYPE;
}

function pngOf({ width, height, rows, others, bytesPerPixel }: PngOptions): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, COLOUR_TYPE[bytesPerPixel], 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const pixels = deflateSync(Buffer.alloc((width * bytesPerPixel + 1) * rows));
  return Buffer.concat([
    PNG_SIGNATURE,
    pngChunk('IHDR', header),
    ...others,
    pngChunk('IDAT', pixels),
    pngChunk('IEND'),
  ]);
}

/** Adds chunks to a PNG, after its first one. */
export function withChunks(png: Buffer, ...chunks: Buffer[]): Buffer {
  return Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)]);
}
