import { MEMBER_ROLES, type MemberRole } from '@palaver/protocol/members';
import { Refusal } from '../refusal.ts';
import type { MemberAction, Standing } from './transitions.ts';

/** What can be done to a thread, its members and its messages. (Whoever may send stands in operations/messages/send-verdict.ts.) */
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
 * Whom an action is about, seen from who acts: themself, or somebody of a role (who is no member has the role
 * `member`). A message is its sender's own, or else the thread's, like everything that is of no member.
 */
export type ActionTarget = 'self' | 'thread' | MemberRole;

const MODERATION = ['add', 'remove', 'mute', 'unmute', 'ban', 'unban'] as const;

/** Whom each role may act on; the rest is M40306. The integrator's back end, by API key, may do everything. */
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
    // Of the own, the transitions say what is in the way: the ownership.
    ...moderating(['self', 'member', 'admin']),
    'member.set_role': ['self', 'member', 'admin'],
    'member.transfer': ['self', 'member', 'admin'],
  },
};

function moderating(targets: readonly ActionTarget[]): Partial<Record<Action, readonly ActionTarget[]>> {
  return Object.fromEntries(MODERATION.map((action) => [`member.${action}`, targets]));
}

/**
 * Refuses with M40304 (the acting member is muted, and so only reads, or leaves) and M40306 (the role does not permit
 * it). `field` is what in the request names who acts.
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
