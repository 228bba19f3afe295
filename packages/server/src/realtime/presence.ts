import { randomUUID } from 'node:crypto';
import type { ExtUserId } from '@palaver/protocol/ids';
import type { Bus, BusEvent } from '../bus/bus.ts';
import type { Companions } from '../domain/records/memberships-of-user.ts';
import { Batcher, type BatchOutcome } from '../platform/batcher.ts';
import { getOrMake } from '../platform/get-or-make.ts';
import type { Log } from '../platform/log.ts';
import { encodeFrame } from './frames.ts';

/** Who wants to know. */
export interface Watcher {
  readonly extUserId: ExtUserId;
  /** Whether the policy shows the user the `user_id`s of others. */
  readonly seesUserIds: boolean;
  push: (frame: Buffer) => void;
}

type PresenceEvent = Extract<BusEvent, { type: 'presence' }>;

/** Who goes has so long to come back before anybody is told: a page that is loaded again is no absence. */
const GRACE_MS = 3_000;
/** Each node says so often who is connected to it, in case the bus has lost it. */
const ANNOUNCE_MS = 15_000;
/** Of a node that has said nothing for so long nobody is online. */
const EXPIRY_MS = 45_000;
/** Most users of one announcement. */
const MAX_USERS = 1_000;
/** Most users whose watchers are looked at together. */
const MAX_TOLD = 100;
/** So long after a look that has failed there is another. */
const RETRY_MS = 1_000;

export interface PresenceParts {
  bus: Bus;
  log: Log;
  /** Which of these pairs share a thread. */
  findCompanions: (pairs: Companions[]) => Promise<Companions[]>;
  /** Nothing is handed on to connections now. */
  isPaused: () => boolean;
}

/**
 * Who is online: has a connection to any node. Nodes tell one another by the bus, each of its own; nothing is stored.
 *
 * Each time that somebody is told of a user, the database says first whether the two still share a thread: whoever does not
 * is told no more. When a log says that somebody has left a thread, it is looked at as well, and to those who share none
 * with them any more they are away from then on.
 */
export class Presence {
  readonly #bus: Bus;
  readonly #parts: PresenceParts;
  readonly #node = randomUUID();
  /** Connections to this node. */
  readonly #here = new Map<ExtUserId, number>();
  readonly #leaving = new Map<ExtUserId, NodeJS.Timeout>();
  /** Until when a user is online by the word of each node. */
  readonly #online = new Map<ExtUserId, Map<string, number>>();
  /** Who watches a user, and how many looks at watchers there had been when they began to. */
  readonly #watchers = new Map<ExtUserId, Map<Watcher, number>>();
  #looks = 0;
  /** Those who have come or gone, and those who have left a thread, since watchers were told. */
  readonly #changed = new Set<ExtUserId>();
  readonly #parted = new Set<ExtUserId>();
  /** The users of both. */
  readonly #due: Batcher<ExtUserId>;
  #announcedAt = 0;

