import { Readable } from 'node:stream';
import { ArchiveFile } from './archive-file.ts';
import { contentOf } from './content.ts';
import { listEntries } from './entries.ts';

export interface StickerContent {
  /** The name that `checkArchive` returned. */
  name: string;
  /** Fails if the archive has changed since the check. */
  content: Readable;
}

/**
 * Calls `each` for the stickers of an archive that has passed `checkArchive`, one after the other in the same order. Content that
 * `each` does not read is not unpacked.
 *
 * @throws errors of `each`, errors of the file system, and `BadArchive` if the archive has changed since the check.
 */
export async function readStickers(
  path: string,
  each: (sticker: StickerContent) => Promise<void>,
): Promise<void> {
  await using archive = await ArchiveFile.open(path);
  for (const entry of await listEntries(archive, Number.POSITIVE_INFINITY)) {
    if (entry.fault !== undefined) throw entry.fault;
    const content = Readable.from(contentOf(archive, entry), { objectMode: false });
    try {
      await each({ name: entry.name, content });
    } finally {
      content.destroy();
    }
  }
}
