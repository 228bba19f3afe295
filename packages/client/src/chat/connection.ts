import { type ClientFrame, type ErrorFrame, REALTIME_PATH, type ServerFrame } from '../api.ts';
import { PalaverError } from '../error.ts';
import { Store } from './store.ts';
import type { TokenSource } from './token-source.ts';

/** The state of the connection. */
export type ConnectionState =
  /** Connecting: the state is not up to date yet. */
  | { state: 'connecting' }
  /** Connected and caught up: changes arrive as they happen. */
  | { state: 'online' }
  /**
   * Disconnected. The SDK reconnects at `retryAt` (Unix milliseconds), or at once after `reconnect()`. `error` is the
   * reason, if it is known: an error from the server or from your `tokenProvider`. After `disconnect()`, `retryAt` is
   * `Infinity`.
   */
  | { state: 'offline'; retryAt: number; error?: PalaverError }
  /**
   * Closed for good: by `close()`, or with an `error`: the server accepts no token, or the `tokenProvider` has returned the token of
   * another user (code `user_changed`).
   */
  | { state: 'closed'; error?: PalaverError };

/** The position of a client in the log of a thread. */
export interface Position {
  thread_id: string;
  seq: number;
  /** When the entry `seq` was made, in Unix milliseconds. */
  at: number;
}

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

export interface ConnectionOptions {
  /** Address of the server, without a trailing slash. */
  url: string;
  tokens: TokenSource;
  webSocket: WebSocketConstructor;
  /** After this much silence the client sends a `ping`; after as much again the connection counts as lost. */
  silenceMs: number;
  /** The client's position in each thread, for `resume`. */
  positions: () => Position[];
  /** The epoch of these positions; undefined before the first connection. */
  epoch: () => string | undefined;
  onFrame: (frame: ServerFrame) => void;
}

type FrameOf<Type extends ServerFrame['type']> = Extract<ServerFrame, { type: Type }>;

/** Positions that fit into a frame, however long their numbers are. */
const POSITIONS_AT_ONCE = 500;
const FIRST_RETRY_MS = 500;
const CONNECTING: ConnectionState = { state: 'connecting' };
const PAUSED: ConnectionState = { state: 'offline', retryAt: Number.POSITIVE_INFINITY };
const LAST_RETRY_MS = 30_000;
/** Close code after which reconnecting with the same token fails. */
const TOKEN_REFUSED = 4401;

/**
 * Keeps a connection to the server until it is closed: reconnects with growing pauses, resumes from the client's positions,
 * and gets a new token when the server refuses the old one. Nothing depends on the clock of the device.
 */
