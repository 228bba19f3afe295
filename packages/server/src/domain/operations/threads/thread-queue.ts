import type { AppId, ExtUserId, ThreadId } from '@palaver/protocol/ids';
import type { PublishingTransaction, PublishingTransactor } from '../../../bus/publishing-database.ts';
import { DatabaseUnavailableError, type Transaction } from '../../../storage/database.ts';
import { GroupCommit, type Locks, type Outcome } from '../../../storage/group-commit.ts';
import type { Space } from '../../context.ts';
import { lockAppsOfBatch, lockPairsOfBatch, lockUsersOfBatch } from '../../records/app-locks.ts';
import {
  type FoundKey,
  findKeysOfBatch,
  type IdempotencyKey,
  lockKeysOfBatch,
  rememberBatch,
} from '../../records/idempotency-keys.ts';
import { beginMemberships, type NewMember } from '../../records/members.ts';
import { appendEntry, createHeads } from '../../records/thread-log.ts';
import {
  drawThreadIds,
  findDirectThreads,
  insertDirectThreads,
  insertThreads,
  type NewThread,
} from '../../records/threads.ts';
import { type NamedUsers, type ResolvedUser, resolveAndLockRows } from '../../records/users.ts';
import { Refusal } from '../../refusal.ts';

/** A thread that somebody asks for. */
export interface Creation {
  space: Space;
  /** Who has signed in; null is the integrator's back end. */
  actor: ExtUserId | null;
  /** Everybody whom the request names. */
  named: readonly NamedUsers[];
  /** What is to be made, when `named` names these users. Refuses. */
  plan: (users: readonly (readonly (ResolvedUser | undefined)[])[]) => ThreadPlan;
  idempotency: IdempotencyKey | undefined;
  /** The field of the answer that holds the id: it is what is remembered of an idempotency key. */
  idField: 'id' | 'thread_id';
}

export interface ThreadPlan {
  thread: NewThread;
  members: readonly Omit<NewMember, 'threadId'>[];
  /** Of `thread.created`. */
  change?: unknown;
  /** The two of a direct thread. */
  pair?: { one: ExtUserId; other: ExtUserId };
}

/** What became of a creation. The pair of a direct thread may have got one meanwhile. */
export type CreationResult = { threadId: ThreadId; isReplay: boolean } | 'pair has a thread';

export type ThreadQueue = GroupCommit<Creation, CreationResult>;

const MAX_BATCH = 64;
/** Ids of users in one batch; a creation that names more is a batch of its own. */
const MAX_BATCH_IDS = 2_000;
const MAX_WAITING = 4_096;
const MAX_WAITING_IDS = 200_000;
/** The part of the queue that one signed-in user, or the back end of one application, may fill. */
const SHARE = 0.25;
/** How long creations wait beside the others for locks that somebody else has; then M50300. */
const LOCK_TIMEOUT_MS = 5_000;

/**
 * The queue of new threads: those that arrive together are made in one transaction. Their ids are drawn under the lock of
 * the application, which is held until the commit, so that they become visible in increasing order; one flush to disk
 * serves the whole batch. Requests wait here, where they hold no connection of the pool.
 */
export function createThreadQueue(db: PublishingTransactor): ThreadQueue {
  return new GroupCommit<Creation, CreationResult>({
    lanes: 1,
    maxBatch: MAX_BATCH,
    maxBatchBytes: MAX_BATCH_IDS,
    maxWaiting: MAX_WAITING,
    maxWaitingBytes: MAX_WAITING_IDS,
    owners: {
      ownerOf: ({ space, actor }) => (actor === null ? `app ${space.appId}` : `user ${actor}`),
      share: SHARE,
    },
    sizeOf: ({ named }) =>
      Math.min(
        named.reduce((sum, { ids }) => sum + ids.length, 0),
        MAX_BATCH_IDS,
      ),
    keyOf: ({ space }) => space.appId,
    commit: (creations, locks) => db.transaction((tx) => commitCreations(tx, creations, locks)),
    failsAlone: (error) => !(error instanceof DatabaseUnavailableError),
    overloaded: () => new Refusal('M50300'),
  });
}

/** A creation that nothing speaks against, at its place in the batch. */
interface PlannedThread {
  place: number;
  creation: Creation;
  plan: ThreadPlan;
}

/** Locks go idempotency keys, users, pairs, applications. The last are held for the shortest time: for the inserts. */
async function commitCreations(
  tx: PublishingTransaction,
  creations: readonly Creation[],
  locks: Locks,
): Promise<Outcome<CreationResult>[]> {
  const outcomes: Outcome<CreationResult>[] = creations.map(() => 'blocked');
  const planned = await planAll(tx, creations, locks, outcomes);
  const makeable = await lockThreads(tx, planned, locks, outcomes);
  await makeThreads(tx, makeable);
  for (const { place, threadId } of makeable) outcomes[place] = { result: { threadId, isReplay: false } };
  return outcomes;
}

