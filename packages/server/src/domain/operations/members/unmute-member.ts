import type { Member } from '@palaver/protocol/members';
import type { Context } from '../../context.ts';
import { unmute } from '../../records/members.ts';
import { changeMember, type NamedMember } from './change-member.ts';

/** Ends the mute of a member. */
export function unmuteMember(ctx: Context, named: NamedMember): Promise<Member> {
  return changeMember(ctx, named, {
    action: 'unmute',
    entry: 'member.unmuted',
    apply: (tx, threadId, member) => unmute(tx, threadId, member),
  });
}
