import { hash, randomUUID } from 'node:crypto';
import type { ExtUserId } from '@palaver/protocol/ids';
import type { PresenceEvent } from '../bus/bus.ts';
import { getOrInsert } from '../platform/get-or-insert.ts';

/** A heartbeat is sent at every second tick, that is, about every two seconds. */
const TICKS_PER_HEARTBEAT = 2;
/**
 * A node counts as crashed when three of its heartbeats are missing. The next tick notices this: within 10 seconds of the
 * crash, even if ticks are late.
 */
const EXPIRY_MS = 7_000;
/**
 * The bus is away when not even this node's own heartbeats have come back for this long. The silence of other nodes means nothing
 * then, but only for a minute: who is online when the bus is away for longer is not known.
 */
const BUS_AWAY_MS = 3_500;
const MAX_BUS_AWAY_MS = 60_000;
/** A longer pause between two ticks means that this process has stalled. */
const MAX_TICK_GAP_MS = 2_000;
/** This many heartbeats in a row must disagree before a snapshot is requested: a single one may have overtaken a change. */
const MAX_DISAGREEMENTS = 2;
/** Least time between two snapshots of this node. */
const SNAPSHOT_MS = 3_000;
/** Most users of one event. */
const MAX_USERS = 1_000;
/** More nodes than any installation has: a stranger could invent any number. */
const MAX_NODES = 1_000;

/** Digests are sums modulo this number, so each intermediate result is a safe integer. */
const DIGESTS = 2 ** 52;
const HEX_DIGITS = 13;

/** Users with a digest that depends on who they are, but not on the order in which they came. */
class UserSet {
  readonly #users = new Set<ExtUserId>();
  digest = 0;

  get size(): number {
    return this.#users.size;
  }

  has(user: ExtUserId): boolean {
    return this.#users.has(user);
  }

  /** Users may be deleted while this is iterated. */
  values(): Iterable<ExtUserId> {
    return this.#users;
  }

