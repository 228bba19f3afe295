import type { FileId } from '@palaver/protocol/files';
import type { AppId, ExtUserId, ThreadId } from '@palaver/protocol/ids';
import type { PublishingTransaction, PublishingTransactor } from '../../../bus/publishing-database.ts';
import { DatabaseUnavailableError, type Transaction } from '../../../storage/database.ts';
import { GroupCommit, type Locks, type Outcome } from '../../../storage/group-commit.ts';
import type { Space } from '../../context.ts';
import { lockAppsOfBatch, lockPairsOfBatch, lockUsersOfBatch } from '../../records/app-locks.ts';
import { lockFiles } from '../../records/files.ts';
import {
  type FoundKey,
  findKeysOfBatch,
  type IdempotencyKey,
  lockKeysOfBatch,
  rememberBatch,
} from '../../records/idempotency-keys.ts';
import { beginMemberships, type NewMember } from '../../records/members.ts';
import { insertPictures } from '../../records/pictures.ts';
import { appendEntry, createHeads } from '../../records/thread-log.ts';
import {
  drawThreadIds,
  findDirectThreads,
  insertDirectThreads,
  insertThreads,
  type NewThread,
} from '../../records/threads.ts';
import { type NamedUsers, type ResolvedUser, resolveAndLockRows } from '../../records/users.ts';
import { Refusal, refusalOf } from '../../refusal.ts';
import { pictureNotFound } from '../pictures/resolve-picture.ts';

/** A request for a new thread. */
export interface Creation {
  space: Space;
  /** The signed-in user; null for the integrator's back end. */
  actor: ExtUserId | null;
  /** All users that the request names. */
  named: readonly NamedUsers[];
  /** Plans the thread from the users that `named` resolves to. May refuse. */
  plan: (users: readonly (readonly (ResolvedUser | undefined)[])[]) => ThreadPlan;
  idempotency: IdempotencyKey | undefined;
  /** The response field that holds the id; it is stored as the answer of the idempotency key. */
  idField: 'id' | 'thread_id';
}

export interface ThreadPlan {
  thread: NewThread;
  members: readonly Omit<NewMember, 'threadId'>[];
  /** The `change` of the entry `thread.created`. */
  change?: unknown;
  /** Only for a direct thread. */
  pair?: Pair;
  /** The uploaded file that is its picture. */
  picture?: FileId;
}

/** The field of a request that names it. */
export const PICTURE_FIELD = 'avatar_file_id';

/** The two users of a direct thread. */
export interface Pair {
  one: ExtUserId;
  other: ExtUserId;
}

/** The result of a creation. The pair of a direct thread may have got a thread meanwhile. */
export type CreationResult = { threadId: ThreadId; isReplay: boolean } | 'pair has a thread';

export type ThreadQueue = GroupCommit<Creation, CreationResult>;

const MAX_BATCH = 64;
/** Maximum number of user ids in one batch; a creation that names more is a batch of its own. */
const MAX_BATCH_IDS = 2_000;
const MAX_WAITING = 4_096;
const MAX_WAITING_IDS = 200_000;
/** The part of the queue that one signed-in user, or the back end of one application, may fill. */
const SHARE = 0.25;
/** How long creations wait for locks of other transactions, set apart from the others; then M50300. */
const LOCK_TIMEOUT_MS = 5_000;

/**
 * The queue of new threads: threads that are requested together are created in one transaction. Their ids are drawn under the
 * lock of the application, which is held until the commit, so that ids become visible in increasing order. One flush to disk
 * serves the whole batch. Requests wait here without a connection of the pool.
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

/** The decision about a creation: its outcome, or the thread to create. */
type Judged = { outcome: Outcome<CreationResult> } | PlannedThread;

interface PlannedThread {
  creation: Creation;
  plan: ThreadPlan;
}

/** The same, with the id of the new thread. */
type Decided = { outcome: Outcome<CreationResult> } | NewThreadOfBatch;

interface NewThreadOfBatch extends PlannedThread {
  threadId: ThreadId;
}