/** The stages until the state: who was answered before, and who is refused. */
async function planAll(
  tx: Transaction,
  creations: readonly Creation[],
  locks: Locks,
  outcomes: Outcome<CreationResult>[],
): Promise<PlannedThread[]> {
  const keys = creations.flatMap((creation) => keyOf(creation) ?? []);
  const [, , foundKeys, apps] = await Promise.all([
    locks === 'wait for locks' && tx.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`),
    keys.length > 0 && lockKeysOfBatch(tx, keys, locks),
    keys.length > 0 ? findKeysOfBatch(tx, keys) : [],
    lockUsersOfBatch(tx, appsOf(creations), locks),
  ]);
  const found = foundKeys.values();
  const judged = creations.map((creation, place) => {
    const key = creation.idempotency && found.next().value;
    return { creation, place, key };
  });
  const open = judged.filter(
    ({ creation: { space }, key }) => apps.has(space.appId) && key?.has_key !== false,
  );
  const bySpace = Map.groupBy(open, ({ creation: { space } }) => `${space.appId}\n${space.tenantId}`);
  const planned = await Promise.all(
    [...bySpace.values()].map(async (group) => {
      const lists = group.flatMap(({ creation }) => creation.named);
      const space = group[0]?.creation.space;
      const users = space === undefined ? [] : await resolveAndLockRows(tx, space, lists);
      const next = users.values();
      return group.flatMap(({ creation, place, key }) => {
        const own = [...next.take(creation.named.length)];
        try {
          const replay = replayOf(creation, key);
          if (replay === undefined) return [{ creation, place, plan: creation.plan(own) }];
          outcomes[place] = { result: replay };
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          outcomes[place] = { failure: error };
        }
        return [];
      });
    }),
  );
  return planned.flat();
}

function keyOf({ space, idempotency }: Creation) {
  return idempotency && { space, ...idempotency };
}

function appsOf(creations: readonly Creation[]): AppId[] {
  return [...new Set(creations.map(({ space }) => space.appId))];
}

/** The first answer to a request with this key. Refuses with M42201. */
function replayOf({ idField }: Creation, key: FoundKey | undefined): CreationResult | undefined {
  if (key === undefined || key.remembered === null) return undefined;
  if (!key.remembered.is_same) throw new Refusal('M42201');
  const threadId = (key.remembered.data as Record<string, ThreadId>)[idField];
  if (threadId === undefined) throw new Error('a key remembers another kind of answer');
  return { threadId, isReplay: true };
}

/** Those of which all locks are held, with the ids of their threads; and who has a direct thread already. */
async function lockThreads(
  tx: Transaction,
  planned: readonly PlannedThread[],
  locks: Locks,
  outcomes: Outcome<CreationResult>[],
): Promise<(PlannedThread & { threadId: ThreadId })[]> {
  if (planned.length === 0) return [];
  const direct = planned.filter(({ plan }) => plan.pair !== undefined);
  const [pairs, apps, ids, ...existing] = await Promise.all([
    lockPairsOfBatch(tx, appsOf(direct.map(({ creation }) => creation)), locks),
    lockAppsOfBatch(tx, appsOf(planned.map(({ creation }) => creation)), locks),
    drawThreadIds(tx, planned.length),
    // Behind the locks, so that nobody makes another one.
    ...direct.map(({ creation, plan: { pair } }) =>
      pair === undefined ? undefined : findDirectThreads(tx, creation.space, pair.one, [pair.other]),
    ),
  ]);
  const threadOf = new Map(direct.map((one, index) => [one, existing[index]]));
  const made = new Set<string>();
  return planned.flatMap((one, index) => {
    const { creation, place, plan } = one;
    const { appId } = creation.space;
    const threadId = ids[index];
    if (!apps.has(appId) || (plan.pair !== undefined && !pairs.has(appId)) || threadId === undefined)
      return [];
    const pair = plan.pair && [plan.pair.one, plan.pair.other].toSorted().join();
    if (pair !== undefined && ((threadOf.get(one)?.size ?? 0) > 0 || made.has(pair))) {
      outcomes[place] = { result: 'pair has a thread' };
      return [];
    }
    if (pair !== undefined) made.add(pair);
    return [{ ...one, threadId }];
  });
}

/** All statements leave in one write. */
async function makeThreads(
  tx: PublishingTransaction,
  makeable: readonly (PlannedThread & { threadId: ThreadId })[],
): Promise<void> {
  if (makeable.length === 0) return;
  const inserts = makeable.flatMap(({ creation: { space }, plan: { thread, pair }, threadId }) => [
    insertThreads(tx, space, thread, [threadId]),
    pair && insertDirectThreads(tx, space, pair.one, new Map([[pair.other, threadId]])),
  ]);
  const threadIds = makeable.map(({ threadId }) => threadId);
  const members = makeable.flatMap(({ plan, threadId }) =>
    plan.members.map((member) => ({ ...member, threadId })),
  );
  await Promise.all([
    ...inserts,
    createHeads(tx, threadIds),
    beginMemberships(tx, members),
    ...makeable.map(({ creation: { actor }, plan, threadId }) =>
      appendEntry(tx, [threadId], {
        type: 'thread.created',
        actor,
        change: plan.change,
        counters: { member_count: plan.members.length },
      }),
    ),
    rememberBatch(
      tx,
      makeable.flatMap(({ creation, threadId }) => {
        const key = keyOf(creation);
        return key === undefined ? [] : [{ key, data: { [creation.idField]: threadId } }];
      }),
    ),
  ]);
}
