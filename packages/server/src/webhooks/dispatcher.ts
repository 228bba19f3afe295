import { setTimeout as sleep } from 'node:timers/promises';
import type { WebhookId } from '@palaver/protocol/webhooks';
import type { Bus } from '../bus/bus.ts';
import type { PublishingDatabase } from '../bus/publishing-database.ts';
import { type HandedOut, handOutBodies } from '../domain/operations/events/hand-out-bodies.ts';
import { placeKey } from '../domain/records/events.ts';
import { addToOutbox } from '../domain/records/outbox.ts';
import { liveVersions, openSecretsOf, updateHealth, type WebhookHealth } from '../domain/records/webhooks.ts';
import { BatchedLookup } from '../platform/batched-lookup.ts';
import { getOrInsert } from '../platform/get-or-insert.ts';
import type { Log } from '../platform/log.ts';
import { parseTraceparent } from '../platform/tracing/span-context.ts';
import { SPAN_KIND, type Span, type Tracer } from '../platform/tracing/tracer.ts';
import { WakeUp } from '../platform/wake-up.ts';
import type { Lease } from '../storage/lease.ts';
import type { Caller, CallResult } from './call.ts';
import { type AttemptRecord, giveUp, recordTries } from './records/deliveries.ts';
import { type PendingDelivery, takePending } from './records/pending-deliveries.ts';
import { delayAfter, type Schedule } from './retry-schedule.ts';
import { bodyAsSent, headerIdOf } from './sent-event.ts';
import { MAX_CALLS_OF_ONE, WebhookQueue, WINDOW } from './webhook-queue.ts';

/** A failed delivery blocks later events of its thread for this long after its first failure. */
export const HOLD_MS = 60_000;
/** Concurrent calls to all webhooks together. */
const MAX_CALLS = 1_000;
/** Webhooks read per poll. */
const WEBHOOKS_PER_POLL = 200;
/** Poll interval for deliveries that were not announced: those of other nodes, and retries that are due. */
const POLL_MS = 250;
/** The shortest time between two polls, so that calls that end in between are recorded together. */
const MIN_POLL_GAP_MS = 10;
const RETRY_MS = 1_000;
/** Limits of one transaction that records outcomes. */
const MAX_RECORDED = 200;
const MAX_RECORDED_CHARS = 4_000_000;
const MAX_RECORDING_MS = 500;
const MAX_GIVEN_UP = 5_000;
/** Bodies of one read: each may be large. */
const MAX_BODIES = 50;

export interface DispatcherParts {
  db: PublishingDatabase;
  bus: Bus;
  caller: Caller;
  schedule: Schedule;
  /** How long a stop waits for calls in progress. */
  drainMs: number;
  log: Log;
  /** Reports the outcome and the duration of each call. */
  observe: (result: CallOutcome, seconds: number) => void;
  tracer: Tracer;
}

/** The outcome of a call; `failed` is retried, `dead` was the last try. */
export type CallOutcome = 'delivered' | 'failed' | 'dead';

/** A finished call whose outcome is not recorded yet. */
interface EndedCall {
  tried: AttemptRecord;
  /** False if there was nothing left to send. */
  isCalled: boolean;
  /** The address that was called. */
  url: string;
  queue: WebhookQueue;
}

/**
 * Delivers pending events to webhooks, at least once. Only one node of those that share a database runs it, so one process
 * keeps the order of first tries and the health of each webhook. It loops: record the outcome of calls, read due deliveries,
 * start calls. All state that matters is in the database: what a crash loses is delivered again. Each transaction checks the
 * lease of this process, so a dispatcher that was replaced stores nothing.
 */
export class Dispatcher {
  readonly #parts: DispatcherParts;
  /** Reads bodies just before their calls. */
  readonly #bodies: BatchedLookup<PendingDelivery, HandedOut>;
  readonly #queues = new Map<WebhookId, WebhookQueue>();
  #ended: EndedCall[] = [];
  #calls = 0;
  /** A webhook had to wait because every call slot was in use; webhooks now take turns. */
  #isSaturated = false;
  /** The cursor where the next poll starts. */
  #cursor = NONE;
  #isDraining = false;
  #aborting = new AbortController();
  readonly #wakeUp = new WakeUp();

