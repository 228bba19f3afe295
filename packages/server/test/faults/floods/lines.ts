import { connect, type Socket } from 'node:net';

/** The address that floods come from. */
const FLOODER = '127.0.0.3';
/** A connection that the server has ended is opened again after about this time: these are not floods of handshakes. */
const AGAIN_MS = 5_000;

export interface Totals {
  opened: number;
  sentBytes: number;
}

/** Since the start of this process. */
export const totals: Totals = { opened: 0, sentBytes: 0 };

export interface LineOptions {
  port: number;
  count: number;
  /** False: the client reads nothing. */
  reads?: boolean;
}

/** Keeps so many connections open, and plays each of them from its start. */
export function keepOpen(options: LineOptions, play: (line: Line, index: number) => unknown): void {
  for (let index = 0; index < options.count; index += 1) open(options, play, index);
}

function open(options: LineOptions, play: (line: Line, index: number) => unknown, index: number): void {
  const { port, reads = true } = options;
  const socket = connect({ port, host: '127.0.0.1', localAddress: FLOODER });
  const line = new Line(socket);
  // The server may end it by a reset.
  socket.on('error', () => {});
  socket.once('close', () => setTimeout(open, AGAIN_MS * (0.5 + Math.random()), options, play, index));
  socket.once('connect', () => {
    totals.opened += 1;
    if (reads) socket.resume();
    play(line, index);
  });
}

/** One connection of a flood. */
export class Line {
  readonly #socket: Socket;

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  write(bytes: Buffer | string): void {
    this.#socket.write(bytes);
    totals.sentBytes += bytes.length;
  }

  /** Writes at once and then every so many milliseconds, as long as the server takes what was written before. */
  writeAgain(ms: number, next: () => Buffer | string | undefined): void {
    const write = () => {
      if (this.#socket.writableLength > 0) return;
      const bytes = next();
      if (bytes !== undefined) this.write(bytes);
    };
    write();
    const timer = setInterval(write, ms);
    this.#socket.once('close', () => clearInterval(timer));
  }

  /** Writes so many bytes a second. */
  writeSlowly(bytes: Buffer, perSecond: number): void {
    let at = 0;
    this.writeAgain(1_000, () => {
      const part = bytes.subarray(at, at + perSecond);
      at += part.length;
      return part.length > 0 ? part : undefined;
    });
  }

  /** Resolves when this text has come, in one piece; never if it does not. */
  async has(text: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#socket.on('data', (chunk: Buffer) => {
      if (chunk.includes(text)) resolve();
    });
    await promise;
  }

  /** Reads nothing from here on. */
  pause(): void {
    this.#socket.pause();
  }
}
