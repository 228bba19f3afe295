import type { ExtUserId, ThreadId, UserId } from '@palaver/protocol/ids';
import type { SignedInContext } from '../../context.ts';
import type { IdempotencyKey } from '../../records/idempotency-keys.ts';
import { findDirectThreads } from '../../records/threads.ts';
import {
  type NamedUsers,
  type ResolvedUser,
  resolveAndLockUsers,
  resolveUsers,
} from '../../records/users.ts';
import { Refusal, refusalOf, userNotFound } from '../../refusal.ts';
import { allowanceOf } from '../apps/policy-check.ts';
import { type IdempotentResult, runOnce } from '../idempotency/run-once.ts';
import { lockDirectThreads, openDirectThreads } from './direct-threads.ts';
import type { Pair, ThreadPlan, ThreadQueue } from './thread-queue.ts';

/**
 * Finds or creates the direct thread of the signed-in user with another user or bot; both are members afterwards. Refuses with
 * M40111 (the user is no longer active), M40306 (policy), M40402 (the other does not exist or must not be addressed), M40003
 * (both are the same), M40305 (banned), M50300 (too many new threads wait). The policy restricts only new direct threads, not
 * existing ones.
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
      const threads = await lockDirectThreads(tx, space, pair.one, [pair.other]);
      // A removed member comes back, so a status 'removed' is left only where there is no membership.
      if (threads.statuses.some((status) => status === 'banned' || status === 'removed'))
        throw new Refusal('M40305');
      const [threadId] = await openDirectThreads(tx, space, threads);
      if (threadId === undefined) throw new Error('a direct thread was neither found nor made');
      return threadId;
    }),
  }));
  return { data: data.id, isReplay };
}

/** Checks that both users exist and differ. A user that must not be addressed counts as missing. */
function checkPair(
  actor: ExtUserId,
  me: ResolvedUser | undefined,
  them: ResolvedUser | undefined,
  addressable?: ReadonlySet<ExtUserId>,
): Pair {
  // An absorbed id resolves to the surviving user, but the token does not belong to that user.
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
