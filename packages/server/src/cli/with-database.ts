import type { Config } from '../config/config.ts';
import { createLog, type Log } from '../platform/log.ts';
import { Database } from '../storage/database.ts';
import { hasCluster } from '../storage/embedded/embedded-postgres.ts';
import { migrate, missingMigrations } from '../storage/migrate.ts';
import { type OpenDatabase, openDatabaseForCommand } from '../storage/open-database.ts';
import { readSettings } from './settings.ts';

/** A read-only command found no database that it can read. The message names the command that creates one. */
export class SchemaError extends Error {
  override readonly name = 'SchemaError';
}

type Work<T> = (db: Database, config: Config, storage: OpenDatabase, log: Log) => Promise<T>;

/** Runs a command on the database of this installation, migrated first. A server may be running at the same time. */
export async function withDatabase<T>(command: string, work: Work<T>): Promise<T> {
  const { config } = readSettings();
  return withStorage(command, config, async (storage, log) => {
    await migrate(storage.connection, log);
    return onPool(storage, { log }, (db) => work(db, config, storage, log));
  });
}

/** The same for a read-only command: creates no database and migrates nothing. Throws {@link SchemaError}. */
export async function readDatabase<T>(command: string, work: Work<T>): Promise<T> {
  const { config } = readSettings();
  await requireCluster(config);
  return withStorage(command, config, async (storage, log) => {
    const missing = await missingMigrations(storage.connection);
    if (missing === 'all')
      throw new SchemaError(
        'The database has no schema of Palaver yet: `palaver migrate` or `palaver start` creates it.',
      );
    if (missing.length > 0)
      throw new SchemaError(
        `The schema of the database is older than this command and lacks ${missing.join(', ')}: \`palaver migrate\` brings it up to date.`,
      );
    return onPool(storage, { log, isReadOnly: true }, (db) => work(db, config, storage, log));
  });
}

/** Throws {@link SchemaError} if the embedded database does not exist. */
export async function requireCluster({ databaseUrl, dataDir }: Config): Promise<void> {
  if (databaseUrl === undefined && !(await hasCluster(dataDir)))
    throw new SchemaError(
      `There is no database in ${dataDir} yet: \`palaver start\` creates one. (Set DATA_DIR to use another folder.)`,
    );
}

async function withStorage<T>(
  command: string,
  config: Config,
  work: (storage: OpenDatabase, log: Log) => Promise<T>,
): Promise<T> {
  const log = createLog('warn');
  const storage = await openDatabaseForCommand({ config, log, holder: `palaver ${command}` });
  try {
    return await work(storage, log);
  } finally {
    await storage.close();
  }
}

async function onPool<T>(
  { connection }: OpenDatabase,
  options: { log: Log; isReadOnly?: boolean },
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const db = new Database(connection, { ...options, poolSize: 2, statementTimeoutMs: 0 });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}
