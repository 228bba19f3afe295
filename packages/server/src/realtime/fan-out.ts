import type { ExtUserId, ThreadId } from '@palaver/protocol/ids';
import type { LogEntry, WholeEntry } from '@palaver/protocol/log';
import type { ServerFrame } from '@palaver/protocol/realtime';
import { findBots } from '../domain/records/hidden-user-ids.ts';
import { lastSeqsOf } from '../domain/records/thread-log.ts';
import {
  bareEntry,
  isLeaver,
  partedBy,
  type ReadEntry,
  readEntries,
  shownEntry,
} from '../domain/records/thread-log-reader.ts';
import type { ShownUser } from '../edge/shown-user-ids.ts';
import { Batcher } from '../platform/batcher.ts';
import { getOrMake } from '../platform/get-or-make.ts';
import type { Log } from '../platform/log.ts';
import type { Database } from '../storage/database.ts';
import { encodeFrame } from './frames.ts';
import { PEOPLE } from './people.ts';

/** A connection, as threads know it. */
export interface Subscriber {
  readonly extUserId: ExtUserId;
  /** Whether the policy shows the user the `user_id`s of others. */
  readonly seesUserIds: boolean;
  push: (frames: Buffer) => void;
  /** The user has been removed from the thread, and told so. */
  left: (subscription: Subscription) => void;
  /** There was more than one look shows: the subscriber reads the log itself. */
  fellBehind: (subscription: Subscription) => void;
  /** It could not be handed what all the others were. Never throws. */
  failed: (error: unknown) => void;
}

/** A thread of a connection. */
export interface Subscription {
  readonly subscriber: Subscriber;
  readonly topic: Topic;
  /** The last entry that the connection has been sent. */
  position: number;
  /** Entries up to here are known to be missing: until they are sent, nothing else is. */
  target: number;
  /** Entries are handed on as they come. */
  isLive: boolean;
}

/** A thread that somebody on this node listens to. */
export interface Topic {
  readonly threadId: ThreadId;
  readonly subscriptions: Set<Subscription>;
  /** The last entry that those who are live have been handed; undefined: nobody has been live yet. */
  delivered: number | undefined;
  /** The last entry that anybody has told of. */
  heard: number;
  /** The entries up to `heard` that were told with it, as far back as they have no gap. */
  told: WholeEntry[];
  /** When its head was last looked at. */
  checkedAt: number;
}

/** Most entries in one look; where a thread has more, each connection catches up by itself. */
const MAX_ENTRIES = 500;
/** So many entries that were told wait to be handed on; each may be large. */
const MAX_TOLD = 50;
/** Most threads in one look. */
const MAX_TOPICS = 500;
const RETRY_MS = 250;
/** A thread of which nothing was heard for so long is looked at: the bus may have lost something. */
const CHECK_AFTER_MS = 3_000;
const NOBODY: ReadonlySet<ExtUserId> = new Set();

/**
 * Hands the entries of threads to the connections that listen to them, in the order of their numbers.
 *
 * What the bus says is only a hint: it makes us read everything after `delivered` from the log, so nothing that it loses,
 * repeats or reorders shows. (Where it brings the entries along, and they are the next ones, there is nothing to read.)
 * One look at a time serves all threads of which something was heard meanwhile (the twin of group commit), each entry is
 * encoded once, and becomes visible to all who are live in the same turn.
 *
 * A subscription is **behind** until it has been sent everything up to `delivered`, which its connection reads from the
 * log itself; from then on, in the same turn, it is **live**. So between the two there is no hole, and nothing twice.
 */
export class FanOut {
  readonly #db: Database;
  readonly #topics = new Map<ThreadId, Topic>();
  readonly #audience: Set<ThreadId>;
  readonly #onParted: (users: readonly ExtUserId[]) => void;
  /** Topics whose log has entries that are not delivered yet. */
  readonly #dirty: Batcher<Topic>;
  #isPaused = false;

