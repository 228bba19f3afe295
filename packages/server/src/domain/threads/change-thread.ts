import type { Fault } from '@palaver/protocol/errors';
import type { ExtUserId, IdType, ThreadId } from '@palaver/protocol/ids';
import type { Transaction } from '../../storage/database.ts';
import type { Context } from '../context.ts';
import { appendEntry, lockHeads, type NewEntry } from '../log/append.ts';
import { settleExpired } from '../members/expiry.ts';
import { type Action, checkPermission, type Target } from '../members/permissions.ts';
import { type Place, placesIn } from '../members/queries.ts';
import { isCurrent } from '../members/transitions.ts';
import { Refusal, refuseFaults, userNotFound } from '../refusal.ts';
import { type ResolvedUser, resolveAndLockUsers } from '../users/queries.ts';
import { accessThread, type NamedThread } from './queries.ts';

/** Users whom a request names for what it does to a thread. */
export interface NamedMembers {
  idType: IdType;
  ids: readonly string[];
  /** What names the one at this place of `ids`. */
  fieldOf: (index: number) => string;
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
  checkPermission: (action: Action, target: Target) => void;
  /** As an action's {@link Target}: themself, or somebody of their role. */
  targetOf: (member: Participant) => Target;
  append: (entry: Omit<NewEntry, 'actor'>) => Promise<void>;
}

/**
 * The frame of every change of one thread by request. Refuses with M40401 (no such thread, or who acts is no current
 * member of it) and M40402 (users whom the request names).
 */
export async function changeThread<T>(
  ctx: Context,
  threadId: ThreadId,
  named: NamedMembers | undefined,
  work: (tx: Transaction, thread: OpenThread) => Promise<T>,
): Promise<T> {
  return ctx.db.transaction(async (tx) => {
    // Locks go users before threads; who is named twice, or by two ids, counts once.
    const { acting, users, faults } = await lockNamed(tx, ctx, named);
    const { id } = await accessThread(tx, ctx.space, threadId);
    await lockHeads(tx, [id]);
    // Again, on a snapshot that is younger than the lock: it may have been deleted meanwhile.
    const thread = await accessThread(tx, ctx.space, id);

    const places = await settledPlaces(tx, id, [
      ...users.values(),
      ...(acting === undefined ? [] : [acting]),
    ]);
    if (acting !== undefined && !isCurrent(places.get(acting.ext_user_id)?.standing)) {
      throw new Refusal('M40401');
    }
    refuseFaults(faults);
    const participant = (user: ResolvedUser, field: string): Participant => ({
      ...(places.get(user.ext_user_id) ?? NOWHERE),
      extUserId: user.ext_user_id,
      isActiveUser: user.is_active && user.kind === 'user',
      field,
    });
    const actor = acting && participant(acting, ctx.actingUser?.field ?? '');
    const members = [...users].map(([field, user]) => participant(user, field));
    return work(tx, {
      ...thread,
      actor,
      members,
      checkPermission: (action, target) => checkPermission(actor, action, target),
      targetOf: ({ extUserId, role }) => (extUserId === actor?.extUserId ? 'self' : role),
      append: async (entry) => {
        await appendEntry(tx, [id], { ...entry, actor: actor?.extUserId ?? null });
      },
    });
  });
}

const NOWHERE: Place = { role: 'member', standing: 'none', until: null, has_expired: false };

/** Who acts, and the users whom the request names, each once, by the first field that names them. */
async function lockNamed(tx: Transaction, { space, actingUser }: Context, named: NamedMembers | undefined) {
  const lists = [
    { idType: 2 as const, ids: actingUser === undefined ? [] : [actingUser.userId] },
    { idType: named?.idType ?? 2, ids: named?.ids ?? [] },
  ];
  const isAnybody = lists.some(({ ids }) => ids.length > 0);
  const [[acting] = [], found = []] = isAnybody ? await resolveAndLockUsers(tx, space, lists) : [];
  const faults: Fault[] = [];
  const isActing = acting?.kind === 'user' && acting.is_active;
  if (actingUser !== undefined && !isActing) faults.push(userNotFound(actingUser.field));
  const users = new Map<string, ResolvedUser>();
  const seen = new Set<ExtUserId>();
  for (const [index, user] of found.entries()) {
    const field = named?.fieldOf(index) ?? '';
    if (user === undefined) faults.push(userNotFound(field));
    else if (!seen.has(user.ext_user_id)) users.set(field, user);
    if (user !== undefined) seen.add(user.ext_user_id);
  }
  return { acting: isActing ? acting : undefined, users, faults };
}

/** What users are to a thread, after what has expired is told to its log. */
async function settledPlaces(tx: Transaction, threadId: ThreadId, users: readonly ResolvedUser[]) {
  const ids = users.map(({ ext_user_id }) => ext_user_id);
  const places = await placesIn(tx, threadId, ids);
  const expired = ids.filter((id) => places.get(id)?.has_expired);
  if (expired.length === 0) return places;
  await settleExpired(tx, threadId, expired);
  return placesIn(tx, threadId, ids);
}
