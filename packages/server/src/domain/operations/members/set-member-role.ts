import type { Member } from '@palaver/protocol/members';
import type { Context } from '../../context.ts';
import { setRole } from '../../records/members.ts';
import { changeThread } from '../threads/change-thread.ts';
import { refuseDirect } from './add-members.ts';
import type { NamedMember } from './change-member.ts';
import { admit, one, showOne } from './change-member.ts';

/** Makes a member of a group an admin, or an ordinary member again. */
export async function setMemberRole(
  ctx: Context,
  named: NamedMember,
  role: 'admin' | 'member',
): Promise<Member> {
  return changeThread(ctx, named.threadId, one('set_role', named), async (tx, thread) => {
    const [member] = admit('set_role', thread);
    if (thread.type === 'direct') throw refuseDirect('role');
    if (member.role !== role) {
      await setRole(tx, thread.id, member.extUserId, role);
      const change = { members: [{ ext_user_id: member.extUserId, role }] };
      await thread.append({ type: 'member.role_changed', change });
    }
    return showOne(tx, thread, member);
  });
}
