import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { SpanContext } from '../platform/tracing/span-context.ts';
import { BranchWatch } from './branch-watch.ts';
import { createPool, sessionSettings, transactionSettings } from './connections.ts';
import { runTogether, type Statement } from './exchange.ts';
import { isUnprepared } from './link.ts';
import { codeOf, isDiskFull, isLeaseLost, isTransient, isUnavailable } from './sql-errors.ts';
import { Vault } from './vault.ts';

export type Row = Record<string, unknown>;

/** Something that runs SQL: the pool, or one transaction on one connection. */
export interface Queryable {
  query<R extends object = Row>(text: string, values?: readonly unknown[]): Promise<R[]>;
}

/** Holds the vault that seals and opens stored secrets. */
export interface Sealing {
  readonly vault: Vault;
}

declare const inTransaction: unique symbol;
/** A {@link Queryable} inside a transaction: functions that must be atomic take this type. */
export interface Transaction extends Queryable, Sealing {
  readonly [inTransaction]: true;
  /** The sampled span that it belongs to. */
  readonly trace?: SpanContext;
  /** Runs `effect`, which must not throw, after the commit; a rollback drops it. */
  afterCommit(effect: () => void): void;
}

/** Runs transactions: the database, or an open transaction that the new one joins. */
export interface Transactor extends Queryable, Sealing {
  /**
   * Runs `work` in one READ COMMITTED transaction. After a deadlock or a unique violation it runs `work` again from the
   * start, so `work` must have no effect but its SQL.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /**
   * Runs a transaction in one round trip: `work` must send all its statements before it awaits any. Their rows arrive after the
   * commit. If a statement fails, nothing is stored.
   */
  transactionAtOnce<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
}

/** The database cannot be reached, or accepts no work now. The request can be retried. */
export class DatabaseUnavailableError extends Error {
  override readonly name: string = 'DatabaseUnavailableError';
}

/** The disk of the database is full, so that it could not store something. */
export class DatabaseFullError extends DatabaseUnavailableError {
  override readonly name = 'DatabaseFullError';
}

/** This process has lost the lease (lease.ts) that the transaction checked. Nothing was stored. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

const MAX_ATTEMPTS = 6;
const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 30_000;

type Effect = () => void;

export interface DatabaseOptions {
  poolSize: number;
  log: Log;
  /** Where to report the connections of the pool. */
  metrics?: Metrics;
  /** 0: no limit, for work that no request waits for. */
  statementTimeoutMs?: number;
  /** Whether a pooler runs each transaction in any session of its own; see connections.ts. By default false. */
  isPooled?: boolean;
  /** Whether each connection prepares a statement only once. By default true. */
  prepares?: boolean;
  /** Whether nothing is written, so that it may be a standby. By default false. */
  isReadOnly?: boolean;
}

/**
 * The only access to PostgreSQL. int8 is returned as a decimal string (ids are strings everywhere), a timestamp as a `Date`.
 */
export class Database implements Transactor {
  /** Has no keys until `openSecrets` has verified that they belong to this database. */
  readonly vault = new Vault();
  /** (A branch that a command has begun is noticed at once only behind a pooler.) */
  readonly branch = new BranchWatch();
  readonly #pool: pg.Pool;
  readonly #log: Log;
  readonly #statementNames = new Map<string, string>();
  /** Behind a pooler: precedes the statements of each transaction. */
  readonly #settings: string | undefined;
  readonly #time: ((labels: object, seconds: number) => void) | undefined;
  #prepares: boolean;
  #isFull = false;

