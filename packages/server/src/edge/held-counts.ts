import { createHash, randomBytes } from 'node:crypto';

/** How many bytes are held, in all and for each peer. */
export interface HeldCounts {
  inAll: () => number;
  of: (peer: string) => number;
  /** A negative number gives bytes back. */
  add: (peer: string, bytes: number) => void;
}

/** The counts of a process that serves in one thread. */
export class ExactCounts implements HeldCounts {
  readonly #ofPeer = new Map<string, number>();
  #inAll = 0;

  inAll(): number {
    return this.#inAll;
  }

  of(peer: string): number {
    return this.#ofPeer.get(peer) ?? 0;
  }

  add(peer: string, bytes: number): void {
    const ofPeer = this.of(peer) + bytes;
    if (ofPeer === 0) this.#ofPeer.delete(peer);
    else this.#ofPeer.set(peer, ofPeer);
    this.#inAll += bytes;
  }
}

/** The memory in which serving threads count together. */
export interface SharedCountsMemory {
  counts: SharedArrayBuffer;
  /** Keys the hash, so that a client cannot choose an id that shares the counters of another peer. */
  key: Uint8Array;
}

/** Two for each peer: only a peer with which it shares both of them adds to its count. */
const ROWS = 2;
const ROW = 2 ** 14;
/** The counters of a thread. The last one is for all peers. */
const REGION = ROWS * ROW + 1;
const ALL = REGION - 1;
/** The unit of the shared counters, which have 32 bits each. */
const KIB = 1_024;

export function shareCounts(threads: number): SharedCountsMemory {
  const bytes = threads * REGION * Int32Array.BYTES_PER_ELEMENT;
  return { counts: new SharedArrayBuffer(bytes), key: randomBytes(16) };
}

/** Sets the counts of a thread to zero, once it has ended. `thread`: its number, from 1. */
export function clearCounts({ counts }: SharedCountsMemory, thread: number): void {
  const shared = new Int32Array(counts);
  for (let at = 0; at < REGION; at += 1) Atomics.store(shared, (thread - 1) * REGION + at, 0);
}

/**
 * The counts of one of several threads, together with those of the others. A thread writes only its own counters, and reads those of
 * all. There are as many counters as peers that may hold something at the same time, not as many as there are ids: a peer's are
 * chosen by a hash, and the smaller of the two counts (a count-min sketch; Cormode and Muthukrishnan, 2005).
 */
export class SharedCounts implements HeldCounts {
  readonly #shared: Int32Array;
  readonly #key: Uint8Array;
  readonly #start: number;
  /** In bytes; the shared ones are rounded up. */
  readonly #own = new Float64Array(REGION);

  /** `thread`: the number of this thread, from 1. */
  constructor({ counts, key }: SharedCountsMemory, thread: number) {
    this.#shared = new Int32Array(counts);
    this.#key = key;
    this.#start = (thread - 1) * REGION;
  }

  inAll(): number {
    return this.#sumAt(ALL);
  }

  of(peer: string): number {
    return Math.min(...this.#countersOf(peer).map((at) => this.#sumAt(at)));
  }

  add(peer: string, bytes: number): void {
    for (const at of [...this.#countersOf(peer), ALL]) {
      const own = (this.#own[at] ?? 0) + bytes;
      this.#own[at] = own;
      Atomics.store(this.#shared, this.#start + at, Math.ceil(own / KIB));
    }
  }

  #countersOf(peer: string): number[] {
    const hash = createHash('sha1').update(this.#key).update(peer).digest();
    return Array.from({ length: ROWS }, (_, row) => row * ROW + (hash.readUInt16BE(row * 2) % ROW));
  }

  #sumAt(counter: number): number {
    let sum = this.#own[counter] ?? 0;
    for (let at = counter; at < this.#shared.length; at += REGION)
      if (at !== this.#start + counter) sum += Atomics.load(this.#shared, at) * KIB;
    return sum;
  }
}
