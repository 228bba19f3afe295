import type { Fault } from '@palaver/protocol/errors';
import type { MemberStatus } from '@palaver/protocol/members';
import { userNotFound } from '../refusal.ts';

/** The standing of a user in a thread: a status, the owner, or `none` for a user who never was a member. */
export type Standing = MemberStatus | 'owner' | 'none';

export type MemberAction = 'add' | 'remove' | 'mute' | 'unmute' | 'ban' | 'unban' | 'set_role' | 'transfer';

/**
 * The new standing by action and old standing; missing combinations are refused. If both standings are the same, the action
 * succeeds, and changes something only if it differs in another respect (the end of a mute, the role).
 *
 * A mute continues while the member is removed: a user who is added again before its end is muted.
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

/** Why an action that is missing in {@link TRANSITIONS} is refused, and what to do first. */
const OBSTACLES: Readonly<Record<Exclude<Standing, 'none'>, string>> = {
  owner: 'is the owner of the thread: transfer the ownership first',
  active: 'is an active member',
  muted: 'is muted: unmute first',
  removed: 'is no longer a member: add them first',
  banned: 'is banned: lift the ban first',
};
/** The same for actions that are not needed. */
const NEEDLESS: Partial<Record<MemberAction, Partial<Record<Standing, string>>>> = {
  remove: { banned: 'is banned, and so removed already' },
  unban: {
    owner: 'is the owner of the thread, and not banned',
    active: 'is not banned: there is no ban to lift',
    muted: 'is not banned, but muted: there is no ban to lift',
  },
};

/** A new member or owner must be an active user. Targets of other actions may be deactivated users or bots. */
const NEEDS_ACTIVE_USER: ReadonlySet<MemberAction> = new Set(['add', 'transfer']);

/** The fault (M40402) if the target of the action does not exist: no active user, or no member. */
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

/** The fault (M40903) if the standing of the target does not allow the action. */
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

/** Whether this is the standing of a current member, who is counted and may see the log. */
export function isCurrent(standing: Standing | undefined): boolean {
  return standing === 'owner' || standing === 'active' || standing === 'muted';
}
