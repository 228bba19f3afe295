import type { ExtUserId } from '@palaver/protocol/ids';
import { findCompanions } from '../domain/records/memberships-of-user.ts';
import type { Log } from '../platform/log.ts';
import type { Queryable } from '../storage/database.ts';
import type { ClientSocket } from './client-socket.ts';
import type { Presence, Watcher } from './presence.ts';

export interface WatchServices {
  db: Queryable;
  log: Log;
  presence: Presence;
}

/** The users whose presence a connection watches: those that its user shares a thread with. */
export class WatchedUsers {
  readonly #services: WatchServices;
  readonly #watcher: Watcher;
  readonly #socket: ClientSocket;
  #users: ReadonlySet<ExtUserId> = new Set();

  constructor(services: WatchServices, watcher: Watcher, socket: ClientSocket) {
    this.#services = services;
    this.#watcher = watcher;
    this.#socket = socket;
  }

  /** Watches these users instead of the former ones. Returns whether each is online. */
  async replace(named: readonly ExtUserId[]): Promise<{ ext_user_id: ExtUserId; is_online: boolean }[]> {
    const { presence } = this.#services;
    const users = [...new Set(named.map((id) => BigInt(id).toString() as ExtUserId))];
    const companions = await this.#companions(users);
    presence.unwatch(this.#watcher, this.#users);
    this.#users = companions;
    if (!this.#socket.isClosing) presence.watch(this.#watcher, companions);
    return users.map((id) => ({ ext_user_id: id, is_online: companions.has(id) && presence.isOnline(id) }));
  }

  /** The user has left a thread: reports watched users offline if they now share no thread with the user, and unwatches them. */
  async check(): Promise<void> {
    const watched = this.#users;
    if (watched.size === 0) return;
    const { presence, log } = this.#services;
    try {
      const companions = await this.#companions([...watched]);
      // A newer `watch` has already checked its users.
      if (this.#users !== watched) return;
      const lost = [...watched].filter((id) => !companions.has(id));
      this.#users = companions;
      presence.unwatch(this.#watcher, lost);
      for (const id of lost) this.#socket.send({ type: 'presence', ext_user_id: id, is_online: false });
    } catch (error) {
      log.warn({ err: error }, 'looking up watched users failed');
    }
  }

  end(): void {
    this.#services.presence.unwatch(this.#watcher, this.#users);
  }

  async #companions(users: readonly ExtUserId[]): Promise<Set<ExtUserId>> {
    const pairs = users.map((other) => ({ user: this.#watcher.extUserId, other }));
    return new Set((await findCompanions(this.#services.db, pairs)).map(({ other }) => other));
  }
}
