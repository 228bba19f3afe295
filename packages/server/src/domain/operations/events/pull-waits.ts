import { setTimeout as sleep } from 'node:timers/promises';
import { MAX_WAITING } from '@palaver/protocol/events';
import type { AppId, TenantId } from '@palaver/protocol/ids';
import type { AnyEventType } from '@palaver/protocol/webhooks';
import type { Log } from '../../../platform/log.ts';
import { WakeUp } from '../../../platform/wake-up.ts';
import type { Transactor } from '../../../storage/database.ts';
import { findNews, type StreamNews } from '../../records/events.ts';
import { Refusal } from '../../refusal.ts';

/** How often the process looks for events that the bus did not announce (those of a relay in another process), and checks keys. */
const POLL_MS = 500;
/** The shortest time between two looks of the process, so that a busy stream does not make it look all the time. */
const GAP_MS = 50;

/** The pull that waits. */
export interface WaitingPull {
  appId: AppId;
  /** The tenant whose events it gets; null: those of all tenants. */
  tenantId: TenantId | null;
  /** Null: all types. */
  types: readonly AnyEventType[] | null;
  keyId: string;
  waitMs: number;
  /** Ends the wait. */
  signal: AbortSignal;
  /** Rejects with a {@link Refusal} when the key has been revoked or has expired. */
  authorize: () => Promise<void>;
}

/**
 * The pulls of this process that wait for events. As long as any wait, one statement looks for new events of their applications:
 * when the bus has announced some (`announce`), and every {@link POLL_MS}. Each new event is looked at once for all pulls of its
 * application, and wakes only those whose filter it passes. A pull whose key was revoked ends. A waiting pull holds no connection
 * to the database.
 */
export class PullWaits {
  readonly #db: Transactor;
  readonly #log: Log;
  readonly #waiting = new Map<AppId, Set<PullWait>>();
  /** Applications with new events, according to the bus. */
  readonly #announced = new Set<AppId>();
  readonly #wakeUp = new WakeUp();
  #lookedAt = -GAP_MS;
  #isWatching = false;
  #isClosed = false;

  constructor(db: Transactor, log: Log) {
    this.#db = db;
    this.#log = log;
  }

  /** How many pulls wait, or may wait. */
  get size(): number {
    return this.#waiting.values().reduce((sum, { size }) => sum + size, 0);
  }

