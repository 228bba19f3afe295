import type { Fault } from '@palaver/protocol/errors';
import type { ExtUserId, IdType, ThreadId } from '@palaver/protocol/ids';
import type { LinkedThreadPolicy } from '@palaver/protocol/policy';
import type { PublishingTransaction } from '../../../bus/publishing-database.ts';
import type { Transaction } from '../../../storage/database.ts';
import type { Context } from '../../context.ts';
import { findLeavers } from '../../records/leavers.ts';
import { type RoleInThread, rolesIn } from '../../records/members.ts';
import { findPolicy } from '../../records/policies.ts';
import { appendEntry, lockHeads, type NewEntry } from '../../records/thread-log.ts';
import { accessThread, type NamedThread } from '../../records/threads.ts';
import { type NamedUsers, type ResolvedUser, resolveAndLockUsers } from '../../records/users.ts';
import { Refusal, refuseFaults, userNotFound } from '../../refusal.ts';
import { type Action, type ActionTarget, checkPermission } from '../../rules/role-permissions.ts';
import { existenceFault, isCurrent, type MemberAction, TRANSITIONS } from '../../rules/transitions.ts';
import { allowanceOf } from '../apps/policy-check.ts';
import { settleExpired } from '../members/end-sanctions.ts';

/** The users that a request names as targets of its action. */
export interface NamedMembers {
  /** The action, which determines whether they must be users or members. */
  action: MemberAction;
  idType: IdType;
  ids: readonly string[];
  /** The field that names the user at this index of `ids`. */
  fieldOf: (index: number) => string;
  /** The field to report if this user does not exist. */
  fieldOfMissing: (index: number) => string;
}

/** A user and their role in the thread. */
export interface Participant extends RoleInThread {
  extUserId: ExtUserId;
  isActiveUser: boolean;
  /** The field of the request that names them. */
  field: string;
}

/** A thread under the lock of its head, with everything that a change needs. It does not change until the commit. */
export interface LockedThread extends NamedThread {
  /** The acting user; undefined for the integrator's back end itself. */
  actor: Participant | undefined;
  /** The users that the request names, in its order, each once. */
  members: Participant[];
  /** Refuses with M40304 or M40306 if the actor may not do this. */
  checkPermission: (action: Action, target: ActionTarget) => void;
  /** The {@link ActionTarget} for a member: the actor, or a user with the role of the member. */
  targetOf: (member: Participant) => ActionTarget;
  append: (entry: Omit<NewEntry, 'actor' | 'isSilent'>) => Promise<void>;
}

/**
 * The frame of every request that changes one thread. Refuses with M40401 (no such thread, or the actor is not a current
 * member) and M40402 (the actor or a named user does not exist).
 */
export async function changeThread<T>(
  ctx: Context,
  threadId: ThreadId,
  named: NamedMembers | undefined,
  work: (tx: PublishingTransaction, thread: LockedThread) => Promise<T>,
): Promise<T> {
  return ctx.db.transaction(async (tx) => {
    // Locks go users before threads.
    const { acting, actingFaults, users } = await lockNamed(tx, ctx, named);
    const { id } = await accessThread(tx, ctx, threadId);
    await lockHeads(tx, [id]);
    // Read again, on a snapshot newer than the lock: the thread may have been deleted meanwhile.
    const thread = await accessThread(tx, ctx, id);

    const found = [...users, acting].filter((user) => user !== undefined);
    const roles = await settledRoles(tx, id, found);
    if (acting !== undefined && !isCurrent(roles.get(acting.ext_user_id)?.standing)) {
      throw new Refusal('M40401');
    }
    const participant = (user: ResolvedUser, field: string): Participant => ({
      ...(roles.get(user.ext_user_id) ?? NOWHERE),
      extUserId: user.ext_user_id,
      isActiveUser: user.is_active && user.kind === 'user',
      field,
    });
    const actor = acting && participant(acting, ctx.actingUser?.field ?? 'Authorization');
    const linkedThreadPolicy = await findLinkedThreadPolicy(tx, ctx, thread);
    const participants = users.map((user, index) => user && participant(user, named?.fieldOf(index) ?? ''));
    const hidden =
      named === undefined ? new Set<ExtUserId>() : await findHidden(tx, ctx, named, { thread, users, roles });
    const shown = participants.map((user) => (user && hidden.has(user.extUserId) ? undefined : user));
    const { members, faults } = named === undefined ? NONE : sift(named, shown);
    refuseFaults([...actingFaults, ...faults]);
    return work(tx, {
      ...thread,
      actor,
      members,
      checkPermission: (action, target) =>
        checkPermission(actor && { ...actor, linkedThreadPolicy }, action, target),
      targetOf: ({ extUserId, role }) => (extUserId === actor?.extUserId ? 'self' : role),
      append: (entry) =>
        appendEntry(tx, [id], { ...entry, actor: actor?.extUserId ?? null, isSilent: ctx.isSilent }),
    });
  });
}

