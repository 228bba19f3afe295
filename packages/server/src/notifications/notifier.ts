import { setTimeout as sleep } from 'node:timers/promises';
import type { Bus } from '../bus/bus.ts';
import type { PublishingDatabase } from '../bus/publishing-database.ts';
import { removeDeadDevices } from '../domain/records/devices.ts';
import { unreadTotals } from '../domain/records/unread.ts';
import type { Log } from '../platform/log.ts';
import { WakeUp } from '../platform/wake-up.ts';
import { DatabaseUnavailableError } from '../storage/database.ts';
import type { Lease } from '../storage/lease.ts';
import { isStatementTimeout } from '../storage/sql-errors.ts';
import { inLease } from './in-lease.ts';
import { type Attempt, outcomeOf, outcomeWithout, released, stepFor } from './next-step.ts';
import { pauseAfterFanOut, pauseAfterRound } from './pauses.ts';
import type { PushOutcome } from './push/push.ts';
import { type PushSlot, PushSlots } from './push/push-slots.ts';
import { MissingCredentialsError, PushBuilder, type ReadyPush } from './push-builder.ts';
import { releaseClosed } from './records/closed-threads.ts';
import { type DueNotification, readDue } from './records/due-notifications.ts';
import { dropFirst, fanOut } from './records/notification-batches.ts';
import {
  type ClaimedNotification,
  claimDue,
  type DueService,
  dropClaims,
  findWork,
  isAnyToWithdraw,
  MAX_SERVICES,
  type NotificationId,
  type NotificationOutcome,
  recordOutcomes,
  sweepNotifications,
  type ThreadRead,
  tellAgain,
  withdrawRead,
} from './records/notifications.ts';

/** Notifications of one round: each may have a large text. */
const MAX_CLAIMED = 100;
/** Claims of one round: each takes one notification of a device, and the next those that this one hid. */
const MAX_CLAIMS = 5;
const MAX_RECORDED = 500;
/** Messages of one fan-out: the more, the more of them share recipients. Fewer after one that failed, or took longer than this. */
const MAX_FANNED_OUT = 5_000;
const FAN_OUT_MS = 250;
/** Reads that are remembered until the next look at them; the sweep finds others. */
const MAX_READS = 10_000;
/** Reads of so long are looked at together. */
const READS_MS = 250;
/** How often it looks for work that was not announced: the bus may lose events. */
const POLL_MS = 1_000;
/** The same, if there are more services than one look finds. */
const NEXT_SERVICES_MS = 100;
/** From the start of a fan-out to the next, as a part of the delay of notifications: none is late for that, and messages share rows. */
const FAN_OUT_GAP = 0.75;
const RETRY_MS = 1_000;
/** Notifications that one round of the sweep looks at. */
const SWEEP_ROWS = 2_000;
const SWEEP_MS = 1_000;
/** A push may take several requests, for instance for an access token. */
const CLAIM_TIMEOUTS = 4;
const CLAIM_MARGIN_MS = 30_000;

export interface NotifierParts {
  db: PublishingDatabase;
  bus: Bus;
  /** Sends a push; never rejects. */
  send: (push: ReadyPush, signal: AbortSignal) => Promise<PushOutcome>;
  delayMs: number;
  onlineDelayMs: number;
  /** See `FanOutOptions`. */
  emailMs: number | null;
  expiryMs: number;
  keptMs: number;
  pushTimeoutMs: number;
  /** How long a stop waits for pushes in progress. */
  drainMs: number;
  log: Log;
}

interface AdmittedNotification {
  claimed: ClaimedNotification;
  slot: PushSlot;
}

interface EndedPush {
  outcome: NotificationOutcome;
  /** The device that is to be removed; null: it stays. */
  gone: DueNotification | null;
}

/**
 * Notifies users of messages, on one of the nodes that share a database. It loops: record the outcome of pushes, turn messages into
 * notifications, claim those that are due and have a slot, read what they are about, and push them. All state that matters is in
 * the database. Each transaction checks the lease, so a notifier that was replaced stores nothing; what it has claimed is sent
 * again, and replaces the notification that devices show.
 */
