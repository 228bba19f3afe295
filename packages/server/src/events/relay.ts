import { setTimeout as sleep } from 'node:timers/promises';
import type { Bus } from '../bus/bus.ts';
import type { PublishingDatabase, PublishingTransaction } from '../bus/publishing-database.ts';
import { currentEpoch, keepEpoch } from '../domain/records/epochs.ts';
import { lookUp } from '../domain/records/events.ts';
import type { Log } from '../platform/log.ts';
import { WakeUp } from '../platform/wake-up.ts';
import type { Transaction } from '../storage/database.ts';
import { HAS_SAME_HISTORY } from '../storage/epoch.ts';
import type { Lease } from '../storage/lease.ts';
import { KEEP_INDEX_PLAN } from '../storage/plan-settings.ts';
import { isConflict, isLockTimeout } from '../storage/sql-errors.ts';
import type { Consumer, RelayedEvent } from './consumer.ts';
import { eraseSome, isDeletion, recordErasures } from './erasures.ts';
import { parkEvent, retryParkedEvents } from './parked-events.ts';
import { createPartitions, dropOldPartitions, isPartitionMissing } from './partitions.ts';

/**
 * Events of one transaction. (PostgreSQL must be able to send all of them to a process that has stopped reading; otherwise it would
 * wait for that process, without a time limit, and keep the lease.)
 */
const MOST_EVENTS = 200;
/** How often it looks for events that were not announced: those of other processes. */
const POLL_MS = 250;
/** The shortest time between two transactions, so that events that arrive in between share one. */
const GAP_MS = 5;
const RETRY_MS = 1_000;
/** The size beyond which the outbox is truncated as soon as it is nearly empty. */
const LARGE_OUTBOX_BYTES = 16 * 1024 * 1024;

export interface RelayParts {
  db: PublishingDatabase;
  bus: Bus;
  consumers: readonly Consumer[];
  /** How long events are kept. */
  keptMs: number;
  /** How often it removes old events, and retries parked ones. */
  upkeepMs: number;
  log: Log;
  /** Reports events that were relayed, and when their transaction began. */
  observe?: (events: readonly RelayedEvent[], beganAt: number) => void;
}

/**
 * Moves events from the outbox to `events` in the order of their ids, gives each the next position of its application, and lets
 * the consumers store their rows, all in one transaction. One process does this for all nodes, on the holder of a lease;
 * each transaction checks the lease.
 *
 * A row of the outbox may become visible after one with a higher id, but never one of the same thread: ids are drawn under the
 * lock of the thread's head. So each transaction takes whatever is visible, and the order within a thread holds.
 */
export class Relay {
  readonly #parts: RelayParts;
  #floor = new Floor();
  /** The epoch to which the floor belongs. */
  #epoch = '';
  readonly #wakeUp = new WakeUp();
  /** Since when it has been behind, on the clock of `performance.now()`; undefined: it is not, or does not run. */
  #behindSince: number | undefined;
  /** When to erase content, on the clock of `performance.now()`. */
  #eraseAt = 0;

  constructor(parts: RelayParts) {
    this.#parts = parts;
  }

  /** For how long it has not had all events: at least the age of the oldest one that it has found. */
  get lagMs(): number {
    return this.#behindSince === undefined ? 0 : performance.now() - this.#behindSince;
  }

  /** Relays until the lease ends. Never rejects. */
  async run(lease: Lease): Promise<void> {
    const { bus, log } = this.#parts;
    const wake = () => this.#wakeUp.wake();
    const unsubscribe = bus.subscribe(({ type }) => {
      if (type === 'outbox') wake();
    });
    lease.ending.addEventListener('abort', wake);
    let upkeepAt = 0;
    let isPrepared = false;
    while (!lease.ending.aborted) {
      try {
        if (!isPrepared) await this.#prepare(lease, [keepEpoch]);
        isPrepared = true;
        const isBehind = await this.#relaySome(lease);
        const isErasing = await this.#eraseSome(lease);
        if (isBehind || isErasing) wake();
        if (performance.now() >= upkeepAt) {
          upkeepAt = performance.now() + this.#parts.upkeepMs;
          await this.#keepUp(lease, isBehind);
        }
        await sleep(GAP_MS);
        await this.#wakeUp.pause(POLL_MS);
      } catch (error) {
        isPrepared = false;
        if (!lease.lost.aborted) log.warn({ err: error }, 'relaying events failed; retrying');
        // (However many events arrive meanwhile.)
        await sleep(RETRY_MS, undefined, { signal: lease.ending }).catch(() => {});
      }
    }
    this.#behindSince = undefined;
    lease.ending.removeEventListener('abort', wake);
    unsubscribe();
  }

