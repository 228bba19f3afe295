import { setTimeout as sleep } from 'node:timers/promises';
import type { ExtUserId, ThreadId } from '@palaver/protocol/ids';
import type { LogEntry } from '@palaver/protocol/log';
import type { PublishingDatabase } from '../bus/publishing-database.ts';
import { findMyThreads } from '../domain/operations/threads/list-my-threads.ts';
import { findDiffering, type LogPosition } from '../domain/records/epochs.ts';
import { findHidden } from '../domain/records/hidden-user-ids.ts';
import { positionsOf } from '../domain/records/memberships-of-user.ts';
import {
  isLeaver,
  type LogReadResult,
  partedBy,
  type ReadEntry,
  ReadSize,
  readEntries,
  shownEntry,
} from '../domain/records/thread-log-reader.ts';
import type { FairQueue } from '../platform/fair-queue.ts';
import { getOrInsert } from '../platform/get-or-insert.ts';
import type { Log } from '../platform/log.ts';
import { DatabaseUnavailableError } from '../storage/database.ts';
import type { ClientSocket } from './client-socket.ts';
import type { FanOut, Subscriber, Subscription } from './fan-out.ts';
import { encodeFrame } from './frames.ts';
import type { MembershipPoll } from './membership-poll.ts';
import { PEOPLE } from './people.ts';
import type { Presence } from './presence.ts';
import type { SessionMetrics } from './realtime-metrics.ts';

/** Services of the node that feeds use. */
export interface FeedServices extends Pick<SessionMetrics, 'timeResume'> {
  db: PublishingDatabase;
  log: Log;
  fanOut: FanOut;
  presence: Pick<Presence, 'parted'>;
  memberships: Pick<MembershipPoll, 'begin'>;
  /** Reads of logs and threads; users take turns. */
  reads: FairQueue;
  /** Most missed entries of a thread that a resuming client is sent; beyond that it gets a reset. */
  maxMissed: number;
}

/** Callbacks of a feed to its connection. */
export interface FeedListener {
  /** Whether the policy shows the user the `user_id`s of others. May change at any time. */
  seesUserIds: () => boolean;
  /** The user has been removed from a thread. */
  left: () => void;
  /** Something in the server failed: the feed is incomplete from now on. Never throws. */
  failed: (error: unknown) => void;
}

/** Sizes of one read for a connection. */
const SNAPSHOTS_AT_ONCE = 50;
const ENTRIES_AT_ONCE = { first: 50, most: 500 };
const RETRY_MS = 500;
/** If a client accepts nothing for this time, the results of a read are dropped to free memory, and read again later. */
const KEPT_FOR_MS = 1_000;

/**
 * Sends a connection the snapshots and entries of its threads. A thread is **arriving** until its snapshot has been sent,
 * **behind** until the entries that the client lacks have been sent, and then live (see {@link FanOut}). Missing entries are
 * read from the logs in portions, as fast as the client accepts them. While the database is unavailable, or fan-out is
 * paused, the feed waits.
 */
export class Feed implements Subscriber {
  readonly extUserId: ExtUserId;
  readonly #services: FeedServices;
  readonly #socket: ClientSocket;
  readonly #listener: FeedListener;
  readonly #subscriptions = new Map<ThreadId, Subscription>();
  /** Threads whose snapshot must be sent, with the frame type. */
  readonly #arriving = new Map<ThreadId, 'thread.joined' | 'reset'>();
  readonly #behind = new Set<Subscription>();
  /** What the client has of each thread; undefined once the threads of the user have been listed. */
  #named: Map<ThreadId, LogPosition> | undefined;
  /** The epoch of these positions, if it is not the current one. */
  #formerEpoch: string | undefined;
  /** Content of the `resumed` frame; undefined once it has been sent. */
  #readPositions: Map<ThreadId, number> | undefined = new Map();
  /** Own read positions that changed in threads that are not live; they are sent when the threads become live. */
  readonly #movedReads = new Map<ThreadId, number>();
  /** Threads whose `unread` frame is still to be sent: after `resumed`, and when they are live. */
  readonly #setBack = new Set<ThreadId>();
  #isCatchingUp = false;
  readonly #beganAt = performance.now();
  readonly #readSize = new ReadSize(ENTRIES_AT_ONCE.first, ENTRIES_AT_ONCE.most);

