import { MAX_DESK_THREADS } from '@palaver/protocol/desk-frames';
import type { ExtUserId, ThreadId } from '@palaver/protocol/ids';
import type { Command, ServerFrame } from '@palaver/protocol/realtime';
import type { SignedInContext, Space } from '../domain/context.ts';
import { accessDesk } from '../domain/operations/desk/access-desk.ts';
import { lastSeqsOf } from '../domain/records/thread-log.ts';
import { accessReadableThread } from '../domain/records/threads.ts';
import { Refusal } from '../domain/refusal.ts';
import {
  type DeskActivity,
  type DeskWatcher,
  MAX_THREADS_OF_USER,
  type WatchedThread,
} from './desk-activity.ts';
import type { FanOut, Subscriber, Subscription } from './fan-out.ts';

/** The connection that watches. */
export interface WatchingConnection {
  readonly extUserId: ExtUserId;
  readonly seesUserIds: boolean;
  readonly bearer: { space: Space } | undefined;
  readonly socket: { isClosing: boolean; isBehind: boolean; send: (frame: ServerFrame) => void };
  push: (frames: Buffer) => void;
  failed: (error: unknown) => void;
}

/**
 * What one connection of a user of the support desk watches: the activity in all threads of its space, and the entries of a few. It is no
 * `Feed`: nothing is resumed, and a connection that falls behind watches the thread anew.
 */
export class DeskWatches implements Subscriber, DeskWatcher {
  readonly #services: { fanOut: FanOut; deskActivity: DeskActivity };
  readonly #connection: WatchingConnection;
  readonly #threads = new Map<ThreadId, WatchedThread & { subscription: Subscription }>();
  /** Since when the client has missed reports, because it was too slow; undefined: it has missed none. */
  #missedSince: number | null | undefined;

  constructor(services: { fanOut: FanOut; deskActivity: DeskActivity }, connection: WatchingConnection) {
    this.#services = services;
    this.#connection = connection;
  }

  get extUserId(): ExtUserId {
    return this.#connection.extUserId;
  }

  get space(): Space {
    const { bearer } = this.#connection;
    if (bearer === undefined) throw new Error('the caller has not signed in');
    return bearer.space;
  }

  get seesUserIds(): boolean {
    return this.#connection.seesUserIds;
  }

  watch(ctx: SignedInContext, command: Command<'watch_all' | 'watch_thread'>): Promise<unknown> {
    return command.type === 'watch_all' ? this.#watchAll(ctx) : this.#watchThread(ctx, command.thread_id);
  }

  unwatch(command: Command<'unwatch_all' | 'unwatch_thread'>): undefined {
    if (command.type === 'unwatch_all') this.#services.deskActivity.unwatchAll(this);
    else this.#leave(BigInt(command.thread_id).toString() as ThreadId);
  }

  /** Refuses with M40306. */
  async #watchAll(ctx: SignedInContext): Promise<void> {
    await accessDesk(ctx.db, ctx);
    if (this.#connection.socket.isClosing) return;
    this.#services.deskActivity.add(this);
    this.#services.deskActivity.watchAll(this);
  }

  /**
   * Sends the entries of a thread from now on. Resolves to the number of the last entry before them. Refuses with M40306, M40401, and
   * M40005 if the connection or its user watches too many threads.
   */
  async #watchThread(ctx: SignedInContext, named: ThreadId): Promise<{ last_seq: number }> {
    await accessDesk(ctx.db, ctx);
    const { id, type } = await accessReadableThread(ctx.db, ctx, named);
    const { fanOut, deskActivity } = this.#services;
    const { round } = deskActivity;
    const watched = this.#threads.get(id);
    if (watched !== undefined) {
      watched.round = round;
      return { last_seq: watched.subscription.position };
    }
    this.#checkCount();
    if (this.#connection.socket.isClosing) return { last_seq: 0 };
    const subscription = fanOut.subscribe(this, id);
    this.#threads.set(id, { threadId: id, isDirect: type === 'direct', round, subscription });
    deskActivity.add(this);
    try {
      // (Read after the subscription, so that no entry is missing between the two.)
      const seq = (await lastSeqsOf(ctx.db, [id])).get(id) ?? 0;
      // The client reads what is before its position, so this may be further on.
      subscription.position = Math.max(seq, subscription.topic.delivered ?? 0);
      // (The watch may have ended meanwhile, also because the database was set back.)
      if (this.#threads.get(id)?.subscription === subscription) {
        fanOut.advance(id, seq);
        fanOut.settle(subscription);
      }
      return { last_seq: subscription.position };
    } catch (error) {
      this.#leave(id);
      throw error;
    }
  }

  #checkCount(): void {
    const ofUser = this.#services.deskActivity.countThreads(this.extUserId);
    if (this.#threads.size < MAX_DESK_THREADS && ofUser < MAX_THREADS_OF_USER) return;
    const message = `names one thread too many: a connection watches at most ${MAX_DESK_THREADS}, and a user ${MAX_THREADS_OF_USER}`;
    throw new Refusal('M40005', [{ field: 'thread_id', rule: 'max_items', message }]);
  }

  #leave(id: ThreadId): void {
    const watched = this.#threads.get(id);
    if (watched === undefined) return;
    this.#threads.delete(id);
    this.#services.fanOut.unsubscribe(watched.subscription);
  }

  threads(): WatchedThread[] {
    return [...this.#threads.values()];
  }

  /** The connection ends. */
  close(): void {
    this.#services.deskActivity.remove(this);
    for (const { threadId } of this.threads()) this.#leave(threadId);
  }

  endAll(round: number): void {
    if (this.#services.deskActivity.unwatchAll(this, round))
      this.#connection.socket.send({ type: 'watch_ended', thread_id: null, reason: 'access' });
    for (const { threadId, round: begun } of this.threads()) if (begun < round) this.end(threadId, 'access');
  }

  end(threadId: ThreadId, reason: 'access' | 'behind'): void {
    if (!this.#threads.has(threadId)) return;
    this.#leave(threadId);
    this.#connection.socket.send({ type: 'watch_ended', thread_id: threadId, reason });
  }

  report(frames: Buffer | undefined, missedSince: number | null | undefined, behindSince: number): void {
    this.#missedSince = earliest(this.#missedSince, missedSince);
    if (this.#connection.socket.isBehind) {
      if (frames !== undefined) this.#missedSince = earliest(this.#missedSince, behindSince);
      return;
    }
    if (this.#missedSince !== undefined)
      this.#connection.socket.send({ type: 'activity_missed', since: this.#missedSince });
    this.#missedSince = undefined;
    if (frames !== undefined) this.push(frames);
  }

  push(frames: Buffer): void {
    this.#connection.push(frames);
  }

  left({ topic }: Subscription): void {
    this.end(topic.threadId, 'access');
  }

  fellBehind({ topic }: Subscription): void {
    this.end(topic.threadId, 'behind');
  }

  failed(error: unknown): void {
    this.#connection.failed(error);
  }
}

/** Null is earlier than any time. */
function earliest(
  one: number | null | undefined,
  other: number | null | undefined,
): number | null | undefined {
  if (one === undefined || other === undefined) return one === undefined ? other : one;
  return one === null || other === null ? null : Math.min(one, other);
}
