import type { ExtUserId } from '@palaver/protocol/ids';
import type { Bus, PresenceEvent } from '../bus/bus.ts';
import type { Companions } from '../domain/records/memberships-of-user.ts';
import { Batcher, type BatchOutcome } from '../platform/batcher.ts';
import { getOrInsert } from '../platform/get-or-insert.ts';
import type { Log } from '../platform/log.ts';
import { encodeFrame } from './frames.ts';
import { OnlineUsers } from './online-users.ts';

/** A connection that watches users. */
export interface Watcher {
  readonly extUserId: ExtUserId;
  /** Whether the policy shows the user the `user_id`s of others. */
  readonly seesUserIds: boolean;
  push: (frame: Buffer) => void;
}

/** A user goes offline this long after their last connection closed, so reloading a page shows no absence. */
const GRACE_MS = 3_000;
/** Most users of one lookup of watchers. */
const MAX_NOTIFIED = 100;
/** Pause before a failed lookup is retried. */
const RETRY_MS = 1_000;

export interface PresenceParts {
  bus: Bus;
  log: Log;
  /** Resolves to those of the pairs that share a thread. */
  findCompanions: (pairs: Companions[]) => Promise<Companions[]>;
  /** Whether delivery to connections is paused. */
  isPaused: () => boolean;
}

/**
 * Tracks which users are online, that is, have a connection to any node (`OnlineUsers`), and notifies those who watch them.
 * Nothing is stored.
 *
 * Before watchers are notified of a user, the database is asked whether they still share a thread with the user. Those who
 * do not are removed as watchers. The same happens when a user leaves a thread; watchers who then share no thread with the
 * user are sent `is_online: false`.
 */
export class Presence {
  readonly #parts: PresenceParts;
  readonly #online: OnlineUsers;
  /** How many connections each user has to this node. */
  readonly #here = new Map<ExtUserId, number>();
  readonly #leaving = new Map<ExtUserId, NodeJS.Timeout>();
  /** The watchers of each user, with the value of `#lookups` when they started. */
  readonly #watchers = new Map<ExtUserId, Map<Watcher, number>>();
  #lookups = 0;
  /** Users who came or went, and users who left a thread, since their watchers were last notified. */
  readonly #changed = new Set<ExtUserId>();
  readonly #parted = new Set<ExtUserId>();
  /** The users of both sets. */
  readonly #due: Batcher<ExtUserId>;

  constructor(parts: PresenceParts) {
    this.#parts = parts;
    this.#online = new OnlineUsers({
      publish: (event) => parts.bus.publish(event),
      changed: (user) => this.#notifyLater(user, this.#changed),
    });
    this.#due = new Batcher({
      maxBatch: MAX_NOTIFIED,
      handle: (users) => this.#notifyAll(users),
      failed: (error) => parts.log.warn({ err: error }, 'looking up the watchers of a user failed'),
      retryMs: RETRY_MS,
    });
  }

  arrive(user: ExtUserId): void {
    this.#here.set(user, (this.#here.get(user) ?? 0) + 1);
    clearTimeout(this.#leaving.get(user));
    this.#leaving.delete(user);
    this.#online.add(user);
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
      this.#online.remove(user);
    }, GRACE_MS);
    this.#leaving.set(user, timer.unref());
  }

  isOnline(user: ExtUserId): boolean {
    return this.#online.has(user);
  }

  watch(watcher: Watcher, users: Iterable<ExtUserId>): void {
    for (const user of users) getOrInsert(this.#watchers, user, () => new Map()).set(watcher, this.#lookups);
  }

  unwatch(watcher: Watcher, users: Iterable<ExtUserId>): void {
    for (const user of users) {
      const watchers = this.#watchers.get(user);
      watchers?.delete(watcher);
      if (watchers?.size === 0) this.#watchers.delete(user);
    }
  }

  /** Handles an event about the users of a node, including this one. */
  receive(event: PresenceEvent): void {
    this.#online.receive(event, performance.now());
  }

  /** Sends heartbeats, and forgets the users of silent nodes. Call it about every second. */
  tick(): void {
    this.#online.tick(performance.now(), this.#parts.bus.silenceMs());
  }

  /** Handles the news that users have left a thread. */
  parted(users: readonly ExtUserId[]): void {
    for (const user of users) this.#notifyLater(user, this.#parted);
  }

  /** Announces that all users of this node are offline. Resolves when the current lookup has ended. */
  async close(): Promise<void> {
    for (const timer of this.#leaving.values()) clearTimeout(timer);
    this.#online.close();
    await this.#due.close();
  }

  #notifyLater(user: ExtUserId, reason: Set<ExtUserId>): void {
    if (!this.#watchers.has(user)) return;
    reason.add(user);
    this.#due.add(user);
  }

  async #notifyAll(users: readonly ExtUserId[]): Promise<BatchOutcome> {
    const due = users.map((user) => ({
      user,
      hasChanged: this.#changed.delete(user),
      hasParted: this.#parted.delete(user),
    }));
    this.#lookups += 1;
    let isKnown = false;
    try {
      const companions = await this.#findCompanions(users);
      if (this.#parts.isPaused()) return 'retry';
      isKnown = true;
      for (const one of due) this.#notify(one, companions.get(one.user) ?? new Set());
      return 'done';
    } finally {
      for (const { user, hasChanged, hasParted } of isKnown ? [] : due) {
        if (hasChanged) this.#changed.add(user);
        if (hasParted) this.#parted.add(user);
      }
    }
  }

  /** For each user, those of their watchers who share a thread with them. */
  async #findCompanions(users: readonly ExtUserId[]): Promise<Map<ExtUserId, Set<ExtUserId>>> {
    const pairs = users.flatMap((other) => {
      const watchers = new Set([...(this.#watchers.get(other)?.keys() ?? [])].map((one) => one.extUserId));
      return [...watchers].map((user) => ({ user, other }));
    });
    const found = Map.groupBy(await this.#parts.findCompanions(pairs), ({ other }) => other);
    return new Map([...found].map(([other, some]) => [other, new Set(some.map(({ user }) => user))]));
  }

  #notify(
    { user, hasChanged, hasParted }: { user: ExtUserId; hasChanged: boolean; hasParted: boolean },
    companions: ReadonlySet<ExtUserId>,
  ): void {
    const frameOf = (isOnline: boolean) =>
      encodeFrame({ type: 'presence', ext_user_id: user, is_online: isOnline });
    const present = frameOf(this.isOnline(user));
    const away = frameOf(false);
    for (const [watcher, since] of this.#watchers.get(user) ?? []) {
      // A watcher who started after this lookup got the present state, and was checked, at that time.
      if (since >= this.#lookups) continue;
      if (companions.has(watcher.extUserId)) {
        if (hasChanged) watcher.push(present);
        continue;
      }
      this.unwatch(watcher, [user]);
      if (hasParted) watcher.push(away);
    }
  }
}
