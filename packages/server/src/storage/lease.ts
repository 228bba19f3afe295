import { once } from 'node:events';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { randomBase62 } from '../platform/base62.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import { Outage } from '../platform/outage.ts';
import type { Database, Queryable, Row, Transaction } from './database.ts';
import { isLeaseLost } from './sql-errors.ts';

/*
 * Leases: work that one process does for all nodes that share a database.
 *
 * A lease is a row of `leases`. Its holder renews it every 3 seconds; without a renewal it expires after 10, by the clock of
 * the database. Any process may then acquire it, which increases its `fence`. A former holder may not know yet that it has
 * lost the lease: it was frozen, or cut off from the database. So each transaction that the holder writes begins with
 * `check`, which locks the row against acquisitions and fails unless holder and fence are still the same and the lease has
 * not expired. A transaction therefore commits before the lease changes hands, or not at all.
 *
 * A lease is also free when the clock of the database was set back behind its last renewal, and when PostgreSQL has
 * restarted since: all sessions of the holder have ended then. So a single node with the embedded database, whose
 * PostgreSQL ends with it, works again at once after a kill.
 *
 * Acquisitions and renewals have connections of their own: a process under load must not lose its lease because it waits for
 * a connection. Unlike a lock of a session, a lease needs no session that lives as long as the work, and shows its holder.
 */

const TTL_MS = 10_000;
const RENEW_MS = 3_000;
/** How often a waiting process looks whether the lease is free, and how soon a failed statement is repeated. */
const RETRY_MS = 500;
/** A renewal without an answer for this long is repeated, on another connection. */
const RENEWAL_MS = 2_000;

/** A lease that this process holds. */
export interface Lease extends Queryable {
  readonly name: string;
  /** Aborts when the work must end: the process stops, or the lease is lost. Until it is lost, the work may still write. */
  readonly ending: AbortSignal;
  /** Aborts when the lease is lost. From then on `check` fails, so the work can store nothing. */
  readonly lost: AbortSignal;
  /**
   * The first statement of each transaction that the holder writes. The transaction rejects with `LeaseLostError` if the
   * lease is lost; otherwise no other process acquires the lease before the transaction ends. So that a frozen process
   * cannot keep others waiting, PostgreSQL ends the transaction when it is idle or waits for a lock for 5 seconds, and its
   * statements return few rows: PostgreSQL would wait without a limit for a process to read many.
   */
  check: (tx: Transaction) => Promise<void>;
  /** Runs one statement in a transaction of its own, which checks the lease. */
  query: <R extends object = Row>(text: string, values?: readonly unknown[]) => Promise<R[]>;
}

export interface LeasesParts {
  /** Runs the work's statements, see `Lease.query`. */
  db: Database;
  /** Acquires and renews. By default `db` does; a server has connections only for this. */
  renewing?: Database;
  log: Log;
  /** Where to report which leases this process holds. */
  metrics?: Metrics;
}

/** The leases of this process. */
export class Leases {
  readonly #databases: Databases;
  readonly #log: Log;
  readonly #outage: Outage;
  readonly #countLoss: (labels: { name: string }, count?: number) => void;
  /** Each lease that this process holds or waits for. */
  readonly #held = new Map<string, HeldLease | undefined>();

