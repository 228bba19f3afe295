import type { Fault } from '@palaver/protocol/errors';
import type { IdType, ThreadId } from '@palaver/protocol/ids';
import type { EntryType } from '@palaver/protocol/log';
import type { Member } from '@palaver/protocol/members';
import type { Transaction } from '../../../storage/database.ts';
import type { Context } from '../../context.ts';
import { ban, mute, removeMember, showMembers, unban, unmute } from '../../records/members.ts';
import { refuseFaults } from '../../refusal.ts';
import { isCurrent, type MemberAction, TRANSITIONS, transitionFault } from '../../rules/transitions.ts';
import {
  changeThread,
  type NamedMembers,
  type OpenThread,
  type Participant,
} from '../threads/change-thread.ts';
import { tellAt } from './end-sanctions.ts';

/**
 * Changes of the members of a thread. Each refuses with M40401 (thread), M40402 (no user, or no member), M40304 and
 * M40306 (who acts), M40903 (see TRANSITIONS), and answers the members as they are then. The same action twice is a
 * success without a change.
 */

/** A member of a thread, as a request names them. */
export interface NamedMember {
  threadId: ThreadId;
  id: string;
  idType: IdType;
  /** What in the request names them. */
  field: string;
}

interface Effect {
  apply: (
    tx: Transaction,
    member: Participant & { threadId: ThreadId },
    until: Date | null,
  ) => Promise<unknown>;
  entry: EntryType;
}

const EFFECTS = {
  remove: {
    apply: (tx, { threadId, extUserId }) => removeMember(tx, extUserId, [threadId]),
    entry: 'member.removed',
  },
  mute: {
    apply: (tx, { threadId, extUserId }, until) => mute(tx, threadId, extUserId, until),
    entry: 'member.muted',
  },
  unmute: {
    apply: (tx, { threadId, extUserId }) => unmute(tx, threadId, extUserId),
    entry: 'member.unmuted',
  },
  ban: {
    apply: (tx, { threadId, extUserId }, until) => ban(tx, threadId, extUserId, until),
    entry: 'member.banned',
  },
  unban: {
    apply: (tx, { threadId, extUserId }) => unban(tx, threadId, extUserId),
    entry: 'member.unbanned',
  },
} satisfies Partial<Record<MemberAction, Effect>>;

/** Removes, mutes, unmutes, bans or unbans a member; a mute or ban until then (null: without an end). */
export async function changeMember(
  ctx: Context,
  action: keyof typeof EFFECTS,
  named: NamedMember,
  until: Date | null = null,
): Promise<Member> {
  return changeThread(ctx, named.threadId, one(action, named), async (tx, thread) => {
    const [member] = admit(action, thread);
    const { extUserId, standing } = member;
    const next = TRANSITIONS[action][standing];
    if (standing !== next || member.until?.getTime() !== until?.getTime()) {
      const effect: Effect = EFFECTS[action];
      await effect.apply(tx, { ...member, threadId: thread.id }, until);
      const end = next === 'muted' || next === 'banned' ? { until: until?.getTime() ?? null } : {};
      const difference = Number(isCurrent(next)) - Number(isCurrent(standing));
      await thread.append({
        type: effect.entry,
        change: { members: [{ ext_user_id: extUserId, ...end }] },
        counters: { member_count: difference },
      });
      await tellAt(tx, { threadId: thread.id, extUserId }, until);
    }
    return showOne(tx, thread, member);
  });
}

export function one(action: MemberAction, { id, idType, field }: NamedMember): NamedMembers {
  return { action, idType, ids: [id], fieldOf: () => field, fieldOfMissing: () => field };
}

/** The stages permission and state of an action on all members whom the request names; answers them. */
export function admit(action: MemberAction, thread: OpenThread): [Participant, ...Participant[]] {
  for (const member of thread.members) {
    // Who is added again stays as they are, whatever their role: it is nobody that is acted on.
    const target = action === 'add' ? 'member' : thread.targetOf(member);
    thread.checkPermission(`member.${action}`, target);
  }
  refuseFaults([
    ...thread.members.flatMap((member) => transitionFault(action, member) ?? []),
    ...thread.members.flatMap((member) => strangerFault(thread, member) ?? []),
  ]);
  const [first, ...others] = thread.members;
  if (first === undefined) throw new Error('a request that names members names one at least');
  return [first, ...others];
}

/** A direct thread belongs to two: one of them can come back, but nobody else can be added, or banned ahead. */
function strangerFault({ type }: OpenThread, { standing, field }: Participant): Fault | undefined {
  if (type !== 'direct' || standing !== 'none') return undefined;
  return { code: 'M40903', field, rule: 'group', message: 'is not one of the two of this direct thread' };
}

export function show(
  tx: Transaction,
  thread: OpenThread,
  members: readonly Participant[],
): Promise<Member[]> {
  return showMembers(
    tx,
    thread.id,
    members.map(({ extUserId }) => extUserId),
  );
}

export async function showOne(tx: Transaction, thread: OpenThread, member: Participant): Promise<Member> {
  const [shown] = await show(tx, thread, [member]);
  if (shown === undefined) throw new Error('a member that was changed is gone');
  return shown;
}
