import { isDeepStrictEqual } from 'node:util';
import {
  type Change,
  findUser,
  type MemberAction,
  type Move,
  moveMembers,
  type Of,
  type Place,
  type Role,
  type Space,
  type Thread,
  type User,
} from '../space.ts';
import { done, type Fault, refuse, type Verdict } from './verdict.ts';

/** Members of a thread: who can become what, and who may do it. */

type Status = 'active' | 'muted' | 'removed' | 'banned';
type Standing = Status | 'owner' | 'none';

export const isPerson = (user: User | undefined) => user?.isActive === true && !user.isBot;
export const isCurrent = (place: Place | undefined): place is Place => place?.state === 'active';

export function statusOf({ state, muted }: Place): Status {
  return state === 'active' && muted !== undefined ? 'muted' : state;
}

function standingOf(place: Place | undefined): Standing {
  if (place === undefined) return 'none';
  return place.role === 'owner' ? 'owner' : statusOf(place);
}

interface Transition {
  entry: string;
  /** Whoever is something else is M40903. */
  from: readonly Standing[];
  to: (was: Place, command: Of<MemberAction>) => Place;
}

export const ACTIVE: Place = { role: 'member', state: 'active', muted: undefined, banned: undefined };
const ABSENT: Place = { role: 'member', state: 'removed', muted: undefined, banned: undefined };
const INSIDE = ['active', 'muted'] as const;
const OUTSIDE = ['none', 'removed'] as const;

const TRANSITIONS: Record<MemberAction, Transition> = {
  add: {
    entry: 'member.added',
    from: [...OUTSIDE, ...INSIDE, 'owner'],
    to: (was, { role }) => (was.state === 'active' ? was : { ...was, state: 'active', role }),
  },
  remove: { entry: 'member.removed', from: [...INSIDE, 'removed'], to: without },
  mute: { entry: 'member.muted', from: INSIDE, to: (was, { until }) => ({ ...was, muted: until }) },
  unmute: { entry: 'member.unmuted', from: INSIDE, to: (was) => ({ ...was, muted: undefined }) },
  ban: {
    entry: 'member.banned',
    from: [...OUTSIDE, ...INSIDE, 'banned'],
    to: (was, { until }) => ({ ...was, state: 'banned', role: 'member', banned: until }),
  },
  unban: {
    entry: 'member.unbanned',
    from: ['banned', 'removed'],
    to: (was) => ({ ...without(was), banned: undefined }),
  },
  set_role: { entry: 'member.role_changed', from: INSIDE, to: (was, { role }) => ({ ...was, role }) },
  transfer: {
    entry: 'thread.owner_changed',
    from: ['active', 'owner'],
    to: (was) => ({ ...was, role: 'owner' }),
  },
};

export function without(was: Place): Place {
  return { ...was, state: 'removed', role: 'member' };
}

export type InThread = Of<MemberAction | 'edit' | 'erase' | 'pin' | 'unpin' | 'update' | 'delete'>;

/** A thread, as a command finds it. */
export interface Entered {
  thread: Thread;
  /** Who acts; undefined: the back end itself, which may do everything. */
  acting: { extId: string; place: Place } | undefined;
  /** Of who acts, in the stage that looks up whom and what a command names. */
  faults: Fault[];
}

const OWN: readonly string[] = ['remove', 'edit', 'erase'] satisfies InThread['does'][];
const OF_OWNERS: readonly string[] = ['set_role', 'transfer', 'delete'] satisfies InThread['does'][];

/** Who is muted only leaves. Everybody leaves, and edits and deletes what is their own; the rest is as the role says. */
export function forbid(
  { acting }: Entered,
  does: InThread['does'],
  { isOwn = false, on = 'member' }: { isOwn?: boolean; on?: Role | undefined } = {},
): Fault[] {
  if (acting === undefined) return [];
  const { role, muted } = acting.place;
  if (muted !== undefined && !(isOwn && does === 'remove')) return [['M40304']];
  if (isOwn && OWN.includes(does)) return [];
  const isGranted = role === 'owner' || (role === 'admin' && on === 'member' && !OF_OWNERS.includes(does));
  return isGranted && does !== 'edit' ? [] : [['M40306']];
}

interface Member {
  user: User;
  place: Place | undefined;
  field: string;
}

