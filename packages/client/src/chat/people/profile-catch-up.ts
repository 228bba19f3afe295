import type { ClientThread } from '../../api.ts';
import type { Rest } from '../connection/rest.ts';
import { persist } from '../state/persist.ts';
import type { Profile } from '../state/profile.ts';

/** Number of threads of the chat list whose profiles are fetched. */
const THREADS = 100;

/**
 * Fetches the profile changes in the chat list that were missed while the connection was lost. From the reconnect on,
 * `user.updated` frames bring changes.
 */
export class ProfileCatchUp {
  readonly #rest: Rest;
  readonly #update: (user: Profile) => void;
  /** Profiles from frames since the fetch began, which are newer than its response; undefined: no fetch is running. */
  #newer: Profile[] | undefined;

  constructor(rest: Rest, update: (user: Profile) => void) {
    this.#rest = rest;
    this.#update = update;
  }

  start(): void {
    const newer: Profile[] = [];
    this.#newer = newer;
    // Otherwise the connection was lost again, and the response is outdated.
    const isWanted = () => this.#newer === newer;
    const fetch = async () => {
      const threads = await this.#rest.first<ClientThread>('/threads', { limit: THREADS }, (page) => ({
        last_id: page.at(-1)?.list_position,
      }));
      if (!isWanted()) return;
      this.stop();
      const senders = threads.map(({ last_message }) => last_message?.sender);
      const users = senders.filter((sender) => sender?.type === 'user');
      for (const user of [...users, ...threads.map(({ peer }) => peer), ...newer])
        if (user) this.#update(user);
    };
    persist(fetch, isWanted).catch(() => {
      if (isWanted()) this.stop();
    });
  }

  /** Call this for each profile in a frame. */
  note(user: Profile): void {
    this.#newer?.push(user);
  }

  stop(): void {
    this.#newer = undefined;
  }
}
