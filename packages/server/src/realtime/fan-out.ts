import type { ExtUserId, ThreadId } from '@palaver/protocol/ids';
import type { WholeEntry } from '@palaver/protocol/log';
import type { ServerFrame } from '@palaver/protocol/realtime';
import type { Audience } from '../bus/bus.ts';
import { findBots } from '../domain/records/hidden-user-ids.ts';
import { lastSeqsOf } from '../domain/records/thread-log.ts';
import {
  bareEntry,
  isLeaver,
  partedBy,
  type ReadEntry,
  readEntries,
} from '../domain/records/thread-log-reader.ts';
import { Batcher } from '../platform/batcher.ts';
import { getOrInsert } from '../platform/get-or-insert.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { SpanContext } from '../platform/tracing/span-context.ts';
import type { Tracer } from '../platform/tracing/tracer.ts';
import type { Database } from '../storage/database.ts';
import { EncodedEntry } from './encoded-entry.ts';
import { encodeFrame } from './frames.ts';
import { type RecordDelivery, recordDeliveries } from './realtime-metrics.ts';

/** A connection that receives the entries of threads. */
export interface Subscriber {
  readonly extUserId: ExtUserId;
  /** Whether the policy shows the user the `user_id`s of others. */
  readonly seesUserIds: boolean;
  push: (frames: Buffer) => void;
  /** Called after the connection was sent the entry that removes its user from the thread. */
  left: (subscription: Subscription) => void;
  /** Called when one read did not return all new entries: the subscriber must read the log itself. */
  fellBehind: (subscription: Subscription) => void;
  /** Called when pushing entries to this subscriber failed. Never throws. */
  failed: (error: unknown) => void;
}

/** The subscription of one connection to one thread. */
export interface Subscription {
  readonly subscriber: Subscriber;
  readonly topic: Topic;
  /** `seq` of the last entry that the connection has been sent. */
  position: number;
  /** `seq` up to which the connection lacks entries; it becomes live only after they are sent. */
  target: number;
  /** Whether new entries are pushed as they are delivered. */
  isLive: boolean;
}

/** A thread with subscribers on this node. */
export interface Topic {
  readonly threadId: ThreadId;
  readonly subscriptions: Set<Subscription>;
  /** `seq` of the last entry pushed to live subscriptions; undefined: none has been live yet. */
  delivered: number | undefined;
  /** The highest `seq` of the log that this node knows of. */
  lastSeq: number;
  /** Entries that came with bus events: those up to `lastSeq`, without a gap. */
  buffered: WholeEntry[];
  /** When `lastSeq` was last confirmed by an event or a query. */
  checkedAt: number;
  /** Since when live subscriptions lack an entry; undefined: they have all that this node knows of. */
  behindSince: number | undefined;
  /** The spans of traced changes that are not delivered. */
  traces: readonly SpanContext[];
}

export interface FanOutParts {
  db: Database;
  log: Log;
  metrics: Metrics;
  tracer: Tracer;
  /** The fan-out keeps its audience current: the subscribed threads. */
  bus: { audience: Audience };
}

/** Most entries of one read; when a thread has more, each connection catches up by itself. */
const MAX_ENTRIES = 500;
/** More buffered entries than this are dropped and read from the log instead; each may be large. */
const MAX_BUFFERED = 50;
/** Most threads of one read. */
const MAX_TOPICS = 500;
const RETRY_MS = 250;
/** After this time without an event of a thread, its head is queried: the bus may have lost an event. */
const CHECK_AFTER_MS = 3_000;
const NOBODY: ReadonlySet<ExtUserId> = new Set();

/**
 * Delivers the entries of threads to subscribed connections, in order of `seq`.
 *
 * Bus events are only hints: after one, fan-out reads everything after `delivered` from the log. So lost, repeated and
 * reordered events do no harm. (If the event contains the next entries, no read is needed.) One read at a time serves all
 * threads with new entries, as a batch. Each entry is encoded once, and pushed to all live subscriptions in the same turn.
 *
 * A subscription is **behind** until its connection has read everything up to `delivered` from the log and sent it. In that
 * same turn it becomes **live**. So no entry is missing or repeated between the two.
 */
export class FanOut {
  readonly #db: Database;
  readonly #topics = new Map<ThreadId, Topic>();
  readonly #audience: Audience;
  readonly #delivered: RecordDelivery;
  readonly #onParted: (users: readonly ExtUserId[]) => void;
  /** Topics whose log has entries that are not delivered yet. */
  readonly #dirty: Batcher<Topic>;
  #isPaused = false;

