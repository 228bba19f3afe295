import type { ThreadId } from '@palaver/protocol/ids';
import type { Bus, BusEvent } from '../bus/bus.ts';
import { EventPipe } from './event-pipe.ts';

/** Serving threads hear this often how long the bus has been silent, and thereby that the main thread is at work. */
const TELL_MS = 1_000;
/** A thread that has not answered for so many of these times is stuck. (A stall of the main thread counts as one.) */
const MAX_UNANSWERED = 30;

/**
 * Connects serving threads with the bus of their node, which only the main thread has: what one of them publishes reaches the
 * others and all other nodes.
 */
export class ThreadHub {
  readonly #bus: Bus;
  readonly #members = new Set<HubMember>();
  /** Which member has published an event: it has delivered it to itself. */
  readonly #publishers = new WeakMap<BusEvent, HubMember>();
  /** How many members have subscribers of a thread. */
  readonly #listeners = new Map<ThreadId, number>();
  readonly #close: () => void;

  constructor(bus: Bus) {
    this.#bus = bus;
    const unsubscribe = bus.subscribe((event) => {
      const publisher = this.#publishers.get(event);
      for (const member of this.#members) if (member !== publisher) member.hear(event);
    });
    const timer = setInterval(() => {
      for (const member of this.#members) member.tellSilence();
    }, TELL_MS).unref();
    this.#close = () => {
      unsubscribe();
      clearInterval(timer);
    };
  }

  /** Adds a serving thread. `deliver`: that of its `ServingCalls`. `stuck` is called once if it no longer answers. */
  join(
    deliver: (events: readonly BusEvent[], silenceMs: number) => Promise<void>,
    stuck: () => void,
  ): HubMember {
    const member = new HubMember((events) => deliver(events, this.#bus.silenceMs()), {
      stuck,
      publish: (event) => {
        this.#publishers.set(event, member);
        this.#bus.publish(event);
      },
      listen: (threadId) => {
        const count = this.#listeners.get(threadId) ?? 0;
        this.#listeners.set(threadId, count + 1);
        if (count === 0) this.#bus.audience.add(threadId);
      },
      unlisten: (threadId) => {
        const count = this.#listeners.get(threadId) ?? 0;
        if (count > 1) return void this.#listeners.set(threadId, count - 1);
        this.#listeners.delete(threadId);
        this.#bus.audience.delete(threadId);
      },
      left: () => this.#members.delete(member),
    });
    this.#members.add(member);
    return member;
  }

  close(): void {
    this.#close();
  }
}

interface HubActions {
  publish: (event: BusEvent) => void;
  listen: (threadId: ThreadId) => void;
  unlisten: (threadId: ThreadId) => void;
  stuck: () => void;
  left: () => void;
}

/** The place of one serving thread. */
export class HubMember {
  readonly #deliver: (events: readonly BusEvent[]) => Promise<void>;
  readonly #actions: HubActions;
  readonly #audience = new Set<ThreadId>();
  readonly #pipe: EventPipe;
  #isTelling = false;
  /** How many times in a row it has not answered. */
  #unanswered = 0;
  #hasLeft = false;

  constructor(deliver: (events: readonly BusEvent[]) => Promise<void>, actions: HubActions) {
    this.#deliver = deliver;
    this.#actions = actions;
    this.#pipe = new EventPipe(deliver);
  }

  /** The thread has published these events. */
  publish(events: readonly BusEvent[]): void {
    for (const event of events) this.#actions.publish(event);
  }

  /** The thread has subscribers of a thread of messages from now on (true), or no longer (false). */
  listen(changes: ReadonlyMap<ThreadId, boolean>): void {
    // (The last call of a thread may arrive after its end.)
    if (this.#hasLeft) return;
    for (const [threadId, isHeard] of changes) {
      if (isHeard === this.#audience.has(threadId)) continue;
      if (isHeard) {
        this.#audience.add(threadId);
        this.#actions.listen(threadId);
      } else {
        this.#audience.delete(threadId);
        this.#actions.unlisten(threadId);
      }
    }
  }

  /**
   * Passes an event on. The hint that a thread has new entries reaches also those who have no subscribers of it: they may have
   * one by now. The entries themselves do not.
   */
  hear(event: BusEvent): void {
    if (event.type !== 'entries' || this.#audience.has(event.threadId)) this.#pipe.add(event);
    else this.#pipe.add({ type: 'entries', threadId: event.threadId, seq: event.seq });
  }

  /** Does nothing, but counts, while the last call is unanswered. */
  tellSilence(): void {
    if (this.#isTelling) {
      this.#unanswered += 1;
      if (this.#unanswered === MAX_UNANSWERED) this.#actions.stuck();
      return;
    }
    this.#isTelling = true;
    const told = () => {
      this.#isTelling = false;
      this.#unanswered = 0;
    };
    this.#deliver([]).then(told, told);
  }

  /** The thread has ended. */
  leave(): void {
    this.#hasLeft = true;
    for (const threadId of this.#audience) this.#actions.unlisten(threadId);
    this.#audience.clear();
    this.#actions.left();
  }
}
