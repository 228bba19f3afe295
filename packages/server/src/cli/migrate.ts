import { createLog } from '../platform/log.ts';
import { migrate } from '../storage/migrate.ts';
import { openDatabaseForCommand } from '../storage/open-database.ts';
import { print } from './print.ts';
import { readSettings } from './settings.ts';

/** `palaver migrate`: migrates the schema and prints which migrations ran. */
export async function migrateCommand(): Promise<void> {
  const { config } = readSettings();
  const log = createLog('warn');
  const storage = await openDatabaseForCommand({ config, log, holder: 'palaver migrate' });
  try {
    const done = await migrate(storage.connection, log);
    print(done.length === 0 ? 'The schema is up to date.\n' : `Applied ${done.join(', ')}.\n`);
  } finally {
    await storage.close();
  }
}
