import type { Fault } from '@palaver/protocol/errors';
import type { MemberStatus } from '@palaver/protocol/members';
import { userNotFound } from '../refusal.ts';

/** What somebody is to a thread: of a status, its owner, or nobody yet. */
export type Standing = MemberStatus | 'owner' | 'none';

export type MemberAction = 'add' | 'remove' | 'mute' | 'unmute' | 'ban' | 'unban' | 'set_role' | 'transfer';

/**
 * From which standing to which an action leads; what stands nowhere is refused. Where the two are the same the action is
 * a success, and a change only if it says something new (another end of a mute, another role).
 *
 * A mute goes on while its member is removed: whoever is added before its end is muted.
 */
export const TRANSITIONS: Readonly<Record<MemberAction, Partial<Record<Standing, Standing>>>> = {
  add: { none: 'active', removed: 'active', active: 'active', muted: 'muted', owner: 'owner' },
  remove: { active: 'removed', muted: 'removed', removed: 'removed' },
  mute: { active: 'muted', muted: 'muted' },
  unmute: { muted: 'active', active: 'active', owner: 'owner' },
  ban: { none: 'banned', active: 'banned', muted: 'banned', removed: 'banned', banned: 'banned' },
  unban: { banned: 'removed', removed: 'removed' },
  set_role: { active: 'active', muted: 'muted' },
  transfer: { active: 'owner', owner: 'owner' },
};

/** Why an action that stands nowhere in {@link TRANSITIONS} is refused, and what to do first. */
const OBSTACLES: Readonly<Record<Exclude<Standing, 'none'>, string>> = {
  owner: 'is the owner of the thread: transfer the ownership first',
  active: 'is an active member',
  muted: 'is muted: unmute first',
  removed: 'is no member any more: add them first',
  banned: 'is banned: lift the ban first',
};
/** The same where there is nothing to do first. */
const NEEDLESS: Partial<Record<MemberAction, Partial<Record<Standing, string>>>> = {
  remove: { banned: 'is banned, and so removed already' },
  unban: {
    owner: 'is the owner of the thread, and not banned',
    active: 'is not banned: there is no ban to lift',
    muted: 'is not banned, but muted: there is no ban to lift',
  },
};

/** Who is made a member or owner must be an active user; others may be deactivated, or bots, by now. */
const NEEDS_ACTIVE_USER: ReadonlySet<MemberAction> = new Set(['add', 'transfer']);

/** Why nobody is there for the action: no active user, or no member (M40402); undefined: somebody is. */
export function existenceFault(
  action: MemberAction,
  member: { standing: Standing; isActiveUser: boolean; field: string },
): Fault | undefined {
  const { standing, isActiveUser, field } = member;
  if (!isActiveUser && (standing === 'none' || NEEDS_ACTIVE_USER.has(action))) return userNotFound(field);
  if (standing !== 'none' || TRANSITIONS[action].none !== undefined) return undefined;
  return {
    code: 'M40402',
    field,
    rule: 'member',
    message: 'names a user who never was a member of the thread',
  };
}

/** Why somebody who is there cannot undergo the action (M40903); undefined: they can. */
export function transitionFault(
  action: MemberAction,
  { standing, field }: { standing: Standing; field: string },
): Fault | undefined {
  if (standing === 'none' || TRANSITIONS[action][standing] !== undefined) return undefined;
  return {
    code: 'M40903',
    field,
    rule: 'transition',
    message: NEEDLESS[action]?.[standing] ?? OBSTACLES[standing],
  };
}

/** Whether somebody of this standing is in the thread now: counted, and shown its log. */
export function isCurrent(standing: Standing | undefined): boolean {
  return standing === 'owner' || standing === 'active' || standing === 'muted';
}
