import { loadConfig } from '../config.ts';
import { createLog } from '../platform/log.ts';
import { Database } from '../storage/database.ts';
import { migrate } from '../storage/migrate.ts';
import { openDatabaseForCommand } from '../storage/open-database.ts';

/**
 * Runs a command's work on the database of this installation, whether a server is running beside it or not, with
 * the schema up to date.
 */
export async function withDatabase<T>(command: string, work: (db: Database) => Promise<T>): Promise<T> {
  const { config } = loadConfig(process.env);
  const log = createLog('warn');
  const storage = await openDatabaseForCommand({ config, log, holder: `palaver ${command}` });
  try {
    await migrate(storage.connection, log);
    const db = new Database(storage.connection, { poolSize: 2, log, statementTimeoutMs: 0 });
    try {
      return await work(db);
    } finally {
      await db.close();
    }
  } finally {
    await storage.close();
  }
}
