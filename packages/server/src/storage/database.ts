import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../platform/log.ts';

export type Row = Record<string, unknown>;

/** Something that runs SQL: the pool, or one transaction on one connection. */
export interface Queryable {
  query<R extends object = Row>(text: string, values?: readonly unknown[]): Promise<R[]>;
}

declare const inTransaction: unique symbol;
/** A {@link Queryable} inside a transaction: what must be atomic asks for this type. */
export interface Transaction extends Queryable {
  readonly [inTransaction]: true;
}

/** The database cannot be reached, or takes no work now. The request may be sent again. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError';
}

const MAX_ATTEMPTS = 6;
const CONNECT_TIMEOUT_MS = 5_000;

/**
 * The one way to PostgreSQL. int8 comes back as a decimal string (ids are strings everywhere), timestamps as
 * `Date`.
 */
export class Database implements Queryable {
  readonly #pool: pg.Pool;

  constructor(connection: pg.PoolConfig, options: { poolSize: number; log: Log }) {
    this.#pool = new pg.Pool({
      ...connection,
      max: options.poolSize,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      application_name: 'palaver',
      options: '-c timezone=UTC -c idle_in_transaction_session_timeout=60000',
    });
    // An idle connection that breaks is replaced by the next request; without a listener it would end us.
    this.#pool.on('error', (error) => options.log.warn({ err: error }, 'an idle database connection broke'));
    // The same for one that breaks before whoever asked for it has it in hand. Its first statement then fails.
    this.#pool.on('connect', (client) => client.on('error', () => {}));
  }

  get connections(): { total: number; idle: number; waiting: number } {
    return { total: this.#pool.totalCount, idle: this.#pool.idleCount, waiting: this.#pool.waitingCount };
  }

  async query<R extends object = Row>(text: string, values: readonly unknown[] = []): Promise<R[]> {
    const client = await this.#connect();
    let broken = false;
    try {
      return (await client.query<R & pg.QueryResultRow>(text, [...values])).rows;
    } catch (error) {
      const translated = translate(error);
      broken = translated instanceof DatabaseUnavailableError;
      throw translated;
    } finally {
      client.release(broken);
    }
  }

  /** Whatever keeps us from connecting (away, full, starting, closed to us), it is not the fault of the request. */
  async #connect(): Promise<pg.PoolClient> {
    try {
      return await this.#pool.connect();
    } catch (error) {
      throw new DatabaseUnavailableError(error instanceof Error ? error.message : String(error), {
        cause: error,
      });
    }
  }

  /**
   * Runs `work` in one READ COMMITTED transaction. A deadlock, or losing a race for a unique key, runs it again
   * from the start, so `work` must have no effect but its SQL.
   */
  async transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#attempt(work);
      } catch (error) {
        if (!isTransient(error) || attempt === MAX_ATTEMPTS) throw translate(error);
        await sleep(Math.random() * 10 * 2 ** attempt);
      }
    }
  }

  async #attempt<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const client = await this.#connect();
    let broken = false;
    // A connection that is lost between two statements says so by an event; the next statement then fails.
    const onError = () => {
      broken = true;
    };
    client.on('error', onError);
    const tx = {
      query: async <R extends object = Row>(text: string, values: readonly unknown[] = []) =>
        (await client.query<R & pg.QueryResultRow>(text, [...values])).rows,
    } as Transaction;
    try {
      await client.query('begin');
      const result = await work(tx);
      await client.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback').catch(() => {
        broken = true;
      });
      throw error;
    } finally {
      client.off('error', onError);
      client.release(broken);
    }
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }
}

const DEADLOCK = '40P01';
const SERIALISATION_FAILURE = '40001';
/** Somebody else made the row between our look and our insert: the next look will find it. */
const UNIQUE_VIOLATION = '23505';

function isTransient(error: unknown): boolean {
  return [DEADLOCK, SERIALISATION_FAILURE, UNIQUE_VIOLATION].includes(codeOf(error));
}

/** SQLSTATE classes and system errors that mean: not now, rather than: not like this. */
const UNAVAILABLE =
  /^(08...|40001|40P01|57P0[1-5]|53...|58...|25006|55P03|ECONN.*|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|EAI_AGAIN|ENOTFOUND)$/;
const CONNECTION_LOST =
  /connection (terminated|timeout|ended)|timeout exceeded when trying to connect|not queryable|cannot use a pool after calling end/i;

/** Our own error for a database that is away; everything else as it came. */
function translate(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (UNAVAILABLE.test(codeOf(error)) || CONNECTION_LOST.test(error.message)) {
    return new DatabaseUnavailableError(error.message, { cause: error });
  }
  return error;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
