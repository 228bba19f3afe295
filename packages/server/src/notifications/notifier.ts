import { setTimeout as sleep } from 'node:timers/promises';
import type { PushProvider } from '@palaver/protocol/devices';
import type { Bus } from '../bus/bus.ts';
import type { PublishingDatabase } from '../bus/publishing-database.ts';
import { removeDeadDevice } from '../domain/records/devices.ts';
import { unreadTotals } from '../domain/records/unread.ts';
import type { Log } from '../platform/log.ts';
import { WakeUp } from '../platform/wake-up.ts';
import { DatabaseUnavailableError, type Transaction } from '../storage/database.ts';
import type { Lease } from '../storage/lease.ts';
import { type Attempt, outcomeOf, outcomeWithout, stepFor } from './next-step.ts';
import type { PushOutcome } from './push/push.ts';
import { MissingCredentialsError, PushBuilder, type ReadyPush } from './push-builder.ts';
import { dropFirst, fanOut } from './records/notification-messages.ts';
import {
  claimDue,
  type DueNotification,
  dropClaims,
  findWork,
  type NotificationId,
  type NotificationOutcome,
  readDue,
  recordOutcomes,
  sweepNotifications,
  type ThreadRead,
  tellAgain,
  withdrawRead,
} from './records/notifications.ts';

/** Concurrent pushes. Browsers have a share of their own: their addresses are chosen by users, and may never answer. */
const LANES: readonly { providers: readonly PushProvider[]; most: number }[] = [
  { providers: ['web_push'], most: 150 },
  { providers: ['fcm', 'apns'], most: 100 },
];
/** Concurrent pushes to one user. */
const MAX_OF_USER = 10;
/** Notifications of one claim: each may have a large text. */
const MAX_CLAIMED = 100;
const MAX_RECORDED = 500;
/** Messages of one fan-out; fewer after one that failed, as they may have many recipients. */
const MAX_FANNED_OUT = 500;
/** Reads that are remembered until the next poll; the sweep finds others. */
const MAX_READS = 10_000;
const POLL_MS = 250;
/** The shortest time between two polls, so that pushes that end in between are recorded together. */
const MIN_POLL_GAP_MS = 10;
/** After a fan-out comes a pause of this many times its duration, because sends need the same database. */
const FAN_OUT_PAUSE = 4;
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
  expiryMs: number;
  keptMs: number;
  pushTimeoutMs: number;
  /** How long a stop waits for pushes in progress. */
  drainMs: number;
  log: Log;
}

interface EndedPush {
  due: DueNotification;
  outcome: NotificationOutcome;
  /** The device is to be removed. */
  isGone: boolean;
}

/**
 * Notifies users of messages, on one of the nodes that share a database. It loops: record the outcome of pushes, turn messages into
 * notifications, claim those that are due, send them. All state that matters is in the database. Each transaction checks the lease,
 * so a notifier that was replaced stores nothing; what it has claimed is sent again, and replaces the notification that devices
 * show.
 */
export class Notifier {
  readonly #parts: NotifierParts;
  readonly #wakeUp = new WakeUp();
  #ended: EndedPush[] = [];
  /** The pushes in progress. */
  readonly #sending = new Set<DueNotification>();
  #fanOutCount = MAX_FANNED_OUT;
  #reads = new Map<string, ThreadRead>();
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
        await this.#work(lease);
        await sleep(MIN_POLL_GAP_MS);
        await this.#wakeUp.pause(POLL_MS);
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
    if (this.#reads.size < MAX_READS) this.#reads.set(`${threadId} ${user}`, { threadId, user });
  }

