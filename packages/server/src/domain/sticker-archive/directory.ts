import { isUtf8 } from 'node:buffer';
import { type Entry, fromRandomAccessReaderPromise, getFileNameLowLevel, type ZipFile } from 'yauzl';
import type { ArchiveFile } from './archive-file.ts';
import { BadArchive } from './bad-archive.ts';

/** An entry of the archive's central directory, and the range of its content. */
export interface DirectoryEntry {
  entry: Entry;
  /** Uses `/` as the separator, even if the archive uses another. */
  path: string;
  dataStart: number;
  dataEnd: number;
}

/** The bytes from an entry's local header to the end of its content. */
interface Range {
  start: number;
  end: number;
}

/** The size of the end record without its comment. */
const END_RECORD_BYTES = 22;
/** The ZIP64 end record and its locator. They precede the end record if its fields are too small for the archive. */
const ZIP64_END_BYTES = 56 + 20;
const ZIP64_END_SIGNATURE = 0x06_06_4b_50;
/** Limited because the format allows 64 KiB for each path, and all paths are in memory at the same time. */
const MAX_PATH_LENGTH = 1_024;
const UTF8_FLAG = 0x800;

/**
 * Yields all entries of the directory in order; `entries.ts` decides which of them are stickers. Callers must not unpack
 * anything before the last entry, because only then is it known that no entries overlap.
 *
 * @throws {BadArchive} if the file is not a zip archive, is damaged, has more than `maxEntries`, or has a layout that other
 * readers may interpret differently.
 */
export async function* readDirectory(
  archive: ArchiveFile,
  maxEntries: number,
): AsyncGenerator<DirectoryEntry> {
  const ranges: Range[] = [];
  try {
    const zip = await fromRandomAccessReaderPromise(archive, archive.size, {
      autoClose: false,
      // If enabled, yauzl rejects the whole archive at the first bad name or size; `entries.ts` reports the file instead.
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
    // Errors of the file system have a `syscall`; all others are yauzl's objections to the archive.
    if (error instanceof BadArchive || !(error instanceof Error) || 'syscall' in error) throw error;
    throw new BadArchive('zip', `can not be read as a zip archive: ${error.message}`);
  }
}

/** The offset of the next directory entry that yauzl reads; before the first read, the start of the directory. */
function cursorOf(zip: ZipFile): number {
  return Number(zip.readEntryCursor); // declared as a boolean
}

/**
 * Many tools, including Apple's, write UTF-8 without setting its flag. Text in the old code page is almost never valid UTF-8 by
 * accident.
 */
function pathOf({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  const flags = isUtf8(fileNameRaw) ? generalPurposeBitFlag | UTF8_FLAG : generalPurposeBitFlag;
  return getFileNameLowLevel(flags, fileNameRaw, extraFields, false);
}

/**
 * The directory must end where the end record begins. Otherwise the entry count is too small or there is a second directory, and
 * other readers would see different content.
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
 * Entries that share bytes let a small archive unpack to a huge size. Bytes before the first entry belong to a program or image
 * that the archive was appended to.
 */
function refuseOverlaps(ranges: Range[]): void {
  let free = 0;
  for (const { start, end } of ranges.sort((one, other) => one.start - other.start)) {
    if (start < free) throw new BadArchive('overlap', 'has entries that share bytes with others');
    if (free === 0 && start > 0) throw new BadArchive('zip', 'does not begin with its first entry');
    free = end;
  }
}
