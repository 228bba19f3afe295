import type { StickerKind } from '@palaver/protocol/stickers';
import { ArchiveFile } from './archive-file.ts';
import { type ArchiveFault, BadArchive, faultOf } from './bad-archive.ts';
import { contentOf } from './content.ts';
import { type ArchiveEntry, listEntries } from './entries.ts';
import { kindOfContent } from './kinds.ts';

export type { ArchiveFault };

export interface ArchiveSticker {
  /** The display name: the file name without folders, in NFC. */
  name: string;
  kind: StickerKind;
  /** Unpacked size in bytes. */
  size: number;
}

export type ArchiveCheck = { stickers: ArchiveSticker[] } | { faults: ArchiveFault[] };

export interface ArchiveLimits {
  maxFiles: number;
  maxUnpackedBytes: number;
}

/** The maximum number of reported faults. */
const MAX_FAULTS = 100;

/**
 * Checks whether the archive is a valid sticker pack, and lists its stickers in archive order. Memory use does not depend on the
 * content; the limits bound the time. A fault of the archive as a whole is the only one reported, because nothing is unpacked
 * in that case.
 *
 * @throws errors of the file system.
 */
export async function checkArchive(path: string, limits: ArchiveLimits): Promise<ArchiveCheck> {
  await using archive = await ArchiveFile.open(path);
  try {
    // Folders and hidden files do not count as files, but reading their entries takes time, too.
    const entries = await listEntries(archive, 10 * limits.maxFiles + 1_000);
    refuseTotals(entries, limits);
    return await checkFiles(archive, entries);
  } catch (error) {
    return { faults: [faultOf(error)] };
  }
}

function refuseTotals(entries: readonly ArchiveEntry[], limits: ArchiveLimits): void {
  if (entries.length === 0) throw new BadArchive('count', 'has no files');
  if (entries.length > limits.maxFiles)
    throw new BadArchive('count', `has more than ${limits.maxFiles} files`);
  const unpackedBytes = entries.reduce((sum, { size }) => sum + size, 0);
  if (unpackedBytes > limits.maxUnpackedBytes)
    throw new BadArchive('size', `has more than ${limits.maxUnpackedBytes} bytes, unpacked`);
}

async function checkFiles(archive: ArchiveFile, entries: readonly ArchiveEntry[]): Promise<ArchiveCheck> {
  const stickers: ArchiveSticker[] = [];
  const faults: ArchiveFault[] = [];
  for (const entry of entries) {
    if (faults.length === MAX_FAULTS) break;
    try {
      if (entry.fault !== undefined) throw entry.fault;
      const kind = await kindOfContent(contentOf(archive, entry));
      stickers.push({ name: entry.name, kind, size: entry.size });
    } catch (error) {
      faults.push(faultOf(error, entry.path));
    }
  }
  return faults.length === 0 ? { stickers } : { faults };
}
