import { readdir } from 'node:fs/promises';
import { parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Logger, runMigrations } from 'graphile-worker';
import { runner } from 'node-pg-migrate';
import type pg from 'pg';
import type { Log } from '../platform/log.ts';
import { createClient, createPool, open } from './connections.ts';

const MIGRATIONS_FOLDER = fileURLToPath(new URL('migrations', import.meta.url));
/** The first migration of every database that can be brought up to date. */
const FIRST = '0001_schema';

/**
 * Brings the schema up to date. Several nodes may start at once: an advisory lock lets one migrate while the others wait.
 * Each file runs in its own transaction. Returns the names of the migrations that ran.
 */
export async function migrate(connection: pg.ClientConfig, log: Log): Promise<string[]> {
  const client = createClient({ ...connection, application_name: 'palaver migrate' });
  await open(client);
  try {
    await refuseDevelopmentDatabase(client);
    const done = await runner({
      dbClient: client,
      dir: MIGRATIONS_FOLDER,
      direction: 'up',
      migrationsTable: 'schema_migrations',
      advisoryLockMode: 'wait',
      singleTransaction: false,
      logger: {
        debug: quiet,
        info: quiet,
        warn: (text: string) => log.warn(text),
        error: (text: string) => log.error(text),
      },
    });
    await migrateJobs(connection);
    return done.map((migration) => migration.name);
  } finally {
    await client.end();
  }
}

/** Returns the names of the migrations that the database lacks; `all` if it has none. Changes nothing. */
export async function missingMigrations(connection: pg.ClientConfig): Promise<'all' | string[]> {
  const client = createClient({ ...connection, application_name: 'palaver' });
  await open(client);
  try {
    const done = await completedMigrations(client);
    if (done.size === 0) return 'all';
    const files = await readdir(MIGRATIONS_FOLDER);
    return files
      .map((file) => parse(file).name)
      .filter((name) => !done.has(name))
      .toSorted();
  } finally {
    await client.end();
  }
}

async function completedMigrations(client: pg.Client): Promise<Set<string>> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('schema_migrations') is not null as there`,
  );
  if (rows[0]?.there !== true) return new Set();
  const run = await client.query<{ name: string }>('select name from schema_migrations');
  return new Set(run.rows.map(({ name }) => name));
}

/** Before 0.1.0, migrations began anew. */
async function refuseDevelopmentDatabase(client: pg.Client): Promise<void> {
  const done = await completedMigrations(client);
  if (done.size === 0 || done.has(FIRST)) return;
  throw new Error(
    'The database was created by a development version of Palaver, before 0.1.0, and cannot be upgraded. Set DATA_DIR to another folder, or DATABASE_URL to another database.',
  );
}

/** Migrates the job tables (`graphile_worker`), which belong to the library. It also waits for concurrent migrations. */
async function migrateJobs(connection: pg.ClientConfig): Promise<void> {
  const pgPool = createPool({ ...connection, max: 1, application_name: 'palaver migrate' });
  // A broken connection fails its statement; without a listener, the event would also end the process.
  pgPool.on('error', quiet);
  try {
    await runMigrations({ pgPool, logger: new Logger(() => quiet) });
  } finally {
    await pgPool.end();
  }
}

function quiet(): void {}
