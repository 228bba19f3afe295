import type { Member } from '@palaver/protocol/members';
import type { Context } from '../../context.ts';
import { endMemberships, findOwner, setRole } from '../../records/members.ts';
import { changeThread } from '../threads/change-thread.ts';
import { refuseDirect } from './add-members.ts';
import type { NamedMember } from './change-member.ts';
import { admit, one, showOne } from './change-member.ts';

/**
 * Makes an active member of a group its owner. The former owner becomes an admin; a deactivated former owner leaves the
 * group, because only the ownership kept them in it.
 */
export async function transferOwnership(ctx: Context, named: NamedMember): Promise<Member> {
  return changeThread(ctx, named.threadId, one('transfer', named), async (tx, thread) => {
    const [member] = admit('transfer', thread);
    if (thread.type === 'direct') throw refuseDirect(named.field);
    if (member.standing !== 'owner') {
      const former = await findOwner(tx, thread.id);
      if (former !== undefined) await setRole(tx, thread.id, former.ext_user_id, 'admin');
      await setRole(tx, thread.id, member.extUserId, 'owner');
      const formers = former === undefined ? [] : [{ ext_user_id: former.ext_user_id, role: 'admin' }];
      const members = [{ ext_user_id: member.extUserId, role: 'owner' }, ...formers];
      await thread.append({ type: 'thread.owner_changed', change: { members } });
      if (former?.is_active === false) {
        await endMemberships(tx, former.ext_user_id, [thread.id], 'removed');
        const gone = { members: [{ ext_user_id: former.ext_user_id }] };
        await thread.append({ type: 'member.removed', change: gone, counters: { member_count: -1 } });
      }
    }
    return showOne(tx, thread, member);
  });
}