  constructor(parts: DispatcherParts) {
    this.#parts = parts;
    this.#bodies = new BatchedLookup((deliveries) => bodiesOf(parts.db, deliveries), MAX_BODIES);
  }

  /**
   * Delivers until the lease ends, then waits for the calls in progress and records them; if the lease is lost, it aborts
   * them and drops all outcomes. Never rejects.
   */
  async run(lease: Lease): Promise<void> {
    const { ending, lost } = lease;
    const { bus, log } = this.#parts;
    const unsubscribe = bus.subscribe(({ type }) => {
      if (type === 'deliveries') this.wake();
    });
    const stop = () => {
      this.#isDraining = true;
      this.wake();
    };
    const abort = () => this.#aborting.abort();
    this.#aborting = new AbortController();
    ending.addEventListener('abort', stop);
    lost.addEventListener('abort', abort);
    this.#isDraining = ending.aborted;
    while (!this.#isDraining) {
      try {
        await this.#record(lease);
        await this.#poll(lease);
        await sleep(MIN_POLL_GAP_MS);
        await this.#wakeUp.pause(POLL_MS);
      } catch (error) {
        if (!lost.aborted) log.warn({ err: error }, 'delivering to webhooks failed; retrying');
        await this.#wakeUp.pause(RETRY_MS);
      }
    }
    ending.removeEventListener('abort', stop);
    unsubscribe();
    await this.#drain(lease);
    lost.removeEventListener('abort', abort);
  }

  /** Ends the pause between polls. */
  wake(): void {
    this.#wakeUp.wake();
  }

