import type { FileId } from '@palaver/protocol/files';
import type { ExtUserId } from '@palaver/protocol/ids';
import type { Context } from '../../context.ts';
import { findFile } from '../../records/files.ts';
import { findPictured } from '../../records/pictures.ts';
import { Refusal } from '../../refusal.ts';
import type { StoredFile } from '../../rules/file-metadata.ts';
import { contentKey, isFileId, thumbnailKey } from '../../rules/file-paths.ts';
import { allowanceOf } from '../apps/policy-check.ts';

export type FilePart = 'content' | 'thumbnail';

/** A stored object that may be shown. */
export interface ReadableFile {
  /** Of the object. */
  key: string;
  /** For users who save it. */
  name: string;
  mimeType: string;
  /** In bytes. */
  size: number;
}

/**
 * Gives access to the content or the thumbnail of a file, for this one time: the next read asks again. `viewer` is null for the
 * back end. Refuses with M40411, whatever the reason is.
 */
export async function accessFile(
  ctx: Pick<Context, 'db' | 'space'>,
  viewer: ExtUserId | null,
  id: string,
  part: FilePart,
): Promise<ReadableFile> {
  const file = isFileId(id)
    ? ((await findFile(ctx.db, ctx.space, id, viewer)) ?? (await findAmongPeople(ctx, viewer, id)))
    : undefined;
  if (file === undefined) throw new Refusal('M40411');
  const { name, mimeType, size, thumbnailSize } = file;
  if (part === 'content') return { key: contentKey(file.id), name, mimeType, size };
  if (thumbnailSize === null) throw new Refusal('M40411');
  return { key: thumbnailKey(file.id), name: 'thumbnail.webp', mimeType: 'image/webp', size: thumbnailSize };
}

/** At most so many users with the file as their picture are checked. */
const MOST_PICTURED = 20;

/** The picture of a user whom the viewer may find by name, although they share no thread. */
async function findAmongPeople(
  { db, space }: Pick<Context, 'db' | 'space'>,
  viewer: ExtUserId | null,
  id: FileId,
): Promise<StoredFile | undefined> {
  const pictured = viewer === null ? [] : await findPictured(db, id, MOST_PICTURED);
  if (viewer === null || pictured.length === 0) return undefined;
  const allowance = await allowanceOf(db, viewer);
  const found = await allowance.findAddressable(db, 'search_people', pictured);
  return found.size === 0 ? undefined : findFile(db, space, id, null);
}
