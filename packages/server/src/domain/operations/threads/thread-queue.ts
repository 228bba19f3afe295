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
import { findOlderOfBatch, findTied } from './tied-threads.ts';

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
  /** Members read no line about it. */
  isSilent?: boolean | undefined;
}

export interface ThreadPlan {
  thread: NewThread;
  members: readonly Omit<NewMember, 'threadId'>[];
  /** The `change` of the entry `thread.created`. */
  change?: object;
  /** Only for a direct thread. */
  pair?: Pair;
  /** If threads with its references exist, the oldest of them is the result. Only for a thread with a reference. */
  isUnlessTied?: true;
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
export type CreationResult = CreatedThread | 'pair has a thread';

interface CreatedThread {
  threadId: ThreadId;
  isReplay: boolean;
  /** False: there was a thread with the same references, see {@link ThreadPlan}. */
  isNew: boolean;
}

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
type CreationDecision = { outcome: Outcome<CreationResult> } | PlannedThread;

interface PlannedThread {
  creation: Creation;
  plan: ThreadPlan;
}

/** The same, with the id of the new thread. */
type IdentifiedDecision = { outcome: Outcome<CreationResult> } | ThreadOfBatch;

interface ThreadOfBatch extends PlannedThread {
  threadId: ThreadId;
  isNew: boolean;
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
  const decided = judged.map((one): IdentifiedDecision => ('plan' in one ? assignThread(one, locked) : one));
  const identified = decided.filter((one) => 'threadId' in one);
  await Promise.all([
    createThreads(
      tx,
      identified.filter(({ isNew }) => isNew),
    ),
    rememberAnswers(tx, identified),
  ]);
  return decided.map((one) => {
    if (!('threadId' in one)) return one.outcome;
    const { threadId, isNew } = one;
    return { result: { threadId, isReplay: false, isNew } };
  });
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
function judge(creation: Creation, found: NamedByCreation | undefined): CreationDecision {
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

type RememberedAnswer = Partial<Record<Creation['idField'], ThreadId>> & { created?: boolean };

/** The stored answer to the first request with this key. Refuses with M42201. */
function replayOf({ idField }: Creation, remembered: FoundKey['remembered']): CreationResult | undefined {
  if (remembered === null) return undefined;
  if (!remembered.is_same) throw new Refusal('M42201');
  const { [idField]: threadId, created = true } = remembered.data as RememberedAnswer;
  if (threadId === undefined) throw new Error('an idempotency key remembers another kind of response');
  return { threadId, isReplay: true, isNew: created };
}

/** The locks and ids for the threads to create. */
interface LockedForThreads {
  /** Applications whose lock of pairs we hold. */
  pairs: ReadonlySet<AppId>;
  /** Applications that we have locked. */
  apps: ReadonlySet<AppId>;
  /** The ids of the threads to create. */
  ids: ReadonlyMap<PlannedThread, ThreadId>;
  /** Pictures that are stored, and that we have locked. */
  pictures: ReadonlySet<FileId>;
  /** Pairs that have a direct thread, or get one in this batch. */
  takenPairs: Set<string>;
  /** The threads of the other plans, which exist or are created by another plan of the batch. */
  tied: ReadonlyMap<PlannedThread, ThreadId>;
}

async function lockPlanned(
  tx: Transaction,
  planned: readonly PlannedThread[],
  locks: Locks,
): Promise<LockedForThreads> {
  if (planned.length === 0)
    return {
      ...{ pairs: new Set(), apps: new Set(), ids: new Map() },
      ...{ pictures: new Set(), takenPairs: new Set(), tied: new Map() },
    };
  const direct = planned.flatMap(({ creation: { space }, plan: { pair } }) =>
    pair === undefined ? [] : [{ space, pair }],
  );
  const files = planned.flatMap(({ plan: { picture } }) => picture ?? []);
  const always = planned.filter(({ plan }) => plan.isUnlessTied !== true);
  const unlessTied = planned.filter(({ plan }) => plan.isUnlessTied === true);
  const [pairs, pictures, apps, drawn, tied, ...existing] = await Promise.all([
    lockPairsOfBatch(tx, appsOf(direct), locks),
    lockFiles(tx, files),
    lockAppsOfBatch(tx, appsOf(planned.map(({ creation }) => creation)), locks),
    drawThreadIds(tx, always.length),
    // After the locks, so that no other transaction creates one. (All threads of an application are created under its lock, so references
    // need no lock of their own.)
    findTied(tx, unlessTied),
    ...direct.map(({ space, pair }) => findDirectThreads(tx, space, pair.one, [pair.other])),
  ]);
  const untied = unlessTied.filter((one) => !tied.has(one));
  const { created, older } = findOlderOfBatch(always, untied);
  const drawnLater =
    created.length > drawn.length ? await drawThreadIds(tx, created.length - drawn.length) : [];
  const ids = new Map(pairUp(created, [...drawn, ...drawnLater]));
  for (const [one, other] of older) {
    const id = ids.get(other);
    if (id !== undefined) tied.set(one, id);
  }
  const taken = direct.filter((_, index) => (existing[index]?.size ?? 0) > 0);
  return {
    pairs,
    apps,
    ids,
    pictures,
    takenPairs: new Set(taken.map(({ pair }) => nameOf(pair))),
    tied,
  };
}

function pairUp<T>(items: readonly T[], ids: readonly ThreadId[]): [T, ThreadId][] {
  return items.flatMap((item, index) => (ids[index] === undefined ? [] : [[item, ids[index]]]));
}

/** Assigns an id, unless a lock is missing or the pair has a thread meanwhile. */
function assignThread(planned: PlannedThread, locked: LockedForThreads): IdentifiedDecision {
  const { appId } = planned.creation.space;
  const { pair, picture } = planned.plan;
  const ownId = locked.ids.get(planned);
  const threadId = ownId ?? locked.tied.get(planned);
  const isLocked = locked.apps.has(appId) && (pair === undefined || locked.pairs.has(appId));
  if (!isLocked || threadId === undefined) return { outcome: 'blocked' };
  if (picture !== undefined && !locked.pictures.has(picture))
    return { outcome: { failure: refusalOf([pictureNotFound(PICTURE_FIELD)]) } };
  if (pair !== undefined) {
    if (locked.takenPairs.has(nameOf(pair))) return { outcome: { result: 'pair has a thread' } };
    locked.takenPairs.add(nameOf(pair));
  }
  return { ...planned, threadId, isNew: ownId !== undefined };
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
async function createThreads(tx: PublishingTransaction, threads: readonly ThreadOfBatch[]): Promise<void> {
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
    ...threads.map(({ creation: { actor, isSilent }, plan, threadId }) =>
      appendEntry(tx, [threadId], {
        type: 'thread.created',
        actor,
        change: plan.change,
        isSilent,
        counters: { member_count: plan.members.length },
      }),
    ),
  ]);
}

function rememberAnswers(tx: Transaction, threads: readonly ThreadOfBatch[]): Promise<void> {
  return rememberBatch(
    tx,
    threads.flatMap(({ creation, threadId, isNew }) => {
      const key = keyOf(creation);
      const data: RememberedAnswer = { [creation.idField]: threadId, ...(isNew ? {} : { created: false }) };
      return key === undefined ? [] : [{ ...key, data }];
    }),
  );
}