  constructor({ db, renewing = db, log, metrics }: LeasesParts) {
    this.#databases = { db, renewing };
    this.#log = log;
    this.#outage = new Outage(log, 'the leases');
    this.#countLoss =
      metrics?.addCounter(
        'palaver_leases_lost_total',
        'Leases that this process has lost while it still worked: it was frozen or cut off.',
        ['name'],
      ) ?? (() => {});
    metrics?.addGauges(
      'palaver_lease_held',
      'Whether this process holds a lease, that is, does this work for all nodes: 1 or 0.',
      'name',
      () =>
        Object.fromEntries([...this.#held].map(([name, lease]) => [name, lease?.isHeld === true ? 1 : 0])),
    );
  }

  /**
   * Runs `work` while this process holds the lease, and again when it has lost and regained it. `work` ends soon after
   * `ending` aborts; if it ends earlier, it has failed, and any process may continue. The returned function stops it,
   * resolves when `work` has ended, and gives the lease up, so that another process acquires it at once.
   *
   * `knows` names what the work can do. The lease remembers it: a process that does not know all of that never acquires it
   * again, and one that knows more takes it over. So while processes of two versions run, no work is left undone by the older.
   */
  whileHolding(
    name: string,
    work: (lease: Lease) => Promise<void>,
    knows: readonly string[] = [],
  ): () => Promise<void> {
    const stopping = new AbortController();
    this.#countLoss({ name }, 0);
    const ended = this.#holdAgain({ name, knows }, work, stopping.signal);
    return async () => {
      stopping.abort();
      await ended;
    };
  }

  async #holdAgain(
    { name, knows }: { name: string; knows: readonly string[] },
    work: (lease: Lease) => Promise<void>,
    stopping: AbortSignal,
  ): Promise<void> {
    const holder = `${hostname()}:${process.pid}:${randomBase62(6)}`;
    this.#held.set(name, undefined);
    while (!stopping.aborted) {
      try {
        const lease = await HeldLease.acquire(this.#databases, { name, holder, knows }, stopping);
        this.#outage.over(name);
        if (lease !== undefined) await this.#hold(lease, work);
      } catch (error) {
        this.#outage.lost(name, error);
      }
      await pause(RETRY_MS, stopping);
    }
    this.#held.delete(name);
  }

  /** Renews the lease while `work` runs, then gives it up. Never rejects. */
  async #hold(lease: HeldLease, work: (lease: Lease) => Promise<void>): Promise<void> {
    const { name } = lease;
    this.#held.set(name, lease);
    this.#log.debug({ lease: name }, 'acquired a lease');
    const worked = new AbortController();
    // (Not awaited: a database that does not answer must not delay the end.)
    void this.#keep(lease, AbortSignal.any([lease.lost, worked.signal]));
    try {
      // (It may have been acquired during the stop.)
      if (!lease.ending.aborted) await work(lease);
    } catch (error) {
      if (!lease.lost.aborted) this.#log.error({ err: error, lease: name }, 'the work of a lease failed');
    }
    worked.abort();
    if (lease.lost.aborted) {
      this.#countLoss({ name });
      this.#log.warn({ lease: name }, 'lost a lease; trying to acquire it again');
    }
    await lease.giveUp();
    this.#held.set(name, undefined);
  }

  async #keep(lease: HeldLease, over: AbortSignal): Promise<void> {
    let pauseMs = RENEW_MS;
    while (!over.aborted) {
      await pause(pauseMs, over);
      if (over.aborted) return;
      const answered = this.#renew(lease, over);
      // (One that is answered too late still counts.)
      pauseMs = (await Promise.race([answered, pause(RENEWAL_MS, over)])) === true ? RENEW_MS : RETRY_MS;
    }
  }

  /** Whether the lease was renewed. Never rejects. */
  async #renew(lease: HeldLease, over: AbortSignal): Promise<boolean> {
    try {
      await lease.renew();
      this.#outage.over(lease.name);
      return true;
    } catch (error) {
      if (!over.aborted) this.#outage.lost(lease.name, error);
      return false;
    }
  }
}

type Databases = Required<Pick<LeasesParts, 'db' | 'renewing'>>;

class HeldLease implements Lease {
  readonly name: string;
  readonly ending: AbortSignal;
  readonly #databases: Databases;
  readonly #holder: string;
  readonly #fence: string;
  readonly #losing = new AbortController();
  /** By the monotonic clock. 0 once the lease is lost or given up. */
  #heldUntil = 0;
  #expiry: NodeJS.Timeout | undefined;

  /** Undefined if another process holds it. `stopping` is the end of the work. */
  static async acquire(
    databases: Databases,
    { name, holder, knows }: { name: string; holder: string; knows: readonly string[] },
    stopping: AbortSignal,
  ): Promise<HeldLease | undefined> {
    const begunAt = performance.now();
    // (A transaction is repeated when several processes insert the row at the same time.)
    const [row] = await databases.renewing.transactionAtOnce((tx) =>
      tx.query<{ fence: string }>(ACQUIRE, [name, holder, knows]),
    );
    if (row === undefined) return undefined;
    const lease = new HeldLease(databases, { name, holder, fence: row.fence }, stopping);
    lease.#extend(begunAt);
    return lease;
  }

