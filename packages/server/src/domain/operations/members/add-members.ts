import type { ThreadId } from '@palaver/protocol/ids';
import type { AddMembers, Member } from '@palaver/protocol/members';
import type { Context } from '../../context.ts';
import { beginMemberships } from '../../records/members.ts';
import { Refusal } from '../../refusal.ts';
import { isCurrent } from '../../rules/transitions.ts';
import { allowanceOf } from '../apps/policy-check.ts';
import { changeThread } from '../threads/change-thread.ts';
import { admit, show } from './change-member.ts';

/**
 * Adds members, all or none. Current members stay as they are; former members come back, muted if a mute still runs. Refuses
 * signed-in users with M40306 and M40005 according to the policy of the application.
 */
export async function addMembers(ctx: Context, threadId: ThreadId, input: AddMembers): Promise<Member[]> {
  const { member_ids: ids, id_type: idType, role = 'member' } = input;
  const extUserId = ctx.actingUser?.extUserId;
  if (extUserId !== undefined) (await allowanceOf(ctx.db, extUserId)).check('add_members', ids.length);
  const fieldOf = (index: number) => `member_ids[${index}]`;
  // Signed-in users do not learn which of the ids do not exist.
  const fieldOfMissing = extUserId === undefined ? fieldOf : () => 'member_ids';
  const named = { action: 'add' as const, idType, ids, fieldOf, fieldOfMissing };
  return changeThread(ctx, threadId, named, async (tx, thread) => {
    if (role !== 'member') thread.checkPermission('member.set_role', 'member');
    admit('add', thread);
    const comers = thread.members.filter(({ standing }) => !isCurrent(standing));
    if (thread.type === 'direct' && role !== 'member') throw refuseDirect('role');

    await beginMemberships(
      tx,
      comers.map(({ extUserId }) => ({ threadId: thread.id, extUserId, role })),
    );
    if (comers.length > 0) {
      const members = comers.map(({ extUserId }) => ({ ext_user_id: extUserId, role }));
      await thread.append({
        type: 'member.added',
        change: { members },
        counters: { member_count: comers.length },
      });
    }
    return show(tx, thread, thread.members);
  });
}

/** The members of a direct thread always have the role `member`. */
export function refuseDirect(field: string): Refusal {
  const message = 'is not for a direct thread: its two members have no other role';
  return new Refusal('M40903', [{ field, rule: 'group', message }]);
}
