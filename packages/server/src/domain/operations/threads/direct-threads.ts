import type { ExtUserId, ThreadId } from '@palaver/protocol/ids';
import type { MemberStatus } from '@palaver/protocol/members';
import type { PublishingTransaction } from '../../../bus/publishing-database.ts';
import type { Transaction } from '../../../storage/database.ts';
import type { Context, Space } from '../../context.ts';
import { lockApp, lockPairs } from '../../records/app-locks.ts';
import { beginMemberships, findPairMembers, type NewMember } from '../../records/members.ts';
import { appendEntry, createHeads, lockHeads } from '../../records/thread-log.ts';
import {
  drawThreadIds,
  findDirectThreads,
  insertDirectThreads,
  insertThreads,
} from '../../records/threads.ts';
import { type NamedUsers, resolveUsers } from '../../records/users.ts';
import { settleExpired } from '../members/end-sanctions.ts';

/*
 * The direct threads of one user or bot with others, for operations that need them to exist. First the existing threads are
 * found and locked; then, if the operation does not refuse, the missing ones are created.
 */

/** Whether `one` lacks a direct thread with any of `others`, as of now, without locks. */
export async function hasNewPairs(
  { db, space }: Pick<Context, 'db' | 'space'>,
  one: NamedUsers,
  others: NamedUsers,
): Promise<boolean> {
  const [[user], found] = await Promise.all([
    resolveUsers(db, space, one.idType, one.ids),
    resolveUsers(db, space, others.idType, others.ids),
  ]);
  if (user === undefined) return false;
  const ids = new Set(found.flatMap((other) => (other === undefined ? [] : [other.ext_user_id])));
  const existing = await findDirectThreads(db, space, user.ext_user_id, [...ids]);
  return existing.size < ids.size;
}

/** The existing direct threads of `one` with each of `others`. */
export interface DirectThreads {
  one: ExtUserId;
  others: readonly ExtUserId[];
  /** By the other user. */
  existing: ReadonlyMap<ExtUserId, ThreadId>;
  /** Members that were removed (by a deactivation) and come back; `one` first in each thread. */
  gone: readonly NewMember[];
  /** The status of `one` in each of them once it is open. */
  statuses: readonly MemberStatus[];
}

/**
 * Finds the direct threads of `one` with each of `others` and locks their heads. If a thread is missing, it also locks the
 * pairs of the application. The caller holds the locks of the users; the lock order continues with pairs, heads, application.
 */
export async function lockDirectThreads(
  tx: Transaction,
  space: Space,
  one: ExtUserId,
  others: readonly ExtUserId[],
): Promise<DirectThreads> {
  const existing = await findAndLock(tx, space, one, others);
  const threadIds = [...existing.values()];
  const members = await findPairMembers(tx, threadIds, one);
  const own = members.filter(({ extUserId }) => extUserId === one);
  const statusIn = new Map(own.map(({ threadId, status }) => [threadId, status]));
  return {
    one,
    others,
    existing,
    gone: members.filter(({ isRemoved }) => isRemoved),
    statuses: threadIds.map((threadId) => statusIn.get(threadId) ?? 'removed'),
  };
}

/**
 * Returns the existing threads under the locks of their heads. If a thread is missing, it takes the lock of pairs, so that no
 * other transaction creates it. A thread may be deleted while we wait for its lock: then the pair has another thread or none,
 * and we read again. (Only in this case the lock of pairs is taken after locks of heads.)
 */
async function findAndLock(
  tx: Transaction,
  space: Space,
  one: ExtUserId,
  others: readonly ExtUserId[],
): Promise<Map<ExtUserId, ThreadId>> {
  let holdsPairs = false;
  let locked = new Set<ThreadId>();
  for (;;) {
    let threadOf = await findDirectThreads(tx, space, one, others);
    if (threadOf.size < others.length && !holdsPairs) {
      await lockPairs(tx, space.appId);
      holdsPairs = true;
      threadOf = await findDirectThreads(tx, space, one, others);
    }
    const threadIds = [...threadOf.values()];
    if (threadIds.every((id) => locked.has(id))) return threadOf;
    await lockHeads(tx, threadIds);
    locked = new Set(threadIds);
  }
}

/**
 * Creates the missing threads and brings back removed members; returns the threads in the order of `others`, with all heads
 * locked. A direct thread is unique for its pair in its space.
 */
export async function openDirectThreads(
  tx: PublishingTransaction,
  space: Space,
  { one, others, existing, gone }: DirectThreads,
): Promise<ThreadId[]> {
  await bringBack(tx, one, gone);
  const missing = others.filter((other) => !existing.has(other));
  const made = await createDirectThreads(tx, space, one, missing);
  return others.flatMap((other) => existing.get(other) ?? made.get(other) ?? []);
}

async function bringBack(
  tx: PublishingTransaction,
  one: ExtUserId,
  gone: readonly NewMember[],
): Promise<void> {
  for (const { threadId, extUserId } of gone) await settleExpired(tx, threadId, [extUserId]);
  for (const back of await beginMemberships(tx, gone)) {
    await appendEntry(tx, [back.threadId], {
      type: 'member.added',
      actor: one,
      change: { members: [{ ext_user_id: back.extUserId, role: back.role }] },
      counters: { member_count: 1 },
    });
  }
}

async function createDirectThreads(
  tx: PublishingTransaction,
  space: Space,
  one: ExtUserId,
  others: readonly ExtUserId[],
): Promise<Map<ExtUserId, ThreadId>> {
  if (others.length === 0) return new Map();
  const [, ids] = await Promise.all([lockApp(tx, space.appId), drawThreadIds(tx, others.length)]);
  const created = new Map(
    others.flatMap((other, index) => {
      const id = ids[index];
      return id === undefined ? [] : [[other, id] as const];
    }),
  );
  await Promise.all([
    insertThreads(tx, space, { type: 'direct' }, ids),
    insertDirectThreads(tx, space, one, created),
    createHeads(tx, ids),
    beginMemberships(tx, pairMembers(one, created)),
    // The entry names no members, so it is the same in every thread and takes one statement.
    appendEntry(tx, ids, { type: 'thread.created', actor: one, counters: { member_count: 2 } }),
  ]);
  return created;
}

function pairMembers(one: ExtUserId, threadOf: ReadonlyMap<ExtUserId, ThreadId>): NewMember[] {
  return [...threadOf].flatMap(([other, threadId]) => [
    { threadId, extUserId: one, role: 'member' as const },
    { threadId, extUserId: other, role: 'member' as const },
  ]);
}