/** Lock order: idempotency keys, users, pairs, files, applications. The last are held the shortest, only for the inserts. */
async function commitCreations(
  tx: PublishingTransaction,
  creations: readonly Creation[],
  locks: Locks,
): Promise<Outcome<CreationResult>[]> {
  const found = await findNamed(tx, creations, locks);
  const judged = creations.map((creation, index) => judge(creation, found[index]));
  const planned = judged.filter((one) => 'plan' in one);
  const locked = await lockPlanned(tx, planned, locks);
  const decided = judged.map((one): Decided => ('plan' in one ? assignThread(one, locked) : one));
  await createThreads(
    tx,
    decided.filter((one) => 'threadId' in one),
  );
  return decided.map((one) =>
    'threadId' in one ? { result: { threadId: one.threadId, isReplay: false } } : one.outcome,
  );
}

/** What a creation names, under the locks of its key and its users. */
interface NamedByCreation {
  users: readonly (readonly (ResolvedUser | undefined)[])[];
  remembered: FoundKey['remembered'];
}

/** What each creation names; undefined where another transaction holds the lock of its key or its users. */
async function findNamed(
  tx: Transaction,
  creations: readonly Creation[],
  locks: Locks,
): Promise<(NamedByCreation | undefined)[]> {
  const keys = creations.flatMap((creation) => keyOf(creation) ?? []);
  const [, , foundKeys, apps] = await Promise.all([
    locks === 'wait for locks' && tx.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`),
    keys.length > 0 && lockKeysOfBatch(tx, keys, locks),
    keys.length > 0 ? findKeysOfBatch(tx, keys) : [],
    lockUsersOfBatch(tx, appsOf(creations), locks),
  ]);
  const next = foundKeys.values();
  const keyOfCreation = new Map(
    creations.map((creation) => [creation, creation.idempotency && next.next().value]),
  );
  const free = creations.filter(
    (creation) => apps.has(creation.space.appId) && keyOfCreation.get(creation)?.has_key !== false,
  );
  const users = await findUsers(tx, free);
  return creations.map((creation) => {
    const found = users.get(creation);
    return found && { users: found, remembered: keyOfCreation.get(creation)?.remembered ?? null };
  });
}

/** Resolves the users that creations name, with one statement per space. */
async function findUsers(
  tx: Transaction,
  creations: readonly Creation[],
): Promise<ReadonlyMap<Creation, NamedByCreation['users']>> {
  const bySpace = Map.groupBy(creations, ({ space }) => `${space.appId}\n${space.tenantId}`);
  const found = await Promise.all(
    [...bySpace.values()].map(async (group) => {
      const space = group[0]?.space;
      const lists = group.flatMap(({ named }) => named);
      const users = space === undefined ? [] : await resolveAndLockRows(tx, space, lists);
      const next = users.values();
      return group.map((creation) => [creation, [...next.take(creation.named.length)]] as const);
    }),
  );
  return new Map(found.flat());
}

/** Decides a creation without regard to other threads: replay, refusal or plan. */
function judge(creation: Creation, found: NamedByCreation | undefined): Judged {
  if (found === undefined) return { outcome: 'blocked' };
  try {
    const replay = replayOf(creation, found.remembered);
    if (replay !== undefined) return { outcome: { result: replay } };
    return { creation, plan: creation.plan(found.users) };
  } catch (error) {
    if (error instanceof Refusal) return { outcome: { failure: error } };
    throw error;
  }
}

/** The stored answer to the first request with this key. Refuses with M42201. */
function replayOf({ idField }: Creation, remembered: FoundKey['remembered']): CreationResult | undefined {
  if (remembered === null) return undefined;
  if (!remembered.is_same) throw new Refusal('M42201');
  const threadId = (remembered.data as Record<string, ThreadId>)[idField];
  if (threadId === undefined) throw new Error('an idempotency key remembers another kind of response');
  return { threadId, isReplay: true };
}

/** The locks and ids for the threads to create. */
interface LockedForThreads {
  /** Applications whose lock of pairs we hold. */
  pairs: ReadonlySet<AppId>;
  /** Applications that we have locked. */
  apps: ReadonlySet<AppId>;
  ids: ReadonlyMap<PlannedThread, ThreadId>;
  /** Pictures that are stored, and that we have locked. */
  pictures: ReadonlySet<FileId>;
  /** Pairs that have a direct thread, or get one in this batch. */
  takenPairs: Set<string>;
}

async function lockPlanned(
  tx: Transaction,
  planned: readonly PlannedThread[],
  locks: Locks,
): Promise<LockedForThreads> {
  if (planned.length === 0)
    return { pairs: new Set(), apps: new Set(), ids: new Map(), pictures: new Set(), takenPairs: new Set() };
  const direct = planned.flatMap(({ creation: { space }, plan: { pair } }) =>
    pair === undefined ? [] : [{ space, pair }],
  );
  const files = planned.flatMap(({ plan: { picture } }) => picture ?? []);
  const [pairs, pictures, apps, ids, ...existing] = await Promise.all([
    lockPairsOfBatch(tx, appsOf(direct), locks),
    lockFiles(tx, files),
    lockAppsOfBatch(tx, appsOf(planned.map(({ creation }) => creation)), locks),
    drawThreadIds(tx, planned.length),
    // After the locks, so that no other transaction creates one.
    ...direct.map(({ space, pair }) => findDirectThreads(tx, space, pair.one, [pair.other])),
  ]);
  const taken = direct.filter((_, index) => (existing[index]?.size ?? 0) > 0);
  return {
    pairs,
    apps,
    ids: new Map(planned.flatMap((one, index) => (ids[index] === undefined ? [] : [[one, ids[index]]]))),
    pictures,
    takenPairs: new Set(taken.map(({ pair }) => nameOf(pair))),
  };
}

/** Assigns an id, unless a lock is missing or the pair has a thread meanwhile. */
function assignThread(planned: PlannedThread, locked: LockedForThreads): Decided {
  const { appId } = planned.creation.space;
  const { pair, picture } = planned.plan;
  const threadId = locked.ids.get(planned);
  const isLocked = locked.apps.has(appId) && (pair === undefined || locked.pairs.has(appId));
  if (!isLocked || threadId === undefined) return { outcome: 'blocked' };
  if (picture !== undefined && !locked.pictures.has(picture))
    return { outcome: { failure: refusalOf([pictureNotFound(PICTURE_FIELD)]) } };
  if (pair !== undefined) {
    if (locked.takenPairs.has(nameOf(pair))) return { outcome: { result: 'pair has a thread' } };
    locked.takenPairs.add(nameOf(pair));
  }
  return { ...planned, threadId };
}

function nameOf({ one, other }: Pair): string {
  return [one, other].toSorted().join();
}

function keyOf({ space, idempotency }: Creation) {
  return idempotency && { space, ...idempotency };
}

function appsOf(items: readonly Pick<Creation, 'space'>[]): AppId[] {
  return [...new Set(items.map(({ space }) => space.appId))];
}

/** All statements leave in one write. */
async function createThreads(tx: PublishingTransaction, threads: readonly NewThreadOfBatch[]): Promise<void> {
  if (threads.length === 0) return;
  const inserts = threads.flatMap(({ creation: { space }, plan: { thread, pair }, threadId }) => [
    insertThreads(tx, space, thread, [threadId]),
    pair && insertDirectThreads(tx, space, pair.one, new Map([[pair.other, threadId]])),
  ]);
  const threadIds = threads.map(({ threadId }) => threadId);
  const members = threads.flatMap(({ plan, threadId }) =>
    plan.members.map((member) => ({ ...member, threadId })),
  );
  await Promise.all([
    ...inserts,
    createHeads(tx, threadIds),
    insertPictures(
      tx,
      threads.flatMap(({ plan: { picture }, threadId }) =>
        picture === undefined ? [] : [{ threadId, fileId: picture }],
      ),
    ),
    beginMemberships(tx, members),
    ...threads.map(({ creation: { actor }, plan, threadId }) =>
      appendEntry(tx, [threadId], {
        type: 'thread.created',
        actor,
        change: plan.change,
        counters: { member_count: plan.members.length },
      }),
    ),
    rememberBatch(
      tx,
      threads.flatMap(({ creation, threadId }) => {
        const key = keyOf(creation);
        return key === undefined ? [] : [{ ...key, data: { [creation.idField]: threadId } }];
      }),
    ),
  ]);
}
