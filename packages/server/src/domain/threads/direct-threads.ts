import type { ExtUserId, ThreadId } from '@palaver/protocol/ids';
import type { Transaction } from '../../storage/database.ts';
import { lockApp } from '../apps/apps.ts';
import type { Space } from '../context.ts';
import { appendEntry, createHeads, lockHeads } from '../log/append.ts';
import { settleExpired } from '../members/expiry.ts';
import { addMembers, findRemoved, type NewMember } from '../members/queries.ts';
import { findDirectThreads, insertDirectThreads, insertThreads } from './queries.ts';

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
  const threadOf = await findOrCreate(tx, space, one, others);
  const threadIds = others.flatMap((other) => threadOf.get(other) ?? []);
  await lockHeads(tx, threadIds);
  await rejoin(tx, one, threadIds);
  return threadIds;
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

/** Brings back whoever of the pair is no member any more. */
async function rejoin(tx: Transaction, one: ExtUserId, threadIds: readonly ThreadId[]): Promise<void> {
  const gone = await findRemoved(tx, threadIds);
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
