import type { ExtUserId, ThreadId } from '@palaver/protocol/ids';
import { type Audience, EVERY_THREAD } from '../bus/bus.ts';
import type { Space } from '../domain/context.ts';
import {
  type Activity,
  findActivity,
  findActivityOfGroups,
  findDeskUsers,
  findPresent,
  findReadable,
  type Watch,
} from '../domain/records/watched-threads.ts';
import type { FairQueue } from '../platform/fair-queue.ts';
import type { Log } from '../platform/log.ts';
import type { Database } from '../storage/database.ts';
import { encodeFrame } from './frames.ts';

export interface DeskActivityParts {
  db: Database;
  log: Log;
  reads: FairQueue;
  bus: { audience: Audience };
  isPaused: () => boolean;
}

/** A thread that a connection watches. */
export interface WatchedThread {
  threadId: ThreadId;
  isDirect: boolean;
  /** {@link DeskActivity.round} when the connection last asked for it. */
  round: number;
}

/** A connection of the support desk. */
export interface DeskWatcher {
  readonly extUserId: ExtUserId;
  readonly space: Space;
  /** The threads whose entries it gets. */
  threads: () => readonly WatchedThread[];
  /** The user has left the desk: ends the watches from before `round`. */
  endAll: (round: number) => void;
  end: (threadId: ThreadId, reason: 'access' | 'behind') => void;
  /**
   * Sends reports of activity. `missedSince`: from when on others are missing; `behindSince`: from when on, if the client is too slow
   * for these.
   */
  report: (frames: Buffer | undefined, missedSince: number | null | undefined, behindSince: number) => void;
}

/** What a report knows before it reads. */
interface Memory {
  /** Those with watchers, by {@link keyOf}. */
  spaces: ReadonlyMap<string, Space>;
  groups: Map<ThreadId, string>;
  hidden: Set<ThreadId>;
}

/** A thread is reported once in this time. */
const REPORT_EVERY_MS = 500;
/** The most threads that wait for a report; beyond that, watchers have to list the threads. */
export const MAX_WAITING = 20_000;
/** The most threads that are remembered because no watcher gets reports of them, and the most groups because one does. */
const MAX_REMEMBERED = 100_000;
/** The most threads that a user watches over all connections to a node. */
export const MAX_THREADS_OF_USER = 100;
/** The most threads of one read. */
const MAX_READ = 1_000;
/** The clocks of nodes differ, and transactions take a while: reports are said to be missing from this much earlier on. */
const SLACK_MS = 10_000;

/**
 * Tells connections of the support desk in which threads of their space something has happened. Everything here is a hint, like the events of the
 * bus that it is made from: one report shows where a thread is now, however many entries it has got since the last one.
 *
 * While nobody watches, an event costs one comparison. While somebody does, all watchers of a node share one read and one encoding.
 */
export class DeskActivity {
  /** Whether a connection watches all threads. (A field, because it is read at each event of the bus.) */
  isOn = false;
  readonly #parts: DeskActivityParts;
  /** All connections with watches: those that watch all threads, and those that watch some. */
  readonly #watches = new Set<DeskWatcher>();
  /** By watcher: {@link round} when it last asked for this. */
  readonly #ofAll = new Map<DeskWatcher, number>();
  /** How many checks have begun. A check ends no watch that began after it: it may not know why the user may watch again. */
  round = 0;
  #checking: Promise<void> | undefined;
  /**
   * Threads that no watcher gets reports of: direct ones, and those of spaces without a watcher. They do not wait for a report, so that one
   * tenant does not fill the places of another.
   */
  #hidden = new Set<ThreadId>();
  /**
   * Groups that were reported, with {@link keyOf} their space, neither of which is looked up again. Forgotten with the last connection, which also ends
   * when the database is set back: ids are then given out again.
   */
  #groups = new Map<ThreadId, string>();
  #waiting = new Set<ThreadId>();
  #timer: NodeJS.Timeout | undefined;
  #reporting: Promise<void> | undefined;
  /** Since when watchers may have missed reports; undefined: they have missed none. */
  #missedSince: number | null | undefined;
  #reportedAt = Date.now();

  constructor(parts: DeskActivityParts) {
    this.#parts = parts;
  }

  add(watches: DeskWatcher): void {
    this.#watches.add(watches);
  }

