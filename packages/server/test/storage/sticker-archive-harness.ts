/* Shared by the tests of sticker archives: small files of each kind, and a path for each archive. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import {
  type ArchiveCheck,
  type ArchiveLimits,
  checkArchive,
} from '../../src/domain/sticker-archive/check-archive.ts';
import { scratchFolder } from '../harness/scratch.ts';
import { buildZip, type ZipEntry, type ZipOptions } from '../harness/zip-builder.ts';

export const MIB = 1024 * 1024;
export const LIMITS: ArchiveLimits = { maxFiles: 500, maxUnpackedBytes: 200 * MIB };

/** Images of one pixel; of the JPEG only its header. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
/** An entry of the archive with that image as its content. */
export const png = (name: string | Buffer, more: Partial<ZipEntry> = {}): ZipEntry => ({
  name,
  content: PNG,
  ...more,
});
export const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
export const WEBP = Buffer.from('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64');
export const JPEG = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsLDBkSEw8UHRofHh0aHBwgJC4nICIsIxwc',
  'base64',
);
export const LOTTIE = JSON.stringify({
  v: '5.7.4',
  fr: 60,
  ip: 0,
  op: 60,
  w: 512,
  h: 512,
  layers: [{ ty: 4, ks: { r: { a: 0, k: 0, x: 'var $bm_rt = time * 360;' } }, shapes: [] }],
});

/** A path for an archive, removed when the test ends. */
export function newPath(): string {
  const folder = scratchFolder();
  onTestFinished(() => rm(folder, { recursive: true }));
  return join(folder, 'stickers.zip');
}

export async function store(archive: Buffer): Promise<string> {
  const path = newPath();
  await writeFile(path, archive);
  return path;
}

export async function checkBytes(archive: Buffer, limits = LIMITS): Promise<ArchiveCheck> {
  return checkArchive(await store(archive), limits);
}

export function check(
  entries: readonly ZipEntry[],
  options?: ZipOptions,
  limits?: ArchiveLimits,
): Promise<ArchiveCheck> {
  return checkBytes(buildZip(entries, options), limits);
}

/** The names of the stickers. */
export function namesIn(result: ArchiveCheck): string[] {
  if ('faults' in result) throw new Error(`refused: ${JSON.stringify(result.faults)}`);
  return result.stickers.map(({ name }) => name);
}

/** The file and rule of each fault: `[['a.png', 'kind']]`. */
export function faultsIn(result: ArchiveCheck): [file: string, rule: string][] {
  return 'faults' in result ? result.faults.map(({ file, rule }) => [file, rule]) : [];
}
