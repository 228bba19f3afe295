import { fileURLToPath } from 'node:url';
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
    return done.map((migration) => migration.name);
  } finally {
    await client.end();
  }
}

function quiet(): void {}