  /** Relays the next events; whether there may be more. */
  async #relaySome(lease: Lease): Promise<boolean> {
    const { db } = this.#parts;
    // (An idle relay locks nothing.)
    const [look] = await lookUp<Look>(db, LOOK, [this.#floor.id]);
    if (look !== undefined && look.epoch !== this.#epoch) await this.#prepare(lease, [keepEpoch]);
    if (look?.is_behind !== true) {
      this.#behindSince = undefined;
      return false;
    }
    const beganAt = performance.now();
    this.#behindSince ??= beganAt;
    const taken = await this.#withPartitions(lease, () =>
      db.transaction(async (tx) => {
        const [, , rows] = await Promise.all([
          lease.check(tx),
          tx.query(KEEP_INDEX_PLAN),
          tx.query<TakenEvent>(TAKE, [this.#floor.id, MOST_EVENTS]),
        ]);
        await this.#expand(tx, rows);
        return rows;
      }),
    );
    const isMore = taken.length === MOST_EVENTS;
    this.#floor.advance(BigInt(look.last_id), taken, isMore);
    this.#parts.observe?.(taken, beganAt);
    if (!isMore) this.#behindSince = undefined;
    return isMore;
  }

  /** Erases content of deleted messages; whether there may be more. */
  async #eraseSome(lease: Lease): Promise<boolean> {
    const { db, consumers, log } = this.#parts;
    if (performance.now() < this.#eraseAt) return false;
    try {
      const isMore = await db.transaction(async (tx) => {
        await lease.check(tx);
        return eraseSome(tx, consumers);
      });
      if (!isMore) this.#eraseAt = Number.POSITIVE_INFINITY;
      return isMore;
    } catch (error) {
      if (lease.lost.aborted) throw error;
      this.#eraseAt = performance.now() + RETRY_MS;
      log.warn({ err: error }, 'erasing the content of deleted messages from events failed; retrying');
      return false;
    }
  }

  /** Repeats a transaction that failed because a new day has begun, or because the history of the database has changed. */
  async #withPartitions<T>(lease: Lease, relay: () => Promise<T>): Promise<T> {
    try {
      return await relay();
    } catch (error) {
      if (!(error instanceof HistoryChangedError) && !isPartitionMissing(error)) throw error;
      await this.#prepare(lease, [keepEpoch, createPartitions]);
      return relay();
    }
  }

  async #prepare(lease: Lease, steps: readonly ((tx: Transaction) => Promise<void>)[]): Promise<void> {
    this.#floor = new Floor();
    this.#eraseAt = 0;
    this.#epoch = await this.#parts.db.transaction(async (tx) => {
      await lease.check(tx);
      for (const step of steps) await step(tx);
      return (await currentEpoch(tx)).epoch;
    });
  }

  async #expand(tx: PublishingTransaction, rows: readonly TakenEvent[]): Promise<void> {
    const [first] = rows;
    if (first === undefined) return;
    if (first.epoch !== this.#epoch) throw new HistoryChangedError('the history of the database has changed');
    if (rows.some(isDeletion)) {
      await recordErasures(tx, rows);
      tx.afterCommit(() => {
        this.#eraseAt = 0;
      });
    }
    for (const consumer of this.#parts.consumers) await this.#offer(tx, consumer, rows);
    tx.publish({ type: 'events', apps: [...new Set(rows.map(({ app_id }) => app_id))] });
  }

  /** If a consumer fails, it gets the events one by one, and those that it fails for are parked: they hold up nobody else. */
  async #offer(
    tx: PublishingTransaction,
    consumer: Consumer,
    events: readonly RelayedEvent[],
  ): Promise<void> {
    const [only] = events;
    if (only === undefined) return;
    try {
      await tx.query('savepoint expanding');
      await consumer.expand(tx, events);
      await tx.query('release savepoint expanding');
    } catch (error) {
      if (isConflict(error) || isLockTimeout(error)) throw error;
      await tx.query('rollback to savepoint expanding');
      if (events.length > 1) for (const event of events) await this.#offer(tx, consumer, [event]);
      else {
        const { position, type } = only;
        this.#parts.log.error(
          { err: error, consumer: consumer.name, app: only.app_id, position, event: type },
          'a consumer failed to take an event, which will be offered to it again',
        );
        await parkEvent(tx, consumer, only, error);
      }
    }
  }

  async #keepUp(lease: Lease, isBehind: boolean): Promise<void> {
    const { db, consumers, keptMs, log } = this.#parts;
    await retryParkedEvents(db, lease, consumers, log);
    try {
      await db.transaction(async (tx) => {
        await lease.check(tx);
        await dropOldPartitions(tx, keptMs);
      });
      if (!isBehind) await this.#shrinkOutbox(lease);
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      log.debug({ err: error }, 'the tables of events are in use; tidying them up later');
    }
  }

  /**
   * Rows that were removed while a transaction had an old snapshot stay in the outbox as dead rows; vacuum removes them later, but
   * does not shrink the index. Sends wait during the truncation, so it begins only when few rows are left to relay.
   */
  async #shrinkOutbox(lease: Lease): Promise<void> {
    const { db } = this.#parts;
    const [size] = await db.query<{ is_large: boolean }>(
      `select pg_total_relation_size('outbox') > ${LARGE_OUTBOX_BYTES} as is_large`,
    );
    if (size?.is_large !== true) return;
    const beganAt = performance.now();
    const taken = await this.#withPartitions(lease, () =>
      db.transaction(async (tx) => {
        await lease.check(tx);
        await tx.query(`set local lock_timeout = '50ms'`);
        await tx.query('lock table outbox in access exclusive mode');
        await tx.query(KEEP_INDEX_PLAN);
        const all: TakenEvent[] = [];
        for (let count = MOST_EVENTS; count === MOST_EVENTS; ) {
          const rows = await tx.query<TakenEvent>(TAKE, [this.#floor.id, MOST_EVENTS]);
          await this.#expand(tx, rows);
          count = rows.length;
          all.push(...rows);
        }
        await tx.query('truncate outbox');
        return all;
      }),
    );
    this.#parts.observe?.(taken, beganAt);
  }
}

