import type { UserId } from '@palaver/protocol/ids';
import type { Context } from '../../context.ts';
import { moveDeskUser } from '../../records/desk.ts';
import { moveDevices } from '../../records/devices.ts';
import { moveFiles } from '../../records/files.ts';
import { idTaken, refuseIdOfSharedBot } from '../../records/id-namespace.ts';
import { isInHistory } from '../../records/memberships-of-user.ts';
import { moveUserChoices } from '../../records/notification-choices.ts';
import { movePicture } from '../../records/pictures.ts';
import { type ConnectionsFate, cutKeptConnections, revokeTokensOf } from '../../records/token-revocations.ts';
import { moveUploads } from '../../records/uploads.ts';
import { moveEmail } from '../../records/user-emails.ts';
import { absorbUser, findAndLockByUserIds, hasRenamed, renameUser } from '../../records/users.ts';
import { refusalOf, userNotFound } from '../../refusal.ts';
import { publishUserEvent } from './publish-user-event.ts';

/**
 * Changes a user's identifier in one atomic step (interface §1): `ext_user_id`, memberships, history, read
 * positions, devices and e-mail address stay. Tokens issued so far are revoked; `connections` that are open are cut or kept. The same id, or a
 * change that happened already, is a success, and may still cut what the change kept. When the new id names a user without any history (just
 * synchronised, as the guest flow does), that record is absorbed, with its devices and e-mail address. Refuses with M40402 (unknown current
 * id) and M40901 (the new id is taken).
 */
export async function changeUserId(
  ctx: Context,
  input: { from: UserId; to: UserId; connections: ConnectionsFate },
): Promise<void> {
  const { space } = ctx;
  const { from, to, connections } = input;
  await ctx.db.transaction(async (tx) => {
    const [current, taken] = await findAndLockByUserIds(tx, space, [from, to]);
    if (current?.kind !== 'user') {
      const isRepeat = current === undefined && (await hasRenamed(tx, space, from, to));
      if (!isRepeat) throw refusalOf([userNotFound('current_user_id')]);
      if (connections === 'cut' && taken !== undefined) await cutKeptConnections(tx, taken.ext_user_id);
      return;
    }
    if (from === to) return;

    if (taken !== undefined) {
      const isFresh = taken.kind === 'user' && !(await isInHistory(tx, taken.ext_user_id));
      if (!isFresh) throw idTaken('new_user_id');
      await moveDeskUser(tx, current.ext_user_id, taken.ext_user_id);
      await moveDevices(tx, current.ext_user_id, taken.ext_user_id);
      await moveEmail(tx, current.ext_user_id, taken.ext_user_id);
      await movePicture(tx, current.ext_user_id, taken.ext_user_id);
      await moveFiles(tx, current.ext_user_id, taken.ext_user_id);
      await moveUploads(tx, current.ext_user_id, taken.ext_user_id);
      await moveUserChoices(tx, current.ext_user_id, taken.ext_user_id);
      await absorbUser(tx, space, current, taken);
    }
    await refuseIdOfSharedBot(tx, space.appId, to, 'new_user_id');
    await renameUser(tx, space, current, to);
    await revokeTokensOf(tx, [current.ext_user_id], connections);
    // (The absorbed record no longer exists.)
    if (taken !== undefined) await revokeTokensOf(tx, [taken.ext_user_id], 'cut');
    await publishUserEvent(tx, space, 'user.id_changed', to, { previous_user_id: from });
  });
}