  constructor(parts: PresenceParts) {
    this.#parts = parts;
    this.#bus = parts.bus;
    this.#due = new Batcher({
      maxBatch: MAX_TOLD,
      handle: (users) => this.#tellAll(users),
      failed: (error) => parts.log.warn({ err: error }, 'looking at who may be told of somebody failed'),
      retryMs: RETRY_MS,
    });
  }

  arrive(user: ExtUserId): void {
    this.#here.set(user, (this.#here.get(user) ?? 0) + 1);
    clearTimeout(this.#leaving.get(user));
    if (!this.#leaving.delete(user)) this.#announce([user], []);
  }

  leave(user: ExtUserId): void {
    const left = (this.#here.get(user) ?? 0) - 1;
    if (left > 0) {
      this.#here.set(user, left);
      return;
    }
    this.#here.delete(user);
    const timer = setTimeout(() => {
      this.#leaving.delete(user);
      this.#announce([], [user]);
    }, GRACE_MS);
    this.#leaving.set(user, timer.unref());
  }

  isOnline(user: ExtUserId): boolean {
    const now = performance.now();
    return [...(this.#online.get(user)?.values() ?? [])].some((until) => until > now);
  }

  watch(watcher: Watcher, users: Iterable<ExtUserId>): void {
    for (const user of users) getOrMake(this.#watchers, user, () => new Map()).set(watcher, this.#looks);
  }

  unwatch(watcher: Watcher, users: Iterable<ExtUserId>): void {
    for (const user of users) {
      const watchers = this.#watchers.get(user);
      watchers?.delete(watcher);
      if (watchers?.size === 0) this.#watchers.delete(user);
    }
  }

  /** What a node has said, this one too. */
  heard({ node, online, offline }: PresenceEvent): void {
    const until = performance.now() + EXPIRY_MS;
    for (const user of online) {
      const before = this.isOnline(user);
      getOrMake(this.#online, user, () => new Map()).set(node, until);
      if (!before) this.#tellLater(user, this.#changed);
    }
    for (const user of offline) this.#forget(user, node);
  }

  /** To be called every second or so: announces who is here, and forgets what nobody has said again. */
  tick(): void {
    const now = performance.now();
    if (now - this.#announcedAt < ANNOUNCE_MS) return;
    this.#announcedAt = now;
    this.#announce([...this.#here.keys(), ...this.#leaving.keys()], []);
    for (const [user, nodes] of this.#online) {
      for (const [node, until] of nodes) if (until <= now) this.#forget(user, node);
    }
  }

  /** These have left a thread. */
  parted(users: readonly ExtUserId[]): void {
    for (const user of users) this.#tellLater(user, this.#parted);
  }

  /** Everybody here goes, and this node with them. Resolves when nothing is read any more. */
  async close(): Promise<void> {
    for (const timer of this.#leaving.values()) clearTimeout(timer);
    this.#announce([], [...this.#here.keys(), ...this.#leaving.keys()]);
    await this.#due.close();
  }

  #forget(user: ExtUserId, node: string): void {
    const nodes = this.#online.get(user);
    if (nodes === undefined || !nodes.delete(node)) return;
    if (nodes.size === 0) this.#online.delete(user);
    if (!this.isOnline(user)) this.#tellLater(user, this.#changed);
  }

  #tellLater(user: ExtUserId, reason: Set<ExtUserId>): void {
    if (!this.#watchers.has(user)) return;
    reason.add(user);
    this.#due.add(user);
  }

  async #tellAll(users: readonly ExtUserId[]): Promise<BatchOutcome> {
    const due = users.map((user) => ({
      user,
      hasChanged: this.#changed.delete(user),
      hasParted: this.#parted.delete(user),
    }));
    this.#looks += 1;
    let isKnown = false;
    try {
      const companions = await this.#findCompanions(users);
      if (this.#parts.isPaused()) return 'retry';
      isKnown = true;
      for (const one of due) this.#tell(one, companions.get(one.user) ?? new Set());
      return 'done';
    } finally {
      for (const { user, hasChanged, hasParted } of isKnown ? [] : due) {
        if (hasChanged) this.#changed.add(user);
        if (hasParted) this.#parted.add(user);
      }
    }
  }

  /** Of each of these users the watchers who share a thread with them. */
  async #findCompanions(users: readonly ExtUserId[]): Promise<Map<ExtUserId, Set<ExtUserId>>> {
    const pairs = users.flatMap((other) => {
      const watchers = new Set([...(this.#watchers.get(other)?.keys() ?? [])].map((one) => one.extUserId));
      return [...watchers].map((user) => ({ user, other }));
    });
    const found = Map.groupBy(await this.#parts.findCompanions(pairs), ({ other }) => other);
    return new Map([...found].map(([other, some]) => [other, new Set(some.map(({ user }) => user))]));
  }

  #tell(
    { user, hasChanged, hasParted }: { user: ExtUserId; hasChanged: boolean; hasParted: boolean },
    companions: ReadonlySet<ExtUserId>,
  ): void {
    const frameOf = (isOnline: boolean) =>
      encodeFrame({ type: 'presence', ext_user_id: user, is_online: isOnline });
    const present = frameOf(this.isOnline(user));
    const away = frameOf(false);
    for (const [watcher, since] of this.#watchers.get(user) ?? []) {
      // Whoever has begun since this look was told then how it is, and that they may.
      if (since >= this.#looks) continue;
      if (companions.has(watcher.extUserId)) {
        if (hasChanged) watcher.push(present);
        continue;
      }
      this.unwatch(watcher, [user]);
      if (hasParted) watcher.push(away);
    }
  }

  #announce(online: readonly ExtUserId[], offline: readonly ExtUserId[]): void {
    const count = Math.max(online.length, offline.length);
    for (let from = 0; from < count; from += MAX_USERS) {
      const part = (users: readonly ExtUserId[]) => users.slice(from, from + MAX_USERS);
      this.#bus.publish({
        type: 'presence',
        node: this.#node,
        online: part(online),
        offline: part(offline),
      });
    }
  }
}
