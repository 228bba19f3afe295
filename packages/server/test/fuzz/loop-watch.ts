/** A turn of the event loop that kept everybody else waiting. */
export interface Hold {
  heldMs: number;
  /** Between these moments, in Unix milliseconds. */
  from: number;
  to: number;
}

const PERIOD_MS = 5;
/** No request may hold the loop for longer. */
export const LONG_MS = 100;

/**
 * Measures the turns of the event loop of this thread. A timer is late by as long as one turn held the loop. On a busy
 * machine it is late as well when this process had no processor; so of its lateness and the CPU time that this thread
 * has used since the last look, the smaller counts. (What only waits, as a synchronous call to the file system does, is
 * not seen; but then the machine's other processes are not seen either.) Garbage collection counts, and so do many small
 * callbacks of one turn: a hold is a reason to look again, not a verdict.
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
    // The hold may have been just now, and the timer not yet have had its turn.
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
