/** A turn of the event loop that blocked everything else. */
export interface Hold {
  heldMs: number;
  /** Start and end, in Unix milliseconds. */
  from: number;
  to: number;
}

const PERIOD_MS = 5;
/** No request may hold the loop for longer. */
export const LONG_MS = 100;

/**
 * Measures the turns of this thread's event loop. A timer is late by as long as a turn held the loop. On a busy machine
 * it is also late when this process got no CPU, so the smaller of its lateness and the CPU time used by this thread
 * counts. (Blocking without CPU use, as in synchronous file system calls, goes unnoticed, but so do the machine's other
 * processes.) Garbage collection and many small callbacks in one turn count too: a hold is a reason to look again, not
 * a verdict.
 */
export class LoopWatch {
  readonly #onHold: (hold: Hold) => void;
  readonly #timer: NodeJS.Timeout;
  #lookedAtMs = performance.now();
  #cpuMs = threadCpuMs();
  #longestMs = 0;

  constructor(onHold: (hold: Hold) => void) {
    this.#onHold = onHold;
    this.#timer = setTimeout(() => this.#look(), PERIOD_MS);
  }

  /** The longest hold since the last call. */
  takeLongest(): number {
    // The hold may have just ended, before the timer had its turn.
    this.#look();
    const longestMs = this.#longestMs;
    this.#longestMs = 0;
    return longestMs;
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #look(): void {
    const nowMs = performance.now();
    const cpuMs = threadCpuMs();
    const lateMs = nowMs - this.#lookedAtMs - PERIOD_MS;
    const heldMs = Math.min(lateMs, cpuMs - this.#cpuMs);
    this.#longestMs = Math.max(this.#longestMs, heldMs);
    if (heldMs > LONG_MS) {
      const to = performance.timeOrigin + nowMs;
      this.#onHold({ heldMs, from: to - lateMs - PERIOD_MS, to });
    }
    this.#lookedAtMs = nowMs;
    this.#cpuMs = cpuMs;
    this.#timer.refresh();
  }
}

function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
