import { randomUUID } from 'node:crypto';
import type { ExtUserId } from '@palaver/protocol/ids';
import type { Bus, News } from '../bus/bus.ts';
import { getOrMake } from '../platform/get-or-make.ts';
import { encodeFrame } from './frames.ts';

/** Who wants to know. */
export interface Watcher {
  push: (frame: Buffer) => void;
}

type PresenceNews = Extract<News, { type: 'presence' }>;

/** Who goes has so long to come back before anybody is told: a page that is loaded again is no absence. */
const GRACE_MS = 3_000;
/** Each node says so often who is connected to it, in case the bus has lost it. */
const ANNOUNCE_MS = 15_000;
/** Of a node that has said nothing for so long nobody is online. */
const EXPIRY_MS = 45_000;
/** Most users of one announcement. */
const MAX_USERS = 1_000;

/**
 * Who is online: has a connection to any node. Nodes tell one another by the bus, each of its own; nothing is stored.
 */
export class Presence {
  readonly #bus: Bus;
  readonly #node = randomUUID();
  /** Connections to this node. */
  readonly #here = new Map<ExtUserId, number>();
  readonly #leaving = new Map<ExtUserId, NodeJS.Timeout>();
  /** Until when a user is online by the word of each node. */
  readonly #online = new Map<ExtUserId, Map<string, number>>();
  readonly #watchers = new Map<ExtUserId, Set<Watcher>>();
  #announcedAt = 0;

  constructor(bus: Bus) {
    this.#bus = bus;
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
    for (const user of users) getOrMake(this.#watchers, user, () => new Set()).add(watcher);
  }

  unwatch(watcher: Watcher, users: Iterable<ExtUserId>): void {
    for (const user of users) {
      const watchers = this.#watchers.get(user);
      watchers?.delete(watcher);
      if (watchers?.size === 0) this.#watchers.delete(user);
    }
  }

  /** What a node has said, this one too. */
  heard({ node, online, offline }: PresenceNews): void {
    const until = performance.now() + EXPIRY_MS;
    for (const user of online) {
      const before = this.isOnline(user);
      getOrMake(this.#online, user, () => new Map()).set(node, until);
      if (!before) this.#tell(user, true);
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

  /** Everybody here goes, and this node with them. */
  close(): void {
    for (const timer of this.#leaving.values()) clearTimeout(timer);
    this.#announce([], [...this.#here.keys(), ...this.#leaving.keys()]);
  }

  #forget(user: ExtUserId, node: string): void {
    const nodes = this.#online.get(user);
    if (nodes === undefined || !nodes.delete(node)) return;
    if (nodes.size === 0) this.#online.delete(user);
    if (!this.isOnline(user)) this.#tell(user, false);
  }

  #tell(user: ExtUserId, isOnline: boolean): void {
    const watchers = this.#watchers.get(user);
    if (watchers === undefined) return;
    const frame = encodeFrame({ type: 'presence', ext_user_id: user, is_online: isOnline });
    for (const watcher of watchers) watcher.push(frame);
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
