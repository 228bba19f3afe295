/** Something that has frames to write. */
export interface Writer {
  flush: () => void;
}

/**
 * Everything that sockets are sent in one turn of the event loop leaves at its end, in one write a socket: a write for
 * each frame would cost several times as much.
 */
export class TurnWriter {
  #writers: Writer[] = [];

  /** Has the writer flush at the end of this turn; it says so once a turn. */
  add(writer: Writer): void {
    if (this.#writers.push(writer) === 1) setImmediate(() => this.#flush());
  }

  #flush(): void {
    const writers = this.#writers;
    this.#writers = [];
    for (const writer of writers) writer.flush();
  }
}
