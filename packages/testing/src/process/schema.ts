import { createPartitions } from '@palaver/server/src/events/partitions.ts';
import type { Log } from '@palaver/server/src/platform/log.ts';
import { createClient } from '@palaver/server/src/storage/connections.ts';
import { Database } from '@palaver/server/src/storage/database.ts';
import type { EmbeddedPostgres } from '@palaver/server/src/storage/embedded/embedded-postgres.ts';
import { migrate } from '@palaver/server/src/storage/migrate.ts';
import { createClock } from './clock.ts';

/** Makes the schema of an empty database, with a clock that can be put forward. */
export async function makeSchema({ admin, connection }: EmbeddedPostgres, log: Log): Promise<void> {
  const client = createClient({ ...admin, database: connection.database });
  await client.connect();
  await client.query(createClock(connection.user));
  await client.end();
  await migrate(connection, log);
  const db = new Database(connection, { poolSize: 1, log });
  await db.transaction(createPartitions);
  // Its copies are no copies of a database in use.
  await db.query('update event_epoch set database = null');
  await db.close();
}
