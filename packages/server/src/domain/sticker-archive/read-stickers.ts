import { Readable } from 'node:stream';
import { ArchiveFile } from './archive-file.ts';
import { contentOf } from './content.ts';
import { listEntries } from './entries.ts';

export interface StickerContent {
  /** As `checkArchive` names it. */
  name: string;
  /** Fails when the archive is not the one that was checked. */
  content: Readable;
}

/**
 * Gives the stickers of an archive that has passed `checkArchive`, in the same order, to `each`: the next one when it
 * is done with the last. Content that it leaves unread is not unpacked.
 *
 * @throws what `each` throws, errors of the file system, and `BadArchive` when the archive has changed since.
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
