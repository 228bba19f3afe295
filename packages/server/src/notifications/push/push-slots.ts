import { LRUCache } from 'lru-cache';

/** Concurrent pushes to Firebase, to Apple, or to the push service of a browser. */
export const MAX_PUSHES = 100;
/** Concurrent pushes to all other services together: users choose their addresses, and they may never answer. */
const MAX_OTHERS = 50;
/** Concurrent pushes to each of them. */
const MAX_OF_OTHER = 10;
/** Services that are slow, or new, and that are called at a time: Node looks up only a few names at once, and others wait for them. */
const MAX_SLOW = 4;
/** Pushes to each of these in one turn. */
const MAX_OF_SLOW = 4;
/** A service whose latest answer took longer is slow, and so is one that did not answer. */
const SLOW_MS = 2_000;
/** Services that are remembered. */
const MAX_REMEMBERED = 10_000;

/** Besides `fcm` and `apns`: the push services of the browsers. That of Windows has many hosts. */
const KNOWN =
  /^(fcm|apns|https:\/\/(fcm\.googleapis\.com|updates\.push\.services\.mozilla\.com|web\.push\.apple\.com|\*\.notify\.windows\.com))$/;
const WINDOWS = /^https:\/\/[\w-]+(?=\.notify\.windows\.com$)/;

/** The slot of a push. */
export interface PushSlot {
  /** The push has ended: after this time with a response, or without one (null). */
  leave: (answeredAfterMs: number | null) => void;
  /** No push was made. */
  cancel: () => void;
}

/**
 * How many pushes there may be at a time. Nobody waits for a connection: what is to be pushed is claimed and read when there is a
 * slot, so a message that is read before that is not told. A service that does not answer takes no slots from others.
 *
 * Slow and new services take turns. In a turn a service gets up to four pushes, none after the first of them has ended, so it lasts at
 * most twice the push timeout. New services come first, and have one turn before they count as slow; so a new service waits for at most
 * one turn of those in progress, and one of each new service before it, four at a time.
 */
export class PushSlots {
  /** Pushes in progress, by service. */
  readonly #running = new Map<string, number>();
  #others = 0;
  /** How services that users choose answered the latest push: soon (0), or not, at this time on the clock of `performance.now()`. */
  readonly #slowAt = new LRUCache<string, number>({ max: MAX_REMEMBERED });
  /** Slow services with pushes in progress that get none of the remaining ones in this turn. */
  readonly #ending = new Set<string>();

  /** The services in the order in which they get slots: slow ones after all others, by their last turn; others by their due time. */
  inTurn<T extends { service: string; due_in_ms: number }>(due: readonly T[]): T[] {
    const lastTurns = new Map(due.map(({ service }) => [service, this.#slowAt.peek(nameOf(service)) ?? 0]));
    const lastTurn = ({ service }: T) => lastTurns.get(service) ?? 0;
    return due.toSorted((a, b) => lastTurn(a) - lastTurn(b) || a.due_in_ms - b.due_in_ms);
  }

  /** Takes the slots that are free, at most `most`. */
  take(service: string, most: number): PushSlot[] {
    return Array.from({ length: Math.min(most, this.#free(service)) }, () => this.#slot(service));
  }

  /** How many more pushes to a service may begin now. */
  #free(service: string): number {
    const name = nameOf(service);
    const running = this.#running.get(name) ?? 0;
    if (KNOWN.test(name)) return MAX_PUSHES - running;
    const isQuick = this.#slowAt.get(name) === 0;
    if (!isQuick && (running === 0 ? this.#slowServices() >= MAX_SLOW : this.#ending.has(name))) return 0;
    const most = isQuick ? MAX_OF_OTHER : MAX_OF_SLOW;
    // (A service that was quick may have more than it may have now.)
    return Math.max(0, Math.min(most - running, MAX_OTHERS - this.#others));
  }

  #slot(service: string): PushSlot {
    const name = nameOf(service);
    this.#count(name, 1);
    const cancel = () => this.#count(name, -1);
    return {
      leave: (answeredAfterMs) => {
        if (!KNOWN.test(name)) {
          const isQuick = answeredAfterMs !== null && answeredAfterMs < SLOW_MS;
          this.#slowAt.set(name, isQuick ? 0 : performance.now());
          if (!isQuick) this.#ending.add(name);
        }
        cancel();
      },
      cancel,
    };
  }

  #slowServices(): number {
    const names = [...this.#running.keys()];
    return names.filter((name) => !KNOWN.test(name) && this.#slowAt.peek(name) !== 0).length;
  }

  #count(name: string, by: 1 | -1): void {
    const running = (this.#running.get(name) ?? 0) + by;
    if (running === 0) {
      this.#running.delete(name);
      this.#ending.delete(name);
    } else this.#running.set(name, running);
    if (!KNOWN.test(name)) this.#others += by;
  }
}

const nameOf = (service: string) => service.replace(WINDOWS, 'https://*');