  watchAll(watches: DeskWatcher): void {
    const space = keyOf(watches.space);
    if (!this.#ofAll.keys().some((other) => keyOf(other.space) === space)) this.#hidden = new Set();
    this.#ofAll.set(watches, this.round);
    this.isOn = true;
    if (this.#timer !== undefined) return;
    this.#parts.bus.audience.add(EVERY_THREAD);
    this.#reportedAt = Date.now();
    this.#timer = setInterval(() => this.#tick(), REPORT_EVERY_MS).unref();
  }

  /** Returns whether they did, before `round`. */
  unwatchAll(watches: DeskWatcher, round = Number.POSITIVE_INFINITY): boolean {
    if ((this.#ofAll.get(watches) ?? round) >= round) return false;
    this.#ofAll.delete(watches);
    if (this.#ofAll.size > 0) return true;
    this.isOn = false;
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#waiting.clear();
    this.#hidden = new Set();
    this.#missedSince = undefined;
    this.#parts.bus.audience.delete(EVERY_THREAD);
    return true;
  }

  remove(watches: DeskWatcher): void {
    this.#watches.delete(watches);
    this.unwatchAll(watches);
    if (this.#watches.size === 0 && this.#groups.size > 0) this.#groups = new Map();
  }

  /** How many threads a user watches, over all connections to this node. */
  countThreads(user: ExtUserId): number {
    let count = 0;
    for (const watches of this.#watches) if (watches.extUserId === user) count += watches.threads().length;
    return count;
  }

  /** Handles the news that the log of a thread has grown, while it is on. */
  advance(threadId: ThreadId): void {
    if (this.#hidden.has(threadId) || this.#waiting.has(threadId)) return;
    if (this.#waiting.size < MAX_WAITING) this.#waiting.add(threadId);
    else this.#missedSince ??= this.#reportedAt - SLACK_MS;
  }

  /** Events of other nodes may have been lost, nobody knows since when. */
  lookForLoss(): void {
    if (this.isOn) this.#missedSince = null;
  }

  /** Ends the watches of users who have left the desk. */
  async checkUsers(): Promise<void> {
    // (Others have ended what they watched, and stay connected.)
    const all = [...this.#watches].filter((one) => this.#ofAll.has(one) || one.threads().length > 0);
    if (all.length === 0) return;
    this.round += 1;
    const { round } = this;
    const onDesk = await findDeskUsers(this.#parts.db, [...new Set(all.map(({ extUserId }) => extUserId))]);
    for (const watches of all) if (!onDesk.has(watches.extUserId)) watches.endAll(round);
  }

  /**
   * Ends the watches of threads that were deleted, and of direct ones that their users are no longer reading. Nobody waits for it: it takes
   * the longer the more threads are watched.
   */
  checkThreads(): void {
    if (this.#watches.size === 0) return;
    this.#checking ??= this.#checkThreads()
      .catch((error: unknown) => {
        this.#parts.log.warn({ err: error }, 'the watches of the support desk could not be checked');
      })
      .finally(() => {
        this.#checking = undefined;
      });
  }

  async #checkThreads(): Promise<void> {
    this.round += 1;
    const { round } = this;
    const [groups, pairs] = [new Set<ThreadId>(), new Map<string, Watch>()];
    for (const watches of this.#watches)
      for (const { threadId, isDirect } of watches.threads())
        if (isDirect) pairs.set(pairOf(watches, threadId), { user: watches.extUserId, threadId });
        // (The desk opens every group to its users.)
        else groups.add(threadId);
    const ended = new Set<string>();
    for (const some of slicesOf([...groups])) {
      const present = await this.#read((db) => findPresent(db, some));
      for (const threadId of some) if (!present.has(threadId)) ended.add(threadId);
    }
    for (const some of slicesOf([...pairs])) {
      const readable = await this.#read((db) =>
        findReadable(
          db,
          some.map(([, watch]) => watch),
        ),
      );
      for (const [index, [key]] of some.entries()) if (readable[index] !== true) ended.add(key);
    }
    if (ended.size === 0) return;
    for (const watches of this.#watches)
      for (const { threadId, isDirect, round: begun } of watches.threads())
        if (begun < round && ended.has(isDirect ? pairOf(watches, threadId) : threadId))
          watches.end(threadId, 'access');
  }

  #read<T>(read: (db: Database) => Promise<T>): Promise<T> {
    return this.#parts.reads.run('desk', () => read(this.#parts.db));
  }

  /** Resolves when the current report is made, and the current check is done. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all([this.#reporting, this.#checking]);
  }

  #tick(): void {
    if (this.#parts.isPaused()) return;
    this.#reporting ??= this.#report().finally(() => {
      this.#reporting = undefined;
    });
  }

  async #report(): Promise<void> {
    const { log } = this.#parts;
    const beganAt = Date.now();
    const threadIds = [...this.#waiting];
    this.#waiting.clear();
    try {
      const frames = new Map<string, Buffer[]>();
      // (Another space may begin to watch meanwhile, or all watchers may leave, and then there are new ones.)
      const memory = { spaces: spacesOf(this.#ofAll.keys()), groups: this.#groups, hidden: this.#hidden };
      for (const some of slicesOf(threadIds)) {
        const others = await this.#addGroups(frames, some, memory);
        if (others.length > 0) await this.#addOthers(frames, others, memory);
      }
      this.#send(frames);
      this.#reportedAt = beganAt;
    } catch (error) {
      log.warn(
        { err: error },
        'the activity of threads could not be read: clients of the support desk have to list them',
      );
      this.#missedSince ??= this.#reportedAt - SLACK_MS;
    }
  }

  /** Returns the threads that are still to be looked up. */
  async #addGroups(
    frames: Map<string, Buffer[]>,
    threadIds: readonly ThreadId[],
    { spaces, groups }: Memory,
  ): Promise<readonly ThreadId[]> {
    // (The watchers of a space may have left. Its groups are then looked up once more, and hidden.)
    const known = threadIds.filter((threadId) => spaces.has(groups.get(threadId) ?? ''));
    if (known.length === 0) return threadIds;
    const activities = new Map<ThreadId, Activity>();
    for (const activity of await this.#read((db) => findActivityOfGroups(db, known)))
      activities.set(activity.thread_id, activity);
    return threadIds.filter((threadId) => {
      const [activity, space] = [activities.get(threadId), groups.get(threadId)];
      if (activity === undefined || space === undefined) return true;
      addTo(frames, space, activity);
      return false;
    });
  }

  async #addOthers(
    frames: Map<string, Buffer[]>,
    threadIds: readonly ThreadId[],
    { spaces, groups, hidden }: Memory,
  ): Promise<void> {
    const found = await this.#read((db) => findActivity(db, threadIds, [...spaces.values()]));
    for (const remembered of [groups, hidden])
      if (remembered.size + threadIds.length > MAX_REMEMBERED) remembered.clear();
    for (const { app_id: appId, tenant_id: tenantId, ...activity } of found.shown) {
      const space = keyOf({ appId, tenantId });
      groups.set(activity.thread_id, space);
      addTo(frames, space, activity);
    }
    for (const threadId of found.hidden) {
      groups.delete(threadId);
      hidden.add(threadId);
    }
  }

  /** Each watcher gets the frames of its space in one piece. */
  #send(frames: ReadonlyMap<string, readonly Buffer[]>): void {
    if (this.#parts.isPaused()) {
      this.#missedSince ??= this.#reportedAt - SLACK_MS;
      return;
    }
    const missedSince = this.#missedSince;
    this.#missedSince = undefined;
    const pieces = new Map([...frames].map(([space, some]) => [space, Buffer.concat(some)]));
    for (const watches of this.#ofAll.keys())
      watches.report(pieces.get(keyOf(watches.space)), missedSince, this.#reportedAt - SLACK_MS);
  }
}

const keyOf = ({ appId, tenantId }: Space) => `${appId} ${tenantId}`;

function spacesOf(watches: Iterable<DeskWatcher>): Map<string, Space> {
  return new Map(Array.from(watches, ({ space }) => [keyOf(space), space]));
}

const pairOf = ({ extUserId }: DeskWatcher, threadId: ThreadId) => `${extUserId} ${threadId}`;

function slicesOf<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / MAX_READ) }, (_, index) =>
    all.slice(index * MAX_READ, (index + 1) * MAX_READ),
  );
}

function addTo(frames: Map<string, Buffer[]>, space: string, activity: Activity): void {
  const some = frames.get(space) ?? [];
  some.push(encodeFrame({ type: 'activity', ...activity }));
  frames.set(space, some);
}
