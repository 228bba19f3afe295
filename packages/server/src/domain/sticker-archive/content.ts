import { pipeline } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import type { ArchiveFile } from './archive-file.ts';
import { BadArchive } from './bad-archive.ts';
import type { ArchiveEntry } from './entries.ts';

/**
 * Yields the unpacked content of a file in chunks. It stops when the content exceeds the declared size, so a limit on the sum of
 * declared sizes also limits how much is really unpacked.
 *
 * @throws {BadArchive} during or after the last chunk, if the content does not match its size or checksum in the archive.
 */
export async function* contentOf(archive: ArchiveFile, entry: ArchiveEntry): AsyncGenerator<Buffer> {
  let size = 0;
  let checksum = 0;
  const packed = archive.range(entry.dataStart, entry.dataEnd);
  for await (const chunk of entry.deflated ? inflated(packed) : packed) {
    size += chunk.length;
    if (size > entry.size) break;
    checksum = crc32(chunk, checksum);
    yield chunk;
  }
  if (size !== entry.size) throw new BadArchive('size', 'has another size than the archive says');
  if (checksum !== entry.crc32) throw new BadArchive('checksum', 'is damaged: its checksum is wrong');
}

async function* inflated(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const inflate = createInflateRaw({ rejectGarbageAfterEnd: true });
  // Ends each stream when the other ends or fails. The loop below throws the error itself.
  pipeline(packed, inflate, () => {});
  try {
    for await (const chunk of inflate) yield chunk as Buffer;
  } catch (error) {
    if (!(error instanceof Error) || 'syscall' in error) throw error;
    throw new BadArchive('compression', 'can not be unpacked');
  }
}
