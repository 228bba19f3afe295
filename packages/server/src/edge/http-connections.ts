import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { getOrInsert } from '../platform/get-or-insert.ts';
import type { AnonymousConnections } from './anonymous-connections.ts';
import { isAnswering } from './socket-refusals.ts';

export interface HttpConnectionLimits {
  /** 0: no limit. */
  perUser: number;
  /** How long a connection is known after a valid request. */
  knownMs: number;
}

/** Who a connection counts for: an id of a user, {@link BACK_END}, or undefined while it is anonymous. */
interface ConnectionOwner {
  owner: string | undefined;
  /** When the latest valid request came, or was last seen in progress. */
  seenAt: number;
  /** The response to that request. */
  response: ServerResponse | undefined;
}

/** The next request may already be on its way on a connection that has just been used. */
const LEAST_IDLE_MS = 1_000;

/** (Not an id of a user.) */
const BACK_END = '';

/** What is known of a connection. (A WeakMap would add garbage collection work.) */
const KNOWN = Symbol('known connection');
type KnownSocket = Socket & { [KNOWN]?: ConnectionOwner | undefined };

/**
 * HTTP connections. Each is anonymous until it presents a valid key, token or ticket. From then on it counts for the user of its latest
 * valid request, whose connections are limited. Above the limit, the one that has been idle longest is closed, so that idle connections
 * never lock out another device of the user. If all of them are in use, the new one is refused.
 *
 * | A connection is | from | until |
 * |---|---|---|
 * | anonymous | its first byte | a valid request |
 * | known | a valid request | no valid request has come, or been in progress, for `knownMs`: it is anonymous again |
 * | ignored | an upgrade to WebSocket | it closes: realtime/ counts it |
 *
 * A connection that was never {@link add}ed is not counted: one of a trusted proxy, which speaks for many users, or of a request that
 * the server sends to itself.
 */
export class HttpConnections {
  readonly #limits: HttpConnectionLimits;
  readonly #anonymous: AnonymousConnections;
  readonly #known = new Set<KnownSocket>();
  readonly #ofUser = new Map<string, Set<KnownSocket>>();

  constructor(limits: HttpConnectionLimits, anonymous: AnonymousConnections) {
    this.#limits = limits;
    this.#anonymous = anonymous;
  }

  /** Counts a new connection. */
  add(socket: KnownSocket): void {
    socket[KNOWN] = { owner: undefined, seenAt: 0, response: undefined };
    socket.once('close', () => this.#leave(socket));
    this.#anonymous.enter(socket, socket.remoteAddress ?? '');
  }

  /** Stops counting a connection that becomes a WebSocket. */
  remove(socket: KnownSocket): void {
    this.#leave(socket);
    socket[KNOWN] = undefined;
  }

  /** Counts the connection of a valid request for its caller. False if it is one too many of the user. */
  admit(
    socket: KnownSocket,
    { id, isUser }: { id: string; isUser: boolean },
    response: ServerResponse,
  ): boolean {
    const known = socket[KNOWN];
    if (known === undefined) return true;
    const owner = isUser ? id : BACK_END;
    if (known.owner !== owner && !this.#enter(socket, known, owner)) return false;
    known.seenAt = performance.now();
    known.response = response;
    return true;
  }

  /** Makes the connections anonymous that have presented nothing valid for long. */
  sweep(now = performance.now()): void {
    for (const socket of this.#known) {
      const known = socket[KNOWN];
      if (known === undefined) continue;
      if (known.response?.writableFinished === false) known.seenAt = now;
      else if (now - known.seenAt > this.#limits.knownMs) {
        this.#leave(socket);
        this.#anonymous.enter(socket, socket.remoteAddress ?? '');
      }
    }
  }

  #enter(socket: KnownSocket, known: ConnectionOwner, owner: string): boolean {
    // Closed during authentication: no event would end its counting.
    if (socket.destroyed) return true;
    // (Back ends have no entry.)
    const siblings = this.#ofUser.get(owner);
    const { perUser } = this.#limits;
    const isFull = siblings !== undefined && perUser > 0 && siblings.size >= perUser;
    if (isFull && !this.#closeIdle(siblings)) return false;
    this.#leave(socket);
    known.owner = owner;
    this.#known.add(socket);
    if (owner !== BACK_END) getOrInsert(this.#ofUser, owner, () => new Set()).add(socket);
    this.#anonymous.leave(socket);
    return true;
  }

  #leave(socket: KnownSocket): void {
    const known = socket[KNOWN];
    if (known?.owner === undefined) return;
    const siblings = this.#ofUser.get(known.owner);
    siblings?.delete(socket);
    if (siblings?.size === 0) this.#ofUser.delete(known.owner);
    known.owner = undefined;
    known.response = undefined;
    this.#known.delete(socket);
  }

  /** Closes the connection that has been idle longest. False if none has been idle for {@link LEAST_IDLE_MS}. */
  #closeIdle(sockets: ReadonlySet<KnownSocket>): boolean {
    let idlest: KnownSocket | undefined;
    let seenAt = performance.now() - LEAST_IDLE_MS;
    for (const socket of sockets) {
      const known = socket[KNOWN];
      if (known === undefined || known.seenAt > seenAt || isAnswering(socket)) continue;
      idlest = socket;
      seenAt = known.seenAt;
    }
    if (idlest === undefined) return false;
    this.#leave(idlest);
    idlest.destroy();
    return true;
  }
}
