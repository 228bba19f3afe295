import type { Member } from '@palaver/protocol/members';
import type { Context } from '../../context.ts';
import { mute } from '../../records/members.ts';
import { changeMember, type NamedMember } from './change-member.ts';

/** Mutes a member until the given time; null: until they are unmuted. A muted member can read but not write. */
export function muteMember(ctx: Context, named: NamedMember, until: Date | null): Promise<Member> {
  return changeMember(ctx, named, {
    action: 'mute',
    entry: 'member.muted',
    until,
    apply: (tx, threadId, member) => mute(tx, threadId, { member, until, isSilent: ctx.isSilent ?? false }),
  });
}
