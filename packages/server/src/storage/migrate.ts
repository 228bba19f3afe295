import { fileURLToPath } from 'node:url';
import { Logger, runMigrations } from 'graphile-worker';
import { runner } from 'node-pg-migrate';
import pg from 'pg';
import type { Log } from '../platform/log.ts';

const MIGRATIONS_FOLDER = fileURLToPath(new URL('migrations', import.meta.url));

/**
 * Brings the schema up to date. Several nodes may start at once: an advisory lock lets one work and the others
 * wait. Each file is one transaction. Returns the names of what was run.
 */
export async function migrate(connection: pg.ClientConfig, log: Log): Promise<string[]> {
  const client = new pg.Client({ ...connection, application_name: 'palaver migrate' });
  await client.connect();
  try {
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

/** The tables of jobs are the library's own (`graphile_worker`); it waits for whoever else migrates, too. */
async function migrateJobs(connection: pg.ClientConfig): Promise<void> {
  const pgPool = new pg.Pool({ ...connection, max: 1, application_name: 'palaver migrate' });
  // A connection that breaks fails its statement; without listeners it would end us as well.
  pgPool.on('error', quiet);
  pgPool.on('connect', (client) => client.on('error', quiet));
  try {
    await runMigrations({ pgPool, logger: new Logger(() => quiet) });
  } finally {
    await pgPool.end();
  }
}

function quiet(): void {}