  /** `audience` is told who is listened to; see bus.ts. `onParted` is told who has left a thread. */
  constructor(
    db: Database,
    log: Log,
    audience: Set<ThreadId>,
    onParted: (users: readonly ExtUserId[]) => void,
  ) {
    this.#onParted = onParted;
    this.#db = db;
    this.#audience = audience;
    this.#dirty = new Batcher({
      maxBatch: MAX_TOPICS,
      handle: async (topics) => {
        // The end of a pause adds all topics again.
        if (!this.#isPaused) await this.#read(topics);
        return 'done';
      },
      failed: (error) => log.warn({ err: error }, 'reading logs for connections failed'),
      retryMs: RETRY_MS,
    });
  }

  subscribe(subscriber: Subscriber, threadId: ThreadId): Subscription {
    const topic = getOrMake(this.#topics, threadId, () => ({
      threadId,
      subscriptions: new Set<Subscription>(),
      delivered: undefined,
      heard: 0,
      told: [],
      checkedAt: performance.now(),
    }));
    const subscription = { subscriber, topic, position: 0, target: 0, isLive: false };
    topic.subscriptions.add(subscription);
    this.#audience.add(threadId);
    return subscription;
  }

  unsubscribe(subscription: Subscription): void {
    const { topic } = subscription;
    subscription.isLive = false;
    topic.subscriptions.delete(subscription);
    if (topic.subscriptions.size > 0) return;
    this.#topics.delete(topic.threadId);
    this.#audience.delete(topic.threadId);
    this.#dirty.delete(topic);
  }

  /** Makes a subscription live if it has been sent all that the others have; false: it is behind. */
  settle(subscription: Subscription): boolean {
    const { topic, position, target } = subscription;
    if (position < target) return false;
    topic.delivered ??= position;
    if (position < topic.delivered) {
      subscription.target = topic.delivered;
      return false;
    }
    subscription.isLive = true;
    this.#lookAt(topic);
    return true;
  }

  /** The log of a thread reaches up to here; `entries` are the last ones, if whoever tells has them. */
  heard(threadId: ThreadId, seq: number, entries: readonly WholeEntry[] = []): void {
    const topic = this.#topics.get(threadId);
    if (topic === undefined || seq <= topic.heard) return;
    const isNext = entries[0]?.seq === topic.heard + 1;
    // (While nothing is handed on it would only fill memory: the log has it.)
    if (this.#isPaused) topic.told = [];
    else topic.told = isNext && topic.told.length < MAX_TOLD ? [...topic.told, ...entries] : [...entries];
    topic.heard = seq;
    topic.checkedAt = performance.now();
    this.#lookAt(topic);
  }

  /** Sends a frame that is in no log to whoever is live in a thread, but for one user. */
  broadcast(threadId: ThreadId, frame: ServerFrame, except?: ExtUserId): void {
    if (this.#isPaused || !this.isHeard(threadId)) return;
    const bytes = encodeFrame(frame);
    for (const subscriber of this.liveIn(threadId)) {
      if (subscriber.extUserId !== except) subscriber.push(bytes);
    }
  }

  /** Whether anybody listens to a thread. */
  isHeard(threadId: ThreadId): boolean {
    return this.#topics.has(threadId);
  }

  /** Who is live in a thread. */
  *liveIn(threadId: ThreadId): Generator<Subscriber> {
    for (const { isLive, subscriber } of this.#topics.get(threadId)?.subscriptions ?? []) {
      if (isLive) yield subscriber;
    }
  }

  /** How far the logs of these threads reach: for those that were subscribed to after their positions were read. */
  async check(threadIds: readonly ThreadId[]): Promise<void> {
    for (let from = 0; from < threadIds.length; from += MAX_TOPICS) {
      const some = threadIds.slice(from, from + MAX_TOPICS);
      for (const [threadId, seq] of await lastSeqsOf(this.#db, some)) this.heard(threadId, seq);
    }
  }

  /** Looks at the heads of threads of which nothing was heard for some time. */
  async checkSilent(): Promise<void> {
    const now = performance.now();
    const silent = [...this.#topics.values()].filter(({ checkedAt }) => now - checkedAt > CHECK_AFTER_MS);
    for (const topic of silent) topic.checkedAt = now;
    await this.check(silent.map(({ threadId }) => threadId));
  }

  /** Resolves when nothing is read any more. */
  async close(): Promise<void> {
    await this.#dirty.close();
  }

  /** Nothing is handed on while it is paused. */
  set isPaused(isPaused: boolean) {
    this.#isPaused = isPaused;
    if (!isPaused) for (const topic of this.#topics.values()) this.#lookAt(topic);
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  #lookAt(topic: Topic): void {
    if (topic.delivered === undefined || topic.heard <= topic.delivered || this.#isPaused) return;
    this.#dirty.add(topic);
  }

  async #read(all: readonly Topic[]): Promise<void> {
    const lacking = all.flatMap((topic) => {
      const { delivered, heard, subscriptions } = topic;
      if (delivered === undefined || subscriptions.size === 0 || deliverTold(topic)) return [];
      return [{ topic, after: delivered, heard }];
    });
    if (lacking.length === 0) return;
    const positions = lacking.map(({ topic, after }) => ({ threadId: topic.threadId, after }));
    const limits = { perPosition: MAX_ENTRIES, entries: MAX_ENTRIES };
    const { entries, reached } = await readEntries(this.#db, null, positions, limits);
    const bots = await this.#botsIn(
      lacking.map(({ topic }) => topic),
      [...entries.values()].flat(),
    );
    if (this.#isPaused) return;
    // Those that one look does not reach are for the next.
    for (const { topic } of lacking.slice(reached)) this.#lookAt(topic);
    for (const { topic, after, heard } of lacking.slice(0, reached)) {
      const some = entries.get(topic.threadId) ?? [];
      if (some.length === MAX_ENTRIES) fallBehind(topic);
      else if (some.length > 0) {
        deliver(topic, some, bots);
        this.#onParted(some.flatMap(partedBy));
      }
      // There was nothing, whatever somebody has said; unless more was said since.
      else if (topic.heard === heard) topic.heard = after;
      this.#lookAt(topic);
    }
  }

  /** Of the members whom these entries show those that are bots, where somebody is not shown the ids of users. */
  async #botsIn(topics: readonly Topic[], entries: readonly ReadEntry[]): Promise<ReadonlySet<ExtUserId>> {
    const members = entries.flatMap(({ entry }) => entry.members ?? []);
    const isKept = ({ subscriber }: Subscription) => !subscriber.seesUserIds;
    if (members.length === 0 || !topics.some(({ subscriptions }) => subscriptions.values().some(isKept)))
      return NOBODY;
    return findBots(this.#db, [...new Set(members.map(({ ext_user_id }) => ext_user_id))]);
  }
}

/** Hands on what was told, if that is all that is missing; false: the log is to be read. */
function deliverTold(topic: Topic): boolean {
  const { delivered, told, heard } = topic;
  const next = told.findIndex(({ seq }) => seq === (delivered ?? 0) + 1);
  if (delivered === undefined || next === -1 || told.at(-1)?.seq !== heard) return false;
  topic.told = [];
  deliver(
    topic,
    told.slice(next).map((entry) => ({ entry, reactors: new Map(), leavers: [] })),
    NOBODY,
  );
  return true;
}

function fallBehind(topic: Topic): void {
  topic.delivered = undefined;
  for (const subscription of topic.subscriptions) {
    if (!subscription.isLive) continue;
    subscription.isLive = false;
    subscription.target = Math.max(topic.heard, subscription.position + MAX_ENTRIES);
    subscription.subscriber.fellBehind(subscription);
  }
}

/** Hands the next entries of a thread to all who are live. `bots`: among the members whom they show. */
function deliver(topic: Topic, entries: readonly ReadEntry[], bots: ReadonlySet<ExtUserId>): void {
  const first = entries[0]?.entry.seq ?? 0;
  const last = entries.at(-1)?.entry.seq ?? 0;
  if (topic.delivered === undefined || first !== topic.delivered + 1)
    throw new Error(`the log of thread ${topic.threadId} has a gap before ${first}`);
  topic.delivered = last;
  const encoded = entries.map((entry) => new EncodedEntry(entry, bots));
  const frames = encoded.map(({ whole }) => whole);
  const whole = frames.length === 1 ? frames[0] : Buffer.concat(frames);
  const isSameForAll = entries.every(({ reactors, leavers }) => reactors.size === 0 && leavers.length === 0);
  for (const subscription of topic.subscriptions) {
    const { isLive, position, subscriber } = subscription;
    if (!isLive || position >= last) continue;
    subscription.position = last;
    // The others are to have it all the same.
    try {
      if (isSameForAll && position < first && whole !== undefined && subscriber.seesUserIds)
        subscriber.push(whole);
      else deliverTo(subscription, encoded, position);
    } catch (error) {
      subscriber.failed(error);
    }
  }
}

/** The same to one of them: from after `position` on, as they see it, and up to where they leave. */
function deliverTo(subscription: Subscription, all: readonly EncodedEntry[], position: number): void {
  const { subscriber } = subscription;
  const end = all.findIndex(({ read }) => read.entry.seq > position && isLeaver(read, subscriber.extUserId));
  // What came after the removal shows in what came before it, because that is shown as it is now.
  const isOutdated = end !== -1 && end < all.length - 1;
  for (const [index, encoded] of all.entries()) {
    const { read } = encoded;
    if (read.entry.seq <= position) continue;
    if (isOutdated) subscriber.push(encodeFrame({ type: 'entry', entry: bareEntry(read) }));
    else subscriber.push(encoded.for(subscriber));
    if (index === end) break;
  }
  if (end !== -1) subscriber.left(subscription);
}

/**
 * An entry as bytes. It is encoded once for all who see the same; once more, when somebody needs it, without the `user_id`s of
 * others; and by itself for users whose own reactions it shows, or who stand in it and are not shown the others.
 */
class EncodedEntry {
  readonly read: ReadEntry;
  readonly whole: Buffer;
  readonly #bots: ReadonlySet<ExtUserId>;
  #people: ReadonlySet<ExtUserId> | undefined;
  #withoutIds: Buffer | undefined;

  constructor(read: ReadEntry, bots: ReadonlySet<ExtUserId>) {
    this.read = read;
    this.#bots = bots;
    this.whole = encodeFrame({ type: 'entry', entry: read.entry });
  }

  for({ extUserId: user, seesUserIds }: Subscriber): Buffer {
    const { entry, reactors } = this.read;
    const shown = reactors.size === 0 ? entry : shownEntry(this.read, user);
    if (seesUserIds) return reactors.size === 0 ? this.whole : encodeFrame({ type: 'entry', entry: shown });
    this.#people ??= PEOPLE.inEntry.usersIn(entry);
    if (reactors.size > 0 || this.#people.has(user)) return this.#encodeWithoutIds(shown, user);
    this.#withoutIds ??= this.#encodeWithoutIds(entry);
    return this.#withoutIds;
  }

  /** Without the `user_id`s of all users but one. */
  #encodeWithoutIds(entry: LogEntry, own?: ExtUserId): Buffer {
    const isHidden = ({ type, ext_user_id }: ShownUser) =>
      ext_user_id !== own && type !== 'bot' && !this.#bots.has(ext_user_id);
    return encodeFrame({ type: 'entry', entry: PEOPLE.inEntry.without(entry, isHidden) });
  }
}