  constructor(services: FeedServices, socket: ClientSocket, extUserId: ExtUserId, listener: FeedListener) {
    this.#services = services;
    this.#socket = socket;
    this.extUserId = extUserId;
    this.#listener = listener;
  }

  /** Starts the feed. `named`: what the client has of each of its threads. `formerEpoch`: theirs, if it is not the current one. */
  resume(named: Map<ThreadId, LogPosition>, formerEpoch: string | undefined): void {
    this.#named = named;
    this.#formerEpoch = formerEpoch;
    this.#startCatchingUp();
  }

  get seesUserIds(): boolean {
    return this.#listener.seesUserIds();
  }

  close(): void {
    for (const subscription of this.#subscriptions.values()) this.#services.fanOut.unsubscribe(subscription);
    this.#subscriptions.clear();
    this.#arriving.clear();
    this.#behind.clear();
  }

  push(frames: Buffer): void {
    this.#socket.push(frames);
  }

  /** Handles the news that the user has joined a thread. */
  arrive(threadId: ThreadId): void {
    if (this.#socket.isClosing || this.#subscriptions.has(threadId)) return;
    // Until the threads have been listed, it is unknown whether the client has this one.
    if (this.#named === undefined) this.#subscribe(threadId);
    this.#arriving.set(threadId, 'thread.joined');
    this.#startCatchingUp();
  }

  /** Handles a new read position of the user, from any device. If the thread is live, fan-out has already sent it. */
  hasRead(threadId: ThreadId, readSeq: number): void {
    // The client takes over the positions of `resumed`, also if it has later ones.
    const listed = this.#readPositions?.get(threadId) ?? readSeq;
    if (listed < readSeq) this.#readPositions?.set(threadId, readSeq);
    if (this.#subscriptions.get(threadId)?.isLive === true) return;
    this.#movedReads.set(threadId, Math.max(readSeq, this.#movedReads.get(threadId) ?? 0));
  }

  /** The user has set their read position in a thread back, on any device: the client fetches it. */
  setBack(threadId: ThreadId): void {
    this.#setBack.add(threadId);
    for (const id of this.#setBack) this.#sendSetBack(id);
  }

  #sendSetBack(threadId: ThreadId): void {
    const isLive = this.#subscriptions.get(threadId)?.isLive === true;
    // (Frames that are sent until then may show the earlier position.)
    if (!isLive || this.#readPositions !== undefined || this.#services.fanOut.isPaused) return;
    if (!this.#setBack.delete(threadId)) return;
    this.#socket.send({ type: 'unread', thread_id: threadId });
  }

  left({ topic }: Subscription): void {
    this.#unsubscribe(topic.threadId);
    // The user may have rejoined already; then the thread is sent again.
    this.arrive(topic.threadId);
    this.#listener.left();
  }

  failed(error: unknown): void {
    this.#listener.failed(error);
  }

  fellBehind(subscription: Subscription): void {
    this.#behind.add(subscription);
    this.#startCatchingUp();
  }

  #startCatchingUp(): void {
    if (this.#isCatchingUp) return;
    this.#isCatchingUp = true;
    this.#catchUp().catch((error: unknown) => this.failed(error));
  }

  async #catchUp(): Promise<void> {
    while (!this.#socket.isClosing) {
      try {
        if (this.#services.fanOut.isPaused) await sleep(RETRY_MS);
        else if (this.#named !== undefined) await this.#listThreads(this.#named);
        else if (this.#arriving.size > 0) await this.#sendSnapshots();
        else if (this.#behind.size > 0) await this.#sendEntries();
        else break;
      } catch (error) {
        if (!(error instanceof DatabaseUnavailableError)) throw error;
        this.#services.log.warn({ err: error }, 'reading logs for a connection failed');
        await sleep(RETRY_MS);
      }
      await this.#socket.hasRoom();
    }
    this.#isCatchingUp = false;
    if (this.#readPositions === undefined) return;
    const positions = [...this.#readPositions].map(([thread_id, read_seq]) => ({ thread_id, read_seq }));
    this.#socket.send({ type: 'resumed', read_positions: positions });
    this.#services.timeResume(performance.now() - this.#beganAt);
    this.#readPositions = undefined;
    for (const threadId of this.#setBack) this.#sendSetBack(threadId);
  }

  /** Lists the threads of the user and finds what the client lacks of each. */
  async #listThreads(named: ReadonlyMap<ThreadId, LogPosition>): Promise<void> {
    const { db, fanOut, maxMissed } = this.#services;
    await this.#services.memberships.begin();
    const threads = await this.#read(() => positionsOf(db, this.extUserId));
    const differing = await this.#findDiffering(threads, named);
    if (this.#socket.isClosing) return;
    this.#named = undefined;
    for (const { thread_id: threadId, last_seq: lastSeq, read_seq } of threads) {
      const known = named.get(threadId)?.seq;
      const subscription = this.#subscribe(threadId);
      const isUsable = known !== undefined && known <= lastSeq && lastSeq - known <= maxMissed;
      if (!isUsable || differing.has(threadId)) {
        this.#arriving.set(threadId, known === undefined ? 'thread.joined' : 'reset');
        continue;
      }
      this.#arriving.delete(threadId);
      this.#readPositions?.set(threadId, Math.max(read_seq, this.#movedReads.get(threadId) ?? 0));
      subscription.position = known;
      subscription.target = lastSeq;
      this.#settle(subscription);
    }
    // Threads that the user joined during the query.
    for (const threadId of this.#arriving.keys()) this.#subscribe(threadId);
    for (const threadId of named.keys()) {
      if (!this.#subscriptions.has(threadId)) this.#socket.send({ type: 'thread.left', thread_id: threadId });
      else if (this.#arriving.get(threadId) === 'thread.joined') this.#arriving.set(threadId, 'reset');
    }
    // Entries between the query and the subscriptions were delivered to no subscriber.
    await fanOut.check(threads.map(({ thread_id }) => thread_id));
  }

  /** Threads of which the client may have entries that were lost since its epoch. */
  async #findDiffering(
    threads: readonly { thread_id: ThreadId }[],
    named: ReadonlyMap<ThreadId, LogPosition>,
  ): Promise<ReadonlySet<ThreadId>> {
    const epoch = this.#formerEpoch;
    if (epoch === undefined) return new Set();
    const own = threads.flatMap(({ thread_id }) => {
      const position = named.get(thread_id);
      return position === undefined ? [] : [[thread_id, position] as const];
    });
    return this.#read(() => findDiffering(this.#services.db, epoch, new Map(own)));
  }

  async #sendSnapshots(): Promise<void> {
    const ids = [...this.#arriving.keys()].slice(0, SNAPSHOTS_AT_ONCE);
    const { db } = this.#services;
    const { threads, reached } = await this.#read(() => findMyThreads(db, this.extUserId, ids));
    const shown = this.seesUserIds
      ? threads
      : await this.#read(() => PEOPLE.inThreads.shownTo(db, this.extUserId, threads));
    const found = new Map(shown.map((thread) => [thread.id, thread]));
    for (const threadId of ids.slice(0, reached)) {
      const reason = this.#arriving.get(threadId);
      const subscription = this.#subscriptions.get(threadId);
      if (reason === undefined || subscription === undefined) continue;
      this.#arriving.delete(threadId);
      const thread = found.get(threadId);
      if (thread !== undefined) {
        const frame = encodeFrame({ type: reason, thread });
        this.push(frame);
        subscription.position = thread.last_seq;
        subscription.target = thread.last_seq;
        this.#settle(subscription);
        if (!(await this.#socket.hasRoom(KEPT_FOR_MS))) return;
        continue;
      }
      this.#unsubscribe(threadId);
      if (reason === 'reset') this.#socket.send({ type: 'thread.left', thread_id: threadId });
    }
  }

  async #sendEntries(): Promise<void> {
    const subscriptions = this.#nextBehind();
    const positions = subscriptions.map(({ topic, position }) => ({
      threadId: topic.threadId,
      after: position,
    }));
    const { db } = this.#services;
    const { entries: most } = this.#readSize;
    const limits = { perPosition: most, entries: most };
    const result = await this.#read(() => readEntries(db, this.extUserId, positions, limits));
    this.#readSize.adapt(result);
    const hidden = await this.#findHidden(result);
    for (const subscription of subscriptions.slice(0, result.reached)) {
      if (!this.#behind.has(subscription)) continue;
      const { threadId } = subscription.topic;
      const entries = result.entries.get(threadId);
      if (entries === undefined) {
        // Entries are missing, but none is visible: the user is no longer a member, or the database was set back.
        this.#behind.delete(subscription);
        this.#arriving.set(threadId, 'reset');
      } else if (!(await this.#sendTo(subscription, entries, hidden))) return;
    }
  }

  /** The users in these entries whose `user_id` must be hidden. */
  async #findHidden({ entries }: LogReadResult): Promise<ReadonlySet<ExtUserId>> {
    if (this.seesUserIds) return new Set();
    const all = [...entries.values()].flat();
    const users = new Set(all.flatMap(({ entry }) => [...PEOPLE.inEntry.usersIn(entry)]));
    return this.#read(() => findHidden(this.#services.db, this.extUserId, [...users]));
  }

  /** Sends the entries that were read of a thread; false: the client is too slow to wait for. */
  async #sendTo(
    subscription: Subscription,
    entries: readonly ReadEntry[],
    hidden: ReadonlySet<ExtUserId>,
  ): Promise<boolean> {
    const shown = (entry: LogEntry) =>
      hidden.size === 0 ? entry : PEOPLE.inEntry.without(entry, ({ ext_user_id }) => hidden.has(ext_user_id));
    for (const entry of entries) {
      const frame = encodeFrame({ type: 'entry', entry: shown(shownEntry(entry, this.extUserId)) });
      this.push(frame);
      subscription.position = entry.entry.seq;
      this.#services.presence.parted(partedBy(entry));
      // The thread is visible to the user, so they have rejoined since.
      if (isLeaver(entry, this.extUserId)) {
        this.left(subscription);
        return true;
      }
      if (!(await this.#socket.hasRoom(KEPT_FOR_MS))) return false;
      if (!this.#behind.has(subscription)) return true;
    }
    this.#settle(subscription);
    return true;
  }

  /** Subscriptions that are behind: as many as one read can serve, at least one. */
  #nextBehind(): Subscription[] {
    const subscriptions: Subscription[] = [];
    let lacking = 0;
    for (const subscription of this.#behind) {
      lacking += subscription.target - subscription.position;
      if (subscriptions.length > 0 && lacking > this.#readSize.entries) break;
      subscriptions.push(subscription);
    }
    return subscriptions;
  }

  /** Users take turns; each has one read at a time over all their connections. */
  #read<T>(read: () => Promise<T>): Promise<T> {
    return this.#services.reads.run(this.extUserId, read);
  }

  #subscribe(threadId: ThreadId): Subscription {
    return getOrInsert(this.#subscriptions, threadId, () => this.#services.fanOut.subscribe(this, threadId));
  }

  #unsubscribe(threadId: ThreadId): void {
    const subscription = this.#subscriptions.get(threadId);
    if (subscription === undefined) return;
    this.#subscriptions.delete(threadId);
    this.#behind.delete(subscription);
    this.#movedReads.delete(threadId);
    this.#setBack.delete(threadId);
    this.#services.fanOut.unsubscribe(subscription);
  }

  #settle(subscription: Subscription): void {
    if (!this.#services.fanOut.settle(subscription)) {
      this.#behind.add(subscription);
      return;
    }
    this.#behind.delete(subscription);
    const { threadId } = subscription.topic;
    const readSeq = this.#movedReads.get(threadId);
    this.#movedReads.delete(threadId);
    if (readSeq !== undefined) {
      const { extUserId } = this;
      this.#socket.send({ type: 'read', thread_id: threadId, ext_user_id: extUserId, read_seq: readSeq });
    }
    this.#sendSetBack(threadId);
  }
}
