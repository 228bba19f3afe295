import type { ThreadId } from '@palaver/protocol/ids';
import type { DeliveryId, WebhookId } from '@palaver/protocol/webhooks';
import { getOrInsert } from '../platform/get-or-insert.ts';
import { DOWN_AFTER, type PendingDelivery, type WebhookLoad } from './records/pending-deliveries.ts';

/** Concurrent calls to one webhook. */
export const MAX_CALLS_OF_ONE = 64;
/** Deliveries of one webhook in memory: those in progress and those waiting. */
export const WINDOW = 2 * MAX_CALLS_OF_ONE;
/** Waiting deliveries of one thread, so that a slow thread does not fill the window. */
const MAX_OF_LANE = 8;
/** Pause between calls to a webhook that is down. */
const PROBE_MS = 1_000;

/** How a call ended. */
export interface CallEnd {
  /** False if there was nothing left to send, which says nothing about the receiver. */
  isCalled: boolean;
  isDelivered: boolean;
  /** The receiver responded with 410: it asks for no further calls. */
  isGone: boolean;
  /** The delay that the receiver asks for, in milliseconds; 0 if it does not. */
  retryAfterMs: number;
  /** Its response was cut off. */
  isCut: boolean;
}

/** The deliveries of one thread to one webhook. */
interface Lane {
  /** First tries in progress. There is more than one only for deliveries that need not keep the order. */
  calls: number;
  /**
   * First tries that failed but are not recorded yet, or that were put back and not read again yet. While there are any, no
   * first try of the thread starts.
   */
  held: Set<DeliveryId>;
}

/**
 * The queue of one webhook while it has deliveries: those in memory, and which of them may start now. First tries of a thread
 * run one after another, in the order of its log, unless an earlier one has been failing for long enough. A webhook that is
 * down gets one call at a time. So does one whose responses were cut off, because each of those costs a connection, and
 * bandwidth until it is cut.
 */
export class WebhookQueue {
  readonly #waiting: PendingDelivery[] = [];
  readonly #calls = new Map<DeliveryId, PendingDelivery>();
  readonly #lanes = new Map<ThreadId, Lane>();
  /** Calls that have ended but are not recorded yet. */
  readonly #ended = new Set<DeliveryId>();
  /** Deliveries that were put back, until they are read again. */
  readonly #returned = new Set<DeliveryId>();
  #version: number;
  #failures: number;
  #isClosed = false;
  /** Its last response was cut off. */
  #isCut = false;
  /** In Unix milliseconds; 0 if it is not paused. */
  #pausedUntil = 0;
  /** The database marks it as failing. */
  #isMarked: boolean;

  constructor({ failures, updated_at }: Pick<PendingDelivery, 'failures' | 'updated_at'>) {
    this.#failures = failures;
    this.#isMarked = failures > 0;
    this.#version = updated_at.getTime();
  }

  get pausedUntil(): number {
    return this.#pausedUntil;
  }

  get isMarked(): boolean {
    return this.#isMarked;
  }