export class Notifier {
  readonly #parts: NotifierParts;
  readonly #wakeUp = new WakeUp();
  #ended: EndedPush[] = [];
  readonly #slots = new PushSlots();
  /** Those that are being pushed. */
  readonly #sending = new Set<ClaimedNotification>();
  /** Where the next look at the services starts. */
  #fromService = '';
  #fanOutCount = 100;
  #reads = new Map<string, ThreadRead>();
  /** Times are on the clock of `performance.now()`. */
  #nextReadsAt = 0;
  /** There may be messages. */
  #mayFanOut = true;
  #nextFanOutAt = 0;
  #nextSweepAt = 0;
  #swept: NotificationId = '0';
  #aborting = new AbortController();

  constructor(parts: NotifierParts) {
    this.#parts = parts;
  }

  /** Notifies until the lease ends, then waits for the pushes in progress and records them. Never rejects. */
  async run(lease: Lease): Promise<void> {
    const { ending, lost } = lease;
    const { bus, db, log } = this.#parts;
    const unsubscribe = bus.subscribe((event) => {
      if (event.type === 'read') this.#noteRead(event);
      else if (event.type === 'notifications') this.#noteMessages();
    });
    const wake = () => this.#wakeUp.wake();
    const abort = () => this.#aborting.abort();
    this.#aborting = new AbortController();
    ending.addEventListener('abort', wake);
    lost.addEventListener('abort', abort);
    let isFirst = true;
    while (!ending.aborted) {
      try {
        if (isFirst) await inLease(db, lease, dropClaims);
        isFirst = false;
        const began = performance.now();
        const pauseMs = await this.#work(lease);
        await sleep(pauseAfterRound(performance.now() - began));
        await this.#wakeUp.pause(pauseMs);
      } catch (error) {
        if (!lost.aborted) log.warn({ err: error }, 'notifying failed; retrying');
        await this.#wakeUp.pause(RETRY_MS);
      }
    }
    ending.removeEventListener('abort', wake);
    unsubscribe();
    await this.#drain(lease);
    lost.removeEventListener('abort', abort);
  }

