import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ExtUserId } from '@palaver/protocol/ids';
import { findShownUsers } from '../domain/members/queries.ts';
import type { Realtime } from './realtime.ts';

/** Most users of one look. */
const MAX_USERS = 100;

/**
 * Tells connections how somebody is shown now, with whom they share a thread or have shared one: as they are when it is
 * looked at, so of several changes the last one counts. Nothing is stored: who was not connected asks for the members again.
 */
export class Profiles {
  readonly #realtime: Pick<Realtime, 'db' | 'log' | 'fanOut' | 'read'>;
  readonly #changed = new Set<ExtUserId>();
  #telling: Promise<void> | undefined;

  constructor(realtime: Pick<Realtime, 'db' | 'log' | 'fanOut' | 'read'>) {
    this.#realtime = realtime;
  }

  heard(user: ExtUserId): void {
    this.#changed.add(user);
    // After this turn, in which more may be heard.
    this.#telling ??= nextTurn().then(() => this.#tellAll());
  }

  /** Resolves when nothing is read any more. */
  async close(): Promise<void> {
    this.#changed.clear();
    await this.#telling;
  }

  async #tellAll(): Promise<void> {
    const { db, log, fanOut, read } = this.#realtime;
    while (this.#changed.size > 0) {
      const users = [...this.#changed].slice(0, MAX_USERS);
      for (const user of users) this.#changed.delete(user);
      try {
        for (const { peer, threadIds } of await read(() => findShownUsers(db, users)))
          fanOut.tellOnce(threadIds, { type: 'user.updated', user: peer });
      } catch (error) {
        log.warn({ err: error }, 'reading profiles for connections failed');
      }
    }
    this.#telling = undefined;
  }
}
