import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Fault } from '@palaver/protocol/errors';
import type { CreatedStickerPack } from '@palaver/protocol/stickers';
import { enqueue } from '../../../jobs/job-queue.ts';
import type { Objects } from '../../../storage/objects/objects.ts';
import type { Context } from '../../context.ts';
import { insertPack } from '../../records/sticker-packs.ts';
import { refuseFaults } from '../../refusal.ts';
import { archiveKey, iconKey } from '../../rules/sticker-paths.ts';
import type { Scanner } from '../../scan/scanner.ts';
import type { ArchiveFault, ArchiveLimits, ArchiveSticker } from '../../sticker-archive/check-archive.ts';
import { checkArchiveInWorker } from '../../sticker-archive/check-in-worker.ts';
import { kindOfFile } from '../../sticker-archive/kinds.ts';
import { scanFiles } from '../files/scan-files.ts';
import { STORE_PACK } from './store-pack.ts';

/** An uploaded pack, as files that the caller removes. */
export interface PackFiles {
  iconPath: string;
  archivePath: string;
}

export interface ReceivedPack extends PackFiles {
  /** Aborts when the client has left. */
  left: AbortSignal;
}

/** A pack whose files have been checked. */
export interface CheckedPack extends PackFiles {
  stickers: readonly ArchiveSticker[];
}

/**
 * Checks icon and archive. Refuses with M40013, which lists each bad file and the reason, and with M50300 while the virus scanner is
 * away. It may wait for its turn, so no transaction should be open.
 */
export async function checkPack(
  ctx: Context,
  scanner: Scanner,
  { iconPath, archivePath, left }: ReceivedPack,
  limits: ArchiveLimits,
): Promise<CheckedPack> {
  const paths = { icon: iconPath, stickers: archivePath };
  await scanFiles(ctx, scanner, { paths, code: 'M40013', left });
  const [icon, archive] = await Promise.all([isPng(iconPath), checkArchiveInWorker(archivePath, limits)]);
  const faults = 'faults' in archive ? archive.faults : [];
  refuseFaults([...(icon ? [] : [ICON_FAULT]), ...faults.map(toFault)]);
  return { iconPath, archivePath, stickers: 'stickers' in archive ? archive.stickers : [] };
}

/**
 * Creates a sticker pack (interface §8) and returns it as `uploading`; a job stores its files and makes it `uploaded`. A pack
 * without a tenant is global.
 */
export async function createPack(
  ctx: Context,
  objects: Objects,
  name: string,
  { iconPath, archivePath, stickers }: CheckedPack,
): Promise<CreatedStickerPack> {
  const folder = randomUUID();
  await objects.put(iconKey(folder), createReadStream(iconPath));
  await objects.put(archiveKey(folder), createReadStream(archivePath));
  // If this fails, the files stay for removeOrphans: the commit may have succeeded and only its answer been lost.
  const id = await ctx.db.transaction(async (tx) => {
    const packId = await insertPack(tx, ctx.space, { name, folder, stickers });
    await enqueue(tx, STORE_PACK, { packId });
    return packId;
  });
  return { id, name, status: 'uploading' };
}

const ICON_FAULT: Fault = { code: 'M40013', field: 'icon', rule: 'kind', message: 'is not a PNG' };

/** `stickers[sun.png]` is a file in the archive, `stickers` the archive itself. */
function toFault({ file, rule, message }: ArchiveFault): Fault {
  return { code: 'M40013', field: file === '' ? 'stickers' : `stickers[${file}]`, rule, message };
}

async function isPng(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0);
    return kindOfFile(buffer.subarray(0, bytesRead)) === 'png';
  } finally {
    await file.close();
  }
}
