import type { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { MAX_EARLY_CONTROL_FRAMES, MAX_FIRST_FRAME_BYTES, MAX_FRAME_BYTES } from '@palaver/protocol/realtime';

/** The connection of a gate. */
export interface GateOwner {
  /** A frame has passed: it counts toward the frame rate. */
  passed: () => void;
  /** Whether frames must wait. Called before each frame. */
  isWaiting: () => boolean;
  /** The first frame has passed: nothing else is read until the client has signed in. */
  firstPassed: () => void;
  /** The gate may hold another number of bytes than before. */
  held: () => void;
  /** Refuses what a client sends before it has signed in. */
  refuse: (code: 1008 | 1009) => void;
}

/**
 * - `first`: the client has sent no data frame yet.
 * - `signingIn`: its first frame has passed and has not been answered. Nothing passes.
 * - `open`: it has signed in.
 * - `closing`: this side closes, and only the client's close frame passes.
 * - `broken`: a frame breaks the protocol. Everything passes, so that the library refuses it.
 * - `over`: nothing passes, and everything is discarded.
 */
type Phase = 'first' | 'signingIn' | 'open' | 'closing' | 'broken' | 'over';

const CONTINUATION = 0;
const CLOSE = 8;
const MASK_BYTES = 4;
const EMPTY = Buffer.alloc(0);

/**
 * Passes the bytes of a socket on to the WebSocket library in whole frames, one by one, and only as fast as the connection takes
 * them. The library alone would parse each chunk to its end, which may contain ten thousand frames. It would keep every chunk and
 * fragment of an incomplete message as an object of its own, and it has no event for fragments. The gate keeps incomplete and
 * waiting bytes in one buffer. A frame usually comes alone in its chunk, and is then not copied.
 */
export class FrameGate {
  readonly #owner: GateOwner;
  /** The library's listener. */
  readonly #forward: (bytes: Buffer) => void;
  #phase: Phase = 'first';
  #controlFrames = 0;
  /** Payload of the fragments of an incomplete message. */
  #messageBytes = 0;
  /** The first `#heldBytes` of it have not passed yet. The rest is room to grow. */
  #held: Buffer = EMPTY;
  #heldBytes = 0;

  /** Takes over a socket from the library, which has just been given it. `ws`: the connection there. */
  constructor(ws: object, wire: Socket, owner: GateOwner, onData: (work: () => void) => void) {
    this.#owner = owner;
    endAtError(ws);
    // (The library has no option to look at frames before it does.)
    const [forward, ...others] = wire.listeners('data') as ((bytes: Buffer) => void)[];
    if (forward === undefined || others.length > 0) throw new Error('expected exactly one listener for data');
    this.#forward = (bytes) => forward.call(wire, bytes);
    wire.off('data', forward);
    wire.on('data', (chunk: Buffer) => onData(() => this.#receive(chunk)));
    // Otherwise the library parses what a socket still holds when it closes.
    wire.prependOnceListener('close', () => void wire.read());
  }

  /** Whether the first frame waits for its answer. */
  get isSigningIn(): boolean {
    return this.#phase === 'signingIn';
  }

  /** The memory of what has not passed, and of the fragments that the library keeps. */
  get heldBytes(): number {
    return this.#held.length + this.#messageBytes;
  }

  /** The client has signed in. */
  open(): void {
    if (this.#phase === 'signingIn') this.#phase = 'open';
  }

  /** This side has sent its close frame. */
  close(): void {
    if (this.#phase !== 'broken' && this.#phase !== 'over') this.#phase = 'closing';
  }

  /** Nothing more is read. */
  end(): void {
    this.#phase = 'over';
    this.#held = EMPTY;
    this.#heldBytes = 0;
  }

  /** Passes on what has waited, as far as it may pass now. */
  passOn(): void {
    if (this.#heldBytes === 0) return;
    this.#pass(this.#held.subarray(0, this.#heldBytes), true);
    this.#owner.held();
  }

  #receive(chunk: Buffer): void {
    if (this.#heldBytes === 0) {
      this.#pass(chunk, false);
      this.#owner.held();
    } else {
      this.#hold(chunk);
      this.passOn();
    }
  }

  /** Grows by doubling, so that a frame in chunks of one byte is not copied for each of them. */
  #hold(chunk: Buffer): void {
    const bytes = this.#heldBytes + chunk.length;
    if (bytes > this.#held.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(bytes, 2 * this.#heldBytes));
      this.#held.copy(larger, 0, 0, this.#heldBytes);
      this.#held = larger;
    }
    chunk.copy(this.#held, this.#heldBytes);
    this.#heldBytes = bytes;
  }

  /** `isHeld`: the bytes are those that are held. */
  #pass(bytes: Buffer, isHeld: boolean): void {
    let at = 0;
    let isWaiting = false;
    while (at < bytes.length && this.#phase !== 'over' && this.#phase !== 'broken') {
      isWaiting = this.#mustWait();
      const head = isWaiting ? undefined : readHead(bytes, at);
      if (head === undefined) break;
      if (this.#isBroken(head)) this.#phase = 'broken';
      else if (this.#refuses(head)) return;
      else if (at + head.frameBytes > bytes.length) break;
      else {
        this.#passFrame(head, bytes.subarray(at, at + head.frameBytes));
        at += head.frameBytes;
      }
    }
    if (this.#phase === 'over') return;
    const rest = bytes.subarray(at);
    if (this.#phase === 'broken') {
      this.#held = EMPTY;
      this.#heldBytes = 0;
      this.#forward(rest);
      return;
    }
    if (isHeld && at === 0) return;
    // A part of a frame is copied: it must not keep the memory of all that came with it.
    this.#held = isHeld && isWaiting ? rest : copyOf(rest);
    this.#heldBytes = rest.length;
  }

  #mustWait(): boolean {
    if (this.#phase === 'closing') return false;
    return this.#phase === 'signingIn' || this.#owner.isWaiting();
  }

  /** Whether the library refuses a frame by its head. */
  #isBroken({ isBroken, isControl, payloadBytes }: FrameHead): boolean {
    return isBroken || (!isControl && this.#messageBytes + payloadBytes > MAX_FRAME_BYTES);
  }

  /** Refuses a frame by its head, before its payload has come. */
  #refuses({ isControl, opcode, isLast, payloadBytes }: FrameHead): boolean {
    if (this.#phase !== 'first') return false;
    // (A continuation of nothing breaks the protocol.)
    const isFragment = !isControl && !isLast && opcode !== CONTINUATION;
    const isOneTooMany = isControl && opcode !== CLOSE && this.#controlFrames === MAX_EARLY_CONTROL_FRAMES;
    const isTooLarge = payloadBytes > MAX_FIRST_FRAME_BYTES;
    if (!isFragment && !isOneTooMany && !isTooLarge) return false;
    this.end();
    this.#owner.refuse(isFragment || isOneTooMany ? 1008 : 1009);
    return true;
  }

  #passFrame(head: FrameHead, frame: Buffer): void {
    const { isControl, opcode, isLast } = head;
    if (this.#phase === 'closing' && opcode !== CLOSE) return;
    const isFragment = !isControl && (!isLast || opcode === CONTINUATION);
    if (!isControl) this.#messageBytes = isLast ? 0 : this.#messageBytes + head.payloadBytes;
    if (opcode === CLOSE) this.end();
    else {
      this.#owner.passed();
      if (this.#phase === 'first') this.#countEarly(isControl);
    }
    // The library keeps fragments until their message is complete: not with the whole chunk.
    this.#forward(isFragment ? copyOf(frame) : frame);
  }

  #countEarly(isControl: boolean): void {
    if (isControl) this.#controlFrames += 1;
    else {
      this.#phase = 'signingIn';
      this.#owner.firstPassed();
    }
  }
}

/**
 * Makes the library drop what waits behind a frame that it has refused. While it defers an event, further frames wait in its stream; Node then
 * passes them on to its parser also after an error. The parser is in the middle of a frame at that moment, and throws where nobody
 * catches it (ws 8.23.0).
 */
function endAtError(ws: object): void {
  const { _receiver: receiver } = ws as { _receiver?: Writable };
  if (receiver === undefined) throw new Error('expected the receiver of a WebSocket');
  const parse = receiver._write.bind(receiver);
  receiver._write = (chunk, encoding, done) => {
    if (receiver.errored === null) parse(chunk, encoding, done);
    else done();
  };
}

interface FrameHead {
  opcode: number;
  isControl: boolean;
  isLast: boolean;
  payloadBytes: number;
  /** Of the whole frame. */
  frameBytes: number;
  /** It breaks the protocol. */
  isBroken: boolean;
}

/** The head of the frame that begins here; undefined if it is incomplete. */
function readHead(bytes: Buffer, at: number): FrameHead | undefined {
  const available = bytes.length - at;
  if (available < 2) return undefined;
  const first = bytes.readUInt8(at);
  const second = bytes.readUInt8(at + 1);
  const short = second & 0x7f;
  const lengthBytes = short < 126 ? 0 : short === 126 ? 2 : 8;
  if (available < 2 + lengthBytes) return undefined;
  const payloadBytes =
    lengthBytes === 0 ? short : lengthBytes === 2 ? bytes.readUInt16BE(at + 2) : longLength(bytes, at + 2);
  const opcode = first & 0x0f;
  return {
    opcode,
    isControl: opcode >= CLOSE,
    isLast: (first & 0x80) !== 0,
    payloadBytes,
    frameBytes: 2 + lengthBytes + MASK_BYTES + payloadBytes,
    // By a reserved bit, or because it has no mask.
    isBroken: (first & 0x70) !== 0 || (second & 0x80) === 0,
  };
}

function longLength(bytes: Buffer, at: number): number {
  return bytes.readUInt32BE(at) * 2 ** 32 + bytes.readUInt32BE(at + 4);
}

/** A copy with memory of its own. */
function copyOf(bytes: Buffer): Buffer {
  if (bytes.length === 0) return EMPTY;
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}