  async #work(lease: Lease): Promise<void> {
    const { db } = this.#parts;
    await this.#record(lease);
    const reads = [...this.#reads.values()];
    this.#reads.clear();
    if (reads.length > 0) await inLease(db, lease, (tx) => withdrawRead(tx, reads));
    const found = await findWork(db);
    const now = performance.now();
    if (found.message && now >= this.#nextFanOutAt) await this.#fanOut(lease);
    if (found.notification) for (const lane of LANES) await this.#claim(lease, lane);
    if (now >= this.#nextSweepAt) await this.#sweep(lease);
  }

  async #fanOut(lease: Lease): Promise<void> {
    const { db, delayMs, log } = this.#parts;
    const began = performance.now();
    const count = this.#fanOutCount;
    try {
      const messages = await inLease(db, lease, (tx) => fanOut(tx, { count, delayMs }));
      this.#fanOutCount = Math.min(MAX_FANNED_OUT, count * 2);
      if (messages === count) this.#wakeUp.wake();
    } catch (error) {
      if (lease.lost.aborted || count > 1) {
        this.#fanOutCount = Math.ceil(count / 2);
        throw error;
      }
      log.error({ err: error }, 'nobody can be notified of a message; it is left out');
      await inLease(db, lease, dropFirst);
    } finally {
      const ended = performance.now();
      this.#nextFanOutAt = ended + FAN_OUT_PAUSE * (ended - began);
    }
  }

  async #sweep(lease: Lease): Promise<void> {
    const { db, keptMs } = this.#parts;
    const page = { after: this.#swept, count: SWEEP_ROWS, endedBefore: new Date(Date.now() - keptMs) };
    this.#swept = (await inLease(db, lease, (tx) => sweepNotifications(tx, page))) ?? '0';
    this.#nextSweepAt = performance.now() + SWEEP_MS;
  }

  async #claim(lease: Lease, { providers, most }: (typeof LANES)[number]): Promise<void> {
    const { db, pushTimeoutMs, expiryMs } = this.#parts;
    const sending = [...this.#sending];
    const inLane = sending.filter(({ device }) => device !== null && providers.includes(device.provider));
    const count = Math.min(MAX_CLAIMED, most - inLane.length);
    if (count <= 0) return;
    const byUser = Map.groupBy(sending, ({ ext_user_id }) => ext_user_id);
    const busy = [...byUser].filter(([, some]) => some.length >= MAX_OF_USER);
    const claim = {
      ...{ providers, count, perUser: MAX_OF_USER, except: busy.map(([user]) => user) },
      claimMs: CLAIM_TIMEOUTS * pushTimeoutMs + CLAIM_MARGIN_MS,
    };
    const ids = await inLease(db, lease, (tx) => claimDue(tx, claim));
    // (Not in a transaction of the lease, which should return few bytes.)
    const at = new Date();
    const due = await readDue(db, ids);
    const unread = await unreadTotals(db, [...new Set(due.map(({ ext_user_id }) => ext_user_id))]);
    const builder = new PushBuilder(db);
    for (const one of due) {
      const step = stepFor(one, at, expiryMs);
      if (step === 'show' || step === 'withdraw') {
        const badge = unread.get(one.ext_user_id)?.messages ?? 0;
        const expiresAt = (step === 'show' ? one.wanted_at : at).getTime() + expiryMs;
        void this.#send(one, { kind: step, at: at.getTime() }, () =>
          builder.build(one, step, { badge, expiresAt }),
        );
      } else {
        this.#ended.push({ due: one, outcome: outcomeWithout(one, step), isGone: false });
      }
    }
    if (ids.length > 0) this.#wakeUp.wake();
  }

  /** Never rejects. */
  async #send(
    due: DueNotification,
    { kind, at }: Pick<Attempt, 'kind' | 'at'>,
    build: () => Promise<ReadyPush>,
  ): Promise<void> {
    const { log, send } = this.#parts;
    this.#sending.add(due);
    const { signal } = this.#aborting;
    const attempt = { kind, at, seq: due.seq, isSent: false };
    let outcome: PushOutcome;
    try {
      const ready = await build();
      attempt.seq = ready.push.seq;
      attempt.isSent = true;
      outcome = await send(ready, signal);
    } catch (error) {
      const isKnown = error instanceof MissingCredentialsError;
      if (!isKnown) log.error({ err: error }, 'making a push failed');
      outcome = {
        result: 'failed',
        status: null,
        response: isKnown ? error.message : 'it could not be made',
      };
    }
    this.#sending.delete(due);
    // A push that we aborted says nothing about the device. The next notifier sends it.
    if (!signal.aborted) {
      const { goneSince = Infinity } = outcome;
      const isGone = outcome.result === 'gone' && (due.device?.seen_at ?? 0) <= goneSince;
      // (A token that was dead before its latest registration is alive.)
      if (outcome.result === 'gone' && !isGone) outcome = { ...outcome, result: 'failed' };
      this.#ended.push({ due, outcome: outcomeOf(due, attempt, outcome), isGone });
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
    try {
      await inLease(db, lease, (tx) =>
        recordOutcomes(
          tx,
          some.map(({ outcome }) => outcome),
        ),
      );
    } catch (error) {
      if (lease.lost.aborted || error instanceof DatabaseUnavailableError) throw error;
      if (some.length > 1) {
        for (const one of some) await this.#recordSome(lease, [one]);
        return;
      }
      log.error({ err: error, notification: some[0]?.due.id }, 'the outcome of a push cannot be recorded');
    }
    const gone = some.filter(({ isGone }) => isGone);
    if (gone.length === 0) return;
    // (By itself: a device that somebody else has locked must not hold up what was recorded.)
    await inLease(db, lease, async (tx) => {
      for (const { due } of gone)
        if (due.device !== null)
          await removeDeadDevice(
            tx,
            due.ext_user_id,
            due.device_id,
            Buffer.from(due.device.token_hash, 'hex'),
          );
      await tellAgain(
        tx,
        gone.map(({ due }) => due.id),
      );
    });
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

function inLease<T>(db: PublishingDatabase, lease: Lease, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await lease.check(tx);
    return work(tx);
  });
}
