import { setTimeout as sleep } from 'node:timers/promises';
import type { ExtUserId, ThreadId } from '@palaver/protocol/ids';
import type { LogEntry } from '@palaver/protocol/log';
import type { PublishingDatabase } from '../bus/publishing-database.ts';
import { findMyThreads } from '../domain/operations/threads/list-my-threads.ts';
import { findHidden } from '../domain/records/hidden-user-ids.ts';
import { positionsOf } from '../domain/records/memberships-of-user.ts';
import {
  isLeaver,
  type LogLook,
  LookSize,
  partedBy,
  type ReadEntry,
  readEntries,
  shownEntry,
} from '../domain/records/thread-log-reader.ts';
import type { FairQueue } from '../platform/fair-queue.ts';
import { getOrMake } from '../platform/get-or-make.ts';
import type { Log } from '../platform/log.ts';
import { DatabaseUnavailableError } from '../storage/database.ts';
import type { ClientSocket } from './client-socket.ts';
import type { FanOut, Subscriber, Subscription } from './fan-out.ts';
import { encodeFrame } from './frames.ts';
import type { MembershipPoll } from './membership-poll.ts';
import { PEOPLE } from './people.ts';
import type { Presence } from './presence.ts';

/** What feeds need of their node. */
export interface FeedServices {
  db: PublishingDatabase;
  log: Log;
  fanOut: FanOut;
  presence: Pick<Presence, 'parted'>;
  memberships: Pick<MembershipPoll, 'begin'>;
  /** Looks at logs and threads, by user. */
  looks: FairQueue;
  /** Most entries of a thread that a client which comes back is sent. */
  maxMissed: number;
}

/** What a feed tells its connection. */
export interface FeedListener {
  /** Whether the policy shows the user the `user_id`s of others: it may change at any time. */
  seesUserIds: () => boolean;
  /** The user has been removed from a thread. */
  left: () => void;
  /** Something in the server failed: the client is not told everything any more. Never throws. */
  failed: (error: unknown) => void;
}

/** What is read at once for a connection. */
const SNAPSHOTS_AT_ONCE = 50;
const ENTRIES_AT_ONCE = { first: 50, most: 500 };
const RETRY_MS = 500;
/** What was read for a client that takes nothing for so long is read again later: it would only fill memory. */
const KEPT_FOR_MS = 1_000;

/**
 * What a connection is told of its threads. Each of them is **arriving** until its snapshot has been sent, **behind** until
 * the entries have that the client lacks, and then live (see {@link FanOut}). What is lacking is read from the logs, some
 * at a time, as fast as the client takes it; while the database is away, or delivery is paused, it waits.
 */
export class Feed implements Subscriber {
  readonly extUserId: ExtUserId;
  readonly #services: FeedServices;
  readonly #socket: ClientSocket;
  readonly #listener: FeedListener;
  readonly #subscriptions = new Map<ThreadId, Subscription>();
  /** Threads whose snapshot is to be sent, and why. */
  readonly #arriving = new Map<ThreadId, 'thread.joined' | 'reset'>();
  readonly #behind = new Set<Subscription>();
  /** What the client says that it has; undefined: the threads of the user have been looked at. */
  #named: Map<ThreadId, number> | undefined;
  /** What is to be said when the client has all; undefined: it has been said. */
  #readPositions: { thread_id: ThreadId; read_seq: number }[] | undefined = [];
  /** Own read positions that have moved meanwhile, of threads that are not live: to be told when they are. */
  readonly #movedReads = new Map<ThreadId, number>();
  #isCatchingUp = false;
  readonly #lookSize = new LookSize(ENTRIES_AT_ONCE.first, ENTRIES_AT_ONCE.most);

  constructor(services: FeedServices, socket: ClientSocket, extUserId: ExtUserId, listener: FeedListener) {
    this.#services = services;
    this.#socket = socket;
    this.extUserId = extUserId;
    this.#listener = listener;
  }

