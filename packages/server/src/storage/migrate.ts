import { readdir, readFile } from 'node:fs/promises';
import { parse } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Logger, runMigrations } from 'graphile-worker';
import { type MigrationBuilder, PG_MIGRATE_LOCK_ID, runner } from 'node-pg-migrate';
import type pg from 'pg';
import type { Log } from '../platform/log.ts';
import { createClient, createPool, open } from './connections.ts';
import { isConflict, isLockTimeout } from './sql-errors.ts';

const MIGRATIONS_FOLDER = fileURLToPath(new URL('migrations', import.meta.url));
/** The first migration of every database that can be brought up to date. */
const FIRST = '0001_schema';

/**
 * How long a migration waits for a lock at a time. Statements of servers that run queue behind it; and it is less than the time
 * after which PostgreSQL looks for deadlocks (a second), so that of the two it is the migration that gives way.
 */
const LOCK_TIMEOUT_MS = 500;
/** Pauses between attempts: servers do what has queued. */
const RETRY_MS = { from: 500, to: 1_500 };
/** With their pauses, they take about ten minutes. */
const ATTEMPTS = 400;
/** How often a node asks whether another one has finished migrating. */
const POLL_MS = 250;

/**
 * Brings the schema up to date while servers run. Several nodes may start at once: one migrates and the others wait. Each file
 * runs in its own transaction, unless its first line says otherwise (see {@link readMigrations}). Returns the names of the
 * migrations that ran. `folder`: of the migrations; `last`: the last one to run, by default the last in the folder.
 */
export async function migrate(
  connection: pg.ClientConfig,
  log: Log,
  folder = MIGRATIONS_FOLDER,
  last?: string,
): Promise<string[]> {
  const client = createClient({ ...connection, application_name: 'palaver migrate' });
  await open(client);
  try {
    await obtainLock(client, log);
    await refuseDevelopmentDatabase(client);
    const before = await completedMigrations(client);
    await runAll(client, log, {
      folder,
      count: last === undefined ? undefined : await countTo(last, folder, before),
    });
    await migrateJobs(connection);
    return [...(await completedMigrations(client))].filter((name) => !before.has(name));
  } finally {
    // This also releases the lock.
    await client.end();
  }
}

/**
 * Waits without a statement: one that waits for an advisory lock has a snapshot, for which the concurrent build of an index waits
 * in turn. (The lock is that of the library.)
 */
async function obtainLock(client: pg.Client, log: Log): Promise<void> {
  for (let hasWaited = false; ; hasWaited = true) {
    const { rows } = await client.query<{ isOurs: boolean }>('select pg_try_advisory_lock($1) as "isOurs"', [
      PG_MIGRATE_LOCK_ID,
    ]);
    if (rows[0]?.isOurs === true) return;
    if (!hasWaited) log.info('another node migrates the schema: waiting for it');
    await sleep(POLL_MS);
  }
}

/** How many migrations lead to this one. */
async function countTo(last: string, folder: string, before: ReadonlySet<string>): Promise<number> {
  const names = await namesIn(folder);
  return names.filter((name) => name <= last && !before.has(name)).length;
}

async function runAll(
  client: pg.Client,
  log: Log,
  { folder, count }: { folder: string; count: number | undefined },
): Promise<void> {
  if (count === 0) return;
  for (let attempt = 1; ; attempt += 1) {
    let failure: string | undefined;
    try {
      await client.query(`set statement_timeout = 0; set lock_timeout = ${LOCK_TIMEOUT_MS}`);
      await runner({
        dbClient: client,
        dir: folder,
        direction: 'up',
        ...(count === undefined ? {} : { count }),
        migrationsTable: 'schema_migrations',
        noLock: true,
        singleTransaction: false,
        migrationLoaderStrategies: [{ extensions: ['.sql'], loader: readMigrations }],
        logger: {
          debug: quiet,
          info: quiet,
          warn: quiet,
          error: (text: string) => {
            failure ??= text;
          },
        },
      });
      return;
    } catch (error) {
      await client.query('rollback').catch(quiet);
      const isOvertaken = isLockTimeout(error) || isConflict(error);
      if (!isOvertaken || attempt === ATTEMPTS) {
        if (failure !== undefined) log.error(failure);
        throw error;
      }
      if (attempt === 1) log.warn('a migration waits for a table that a long transaction uses: trying again');
      await sleep(RETRY_MS.from + Math.random() * (RETRY_MS.to - RETRY_MS.from));
    }
  }
}

const OUTSIDE_TRANSACTION = '-- Outside a transaction\n';

/**
 * A file that begins with `-- Outside a transaction` has statements that cannot be in one, such as `create index concurrently`.
 * Each ends at the end of a line. If one fails, the next attempt runs all of them again. They wait for locks as long as they must:
 * such statements block nobody meanwhile.
 */
async function readMigrations(paths: string[]) {
  return Promise.all(
    paths.map(async (path) => {
      const text = await readFile(path, 'utf8');
      const up = (migration: MigrationBuilder) => {
        if (!text.startsWith(OUTSIDE_TRANSACTION)) {
          migration.sql(text);
          return;
        }
        migration.noTransaction();
        migration.sql('set lock_timeout = 0');
        for (const statement of text.split(/;\s*(?:\n|$)/))
          if (statement.trim() !== '') migration.sql(statement);
        migration.sql(`set lock_timeout = ${LOCK_TIMEOUT_MS}`);
      };
      return { id: path, filePaths: [path], actions: { up } };
    }),
  );
}

/** Returns the names of the migrations that the database lacks; `all` if it has none. Changes nothing. */
export async function missingMigrations(connection: pg.ClientConfig): Promise<'all' | string[]> {
  const client = createClient({ ...connection, application_name: 'palaver' });
  await open(client);
  try {
    const done = await completedMigrations(client);
    if (done.size === 0) return 'all';
    const names = await allMigrations();
    return names.filter((name) => !done.has(name));
  } finally {
    await client.end();
  }
}

/** The names of the migrations that this version of Palaver has, in order. */
export async function allMigrations(): Promise<string[]> {
  return namesIn(MIGRATIONS_FOLDER);
}

async function namesIn(folder: string): Promise<string[]> {
  const files = await readdir(folder);
  return files.map((file) => parse(file).name).toSorted();
}

/** In order. */
export async function completedMigrations(client: pg.Client): Promise<Set<string>> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('schema_migrations') is not null as there`,
  );
  if (rows[0]?.there !== true) return new Set();
  const run = await client.query<{ name: string }>('select name from schema_migrations order by id');
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
