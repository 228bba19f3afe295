import { isUtf8 } from 'node:buffer';
import { type Entry, fromRandomAccessReaderPromise, getFileNameLowLevel, type ZipFile } from 'yauzl';
import type { ArchiveFile } from './archive-file.ts';
import { BadArchive } from './bad-archive.ts';

/** One line of the archive's directory, and where its content lies. */
export interface DirectoryEntry {
  entry: Entry;
  /** With `/` between its segments, whatever it was written with. */
  path: string;
  dataStart: number;
  dataEnd: number;
}

/** From an entry's local header until the end of its content. */
interface Range {
  start: number;
  end: number;
}

/** Without its comment. */
const END_RECORD_BYTES = 22;
/** What stands before the end record where it has not bits enough: another record, and where that one is. */
const ZIP64_END_BYTES = 56 + 20;
const ZIP64_END_SIGNATURE = 0x06_06_4b_50;
/** The format has room for 64 KiB, and all paths are in memory at once. */
const MAX_PATH_LENGTH = 1_024;
const UTF8_FLAG = 0x800;

/**
 * The directory in its order, everything in it: what counts as a sticker is for `entries.ts` to say. Only when the
 * last entry came is it known that no two share a byte: nothing may be unpacked before.
 *
 * @throws {BadArchive} when it is not a zip archive, is damaged, has more than `maxEntries`, or is laid out so
 * that readers may differ about what is in it.
 */
export async function* readDirectory(
  archive: ArchiveFile,
  maxEntries: number,
): AsyncGenerator<DirectoryEntry> {
  const ranges: Range[] = [];
  try {
    const zip = await fromRandomAccessReaderPromise(archive, archive.size, {
      autoClose: false,
      // With these yauzl gives up the whole archive at the first bad name or size; `entries.ts` names the file.
      decodeStrings: false,
      validateEntrySizes: false,
    });
    if (zip.entryCount > maxEntries) throw new BadArchive('count', `has more than ${maxEntries} entries`);
    const directoryStart = cursorOf(zip);
    for await (const entry of zip.eachEntry()) {
      const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
      const dataEnd = fileDataStart + entry.compressedSize;
      ranges.push({ start: entry.relativeOffsetOfLocalHeader, end: dataEnd });
      const path = pathOf(entry);
      if (path.length > MAX_PATH_LENGTH)
        throw new BadArchive('name', `has a path of more than ${MAX_PATH_LENGTH} characters`);
      yield { entry, path, dataStart: fileDataStart, dataEnd };
    }
    await refuseAmbiguousEnd(archive, zip);
    refuseOverlaps([...ranges, { start: directoryStart, end: archive.size }]);
  } catch (error) {
    // Errors of the file system have a `syscall`; everything else is what yauzl thinks of the archive.
    if (error instanceof BadArchive || !(error instanceof Error) || 'syscall' in error) throw error;
    throw new BadArchive('zip', `can not be read as a zip archive: ${error.message}`);
  }
}

/** Where yauzl reads the next entry of the directory; before the first, where the directory begins. */
function cursorOf(zip: ZipFile): number {
  return Number(zip.readEntryCursor); // its types say boolean
}

/**
 * Many tools, Apple's among them, write UTF-8 without the flag that says so. Text in the old code page is hardly
 * ever valid UTF-8 by accident.
 */
function pathOf({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  const flags = isUtf8(fileNameRaw) ? generalPurposeBitFlag | UTF8_FLAG : generalPurposeBitFlag;
  return getFileNameLowLevel(flags, fileNameRaw, extraFields, false);
}

/**
 * The directory must end where the end record begins: a count that is too small, or a second directory, shows others
 * another archive than us.
 */
async function refuseAmbiguousEnd(archive: ArchiveFile, zip: ZipFile): Promise<void> {
  const directoryEnd = cursorOf(zip);
  const endRecord = archive.size - END_RECORD_BYTES - zip.comment.length;
  if (directoryEnd === endRecord) return;
  const next = await archive.bytes(directoryEnd, 4);
  if (directoryEnd !== endRecord - ZIP64_END_BYTES || next.readUInt32LE() !== ZIP64_END_SIGNATURE)
    throw new BadArchive('zip', 'has a directory that does not end where its end record says');
}

/**
 * Entries that share bytes are how a small archive unpacks to a huge one. What stands before the first is a program,
 * or an image, that the archive was glued to.
 */
function refuseOverlaps(ranges: Range[]): void {
  let free = 0;
  for (const { start, end } of ranges.sort((one, other) => one.start - other.start)) {
    if (start < free) throw new BadArchive('overlap', 'has entries that share bytes with others');
    if (free === 0 && start > 0) throw new BadArchive('zip', 'does not begin with its first entry');
    free = end;
  }
}
