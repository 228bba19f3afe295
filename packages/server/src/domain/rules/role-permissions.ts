import type { ErrorCode } from '@palaver/protocol/errors';
import { MEMBER_ROLES, type MemberRole, type MemberStatus } from '@palaver/protocol/members';
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

/** The permitted targets by role and action; all others are M40306. The integrator's back end may do everything. */
export const PERMISSIONS: Readonly<Record<MemberRole, Partial<Record<Action, readonly ActionTarget[]>>>> = {
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

function moderating(targets: readonly ActionTarget[]): Partial<Record<Action, readonly ActionTarget[]>> {
  return Object.fromEntries(MODERATION.map((action) => [`member.${action}`, targets]));
}

/**
 * Refuses with M40304 (the actor is muted and can only read and leave) and M40306 (the role does not permit it). `field` is
 * the field of the request that names the actor.
 */
export function checkPermission(
  actor: { role: MemberRole; standing: Standing; field: string } | undefined,
  action: Action,
  target: ActionTarget,
): void {
  if (actor === undefined) return;
  const isLeaving = action === 'member.remove' && target === 'self';
  if (actor.standing === 'muted' && !isLeaving) throw new Refusal('M40304');
  if (permits(actor.role, action, target)) return;
  const message = `is ${actor.role}: ${needOf(action, target)}`;
  throw new Refusal('M40306', [{ field: actor.field, rule: 'role', message }]);
}

function needOf(action: Action, target: ActionTarget): string {
  const able = MEMBER_ROLES.filter((role) => permits(role, action, target));
  if (able.length > 0) return `this takes ${able.join(' or ')}`;
  return target === 'owner' ? 'nobody may do this to the owner' : 'only its sender may do this';
}

function permits(role: MemberRole, action: Action, target: ActionTarget): boolean {
  return PERMISSIONS[role][action]?.includes(target) === true;
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