  async #drain(lease: Lease): Promise<void> {
    const timer = setTimeout(() => this.#aborting.abort(), this.#parts.drainMs);
    while (this.#calls > 0) await this.#wakeUp.pause(POLL_MS);
    clearTimeout(timer);
    if (!lease.lost.aborted) {
      await this.#record(lease).catch((error: unknown) => {
        this.#parts.log.warn(
          { err: error },
          'the last deliveries could not be recorded; they will be repeated',
        );
      });
    }
    this.#ended = [];
    this.#queues.clear();
    this.#cursor = NONE;
  }

  async #record(lease: Lease): Promise<void> {
    const { db, log } = this.#parts;
    // (Recording large bodies takes long and delays other calls.)
    const until = performance.now() + MAX_RECORDING_MS;
    while (this.#ended.length > 0 && (performance.now() < until || this.#isDraining)) {
      const ended = this.#ended.slice(0, recordable(this.#ended));
      const now = new Date();
      const byQueue = Map.groupBy(ended, ({ queue }) => queue);
      const health = [...byQueue].flatMap(([queue, some]) => healthOf(queue, callsAmong(some)) ?? []);
      await db.transaction(async (tx) => {
        await lease.check(tx);
        const tried = ended.map((one) => one.tried);
        await recordTries(tx, tried, now, HOLD_MS);
        for (const { id, bot_id, url, space } of await updateHealth(tx, health, now)) {
          const data = { endpoint_id: bot_id === null ? id : null, bot_id, url };
          await addToOutbox(tx, space, [{ type: 'webhook.disabled', data }]);
        }
      });
      this.#ended = this.#ended.slice(ended.length);
      for (const [queue, some] of byQueue) {
        const ids = some.map(({ tried }) => tried.id);
        queue.recorded(ids, isMarkedBy(callsAmong(some)) ?? queue.isMarked);
      }
      for (const { webhookId, isGone } of health) {
        if (isGone) log.info({ webhook: webhookId }, 'a webhook answered 410 and is disabled');
      }
    }
  }

  async #poll(lease: Lease): Promise<void> {
    const { db } = this.#parts;
    for (const [id, queue] of this.#queues) if (queue.isIdle) this.#queues.delete(id);
    const versions = await liveVersions(db, [...this.#queues.keys()]);
    for (const [id, queue] of this.#queues) queue.refresh(versions.get(id));
    const now = new Date();
    const take = { now, holdMs: HOLD_MS, room: WINDOW, after: this.#cursor, webhooks: WEBHOOKS_PER_POLL };
    const atHand = [...this.#queues].map(([id, queue]) => queue.atHand(id));
    const { waiting, next, idle } = await takePending(db, take, atHand);
    for (const [id, some] of Map.groupBy(waiting, ({ webhook_id }) => webhook_id)) {
      const [first] = some;
      if (first !== undefined) getOrInsert(this.#queues, id, () => new WebhookQueue(first)).offer(some);
    }
    const isWhole = next === null && this.#cursor === NONE;
    this.#cursor = next ?? NONE;
    this.#startCalls();
    const givenUp = idle.length === 0 ? 0 : await giveUp(lease, idle, now, MAX_GIVEN_UP);
    const isMore = next !== null || givenUp === MAX_GIVEN_UP || this.#ended.length > 0;
    if (isMore || (!isWhole && waiting.length > 0)) this.wake();
  }

  /** Starts one call per webhook in rounds, as long as there are free slots, so that no webhook starves another. */
  #startCalls(): void {
    this.#isSaturated = false;
    let busy = [...this.#queues.values()];
    while (busy.length > 0 && !this.#isSaturated) busy = busy.filter((queue) => this.#startNext(queue));
    // Rotates the order, so that another webhook is first next time.
    const [first] = this.#queues;
    if (first === undefined) return;
    this.#queues.delete(first[0]);
    this.#queues.set(...first);
  }

  /** Starts the next call of a webhook; false if none may start now. */
  #startNext(queue: WebhookQueue): boolean {
    if (this.#isDraining) return false;
    if (this.#calls >= MAX_CALLS) {
      this.#isSaturated = true;
      return false;
    }
    const share = Math.max(1, Math.floor(MAX_CALLS / this.#queues.size));
    const delivery = queue.next(Date.now(), Math.min(MAX_CALLS_OF_ONE, share));
    if (delivery === undefined) return false;
    this.#calls += 1;
    this.#try(queue, delivery).catch((error: unknown) => {
      this.#parts.log.error({ err: error }, 'calling a webhook failed');
    });
    return true;
  }

  async #try(queue: WebhookQueue, delivery: PendingDelivery): Promise<void> {
    const { signal } = this.#aborting;
    try {
      const event = await this.#bodies.find(delivery);
      const result = await this.#call(delivery, event, signal);
      // A call that we aborted says nothing about the receiver. The next dispatcher retries it.
      if (!signal.aborted) this.#end(queue, delivery, event, result);
    } catch (error) {
      this.#parts.log.warn({ err: error }, 'reading the body of a delivery failed');
      queue.putBack(delivery);
    } finally {
      this.#calls -= 1;
      this.wake();
    }
    if (!this.#isSaturated) this.#startNext(queue);
  }

  #end(
    queue: WebhookQueue,
    delivery: PendingDelivery,
    event: HandedOut | undefined,
    result: CallResult,
  ): void {
    const now = Date.now();
    const tried = this.#recordOf(delivery, event, result, now);
    const { retryAfterMs = 0, attempt, isCut } = result;
    const isGone = attempt.status === GONE;
    const isCalled = event !== undefined;
    const isDelivered = tried.state === 'delivered';
    queue.end(delivery, { isCalled, isDelivered, isGone, retryAfterMs, isCut }, now);
    if (isCalled)
      this.#parts.observe(tried.state === 'pending' ? 'failed' : tried.state, attempt.duration_ms / 1_000);
    this.#ended.push({ tried, isCalled, url: delivery.url, queue });
  }

  async #call(
    delivery: PendingDelivery,
    event: HandedOut | undefined,
    signal: AbortSignal,
  ): Promise<CallResult> {
    const { webhook_id: webhook, url } = delivery;
    if (event !== undefined) {
      const secrets = openSecretsOf(this.#parts.db, webhook, delivery);
      const span = this.#startSpan(delivery, event);
      const call = {
        ...secrets,
        url,
        id: headerIdOf(delivery, webhook),
        body: event.body,
        span: span?.context,
      };
      const result = await this.#parts.caller.call(call, signal);
      const { status, error } = result.attempt;
      span?.set({ 'http.response.status_code': status ?? undefined });
      if (error !== '') span?.fail(status === null ? 'no answer' : String(status));
      span?.end();
      return result;
    }
    const error = 'the subject of the event no longer exists';
    const attempt = { at: Date.now(), duration_ms: 0, url, status: null, response_body: '', error };
    return { attempt, retryAfterMs: undefined, isCut: false };
  }

  /** Each try is a span. (The path of the address may be a secret.) */
  #startSpan({ url, type, tries }: PendingDelivery, { trace }: HandedOut): Span | undefined {
    const span = this.#parts.tracer.startChild(parseTraceparent(trace), 'POST webhook', {
      kind: SPAN_KIND.client,
    });
    span?.set({
      'http.request.method': 'POST',
      'http.request.resend_count': tries,
      'server.address': new URL(url).hostname,
      'palaver.event.type': type,
    });
    return span;
  }

  #recordOf(
    delivery: PendingDelivery,
    event: HandedOut | undefined,
    { attempt, retryAfterMs = 0 }: CallResult,
    now: number,
  ): AttemptRecord {
    const { id, webhook_id: webhookId, thread_id: threadId, tries, step } = delivery;
    const { app_id: appId, position, at } = delivery;
    const deletions = event?.deletions ?? 0;
    const tried = {
      id,
      webhookId,
      appId,
      position,
      at,
      threadId,
      tries,
      deletions,
      attempt,
      nextTryAt: null,
    };
    if (attempt.error === '') return { ...tried, state: 'delivered' };
    const isFinal = attempt.status === GONE || event === undefined;
    const delay = isFinal ? undefined : delayAfter(this.#parts.schedule, step + 1);
    if (delay === undefined) return { ...tried, state: 'dead' };
    return { ...tried, state: 'pending', nextTryAt: now + Math.max(delay, retryAfterMs) };
  }
}

/** The bodies of deliveries. Those whose event no longer exists are missing. */
async function bodiesOf(
  db: PublishingDatabase,
  deliveries: readonly PendingDelivery[],
): Promise<Map<PendingDelivery, HandedOut>> {
  const events = await handOutBodies(db, deliveries);
  const found = new Map<PendingDelivery, HandedOut>();
  for (const delivery of deliveries) {
    const event = events.get(placeKey(delivery));
    const { type: event_type, bot_id } = delivery;
    if (event !== undefined)
      found.set(delivery, { ...event, body: bodyAsSent(event.body, { event_type, bot_id }) });
  }
  return found;
}

/** The cursor before all webhooks. */
const NONE = '0' as WebhookId;
/** The receiver asks for no further calls. */
const GONE = 410;

/** How many of these fit in one transaction. */
function recordable(ended: readonly EndedCall[]): number {
  let chars = 0;
  const tooMany = ended.findIndex(({ tried: { attempt } }, index) => {
    chars += attempt.response_body.length;
    return index === MAX_RECORDED || (index > 0 && chars > MAX_RECORDED_CHARS);
  });
  return tooMany < 0 ? ended.length : tooMany;
}

/** The health of a webhook after these calls, given in the order in which they ended; undefined if it has not changed. */
function healthOf(queue: WebhookQueue, ended: readonly EndedCall[]): WebhookHealth | undefined {
  const [first] = ended;
  const lastSuccess = ended.findLastIndex(({ tried }) => tried.state === 'delivered');
  const hasSucceeded = lastSuccess >= 0;
  const failures = ended.length - 1 - lastSuccess;
  if (first === undefined || (failures === 0 && !queue.isMarked)) return undefined;
  const pausedUntil = queue.pausedUntil === 0 ? null : queue.pausedUntil;
  const isGone = ended.some(({ tried }) => tried.attempt.status === GONE);
  const url = ended.at(-1)?.url ?? '';
  return { webhookId: first.tried.webhookId, url, failures, hasSucceeded, pausedUntil, isGone };
}

/** Whether the database marks a webhook as failing once these calls are recorded; undefined if they do not tell. */
function isMarkedBy(ended: readonly EndedCall[]): boolean | undefined {
  const last = ended.at(-1);
  return last && last.tried.state !== 'delivered';
}

const callsAmong = (ended: readonly EndedCall[]) => ended.filter(({ isCalled }) => isCalled);
