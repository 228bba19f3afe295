import type { Fault } from '@palaver/protocol/errors';
import type { FileId } from '@palaver/protocol/files';
import type { Queryable } from '../../../storage/database.ts';
import type { SignedInContext } from '../../context.ts';
import { findOwnFile } from '../../records/files.ts';
import { isFileId, thumbnailPath } from '../../rules/file-paths.ts';

/** An uploaded picture, and the address that profiles show. */
export interface Picture {
  fileId: FileId;
  /** Of its thumbnail: small and still, whatever the picture is. */
  url: string;
}

/** A picture, or the fault of the request: M40411, or M40003 for a file that is no picture. */
export type ResolvedPicture = { picture: Picture; fault?: undefined } | { picture?: undefined; fault: Fault };

/**
 * Looks up the file that a signed-in user wants for a picture, without a lock. Only files that they have uploaded themselves can be one:
 * a picture shows its file to more people.
 */
export async function resolvePicture(
  db: Queryable,
  { space, actingUser }: Pick<SignedInContext, 'space' | 'actingUser'>,
  { id, field, baseUrl }: { id: string; field: string; baseUrl: string },
): Promise<ResolvedPicture> {
  const file = isFileId(id) ? await findOwnFile(db, space, id, actingUser.extUserId) : undefined;
  if (file === undefined) return { fault: pictureNotFound(field) };
  if (file.kind === 'image' && file.thumbnailSize !== null)
    return { picture: { fileId: file.id, url: `${baseUrl}${thumbnailPath(file.id)}` } };
  const message = `names a file of kind ${file.kind}, not image`;
  return { fault: { code: 'M40003', field, rule: 'file_kind', message } };
}

export function pictureNotFound(field: string): Fault {
  return { code: 'M40411', field, rule: 'exists', message: 'names no file that the user has uploaded' };
}
