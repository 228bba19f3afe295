import { LRUCache } from 'lru-cache';

/** Concurrent pushes to Firebase, to Apple, or to the push service of a browser. */
export const MAX_PUSHES = 100;
/** Concurrent pushes to all other services together: users choose their addresses, and they may never answer. */
const MAX_OTHERS = 50;
/** Concurrent pushes to each of them. */
const MAX_OF_OTHER = 10;
/** Services that are slow, or new, and that are called at a time: Node looks up only a few names at once, and others wait for them. */
const MAX_SLOW = 4;
/** Concurrent pushes to each of these. */
const MAX_OF_SLOW = 4;
/** A service whose latest answer took longer is slow, and so is one that did not answer. */
const SLOW_MS = 2_000;
/** Services that are remembered. */
const MAX_REMEMBERED = 10_000;

/** Besides `fcm` and `apns`: the push services of the browsers. That of Windows has many hosts. */
const KNOWN =
  /^(fcm|apns|https:\/\/(fcm\.googleapis\.com|updates\.push\.services\.mozilla\.com|web\.push\.apple\.com|\*\.notify\.windows\.com))$/;
const WINDOWS = /^https:\/\/[\w-]+(?=\.notify\.windows\.com$)/;

/** The place of a push. */
export interface Place {
  /** The push has ended: after this time with a response, or without one (null). */
  leave: (answeredAfterMs: number | null) => void;
  /** No push was made. */
  cancel: () => void;
}

/**
 * How many pushes there may be at a time. Nobody waits for a connection: what is to be pushed is claimed and read when there is a
 * place, so a message that is read before that is not told. A service that does not answer takes no places from others.
 */
export class Places {
  /** Pushes in progress, by service. */
  readonly #running = new Map<string, number>();
  #others = 0;
  /** Of services that users choose: whether the latest push was answered soon. */
  readonly #isQuick = new LRUCache<string, boolean>({ max: MAX_REMEMBERED });

  /** Takes the places that are free, at most `most`. */
  take(service: string, most: number): Place[] {
    return Array.from({ length: Math.min(most, this.#free(service)) }, () => this.#place(service));
  }

  /** How many more pushes to a service may begin now. */
  #free(service: string): number {
    const name = nameOf(service);
    const running = this.#running.get(name) ?? 0;
    if (KNOWN.test(name)) return MAX_PUSHES - running;
    const isQuick = this.#isQuick.get(name) === true;
    if (!isQuick && running === 0 && this.#slowServices() >= MAX_SLOW) return 0;
    const most = isQuick ? MAX_OF_OTHER : MAX_OF_SLOW;
    // (A service that was quick may have more than it may have now.)
    return Math.max(0, Math.min(most - running, MAX_OTHERS - this.#others));
  }

  #place(service: string): Place {
    const name = nameOf(service);
    this.#count(name, 1);
    const cancel = () => this.#count(name, -1);
    return {
      leave: (answeredAfterMs) => {
        cancel();
        if (!KNOWN.test(name)) this.#isQuick.set(name, answeredAfterMs !== null && answeredAfterMs < SLOW_MS);
      },
      cancel,
    };
  }

  #slowServices(): number {
    const names = [...this.#running.keys()];
    return names.filter((name) => !KNOWN.test(name) && this.#isQuick.peek(name) !== true).length;
  }

  #count(name: string, by: 1 | -1): void {
    const running = (this.#running.get(name) ?? 0) + by;
    if (running === 0) this.#running.delete(name);
    else this.#running.set(name, running);
    if (!KNOWN.test(name)) this.#others += by;
  }
}

const nameOf = (service: string) => service.replace(WINDOWS, 'https://*');