/** In three stages: who is there, who may, and what can be done to whom. */
export function changeMembers(space: Space, entered: Entered, command: Of<MemberAction>): Verdict {
  const { thread, acting, faults } = entered;
  const { does, role } = command;
  const { members, missing } = nameMembers(space, thread, command);
  faults.push(...missing.map((field): Fault => ['M40402', field]));
  if (faults.length > 0) return refuse(...faults);

  const forbidden = members.flatMap(({ user, place }) =>
    forbid(entered, does, { isOwn: user.extId === acting?.extId, on: place?.role }),
  );
  if (does === 'add' && role === 'admin') forbidden.push(...forbid(entered, 'set_role'));
  if (forbidden.length > 0) return refuse(...forbidden);

  const stuck = stuckFields(thread, members, command);
  if (stuck.length > 0) return refuse(...stuck.map((field): Fault => ['M40903', field]));

  const moves = members.flatMap((member) => moveOf(member, command));
  if (moves.length === 0) return done();
  const actor = acting?.extId ?? null;
  const entry = moveMembers(thread.id, TRANSITIONS[does].entry, actor, moves);
  return does === 'transfer' ? transfer(space, thread, actor, moves) : done(entry);
}

/** Who is named twice counts once; but whoever is missing is missing wherever they are named. */
function nameMembers(
  { people: { users } }: Space,
  { places }: Thread,
  { does, idType, users: ids }: Of<MemberAction>,
) {
  const members = new Map<string, Member>();
  const missing: string[] = [];
  for (const [index, id] of ids.entries()) {
    const field = does === 'add' ? `member_ids[${index}]` : does === 'transfer' ? 'owner_id' : 'member_id';
    const user = findUser(users, idType, id);
    const member = user && { user, place: places.get(user.extId), field };
    if (member === undefined || isMissing(member, does)) missing.push(field);
    else if (!members.has(member.user.extId)) members.set(member.user.extId, member);
  }
  return { members: [...members.values()], missing };
}

/** Who is made a member or owner must be an active user; others may be deactivated by now, or bots, but not strangers. */
function isMissing({ user, place }: Member, does: MemberAction): boolean {
  if (does === 'add' || (does === 'ban' && place === undefined)) return !isPerson(user);
  return place === undefined || (does === 'transfer' && !isPerson(user));
}

function stuckFields({ type }: Thread, members: Member[], { does, role }: Of<MemberAction>): string[] {
  const stuck = members.filter(({ place }) => !TRANSITIONS[does].from.includes(standingOf(place)));
  if (type === 'group') return stuck.map(({ field }) => field);
  // It belongs to two, who are equals.
  if (does === 'transfer') return members.map(({ field }) => field);
  const strangers = members.filter(({ place }) => place === undefined);
  const isRoleGiven = does === 'set_role' || (does === 'add' && role === 'admin');
  return [...[...stuck, ...strangers].map(({ field }) => field), ...(isRoleGiven ? ['role'] : [])];
}

function moveOf({ user, place }: Member, command: Of<MemberAction>): Move[] {
  const { does, role, until } = command;
  const after = TRANSITIONS[does].to(place ?? ABSENT, command);
  if (isDeepStrictEqual(after, place)) return [];
  const isSanction = does === 'mute' || does === 'ban';
  const isRole = does === 'add' || does === 'set_role';
  return [{ extId: user.extId, after, told: isSanction ? { until } : isRole ? { role } : {} }];
}

/** The owner before becomes an admin; one who is deactivated was a member only as the owner. */
function transfer(
  { people: { users } }: Space,
  thread: Thread,
  actor: string | null,
  moves: Move[],
): Verdict {
  const owners = thread.places.entries().filter(([, { role }]) => role === 'owner');
  const former: Move[] = [...owners].map(([extId, place]) => {
    return { extId, after: { ...place, role: 'admin' }, told: { role: 'admin' } };
  });
  const owner = moves.map((move): Move => ({ ...move, told: { role: 'owner' } }));
  const gone = former.filter(({ extId }) => !isPerson(users.get(extId)));
  return done(
    moveMembers(thread.id, TRANSITIONS.transfer.entry, actor, [...owner, ...former]),
    ...gone.map(({ extId, after }) => leave(thread.id, extId, after, actor)),
  );
}

export function leave(thread: string, extId: string, was: Place, actor: string | null): Change {
  return moveMembers(thread, TRANSITIONS.remove.entry, actor, [{ extId, after: without(was), told: {} }]);
}
