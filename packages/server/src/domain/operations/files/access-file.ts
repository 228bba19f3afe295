import type { ExtUserId } from '@palaver/protocol/ids';
import type { Context } from '../../context.ts';
import { findFile } from '../../records/files.ts';
import { Refusal } from '../../refusal.ts';
import { contentKey, isFileId, thumbnailKey } from '../../rules/file-paths.ts';

export type FilePart = 'content' | 'thumbnail';

/** A stored object that may be shown. */
export interface ReadableFile {
  /** Of the object. */
  key: string;
  /** For whoever saves it. */
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
  { db, space }: Pick<Context, 'db' | 'space'>,
  viewer: ExtUserId | null,
  id: string,
  part: FilePart,
): Promise<ReadableFile> {
  const file = isFileId(id) ? await findFile(db, space, id, viewer) : undefined;
  if (file === undefined) throw new Refusal('M40411');
  const { name, mimeType, size, thumbnailSize } = file;
  if (part === 'content') return { key: contentKey(file.id), name, mimeType, size };
  if (thumbnailSize === null) throw new Refusal('M40411');
  return { key: thumbnailKey(file.id), name: 'thumbnail.webp', mimeType: 'image/webp', size: thumbnailSize };
}
