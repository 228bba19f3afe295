import { setTimeout as sleep } from 'node:timers/promises';
import { MAX_WAITING } from '@palaver/protocol/events';
import type { AppId } from '@palaver/protocol/ids';
import type { Log } from '../../../platform/log.ts';
import type { Queryable } from '../../../storage/database.ts';
import { findAppsWithEvents } from '../../records/events.ts';

/** How often the process looks for events that the bus did not announce: those of a relay in another process. */
const LOOK_MS = 500;
/** The shortest time between two looks of one request, so that a busy stream does not make it look all the time. */
const GAP_MS = 100;

/**
 * The pulls of this process that wait for events. The bus wakes those of an application (`wake`), and as long as any wait, one
 * statement every {@link LOOK_MS} looks for events of all their applications. A waiting pull holds no connection to the database.
 */
export class PullWaits {
  readonly #db: Queryable;
  readonly #log: Log;
  readonly #waiting = new Map<AppId, Set<PullWait>>();
  #timer: NodeJS.Timeout | undefined;
  #isLooking = false;
  #isClosed = false;

  constructor(db: Queryable, log: Log) {
    this.#db = db;
    this.#log = log;
  }

  /** How many pulls wait, or may wait. */
  get size(): number {
    return this.#waiting.values().reduce((sum, { size }) => sum + size, 0);
  }

  /**
   * Enters a pull before its first look, so that it misses no event. Undefined if the application has too many, or when the server
   * stops: the pull must not wait.
   */
  enter(appId: AppId, waitMs: number, signal: AbortSignal): PullWait | undefined {
    const others = this.#waiting.getOrInsertComputed(appId, () => new Set());
    if (this.#isClosed || others.size >= MAX_WAITING) return undefined;
    const wait = new PullWait(waitMs, signal, () => this.#leave(appId, wait));
    others.add(wait);
    this.#timer ??= setInterval(() => void this.#look(), LOOK_MS);
    return wait;
  }

  /** These applications have new events. */
  wake(apps: readonly AppId[]): void {
    for (const app of apps) for (const wait of this.#waiting.get(app) ?? []) wait.wake();
  }

  /** Ends all waits, now and from now on. */
  close(): void {
    this.#isClosed = true;
    for (const waits of this.#waiting.values()) for (const wait of waits) wait.end();
  }

  #leave(appId: AppId, wait: PullWait): void {
    const others = this.#waiting.get(appId);
    others?.delete(wait);
    if (others?.size === 0) this.#waiting.delete(appId);
    if (this.#waiting.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      const afters = this.#afters();
      if (afters.size > 0) this.wake(await findAppsWithEvents(this.#db, afters));
    } catch (error) {
      this.#log.debug({ err: error }, 'looking for events of waiting requests failed; retrying');
    } finally {
      this.#isLooking = false;
    }
  }

  /** By application, the lowest position after which a pull waits. (It has been woken for events up to those of the others.) */
  #afters(): Map<AppId, number> {
    const afters = new Map<AppId, number>();
    for (const [app, waits] of this.#waiting)
      for (const { after } of waits)
        if (after !== undefined) afters.set(app, Math.min(after, afters.get(app) ?? after));
    return afters;
  }
}

/** The wait of one pull: for an event, the end of its time, the end of its connection, or the stop of the server. */
export class PullWait implements Disposable {
  /** The position after which it waits; undefined while it looks. */
  after: number | undefined;
  readonly #signal: AbortSignal;
  readonly #leave: () => void;
  readonly #timer: NodeJS.Timeout;
  #isWoken = false;
  #isOver = false;
  #notify = () => {};

  constructor(waitMs: number, signal: AbortSignal, leave: () => void) {
    this.#signal = signal;
    this.#leave = leave;
    this.#timer = setTimeout(this.end, waitMs);
    signal.addEventListener('abort', this.end);
    if (signal.aborted) this.end();
  }

  wake(): void {
    this.#isWoken = true;
    this.#notify();
  }

  readonly end = (): void => {
    this.#isOver = true;
    this.#notify();
  };

  /** After a look up to this position: whether to look again, because there may be an event. */
  async isNext(after: number): Promise<boolean> {
    const lookedAt = performance.now();
    this.after = after;
    if (!this.#isWoken && !this.#isOver) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#notify = resolve;
      await promise;
    }
    const restMs = lookedAt + GAP_MS - performance.now();
    if (!this.#isOver && restMs > 0) await sleep(restMs);
    this.after = undefined;
    this.#isWoken = false;
    return !this.#isOver;
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.#signal.removeEventListener('abort', this.end);
    this.#leave();
  }
}
