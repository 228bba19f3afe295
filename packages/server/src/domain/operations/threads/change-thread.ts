import type { Fault } from '@palaver/protocol/errors';
import type { ExtUserId, IdType, ThreadId } from '@palaver/protocol/ids';
import type { PublishingTransaction } from '../../../bus/publishing-database.ts';
import type { Transaction } from '../../../storage/database.ts';
import type { Context } from '../../context.ts';
import { type Place, placesIn } from '../../records/members.ts';
import { type AppendedEntry, appendEntry, lockHeads, type NewEntry } from '../../records/thread-log.ts';
import { accessThread, type NamedThread } from '../../records/threads.ts';
import { type NamedUsers, type ResolvedUser, resolveAndLockUsers } from '../../records/users.ts';
import { Refusal, refuseFaults, userNotFound } from '../../refusal.ts';
import { type Action, type ActionTarget, checkPermission } from '../../rules/role-permissions.ts';
import { existenceFault, isCurrent, type MemberAction, TRANSITIONS } from '../../rules/transitions.ts';
import { allowanceOf } from '../apps/policy-check.ts';
import { settleExpired } from '../members/end-sanctions.ts';

/** Users whom a request names for what it does to a thread. */
export interface NamedMembers {
  /** What is to be done to them: it says who of them must be a user, or a member. */
  action: MemberAction;
  idType: IdType;
  ids: readonly string[];
  /** What names the one at this place of `ids`. */
  fieldOf: (index: number) => string;
  /** The same where nobody is there. */
  fieldOfMissing: (index: number) => string;
}

/** A user and what they are to the thread. */
export interface Participant extends Place {
  extUserId: ExtUserId;
  isActiveUser: boolean;
  /** What in the request names them. */
  field: string;
}

/** A thread under the lock of its head, with what a change must know: nothing of it moves until the commit. */
export interface OpenThread extends NamedThread {
  /** Who acts; undefined: the integrator's back end itself. */
  actor: Participant | undefined;
  /** Those whom the request names, in its order, each once. */
  members: Participant[];
  /** Refuses with M40304 or M40306 when who acts may not do this. */
  checkPermission: (action: Action, target: ActionTarget) => void;
  /** As an action's {@link Target}: themself, or somebody of their role. */
  targetOf: (member: Participant) => ActionTarget;
  append: (entry: Omit<NewEntry, 'actor'>) => Promise<AppendedEntry>;
}

/**
 * The frame of every change of one thread by request. Refuses with M40401 (no such thread, or who acts is no current
 * member of it) and M40402 (who acts, and whom the request names, when they are not there).
 */
export async function changeThread<T>(
  ctx: Context,
  threadId: ThreadId,
  named: NamedMembers | undefined,
  work: (tx: PublishingTransaction, thread: OpenThread) => Promise<T>,
): Promise<T> {
  return ctx.db.transaction(async (tx) => {
    // Locks go users before threads.
    const { acting, actingFaults, users } = await lockNamed(tx, ctx, named);
    const { id } = await accessThread(tx, ctx, threadId);
    await lockHeads(tx, [id]);
    // Again, on a snapshot that is younger than the lock: it may have been deleted meanwhile.
    const thread = await accessThread(tx, ctx, id);

    const found = [...users, acting].filter((user) => user !== undefined);
    const places = await settledPlaces(tx, id, found);
    if (acting !== undefined && !isCurrent(places.get(acting.ext_user_id)?.standing)) {
      throw new Refusal('M40401');
    }
    const participant = (user: ResolvedUser, field: string): Participant => ({
      ...(places.get(user.ext_user_id) ?? NOWHERE),
      extUserId: user.ext_user_id,
      isActiveUser: user.is_active && user.kind === 'user',
      field,
    });
    const actor = acting && participant(acting, ctx.actingUser?.field ?? 'Authorization');
    const participants = users.map((user, index) => user && participant(user, named?.fieldOf(index) ?? ''));
    const hidden =
      named === undefined ? new Set<ExtUserId>() : await findHidden(tx, ctx, named, users, places);
    const shown = participants.map((user) => (user && hidden.has(user.extUserId) ? undefined : user));
    const { members, faults } = named === undefined ? NONE : sift(named, shown);
    refuseFaults([...actingFaults, ...faults]);
    return work(tx, {
      ...thread,
      actor,
      members,
      checkPermission: (action, target) => checkPermission(actor, action, target),
      targetOf: ({ extUserId, role }) => (extUserId === actor?.extUserId ? 'self' : role),
      append: async (entry) => {
        const appended = await appendEntry(tx, [id], { ...entry, actor: actor?.extUserId ?? null });
        const place = appended.get(id);
        if (place === undefined) throw new Error('an entry was appended to no log');
        return place;
      },
    });
  });
}

const NOWHERE: Place = { role: 'member', standing: 'none', until: null, has_expired: false };

/**
 * Who acts, or the fault that there is no such user; and whom the request names, undefined where an id names nobody.
 * Refuses with M40111 when who has signed in is no active user any more.
 */
async function lockNamed(tx: Transaction, { space, actingUser }: Context, named: NamedMembers | undefined) {
  const lists = [actorOf(actingUser), { idType: named?.idType ?? 2, ids: named?.ids ?? [] }];
  const isAnybody = lists.some(({ ids }) => ids.length > 0);
  const [[acting] = [], users = []] = isAnybody ? await resolveAndLockUsers(tx, space, lists) : [];
  if (actingUser === undefined) return { acting: undefined, actingFaults: [], users };
  const { extUserId } = actingUser;
  // A record that was absorbed names another one now, whose token this is not.
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
 * Those who are there for what is to be done to them, each once, by the first field that names them; and the faults of
 * the others, all of them, so that nobody learns from what is left out who was there once.
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

/**
 * Strangers to the thread of whom a signed-in user does not learn whether they are there: those whom the action does not
 * reach, and those whom it would but whom the user may not address.
 */
async function findHidden(
  tx: Transaction,
  { actingUser }: Context,
  { action }: NamedMembers,
  users: readonly (ResolvedUser | undefined)[],
  places: ReadonlyMap<ExtUserId, Place>,
): Promise<ReadonlySet<ExtUserId>> {
  if (actingUser?.extUserId === undefined) return new Set();
  const strangers = users.filter((user) => user !== undefined && !places.has(user.ext_user_id));
  if (strangers.length === 0) return new Set();
  const ids = strangers.flatMap((user) => (user === undefined ? [] : [user.ext_user_id]));
  if (TRANSITIONS[action].none === undefined) return new Set(ids);
  const allowance = await allowanceOf(tx, actingUser.extUserId);
  const addressable = await allowance.findAddressable(tx, 'add_members', strangers);
  return new Set(ids.filter((id) => !addressable.has(id)));
}

/** What users are to a thread, after what has expired is told to its log. */
async function settledPlaces(tx: PublishingTransaction, threadId: ThreadId, users: readonly ResolvedUser[]) {
  const ids = users.map(({ ext_user_id }) => ext_user_id);
  const places = await placesIn(tx, threadId, ids);
  const expired = ids.filter((id) => places.get(id)?.has_expired);
  if (expired.length === 0) return places;
  await settleExpired(tx, threadId, expired);
  return placesIn(tx, threadId, ids);
}
