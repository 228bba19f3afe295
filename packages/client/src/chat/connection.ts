import { type ClientFrame, type ErrorFrame, MAX_POSITIONS, REALTIME_PATH, type ServerFrame } from '../api.ts';
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
   * reason, if it is known: an error from the server or from your `tokenProvider`.
   */
  | { state: 'offline'; retryAt: number; error?: PalaverError }
  /** Closed for good: by `close()`, or because the server accepts no token (`error`). */
  | { state: 'closed'; error?: PalaverError };

/** The position of a client in the log of a thread. */
export interface Position {
  thread_id: string;
  seq: number;
}

/** The part of a WebSocket that the SDK uses: of the platform's own, or of the package `ws`. */
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
  /** Of the server, without a slash at its end. */
  url: string;
  tokens: TokenSource;
  webSocket: WebSocketConstructor;
  /** After so much silence the server is asked whether it is there; and after as much again it is not. */
  silenceMs: number;
  /** What the client has, when it connects. */
  positions: () => Position[];
  onFrame: (frame: ServerFrame) => void;
}

type FrameOf<Type extends ServerFrame['type']> = Extract<ServerFrame, { type: Type }>;

const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 30_000;
/** Close codes after which connecting again with the same token leads nowhere. */
const TOKEN_REFUSED = 4401;

/**
 * One connection after another, as long as it is wanted: waits longer each time that it fails, resumes with what the
 * client has, and asks for a new token when the old one is refused. Nothing depends on the clock of the device.
 */
export class Connection {
  readonly state = new Store<ConnectionState>({ state: 'connecting' });
  readonly #options: ConnectionOptions;
  readonly #waiting = new Map<
    string,
    { resolve: (data: unknown) => void; reject: (error: PalaverError) => void }
  >();
  #socket: WebSocketLike | undefined;
  /** A connection is being made, and has no socket yet. */
  #isOpening = false;
  #isSignedIn = false;
  #commands = 0;
  #failures = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #watch: ReturnType<typeof setInterval> | undefined;
  #closing: FrameOf<'closing'> | undefined;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  /** Connects at once, when there is no connection. */
  open(): void {
    const isUnderWay = this.#isOpening || this.#socket !== undefined;
    if (isUnderWay || this.state.getSnapshot().state === 'closed') return;
    clearTimeout(this.#retry);
    this.#isOpening = true;
    this.state.set({ state: 'connecting' });
    void this.#connect();
  }

  close(error?: PalaverError): void {
    clearTimeout(this.#retry);
    this.state.set({ state: 'closed', ...(error === undefined ? {} : { error }) });
    this.#socket?.close();
    this.#lost();
  }

  /**
   * Gives a command, and resolves to `data` of its answer. Rejects with the server's refusal; or, when there is no
   * connection or it is lost, with a {@link PalaverError} of code `network`: then nobody knows whether it was done.
   */
  command(frame: ClientFrame): Promise<unknown> {
    if (this.#socket === undefined || !this.#isSignedIn) return Promise.reject(lostConnection());
    this.#commands += 1;
    const id = String(this.#commands);
    const answer = new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
    });
    this.#send({ ...frame, id } as ClientFrame);
    return answer;
  }

  async #connect(): Promise<void> {
    let token: string;
    try {
      token = await this.#options.tokens.get();
    } catch (error) {
      if (this.state.getSnapshot().state !== 'closed') this.#retryLater(error as PalaverError);
      return;
    } finally {
      this.#isOpening = false;
    }
    if (this.state.getSnapshot().state === 'closed') return;
    const address = this.#options.url.replace(/^http/, 'ws');
    const socket = new this.#options.webSocket(`${address}${REALTIME_PATH}`);
    this.#socket = socket;
    this.#closing = undefined;
    let heardAt = performance.now();
    let isAsked = false;
    socket.onopen = () => {
      this.#send({ type: 'authenticate', token });
      for (const frame of resumeFrames(this.#options.positions())) this.#send(frame);
    };
    socket.onmessage = ({ data }: { data: unknown }) => {
      // What was on its way on a connection that was given up is told again by the next one.
      if (this.#socket !== socket) return;
      heardAt = performance.now();
      isAsked = false;
      this.#take(JSON.parse(String(data)) as ServerFrame);
    };
    // (Some implementations say only one of the two.)
    const end = () => {
      if (this.#socket === socket) this.#ended(token);
    };
    socket.onclose = end;
    socket.onerror = end;
    const { silenceMs } = this.#options;
    this.#watch = setInterval(() => {
      if (performance.now() - heardAt < silenceMs) return;
      heardAt = performance.now();
      if (isAsked) {
        socket.close();
        end();
      } else if (this.#isSignedIn) {
        isAsked = true;
        this.#send({ type: 'ping' });
      } else isAsked = true;
    }, silenceMs / 3);
  }

  #take(frame: ServerFrame): void {
    if (frame.type === 'answer') this.#settle(frame.id)?.resolve(frame.data);
    else if (frame.type === 'error') this.#settle(frame.id ?? '')?.reject(refusalOf(frame));
    else if (frame.type === 'closing') this.#closing = frame;
    else if (frame.type === 'authenticated') this.#isSignedIn = true;
    // It gets on: a network that cuts it again is no reason to wait longer.
    else if (frame.type === 'entry' || frame.type === 'resumed') this.#failures = 0;
    this.#options.onFrame(frame);
    if (frame.type === 'resumed') this.state.set({ state: 'online' });
  }

  #settle(id: string) {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    return waiting;
  }

  #ended(token: string): void {
    const closing = this.#closing;
    this.#lost();
    if (this.state.getSnapshot().state === 'closed') return;
    const reason = closing && refusalOf(closing);
    const isOver = closing?.code === TOKEN_REFUSED && !this.#options.tokens.refuse(token);
    if (isOver) this.close(reason);
    else this.#retryLater(reason, closing?.retry_after_ms);
  }

  #lost(): void {
    clearInterval(this.#watch);
    this.#socket = undefined;
    this.#isSignedIn = false;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(lostConnection());
  }

  #retryLater(error?: PalaverError, afterMs?: number): void {
    const backoffMs = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** this.#failures);
    this.#failures += 1;
    const waitMs = afterMs ?? backoffMs * (0.5 + Math.random() / 2);
    const retryAt = Date.now() + waitMs;
    this.state.set({ state: 'offline', retryAt, ...(error === undefined ? {} : { error }) });
    this.#retry = setTimeout(() => this.open(), waitMs);
  }

  #send(frame: ClientFrame): void {
    if (this.#socket?.readyState === 1) this.#socket.send(JSON.stringify(frame));
  }
}

function resumeFrames(positions: readonly Position[]): ClientFrame[] {
  const frames: ClientFrame[] = [];
  for (let from = 0; from === 0 || from < positions.length; from += MAX_POSITIONS) {
    const threads = positions.slice(from, from + MAX_POSITIONS);
    frames.push({ type: 'resume', threads, more: from + MAX_POSITIONS < positions.length });
  }
  return frames;
}

/** The server could not be reached, or has not answered: nobody knows whether what was asked for was done. */
function lostConnection(): PalaverError {
  return new PalaverError({ code: 'network', message: 'The connection is lost', retryable: true });
}

function refusalOf({ message_code: code, message, errors }: Omit<ErrorFrame, 'type' | 'id'>): PalaverError {
  const retryable = /^M(408|40902|429|5)/.test(code);
  const status = Number(code.slice(1, 4));
  const fields = errors === undefined ? {} : { fields: errors };
  return new PalaverError({ code, message, status, retryable, ...fields });
}
