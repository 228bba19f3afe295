import type { ClientFrame, ServerFrame } from '../../api.ts';
import type { PalaverError } from '../../error.ts';
import { wait } from '../../http/wait.ts';
import { Store } from '../state/store.ts';
import type { TokenSource } from './token-source.ts';
import { fitsFrame, lostConnection, refusalOf, type WebSocketConstructor, Wire } from './wire.ts';

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
 * and gets a new token when the server refuses the old one. When a node is about to stop, connects to another one before it
 * leaves this one. Nothing depends on the clock of the device.
 */
export class Connection {
  readonly state = new Store<ConnectionState>(CONNECTING);
  /** The support desk sees each frame after the chat. */
  declare onFrame: ((frame: ServerFrame) => void) | undefined;
  readonly #options: ConnectionOptions;
  #wire: Wire | undefined;
  /** Takes the place of `#wire` once it has signed in. */
  #next: Wire | undefined;
  /** True while the token is being fetched: there is no wire yet. */
  #isOpening = false;
  /** The same for the next wire. */
  #isMoving = false;
  /** True from `disconnect()` to `open()`: the connection ends when no command waits for its answer, and stays away. */
  #isPaused = false;
  #failures = 0;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  /** Connects at once, unless there is a connection or it is closed for good. */
  open(): void {
    if (this.#isClosed) return;
    // While the app was paused, its last connection may have died without notice.
    if (this.#isPaused) this.#drop();
    this.#isPaused = false;
    if (this.#wire !== undefined) return;
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
    if (this.#wire?.isSignedIn !== true) return Promise.reject(lostConnection());
    return this.#wire.command(frame);
  }

  /**
   * Carries out a command over the WebSocket, which costs less than a request. If that is not possible, or fails for now, it makes the
   * `request` of the same effect, which has its own retries: so the command must do no harm a second time. It waits for the answer for
   * a third of `silenceMs`, because the connection may have died without notice.
   */
  async perform<T>(frame: ClientFrame, request: () => Promise<T>): Promise<T> {
    // (The outbox sends a step later: a message that was sent before this command goes first.)
    await Promise.resolve();
    if (!fitsFrame(frame)) return request();
    const isOver = new AbortController();
    const late = wait(this.#options.silenceMs / 3, isOver.signal).then(() =>
      Promise.reject(lostConnection()),
    );
    try {
      return (await Promise.race([this.command(frame), late])) as T;
    } catch (error) {
      if (!(error as PalaverError).retryable) throw error;
    } finally {
      isOver.abort();
    }
    return request();
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
    this.#wire = this.#open(token);
  }

  /** Connects to another node while this one still serves. If that fails, the connection ends with the node, and is opened again. */
  async #move(): Promise<void> {
    const from = this.#wire;
    if (this.#next !== undefined || this.#isMoving) return;
    this.#isMoving = true;
    const token = await this.#options.tokens.get().catch(() => undefined);
    this.#isMoving = false;
    if (token !== undefined && this.#wire === from && !this.#isPaused) this.#next = this.#open(token);
  }

  #open(token: string): Wire {
    const { url, webSocket, silenceMs, positions, epoch } = this.#options;
    return new Wire({
      ...{ url, token, webSocket, silenceMs },
      begin: () => resumeFrames(positions(), epoch()),
      onFrame: (wire, frame) => this.#receive(wire, frame),
      onEnd: (wire) => this.#ended(wire),
    });
  }

  #receive(wire: Wire, frame: ServerFrame): void {
    if (frame.type === 'authenticated') {
      if (!this.#options.tokens.confirm(frame.user.ext_user_id)) return;
      wire.isSignedIn = true;
      if (wire === this.#next) this.#swap();
    }
    if (wire !== this.#wire) return;
    if (frame.type === 'leaving') void this.#move();
    // The connection makes progress, so the next failure starts with a short pause again.
    else if (frame.type === 'entry' || frame.type === 'resumed') this.#failures = 0;
    this.#options.onFrame(frame);
    this.onFrame?.(frame);
    if (frame.type === 'resumed') this.state.set({ state: 'online' });
    if (this.#isPaused) this.#endWhenIdle();
  }

  /** What the former wire would still bring, the new one brings as well: it resumes. */
  #swap(): void {
    this.#wire?.retire();
    this.#wire = this.#next;
    this.#next = undefined;
  }

  /** Looks after this turn, in which another message may be sent: the next one of a row follows an answer. */
  #endWhenIdle(): void {
    setTimeout(() => {
      if (!this.#isPaused || this.#isClosed || this.#wire?.isIdle === false) return;
      this.#drop();
      this.state.set(PAUSED);
    }, 0);
  }

  #drop(): void {
    for (const wire of [this.#wire, this.#next]) wire?.end();
    this.#wire = undefined;
    this.#next = undefined;
  }

  get #isClosed(): boolean {
    return this.state.getSnapshot().state === 'closed';
  }

  #ended(wire: Wire): void {
    if (wire === this.#next) this.#next = undefined;
    if (wire !== this.#wire) return;
    this.#wire = this.#next;
    this.#next = undefined;
    if (this.#wire !== undefined) {
      // (It has not signed in yet.)
      this.state.set(CONNECTING);
      return;
    }
    const { closing, token } = wire;
    const reason = closing && refusalOf(closing);
    const isFinal = closing?.code === TOKEN_REFUSED && !this.#options.tokens.refuse(token);
    if (isFinal) this.close(reason);
    else this.#retryLater(reason, closing?.retry_after_ms);
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
