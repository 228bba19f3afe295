import type { UserId } from '@palaver/protocol/ids';
import type { Context } from '../../context.ts';
import { removeDeskUser } from '../../records/desk.ts';
import { removeDevices } from '../../records/devices.ts';
import { releaseBytes } from '../../records/file-usage.ts';
import { endMemberships } from '../../records/members.ts';
import { threadsOf } from '../../records/memberships-of-user.ts';
import { setPicture } from '../../records/pictures.ts';
import { appendEntry, lockHeads } from '../../records/thread-log.ts';
import { revokeTokensOf } from '../../records/token-revocations.ts';
import { endUploadsOf } from '../../records/uploads.ts';
import { removeEmail } from '../../records/user-emails.ts';
import { findAndLockByUserIds, markDeactivated } from '../../records/users.ts';
import { refusalOf, userNotFound } from '../../refusal.ts';
import { publishUserEvent } from './publish-user-event.ts';

/**
 * Deactivates a user: they can no longer be a sender, target, new owner or new member. Their memberships end, except in
 * threads that they own, and their devices, e-mail address, place on the support desk, uploaded picture and unfinished uploads are
 * removed; history keeps the last name.
 * Repeating it succeeds. Refuses with M40402.
 */
export async function deactivateUser(ctx: Context, userId: UserId): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const [user] = await findAndLockByUserIds(tx, ctx.space, [userId]);
    if (user?.kind !== 'user') throw refusalOf([userNotFound('user_id')]);
    if (user.deactivated_at !== null) return;

    await markDeactivated(tx, user.ext_user_id);
    await revokeTokensOf(tx, [user.ext_user_id], 'cut');
    await removeDeskUser(tx, user.ext_user_id);
    await removeDevices(tx, user.ext_user_id);
    await removeEmail(tx, user.ext_user_id);
    await publishUserEvent(tx, ctx.space, 'user.deactivated', userId);
    const threadIds = await threadsOf(tx, user.ext_user_id);
    // Also locks threads that the user owns: a send that saw the user active commits before we respond.
    await lockHeads(tx, threadIds);
    await setPicture(tx, { user: user.ext_user_id }, null);
    await releaseBytes(tx, await endUploadsOf(tx, user.ext_user_id));
    const left = await endMemberships(tx, user.ext_user_id, threadIds, 'removed');
    if (left.length === 0) return;
    await appendEntry(tx, left, {
      type: 'member.removed',
      actor: null,
      change: { members: [{ ext_user_id: user.ext_user_id }] },
      counters: { member_count: -1 },
      isSilent: ctx.isSilent,
    });
  });
}