  #noteRead({ threadId, user }: ThreadRead): void {
    if (this.#reads.size === 0) this.#wakeUp.wake();
    if (this.#reads.size < MAX_READS) this.#reads.set(`${threadId} ${user}`, { threadId, user });
  }

  #noteMessages(): void {
    if (!this.#mayFanOut) this.#wakeUp.wake();
    this.#mayFanOut = true;
  }

  /** Returns how long there is nothing to do, unless it is woken. */
  async #work(lease: Lease): Promise<number> {
    const { db } = this.#parts;
    await this.#record(lease);
    const now = performance.now();
    if (this.#reads.size > 0 && now >= this.#nextReadsAt) await this.#withdrawRead(lease);
    this.#mayFanOut = false;
    const { message, closed, services } = await findWork(db, this.#fromService);
    const isAll = services.length < MAX_SERVICES;
    this.#fromService = isAll ? '' : (services.at(-1)?.service ?? '');
    if (message && now >= this.#nextFanOutAt) await this.#fanOut(lease);
    else this.#mayFanOut ||= message;
    // (They are found in the next round.)
    if (closed && (await inLease(db, lease, releaseClosed)) > 0) this.#wakeUp.wake();
    await this.#push(lease, services);
    if (now >= this.#nextSweepAt) await this.#sweep(lease);
    // (Notifications that are already due wait for a slot, and so for the end of a push.)
    const later = services.map((one) => one.due_in_ms).filter((ms) => ms > 0);
    const next = [now + POLL_MS, this.#nextSweepAt, ...later.map((ms) => now + ms)];
    if (this.#mayFanOut) next.push(this.#nextFanOutAt);
    if (this.#reads.size > 0) next.push(this.#nextReadsAt);
    if (!isAll) next.push(now + NEXT_SERVICES_MS);
    return Math.max(0, Math.min(...next) - performance.now());
  }

  async #withdrawRead(lease: Lease): Promise<void> {
    const { db } = this.#parts;
    const reads = [...this.#reads.values()];
    this.#reads.clear();
    this.#nextReadsAt = performance.now() + READS_MS;
    try {
      if (await isAnyToWithdraw(db, reads)) await inLease(db, lease, (tx) => withdrawRead(tx, reads));
    } catch (error) {
      for (const read of reads) this.#noteRead(read);
      throw error;
    }
  }

  async #fanOut(lease: Lease): Promise<void> {
    const { db, delayMs, onlineDelayMs, emailMs, log } = this.#parts;
    const began = performance.now();
    const count = this.#fanOutCount;
    let isMore = false;
    try {
      const options = { count, delayMs, onlineDelayMs, emailMs };
      const messages = await inLease(db, lease, (tx) => fanOut(tx, options));
      isMore = messages >= count;
      this.#mayFanOut ||= isMore;
      const isQuick = performance.now() - began < FAN_OUT_MS;
      this.#fanOutCount = Math.min(MAX_FANNED_OUT, isQuick ? count * 2 : Math.ceil(count / 2));
      // (For the notifications that are due first.)
      this.#wakeUp.wake();
    } catch (error) {
      this.#fanOutCount = Math.ceil(count / 2);
      const isOutage = error instanceof DatabaseUnavailableError && !isStatementTimeout(error);
      if (lease.lost.aborted || count > 1 || isOutage) throw error;
      log.error({ err: error }, 'nobody can be notified of a message; it is left out');
      await inLease(db, lease, dropFirst);
    } finally {
      const ended = performance.now();
      const gapMs = isMore ? 0 : delayMs * FAN_OUT_GAP;
      this.#nextFanOutAt = Math.max(ended + pauseAfterFanOut(ended - began), began + gapMs);
    }
  }

  async #sweep(lease: Lease): Promise<void> {
    const { db, keptMs } = this.#parts;
    const page = { after: this.#swept, count: SWEEP_ROWS, endedBefore: new Date(Date.now() - keptMs) };
    this.#swept = (await inLease(db, lease, (tx) => sweepNotifications(tx, page))) ?? '0';
    this.#nextSweepAt = performance.now() + SWEEP_MS;
  }

  /** Claims notifications that are due, as many as have slots, and pushes them. */
  async #push(lease: Lease, services: readonly DueService[]): Promise<void> {
    const due = this.#slots.inTurn(services.filter((one) => one.due_in_ms <= 0));
    const admitted: AdmittedNotification[] = [];
    try {
      for (let claims = 0; claims < MAX_CLAIMS; claims += 1) {
        const some = await this.#claim(lease, due, admitted);
        if (some.length === 0) break;
        admitted.push(...some);
      }
      await this.#begin(admitted);
    } catch (error) {
      for (const { claimed, slot } of admitted) {
        slot.cancel();
        this.#ended.push({ outcome: released(claimed, RETRY_MS), gone: null });
      }
      throw error;
    }
    // There may be more.
    if (admitted.length > 0) this.#wakeUp.wake();
  }

  /** Claims notifications for which there are slots, besides those that were claimed in this round. */
  async #claim(
    lease: Lease,
    due: readonly DueService[],
    admitted: readonly AdmittedNotification[],
  ): Promise<AdmittedNotification[]> {
    const { db, pushTimeoutMs } = this.#parts;
    let left = MAX_CLAIMED - admitted.length;
    const slots = new Map<string, PushSlot[]>();
    for (const { service } of due) {
      const free = this.#slots.take(service, left);
      if (free.length > 0) slots.set(service, free);
      left -= free.length;
    }
    if (slots.size === 0) return [];
    const claim = {
      services: [...slots].map(([service, free]) => ({ service, count: free.length })),
      except: [...this.#sending, ...admitted.map(({ claimed }) => claimed)],
      claimMs: CLAIM_TIMEOUTS * pushTimeoutMs + CLAIM_MARGIN_MS,
    };
    try {
      const claimed = await inLease(db, lease, (tx) => claimDue(tx, claim));
      return claimed.flatMap((one) => {
        const slot = slots.get(one.service)?.pop();
        return slot === undefined ? [] : { claimed: one, slot };
      });
    } finally {
      for (const free of slots.values()) for (const slot of free) slot.cancel();
    }
  }

  /** Reads what these are about, and pushes it at once, so that what was read before is not told. */
  async #begin(admitted: readonly AdmittedNotification[]): Promise<void> {
    if (admitted.length === 0) return;
    const { db, expiryMs } = this.#parts;
    const unread = await unreadTotals(db, [...new Set(admitted.map(({ claimed }) => claimed.ext_user_id))]);
    const at = new Date();
    const ids = admitted.map(({ claimed }) => claimed.id);
    // (Not in a transaction of the lease, which should return few bytes.)
    const byId = new Map((await readDue(db, ids)).map((one) => [one.id, one]));
    const builder = new PushBuilder(db);
    for (const { claimed, slot } of admitted) {
      const due = byId.get(claimed.id);
      const step = due === undefined ? 'cancel' : stepFor(due, at, expiryMs);
      if (due === undefined) {
        // (It no longer exists.)
        slot.cancel();
      } else if (step === 'show' || step === 'withdraw') {
        const badge = unread.get(due.ext_user_id)?.messages ?? 0;
        const expiresAt = (step === 'show' ? due.wanted_at : at).getTime() + expiryMs;
        const build = () => builder.build(due, step, { badge, expiresAt });
        void this.#send({ claimed, due, slot }, { kind: step, at: at.getTime() }, build);
      } else {
        slot.cancel();
        this.#ended.push({ outcome: outcomeWithout(due, step), gone: null });
      }
    }
  }

  /** Never rejects. */
  async #send(
    { claimed, due, slot }: AdmittedNotification & { due: DueNotification },
    { kind, at }: Pick<Attempt, 'kind' | 'at'>,
    build: () => Promise<ReadyPush>,
  ): Promise<void> {
    const { log, send } = this.#parts;
    this.#sending.add(claimed);
    const { signal } = this.#aborting;
    const attempt = { kind, at, seq: due.seq, isSent: false };
    let outcome: PushOutcome;
    try {
      const ready = await build();
      attempt.seq = ready.push.seq;
      attempt.isSent = true;
      const began = performance.now();
      outcome = await send(ready, signal);
      slot.leave(outcome.status === null ? null : performance.now() - began);
    } catch (error) {
      slot.cancel();
      const isKnown = error instanceof MissingCredentialsError;
      if (!isKnown) log.error({ err: error }, 'making a push failed');
      outcome = {
        result: 'failed',
        status: null,
        response: isKnown ? error.message : 'it could not be made',
      };
    }
    this.#sending.delete(claimed);
    // A push that we aborted says nothing about the device. The next notifier sends it.
    if (!signal.aborted) {
      const { goneSince = Infinity } = outcome;
      const isGone = outcome.result === 'gone' && (due.device?.seen_at ?? 0) <= goneSince;
      // (A token that was dead before its latest registration is alive.)
      if (outcome.result === 'gone' && !isGone) outcome = { ...outcome, result: 'failed' };
      this.#ended.push({ outcome: outcomeOf(due, attempt, outcome), gone: isGone ? due : null });
    }
    this.#wakeUp.wake();
  }

  async #record(lease: Lease): Promise<void> {
    while (this.#ended.length > 0) {
      const some = this.#ended.slice(0, MAX_RECORDED);
      await this.#recordSome(lease, some);
      this.#ended = this.#ended.slice(some.length);
    }
  }

  async #recordSome(lease: Lease, some: readonly EndedPush[]): Promise<void> {
    const { db, log } = this.#parts;
    const outcomes = some.map(({ outcome }) => outcome);
    const gone = some.flatMap((one) => one.gone ?? []);
    try {
      // (By itself: one that somebody else has locked must not hold up what is recorded. And first: then nothing is lost in between.)
      if (gone.length > 0) await inLease(db, lease, (tx) => removeDeadDevices(tx, gone));
      await inLease(db, lease, async (tx) => {
        await recordOutcomes(tx, outcomes);
        const ids = gone.map(({ id }) => id);
        if (ids.length > 0) await tellAgain(tx, ids);
      });
    } catch (error) {
      if (lease.lost.aborted || error instanceof DatabaseUnavailableError) throw error;
      if (some.length > 1) for (const one of some) await this.#recordSome(lease, [one]);
      else
        log.error({ err: error, notification: outcomes[0]?.id }, 'the outcome of a push cannot be recorded');
    }
  }

  async #drain(lease: Lease): Promise<void> {
    const timer = setTimeout(() => this.#aborting.abort(), this.#parts.drainMs);
    while (this.#sending.size > 0) await this.#wakeUp.pause(POLL_MS);
    clearTimeout(timer);
    if (!lease.lost.aborted)
      await this.#record(lease).catch((error: unknown) => {
        this.#parts.log.warn(
          { err: error },
          'the last notifications could not be recorded; they will be repeated',
        );
      });
    this.#ended = [];
    this.#reads.clear();
  }
}
