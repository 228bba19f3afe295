import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import pg from 'pg';

const SCHEMA = readFileSync(new URL('schema.sql', import.meta.url), 'utf8');
/** Ids are drawn one by one: they do not reach 2^53, from where on a number would not be exact. */
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);

export interface Database {
  pool: pg.Pool;
  /** Made once for each installation; what salts are made from. */
  saltKey: Buffer;
}

/** What runs a statement: the pool, or a connection in the middle of a transaction. */
export type Queryable = pg.Pool | pg.PoolClient;

/** Opens the database and makes the tables that are missing; several processes may start at once. */
export async function openDatabase(connectionString: string): Promise<Database> {
  const pool = new pg.Pool({ connectionString, types, max: 10, application_name: 'integrator-backend' });
  // A connection may be lost while it is idle, or just when the pool hands it out. The next statement fails then, and the pool
  // opens another connection.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  await transaction(pool, async (client) => {
    await client.query(`select pg_advisory_xact_lock(hashtextextended('schema', 0))`);
    await client.query(SCHEMA);
    await client.query('insert into installation (salt_key) values ($1) on conflict do nothing', [
      randomBytes(32),
    ]);
  });
  const { rows } = await pool.query<{ salt_key: Buffer }>('select salt_key from installation');
  return { pool, saltKey: rows[0]?.salt_key ?? Buffer.alloc(0) };
}

/** All of `work`, or nothing. */
export async function transaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}

/** SQLSTATEs and errors of the system that mean: not now; and the words of the driver, which has no codes. */
const AWAY_CODE =
  /^(08...|57P0[1-5]|53...|25006|ECONN.*|EPIPE|ETIMEDOUT|EHOSTUNREACH|EAI_AGAIN|ENOTFOUND|ENOENT)$/;
const AWAY_MESSAGE = /connection terminated|not queryable/i;

/** Whether the request may be sent again, because the database stops, starts, is full, or cannot be reached. */
export function isDatabaseAway({ code = '', message }: Error & { code?: string }): boolean {
  return AWAY_CODE.test(code) || AWAY_MESSAGE.test(message);
}
