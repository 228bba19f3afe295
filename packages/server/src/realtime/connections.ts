import type { ExtUserId } from '@palaver/protocol/ids';
import { getOrMake } from '../platform/get-or-make.ts';
import type { Session } from './session.ts';

export interface ConnectionLimits {
  maxConnections: number;
  maxUserConnections: number;
}

/** What the registry tells of its users. */
export interface ConnectionsListener {
  arrived: (session: Session) => void;
  left: (user: ExtUserId) => void;
}

/** The registry of the open connections of one node, and of those that have signed in, by user. */
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

  /** Whether as many have signed in as may. */
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

  /** Counts a connection among those of its user; closes it when the user, or the node, has too many. */
  admit(session: Session): void {
    const user = session.extUserId;
    this.#signedIn += 1;
    const sessions = getOrMake(this.#ofUser, user, () => new Set());
    sessions.add(session);
    this.#listener.arrived(session);
    const { maxUserConnections, maxConnections } = this.#limits;
    if (sessions.size > maxUserConnections) session.socket.close(4429);
    // Several may shake hands at once: only the last of them finds that there are too many.
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

  /** Resolves when the last connection is gone. */
  async emptied(): Promise<void> {
    if (this.#all.size === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#whenEmpty.push(resolve);
    await promise;
  }
}
