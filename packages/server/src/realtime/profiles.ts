import { setTimeout as sleep } from 'node:timers/promises';
import type { ExtUserId } from '@palaver/protocol/ids';
import { findProfiles, type ProfileWithThreads, pageThreadsOf } from '../domain/records/profiles.ts';
import { Batcher, type BatchOutcome } from '../platform/batcher.ts';
import type { FairQueue } from '../platform/fair-queue.ts';
import type { Log } from '../platform/log.ts';
import type { Database } from '../storage/database.ts';
import type { FanOut } from './fan-out.ts';
import { encodeFrame } from './frames.ts';
import { PEOPLE } from './people.ts';
import type { Watcher } from './presence.ts';

/** Users of one read, and threads of each. */
const MAX_USERS = 50;
const MAX_THREADS = 1_000;
/** A changed profile is sent again after this time: an entry read before the change may have been delivered after it. */
const AGAIN_MS = 2_000;
/** Owner of these reads in the queue where users take turns. */
const OWNER = 'profiles';
/** Pause before a failed read is retried. */
const RETRY_MS = 1_000;

export interface ProfilesParts {
  db: Database;
  log: Log;
  fanOut: FanOut;
  reads: FairQueue;
  connections: { of: (user: ExtUserId) => Iterable<Watcher> };
}

/**
 * Sends changed profiles to the connections of the user, and to those in threads where the user is or was a member. A frame
 * shows the profile as read just before it is sent, so several changes may become one frame, and a repeated frame does no
 * harm. Nothing is stored: clients that were not connected fetch profiles anew.
 */
export class Profiles {
  readonly #parts: ProfilesParts;
  readonly #changed: Batcher<ExtUserId>;
  /** When each user's profile is to be sent again; the next one first. */
  readonly #again = new Map<ExtUserId, number>();
  readonly #closing = new AbortController();
  #repeating: Promise<void> | undefined;

  constructor(parts: ProfilesParts) {
    this.#parts = parts;
    this.#changed = new Batcher({
      maxBatch: MAX_USERS,
      handle: (users) => this.#notifyAll(users),
      failed: (error) => parts.log.warn({ err: error }, 'reading profiles for connections failed'),
      retryMs: RETRY_MS,
    });
  }

  changed(user: ExtUserId): void {
    this.#changed.add(user);
    this.#again.delete(user);
    this.#again.set(user, performance.now() + AGAIN_MS);
    this.#repeating ??= this.#repeat();
  }

  /** Resolves when the current read has ended. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all([this.#changed.close(), this.#repeating]);
  }

  async #notifyAll(users: readonly ExtUserId[]): Promise<BatchOutcome> {
    const shown = await this.#read(users);
    if (this.#parts.fanOut.isPaused) return 'retry';
    for (const one of shown) this.#notify(one);
    return 'done';
  }

  /** Never rejects. */
  async #repeat(): Promise<void> {
    const { signal } = this.#closing;
    for (const [user, dueAt] of this.#again) {
      const inMs = dueAt - performance.now();
      if (inMs > 0) await sleep(inMs, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      // After another change the user is due later.
      if (this.#again.get(user) !== dueAt) continue;
      this.#again.delete(user);
      this.#changed.add(user);
    }
    this.#repeating = undefined;
  }

  /** Reads the users, with all of their threads that have subscribers. */
  async #read(users: readonly ExtUserId[]): Promise<ProfileWithThreads[]> {
    const { db, fanOut, reads } = this.#parts;
    const shown = await reads.run(OWNER, () => findProfiles(db, users, MAX_THREADS));
    for (const { peer, threadIds } of shown) {
      let page = threadIds;
      while (page.length === MAX_THREADS) {
        const next = { lastId: page.at(-1) ?? '0', limit: MAX_THREADS };
        page = await reads.run(OWNER, () => pageThreadsOf(db, peer.ext_user_id, next));
        threadIds.push(...page.filter((threadId) => fanOut.hasSubscribers(threadId)));
      }
    }
    return shown;
  }

  #notify({ peer, threadIds }: ProfileWithThreads): void {
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
}
