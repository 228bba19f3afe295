import type { WebhookId } from '@palaver/protocol/webhooks';
import type { Bus } from '../bus/bus.ts';
import {
  giveUp,
  recordTries,
  type Tried,
  takeWaiting,
  tellEndpoints,
  type Waiting,
} from '../domain/webhooks/deliveries.ts';
import { headerIdOf } from '../domain/webhooks/event-body.ts';
import { updateHealth, type WebhookHealth } from '../domain/webhooks/webhooks.ts';
import { getOrMake } from '../platform/get-or-make.ts';
import type { Log } from '../platform/log.ts';
import type { Database } from '../storage/database.ts';
import type { Caller, CallResult } from './call.ts';
import { renderBodies } from './render.ts';
import { delayAfter, type Schedule } from './schedule.ts';
import { Target, WINDOW } from './target.ts';

/** What comes after a delivery in its thread waits for it so long after its first failure, and then no more. */
export const HOLD_MS = 60_000;
/** Calls of all webhooks at a time. */
const MAX_CALLS = 2_000;
/** How often deliveries are looked for of which nobody has told: of other nodes, and those that are due again. */
const LOOK_MS = 500;
const RETRY_MS = 1_000;

export interface DispatcherParts {
  db: Database;
  bus: Bus;
  caller: Caller;
  schedule: Schedule;
  /** How long a stop waits for the calls that are on their way. */
  drainMs: number;
  log: Log;
}

/** A try that is over. */
interface Ended {
  tried: Tried;
  target: Target;
}

/**
 * Delivers to webhooks what waits for them, at least once. There is one in all nodes that share a database: so the order
 * of first tries, and how each webhook does, are kept in one place. In turns it records what has come of tries, looks for
 * what may be tried next, and begins it. Whatever is lost with the process is in the database, and is tried again.
 */
export class Dispatcher {
  readonly #parts: DispatcherParts;
  readonly #targets = new Map<WebhookId, Target>();
  #ended: Ended[] = [];
  #calls = 0;
  #isDraining = false;
  #cutting = new AbortController();
  #isAwake = false;
  #wakeUp: () => void = () => {};

  constructor(parts: DispatcherParts) {
    this.#parts = parts;
  }

  /** Delivers until it is told to stop, and has waited for the calls that are on their way. Never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    const { bus, log } = this.#parts;
    const unsubscribe = bus.subscribe(({ type }) => {
      if (type === 'deliveries') this.wake();
    });
    const wake = () => this.wake();
    signal.addEventListener('abort', wake);
    this.#isDraining = false;
    this.#cutting = new AbortController();
    while (!signal.aborted) {
      let pauseMs = LOOK_MS;
      try {
        await this.#record();
        await this.#look();
      } catch (error) {
        log.warn({ err: error }, 'delivering to webhooks failed, and is tried again');
        pauseMs = RETRY_MS;
      }
      if (!signal.aborted) await this.#pause(pauseMs);
    }
    signal.removeEventListener('abort', wake);
    unsubscribe();
    await this.#drain();
  }

  /** There is something to do, or may be. */
  wake(): void {
    this.#isAwake = true;
    this.#wakeUp();
  }

