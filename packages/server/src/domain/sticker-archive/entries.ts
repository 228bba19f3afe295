import { constants } from 'node:fs';
import { type Entry, validateFileName } from 'yauzl';
import type { ArchiveFile } from './archive-file.ts';
import { BadArchive } from './bad-archive.ts';
import { readDirectory } from './directory.ts';

/** A file in the archive that should become a sticker. */
export interface ArchiveEntry {
  /** The path in the archive. */
  path: string;
  /** The display name: the last segment of the path, in NFC. */
  name: string;
  /** The size and checksum in the directory; `contentOf` compares the content with both. */
  size: number;
  crc32: number;
  deflated: boolean;
  dataStart: number;
  dataEnd: number;
  /** If set, the content must not be read. */
  fault: BadArchive | undefined;
}

const STORED = 0;
const DEFLATED = 8;
const MAX_NAME_BYTES = 255;

/** Characters that cannot be displayed in a line of text. The last one replaces bytes that are not UTF-8. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\uFFFD]/u;

/**
 * Lists the files of an archive in order, without entries that archivers and file managers add: folders, `__MACOSX/`, `Thumbs.db`,
 * `desktop.ini`, and names that begin with a dot.
 *
 * @throws {BadArchive} for a fault of the archive as a whole.
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
    // Names that differ only in case are the same on some file systems, and look the same to people.
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
 * Refuses absolute paths and paths that leave the folder, in any spelling. The server never uses these names as paths; this check
 * protects clients that unpack what they download from it.
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

/** Files that Windows keeps in folders, hidden. */
const OF_WINDOWS = ['thumbs.db', 'ehthumbs.db', 'desktop.ini'];

function isHidden(path: string): boolean {
  const segments = path.split('/');
  return (
    segments[0] === '__MACOSX' ||
    segments.some((segment) => segment.length > 1 && segment.startsWith('.')) ||
    OF_WINDOWS.includes(segments.at(-1)?.toLowerCase() ?? '')
  );
}

/** The file type that Unix tools store in the upper half of the attributes; 0 if none is stored. */
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
