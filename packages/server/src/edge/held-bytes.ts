import { getHeapStatistics } from 'node:v8';
import type { Config } from '../config/config.ts';
import { ExactCounts, type HeldCounts } from './held-counts.ts';

/** What the server holds in memory for its peers. */
export const HELD_KINDS = [
  'bodies',
  'uploads',
  'responses',
  'downloads',
  'searches',
  'long_polls',
  'frames',
  'backlog',
] as const;
export type HeldKind = (typeof HELD_KINDS)[number];

/** Who the server holds bytes for: an API key, a signed-in user, or the address (see `limitedAs`) of a client that is neither. */
export interface Peer {
  type: 'key' | 'user' | 'address';
  id: string;
}

/** Limits in bytes. */
export interface HeldLimits {
  inAll: number;
  perUser: number;
  perAddress: number;
}

/** Why a peer may not hold more: it has used up its share (M42900), or the memory for all is short (M50300). */
export type HeldRefusal = 'M42900' | 'M50300';

/** A peer holds at most this part of the bytes that are free afterwards. */
const PART_OF_FREE = 1 / 4;
const PART_OF_HEAP = 1 / 4;
/** With less memory in all, a peer could not hold a body of the greatest size beside the others. */
const LEAST_BODIES = 16;

/** The limits that the settings ask for. The share of a user always has room for a body, and a backlog, of the greatest size. */
export function heldLimitsOf(config: Config): HeldLimits {
  const { heldBytes, heldBytesPerUser, heldBytesPerAddress, bodyBytes, connectionBacklogBytes } = config;
  return {
    inAll: heldBytes === 'auto' ? heldBytesOfHeap(bodyBytes) : heldBytes,
    perUser: Math.max(heldBytesPerUser, bodyBytes, connectionBacklogBytes),
    perAddress: Math.max(heldBytesPerAddress, bodyBytes),
  };
}

function heldBytesOfHeap(bodyBytes: number): number {
  const ofHeap = Math.floor(getHeapStatistics().heap_size_limit * PART_OF_HEAP);
  return Math.max(ofHeap, LEAST_BODIES * bodyBytes);
}

/**
 * The budget of bytes that peers make a node hold: unfinished input, and output that they have not read. Bytes count only while they are
 * held: a request or a frame that comes and goes at once costs nothing here.
 *
 * Each user, and each address of clients that are not signed in, has a limit. Besides, no peer, not even an API key, may hold more than
 * a quarter of what is still free. (Switches share their buffers between ports in this way: "dynamic thresholds", Choudhury and
 * Hahne, 1998.) So the more peers hold much, the less each of them may hold, and there is always room for one that holds little,
 * although nothing is reserved, and nobody has to look for the greediest.
 *
 * Each serving thread has one of these; their `counts` are common to all.
 */
export class HeldBytes {
  readonly #limits: HeldLimits;
  readonly #counts: HeldCounts;
  readonly #ofKind = Object.fromEntries(HELD_KINDS.map((kind) => [kind, 0])) as Record<HeldKind, number>;

  constructor(limits: HeldLimits, counts: HeldCounts = new ExactCounts()) {
    this.#limits = limits;
    this.#counts = counts;
  }

  /** What this thread holds. */
  get byKind(): Readonly<Record<HeldKind, number>> {
    return this.#ofKind;
  }

  /** Why the peer may not hold so many more bytes; undefined: it may. */
  refusalOf(peer: Peer, bytes: number): HeldRefusal | undefined {
    const { inAll, perUser, perAddress } = this.#limits;
    const ofPeer = this.#counts.of(keyOf(peer)) + bytes;
    if (peer.type === 'user' && ofPeer > perUser) return 'M42900';
    if (peer.type === 'address' && ofPeer > perAddress) return 'M42900';
    return ofPeer > (inAll - this.#counts.inAll() - bytes) * PART_OF_FREE ? 'M50300' : undefined;
  }

  /** Counts so many more bytes; a negative number gives them back. */
  count(kind: HeldKind, peer: Peer, bytes: number): void {
    this.#counts.add(keyOf(peer), bytes);
    this.#ofKind[kind] += bytes;
  }
}

const keyOf = ({ type, id }: Peer) => `${type} ${id}`;

/** The bytes of one kind that one connection or request holds. */
export class Holding implements Disposable {
  readonly #held: HeldBytes;
  readonly #kind: HeldKind;
  #peer: Peer;
  #bytes = 0;

  constructor(held: HeldBytes, kind: HeldKind, peer: Peer) {
    this.#held = held;
    this.#kind = kind;
    this.#peer = peer;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Holds so many bytes from now on. If that is more than before and too much, nothing changes, and the reason is returned. */
  resize(bytes: number): HeldRefusal | undefined {
    const more = bytes - this.#bytes;
    const refusal = more > 0 ? this.#held.refusalOf(this.#peer, more) : undefined;
    if (refusal === undefined) this.keep(bytes);
    return refusal;
  }

  /** The same for bytes that can no longer be refused. */
  keep(bytes: number): void {
    if (bytes === this.#bytes) return;
    this.#held.count(this.#kind, this.#peer, bytes - this.#bytes);
    this.#bytes = bytes;
  }

  /** The bytes count for another peer from now on: the connection has signed in. */
  passTo(peer: Peer): void {
    const bytes = this.#bytes;
    this.keep(0);
    this.#peer = peer;
    this.keep(bytes);
  }

  release(): void {
    this.keep(0);
  }

  [Symbol.dispose](): void {
    this.release();
  }
}
