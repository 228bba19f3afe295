import type { ExtUserId } from '@palaver/protocol/ids';
import { getOrInsert } from '../platform/get-or-insert.ts';
import type { Session } from './session.ts';

export interface ConnectionLimits {
  maxConnections: number;
  maxUserConnections: number;
}

/** Called when a session of a user signs in or ends. */
export interface ConnectionsListener {
  arrived: (session: Session) => void;
  left: (user: ExtUserId) => void;
}

/** The registry of a node's open connections; those that have signed in are also indexed by user. */
export class Connections {
  readonly #limits: ConnectionLimits;
  readonly #listener: ConnectionsListener;
  readonly #all = new Set<Session>();
  readonly #ofUser = new Map<ExtUserId, Set<Session>>();
  #signedIn = 0;
  readonly #whenEmpty: (() => void)[] = [];

  constructor(limits: ConnectionLimits, listener: ConnectionsListener) {
    this.#limits = limits;
    this.#listener = listener;
  }

  get size(): number {
    return this.#all.size;
  }

  /** Whether the limit of signed-in connections is reached. */
  get isFull(): boolean {
    return this.#signedIn >= this.#limits.maxConnections;
  }

  all(): Iterable<Session> {
    return this.#all;
  }

  /** The connections of a user. */
  of(user: ExtUserId): Iterable<Session> {
    return this.#ofUser.get(user) ?? [];
  }

  signedIn(): Session[] {
    return [...this.#ofUser.values()].flatMap((sessions) => [...sessions]);
  }

  add(session: Session): void {
    this.#all.add(session);
  }

  /** Adds a connection to those of its user; closes it when the user, or the node, has too many. */
  admit(session: Session): void {
    const user = session.extUserId;
    this.#signedIn += 1;
    const sessions = getOrInsert(this.#ofUser, user, () => new Set());
    sessions.add(session);
    this.#listener.arrived(session);
    const { maxUserConnections, maxConnections } = this.#limits;
    if (sessions.size > maxUserConnections) session.socket.close(4429);
    // Several handshakes may pass `isFull` at once, so the limit is checked again here.
    else if (this.#signedIn > maxConnections) session.socket.close(1013);
  }

  forget(session: Session): void {
    this.#all.delete(session);
    if (this.#all.size === 0) for (const resolve of this.#whenEmpty.splice(0)) resolve();
    if (session.bearer === undefined) return;
    const user = session.extUserId;
    const sessions = this.#ofUser.get(user);
    if (sessions?.delete(session) !== true) return;
    this.#signedIn -= 1;
    if (sessions.size === 0) this.#ofUser.delete(user);
    this.#listener.left(user);
  }

  /** Resolves when no connection is open. */
  async emptied(): Promise<void> {
    if (this.#all.size === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#whenEmpty.push(resolve);
    await promise;
  }
}