  /** Begins, with what the client has: the last entry of each of its threads. */
  resume(named: Map<ThreadId, number>): void {
    this.#named = named;
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

  /** Somebody has told that the user is a member of a thread now. */
  arrive(threadId: ThreadId): void {
    if (this.#socket.isClosing || this.#subscriptions.has(threadId)) return;
    // During the look at all threads it is not known yet whether the client has this one.
    if (this.#named === undefined) this.#subscribe(threadId);
    this.#arriving.set(threadId, 'thread.joined');
    this.#startCatchingUp();
  }

  /** The user has read up to here, on whatever device. Where the thread is live they have been told. */
  hasRead(threadId: ThreadId, readSeq: number): void {
    if (this.#subscriptions.get(threadId)?.isLive === true) return;
    this.#movedReads.set(threadId, Math.max(readSeq, this.#movedReads.get(threadId) ?? 0));
  }

  left({ topic }: Subscription): void {
    this.#unsubscribe(topic.threadId);
    // They may have come back already; then they are told anew.
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
    this.#socket.send({ type: 'resumed', read_positions: this.#readPositions });
    this.#readPositions = undefined;
  }

  /** Finds what the client lacks of which thread. */
  async #listThreads(named: ReadonlyMap<ThreadId, number>): Promise<void> {
    const { db, fanOut, maxMissed } = this.#services;
    await this.#services.memberships.begin();
    const threads = await this.#read(() => positionsOf(db, this.extUserId));
    if (this.#socket.isClosing) return;
    this.#named = undefined;
    for (const { thread_id: threadId, last_seq: lastSeq, read_seq } of threads) {
      const known = named.get(threadId);
      const subscription = this.#subscribe(threadId);
      if (known === undefined || known > lastSeq || lastSeq - known > maxMissed) {
        this.#arriving.set(threadId, known === undefined ? 'thread.joined' : 'reset');
        continue;
      }
      this.#arriving.delete(threadId);
      this.#readPositions?.push({ thread_id: threadId, read_seq });
      subscription.position = known;
      subscription.target = lastSeq;
      this.#settle(subscription);
    }
    // Those that they came into during the look.
    for (const threadId of this.#arriving.keys()) this.#subscribe(threadId);
    for (const threadId of named.keys()) {
      if (!this.#subscriptions.has(threadId)) this.#socket.send({ type: 'thread.left', thread_id: threadId });
      else if (this.#arriving.get(threadId) === 'thread.joined') this.#arriving.set(threadId, 'reset');
    }
    // What was told between the look and the subscriptions was told to nobody.
    await fanOut.check(threads.map(({ thread_id }) => thread_id));
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
    const { entries: most } = this.#lookSize;
    const limits = { perPosition: most, entries: most };
    const look = await this.#read(() => readEntries(db, this.extUserId, positions, limits));
    this.#lookSize.looked(look);
    const hidden = await this.#findHidden(look);
    for (const subscription of subscriptions.slice(0, look.reached)) {
      if (!this.#behind.has(subscription)) continue;
      const { threadId } = subscription.topic;
      const entries = look.entries.get(threadId);
      if (entries === undefined) {
        // Something is lacking, and there is nothing to see: it is their thread no more.
        this.#unsubscribe(threadId);
        this.#socket.send({ type: 'thread.left', thread_id: threadId });
      } else if (!(await this.#sendTo(subscription, entries, hidden))) return;
    }
  }

  /** Whose `user_id` the user is not to see in these entries. */
  async #findHidden({ entries }: LogLook): Promise<ReadonlySet<ExtUserId>> {
    if (this.seesUserIds) return new Set();
    const all = [...entries.values()].flat();
    const users = new Set(all.flatMap(({ entry }) => [...PEOPLE.inEntry.usersIn(entry)]));
    return this.#read(() => findHidden(this.#services.db, this.extUserId, [...users]));
  }

  /** Sends what a look has found of a thread; false: the client takes too little of it to wait for. */
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
      // They see the thread, so they have come back since.
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

  /** As many of those behind as one look can bring, one at least. */
  #nextBehind(): Subscription[] {
    const subscriptions: Subscription[] = [];
    let lacking = 0;
    for (const subscription of this.#behind) {
      lacking += subscription.target - subscription.position;
      if (subscriptions.length > 0 && lacking > this.#lookSize.entries) break;
      subscriptions.push(subscription);
    }
    return subscriptions;
  }

  /** Users take turns, each with one look at a time over all their connections. */
  #read<T>(look: () => Promise<T>): Promise<T> {
    return this.#services.looks.run(this.extUserId, look);
  }

  #subscribe(threadId: ThreadId): Subscription {
    return getOrMake(this.#subscriptions, threadId, () => this.#services.fanOut.subscribe(this, threadId));
  }

  #unsubscribe(threadId: ThreadId): void {
    const subscription = this.#subscriptions.get(threadId);
    if (subscription === undefined) return;
    this.#subscriptions.delete(threadId);
    this.#behind.delete(subscription);
    this.#movedReads.delete(threadId);
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
    if (readSeq === undefined) return;
    this.#movedReads.delete(threadId);
    const { extUserId } = this;
    this.#socket.send({ type: 'read', thread_id: threadId, ext_user_id: extUserId, read_seq: readSeq });
  }
}
