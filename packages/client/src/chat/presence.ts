import { MAX_WATCHED } from '../api.ts';
import { PalaverError } from '../error.ts';
import { wait } from '../http/wait.ts';
import { type Readable, Store } from './store.ts';

/** Whether somebody is online, as the server has said. */
export interface PresenceOf {
  ext_user_id: string;
  is_online: boolean;
}

interface User {
  isOnline: Store<boolean>;
  shown: Readable<boolean>;
}

const RETRY_MS = 1_000;

/**
 * Who is online, of those who were asked about. The server tells of 500 at a time: when there are more, somebody to whom
 * nobody is subscribed makes room, who was asked about longest ago, and counts as away until they are asked about again.
 */
export class Presence {
  /** Replaces the list of who is told about; resolves to how they are now. */
  readonly #watch: (users: string[]) => Promise<PresenceOf[]>;
  readonly #users = new Map<string, User>();
  /** Who the server is to tell about, the one who was asked about longest ago first. */
  readonly #watched = new Set<string>();
  #isScheduled = false;

  constructor(watch: (users: string[]) => Promise<PresenceOf[]>) {
    this.#watch = watch;
  }

  /** The same object for the same user. Throws a RangeError when everybody who is told about has subscribers. */
  of(id: string): Readable<boolean> {
    const user = this.#users.get(id) ?? this.#add(id);
    this.#ask(id);
    return user.shown;
  }

  take({ ext_user_id, is_online }: PresenceOf): void {
    if (this.#watched.has(ext_user_id)) this.#users.get(ext_user_id)?.isOnline.set(is_online);
  }

  /** The connection is another one, which does not know who is watched. */
  watchAgain(): void {
    if (this.#isScheduled || this.#watched.size === 0) return;
    this.#isScheduled = true;
    // Who is asked about in one turn goes in one frame: a list of contacts would reach the rate limit otherwise.
    setTimeout(() => {
      this.#isScheduled = false;
      void this.#tell();
    }, 0);
  }

  #add(id: string): User {
    const isOnline = new Store(false);
    const subscribe: Readable<boolean>['subscribe'] = (run) => {
      this.#ask(id);
      return isOnline.subscribe(run);
    };
    const user = { isOnline, shown: { getSnapshot: isOnline.getSnapshot, subscribe } };
    this.#users.set(id, user);
    return user;
  }

  #ask(id: string): void {
    if (this.#watched.has(id)) return;
    if (this.#watched.size === MAX_WATCHED) this.#makeRoom();
    this.#watched.add(id);
    this.watchAgain();
  }

  #makeRoom(): void {
    for (const id of this.#watched) {
      const isOnline = this.#users.get(id)?.isOnline;
      if (isOnline?.isWatched) continue;
      this.#watched.delete(id);
      isOnline?.set(false);
      return;
    }
    throw new RangeError(`the presence of ${MAX_WATCHED} users is shown: unsubscribe from others first`);
  }

  async #tell(): Promise<void> {
    try {
      for (const presence of await this.#watch([...this.#watched])) this.take(presence);
    } catch (error) {
      // Without a connection the next one is told; what the server refuses for now it takes a little later.
      if (!(error instanceof PalaverError) || !error.retryable || error.code === 'network') return;
      await wait(RETRY_MS);
      this.watchAgain();
    }
  }
}
