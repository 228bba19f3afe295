import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { randomBase62 } from '../../src/platform/base62.ts';

/** A test's own database. */
export interface TestDatabase {
  /** The connection of servers. */
  connection: pg.ClientConfig;
  /** Runs SQL beside the server, for state that no interface shows. */
  sql: <R extends pg.QueryResultRow>(query: string | pg.QueryConfig, values?: unknown[]) => Promise<R[]>;
  drop: () => Promise<void>;
}

/** Clones a template database, by default the migrated one of the run. */
export async function createTestDatabase(
  template = inject('templateDatabase'),
  admin = inject('connection'),
  serverRole = inject('serverRole'),
): Promise<TestDatabase> {
  const name = `palaver_test_${randomBase62(9).toLowerCase()}`;
  const owner = serverRole === null ? '' : `owner ${serverRole.user}`;
  await withClient(admin, (client) =>
    client.query(`create database ${name} template ${template} strategy file_copy ${owner}`),
  );
  const connection = { ...admin, ...serverRole, database: name };
  const pool = new pg.Pool({ ...connection, max: 2 });
  pool.on('error', () => {});
  return {
    connection,
    sql: async <R extends pg.QueryResultRow>(query: string | pg.QueryConfig, values: unknown[] = []) =>
      (await pool.query<R>(query, values)).rows,
    drop: async () => {
      await pool.end();
      await withClient(admin, (client) => client.query(`drop database ${name} with (force)`));
    },
  };
}

/** A plain connection, closed with the test. */
export async function connect(connection: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(connection);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

async function withClient(
  connection: pg.ClientConfig,
  work: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** The connection as a `DATABASE_URL`. */
export function urlOf({ host = '', port, user = '', password, database }: pg.ClientConfig): string {
  const url = new URL(`postgres://localhost:${port}/${database}`);
  url.username = user;
  url.password = String(password);
  // The host may be a socket folder, which cannot stand before the port.
  url.searchParams.set('host', host);
  return url.href;
}
