import type { Fault } from '@palaver/protocol/errors';
import type { ExtUserId, IdType, ThreadId } from '@palaver/protocol/ids';
import type { Member } from '@palaver/protocol/members';
import type { Transaction } from '../../../storage/database.ts';
import type { Context } from '../../context.ts';
import { showMembers } from '../../records/members.ts';
import type { NewEntry } from '../../records/thread-log.ts';
import { refuseFaults } from '../../refusal.ts';
import { isCurrent, type MemberAction, TRANSITIONS, transitionFault } from '../../rules/transitions.ts';
import {
  changeThread,
  type LockedThread,
  type NamedMembers,
  type Participant,
} from '../threads/change-thread.ts';
import { scheduleSanctionEnd } from './end-sanctions.ts';

/**
 * What all changes of the members of a thread have in common. Each refuses with M40401 (no such thread), M40402 (no such
 * user or member), M40304 and M40306 (the actor lacks permission), and M40903 (see TRANSITIONS). Each returns the members
 * after the change. Repeating an action succeeds and changes nothing.
 */

/** A member of a thread, as a request names them. */
export interface NamedMember {
  threadId: ThreadId;
  id: string;
  idType: IdType;
  /** The field of the request that names them. */
  field: string;
}

/** A change of one member's status. */
interface MemberChange {
  action: 'remove' | 'mute' | 'unmute' | 'ban' | 'unban';
  entry: NewEntry['type'];
  /** When a mute or ban ends; null: never. */
  until?: Date | null;
  /** `isSelf`: the actor is the member. */
  apply: (tx: Transaction, threadId: ThreadId, member: ExtUserId, isSelf: boolean) => Promise<unknown>;
}

/** Checks that the change is permitted and possible; applies and logs it unless the member has that status already. */
export async function changeMember(
  ctx: Context,
  named: NamedMember,
  { action, entry, until = null, apply }: MemberChange,
): Promise<Member> {
  return changeThread(ctx, named.threadId, one(action, named), async (tx, thread) => {
    const [member] = admit(action, thread);
    const { extUserId, standing } = member;
    const next = TRANSITIONS[action][standing];
    if (standing !== next || member.until?.getTime() !== until?.getTime()) {
      await apply(tx, thread.id, extUserId, thread.targetOf(member) === 'self');
      const end = next === 'muted' || next === 'banned' ? { until: until?.getTime() ?? null } : {};
      const difference = Number(isCurrent(next)) - Number(isCurrent(standing));
      await thread.append({
        type: entry,
        change: { members: [{ ext_user_id: extUserId, ...end }] },
        counters: { member_count: difference },
      });
      await scheduleSanctionEnd(tx, { threadId: thread.id, extUserId }, until);
    }
    return showOne(tx, thread, member);
  });
}

/** A request that names one member. */
export function one(action: MemberAction, { id, idType, field }: NamedMember): NamedMembers {
  return { action, idType, ids: [id], fieldOf: () => field, fieldOfMissing: () => field };
}

/** Checks permission, then state, of an action on all members that the request names; returns these members. */
export function admit(action: MemberAction, thread: LockedThread): [Participant, ...Participant[]] {
  for (const member of thread.members) {
    // Adding an existing member changes nothing, so their role does not matter.
    const target = action === 'add' ? 'member' : thread.targetOf(member);
    thread.checkPermission(`member.${action}`, target);
  }
  refuseFaults([
    ...thread.members.flatMap((member) => transitionFault(action, member) ?? []),
    ...thread.members.flatMap((member) => strangerFault(thread, member) ?? []),
  ]);
  const [first, ...others] = thread.members;
  if (first === undefined) throw new Error('unreachable: the schema requires at least one member');
  return [first, ...others];
}

/** A direct thread belongs to two users: either can come back, but nobody else can be added or banned. */
function strangerFault({ type }: LockedThread, { standing, field }: Participant): Fault | undefined {
  if (type !== 'direct' || standing !== 'none') return undefined;
  return { code: 'M40903', field, rule: 'group', message: 'is not one of the two of this direct thread' };
}

/** The members after the change. */
export function show(
  tx: Transaction,
  thread: LockedThread,
  members: readonly Participant[],
): Promise<Member[]> {
  return showMembers(
    tx,
    thread.id,
    members.map(({ extUserId }) => extUserId),
  );
}

/** The one member after the change. */
export async function showOne(tx: Transaction, thread: LockedThread, member: Participant): Promise<Member> {
  const [shown] = await show(tx, thread, [member]);
  if (shown === undefined) throw new Error('a changed member has disappeared');
  return shown;
}
