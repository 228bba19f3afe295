import type { ExtUserId, ThreadId } from '@palaver/protocol/ids';
import { type Audience, EVERY_THREAD } from '../bus/bus.ts';
import type { Space } from '../domain/context.ts';
import {
  type Activity,
  findActivity,
  findDeskUsers,
  findReadable,
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

/** A connection of the support desk. */
export interface DeskWatcher {
  readonly extUserId: ExtUserId;
  readonly space: Space;
  /** The threads whose entries it gets. */
  threadIds: () => ThreadId[];
  /** The user has left the desk. */
  endAll: () => void;
  end: (threadId: ThreadId, reason: 'access' | 'behind') => void;
  /**
   * Sends reports of activity. `missedSince`: from when on others are missing; `behindSince`: from when on, if the client is too slow
   * for these.
   */
  report: (frames: Buffer | undefined, missedSince: number | null | undefined, behindSince: number) => void;
}

/** A thread is reported once in this time. */
const REPORT_EVERY_MS = 500;
/** The most threads that wait for a report; beyond that, watchers have to list the threads. */
export const MAX_WAITING = 5_000;
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
  readonly #ofAll = new Set<DeskWatcher>();
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
    this.#ofAll.add(watches);
    this.isOn = true;
    if (this.#timer !== undefined) return;
    this.#parts.bus.audience.add(EVERY_THREAD);
    this.#reportedAt = Date.now();
    this.#timer = setInterval(() => this.#tick(), REPORT_EVERY_MS).unref();
  }

  /** Returns whether they did. */
  unwatchAll(watches: DeskWatcher): boolean {
    if (!this.#ofAll.delete(watches)) return false;
    if (this.#ofAll.size > 0) return true;
    this.isOn = false;
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#waiting.clear();
    this.#missedSince = undefined;
    this.#parts.bus.audience.delete(EVERY_THREAD);
    return true;
  }

  remove(watches: DeskWatcher): void {
    this.#watches.delete(watches);
    this.unwatchAll(watches);
  }

  /** Handles the news that the log of a thread has grown, while it is on. */
  advance(threadId: ThreadId): void {
    if (this.#waiting.size < MAX_WAITING) this.#waiting.add(threadId);
    else this.#missedSince ??= this.#reportedAt - SLACK_MS;
  }

  /** Events of other nodes may have been lost, nobody knows since when. */
  lookForLoss(): void {
    if (this.isOn) this.#missedSince = null;
  }

  /** Ends the watches of users who may no longer read what they watch. */
  async check(): Promise<void> {
    const all = [...this.#watches];
    if (all.length === 0) return;
    const { db } = this.#parts;
    const onDesk = await findDeskUsers(db, [...new Set(all.map(({ extUserId }) => extUserId))]);
    const watched = all.flatMap((watches) =>
      watches.threadIds().map((threadId) => ({ watches, user: watches.extUserId, threadId })),
    );
    const readable = watched.length === 0 ? [] : await findReadable(db, watched);
    for (const watches of all) if (!onDesk.has(watches.extUserId)) watches.endAll();
    for (const [index, { watches, threadId }] of watched.entries())
      if (readable[index] !== true) watches.end(threadId, 'access');
  }

  /** Resolves when the current report is made. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#reporting;
  }

  #tick(): void {
    if (this.#parts.isPaused()) return;
    this.#reporting ??= this.#report().finally(() => {
      this.#reporting = undefined;
    });
  }

  async #report(): Promise<void> {
    const { db, log, reads } = this.#parts;
    const beganAt = Date.now();
    const threadIds = [...this.#waiting];
    this.#waiting.clear();
    try {
      const spaces = spacesOf(this.#ofAll);
      const frames = new Map<string, Buffer[]>();
      for (let from = 0; from < threadIds.length; from += MAX_READ) {
        const some = threadIds.slice(from, from + MAX_READ);
        const found = await reads.run('desk', () => findActivity(db, some, [...spaces.values()]));
        for (const activity of found) addTo(frames, activity);
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

  /** Each watcher gets the frames of its space in one piece. */
  #send(frames: ReadonlyMap<string, readonly Buffer[]>): void {
    if (this.#parts.isPaused()) {
      this.#missedSince ??= this.#reportedAt - SLACK_MS;
      return;
    }
    const missedSince = this.#missedSince;
    this.#missedSince = undefined;
    const pieces = new Map([...frames].map(([space, some]) => [space, Buffer.concat(some)]));
    for (const watches of this.#ofAll)
      watches.report(pieces.get(keyOf(watches.space)), missedSince, this.#reportedAt - SLACK_MS);
  }
}

const keyOf = ({ appId, tenantId }: Space) => `${appId} ${tenantId}`;

function spacesOf(watches: Iterable<DeskWatcher>): Map<string, Space> {
  return new Map(Array.from(watches, ({ space }) => [keyOf(space), space]));
}

function addTo(frames: Map<string, Buffer[]>, activity: Activity): void {
  const { app_id: appId, tenant_id: tenantId, ...shown } = activity;
  const key = keyOf({ appId, tenantId });
  const some = frames.get(key) ?? [];
  some.push(encodeFrame({ type: 'activity', ...shown }));
  frames.set(key, some);
}
