import type { StickerKind } from '@palaver/protocol/stickers';
import { ArchiveFile } from './archive-file.ts';
import { type ArchiveFault, BadArchive, faultOf } from './bad-archive.ts';
import { contentOf } from './content.ts';
import { type ArchiveEntry, listEntries } from './entries.ts';
import { kindOfContent } from './kinds.ts';

export type { ArchiveFault };

export interface ArchiveSticker {
  /** As it will be shown: the name without its folders, in NFC. */
  name: string;
  kind: StickerKind;
  /** Bytes, unpacked. */
  size: number;
}

export type ArchiveCheck = { stickers: ArchiveSticker[] } | { faults: ArchiveFault[] };

export interface ArchiveLimits {
  maxFiles: number;
  maxUnpackedBytes: number;
}

/** Nobody reads more faults than this. */
const MAX_FAULTS = 100;

/**
 * Whether the archive is a sticker pack, and what is in it, in its order. Memory stays flat, whatever is in it; time
 * is bounded by the limits. A fault of the archive as a whole comes alone, because nothing is unpacked then.
 *
 * @throws errors of the file system.
 */
export async function checkArchive(path: string, limits: ArchiveLimits): Promise<ArchiveCheck> {
  await using archive = await ArchiveFile.open(path);
  try {
    // Folders and hidden files are not counted as files, but reading about them costs time, too.
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
