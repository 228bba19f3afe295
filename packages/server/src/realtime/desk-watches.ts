import { MAX_DESK_THREADS } from '@palaver/protocol/desk-frames';
import type { ExtUserId, ThreadId } from '@palaver/protocol/ids';
import type { ServerFrame } from '@palaver/protocol/realtime';
import type { SignedInContext, Space } from '../domain/context.ts';
import { accessDesk } from '../domain/operations/desk/access-desk.ts';
import { lastSeqsOf } from '../domain/records/thread-log.ts';
import { accessReadableThread } from '../domain/records/threads.ts';
import { Refusal } from '../domain/refusal.ts';
import type { DeskCommand } from './commands.ts';
import type { DeskActivity, DeskWatcher } from './desk-activity.ts';
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
  readonly #subscriptions = new Map<ThreadId, Subscription>();
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

  run(ctx: SignedInContext, command: DeskCommand): Promise<unknown> | undefined {
    switch (command.type) {
      case 'watch_all':
        return this.watchAll(ctx);
      case 'unwatch_all':
        this.#services.deskActivity.unwatchAll(this);
        return undefined;
      case 'watch_thread':
        return this.watch(ctx, command.thread_id);
      case 'unwatch_thread':
        this.unwatch(BigInt(command.thread_id).toString() as ThreadId);
        return undefined;
    }
  }

  /** Refuses with M40306. */
  async watchAll(ctx: SignedInContext): Promise<void> {
    await accessDesk(ctx.db, ctx);
    if (this.#connection.socket.isClosing) return;
    this.#services.deskActivity.add(this);
    this.#services.deskActivity.watchAll(this);
  }

  /**
   * Sends the entries of a thread from now on. Resolves to the number of the last entry before them. Refuses with M40306, M40401, and
   * M40005 if the connection watches too many threads.
   */
  async watch(ctx: SignedInContext, named: ThreadId): Promise<{ last_seq: number }> {
    await accessDesk(ctx.db, ctx);
    const { id } = await accessReadableThread(ctx.db, ctx, named);
    const watched = this.#subscriptions.get(id);
    if (watched !== undefined) return { last_seq: watched.position };
    if (this.#subscriptions.size >= MAX_DESK_THREADS) {
      const message = `names one thread too many: a connection watches at most ${MAX_DESK_THREADS}`;
      throw new Refusal('M40005', [{ field: 'thread_id', rule: 'max_items', message }]);
    }
    if (this.#connection.socket.isClosing) return { last_seq: 0 };
    const { fanOut, deskActivity } = this.#services;
    const subscription = fanOut.subscribe(this, id);
    this.#subscriptions.set(id, subscription);
    deskActivity.add(this);
    try {
      // (Read after the subscription, so that no entry is missing between the two.)
      const seq = (await lastSeqsOf(ctx.db, [id])).get(id) ?? 0;
      // The client reads what is before its position, so this may be further on.
      subscription.position = Math.max(seq, subscription.topic.delivered ?? 0);
      fanOut.advance(id, seq);
      if (this.#subscriptions.has(id)) fanOut.settle(subscription);
      return { last_seq: subscription.position };
    } catch (error) {
      this.unwatch(id);
      throw error;
    }
  }

  unwatch(id: ThreadId): void {
    const subscription = this.#subscriptions.get(id);
    if (subscription === undefined) return;
    this.#subscriptions.delete(id);
    this.#services.fanOut.unsubscribe(subscription);
  }

  threadIds(): ThreadId[] {
    return [...this.#subscriptions.keys()];
  }

  /** The connection has ended. */
  close(): void {
    this.#services.deskActivity.remove(this);
    for (const id of this.threadIds()) this.unwatch(id);
  }

  endAll(): void {
    if (this.#services.deskActivity.unwatchAll(this))
      this.#connection.socket.send({ type: 'watch_ended', thread_id: null, reason: 'access' });
    for (const id of this.threadIds()) this.end(id, 'access');
  }

  end(threadId: ThreadId, reason: 'access' | 'behind'): void {
    if (!this.#subscriptions.has(threadId)) return;
    this.unwatch(threadId);
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
