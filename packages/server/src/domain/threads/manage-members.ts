import type { Fault } from '@palaver/protocol/errors';
import type { IdType, ThreadId } from '@palaver/protocol/ids';
import type { EntryType } from '@palaver/protocol/log';
import type { AddMembers, Member } from '@palaver/protocol/members';
import type { Transaction } from '../../storage/database.ts';
import type { Context } from '../context.ts';

import { allowanceOf } from '../members/addressing.ts';
import { tellAt } from '../members/expiry.ts';
import {
  addMembers,
  ban,
  findOwner,
  mute,
  removeMember,
  setRole,
  showMembers,
  unban,
  unmute,
} from '../members/queries.ts';
import { isCurrent, type MemberAction, TRANSITIONS, transitionFault } from '../members/transitions.ts';
import { Refusal, refuseFaults } from '../refusal.ts';
import { changeThread, type NamedMembers, type OpenThread, type Participant } from './change-thread.ts';

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

/**
 * Adds members, all or none. Who is one stays as they are; who was one comes back, muted if a mute still runs. A signed-in
 * user is refused with M40306 and M40005 where the policy of the application says so.
 */
export async function addToThread(ctx: Context, threadId: ThreadId, input: AddMembers): Promise<Member[]> {
  const { member_ids: ids, id_type: idType, role = 'member' } = input;
  const extUserId = ctx.actingUser?.extUserId;
  if (extUserId !== undefined) (await allowanceOf(ctx.db, extUserId)).check('add_members', ids.length);
  const fieldOf = (index: number) => `member_ids[${index}]`;
  // To a signed-in user nothing says which of the ids are not there.
  const fieldOfMissing = extUserId === undefined ? fieldOf : () => 'member_ids';
  const named = { action: 'add' as const, idType, ids, fieldOf, fieldOfMissing };
  return changeThread(ctx, threadId, named, async (tx, thread) => {
    if (role !== 'member') thread.checkPermission('member.set_role', 'member');
    admit('add', thread);
    const comers = thread.members.filter(({ standing }) => !isCurrent(standing));
    if (thread.type === 'direct' && role !== 'member') throw refuseDirect('role');

    await addMembers(
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

function refuseDirect(field: string): Refusal {
  const message = 'is not for a direct thread: its two members have no other role';
  return new Refusal('M40903', [{ field, rule: 'group', message }]);
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

/** Makes a member of a group an admin, or an ordinary member again. */
export async function changeRole(
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

/**
 * Makes an active member of a group its owner. The owner before becomes an admin; one who is deactivated was a member
 * only as the owner, and is none any more.
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
        await removeMember(tx, former.ext_user_id, [thread.id]);
        const gone = { members: [{ ext_user_id: former.ext_user_id }] };
        await thread.append({ type: 'member.removed', change: gone, counters: { member_count: -1 } });
      }
    }
    return showOne(tx, thread, member);
  });
}

function one(action: MemberAction, { id, idType, field }: NamedMember): NamedMembers {
  return { action, idType, ids: [id], fieldOf: () => field, fieldOfMissing: () => field };
}

/** The stages permission and state of an action on all members whom the request names; answers them. */
function admit(action: MemberAction, thread: OpenThread): [Participant, ...Participant[]] {
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

function show(tx: Transaction, thread: OpenThread, members: readonly Participant[]): Promise<Member[]> {
  return showMembers(
    tx,
    thread.id,
    members.map(({ extUserId }) => extUserId),
  );
}

async function showOne(tx: Transaction, thread: OpenThread, member: Participant): Promise<Member> {
  const [shown] = await show(tx, thread, [member]);
  if (shown === undefined) throw new Error('a member that was changed is gone');
  return shown;
}
