import { setTimeout as sleep } from 'node:timers/promises';
import type { ExtUserId } from '@palaver/protocol/ids';
import { findProfiles, type ProfileWithThreads, pageThreadsOf } from '../domain/records/profiles.ts';
import type { FairQueue } from '../platform/fair-queue.ts';
import type { Log } from '../platform/log.ts';
import type { Database } from '../storage/database.ts';
import type { FanOut } from './fan-out.ts';
import { encodeFrame } from './frames.ts';
import { PEOPLE } from './people.ts';
import type { Watcher } from './presence.ts';

/** Users of one look, and threads of each. */
const MAX_USERS = 50;
const MAX_THREADS = 1_000;
/** It is told once more after so long: what was read before the change, and is handed on after it, shows how it was. */
const AGAIN_MS = 2_000;
/** Looks for profiles take turns with those of users. */
const OWNER = 'profiles';
/** So long after a look that has failed there is another. */
const RETRY_MS = 1_000;

export interface ProfilesParts {
  db: Database;
  log: Log;
  fanOut: FanOut;
  looks: FairQueue;
  connections: { of: (user: ExtUserId) => Iterable<Watcher> };
}

/**
 * Tells connections how somebody is shown now: their own, and those in threads that they are in or have been in. As they
 * are when it is looked at, so of several changes the last one counts, and to say it again harms nobody. Nothing is stored:
 * who was not connected asks again.
 */
export class Profiles {
  readonly #parts: ProfilesParts;
  readonly #changed = new Set<ExtUserId>();
  /** Of whom it is told once more, and when; the next one first. */
  readonly #again = new Map<ExtUserId, number>();
  readonly #closing = new AbortController();
  #telling: Promise<void> | undefined;
  #repeating: Promise<void> | undefined;

  constructor(parts: ProfilesParts) {
    this.#parts = parts;
  }

  heard(user: ExtUserId): void {
    this.#changed.add(user);
    this.#again.delete(user);
    this.#again.set(user, performance.now() + AGAIN_MS);
    this.#telling ??= this.#tellAll();
    this.#repeating ??= this.#repeat();
  }

  /** Resolves when nothing is read any more. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all([this.#telling, this.#repeating]);
  }

  /** Never rejects. */
  async #tellAll(): Promise<void> {
    const { log, fanOut } = this.#parts;
    const { signal } = this.#closing;
    while (this.#changed.size > 0 && !signal.aborted) {
      const users = [...this.#changed].slice(0, MAX_USERS);
      for (const user of users) this.#changed.delete(user);
      let shown: ProfileWithThreads[] | undefined;
      try {
        shown = await this.#look(users);
      } catch (error) {
        log.warn({ err: error }, 'reading profiles for connections failed');
      }
      if (shown !== undefined && !fanOut.isPaused) {
        for (const one of shown) this.#tell(one);
        continue;
      }
      for (const user of users) this.#changed.add(user);
      await this.#pause(RETRY_MS);
    }
    this.#telling = undefined;
  }

  /** Never rejects. */
  async #repeat(): Promise<void> {
    for (const [user, dueAt] of this.#again) {
      const inMs = dueAt - performance.now();
      if (inMs > 0) await this.#pause(inMs);
      if (this.#closing.signal.aborted) return;
      // Whoever has changed once more meanwhile is due later.
      if (this.#again.get(user) !== dueAt) continue;
      this.#again.delete(user);
      this.#changed.add(user);
      this.#telling ??= this.#tellAll();
    }
    this.#repeating = undefined;
  }

  /** Them, and all of their threads that somebody listens to. */
  async #look(users: readonly ExtUserId[]): Promise<ProfileWithThreads[]> {
    const { db, fanOut, looks } = this.#parts;
    const shown = await looks.run(OWNER, () => findProfiles(db, users, MAX_THREADS));
    for (const { peer, threadIds } of shown) {
      let page = threadIds;
      while (page.length === MAX_THREADS) {
        const next = { lastId: page.at(-1) ?? '0', limit: MAX_THREADS };
        page = await looks.run(OWNER, () => pageThreadsOf(db, peer.ext_user_id, next));
        threadIds.push(...page.filter((threadId) => fanOut.isHeard(threadId)));
      }
    }
    return shown;
  }

  #tell({ peer, threadIds }: ProfileWithThreads): void {
    const { fanOut } = this.#parts;
    const watchers = new Set<Watcher>(this.#parts.connections.of(peer.ext_user_id));
    for (const threadId of threadIds) {
      for (const subscriber of fanOut.liveIn(threadId)) {
        if (subscriber.extUserId !== peer.ext_user_id) watchers.add(subscriber);
      }
    }
    const whole = encodeFrame({ type: 'user.updated', user: peer });
    const user = PEOPLE.inProfile.without(peer, ({ type }) => type === 'user');
    const withoutId = encodeFrame({ type: 'user.updated', user });
    for (const watcher of watchers) {
      const isShown = watcher.seesUserIds || watcher.extUserId === peer.ext_user_id;
      watcher.push(isShown ? whole : withoutId);
    }
  }

  async #pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#closing.signal }).catch(() => {});
  }
}
