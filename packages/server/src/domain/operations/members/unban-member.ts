import type { Member } from '@palaver/protocol/members';
import type { Context } from '../../context.ts';
import { unban } from '../../records/members.ts';
import { changeMember, type NamedMember } from './change-member.ts';

/** Lifts a ban. The user is not a member until they are added again. */
export function unbanMember(ctx: Context, named: NamedMember): Promise<Member> {
  return changeMember(ctx, named, {
    action: 'unban',
    entry: 'member.unbanned',
    apply: (tx, threadId, member) => unban(tx, threadId, member),
  });
}
