import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { PackId } from '@palaver/protocol/stickers';
import type { PublishingDatabase } from '../../../bus/publishing-database.ts';
import { taking } from '../../../storage/disk-room.ts';
import type { Objects } from '../../../storage/objects/objects.ts';
import type { Temporary } from '../../../storage/temporary.ts';
import { addToOutbox } from '../../records/outbox.ts';
import { findPackToStore, markUploaded, type PackToStore } from '../../records/sticker-packs.ts';
import { archiveKey, stickerKey } from '../../rules/sticker-paths.ts';
import { readStickers } from '../../sticker-archive/read-stickers.ts';
import { removeFiles, waitForBackup } from './remove-files.ts';

export const STORE_PACK = 'store_sticker_pack';

/**
 * Job: stores the files of a checked pack, one by one, and marks the pack as `uploaded`. After a kill it starts over.
 */
export async function storePack(
  db: PublishingDatabase,
  objects: Objects,
  temporary: Temporary,
  packId: PackId,
): Promise<void> {
  const pack = await findPackToStore(db, packId);
  if (pack === undefined) return;
  if (pack.status === 'uploading') {
    await storeFiles(objects, temporary, pack);
    if (!(await finish(db, packId))) return removeFiles(db, objects, pack.folder);
  }
  await waitForBackup(db);
  await objects.remove(archiveKey(pack.folder));
}

/** Marks the pack as uploaded and records the event; false if the pack was deleted meanwhile. */
async function finish(db: PublishingDatabase, id: PackId): Promise<boolean> {
  return db.transaction(async (tx) => {
    const pack = await markUploaded(tx, id);
    if (pack === undefined) return false;
    const { name, ...space } = pack;
    const data = { sticker_pack: { id, name, status: 'uploaded' } };
    await addToOutbox(tx, space, [{ type: 'sticker_pack.uploaded', data }]);
    return true;
  });
}

async function storeFiles(
  objects: Objects,
  temporary: Temporary,
  { folder, kinds }: Pick<PackToStore, 'folder' | 'kinds'>,
): Promise<void> {
  // The archive is removed only after the pack is uploaded: if it is gone, another run finished first, and the retry sees that.
  const archive = await objects.get(archiveKey(folder));
  if (archive === undefined) throw new Error('the archive has disappeared before its pack was stored');
  await using work = await temporary.folder();
  const path = join(work.path, 'archive.zip');
  await pipeline(archive.content, taking(temporary.room), createWriteStream(path, { mode: 0o600 }));
  let position = 0;
  await readStickers(path, async ({ content }) => {
    position += 1;
    const kind = kinds[position - 1];
    if (kind === undefined) throw new Error('the archive differs from the one that was checked');
    await objects.put(stickerKey(folder, position, kind), content);
  });
}