  async #pause(ms: number): Promise<void> {
    if (!this.#isAwake) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, ms);
      this.#wakeUp = resolve;
      await promise;
      clearTimeout(timer);
    }
    this.#isAwake = false;
  }

  async #drain(): Promise<void> {
    this.#isDraining = true;
    const timer = setTimeout(() => this.#cutting.abort(), this.#parts.drainMs);
    while (this.#calls > 0) await this.#pause(LOOK_MS);
    clearTimeout(timer);
    await this.#record().catch((error: unknown) => {
      this.#parts.log.warn({ err: error }, 'what was delivered last is not recorded: it is delivered again');
    });
    this.#ended = [];
    this.#targets.clear();
  }

  async #record(): Promise<void> {
    const { db, log } = this.#parts;
    const ended = [...this.#ended];
    if (ended.length === 0) return;
    const now = new Date();
    const byTarget = Map.groupBy(ended, ({ target }) => target);
    const health = [...byTarget].flatMap(([target, some]) => healthOf(target, some) ?? []);
    await db.transaction(async (tx) => {
      await recordTries(
        tx,
        ended.map(({ tried }) => tried),
        now,
        HOLD_MS,
      );
      const disabled = await updateHealth(tx, health, now);
      const ids = disabled.map(({ id }) => id);
      await giveUp(tx, ids, now);
      for (const { id, bot_id, url, space } of disabled) {
        const data = { endpoint_id: bot_id === null ? id : null, bot_id, url };
        await tellEndpoints(tx, space, [{ type: 'webhook.disabled', data }]);
      }
    });
    this.#ended = this.#ended.slice(ended.length);
    for (const [target, some] of byTarget) target.recorded(some.map(({ tried }) => tried.id));
    for (const { webhookId, isGone } of health) {
      if (isGone) log.info({ webhook: webhookId }, 'a webhook has answered 410: it is disabled');
    }
  }

  async #look(): Promise<void> {
    const { db } = this.#parts;
    for (const [id, target] of this.#targets) if (target.isIdle) this.#targets.delete(id);
    const targets = [...this.#targets];
    const atHand = {
      deliveries: targets.flatMap(([, target]) => [...target.ids()]),
      webhooks: targets.map(([id, { room }]) => ({ id, room })),
      lanes: targets.flatMap(([webhookId, target]) =>
        target.fullLanes().map((threadId) => ({ webhookId, threadId })),
      ),
    };
    const found = await takeWaiting(db, new Date(), atHand, { room: WINDOW, holdMs: HOLD_MS });
    const bodies = await renderBodies(db, found);
    const rendered = found.map((delivery, index) => ({ ...delivery, body: bodies[index] ?? null }));
    for (const [id, some] of Map.groupBy(rendered, ({ webhook_id }) => webhook_id)) {
      const [first] = some;
      if (first !== undefined) getOrMake(this.#targets, id, () => new Target(first)).offer(some);
    }
    for (const target of this.#targets.values()) this.#begin(target);
  }

  #begin(target: Target): void {
    while (this.#calls < MAX_CALLS && !this.#isDraining) {
      const delivery = target.next(Date.now());
      if (delivery === undefined) return;
      this.#calls += 1;
      void this.#try(target, delivery);
    }
  }

  /** Never rejects. */
  async #try(target: Target, delivery: Waiting): Promise<void> {
    const { signal } = this.#cutting;
    const result = await this.#call(delivery, signal);
    this.#calls -= 1;
    // Cut off by us, it says nothing of the receiver, and is tried again by whoever comes after us.
    if (!signal.aborted) {
      const now = Date.now();
      const tried = this.#judge(delivery, result, now);
      const isDelivered = tried.state === 'delivered';
      target.end(delivery, { isDelivered, retryAfterMs: result.retryAfterMs ?? 0 }, now);
      this.#ended.push({ tried, target });
      this.#begin(target);
    }
    this.wake();
  }

  async #call(delivery: Waiting, signal: AbortSignal): Promise<CallResult> {
    const { id, created_at: createdAt, body, url } = delivery;
    if (body !== null) {
      return this.#parts.caller.call({ ...delivery, id: headerIdOf({ id, createdAt }), body }, signal);
    }
    const error = 'the entry of the log that it tells of is gone';
    const attempt = { at: Date.now(), duration_ms: 0, url, status: null, response_body: '', error };
    return { attempt, retryAfterMs: undefined };
  }

  #judge(delivery: Waiting, { attempt, retryAfterMs = 0 }: CallResult, now: number): Tried {
    const { id, webhook_id: webhookId, thread_id: threadId, body, step } = delivery;
    const tried = { id, webhookId, threadId, body, attempt, nextTryAt: null };
    if (attempt.error === '') return { ...tried, state: 'delivered' };
    const isFinal = attempt.status === GONE || body === null;
    const delay = isFinal ? undefined : delayAfter(this.#parts.schedule, step + 1);
    if (delay === undefined) return { ...tried, state: 'dead' };
    return { ...tried, state: 'pending', nextTryAt: now + Math.max(delay, retryAfterMs) };
  }
}

/** The receiver wants to hear no more. */
const GONE = 410;

/** How a webhook does, by tries in the order in which they ended; undefined: as well as the database says. */
function healthOf(target: Target, ended: readonly Ended[]): WebhookHealth | undefined {
  const [first] = ended;
  const lastSuccess = ended.findLastIndex(({ tried }) => tried.state === 'delivered');
  const hasSucceeded = lastSuccess >= 0;
  const failures = ended.length - 1 - lastSuccess;
  if (first === undefined || (failures === 0 && !target.isMarked)) return undefined;
  const pausedUntil = target.pausedUntil === 0 ? null : target.pausedUntil;
  const isGone = ended.some(({ tried }) => tried.attempt.status === GONE);
  return { webhookId: first.tried.webhookId, failures, hasSucceeded, pausedUntil, isGone };
}