/** The policy that binds a signed-in user in a linked thread. A back end decides for itself what it does in the name of its users. */
async function findLinkedThreadPolicy(
  tx: Transaction,
  { space, actingUser }: Context,
  { is_linked }: NamedThread,
): Promise<LinkedThreadPolicy | undefined> {
  if (!is_linked || actingUser?.extUserId === undefined) return undefined;
  return (await findPolicy(tx, space.appId)).linked_threads;
}

const NOWHERE: RoleInThread = { role: 'member', standing: 'none', until: null, has_expired: false };

/**
 * Resolves and locks the actor, or returns the fault that there is no such user, and the named users, undefined where an id
 * names none. Refuses with M40111 if the signed-in user is no longer active.
 */
async function lockNamed(tx: Transaction, { space, actingUser }: Context, named: NamedMembers | undefined) {
  const lists = [actorOf(actingUser), { idType: named?.idType ?? 2, ids: named?.ids ?? [] }];
  const isAnybody = lists.some(({ ids }) => ids.length > 0);
  const [[acting] = [], users = []] = isAnybody ? await resolveAndLockUsers(tx, space, lists) : [];
  if (actingUser === undefined) return { acting: undefined, actingFaults: [], users };
  const { extUserId } = actingUser;
  // An absorbed id resolves to the surviving user, but the token does not belong to that user.
  const isThem = extUserId === undefined || acting?.ext_user_id === extUserId;
  if (isThem && acting?.kind === 'user' && acting.is_active) return { acting, actingFaults: [], users };
  if (extUserId !== undefined) throw new Refusal('M40111');
  return { acting: undefined, actingFaults: [userNotFound(actingUser.field)], users };
}

function actorOf(actingUser: Context['actingUser']): NamedUsers {
  if (actingUser === undefined) return { idType: 2, ids: [] };
  const { userId, extUserId } = actingUser;
  return extUserId === undefined ? { idType: 2, ids: [userId] } : { idType: 1, ids: [extUserId] };
}

interface SiftedMembers {
  members: Participant[];
  faults: Fault[];
}

const NONE: SiftedMembers = { members: [], faults: [] };

/**
 * Returns the users that exist for the action, each once, with the first field that names them; and the faults of all
 * others, so that an omission does not reveal who was a member before.
 */
function sift(
  { action, fieldOfMissing }: NamedMembers,
  users: readonly (Participant | undefined)[],
): SiftedMembers {
  const members = new Map<ExtUserId, Participant>();
  const faults: Fault[] = [];
  for (const [index, user] of users.entries()) {
    const field = fieldOfMissing(index);
    const fault = user === undefined ? userNotFound(field) : existenceFault(action, user);
    if (fault !== undefined) faults.push({ ...fault, field });
    else if (user !== undefined && !members.has(user.extUserId)) members.set(user.extUserId, user);
  }
  return { members: [...members.values()], faults };
}

/** A thread, the users that a request names, and their roles in it. */
interface NamedInThread {
  thread: NamedThread;
  users: readonly (ResolvedUser | undefined)[];
  roles: ReadonlyMap<ExtUserId, RoleInThread>;
}

/**
 * Non-members whose existence a signed-in user must not learn: all, if the action does not apply to non-members; otherwise
 * those that the user may not address, and those who have left the group: only a back end brings them back.
 */
async function findHidden(
  tx: Transaction,
  { actingUser }: Context,
  { action }: NamedMembers,
  { thread, users, roles }: NamedInThread,
): Promise<ReadonlySet<ExtUserId>> {
  if (actingUser?.extUserId === undefined) return new Set();
  const former = [...roles].filter(([, { standing }]) => standing === 'removed').map(([id]) => id);
  const leavers =
    action === 'add' && thread.type === 'group' && former.length > 0
      ? await findLeavers(tx, thread.id, former)
      : new Set<ExtUserId>();
  const strangers = users.filter((user) => user !== undefined && !roles.has(user.ext_user_id));
  if (strangers.length === 0) return leavers;
  const ids = strangers.flatMap((user) => (user === undefined ? [] : [user.ext_user_id]));
  if (TRANSITIONS[action].none === undefined) return new Set(ids);
  const allowance = await allowanceOf(tx, actingUser.extUserId);
  const addressable = await allowance.findAddressable(tx, 'add_members', strangers);
  return new Set([...leavers, ...ids.filter((id) => !addressable.has(id))]);
}

/** The roles of users in a thread, after expired mutes and bans have been logged. */
async function settledRoles(tx: PublishingTransaction, threadId: ThreadId, users: readonly ResolvedUser[]) {
  const ids = users.map(({ ext_user_id }) => ext_user_id);
  const roles = await rolesIn(tx, threadId, ids);
  const expired = ids.filter((id) => roles.get(id)?.has_expired);
  if (expired.length === 0) return roles;
  await settleExpired(tx, threadId, expired);
  return rolesIn(tx, threadId, ids);
}
