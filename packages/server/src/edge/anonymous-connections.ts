import type { Socket } from 'node:net';
import { getOrMake } from '../platform/get-or-make.ts';
import { limitedAs } from './client-address.ts';

export interface AnonymousLimits {
  inAll: number;
  perAddress: number;
}

/** Where a socket keeps whom it counts for. (A WeakMap costs the garbage collector.) */
const COUNTED_AS = Symbol('anonymous connection of');
type CountedSocket = Socket & { [COUNTED_AS]?: string | undefined };

/**
 * Connections, by HTTP and by WebSocket, on which nobody has shown a valid key or token yet. There are only so many of them, in
 * all and of one address; beyond that the oldest is cut, because it has had the longest time to say who it is. So strangers
 * that hold connections never keep out somebody who authenticates at once, not even from the same address.
 */
export class AnonymousConnections {
  readonly #limits: AnonymousLimits;
  /** The oldest first, as in the sets of each address. */
  readonly #sockets = new Set<CountedSocket>();
  readonly #ofAddress = new Map<string, Set<CountedSocket>>();

  constructor(limits: AnonymousLimits) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#sockets.size;
  }

  /** Counts a connection, from now until it has gone or {@link leave}s. */
  enter(socket: CountedSocket, address: string): void {
    if (socket.destroyed || socket[COUNTED_AS] !== undefined) return;
    const countedAs = limitedAs(address);
    socket[COUNTED_AS] = countedAs;
    this.#sockets.add(socket);
    const siblings = getOrMake(this.#ofAddress, countedAs, () => new Set());
    siblings.add(socket);
    socket.once('close', () => this.leave(socket));
    if (siblings.size > this.#limits.perAddress) this.#cutOldest(siblings);
    else if (this.#sockets.size > this.#limits.inAll) this.#cutOldest(this.#sockets);
  }

  /** Somebody has authenticated on it. */
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
