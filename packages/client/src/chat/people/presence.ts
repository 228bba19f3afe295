import { MAX_WATCHED } from '../../api.ts';
import { PalaverError } from '../../error.ts';
import { wait } from '../../http/wait.ts';
import { type Readable, Store } from '../state/store.ts';

/** Whether a user is online. */
export interface UserPresence {
  ext_user_id: string;
  is_online: boolean;
}

interface WatchedUser {
  isOnline: Store<boolean>;
  /** The same value, for callers: subscribing also watches the user again. */
  readable: Readable<boolean>;
}

const RETRY_MS = 1_000;

/**
 * Watches which users are online. The server allows 500 watched users at a time. For one more, the user without
 * subscribers who was requested longest ago is dropped, and counts as offline until requested again.
 */
export class Presence {
  /** Replaces the list of watched users. Resolves to their current presence. */
  readonly #sendWatch: (users: string[]) => Promise<UserPresence[]>;
  readonly #users = new Map<string, WatchedUser>();
  /** The watched users, by time of request. */
  readonly #watched = new Set<string>();
  #isScheduled = false;

  constructor(watch: (users: string[]) => Promise<UserPresence[]>) {
    this.#sendWatch = watch;
  }

  /** Returns the same object for the same user. Throws a RangeError if all watched users have subscribers. */
  of(id: string): Readable<boolean> {
    const user = this.#users.get(id) ?? this.#add(id);
    this.#watch(id);
    return user.readable;
  }

  update({ ext_user_id, is_online }: UserPresence): void {
    if (this.#watched.has(ext_user_id)) this.#users.get(ext_user_id)?.isOnline.set(is_online);
  }

  /** Sends the list of watched users. Call this after a reconnect: the server forgets the list with the connection. */
  watchAgain(): void {
    if (this.#isScheduled || this.#watched.size === 0) return;
    this.#isScheduled = true;
    // Requests of one turn share a frame. Otherwise a list of contacts would reach the rate limit.
    setTimeout(() => {
      this.#isScheduled = false;
      void this.#sendWatched();
    }, 0);
  }

  #add(id: string): WatchedUser {
    const isOnline = new Store(false);
    const subscribe: Readable<boolean>['subscribe'] = (run) => {
      this.#watch(id);
      return isOnline.subscribe(run);
    };
    const user = { isOnline, readable: { getSnapshot: isOnline.getSnapshot, subscribe } };
    this.#users.set(id, user);
    return user;
  }

  #watch(id: string): void {
    if (this.#watched.has(id)) return;
    if (this.#watched.size === MAX_WATCHED) this.#dropOldest();
    this.#watched.add(id);
    this.watchAgain();
  }

  #dropOldest(): void {
    for (const id of this.#watched) {
      const isOnline = this.#users.get(id)?.isOnline;
      if (isOnline?.hasSubscribers) continue;
      this.#watched.delete(id);
      isOnline?.set(false);
      return;
    }
    throw new RangeError(`at most ${MAX_WATCHED} users can be watched: unsubscribe from others first`);
  }

  async #sendWatched(): Promise<void> {
    try {
      for (const presence of await this.#sendWatch([...this.#watched])) this.update(presence);
    } catch (error) {
      // After a lost connection, the next one sends the list. A rate limit is worth a retry.
      if (!(error instanceof PalaverError) || !error.retryable || error.code === 'network') return;
      await wait(RETRY_MS);
      this.watchAgain();
    }
  }
}