  constructor(connection: pg.PoolConfig, options: DatabaseOptions) {
    const { statementTimeoutMs = STATEMENT_TIMEOUT_MS, isPooled = false, prepares = true } = options;
    const settings = { statementTimeoutMs, keepsEpoch: options.isReadOnly !== true };
    this.#log = options.log;
    this.#settings = isPooled ? transactionSettings(settings) : undefined;
    this.#prepares = prepares;
    const config: pg.PoolConfig = {
      ...connection,
      max: options.poolSize,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      application_name: 'palaver',
      // A statement is sent without waiting for the results of earlier ones, unless the code awaits them.
      pipeline: true,
      // A database that has stopped responding must not block requests or a stop forever.
      query_timeout: statementTimeoutMs && statementTimeoutMs + CONNECT_TIMEOUT_MS,
    };
    this.#pool = createPool(config, isPooled ? null : sessionSettings(settings), (rows) =>
      this.branch.observe(rows),
    );
    // The next request replaces a broken idle connection; without a listener, the event would end the process.
    this.#pool.on('error', (error) => {
      if (!this.#pool.ending) options.log.warn({ err: error }, 'an idle database connection broke');
    });
    options.metrics?.addGauges(
      'palaver_database_connections',
      'Connections of the pool, by what they do; waiting counts requests without one.',
      'state',
      () => {
        const { total, idle, waiting } = this.connections;
        return { busy: total - idle, idle, waiting };
      },
    );
    this.#time = options.metrics?.addDurations(
      'palaver_database_duration_seconds',
      'Time for which a statement or a transaction had a connection.',
      [],
    );
  }

  get connections(): { total: number; idle: number; waiting: number } {
    return { total: this.#pool.totalCount, idle: this.#pool.idleCount, waiting: this.#pool.waitingCount };
  }

  /** Whether a statement was refused because the disk of the database is full, and nobody has noted that there is room since. */
  get isFull(): boolean {
    return this.#isFull;
  }

  /** Another thread of this process has noticed it. */
  noteFull(): void {
    this.#isFull = true;
  }

  /** A write has succeeded that needed room. */
  noteRoom(): void {
    this.#isFull = false;
  }

  async query<R extends object = Row>(text: string, values: readonly unknown[] = []): Promise<R[]> {
    return this.#retrying(
      (client) => this.#ask<R>(client, text, values),
      () => false,
    );
  }

  async #ask<R extends object>(
    client: pg.PoolClient,
    text: string,
    values: readonly unknown[],
  ): Promise<R[]> {
    const statement = this.#statement(text, values);
    if (this.#settings === undefined) return (await client.query<R & pg.QueryResultRow>(statement)).rows;
    const [prepared = [], rows] = await runTogether(client, [this.#statement(this.#settings), statement]);
    this.branch.observe(prepared);
    return rows as R[];
  }

  async transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#retrying((client) => this.#attempt(client, work), isTransient);
  }

  async transactionAtOnce<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#retrying(async (client) => {
      const effects: Effect[] = [];
      const sent: (PromiseWithResolvers<object[]> & { statement: Statement })[] = [];
      let isOpen = true;
      const query = <R extends object = Row>(text: string, values: readonly unknown[] = []): Promise<R[]> => {
        if (!isOpen) return Promise.reject(new Error('transactionAtOnce() has sent its statements already'));
        const pending = Promise.withResolvers<object[]>();
        sent.push({ ...pending, statement: this.#statement(text, values) });
        return pending.promise as Promise<R[]>;
      };
      const working = work(this.#transactionOf(query, effects));
      isOpen = false;
      const settled = Promise.allSettled([working]);
      const before = this.#settings === undefined ? [] : [this.#statement(this.#settings)];
      try {
        const results = await runTogether(client, [...before, ...sent.map(({ statement }) => statement)]);
        if (before.length > 0) this.branch.observe(results[0] ?? []);
        for (const [index, { resolve }] of sent.entries()) resolve(results[before.length + index] ?? []);
      } catch (failure) {
        for (const { reject } of sent) reject(failure);
        await settled;
        throw failure;
      }
      const [worked] = await settled;
      if (worked.status === 'rejected')
        throw new DatabaseUnavailableError('committed, but the response was lost', { cause: worked.reason });
      for (const effect of effects) effect();
      return worked.value;
    }, isTransient);
  }

  async #retrying<T>(
    attempt: (client: pg.PoolClient) => Promise<T>,
    isWorthRetry: (error: unknown) => boolean,
  ): Promise<T> {
    for (let attempts = 1; ; attempts += 1) {
      try {
        return await this.#withClient(attempt);
      } catch (error) {
        const isWorth = this.#stopsPreparing(error) || isWorthRetry(error);
        if (!isWorth || attempts === MAX_ATTEMPTS) throw this.#noted(translate(error));
        await sleep(Math.random() * 10 * 2 ** attempts);
      }
    }
  }

  #noted(error: unknown): unknown {
    if (error instanceof DatabaseFullError) this.#isFull = true;
    return error;
  }

  async #withClient<T>(use: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await this.#connect();
    let failure: Error | undefined;
    // A connection that is lost between two statements emits `error`; the next statement then fails.
    const onError = (error: Error) => {
      failure = error;
    };
    client.on('error', onError);
    const beganAt = performance.now();
    try {
      return await use(client);
    } catch (error) {
      // PostgreSQL parses none of the statements behind the failed one, but a pooler that keeps prepared statements believes so.
      if (this.#settings !== undefined && this.#prepares && codeOf(error) !== '') failure ??= error as Error;
      throw error;
    } finally {
      this.#time?.({}, (performance.now() - beganAt) / 1_000);
      client.off('error', onError);
      client.release(failure);
    }
  }

  /** Whatever prevents a connection (down, full, starting, access denied), the request is not at fault. */
  async #connect(): Promise<pg.PoolClient> {
    try {
      return await this.#pool.connect();
    } catch (error) {
      throw new DatabaseUnavailableError(error instanceof Error ? error.message : String(error), {
        cause: error,
      });
    }
  }

  async #attempt<T>(client: pg.PoolClient, work: (tx: Transaction) => Promise<T>): Promise<T> {
    let failedToBegin: unknown;
    try {
      const effects: Effect[] = [];
      const result = await inOneWrite(client, () => {
        // If this fails, so does the statement after it.
        this.#begin(client).catch((error: unknown) => {
          failedToBegin = error;
        });
        const query: Queryable['query'] = async <R extends object>(
          text: string,
          values?: readonly unknown[],
        ) => (await client.query<R & pg.QueryResultRow>(this.#statement(text, values))).rows;
        return work(this.#transactionOf(query, effects));
      });
      await client.query('commit');
      for (const effect of effects) effect();
      return result;
    } catch (error) {
      await rollBack(client);
      throw failedToBegin ?? error;
    }
  }

  async #begin(client: pg.PoolClient): Promise<void> {
    if (this.#settings === undefined) {
      await client.query('begin');
      return;
    }
    // (The driver's types do not tell that several statements have several results.)
    const results = (await client.query(`begin; ${this.#settings}`)) as unknown as pg.QueryResult<object>[];
    this.branch.observe(results[1]?.rows ?? []);
  }

  #transactionOf(query: Queryable['query'], effects: Effect[]): Transaction {
    const afterCommit = (effect: Effect) => {
      effects.push(effect);
    };
    return { query, afterCommit, vault: this.vault } as Transaction;
  }

  /**
   * Named after its text, which is a constant of this code: two programs that share a session of a pooler never mean different
   * statements by one name.
   */
  #statement(text: string, values: readonly unknown[] = []): Statement {
    const statement: Statement = { text, values: [...values], queryMode: 'extended' };
    if (!this.#prepares) return statement;
    let name = this.#statementNames.get(text);
    if (name === undefined) {
      name = `palaver_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
      this.#statementNames.set(text, name);
    }
    return { ...statement, name };
  }

  /**
   * Whether the statement failed because a pooler no longer keeps the prepared statements of its clients, as it did at the
   * start. From then on none is prepared, and the statement can be repeated.
   */
  #stopsPreparing(error: unknown): boolean {
    if (this.#settings === undefined || !isUnprepared(error)) return false;
    if (this.#prepares)
      this.#log.warn({ err: error }, 'the pooler mixes up prepared statements: no longer preparing any');
    this.#prepares = false;
    return true;
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }
}

/** Rolls back; if that fails, the connection is not used again. */
async function rollBack(client: pg.PoolClient): Promise<void> {
  await client.query('rollback').catch((failure: Error) => client.emit('error', failure));
}

/** Sends all statements that `send` issues before its first await in one write; separate writes would wake PostgreSQL for each. */
function inOneWrite<T>(client: pg.PoolClient, send: () => Promise<T>): Promise<T> {
  const { stream } = client.connection;
  stream.cork();
  try {
    return send();
  } finally {
    stream.uncork();
  }
}

/** Turns errors that callers distinguish into {@link DatabaseUnavailableError}, {@link DatabaseFullError} and {@link LeaseLostError}. */
function translate(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (isLeaseLost(error)) return new LeaseLostError(error.message, { cause: error });
  if (isDiskFull(error)) return new DatabaseFullError(error.message, { cause: error });
  if (isUnavailable(error)) return new DatabaseUnavailableError(error.message, { cause: error });
  return error;
}