class HistoryChangedError extends Error {
  override readonly name = 'HistoryChangedError';
}

/** An event that the relay's transaction `xid` has taken; every transaction with an id below `xmin` had ended. */
interface TakenEvent extends RelayedEvent {
  id: string;
  /** Null: the database has another history. */
  epoch: string | null;
  xid: string;
  xmin: string;
}

/** Every transaction that drew an outbox id up to `id` has a transaction id below `xid`. */
interface Mark {
  id: bigint;
  xid: bigint;
}

/**
 * An id such that the outbox has no rows up to it, and will have none. The relay only reads rows above it. Otherwise, as long as
 * a transaction with an old snapshot (such as a dump) is open, it would read all removed rows again each time.
 *
 * An open transaction may still commit a row with a low id. So a mark becomes the floor when every transaction that could have
 * drawn an id up to it has ended, and later reads have taken all rows up to it. Such transactions have lower ids than the relay's,
 * because the last outbox id was read before the relay's transaction got its id, and the others had theirs before they drew from
 * the sequence. (The `xmax` of a snapshot would not do: it only follows the last transaction that has ended.) A transaction that
 * only reads has no id and does not delay this. (A mark is flushed to disk with the relay's transaction, so a crash cannot set the
 * sequence back behind it.)
 */
class Floor {
  #id = 0n;
  #mark: Mark | undefined;

  get id(): bigint {
    return this.#id;
  }

  /** After the commit of a transaction that began after `lastId` was read from the sequence. */
  advance(lastId: bigint, taken: readonly TakenEvent[], isMore: boolean): void {
    const last = taken.at(-1);
    if (last === undefined) return;
    const reached = this.#mark;
    if (reached !== undefined && BigInt(last.xmin) > reached.xid) {
      const lastTaken = BigInt(last.id);
      const isPassed = !isMore || lastTaken >= reached.id;
      this.#id = isPassed ? reached.id : lastTaken;
      if (isPassed) this.#mark = undefined;
    }
    this.#mark ??= { id: lastId, xid: BigInt(last.xid) };
  }
}

/** Whether there are events to relay. */
interface Look {
  is_behind: boolean;
  /** Of the sequence of the outbox. */
  last_id: string;
  epoch: string;
}

const LOOK = `
  select exists (select from outbox where id > $1) as is_behind, (select last_value from outbox_ids) as last_id, epoch
  from event_epoch`;

// Each position follows the last one that is stored.
const TAKE = `
  with taken as materialized (
    select ctid as place, outbox.* from outbox where id > $1 order by id limit $2
  ), streams as materialized (
    select app_id, dropped_through from event_streams where app_id = any (array(select app_id from taken))
  ), lasts as materialized (
    select app_id, greatest(dropped_through, (select max(position) from events e where e.app_id = streams.app_id)) as position
    from streams
  ), placed as (
    select taken.*, lasts.position + row_number() over (partition by lasts.app_id order by taken.id) as position, clock.at
    from taken join lasts on lasts.app_id = taken.app_id
    cross join (select date_trunc('milliseconds', clock_timestamp()) as at) clock
  ), removed as (
    delete from outbox where ctid = any (array(select place from taken))
  ), stored as (
    insert into events (app_id, position, at, tenant_id, type, thread_id, seq, message_seq, body, trace)
    select app_id, position, at, tenant_id, type, thread_id, seq, message_seq, body, trace from placed order by app_id, position
  )
  select id, app_id, position, at, tenant_id, type, thread_id, seq, message_seq, trace,
    (select epoch from event_epoch where ${HAS_SAME_HISTORY}) as epoch,
    pg_current_xact_id() as xid, pg_snapshot_xmin(pg_current_snapshot()) as xmin
  from placed order by id`;