  private constructor(
    databases: Databases,
    { name, holder, fence }: { name: string; holder: string; fence: string },
    stopping: AbortSignal,
  ) {
    this.#databases = databases;
    this.name = name;
    this.#holder = holder;
    this.#fence = fence;
    this.ending = AbortSignal.any([stopping, this.lost]);
  }

  get lost(): AbortSignal {
    return this.#losing.signal;
  }

  get isHeld(): boolean {
    return performance.now() < this.#heldUntil;
  }

  async check(tx: Transaction): Promise<void> {
    // When this process has given the lease up for lost, the statement is still sent, and fails: in a transaction that is
    // sent at once, further statements follow it.
    const fence = this.isHeld ? this.#fence : null;
    try {
      await tx.query('select check_lease($1, $2, $3)', [this.name, this.#holder, fence]);
    } catch (error) {
      if (isLeaseLost(error)) this.#lose();
      throw error;
    }
  }

  async query<R extends object = Row>(text: string, values: readonly unknown[] = []): Promise<R[]> {
    return this.#databases.db.transactionAtOnce(async (tx) => {
      const [, rows] = await Promise.all([this.check(tx), tx.query<R>(text, values)]);
      return rows;
    });
  }

  async renew(): Promise<void> {
    const begunAt = performance.now();
    const rows = await this.#databases.renewing.transactionAtOnce(async (tx) => {
      // Without a flush to disk: a crash that loses a renewal only makes the lease older.
      const [, renewed] = await Promise.all([
        tx.query(`select set_config('synchronous_commit', 'off', true)`),
        tx.query(RENEW, [this.name, this.#holder, this.#fence]),
      ]);
      return renewed;
    });
    if (rows.length === 0) this.#lose();
    else if (this.isHeld) this.#extend(begunAt);
  }

  /** Lets another process acquire the lease now. A database that does not answer delays this until the lease expires. */
  async giveUp(): Promise<void> {
    if (this.isHeld) {
      const giving = this.#databases.renewing.query(GIVE_UP, [this.name, this.#holder, this.#fence]);
      // If it fails, the lease expires by itself.
      await Promise.race([giving.catch(() => {}), once(this.lost, 'abort')]);
    }
    this.#end();
  }

  /** The database counts from the arrival of the statement at the earliest, so the lease is ours at least until this time. */
  #extend(begunAt: number): void {
    clearTimeout(this.#expiry);
    this.#heldUntil = begunAt + TTL_MS;
    this.#expiry = setTimeout(() => this.#lose(), this.#heldUntil - performance.now());
  }

  #lose(): void {
    this.#end();
    this.#losing.abort();
  }

  #end(): void {
    clearTimeout(this.#expiry);
    this.#heldUntil = 0;
  }
}

const pause = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }).catch(() => {});

const EXPIRY = `clock_timestamp() + make_interval(secs => ${TTL_MS / 1_000})`;
// (If PostgreSQL seems to have started in the future, the clock was set back since, and the times of renewals cannot be
// compared with its start. The name of a holder is unique: if it asks again, it has lost the lease, and its work has ended.)
const IS_FREE = `(held.holder = $2 or held.expires_at <= clock_timestamp() or held.renewed_at > clock_timestamp()
  or held.renewed_at < pg_postmaster_start_time() and pg_postmaster_start_time() <= clock_timestamp()
  or $3::text[] @> held.requires and not held.requires @> $3::text[])
  and $3::text[] @> held.requires`;

/** Locks and writes nothing while another process holds the lease, as waiting processes run it all the time. */
const ACQUIRE = `
  insert into leases as held (name, holder, fence, expires_at, renewed_at, requires)
  select $1, $2, 1, ${EXPIRY}, clock_timestamp(), $3
  where not exists (select from leases held where name = $1 and not (${IS_FREE}))
  on conflict (name) do update set holder = excluded.holder, fence = held.fence + 1, expires_at = ${EXPIRY},
      renewed_at = clock_timestamp(), requires = excluded.requires
    where ${IS_FREE}
  returning fence`;

const IS_OURS = 'name = $1 and holder = $2 and fence = $3';

const RENEW = `
  update leases set expires_at = ${EXPIRY}, renewed_at = clock_timestamp()
  where ${IS_OURS} and expires_at > clock_timestamp()
  returning 1`;

const GIVE_UP = `update leases set expires_at = '-infinity' where ${IS_OURS}`;
