import { setTimeout as sleep } from 'node:timers/promises';
import type { ExtUserId, ThreadId } from '@palaver/protocol/ids';
import { findPeer, pageThreadsOf } from '../domain/members/queries.ts';
import { encodeFrame } from './frames.ts';
import type { Watcher } from './presence.ts';
import type { Realtime } from './realtime.ts';

/** Threads of one look. */
const MAX_THREADS = 5_000;
/** It is told once more after so long: what was read before the change, and is handed on after it, shows how it was. */
const AGAIN_MS = 2_000;
/** So long after a look that has failed there is another. */
const RETRY_MS = 1_000;

type Parts = Pick<Realtime, 'db' | 'log' | 'fanOut' | 'read' | 'sessionsOf'>;

/**
 * Tells connections how somebody is shown now: their own, and those in threads that they are in or have been in. As they
 * are when it is looked at, so of several changes the last one counts, and to say it again harms nobody. Nothing is stored:
 * who was not connected asks again.
 */
export class Profiles {
  readonly #parts: Parts;
  readonly #changed = new Set<ExtUserId>();
  /** Of whom it is told once more, and when; the next one first. */
  readonly #again = new Map<ExtUserId, number>();
  readonly #closing = new AbortController();
  #telling: Promise<void> | undefined;
  #repeating: Promise<void> | undefined;

  constructor(parts: Parts) {
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
    for (const user of this.#changed) {
      while (fanOut.isPaused && !signal.aborted) await this.#pause(RETRY_MS);
      if (signal.aborted) return;
      this.#changed.delete(user);
      try {
        await this.#tell(user);
      } catch (error) {
        log.warn({ err: error }, 'reading a profile for connections failed');
        this.#changed.add(user);
        await this.#pause(RETRY_MS);
      }
    }
    this.#telling = undefined;
  }

  /** Never rejects. */
  async #repeat(): Promise<void> {
    for (const [user, dueAt] of this.#again) {
      await this.#pause(dueAt - performance.now());
      if (this.#closing.signal.aborted) return;
      // Whoever has changed once more meanwhile is due later.
      if (this.#again.get(user) !== dueAt) continue;
      this.#again.delete(user);
      this.#changed.add(user);
      this.#telling ??= this.#tellAll();
    }
    this.#repeating = undefined;
  }

  async #tell(user: ExtUserId): Promise<void> {
    const { db, fanOut, read } = this.#parts;
    const watchers = new Set<Watcher>(this.#parts.sessionsOf(user));
    let threadIds: ThreadId[] = [];
    do {
      const page = { lastId: threadIds.at(-1) ?? '0', limit: MAX_THREADS };
      threadIds = await read(() => pageThreadsOf(db, user, page));
      for (const threadId of threadIds) {
        for (const subscriber of fanOut.liveIn(threadId)) {
          if (subscriber.extUserId !== user) watchers.add(subscriber);
        }
      }
    } while (threadIds.length === MAX_THREADS);
    const peer = watchers.size === 0 ? undefined : await read(() => findPeer(db, user));
    if (peer === undefined) return;
    const frame = encodeFrame({ type: 'user.updated', user: peer });
    for (const watcher of watchers) watcher.push(frame);
  }

  async #pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#closing.signal }).catch(() => {});
  }
}