  /** Returns whether the user is new. */
  add(user: ExtUserId): boolean {
    if (this.#users.has(user)) return false;
    this.#users.add(user);
    this.digest = (this.digest + digestOf(user)) % DIGESTS;
    return true;
  }

  /** Returns whether the user was there. */
  delete(user: ExtUserId): boolean {
    if (!this.#users.delete(user)) return false;
    this.digest = (this.digest + DIGESTS - digestOf(user)) % DIGESTS;
    return true;
  }
}

const digestOf = (user: ExtUserId) => Number.parseInt(hash('sha256', user).slice(0, HEX_DIGITS), 16);

/** What this node knows of another one. */
interface OtherNode {
  readonly users: UserSet;
  /** When its last event arrived, on the clock without stalls. */
  heardAt: number;
  /** How many of its heartbeats in a row have disagreed with `users`. */
  disagreements: number;
  /** Whether it has closed. It is remembered until it expires, because the bus may deliver older events of it later. */
  hasEnded: boolean;
}

export interface OnlineUsersParts {
  publish: (event: PresenceEvent) => void;
  /** Called when a user has come online or gone offline, over all nodes. */
  changed: (user: ExtUserId) => void;
}

/**
 * The users with a connection to any node. Each node announces the changes of its own users on the bus. The others keep a copy
 * of its users, and compare it with the digest in each of its heartbeats, because the bus may lose, repeat and reorder events. If a
 * copy disagrees, its keeper requests a snapshot. Each part of a snapshot is correct without the others: it lists all users
 * in a range of ids, so it also removes those whose `offline` was lost.
 *
 * A node without heartbeats expires with all its users. Time during which this process was stalled or the bus was away does not
 * count, because no heartbeats could arrive then.
 *
 * `now` is a monotonic time in milliseconds.
 */
export class OnlineUsers {
  readonly #parts: OnlineUsersParts;
  /** New for each start: users of the previous process are no longer connected. */
  readonly #node = randomUUID();
  readonly #here = new UserSet();
  readonly #others = new Map<string, OtherNode>();
  #ticks = 0;
  #tickedAt = 0;
  /** The clock without stalls, at the last tick. */
  #awakeMs = 0;
  #isSnapshotDue = false;
  #sentSnapshotAt = Number.NEGATIVE_INFINITY;
  #isClosed = false;

  constructor(parts: OnlineUsersParts) {
    this.#parts = parts;
  }

  has(user: ExtUserId): boolean {
    if (this.#here.has(user)) return true;
    for (const { users } of this.#others.values()) if (users.has(user)) return true;
    return false;
  }

  /** A user has a connection to this node. */
  add(user: ExtUserId): void {
    if (this.#addTo(this.#here, user)) this.#publish({ type: 'presence', online: [user], offline: [] });
  }

  /** A user no longer has a connection to this node. */
  remove(user: ExtUserId): void {
    if (this.#removeFrom(this.#here, user)) this.#publish({ type: 'presence', online: [], offline: [user] });
  }

  /** Handles an event of any node. This node learns nothing from its own events. */
  receive(event: PresenceEvent, now: number): void {
    if (event.type === 'presence.request') {
      if (event.node !== this.#node) return;
      this.#isSnapshotDue = true;
      this.#sendSnapshot(now);
    } else if (event.node !== this.#node) this.#learn(event, now);
  }

  /**
   * Sends heartbeats and due snapshots, and forgets silent nodes. Call it about every second. `busSilenceMs`: see
   * `Bus.silenceMs`.
   */
  tick(now: number, busSilenceMs: number): void {
    const awakeMs = this.#awakeAt(now);
    // After a stall, what the bus has carried meanwhile is not read yet.
    const stalledMs = now - this.#tickedAt - (awakeMs - this.#awakeMs);
    const silenceMs = busSilenceMs - stalledMs;
    const isBusAway = silenceMs > BUS_AWAY_MS && silenceMs < MAX_BUS_AWAY_MS;
    this.#awakeMs = awakeMs;
    this.#tickedAt = now;
    if (this.#ticks % TICKS_PER_HEARTBEAT === 0) {
      const { size, digest } = this.#here;
      this.#publish({ type: 'presence.heartbeat', count: size, digest });
    }
    this.#ticks += 1;
    this.#sendSnapshot(now);
    for (const [node, other] of this.#others) {
      if (isBusAway) other.heardAt = this.#awakeMs;
      if (this.#awakeMs - other.heardAt < EXPIRY_MS) continue;
      this.#others.delete(node);
      this.#empty(other.users);
    }
  }

  /** Announces that all users of this node are offline. */
  close(): void {
    this.#publish({ type: 'presence.end' });
    this.#isClosed = true;
  }

  #awakeAt(now: number): number {
    return this.#awakeMs + Math.min(now - this.#tickedAt, MAX_TICK_GAP_MS);
  }

  #learn(event: Exclude<PresenceEvent, { type: 'presence.request' }>, now: number): void {
    if (!this.#others.has(event.node) && this.#others.size >= MAX_NODES) return;
    const other = getOrInsert(this.#others, event.node, () => ({
      users: new UserSet(),
      heardAt: 0,
      // Of a new node, this node has heard no users yet: one disagreement is enough.
      disagreements: MAX_DISAGREEMENTS - 1,
      hasEnded: false,
    }));
    if (other.hasEnded) return;
    other.heardAt = this.#awakeAt(now);
    switch (event.type) {
      case 'presence':
        for (const user of event.online) this.#addTo(other.users, user);
        for (const user of event.offline) this.#removeFrom(other.users, user);
        break;
      case 'presence.heartbeat':
        this.#compare(other, event);
        break;
      case 'presence.snapshot':
        this.#replace(other.users, event);
        break;
      case 'presence.end':
        other.hasEnded = true;
        this.#empty(other.users);
    }
  }

  #compare(
    other: OtherNode,
    { node, count, digest }: Extract<PresenceEvent, { type: 'presence.heartbeat' }>,
  ): void {
    if (other.users.size === count && other.users.digest === digest) {
      other.disagreements = 0;
      return;
    }
    other.disagreements += 1;
    if (other.disagreements < MAX_DISAGREEMENTS) return;
    other.disagreements = 0;
    if (!this.#isClosed) this.#parts.publish({ type: 'presence.request', node });
  }

  #replace(
    known: UserSet,
    { after, upTo, users }: Extract<PresenceEvent, { type: 'presence.snapshot' }>,
  ): void {
    const online = new Set(users);
    for (const user of known.values()) {
      const isInRange = user > after && (upTo === null || user <= upTo);
      if (isInRange && !online.has(user)) this.#removeFrom(known, user);
    }
    for (const user of users) this.#addTo(known, user);
  }

  /** All nodes receive a snapshot, so one is enough for all that have requested it. */
  #sendSnapshot(now: number): void {
    if (!this.#isSnapshotDue || now - this.#sentSnapshotAt < SNAPSHOT_MS) return;
    this.#isSnapshotDue = false;
    this.#sentSnapshotAt = now;
    const all = [...this.#here.values()].sort();
    let after = '';
    for (let from = 0; from === 0 || from < all.length; from += MAX_USERS) {
      const users = all.slice(from, from + MAX_USERS);
      const isLast = from + MAX_USERS >= all.length;
      const upTo = isLast ? null : (users.at(-1) ?? null);
      this.#publish({ type: 'presence.snapshot', after, upTo, users });
      after = upTo ?? '';
    }
  }

  #addTo(users: UserSet, user: ExtUserId): boolean {
    const wasOnline = this.has(user);
    const isNew = users.add(user);
    if (!wasOnline) this.#parts.changed(user);
    return isNew;
  }

  #removeFrom(users: UserSet, user: ExtUserId): boolean {
    const wasThere = users.delete(user);
    if (wasThere && !this.has(user)) this.#parts.changed(user);
    return wasThere;
  }

  #empty(users: UserSet): void {
    for (const user of users.values()) this.#removeFrom(users, user);
  }

  /** Publishes an event about the users of this node. */
  #publish(event: WithoutNode<PresenceEvent>): void {
    if (!this.#isClosed) this.#parts.publish({ ...event, node: this.#node });
  }
}

/** Distributes over the union. */
type WithoutNode<Event> = Event extends unknown ? Omit<Event, 'node'> : never;
