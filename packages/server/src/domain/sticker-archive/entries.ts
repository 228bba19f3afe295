import { constants } from 'node:fs';
import { type Entry, validateFileName } from 'yauzl';
import type { ArchiveFile } from './archive-file.ts';
import { BadArchive } from './bad-archive.ts';
import { readDirectory } from './directory.ts';

/** A file of the archive that is to become a sticker. */
export interface ArchiveEntry {
  /** As it stands in the archive. */
  path: string;
  /** As it will be shown: the last segment, in NFC. */
  name: string;
  /** What the directory says; `contentOf` holds the content against both. */
  size: number;
  crc32: number;
  deflated: boolean;
  dataStart: number;
  dataEnd: number;
  /** Why its content must not be read. */
  fault: BadArchive | undefined;
}

const STORED = 0;
const DEFLATED = 8;
const MAX_NAME_BYTES = 255;

/** Characters that no line of text can show; the last one stands for bytes that are not UTF-8. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\uFFFD]/u;

/**
 * The files of an archive in its order, without what archivers add of themselves: folders, `__MACOSX/`, names
 * that begin with a dot.
 *
 * @throws {BadArchive} when the archive as a whole is at fault.
 */
export async function listEntries(archive: ArchiveFile, maxEntries: number): Promise<ArchiveEntry[]> {
  const entries: ArchiveEntry[] = [];
  const nameKeys = new Set<string>();
  for await (const { entry, path, dataStart, dataEnd } of readDirectory(archive, maxEntries)) {
    let fault = pathFault(path);
    if (fault === undefined && isHidden(path)) continue;
    fault ??= typeFault(entry);
    if (fault === undefined && isFolder(entry, path)) continue;

    const name = path.slice(path.lastIndexOf('/') + 1).normalize('NFC');
    // Two names that differ by case are one on some disks, and look like one to people.
    const nameKey = name.toLowerCase();
    if (nameKeys.has(nameKey)) fault ??= new BadArchive('duplicate', 'has the same name as another file');
    nameKeys.add(nameKey);

    fault ??= nameFault(path, name) ?? packingFault(entry);
    const deflated = entry.compressionMethod === DEFLATED;
    entries.push({
      path,
      name,
      size: entry.uncompressedSize,
      crc32: entry.crc32,
      deflated,
      dataStart,
      dataEnd,
      fault,
    });
  }
  return entries;
}

/**
 * A way out of the folder, in any spelling. No name ever becomes a path here: this is for the sake of those who
 * unpack what they get from us.
 */
function pathFault(path: string): BadArchive | undefined {
  const plain = path
    .replaceAll(/%2e|[\u2024\uFE52\uFF0E]/giu, '.')
    .replaceAll(/%2f|%5c|[\\\u2044\u2215\uFF0F\uFF3C]/giu, '/')
    .split('/')
    .map((segment) => segment.trim())
    .join('/')
    .trim();
  return validateFileName(plain) === null
    ? undefined
    : new BadArchive('path', 'has an absolute path, or one that leads out of the archive');
}

function isHidden(path: string): boolean {
  const segments = path.split('/');
  return (
    segments[0] === '__MACOSX' || segments.some((segment) => segment.length > 1 && segment.startsWith('.'))
  );
}

/** The kind of file that Unix tools note in the upper half of the attributes; 0 when nothing is noted. */
function typeOf({ externalFileAttributes }: Entry): number {
  return (externalFileAttributes >>> 16) & constants.S_IFMT;
}

function typeFault(entry: Entry): BadArchive | undefined {
  const type = typeOf(entry);
  return type === 0 || type === constants.S_IFREG || type === constants.S_IFDIR
    ? undefined
    : new BadArchive('link', 'is a link or a device');
}

function isFolder(entry: Entry, path: string): boolean {
  return path.endsWith('/') || typeOf(entry) === constants.S_IFDIR;
}

function nameFault(path: string, name: string): BadArchive | undefined {
  if (UNPRINTABLE.test(path))
    return new BadArchive('name', 'has a name that is not UTF-8, or can not be shown');
  if (name.trim() === '' || name === '.') return new BadArchive('name', 'has no name');
  if (Buffer.byteLength(name) > MAX_NAME_BYTES)
    return new BadArchive('name', `has a name of more than ${MAX_NAME_BYTES} bytes`);
  return undefined;
}

function packingFault(entry: Entry): BadArchive | undefined {
  if (entry.isEncrypted()) return new BadArchive('encrypted', 'is encrypted');
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED)
    return new BadArchive('compression', 'is compressed by a method other than deflate');
  return undefined;
}
