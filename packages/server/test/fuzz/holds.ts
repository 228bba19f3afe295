import type { FuzzedServer } from './fuzzed-server.ts';
import { type Hold, LONG_MS } from './loop-watch.ts';
import type { Attempt } from './request.ts';

/** An attempt that is under way, or was lately. */
interface Flight {
  attempt: Attempt;
  /** Unix milliseconds. */
  from: number;
  to: number;
}

/** Word of a hold comes when it is over: so many attempts are remembered. */
const REMEMBERED = 500;
const REPEATS = 3;

/** Finds those who hold the event loop of the server. */
export class Holds {
  seen = 0;
  longestMs = 0;
  /** How many attempts were tried again. */
  tried = 0;
  readonly #server: FuzzedServer;
  readonly #flights: Flight[] = [];
  readonly #suspects = new Set<Attempt>();

  constructor(server: FuzzedServer) {
    this.#server = server;
    server.onHold((hold) => this.#suspect(hold));
  }

  /** Does the work of an attempt, and remembers when it was. */
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
      // Who says nothing to the end is under way all the time.
      const isInnocent = 'isUnfinished' in flight.attempt;
      if (flight.from <= to && flight.to >= from && !isInnocent) this.#suspects.add(flight.attempt);
    }
  }

  /**
   * Who has held the loop since the last call. A turn may be long because many requests shared it, or because garbage
   * was collected in it. So whoever was under way at the time is tried again, with nobody else about: who makes a long
   * turn of it each time is to blame.
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
    // What was seen meanwhile has had its trial.
    this.#suspects.clear();
  }
}

/** What is sent again with its idempotency key is only remembered. */
function anew(attempt: Attempt): Attempt {
  if ('writes' in attempt) return attempt;
  return { ...attempt, headers: attempt.headers.filter(([name]) => name !== 'idempotency-key') };
}
