import type { Member } from '@palaver/protocol/members';
import type { Context } from '../../context.ts';
import { ban } from '../../records/members.ts';
import { changeMember, type NamedMember } from './change-member.ts';

/** Bans a user from a thread until the given time; null: until the ban is lifted. A banned user is not a member and cannot be added. */
export function banMember(ctx: Context, named: NamedMember, until: Date | null): Promise<Member> {
  return changeMember(ctx, named, {
    action: 'ban',
    entry: 'member.banned',
    until,
    apply: (tx, threadId, member) => ban(tx, threadId, { member, until, isSilent: ctx.isSilent ?? false }),
  });
}