export class Connection {
  readonly state = new Store<ConnectionState>(CONNECTING);
  readonly #options: ConnectionOptions;
  /** Commands without an answer, by id. */
  readonly #pending = new Map<
    string,
    { resolve: (data: unknown) => void; reject: (error: PalaverError) => void }
  >();
  #socket: WebSocketLike | undefined;
  /** True while the token is being fetched: there is no socket yet. */
  #isOpening = false;
  /** True from `disconnect()` to `open()`: the connection ends when no command waits for its answer, and stays away. */
  #isPaused = false;
  #isSignedIn = false;
  #lastCommandId = 0;
  #failures = 0;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #silenceTimer: ReturnType<typeof setInterval> | undefined;
  #closing: FrameOf<'closing'> | undefined;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  /** Connects at once, unless there is a connection or it is closed for good. */
  open(): void {
    if (this.#isClosed) return;
    // While the app was paused, its last connection may have died without notice.
    if (this.#isPaused) this.#drop();
    this.#isPaused = false;
    if (this.#socket !== undefined) return;
    clearTimeout(this.#retryTimer);
    this.state.set(CONNECTING);
    if (this.#isOpening) return;
    this.#isOpening = true;
    void this.#connect();
  }

  /** Ends the connection as soon as no command waits for its answer. There is no other one before `open()`. */
  disconnect(): void {
    this.#isPaused = true;
    clearTimeout(this.#retryTimer);
    this.#endWhenIdle();
  }

  close(error?: PalaverError): void {
    clearTimeout(this.#retryTimer);
    this.state.set({ state: 'closed', ...(error === undefined ? {} : { error }) });
    this.#drop();
  }

  /**
   * Sends a command and resolves to the `data` of its answer. Rejects with the error of the server; or with a
   * {@link PalaverError} of code `network` if there is no connection, or it is lost before the answer: the command may
   * still have had its effect.
   */
  command(frame: ClientFrame): Promise<unknown> {
    if (this.#socket === undefined || !this.#isSignedIn) return Promise.reject(lostConnection());
    this.#lastCommandId += 1;
    const id = String(this.#lastCommandId);
    const answer = new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
    });
    this.#send({ ...frame, id } as ClientFrame);
    return answer;
  }

  async #connect(): Promise<void> {
    let token: string;
    try {
      token = await this.#options.tokens.get();
    } catch (error) {
      if (!this.#isClosed) this.#retryLater(error as PalaverError);
      return;
    } finally {
      this.#isOpening = false;
    }
    if (this.#isClosed || this.#isPaused) return;
    const address = this.#options.url.replace(/^http/, 'ws');
    const socket = new this.#options.webSocket(`${address}${REALTIME_PATH}`);
    this.#socket = socket;
    this.#closing = undefined;
    let heardAt = performance.now();
    let isPinged = false;
    socket.onopen = () => {
      this.#send({ type: 'authenticate', token });
      for (const frame of resumeFrames(this.#options.positions(), this.#options.epoch())) this.#send(frame);
    };
    socket.onmessage = ({ data }: { data: unknown }) => {
      // Drops late frames of a connection that was given up: the next one repeats them.
      if (this.#socket !== socket) return;
      heardAt = performance.now();
      isPinged = false;
      this.#receive(JSON.parse(String(data)) as ServerFrame);
    };
    // (Some implementations call only one of the two.)
    const end = () => {
      if (this.#socket === socket) this.#ended(token);
    };
    socket.onclose = end;
    socket.onerror = end;
    const { silenceMs } = this.#options;
    this.#silenceTimer = setInterval(() => {
      if (performance.now() - heardAt < silenceMs) return;
      heardAt = performance.now();
      if (isPinged) {
        socket.close();
        end();
      } else if (this.#isSignedIn) {
        isPinged = true;
        this.#send({ type: 'ping' });
      } else isPinged = true;
    }, silenceMs / 3);
  }

  #receive(frame: ServerFrame): void {
    if (frame.type === 'answer') this.#settle(frame.id)?.resolve(frame.data);
    else if (frame.type === 'error') this.#settle(frame.id ?? '')?.reject(refusalOf(frame));
    else if (frame.type === 'closing') this.#closing = frame;
    else if (frame.type === 'authenticated') {
      if (!this.#options.tokens.confirm(frame.user.ext_user_id)) return;
      this.#isSignedIn = true;
    }
    // The connection makes progress, so the next failure starts with a short pause again.
    else if (frame.type === 'entry' || frame.type === 'resumed') this.#failures = 0;
    this.#options.onFrame(frame);
    if (frame.type === 'resumed') this.state.set({ state: 'online' });
    if (this.#isPaused) this.#endWhenIdle();
  }

  /** Looks after this turn, in which another message may be sent: the next one of a row follows an answer. */
  #endWhenIdle(): void {
    setTimeout(() => {
      if (!this.#isPaused || this.#isClosed || this.#pending.size > 0) return;
      this.#drop();
      this.state.set(PAUSED);
    }, 0);
  }

  #drop(): void {
    this.#socket?.close();
    this.#lost();
  }

  get #isClosed(): boolean {
    return this.state.getSnapshot().state === 'closed';
  }

  /** Removes a command whose answer has come. */
  #settle(id: string) {
    const command = this.#pending.get(id);
    this.#pending.delete(id);
    return command;
  }

  #ended(token: string): void {
    const closing = this.#closing;
    this.#lost();
    if (this.#isClosed) return;
    const reason = closing && refusalOf(closing);
    const isFinal = closing?.code === TOKEN_REFUSED && !this.#options.tokens.refuse(token);
    if (isFinal) this.close(reason);
    else this.#retryLater(reason, closing?.retry_after_ms);
  }

  #lost(): void {
    clearInterval(this.#silenceTimer);
    this.#socket = undefined;
    this.#isSignedIn = false;
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of pending) reject(lostConnection());
  }

  #retryLater(error?: PalaverError, afterMs?: number): void {
    if (this.#isPaused) {
      this.state.set(PAUSED);
      return;
    }
    const backoffMs = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** this.#failures);
    this.#failures += 1;
    const waitMs = afterMs ?? backoffMs * (0.5 + Math.random() / 2);
    const retryAt = Date.now() + waitMs;
    this.state.set({ state: 'offline', retryAt, ...(error === undefined ? {} : { error }) });
    this.#retryTimer = setTimeout(() => this.open(), waitMs);
  }

  #send(frame: ClientFrame): void {
    if (this.#socket?.readyState === 1) this.#socket.send(JSON.stringify(frame));
  }
}

function resumeFrames(positions: readonly Position[], epoch: string | undefined): ClientFrame[] {
  const frames: ClientFrame[] = [];
  for (let from = 0; from === 0 || from < positions.length; from += POSITIONS_AT_ONCE) {
    const threads = positions.slice(from, from + POSITIONS_AT_ONCE);
    const more = from + POSITIONS_AT_ONCE < positions.length;
    frames.push({ type: 'resume', ...(epoch === undefined ? {} : { epoch }), threads, more });
  }
  return frames;
}

function lostConnection(): PalaverError {
  return new PalaverError({ code: 'network', message: 'The connection was lost', retryable: true });
}

function refusalOf({ message_code: code, message, errors }: Omit<ErrorFrame, 'type' | 'id'>): PalaverError {
  const retryable = /^M(408|40902|429|5)/.test(code);
  const status = Number(code.slice(1, 4));
  const fields = errors === undefined ? {} : { fields: errors };
  return new PalaverError({ code, message, status, retryable, ...fields });
}
