import type { ThreadId } from '@palaver/protocol/ids';
import type { DeliveryId, WebhookId } from '@palaver/protocol/webhooks';
import { DOWN_AFTER, type PendingDelivery, type WebhookLoad } from '../domain/records/pending-deliveries.ts';
import { getOrMake } from '../platform/get-or-make.ts';

/** Calls of one webhook at a time. */
export const MAX_CALLS_OF_ONE = 64;
/** Deliveries of one webhook at hand: those being tried, and the next. */
export const WINDOW = 2 * MAX_CALLS_OF_ONE;
/** Next ones of one thread: a thread that is slow must not take all the room. */
const MAX_OF_LANE = 8;
/** How long a webhook that is down is left alone after a try. */
const PROBE_MS = 1_000;

/** How a try ended. */
export interface CallEnd {
  isDelivered: boolean;
  /** It has answered that it is called no more. */
  isGone: boolean;
  /** How long the receiver asks to be left alone, in milliseconds; 0: it does not. */
  retryAfterMs: number;
  /** Its answer had to be cut. */
  isCut: boolean;
}

/** The deliveries of one thread to one webhook. */
interface Lane {
  /** First tries that are on their way; more than one only where they wait for nobody. */
  calls: number;
  /**
   * First tries that have failed, which is not recorded yet, or that were put back and not looked for yet: until then
   * nothing of the thread is begun.
   */
  held: Set<DeliveryId>;
}

/**
 * One webhook, while it has something to be told: what of it is at hand, and what of that may be tried now. First tries of
 * a thread are made one after the other, in the order of its log, unless one before them has failed for long enough; a
 * webhook that is down gets one try at a time, and so does one whose answers have to be cut: each costs a connection, and as
 * much as the network carries until it is cut.
 */
export class WebhookQueue {
  readonly #waiting: PendingDelivery[] = [];
  readonly #calls = new Map<DeliveryId, PendingDelivery>();
  readonly #lanes = new Map<ThreadId, Lane>();
  /** What has ended, and is not recorded yet. */
  readonly #ended = new Set<DeliveryId>();
  /** What was put back, until it is looked for again. */
  readonly #returned = new Set<DeliveryId>();
  #version: number;
  #failures: number;
  #isClosed = false;
  /** Its last answer had to be cut. */
  #isCut = false;
  /** In Unix milliseconds; 0: it is not left alone. */
  #pausedUntil = 0;
  /** The database says that it does not do well. */
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

  /** At the beginning of a look: what need not be looked for. */
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

  /** When the webhook was last changed, as the database says now; undefined: it must not be called. */
  refresh(version: number | undefined): void {
    if (version === this.#version && !this.#isClosed) return;
    // What is at hand has the old address, and the old secret.
    this.#waiting.length = 0;
    this.#isClosed = version === undefined;
    if (version === undefined || version === this.#version) return;
    this.#version = version;
    this.#pausedUntil = 0;
    this.#failures = 0;
    this.#isCut = false;
  }

  /** Takes over what was found, by ascending id. */
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
   * The next one that may be tried now, when fewer than `calls` are; undefined: none. Whoever takes it tells how it
   * {@link end}ed, or {@link putBack}s it.
   */
  next(now: number, calls: number): PendingDelivery | undefined {
    const most = this.#isDown || this.#isCut ? 1 : calls;
    if (this.#calls.size >= most || now < this.#pausedUntil || this.#isClosed) return undefined;
    const index = this.#waiting.findIndex((delivery) => this.#mayBegin(delivery));
    if (index < 0) return undefined;
    const [delivery] = this.#waiting.splice(index, 1);
    if (delivery === undefined) return undefined;
    this.#calls.set(delivery.id, delivery);
    const lane = this.#laneOf(delivery);
    if (lane !== undefined) lane.calls += 1;
    return delivery;
  }

  #mayBegin(delivery: PendingDelivery): boolean {
    if (delivery.tries > 0 || delivery.thread_id === null) return true;
    const lane = this.#lanes.get(delivery.thread_id);
    return lane === undefined || (lane.held.size === 0 && (lane.calls === 0 || delivery.is_free));
  }

  /** Of a first try: what is tried again waits for nobody, and nobody for it. */
  #laneOf({ thread_id: thread, tries }: PendingDelivery): Lane | undefined {
    if (thread === null || tries > 0) return undefined;
    return getOrMake(this.#lanes, thread, () => ({ calls: 0, held: new Set() }));
  }

  /** It could not be tried: it is to be found again. A look that is under way does not look for it, but for those after it. */
  putBack(delivery: PendingDelivery): void {
    this.#calls.delete(delivery.id);
    this.#returned.add(delivery.id);
    const lane = this.#laneOf(delivery);
    if (lane === undefined) return;
    lane.calls -= 1;
    lane.held.add(delivery.id);
  }

  end(delivery: PendingDelivery, { isDelivered, isGone, retryAfterMs, isCut }: CallEnd, now: number): void {
    const { id, thread_id: thread } = delivery;
    this.#calls.delete(id);
    this.#ended.add(id);
    const lane = this.#laneOf(delivery);
    if (lane !== undefined) lane.calls -= 1;
    // Of an address that it has no more nothing is to be learned.
    const isCurrent = delivery.updated_at.getTime() === this.#version;
    if (isCurrent) this.#isCut = isCut;
    if (isDelivered) {
      if (isCurrent) this.#failures = 0;
      this.#orderAgain(thread);
      return;
    }
    lane?.held.add(id);
    if (!isCurrent) return;
    this.#failures += 1;
    this.#isClosed ||= isGone;
    const pause = Math.max(retryAfterMs, this.#isDown ? PROBE_MS : 0);
    if (pause > 0) this.#pausedUntil = Math.max(this.#pausedUntil, now + pause);
    // What is tried when it is up again is to be seen then.
    if (this.#isDown || isGone) this.#waiting.length = 0;
  }

  /** One has succeeded: who waited for nobody waits for its turn again. */
  #orderAgain(thread: ThreadId | null): void {
    for (const delivery of this.#waiting) {
      if (delivery.thread_id === thread) delivery.is_free = false;
    }
  }

  /** First tries of a thread are looked for anew. */
  #forget(thread: ThreadId): void {
    const others = this.#waiting.filter(({ thread_id, tries }) => thread_id !== thread || tries > 0);
    this.#waiting.splice(0, this.#waiting.length, ...others);
  }

  /**
   * The database knows how these have ended: what of their threads may be tried next is what it says now. `isMarked`: what
   * it says of the webhook since.
   */
  recorded(ids: readonly DeliveryId[], isMarked: boolean): void {
    this.#isMarked = isMarked;
    for (const id of ids) this.#ended.delete(id);
    this.#release(ids);
  }

  /** They hold their threads no more, of which the next is what is found from now on. */
  #release(ids: readonly DeliveryId[]): void {
    for (const [thread, { held }] of this.#lanes) {
      const wasHeld = held.size > 0;
      for (const id of ids) held.delete(id);
      if (wasHeld && held.size === 0) this.#forget(thread);
    }
    this.#dropIdleLanes();
  }

  #dropIdleLanes(): void {
    for (const [thread, { calls, held }] of this.#lanes) {
      if (calls === 0 && held.size === 0) this.#lanes.delete(thread);
    }
  }
}
