import type { User } from '@palaver/protocol/users';
import type { SignedInContext } from '../../context.ts';
import { lockUsersShared } from '../../records/app-locks.ts';
import { setAvatar } from '../../records/avatars.ts';
import { addToOutbox } from '../../records/outbox.ts';
import { setPicture } from '../../records/pictures.ts';
import { findAndLockActiveUser, toUser } from '../../records/users.ts';
import { Refusal, refusalOf } from '../../refusal.ts';
import { pictureNotFound, resolvePicture } from '../pictures/resolve-picture.ts';

const FIELD = 'file_id';
const NONE = { picture: undefined, fault: undefined };

/**
 * Makes an uploaded file the picture of the signed-in user, and releases the former one; null: they have none. Returns the user. Refuses
 * with M40111 (no longer active), M40411 (file) and M40003 (a file that is no picture).
 */
export async function setMyAvatar(
  ctx: SignedInContext,
  fileId: string | null,
  baseUrl: string,
): Promise<User> {
  const { space, actingUser } = ctx;
  return ctx.db.transaction(async (tx) => {
    await lockUsersShared(tx, space.appId);
    const user = await findAndLockActiveUser(tx, space, { extUserId: actingUser.extUserId });
    if (user === undefined) throw new Refusal('M40111');
    const { picture, fault } =
      fileId === null ? NONE : await resolvePicture(tx, ctx, { id: fileId, field: FIELD, baseUrl });
    if (fault !== undefined) throw refusalOf([fault]);
    if (!(await setPicture(tx, { user }, picture?.fileId ?? null))) throw refusalOf([pictureNotFound(FIELD)]);
    const { isChanged, ...row } = await setAvatar(tx, user, picture?.url ?? '');
    const shown = toUser(row);
    if (isChanged) await addToOutbox(tx, space, [{ type: 'user.updated', data: { user: shown } }]);
    return shown;
  });
}
