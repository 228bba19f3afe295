/** A writer with buffered frames. */
export interface Writer {
  flush: () => void;
}

/**
 * Flushes sockets at the end of each turn of the event loop: all frames of a turn are one write per socket. One write per
 * frame would cost several times as much.
 */
export class TurnWriter {
  #writers: Writer[] = [];

  /** Schedules a flush at the end of this turn. Call it once per turn. */
  add(writer: Writer): void {
    if (this.#writers.push(writer) === 1) setImmediate(() => this.#flush());
  }

  #flush(): void {
    const writers = this.#writers;
    this.#writers = [];
    for (const writer of writers) writer.flush();
  }
}
