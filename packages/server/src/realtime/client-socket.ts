import type { Socket } from 'node:net';
import { CLOSE_CODES, type CloseCode } from '@palaver/protocol/close-codes';
import { ERRORS, type ErrorCode, type FieldError } from '@palaver/protocol/errors';
import type { ExtUserId } from '@palaver/protocol/ids';
import { MAX_FIRST_FRAME_BYTES, type ServerFrame } from '@palaver/protocol/realtime';
import type { RawData, WebSocket } from 'ws';
import { type HeldBytes, Holding, type Peer } from '../edge/held-bytes.ts';
import { FrameGate, type GateOwner } from './frame-gate.ts';
import { encodeFrame } from './frames.ts';
import type { TurnWriter, Writer } from './turn-writer.ts';

/** Events of a socket. */
export interface SocketListener {
  /** A text frame was received. */
  receive: (bytes: Buffer) => void;
  closed: () => void;
  /** Something in the server failed while it served this connection. Never throws. */
  failed: (error: unknown) => void;
}

/** Frames accepted per second, on average and in a burst, each fragment counted; then reading pauses. */
export const FRAMES_PER_SECOND = 100;
/** While more than this is unsent, no more missed entries are read for a client. Less than the smallest backlog limit. */
const ROOM_BYTES = 256 * 1024;
/** Each connection may hold as many bytes of frames beside its budget: the first frame, or the beginning of another one. */
const FREE_FRAME_BYTES = MAX_FIRST_FRAME_BYTES;
/** Time for a client to close its side; then its connection is terminated. */
export const CLOSE_TIMEOUT_MS = 3_000;
/** Disconnected clients reconnect after a random time in this range, not all at once. */
const RETRY_AFTER_MS = { from: 500, to: 5_000 };

/** What a socket is made with. */
export interface SocketParts {
  writer: TurnWriter;
  maxBacklogBytes: number;
  held: HeldBytes;
  /** Who it counts for until it has signed in. */
  peer: Peer;
  /** Counts a refusal toward the limit of its address; false if that was already used up. */
  takeRefusal: () => boolean;
}

/**
 * One WebSocket: sends and receives frames, and closes. Frames are written directly to the TCP socket, bypassing the library:
 * so a frame for many connections is encoded once, and the frames of a turn are one write. (This is safe beside the
 * library's own frames: without compression it writes each of them whole, at once.)
 */
export class ClientSocket implements Writer, GateOwner {
  readonly #ws: WebSocket;
  readonly #wire: Socket;
  readonly #gate: FrameGate;
  readonly #writer: TurnWriter;
  readonly #maxBacklogBytes: number;
  readonly #heldFrames: Holding;
  readonly #heldBacklog: Holding;
  readonly #takeRefusal: () => boolean;
  #isSignedIn = false;
  #waitingBytes = 0;
  #unreadBytes = 0;
  #listener: SocketListener | undefined;
  #frames: Buffer[] = [];
  #framesBytes = 0;
  #isClosing = false;
  #isBusy = false;
  #isTooFast = false;
  #paidUntil = 0;
  /** When a frame was last received. */
  receivedAt = performance.now();
  /** When it was pinged, if nothing was received since. */
  pingedAt: number | undefined;

  constructor(
    ws: WebSocket,
    wire: Socket,
    { writer, maxBacklogBytes, held, peer, takeRefusal }: SocketParts,
  ) {
    this.#ws = ws;
    this.#wire = wire;
    this.#writer = writer;
    this.#maxBacklogBytes = maxBacklogBytes;
    this.#heldFrames = new Holding(held, 'frames', peer);
    this.#heldBacklog = new Holding(held, 'backlog', peer);
    this.#takeRefusal = takeRefusal;
    this.#gate = new FrameGate(ws, wire, this, (work) => this.#guard(work));
  }

