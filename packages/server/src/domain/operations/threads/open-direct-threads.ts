import type { ExtUserId, ThreadId, UserId } from '@palaver/protocol/ids';
import type { PublishingTransaction } from '../../../bus/publishing-database.ts';
import type {} from '../../../storage/database.ts';
import type { Context, SignedInContext, Space } from '../../context.ts';
import { lockApp, lockPairs } from '../../records/app-locks.ts';
import type { IdempotencyKey } from '../../records/idempotency-keys.ts';
import { beginMemberships, findRemoved, type NewMember, placesIn } from '../../records/members.ts';
import { appendEntry, createHeads, lockHeads } from '../../records/thread-log.ts';
import {
  drawThreadIds,
  findDirectThreads,
  insertDirectThreads,
  insertThreads,
} from '../../records/threads.ts';
import {
  type NamedUsers,
  type ResolvedUser,
  resolveAndLockUsers,
  resolveUsers,
} from '../../records/users.ts';
import { Refusal, refusalOf, userNotFound } from '../../refusal.ts';
import { isCurrent } from '../../rules/transitions.ts';
import { allowanceOf } from '../apps/policy-check.ts';
import { type IdempotentResult, runOnce } from '../idempotency/run-once.ts';
import { settleExpired } from '../members/end-sanctions.ts';
import type { ThreadPlan, ThreadQueue } from './thread-queue.ts';

/**
 * The direct thread of the signed-in user with somebody else, a user or a bot: found or made, with both as members.
 * Refuses with M40111 (no active user any more), M40306 (the policy), M40402 (the other, also one whom they may not address),
 * M40003 (they are the same), M40305 (banned from it), and M50300 (too many threads wait to be made). The policy says with
 * whom a direct thread may begin; one that there is stays theirs.
 */
export async function openDirectThread(
  ctx: SignedInContext,
  queue: ThreadQueue,
  userId: UserId,
  idempotency: IdempotencyKey | undefined,
): Promise<IdempotentResult<ThreadId>> {
  const { space, actingUser } = ctx;
  const actor = actingUser.extUserId;
  const self: NamedUsers = { idType: 1, ids: [actor] };
  const other: NamedUsers = { idType: 2, ids: [userId] };
  if (!(await hasThreadWith(ctx, self, other))) {
    const allowance = await allowanceOf(ctx.db, actor);
    allowance.check('open_direct_threads');
    const users = await resolveUsers(ctx.db, space, other.idType, other.ids);
    const addressable = await allowance.findAddressable(ctx.db, 'open_direct_threads', users);
    const created = await queue.submit({
      space,
      actor,
      named: [self, other],
      plan: ([mine, theirs]) => planDirect(checkPair(actor, mine?.[0], theirs?.[0], addressable)),
      idempotency,
      idField: 'id',
    });
    if (created !== 'pair has a thread') return { data: created.threadId, isReplay: created.isReplay };
  }
  const { data, isReplay } = await runOnce(ctx, idempotency, async ({ db }) => ({
    id: await db.transaction(async (tx) => {
      const [[me] = [], [them] = []] = await resolveAndLockUsers(tx, space, [self, other]);
      const pair = checkPair(actor, me, them);
      const [threadId] = await openDirectThreads(tx, space, pair.one, [pair.other]);
      if (threadId === undefined) throw new Error('a direct thread was neither found nor made');
      const places = await placesIn(tx, threadId, [actor]);
      if (!isCurrent(places.get(actor)?.standing)) throw new Refusal('M40305');
      return threadId;
    }),
  }));
  return { data: data.id, isReplay };
}

interface Pair {
  one: ExtUserId;
  other: ExtUserId;
}

