import type { ErrorCode } from '@palaver/protocol/errors';
import { MEMBER_ROLES, type MemberRole, type MemberStatus } from '@palaver/protocol/members';
import type { LinkedThreadPolicy, LinkedThreadRule } from '@palaver/protocol/policy';
import { Refusal } from '../refusal.ts';
import type { MemberAction, Standing } from './transitions.ts';

/** Actions on a thread, its members and its messages. (Sending depends on no role: {@link sendRefusal}.) */
export type Action =
  | 'thread.update'
  | 'thread.delete'
  | 'message.edit'
  | 'message.delete'
  | 'message.pin'
  | 'message.react'
  | 'message.press'
  | `member.${MemberAction}`;

/**
 * The target of an action, relative to the actor: the actor, or a user with a role (non-members count as `member`). An own
 * message has the target `self`; other messages, and everything that belongs to no member, have the target `thread`.
 */
export type ActionTarget = 'self' | 'thread' | MemberRole;

const MODERATION = ['add', 'remove', 'mute', 'unmute', 'ban', 'unban'] as const;

/** Targets by action. */
type TargetsOf = Partial<Record<Action, readonly ActionTarget[]>>;

/** The permitted targets by role and action; all others are M40306. The integrator's back end may do everything. */
export const PERMISSIONS: Readonly<Record<MemberRole, TargetsOf>> = {
  member: {
    'message.react': ['thread'],
    'message.press': ['thread'],
    'message.edit': ['self'],
    'message.delete': ['self'],
    'member.remove': ['self'],
  },
  admin: {
    'thread.update': ['thread'],
    'message.react': ['thread'],
    'message.press': ['thread'],
    'message.edit': ['self'],
    'message.delete': ['self', 'thread'],
    'message.pin': ['thread'],
    ...moderating(['member']),
    'member.remove': ['self', 'member'],
  },
  owner: {
    'thread.update': ['thread'],
    'thread.delete': ['thread'],
    'message.react': ['thread'],
    'message.press': ['thread'],
    'message.edit': ['self'],
    'message.delete': ['self', 'thread'],
    'message.pin': ['thread'],
    // An owner may name themself: the transitions then refuse, and explain that the ownership is in the way.
    ...moderating(['self', 'member', 'admin']),
    'member.set_role': ['self', 'member', 'admin'],
    'member.transfer': ['self', 'member', 'admin'],
  },
};

/** What the policy of an application can take away from these permissions in linked threads, by its rule. */
const LINKED_THREAD_PERMISSIONS: Readonly<Record<LinkedThreadRule, TargetsOf>> = {
  delete: { 'thread.delete': ['thread'] },
  rename: { 'thread.update': ['thread'] },
  add: { 'member.add': ['member'] },
  remove: {
    'member.remove': ['member', 'admin'],
    'member.ban': ['self', 'member', 'admin'],
    'member.unban': ['self', 'member', 'admin'],
  },
  leave: { 'member.remove': ['self'] },
  mute: { 'member.mute': ['self', 'member', 'admin'], 'member.unmute': ['self', 'member', 'admin'] },
};
const LINKED_THREAD_RULES = Object.entries(LINKED_THREAD_PERMISSIONS) as [LinkedThreadRule, TargetsOf][];

function moderating(targets: readonly ActionTarget[]): TargetsOf {
  return Object.fromEntries(MODERATION.map((action) => [`member.${action}`, targets]));
}

/** The user who acts. */
export interface Actor {
  role: MemberRole;
  standing: Standing;
  /** The field of the request that names them. */
  field: string;
  /** The policy that binds them in this thread; undefined: none does. */
  linkedThreadPolicy?: LinkedThreadPolicy | undefined;
}

/**
 * Refuses with M40304 (the actor is muted and can only read and leave) and M40306 (the role does not permit it, or the policy for linked
 * threads takes it away from the role). An undefined actor is the integrator's back end.
 */
export function checkPermission(actor: Actor | undefined, action: Action, target: ActionTarget): void {
  if (actor === undefined) return;
  const { role, standing, field, linkedThreadPolicy } = actor;
  const isLeaving = action === 'member.remove' && target === 'self';
  if (standing === 'muted' && !isLeaving) throw new Refusal('M40304');
  if (!permits(PERMISSIONS[role], action, target)) {
    const message = `is ${role}: ${needOf(action, target)}`;
    throw new Refusal('M40306', [{ field, rule: 'role', message }]);
  }
  const [rule] = LINKED_THREAD_RULES.find(([, targets]) => permits(targets, action, target)) ?? [];
  if (rule === undefined || linkedThreadPolicy === undefined || linkedThreadPolicy[role][rule]) return;
  const message = `is ${role}: the policy of the application for linked threads does not permit this (linked_threads.${role}.${rule})`;
  throw new Refusal('M40306', [{ field, rule: 'policy', message }]);
}

function needOf(action: Action, target: ActionTarget): string {
  const able = MEMBER_ROLES.filter((role) => permits(PERMISSIONS[role], action, target));
  if (able.length > 0) return `this takes ${able.join(' or ')}`;
  return target === 'owner' ? 'nobody may do this to the owner' : 'only its sender may do this';
}

function permits(permissions: TargetsOf, action: Action, target: ActionTarget): boolean {
  return permissions[action]?.includes(target) === true;
}

/**
 * Who may send: a bot, which needs no membership, and a user with one of these statuses, whatever their role. The codes refuse the others when
 * the back end sends in their name.
 */
const SEND_REFUSALS: Readonly<Record<MemberStatus, ErrorCode | undefined>> = {
  active: undefined,
  muted: 'M40304',
  banned: 'M40305',
  removed: 'M40303',
};

/** Why a sender must not send to a thread; undefined: they may. `status`: that of the membership, undefined if they never were a member. */
export function sendRefusal(kind: 'user' | 'bot', status: MemberStatus = 'removed'): ErrorCode | undefined {
  return kind === 'bot' ? undefined : SEND_REFUSALS[status];
}

/** The same for a signed-in user: a thread of which they are no member does not exist for them. */
export function ownSendRefusal(status: MemberStatus | undefined): ErrorCode | undefined {
  const isMember = status === 'active' || status === 'muted';
  return isMember ? sendRefusal('user', status) : 'M40401';
}

const SENDING_STATUSES = Object.entries(SEND_REFUSALS).flatMap(([status, code]) =>
  code === undefined ? [`'${status}'`] : [],
);
/** Whether a sender may send, in SQL: of `sender` with a `kind`, and `member` with a `status`. */
export const MAY_SEND = `(sender.kind = 'bot' or member.status in (${SENDING_STATUSES.join(', ')}))`;
