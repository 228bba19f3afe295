import type { Socket } from 'node:net';
import { ERRORS, type ErrorCode, type FieldError } from '@palaver/protocol/errors';
import { CLOSE_CODES, type CloseCode, type ServerFrame } from '@palaver/protocol/realtime';
import type { RawData, WebSocket } from 'ws';
import { encodeFrame } from './frames.ts';
import type { TurnWriter, Writer } from './turn-writer.ts';

/** What a socket tells who uses it. */
export interface SocketListener {
  /** A text frame has come. */
  receive: (bytes: Buffer) => void;
  closed: () => void;
  /** Something in the server failed while it served this connection. Never throws. */
  failed: (error: unknown) => void;
}

/** Frames of a client that are taken in a second, on average and at once; then it waits. */
export const FRAMES_PER_SECOND = 100;
/** What may wait for a client before it is sent more of what it lacks; less than the smallest limit of a backlog. */
const ROOM_BYTES = 256 * 1024;
/** Time that a client gets to close its side; then it is cut. */
export const CLOSE_TIMEOUT_MS = 3_000;
/** Whoever is cut connects again within this time, not all at once. */
const RETRY_AFTER_MS = { from: 500, to: 5_000 };

/**
 * The wire of one connection: frames in and out, and its end. Frames are written to the TCP socket itself, beside the
 * library: so one that goes to many is encoded once, and those of a turn are one write. (Its own frames are written whole
 * at once, because nothing is compressed.)
 */
export class ClientSocket implements Writer {
  readonly #ws: WebSocket;
  readonly #wire: Socket;
  readonly #writer: TurnWriter;
  readonly #maxBacklogBytes: number;
  #listener: SocketListener | undefined;
  #frames: Buffer[] = [];
  #framesBytes = 0;
  #isClosing = false;
  #isBusy = false;
  #isTooFast = false;
  #paidUntil = 0;
  /** When something came last. */
  heardAt = performance.now();
  /** When it was pinged, if nothing has come since. */
  pingedAt: number | undefined;

  constructor(ws: WebSocket, wire: Socket, writer: TurnWriter, maxBacklogBytes: number) {
    this.#ws = ws;
    this.#wire = wire;
    this.#writer = writer;
    this.#maxBacklogBytes = maxBacklogBytes;
  }

