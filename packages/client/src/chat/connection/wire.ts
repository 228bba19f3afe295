import {
  type ClientFrame,
  type ErrorFrame,
  MAX_FRAME_BYTES,
  REALTIME_PATH,
  type ServerFrame,
} from '../../api.ts';
import { PalaverError } from '../../error.ts';
import { refusal } from '../../http/answer.ts';

/** The part of a WebSocket that the SDK uses. The platform's `WebSocket` has it, and that of the package `ws`. */
export interface WebSocketLike {
  readonly readyState: number;
  onopen: ((event: never) => void) | null;
  onmessage: ((event: never) => void) | null;
  onclose: ((event: never) => void) | null;
  onerror: ((event: never) => void) | null;
  send: (data: string) => void;
  close: () => void;
}

/** The constructor of a WebSocket: `WebSocket` itself. */
export type WebSocketConstructor = new (url: string) => WebSocketLike;

export type FrameOf<Type extends ServerFrame['type']> = Extract<ServerFrame, { type: Type }>;

interface WireOptions {
  /** Address of the server, without a trailing slash. */
  url: string;
  token: string;
  webSocket: WebSocketConstructor;
  /** After this much silence the client sends a `ping`; after as much again the wire counts as lost. */
  silenceMs: number;
  /** The frames after the first one, which authenticates. */
  begin: () => ClientFrame[];
  onFrame: (wire: Wire, frame: ServerFrame) => void;
  /** Its commands are settled. It is not called after `end()`. */
  onEnd: (wire: Wire) => void;
}

interface Command {
  resolve: (data: unknown) => void;
  reject: (error: PalaverError) => void;
}

/** One WebSocket, and the commands that it carries. */
export class Wire {
  readonly token: string;
  isSignedIn = false;
  /** Why the server closes it. */
  closing: FrameOf<'closing'> | undefined;
  readonly #options: WireOptions;
  readonly #socket: WebSocketLike;
  /** Commands without an answer, by id. */
  readonly #pending = new Map<string, Command>();
  readonly #silenceTimer: ReturnType<typeof setInterval>;
  #lastCommandId = 0;
  #isOver = false;
  /** Another wire has taken its place: it ends when no command waits. */
  #isRetired = false;

  constructor(options: WireOptions) {
    const { url, token, webSocket, silenceMs, onEnd } = options;
    this.#options = options;
    this.token = token;
    const socket = new webSocket(`${url.replace(/^http/, 'ws')}${REALTIME_PATH}`);
    this.#socket = socket;
    let heardAt = performance.now();
    let isPinged = false;
    socket.onopen = () => {
      this.#send({ type: 'authenticate', token });
      for (const frame of options.begin()) this.#send(frame);
    };
    socket.onmessage = ({ data }: { data: unknown }) => {
      // Drops late frames of a wire that was given up: the next one repeats them.
      if (this.#isOver) return;
      heardAt = performance.now();
      isPinged = false;
      this.#receive(JSON.parse(String(data)) as ServerFrame);
    };
    // (Some implementations call only one of the two.)
    const lost = () => {
      if (this.#isOver) return;
      this.end();
      onEnd(this);
    };
    socket.onclose = lost;
    socket.onerror = lost;
    this.#silenceTimer = setInterval(() => {
      if (performance.now() - heardAt < silenceMs) return;
      heardAt = performance.now();
      if (isPinged) return lost();
      isPinged = true;
      if (this.isSignedIn) this.#send({ type: 'ping' });
    }, silenceMs / 3);
  }

  /** Whether no command waits for its answer. */
  get isIdle(): boolean {
    return this.#pending.size === 0;
  }

  command(frame: ClientFrame): Promise<unknown> {
    this.#lastCommandId += 1;
    const id = String(this.#lastCommandId);
    const answer = new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
    });
    this.#send({ ...frame, id } as ClientFrame);
    return answer;
  }

  /** Ends it as soon as no command waits for its answer. */
  retire(): void {
    this.#isRetired = true;
    if (this.isIdle) this.end();
  }

  end(): void {
    this.#isOver = true;
    clearInterval(this.#silenceTimer);
    this.#socket.close();
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of pending) reject(lostConnection());
  }

  #receive(frame: ServerFrame): void {
    if (frame.type === 'answer') this.#settle(frame.id)?.resolve(frame.data);
    else if (frame.type === 'error') this.#settle(frame.id ?? '')?.reject(refusalOf(frame));
    else if (frame.type === 'closing') this.closing = frame;
    if (!this.#isRetired) this.#options.onFrame(this, frame);
    else if (this.isIdle) this.end();
  }

  /** Removes a command whose answer has come. */
  #settle(id: string): Command | undefined {
    const command = this.#pending.get(id);
    this.#pending.delete(id);
    return command;
  }

  #send(frame: ClientFrame): void {
    if (this.#socket.readyState === 1) this.#socket.send(JSON.stringify(frame));
  }
}

export function lostConnection(): PalaverError {
  return new PalaverError({ code: 'network', message: 'The connection was lost', retryable: true });
}

/** The same error as of a response with this code. */
export function refusalOf(frame: Omit<ErrorFrame, 'type' | 'id'>): PalaverError {
  return refusal({ status: Number(frame.message_code.slice(1, 4)), headers: new Headers() }, frame);
}

/** Room for the `id` that a wire adds to a command. */
const ROOM_FOR_ID_BYTES = 64;

/** The server closes the connection after a frame that is too large. */
export function fitsFrame(frame: ClientFrame): boolean {
  return new TextEncoder().encode(JSON.stringify(frame)).length <= MAX_FRAME_BYTES - ROOM_FOR_ID_BYTES;
}
