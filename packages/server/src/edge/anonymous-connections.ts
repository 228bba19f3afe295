import type { Socket } from 'node:net';
import { getOrInsert } from '../platform/get-or-insert.ts';
import { limitedAs } from './client-address.ts';

export interface AnonymousLimits {
  inAll: number;
  perAddress: number;
}

/** The address that a socket counts toward. (A WeakMap would add garbage collection work.) */
const COUNTED_AS = Symbol('anonymous connection of');
type CountedSocket = Socket & { [COUNTED_AS]?: string | undefined };

/**
 * HTTP and WebSocket connections that have not presented a valid key, token or ticket, or (HTTP) not lately. Their number is
 * limited, in total and per address. Above a limit the oldest connection is closed: it has had the longest time to authenticate. So idle
 * unauthenticated connections never lock out a client that authenticates at once, not even from the same address.
 */
export class AnonymousConnections {
  readonly #limits: AnonymousLimits;
  /** Oldest first, as are the sets per address. */
  readonly #sockets = new Set<CountedSocket>();
  readonly #ofAddress = new Map<string, Set<CountedSocket>>();

  constructor(limits: AnonymousLimits) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#sockets.size;
  }

  /** Counts a connection until it closes or {@link leave}s. */
  enter(socket: CountedSocket, address: string): void {
    if (socket.destroyed || socket[COUNTED_AS] !== undefined) return;
    const countedAs = limitedAs(address);
    // (It may enter many times.)
    if (!(COUNTED_AS in socket)) socket.once('close', () => this.leave(socket));
    socket[COUNTED_AS] = countedAs;
    this.#sockets.add(socket);
    const siblings = getOrInsert(this.#ofAddress, countedAs, () => new Set());
    siblings.add(socket);
    if (siblings.size > this.#limits.perAddress) this.#cutOldest(siblings);
    else if (this.#sockets.size > this.#limits.inAll) this.#cutOldest(this.#sockets);
  }

  /** Stops counting a connection, because a client authenticated on it. */
  leave(socket: CountedSocket): void {
    const countedAs = socket[COUNTED_AS];
    if (countedAs === undefined) return;
    socket[COUNTED_AS] = undefined;
    this.#sockets.delete(socket);
    const siblings = this.#ofAddress.get(countedAs);
    siblings?.delete(socket);
    if (siblings?.size === 0) this.#ofAddress.delete(countedAs);
  }

  #cutOldest(sockets: ReadonlySet<CountedSocket>): void {
    const [oldest] = sockets;
    if (oldest === undefined) return;
    this.leave(oldest);
    oldest.destroy();
  }
}