  /**
   * Enters a pull before its first look, so that it misses no event. Undefined if too many wait ({@link MAX_WAITING}), or when the
   * server stops: the pull must not wait.
   */
  enter(pull: WaitingPull): PullWait | undefined {
    const { appId } = pull;
    const others = this.#waiting.get(appId) ?? new Set();
    if (this.#isClosed || isFull([...others], pull)) return undefined;
    const wait = new PullWait(pull, {
      missed: () => this.announce([appId]),
      leave: () => this.#leave(appId, wait),
    });
    this.#waiting.set(appId, others.add(wait));
    if (!this.#isWatching) void this.#watch();
    return wait;
  }

  /** These applications have new events. */
  announce(apps: readonly AppId[]): void {
    for (const app of apps) {
      const waits = this.#waiting.get(app);
      if (waits === undefined) continue;
      for (const wait of waits) wait.isAnnounced = true;
      this.#announced.add(app);
      this.#wakeUp.wake();
    }
  }

  /** Ends all waits, now and from now on. */
  close(): void {
    this.#isClosed = true;
    for (const wait of this.#all()) wait.end();
  }

  #all(): PullWait[] {
    return [...this.#waiting.values()].flatMap((waits) => [...waits]);
  }

  #leave(appId: AppId, wait: PullWait): void {
    const others = this.#waiting.get(appId);
    others?.delete(wait);
    if (others?.size === 0) this.#waiting.delete(appId);
    if (this.#waiting.size === 0) this.#wakeUp.wake();
  }

  /** Looks until no pull waits. Never rejects. */
  async #watch(): Promise<void> {
    this.#isWatching = true;
    let pollAt = performance.now() + POLL_MS;
    while (this.#waiting.size > 0) {
      await this.#wakeUp.pause(Math.max(0, pollAt - performance.now()));
      const isPoll = performance.now() >= pollAt;
      if (!isPoll && this.#announced.size === 0) continue;
      const restMs = this.#lookedAt + GAP_MS - performance.now();
      if (restMs > 0) await sleep(restMs);
      this.#lookedAt = performance.now();
      if (isPoll) pollAt = this.#lookedAt + POLL_MS;
      try {
        if (isPoll) await Promise.all(this.#all().map((wait) => wait.checkKey()));
        await this.#look(isPoll ? [...this.#waiting.keys()] : [...this.#announced]);
      } catch (error) {
        this.#log.debug({ err: error }, 'looking for events of waiting requests failed; retrying');
      }
    }
    this.#isWatching = false;
  }

  async #look(apps: readonly AppId[]): Promise<void> {
    for (const app of apps) this.#announced.delete(app);
    const afters = this.#aftersOf(apps);
    if (afters.size === 0) return;
    const byApp = Map.groupBy(await findNews(this.#db, afters), ({ app_id }) => app_id);
    for (const [app, news] of byApp)
      for (const wait of this.#waiting.get(app) ?? []) wait.hear(news, afters.get(app) ?? Infinity);
  }

  /** By application, the lowest position after which a pull waits. */
  #aftersOf(apps: readonly AppId[]): Map<AppId, number> {
    const afters = new Map<AppId, number>();
    for (const app of apps)
      for (const { after } of this.#waiting.get(app) ?? [])
        if (after !== undefined) afters.set(app, Math.min(after, afters.get(app) ?? after));
    return afters;
  }
}

/** Whether the pull finds no place beside these others of its application. */
function isFull(others: readonly PullWait[], { keyId, tenantId }: WaitingPull): boolean {
  const { perApplication, perKey, perTenant } = MAX_WAITING;
  const isOver = (most: number, isAlike: (pull: WaitingPull) => boolean) =>
    others.filter(({ pull }) => isAlike(pull)).length >= most;
  return (
    others.length >= perApplication ||
    isOver(perKey, (other) => other.keyId === keyId) ||
    (tenantId !== null && isOver(perTenant, (other) => other.tenantId === tenantId))
  );
}

interface Effects {
  /** Before a wait: the bus has announced events while the pull looked, which it may not have seen. */
  missed: () => void;
  leave: () => void;
}

/** The wait of one pull: for an event, the end of its time, the end of its key or its connection, or the stop of the server. */
export class PullWait implements Disposable {
  readonly pull: WaitingPull;
  /** Whether the bus has announced events since the pull last began to look. */
  isAnnounced = false;
  readonly #effects: Effects;
  readonly #timer: NodeJS.Timeout;
  /** Up to where it has been looked for events, and in which epoch; undefined while the pull itself looks. */
  #looked: { after: number; epoch: string } | undefined;
  #isWoken = false;
  #isOver = false;
  #notify = () => {};

  constructor(pull: WaitingPull, effects: Effects) {
    this.pull = pull;
    this.#effects = effects;
    this.#timer = setTimeout(this.end, pull.waitMs);
    pull.signal.addEventListener('abort', this.end);
    if (pull.signal.aborted) this.end();
  }

  /** The position after which it waits; undefined while the pull looks. */
  get after(): number | undefined {
    return this.#looked?.after;
  }

  /** Whether the pull must wait no longer. */
  get isOver(): boolean {
    return this.#isOver;
  }

  readonly end = (): void => {
    this.#isOver = true;
    this.#notify();
  };

  /** Ends the wait if the key is no longer valid; rejects if that cannot be found out. */
  async checkKey(): Promise<void> {
    try {
      await this.pull.authorize();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.end();
    }
  }

  /**
   * What a look found in its application after `start`. (A pull that looks at the same time announces again what it may have missed.
   * A wait that began during the look may have a lower position.)
   */
  hear(news: readonly StreamNews[], start: number): void {
    const looked = this.#looked;
    if (looked === undefined) return;
    const isChanged = news.some(({ is_on, epoch }) => !is_on || epoch !== looked.epoch);
    if (isChanged || news.some((event) => Number(event.position) > looked.after && this.#shows(event))) {
      this.#isWoken = true;
      this.#notify();
    } else if (looked.after >= start)
      for (const { position } of news) looked.after = Math.max(looked.after, Number(position));
  }

  #shows(event: StreamNews): boolean {
    const { tenantId, types } = this.pull;
    if (event.position === null || (tenantId !== null && event.tenant_id !== tenantId)) return false;
    return types === null || types.includes(event.type);
  }

  /** Waits after a look; resolves to the position after which to look again, because there may be an event, or the wait is over. */
  async next(looked: { after: number; epoch: string }): Promise<number> {
    this.#looked = { ...looked };
    if (this.isAnnounced) this.#effects.missed();
    if (!this.#isWoken && !this.#isOver) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#notify = resolve;
      await promise;
    }
    const { after } = this.#looked;
    this.#looked = undefined;
    this.#isWoken = false;
    this.isAnnounced = false;
    return after;
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.pull.signal.removeEventListener('abort', this.end);
    this.#effects.leave();
  }
}
