import type pg from 'pg';
import type { Log } from '../platform/log.ts';
import { migrate, missingMigrations } from '../storage/migrate.ts';

export interface RunMigration {
  name: string;
  seconds: number;
}

/** Brings the schema of a database up to date. Returns the migrations that ran, in order. */
export async function migrateEach(connection: pg.ClientConfig, log: Log): Promise<RunMigration[]> {
  const missing = await missingMigrations(connection);
  const run: RunMigration[] = [];
  for (const name of missing === 'all' ? [] : missing) {
    const { seconds } = await timed(() => migrate(connection, log, undefined, name));
    run.push({ name, seconds });
  }
  // Those of the job queue belong to its library. (Of an empty database, all.)
  await migrate(connection, log);
  return run;
}

export async function timed<T>(work: () => Promise<T>): Promise<{ result: T; seconds: number }> {
  const beganAt = performance.now();
  const result = await work();
  return { result, seconds: Math.round(performance.now() - beganAt) / 1_000 };
}
