import type { FuzzedServer } from './fuzzed-server.ts';
import { type Hold, LONG_MS } from './loop-watch.ts';
import type { Attempt } from './request.ts';

/** An attempt in progress or recently finished. */
interface Flight {
  attempt: Attempt;
  /** Unix milliseconds. */
  from: number;
  to: number;
}

/** A hold is reported when it is over, so this many attempts are remembered. */
const REMEMBERED = 500;
const REPEATS = 3;

/** Finds the attempts that hold the server's event loop. */
export class Holds {
  seen = 0;
  longestMs = 0;
  /** The number of repeated attempts. */
  tried = 0;
  readonly #server: FuzzedServer;
  readonly #flights: Flight[] = [];
  readonly #suspects = new Set<Attempt>();

  constructor(server: FuzzedServer) {
    this.#server = server;
    server.onHold((hold) => this.#suspect(hold));
  }

  /** Runs an attempt, and remembers its time. */
  async during<T>(attempt: Attempt, work: () => Promise<T>): Promise<T> {
    const flight = { attempt, from: Date.now(), to: Number.POSITIVE_INFINITY };
    this.#flights.push(flight);
    if (this.#flights.length > REMEMBERED) this.#flights.shift();
    try {
      return await work();
    } finally {
      flight.to = Date.now();
    }
  }

  #suspect({ heldMs, from, to }: Hold): void {
    this.seen += 1;
    this.longestMs = Math.max(this.longestMs, heldMs);
    for (const flight of this.#flights) {
      // An attempt without an end counts as in progress.
      const isInnocent = 'isUnfinished' in flight.attempt;
      if (flight.from <= to && flight.to >= from && !isInnocent) this.#suspects.add(flight.attempt);
    }
  }

  /**
   * The attempts that have held the loop since the last call. A turn may be long because many requests shared it or
   * garbage was collected in it. So every attempt in progress at the time is repeated alone; one that makes a long turn
   * each time is to blame.
   */
  async *guilty(
    send: (attempt: Attempt) => Promise<unknown>,
  ): AsyncGenerator<{ attempt: Attempt; heldMs: number[] }> {
    const suspects = [...this.#suspects];
    this.#suspects.clear();
    for (const attempt of suspects) {
      this.tried += 1;
      const heldMs: number[] = [];
      while (heldMs.length < REPEATS && heldMs.every((ms) => ms > LONG_MS)) {
        await this.#server.longestHold();
        await send(anew(attempt));
        heldMs.push(await this.#server.longestHold());
      }
      if (heldMs.every((ms) => ms > LONG_MS)) yield { attempt, heldMs };
    }
    // Holds seen meanwhile have been examined.
    this.#suspects.clear();
  }
}

/** A repeat with the same idempotency key would only be replayed. */
function anew(attempt: Attempt): Attempt {
  if (!('headers' in attempt)) return attempt;
  return { ...attempt, headers: attempt.headers.filter(([name]) => name !== 'idempotency-key') };
}