  get #isDown(): boolean {
    return this.#failures >= DOWN_AFTER;
  }

  get #room(): number {
    if (this.#isClosed) return 0;
    return Math.max(0, (this.#isDown ? 1 : WINDOW) - this.#calls.size - this.#waiting.length);
  }

  get isIdle(): boolean {
    return this.#waiting.length + this.#calls.size + this.#ended.size + this.#returned.size === 0;
  }

  /** At the start of a poll: which deliveries need not be read. */
  atHand(id: WebhookId): WebhookLoad {
    this.#release([...this.#returned]);
    this.#returned.clear();
    const counts = new Map<ThreadId, number>();
    for (const { thread_id: thread } of this.#waiting) {
      if (thread !== null) counts.set(thread, (counts.get(thread) ?? 0) + 1);
    }
    const threads = [...counts].filter(([, count]) => count >= MAX_OF_LANE).map(([thread]) => thread);
    const waiting = this.#waiting.map((delivery) => delivery.id);
    return { id, room: this.#room, deliveries: [...waiting, ...this.#calls.keys(), ...this.#ended], threads };
  }

  /** `version`: when the webhook was last changed, according to the database; undefined if it must not be called. */
  refresh(version: number | undefined): void {
    if (version === this.#version && !this.#isClosed) return;
    // Deliveries in memory have the old address and the old secret.
    this.#waiting.length = 0;
    this.#isClosed = version === undefined;
    if (version === undefined || version === this.#version) return;
    this.#version = version;
    this.#pausedUntil = 0;
    this.#failures = 0;
    this.#isCut = false;
  }

  /** Adds deliveries that were read, by ascending id. */
  offer(deliveries: readonly PendingDelivery[]): void {
    const counts = new Map<ThreadId, number>();
    for (const delivery of deliveries) {
      const { thread_id: thread, tries } = delivery;
      if (this.#room === 0) break;
      if (delivery.updated_at.getTime() !== this.#version) break;
      if (thread !== null && tries === 0) {
        const count = (counts.get(thread) ?? 0) + 1;
        counts.set(thread, count);
        if (count > MAX_OF_LANE) continue;
      }
      this.#waiting.push(delivery);
    }
  }

  /**
   * Takes the next delivery that may start now, if fewer than `calls` are in progress; undefined if there is none. The caller
   * must then {@link end} it or {@link putBack} it.
   */
  next(now: number, calls: number): PendingDelivery | undefined {
    const most = this.#isDown || this.#isCut ? 1 : calls;
    if (this.#calls.size >= most || now < this.#pausedUntil || this.#isClosed) return undefined;
    const index = this.#waiting.findIndex((delivery) => this.#mayStart(delivery));
    if (index < 0) return undefined;
    const [delivery] = this.#waiting.splice(index, 1);
    if (delivery === undefined) return undefined;
    this.#calls.set(delivery.id, delivery);
    const lane = this.#laneOf(delivery);
    if (lane !== undefined) lane.calls += 1;
    return delivery;
  }

  #mayStart(delivery: PendingDelivery): boolean {
    if (delivery.tries > 0 || delivery.thread_id === null) return true;
    const lane = this.#lanes.get(delivery.thread_id);
    return lane === undefined || (lane.held.size === 0 && (lane.calls === 0 || delivery.is_free));
  }

  /** The lane of a first try. Retries do not wait for others, and others do not wait for them. */
  #laneOf({ thread_id: thread, tries }: PendingDelivery): Lane | undefined {
    if (thread === null || tries > 0) return undefined;
    return getOrInsert(this.#lanes, thread, () => ({ calls: 0, held: new Set() }));
  }

  /** The delivery could not be tried and must be read again. A poll in progress does not read it, but may read later ones. */
  putBack(delivery: PendingDelivery): void {
    this.#calls.delete(delivery.id);
    this.#returned.add(delivery.id);
    const lane = this.#laneOf(delivery);
    if (lane === undefined) return;
    lane.calls -= 1;
    lane.held.add(delivery.id);
  }

  end(delivery: PendingDelivery, call: CallEnd, now: number): void {
    const { isCalled, isDelivered, isGone, retryAfterMs, isCut } = call;
    const { id, thread_id: thread } = delivery;
    this.#calls.delete(id);
    this.#ended.add(id);
    const lane = this.#laneOf(delivery);
    if (lane !== undefined) lane.calls -= 1;
    // (Nor does a call to an outdated address say anything about the current one.)
    const isCurrent = isCalled && delivery.updated_at.getTime() === this.#version;
    if (isCurrent) this.#isCut = isCut;
    if (isDelivered) {
      if (isCurrent) this.#failures = 0;
      this.#restoreOrder(thread);
      return;
    }
    lane?.held.add(id);
    if (!isCurrent) return;
    this.#failures += 1;
    this.#isClosed ||= isGone;
    const pause = Math.max(retryAfterMs, this.#isDown ? PROBE_MS : 0);
    if (pause > 0) this.#pausedUntil = Math.max(this.#pausedUntil, now + pause);
    // Which deliveries come next is decided when the webhook is up again.
    if (this.#isDown || isGone) this.#waiting.length = 0;
  }

  /** A delivery succeeded, so the deliveries of its thread that skipped the order must keep it again. */
  #restoreOrder(thread: ThreadId | null): void {
    for (const delivery of this.#waiting) {
      if (delivery.thread_id === thread) delivery.is_free = false;
    }
  }

  /** Drops waiting first tries of a thread, so that they are read again. */
  #dropWaiting(thread: ThreadId): void {
    const others = this.#waiting.filter(({ thread_id, tries }) => thread_id !== thread || tries > 0);
    this.#waiting.splice(0, this.#waiting.length, ...others);
  }

  /**
   * The outcomes of these calls have been recorded, so the database knows which deliveries of their threads come next.
   * `isMarked`: whether the database now marks the webhook as failing.
   */
  recorded(ids: readonly DeliveryId[], isMarked: boolean): void {
    this.#isMarked = isMarked;
    for (const id of ids) this.#ended.delete(id);
    this.#release(ids);
  }

  /** These deliveries no longer hold their threads, whose next ones are read again. */
  #release(ids: readonly DeliveryId[]): void {
    for (const [thread, { held }] of this.#lanes) {
      const wasHeld = held.size > 0;
      for (const id of ids) held.delete(id);
      if (wasHeld && held.size === 0) this.#dropWaiting(thread);
    }
    this.#dropIdleLanes();
  }

  #dropIdleLanes(): void {
    for (const [thread, { calls, held }] of this.#lanes) {
      if (calls === 0 && held.size === 0) this.#lanes.delete(thread);
    }
  }
}