  /** `onParted` is called with users who left a thread. */
  constructor(
    { db, log, metrics, tracer, bus }: FanOutParts,
    onParted: (users: readonly ExtUserId[]) => void,
  ) {
    this.#onParted = onParted;
    this.#db = db;
    this.#audience = bus.audience;
    this.#delivered = recordDeliveries(metrics, tracer);
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
    const topic = getOrInsert(this.#topics, threadId, () => ({
      threadId,
      subscriptions: new Set<Subscription>(),
      delivered: undefined,
      lastSeq: 0,
      buffered: [],
      checkedAt: performance.now(),
      behindSince: undefined,
      traces: [],
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

  /** Makes a subscription live if it has been sent everything up to `delivered`; false: it is behind. */
  settle(subscription: Subscription): boolean {
    const { topic, position, target } = subscription;
    if (position < target) return false;
    topic.delivered ??= position;
    if (position < topic.delivered) {
      subscription.target = topic.delivered;
      return false;
    }
    subscription.isLive = true;
    this.#markDirty(topic);
    return true;
  }

  /** Handles the news that the log of a thread has reached `seq`; `entries` are its last ones, if the event contains them. */
  advance(
    threadId: ThreadId,
    seq: number,
    entries: readonly WholeEntry[] = [],
    traces: readonly SpanContext[] = [],
  ): void {
    const topic = this.#topics.get(threadId);
    if (topic === undefined || seq <= topic.lastSeq) return;
    const isNext = entries[0]?.seq === topic.lastSeq + 1;
    // (During a pause entries would only fill memory; they are in the log.)
    if (this.#isPaused) topic.buffered = [];
    else
      topic.buffered =
        isNext && topic.buffered.length < MAX_BUFFERED ? [...topic.buffered, ...entries] : [...entries];
    topic.lastSeq = seq;
    topic.checkedAt = performance.now();
    // (Otherwise no connection is live, and each catches up by itself.)
    if (topic.delivered !== undefined && seq > topic.delivered) {
      topic.behindSince ??= topic.checkedAt;
      if (traces.length > 0) topic.traces = [...topic.traces, ...traces].slice(-MAX_BUFFERED);
    }
    this.#markDirty(topic);
  }

  /** Pushes a frame that is in no log to the live subscribers of a thread, except those of one user. */
  broadcast(threadId: ThreadId, frame: ServerFrame, except?: ExtUserId): void {
    if (this.#isPaused || !this.hasSubscribers(threadId)) return;
    const bytes = encodeFrame(frame);
    for (const subscriber of this.liveIn(threadId)) {
      if (subscriber.extUserId !== except) subscriber.push(bytes);
    }
  }

  hasSubscribers(threadId: ThreadId): boolean {
    return this.#topics.has(threadId);
  }

  /** The live subscribers of a thread. */
  *liveIn(threadId: ThreadId): Generator<Subscriber> {
    for (const { isLive, subscriber } of this.#topics.get(threadId)?.subscriptions ?? []) {
      if (isLive) yield subscriber;
    }
  }

  /** Queries the last `seq` of these threads. Needed when positions were read before subscribing. */
  async check(threadIds: readonly ThreadId[]): Promise<void> {
    for (let from = 0; from < threadIds.length; from += MAX_TOPICS) {
      const some = threadIds.slice(from, from + MAX_TOPICS);
      for (const [threadId, seq] of await lastSeqsOf(this.#db, some)) this.advance(threadId, seq);
    }
  }

  /** The next {@link checkSilent} queries all threads: their events may have been lost. */
  expectLoss(): void {
    for (const topic of this.#topics.values()) topic.checkedAt = Number.NEGATIVE_INFINITY;
  }

  /** Does the same for threads without a recent event. */
  async checkSilent(): Promise<void> {
    const now = performance.now();
    const silent = [...this.#topics.values()].filter(({ checkedAt }) => now - checkedAt > CHECK_AFTER_MS);
    for (const topic of silent) topic.checkedAt = now;
    await this.check(silent.map(({ threadId }) => threadId));
  }

  /** Resolves when the current read has ended. */
  async close(): Promise<void> {
    await this.#dirty.close();
  }

  /** During a pause nothing is delivered. */
  set isPaused(isPaused: boolean) {
    this.#isPaused = isPaused;
    if (!isPaused) for (const topic of this.#topics.values()) this.#markDirty(topic);
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  #markDirty(topic: Topic): void {
    if (topic.delivered === undefined || topic.lastSeq <= topic.delivered || this.#isPaused) return;
    this.#dirty.add(topic);
  }

  async #read(all: readonly Topic[]): Promise<void> {
    const lacking = all.flatMap((topic) => {
      const { delivered, lastSeq, subscriptions } = topic;
      if (delivered === undefined || subscriptions.size === 0) return [];
      if (deliverBuffered(topic, this.#delivered)) return [];
      return [{ topic, after: delivered, lastSeq }];
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
    // The next read continues with the threads that this one did not reach.
    for (const { topic } of lacking.slice(reached)) this.#markDirty(topic);
    for (const { topic, after, lastSeq } of lacking.slice(0, reached)) {
      const some = entries.get(topic.threadId) ?? [];
      if (some.length === MAX_ENTRIES) fallBehind(topic);
      else if (some.length > 0) {
        deliver(topic, some, bots, this.#delivered);
        this.#onParted(some.flatMap(partedBy));
      }
      // The log has no such entry: correct `lastSeq`, unless a newer event has changed it.
      else if (topic.lastSeq === lastSeq) {
        topic.lastSeq = after;
        topic.behindSince = undefined;
        topic.traces = [];
      }
      this.#markDirty(topic);
    }
  }

  /** The bots among the members in these entries; looked up only if a subscriber may not see the `user_id`s of users. */
  async #botsIn(topics: readonly Topic[], entries: readonly ReadEntry[]): Promise<ReadonlySet<ExtUserId>> {
    const members = entries.flatMap(({ entry }) => entry.members ?? []);
    const isRestricted = ({ subscriber }: Subscription) => !subscriber.seesUserIds;
    if (
      members.length === 0 ||
      !topics.some(({ subscriptions }) => subscriptions.values().some(isRestricted))
    )
      return NOBODY;
    return findBots(this.#db, [...new Set(members.map(({ ext_user_id }) => ext_user_id))]);
  }
}

/** Delivers the buffered entries if no others are missing; false: the log must be read. */
function deliverBuffered(topic: Topic, delivered: RecordDelivery): boolean {
  const { delivered: reached, buffered, lastSeq } = topic;
  const next = buffered.findIndex(({ seq }) => seq === (reached ?? 0) + 1);
  if (reached === undefined || next === -1 || buffered.at(-1)?.seq !== lastSeq) return false;
  topic.buffered = [];
  deliver(
    topic,
    buffered.slice(next).map((entry) => ({ entry, reactors: new Map(), leavers: [] })),
    NOBODY,
    delivered,
  );
  return true;
}

function fallBehind(topic: Topic): void {
  topic.delivered = undefined;
  topic.behindSince = undefined;
  topic.traces = [];
  for (const subscription of topic.subscriptions) {
    if (!subscription.isLive) continue;
    subscription.isLive = false;
    subscription.target = Math.max(topic.lastSeq, subscription.position + MAX_ENTRIES);
    subscription.subscriber.fellBehind(subscription);
  }
}

/** Pushes the next entries of a thread to all live subscriptions. `bots`: those among the members in the entries. */
function deliver(
  topic: Topic,
  entries: readonly ReadEntry[],
  bots: ReadonlySet<ExtUserId>,
  delivered: RecordDelivery,
): void {
  const first = entries[0]?.entry.seq ?? 0;
  const last = entries.at(-1)?.entry.seq ?? 0;
  if (topic.delivered === undefined || first !== topic.delivered + 1)
    throw new Error(`the log of thread ${topic.threadId} has a gap before ${first}`);
  topic.delivered = last;
  const encoded = entries.map((entry) => new EncodedEntry(entry, bots));
  const frames = encoded.map(({ whole }) => whole);
  const whole = frames.length === 1 ? frames[0] : Buffer.concat(frames);
  let copies = 0;
  const isSameForAll = entries.every(({ reactors, leavers }) => reactors.size === 0 && leavers.length === 0);
  for (const subscription of topic.subscriptions) {
    const { isLive, position, subscriber } = subscription;
    if (!isLive || position >= last) continue;
    subscription.position = last;
    copies += entries.length;
    // A failure of one subscriber must not affect the others.
    try {
      if (isSameForAll && position < first && whole !== undefined && subscriber.seesUserIds)
        subscriber.push(whole);
      else deliverTo(subscription, encoded, position);
    } catch (error) {
      subscriber.failed(error);
    }
  }
  delivered(topic, copies);
  topic.traces = [];
  if (topic.lastSeq <= last) topic.behindSince = undefined;
}

/** Pushes entries after `position` to one subscription, as its user sees them, up to the removal of the user. */
function deliverTo(subscription: Subscription, all: readonly EncodedEntry[], position: number): void {
  const { subscriber } = subscription;
  const end = all.findIndex(({ read }) => read.entry.seq > position && isLeaver(read, subscriber.extUserId));
  // Entries show the present state, so those before the removal could reveal changes after it: they are sent bare.
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