/** Who has signed in, and who they name: two, and both there. Whom they may not address is not. */
function checkPair(
  actor: ExtUserId,
  me: ResolvedUser | undefined,
  them: ResolvedUser | undefined,
  addressable?: ReadonlySet<ExtUserId>,
): Pair {
  // A record that was absorbed names another one now, whose token this is not.
  if (me?.is_active !== true || me.ext_user_id !== actor) throw new Refusal('M40111');
  const isAddressable = them !== undefined && addressable?.has(them.ext_user_id) !== false;
  if (them?.is_active !== true || !isAddressable) throw refusalOf([userNotFound('user_id')]);
  if (them.ext_user_id === actor) {
    const message = 'is the signed-in user: a direct thread is with somebody else';
    throw new Refusal('M40003', [{ field: 'user_id', rule: 'not_self', message }]);
  }
  return { one: actor, other: them.ext_user_id };
}

function planDirect(pair: Pair): ThreadPlan {
  const members = [pair.one, pair.other].map((extUserId) => ({ extUserId, role: 'member' as const }));
  return { thread: { type: 'direct' }, members, pair };
}

async function hasThreadWith(
  { db, space }: SignedInContext,
  self: NamedUsers,
  other: NamedUsers,
): Promise<boolean> {
  const [[me], [them]] = await Promise.all([
    resolveUsers(db, space, self.idType, self.ids),
    resolveUsers(db, space, other.idType, other.ids),
  ]);
  if (me === undefined || them === undefined) return false;
  return (await findDirectThreads(db, space, me.ext_user_id, [them.ext_user_id])).size > 0;
}

/** Whether one of these users has no direct thread yet with somebody of the others; as it is now, without any lock. */
export async function hasNewPairs(
  { db, space }: Pick<Context, 'db' | 'space'>,
  one: NamedUsers,
  others: NamedUsers,
): Promise<boolean> {
  const [[sender], users] = await Promise.all([
    resolveUsers(db, space, one.idType, one.ids),
    resolveUsers(db, space, others.idType, others.ids),
  ]);
  if (sender === undefined) return false;
  const ids = new Set(users.flatMap((user) => (user === undefined ? [] : [user.ext_user_id])));
  const existing = await findDirectThreads(db, space, sender.ext_user_id, [...ids]);
  return existing.size < ids.size;
}

/**
 * The direct threads of one user or bot with each of the others, in their order; made where there is none yet,
 * with both as members again where one had left by being deactivated; all heads locked. A direct thread is unique
 * for its pair in its space. The caller holds the locks of the users; from here on locks go pairs, heads, application.
 */
export async function openDirectThreads(
  tx: PublishingTransaction,
  space: Space,
  one: ExtUserId,
  others: readonly ExtUserId[],
): Promise<ThreadId[]> {
  const existing = await findAndLock(tx, space, one, others);
  await rejoin(tx, one, [...existing.values()]);
  const lonely = others.filter((other) => !existing.has(other));
  const threadOf = new Map([...existing, ...(await create(tx, space, one, lonely))]);
  return others.flatMap((other) => threadOf.get(other) ?? []);
}

/**
 * The threads that exist, under the locks of their heads; and where one is missing the lock of pairs, so that nobody else
 * makes it. While we waited for a lock its thread may have been deleted: then the pair has another, or none, and we look
 * again. (Only then the lock of pairs is taken behind those of heads.)
 */
async function findAndLock(
  tx: PublishingTransaction,
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

async function create(
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
    // Who the two are stands in the members: the entry is the same in every thread, so it is one statement.
    appendEntry(tx, ids, { type: 'thread.created', actor: one, counters: { member_count: 2 } }),
  ]);
  return created;
}

/** Brings back whoever of the pair is no member any more; the one first, so that the log is the same every time. */
async function rejoin(
  tx: PublishingTransaction,
  one: ExtUserId,
  threadIds: readonly ThreadId[],
): Promise<void> {
  const gone = await findRemoved(tx, threadIds, one);
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

function pairMembers(one: ExtUserId, threadOf: ReadonlyMap<ExtUserId, ThreadId>): NewMember[] {
  return [...threadOf].flatMap(([other, threadId]) => [
    { threadId, extUserId: one, role: 'member' as const },
    { threadId, extUserId: other, role: 'member' as const },
  ]);
}