  listen(listener: SocketListener): void {
    this.#listener = listener;
    const ws = this.#ws;
    ws.on('message', (data: RawData, isBinary) =>
      this.#guard(() => {
        if (this.isClosing) return;
        if (isBinary) this.close(this.countRefusal() ? 1003 : 4429);
        else listener.receive(data as Buffer);
      }),
    );
    ws.on('ping', (data) =>
      this.#guard(() => {
        // Not for a client that does not read: pongs would accumulate in memory.
        if (this.#wire.writableLength === 0) ws.pong(data);
      }),
    );
    // On a protocol error the library closes the connection with its code (1002, 1007, 1008, 1009).
    ws.on('error', () => {
      this.#gate.end();
      if (!this.#isClosing) this.countRefusal();
    });
    ws.once('close', () =>
      this.#guard(() => {
        this.#isClosing = true;
        this.#gate.end();
        this.#heldFrames.release();
        this.#heldBacklog.release();
        listener.closed();
      }),
    );
  }

  /** A failure in an event of one connection ends that connection, not the process. */
  #guard(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#listener?.failed(error);
    }
  }

  /** Whether either side is closing. Nothing is sent after a close frame. */
  get isClosing(): boolean {
    return this.#isClosing || this.#ws.readyState !== this.#ws.OPEN;
  }

  send(frame: ServerFrame): void {
    this.push(encodeFrame(frame));
  }

  /** Whether the client reads more slowly than the server sends. */
  get isBehind(): boolean {
    return this.#framesBytes + this.#wire.writableLength >= ROOM_BYTES;
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
    // Measured before this turn's frames are added: their size says nothing about how fast the client reads.
    const isSlow = this.#wire.writableLength > this.#maxBacklogBytes;
    const [first, second] = frames;
    if (first !== undefined && second === undefined) this.#wire.write(first);
    else {
      this.#wire.cork();
      for (const frame of frames) this.#wire.write(frame);
      this.#wire.uncork();
    }
    if (isSlow) this.close(1013);
    if (this.#wire.writableNeedDrain) this.#holdBacklog();
  }

  /** Counts what the client has not read. Without room for it, the connection is cut: the memory must be free at once. */
  #holdBacklog(): void {
    if (this.#heldBacklog.bytes === 0) this.#wire.once('drain', () => this.#heldBacklog.release());
    if (this.#heldBacklog.resize(this.#wire.writableLength) !== undefined) this.cut();
  }

  /** What it makes the server hold counts for this user from now on, and a refusal no longer for the address. */
  belongsTo(user: ExtUserId): void {
    this.#isSignedIn = true;
    const peer: Peer = { type: 'user', id: user };
    this.#heldFrames.passTo(peer);
    this.#heldBacklog.passTo(peer);
  }

  /** The bytes of frames that have been received, and wait until those before them are done. */
  set waitingBytes(bytes: number) {
    this.#waitingBytes = bytes;
    this.held();
  }

  /** Counts the bytes that have arrived while nothing is read. (There is no event for them.) */
  countUnread(): void {
    this.#unreadBytes = this.#wire.readableLength;
    this.held();
  }

  /** Counts the frames that it holds. Without room for them, the connection is closed. */
  held(): void {
    const bytes = this.#gate.heldBytes + this.#waitingBytes + this.#unreadBytes;
    if ((bytes <= FREE_FRAME_BYTES && this.#heldFrames.bytes === 0) || this.isClosing) return;
    const refusal = this.#heldFrames.resize(bytes <= FREE_FRAME_BYTES ? 0 : bytes);
    if (refusal !== undefined) this.close(refusal === 'M42900' ? 4429 : 1013);
  }

  /**
   * Resolves to true when little is unsent or the connection is closing, or to false after `patienceMs`. Callers without
   * a limit must not hold data to send while they wait.
   */
  async hasRoom(patienceMs?: number): Promise<boolean> {
    if (!this.isBehind) return true;
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

  /** While busy, no frames are read; up to {@link FRAMES_PER_SECOND} that have been read may still arrive. */
  set isBusy(isBusy: boolean) {
    this.#isBusy = isBusy;
    this.#takeOrWait();
  }

  /** The client has signed in: from now on all its frames are read. Before that, only the first one is. */
  open(): void {
    this.#gate.open();
    this.#takeOrWait();
  }

  isWaiting(): boolean {
    return !this.#isClosing && (this.#isBusy || this.#isTooFast || this.#gate.isSigningIn);
  }

  #takeOrWait(): void {
    if (this.isWaiting()) this.#ws.pause();
    else {
      this.#ws.resume();
      this.#gate.passOn();
    }
  }

  firstPassed(): void {
    this.#takeOrWait();
  }

  /** Counts the refusal of something that came before sign-in; false if too much of its address was refused. */
  countRefusal(): boolean {
    return this.#isSignedIn || this.#takeRefusal();
  }

  /**
   * Closes the connection as the library does at its limits: without reading anything else, and without a `closing` frame, unless too
   * much of its address was refused.
   */
  refuse(code: 1008 | 1009): void {
    if (this.countRefusal()) {
      this.#isClosing = true;
      this.#ws.close(code);
    } else this.close(4429);
    this.#wire.end();
    this.#takeOrWait();
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
    this.#gate.close();
    // Resumes reading: the client's close frame is still to come.
    this.#takeOrWait();
  }

  /** Terminates the connection without a close frame. */
  cut(): void {
    this.#ws.terminate();
  }

  /** Charges a frame against the rate. A client over the rate is paused until all its frames are paid for. */
  passed(): void {
    const now = performance.now();
    this.receivedAt = now;
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