  listen(listener: SocketListener): void {
    this.#listener = listener;
    const ws = this.#ws;
    ws.on('message', (data: RawData, isBinary) =>
      this.#guard(() => {
        this.#count();
        if (this.isClosing) return;
        if (isBinary) this.close(1003);
        else listener.receive(data as Buffer);
      }),
    );
    ws.on('ping', (data) =>
      this.#guard(() => {
        this.#count();
        // Not for who reads nothing: pongs would wait in memory.
        if (this.#wire.writableLength === 0) ws.pong(data);
      }),
    );
    ws.on('pong', () => this.#guard(() => this.#count()));
    // What breaks the protocol closes the connection with the code that it says (1002, 1007, 1009).
    ws.on('error', () => {});
    ws.once('close', () =>
      this.#guard(() => {
        this.#isClosing = true;
        listener.closed();
      }),
    );
  }

  /** What fails in an event of one connection is the end of that connection, and not of the process. */
  #guard(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#listener?.failed(error);
    }
  }

  /** Whether either side is closing it: nothing is sent after a close frame. */
  get isClosing(): boolean {
    return this.#isClosing || this.#ws.readyState !== this.#ws.OPEN;
  }

  send(frame: ServerFrame): void {
    this.push(encodeFrame(frame));
  }

  /** Sends encoded frames, at the end of this turn. */
  push(frames: Buffer): void {
    if (this.isClosing) return;
    this.#framesBytes += frames.length;
    if (this.#frames.push(frames) === 1) this.#writer.add(this);
  }

  flush(): void {
    this.#guard(() => this.#writeAll());
  }

  #writeAll(): void {
    const frames = this.#frames;
    if (frames.length === 0) return;
    this.#frames = [];
    this.#framesBytes = 0;
    if (this.#ws.readyState !== this.#ws.OPEN) return;
    // What this turn adds, however large, says nothing of how fast the client reads.
    const isSlow = this.#wire.writableLength > this.#maxBacklogBytes;
    const [first, second] = frames;
    if (first !== undefined && second === undefined) this.#wire.write(first);
    else {
      this.#wire.cork();
      for (const frame of frames) this.#wire.write(frame);
      this.#wire.uncork();
    }
    if (isSlow) this.close(1013);
  }

  /**
   * Resolves to true when little waits for the client, or it is gone; or after `patienceMs`, to false. Who waits for longer must
   * not keep what there is to send meanwhile.
   */
  async hasRoom(patienceMs?: number): Promise<boolean> {
    if (this.#framesBytes + this.#wire.writableLength < ROOM_BYTES) return true;
    this.flush();
    if (this.isClosing || this.#wire.writableLength < ROOM_BYTES) return true;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const onRoom = () => resolve(true);
    this.#wire.once('drain', onRoom);
    this.#wire.once('close', onRoom);
    const timer = patienceMs === undefined ? undefined : setTimeout(resolve, patienceMs, false);
    const hasRoom = await promise;
    clearTimeout(timer);
    this.#wire.off('drain', onRoom);
    this.#wire.off('close', onRoom);
    return hasRoom;
  }

  /** While somebody is busy no frames are taken; those of the chunk that is being read still come. */
  set isBusy(isBusy: boolean) {
    this.#isBusy = isBusy;
    this.#takeOrWait();
  }

  #takeOrWait(): void {
    const isBusy = this.#isBusy && !this.#isClosing;
    if (isBusy || this.#isTooFast) this.#ws.pause();
    else this.#ws.resume();
  }

  ping(): void {
    this.pingedAt ??= performance.now();
    if (!this.isClosing) this.#ws.ping();
  }

  /** Ends the connection: a `closing` frame, then the close code. */
  close(code: CloseCode, refusal?: { code: ErrorCode; errors?: readonly FieldError[] | undefined }): void {
    if (this.isClosing) return;
    const { message_code, retry } = CLOSE_CODES[code];
    const retryAfterMs = RETRY_AFTER_MS.from + Math.random() * (RETRY_AFTER_MS.to - RETRY_AFTER_MS.from);
    this.send({
      type: 'closing',
      code,
      message_code: refusal?.code ?? message_code,
      message: ERRORS[refusal?.code ?? message_code].text,
      ...(refusal?.errors === undefined ? {} : { errors: [...refusal.errors] }),
      ...(retry ? { retry_after_ms: Math.round(retryAfterMs) } : {}),
    });
    this.#isClosing = true;
    this.flush();
    this.#ws.close(code);
    // The client's own close frame is yet to come.
    this.#takeOrWait();
  }

  /** Ends the connection for a frame that is too large, as the library does at its own limit: without a `closing` frame. */
  closeTooLarge(): void {
    this.#ws.close(1009);
    this.#takeOrWait();
  }

  /** Ends the connection without a word, to somebody who does not listen. */
  cut(): void {
    this.#ws.terminate();
  }

  /** Each frame takes its part of a second; who has none left waits until all that came are paid for. */
  #count(): void {
    const now = performance.now();
    this.heardAt = now;
    this.pingedAt = undefined;
    this.#paidUntil = Math.max(this.#paidUntil, now - 1_000) + 1_000 / FRAMES_PER_SECOND;
    if (this.#isTooFast || this.#paidUntil <= now) return;
    this.#isTooFast = true;
    this.#takeOrWait();
    this.#waitUntilPaid();
  }

  #waitUntilPaid(): void {
    const rest = this.#paidUntil - performance.now();
    if (rest > 0) {
      setTimeout(() => this.#guard(() => this.#waitUntilPaid()), rest).unref();
      return;
    }
    this.#isTooFast = false;
    this.#takeOrWait();
  }
}
