import type { Member } from '@palaver/protocol/members';
import type { Context } from '../../context.ts';
import { endMemberships } from '../../records/members.ts';
import { changeMember, type NamedMember } from './change-member.ts';

/** Removes a member from a thread. A user who removes themself leaves: then only the back end can add them again. */
export function removeMember(ctx: Context, named: NamedMember): Promise<Member> {
  return changeMember(ctx, named, {
    action: 'remove',
    entry: 'member.removed',
    apply: (tx, threadId, member, isSelf) =>
      endMemberships(tx, member, [threadId], isSelf ? 'left' : 'removed'),
  });
}
