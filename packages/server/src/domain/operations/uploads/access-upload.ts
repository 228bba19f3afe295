import type { SignedInContext } from '../../context.ts';
import { findUpload, type Upload } from '../../records/uploads.ts';
import { Refusal } from '../../refusal.ts';
import { isUploadId } from '../../rules/upload-paths.ts';

/** Gives a user access to an unfinished upload of their own. Refuses with M40412, whatever the reason is. */
export async function accessUpload(
  { db, space, actingUser }: Pick<SignedInContext, 'db' | 'space' | 'actingUser'>,
  id: string,
): Promise<Upload> {
  const upload = isUploadId(id) ? await findUpload(db, space, actingUser.extUserId, id) : undefined;
  if (upload === undefined) throw new Refusal('M40412');
  return upload;
}
