import type { SecureContext } from 'node:tls';
import type { AddressGuard } from '../../platform/address-guard.ts';
import { getOrInsert } from '../../platform/get-or-insert.ts';
import { type ApnsPost, type ApnsSession, Connector } from './apns-session.ts';
import type { ServiceResponse } from './outcomes.ts';

export interface ApnsConnectionsOptions {
  /** Decides which addresses may be connected to. */
  guard: Pick<AddressGuard, 'connector'>;
  /** See `trusting`. */
  tls: { secureContext?: SecureContext };
  /** For a whole request, and for a connection. */
  timeoutMs: number;
}

/** Sessions of a host that take new requests. */
const MAX_SESSIONS = 4;
/** The same with those that end their last requests. */
const MAX_ALL_SESSIONS = 2 * MAX_SESSIONS;
/** After a failed connection, while there is another one. */
const RECONNECT_MS = 1_000;

/** HTTP/2 connections to Apple, which stay open, as Apple asks for. */
export class ApnsConnections {
  readonly #options: ApnsConnectionsOptions;
  readonly #connector: Connector;
  readonly #groups = new Map<string, SessionGroup>();
  readonly #closing = new AbortController();

  constructor(options: ApnsConnectionsOptions) {
    const { guard, tls, timeoutMs } = options;
    this.#options = options;
    const connect = guard.connector({ timeout: timeoutMs });
    this.#connector = new Connector(connect, tls, timeoutMs);
  }

  /** The open sessions. */
  get sessions(): number {
    return [...this.#groups.values()].reduce((sum, { size }) => sum + size, 0);
  }

  /** Rejects if there is no response: no connection, a refused stream, the timeout, or an abort by `signal`. */
  async post(
    url: URL,
    post: ApnsPost & { partition: string },
    signal: AbortSignal,
  ): Promise<ServiceResponse> {
    if (url.protocol !== 'https:') throw new Error('push services are called over https only');
    const { timeoutMs } = this.#options;
    const late = AbortSignal.timeout(timeoutMs);
    const ended = AbortSignal.any([signal, late, this.#closing.signal]);
    try {
      ended.throwIfAborted();
      const session = await this.#groupOf(url, post.partition).acquire(ended);
      return await session.post(post, ended).catch((error: unknown) => {
        if (late.aborted) session.probe();
        throw error;
      });
    } catch (error) {
      if (this.#closing.signal.aborted || signal.aborted || !late.aborted) throw error;
      throw new Error(`no answer within ${timeoutMs / 1_000} s`);
    }
  }

  #groupOf(url: URL, partition: string): SessionGroup {
    const name = `${url.origin} ${partition}`;
    return getOrInsert(this.#groups, name, () => {
      const open = () => this.#connector.connect(url, this.#closing.signal);
      return new SessionGroup(open, () => this.#groups.delete(name));
    });
  }

  /** Ends all sessions; what is being sent is rejected. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('push services are closed'));
    await Promise.all([...this.#groups.values()].map((group) => group.close()));
  }
}

interface WaitingRequest {
  resolve: (session: ApnsSession) => void;
  reject: (error: unknown) => void;
}

/**
 * The sessions to one host. A request takes the first session with room; if there is none, it waits, and one more session is
 * opened at a time, up to the limit.
 */
class SessionGroup {
  readonly #open: () => Promise<ApnsSession>;
  readonly #onEmpty: () => void;
  readonly #sessions = new Set<ApnsSession>();
  readonly #waiting = new Set<WaitingRequest>();
  #opening: Promise<void> | undefined;
  #mayOpenAt = 0;

  constructor(open: () => Promise<ApnsSession>, onEmpty: () => void) {
    this.#open = open;
    this.#onEmpty = onEmpty;
  }

  get size(): number {
    return this.#sessions.size;
  }

  /** A session with a stream reserved. Rejects if there is no connection, or when `signal` aborts. */
  async acquire(signal: AbortSignal): Promise<ApnsSession> {
    const { promise, resolve, reject } = Promise.withResolvers<ApnsSession>();
    const waiting = { resolve, reject };
    const abort = () => {
      this.#waiting.delete(waiting);
      reject(signal.reason);
      this.#endIfEmpty();
    };
    signal.addEventListener('abort', abort, { once: true });
    this.#waiting.add(waiting);
    this.#distribute();
    return promise.finally(() => signal.removeEventListener('abort', abort));
  }

  #distribute(): void {
    for (const waiting of this.#waiting) {
      const session = [...this.#sessions].find((one) => one.reserve());
      if (session === undefined) break;
      this.#waiting.delete(waiting);
      waiting.resolve(session);
    }
    if (this.#waiting.size === 0 || this.#opening !== undefined) return;
    const usable = [...this.#sessions].filter(({ isUsable }) => isUsable).length;
    if (usable >= MAX_SESSIONS || this.#sessions.size >= MAX_ALL_SESSIONS) return;
    if (usable > 0 && performance.now() < this.#mayOpenAt) return;
    this.#opening = this.#openOne();
  }

  async #openOne(): Promise<void> {
    try {
      const session = await this.#open();
      this.#sessions.add(session);
      session.onRoom = () => this.#distribute();
      session.onClose = () => {
        this.#sessions.delete(session);
        this.#distribute();
        this.#endIfEmpty();
      };
    } catch (error) {
      this.#mayOpenAt = performance.now() + RECONNECT_MS;
      if (![...this.#sessions].some(({ isUsable }) => isUsable)) {
        for (const { reject } of this.#waiting) reject(error);
        this.#waiting.clear();
      }
    }
    this.#opening = undefined;
    this.#distribute();
    this.#endIfEmpty();
  }

  #endIfEmpty(): void {
    if (this.#sessions.size === 0 && this.#waiting.size === 0 && this.#opening === undefined) this.#onEmpty();
  }

  async close(): Promise<void> {
    await this.#opening;
    await Promise.all([...this.#sessions].map((session) => session.close()));
  }
}
