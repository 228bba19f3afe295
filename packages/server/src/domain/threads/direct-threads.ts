import type { ExtUserId, ThreadId, UserId } from '@palaver/protocol/ids';
import type { Transaction } from '../../storage/database.ts';
import { lockApp } from '../apps/apps.ts';
import type { SignedInContext, Space } from '../context.ts';
import { appendEntry, createHeads, lockHeads } from '../log/append.ts';
import { settleExpired } from '../members/expiry.ts';
import { addMembers, findRemoved, type NewMember, placesIn } from '../members/queries.ts';
import { isCurrent } from '../members/transitions.ts';
import { Refusal, refusalOf, userNotFound } from '../refusal.ts';
import { type NamedUsers, resolveAndLockUsers, resolveUsers } from '../users/queries.ts';
import { findDirectThreads, insertDirectThreads, insertThreads } from './queries.ts';

/**
 * The direct thread of the signed-in user with somebody else, a user or a bot: found or made, with both as members.
 * Refuses with M40111 (no active user any more), M40402 (the other), M40003 (they are the same) and M40305 (banned from it).
 */
export async function openDirectThread(
  { db, space, actingUser }: SignedInContext,
  userId: UserId,
): Promise<ThreadId> {
  const self: NamedUsers = { idType: 1, ids: [actingUser.extUserId] };
  const other: NamedUsers = { idType: 2, ids: [userId] };
  return db.transaction(async (tx) => {
    await lockAppForNewPairs(tx, space, self, other);
    const [[me] = [], [them] = []] = await resolveAndLockUsers(tx, space, [self, other]);
    // A record that was absorbed names another one now, whose token this is not.
    if (me?.is_active !== true || me.ext_user_id !== actingUser.extUserId) throw new Refusal('M40111');
    if (them?.is_active !== true) throw refusalOf([userNotFound('user_id')]);
    if (them.ext_user_id === me.ext_user_id) {
      const message = 'is the signed-in user: a direct thread is with somebody else';
      throw new Refusal('M40003', [{ field: 'user_id', rule: 'not_self', message }]);
    }
    const [threadId] = await openDirectThreads(tx, space, me.ext_user_id, [them.ext_user_id]);
    if (threadId === undefined) throw new Error('a direct thread was neither found nor made');
    const places = await placesIn(tx, threadId, [me.ext_user_id]);
    if (!isCurrent(places.get(me.ext_user_id)?.standing)) throw new Refusal('M40305');
    return threadId;
  });
}

/**
 * Locks go application, users, pairs, threads. Whether the application's lock is needed shows only in the pairs,
 * so they are looked at once without any lock before.
 */
export async function lockAppForNewPairs(
  tx: Transaction,
  space: Space,
  one: NamedUsers,
  others: NamedUsers,
): Promise<void> {
  const [sender] = await resolveUsers(tx, space, one.idType, one.ids);
  if (sender === undefined) return;
  const users = await resolveUsers(tx, space, others.idType, others.ids);
  const ids = new Set(users.flatMap((user) => (user === undefined ? [] : [user.ext_user_id])));
  const existing = await findDirectThreads(tx, space, sender.ext_user_id, [...ids]);
  if (existing.size < ids.size) await lockApp(tx, space.appId);
}

/**
 * The direct threads of one user or bot with each of the others, in their order; made where there is none yet,
 * with both as members again where one had left by being deactivated; all heads locked. A direct thread is unique
 * for its pair in its space. The caller holds the locks of the users.
 */
export async function openDirectThreads(
  tx: Transaction,
  space: Space,
  one: ExtUserId,
  others: readonly ExtUserId[],
): Promise<ThreadId[]> {
  const threadIds = await findAndLock(tx, space, one, others);
  await rejoin(tx, one, threadIds);
  return threadIds;
}

/** While we waited for a lock its thread may have been deleted: then the pair has another, or none, and we look again. */
async function findAndLock(
  tx: Transaction,
  space: Space,
  one: ExtUserId,
  others: readonly ExtUserId[],
): Promise<ThreadId[]> {
  for (;;) {
    const threadOf = await findOrCreate(tx, space, one, others);
    const threadIds = others.flatMap((other) => threadOf.get(other) ?? []);
    await lockHeads(tx, threadIds);
    const settled = await findDirectThreads(tx, space, one, others);
    if (others.every((other, index) => settled.get(other) === threadIds[index])) return threadIds;
  }
}

/** Every pair is made under the application's lock, so a look under it settles which are missing. */
async function findOrCreate(
  tx: Transaction,
  space: Space,
  one: ExtUserId,
  others: readonly ExtUserId[],
): Promise<Map<ExtUserId, ThreadId>> {
  const existing = await findDirectThreads(tx, space, one, others);
  if (existing.size === others.length) return existing;
  await lockApp(tx, space.appId);
  const settled = await findDirectThreads(tx, space, one, others);
  const lonely = others.filter((other) => !settled.has(other));
  if (lonely.length === 0) return settled;

  const ids = await insertThreads(tx, space, { type: 'direct' }, lonely.length);
  const created = new Map(
    lonely.flatMap((other, index) => {
      const id = ids[index];
      return id === undefined ? [] : [[other, id] as const];
    }),
  );
  await insertDirectThreads(tx, space, one, created);
  await createHeads(tx, ids);
  await addMembers(tx, pairMembers(one, created));
  // Who the two are stands in the members: the entry is the same in every thread, so it is one statement.
  await appendEntry(tx, ids, { type: 'thread.created', actor: one, counters: { member_count: 2 } });
  return new Map([...settled, ...created]);
}

/** Brings back whoever of the pair is no member any more; the one first, so that the log is the same every time. */
async function rejoin(tx: Transaction, one: ExtUserId, threadIds: readonly ThreadId[]): Promise<void> {
  const gone = await findRemoved(tx, threadIds, one);
  for (const { threadId, extUserId } of gone) await settleExpired(tx, threadId, [extUserId]);
  for (const back of await addMembers(tx, gone)) {
    await appendEntry(tx, [back.threadId], {
      type: 'member.added',
      actor: one,
      change: { members: [{ ext_user_id: back.extUserId, role: back.role }] },
      counters: { member_count: 1 },
    });
  }
}

function pairMembers(one: ExtUserId, threadOf: ReadonlyMap<ExtUserId, ThreadId>): NewMember[] {
  return [...threadOf].flatMap(([other, threadId]) => [
    { threadId, extUserId: one, role: 'member' as const },
    { threadId, extUserId: other, role: 'member' as const },
  ]);
}
