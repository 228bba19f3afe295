import { join } from 'node:path';
import pg from 'pg';
import { expect } from 'vitest';
import { createLog } from '../../src/platform/log.ts';
import { useEmbeddedPostgres } from '../../src/storage/embedded/embedded-postgres.ts';
import { listBackups, namesIn } from '../backup/installations.ts';
import { until } from '../harness/until.ts';

/* What the system tests of recovery do to installations. */

/** The settings of a server that is protected continuously. */
export const protectedBy = (place: string) => ({ PALAVER_BACKUP_TO: place, PALAVER_RECOVERY_DAYS: '7' });

/** Resolves when the place has a complete base backup. */
export const untilBase = (dataDir: string, place: string) =>
  until(async () => (await listBackups(dataDir, place)).find(({ state }) => state === 'complete'), 60);

/** The WAL of all archives in a place. */
export const walIn = (place: string): string[] =>
  namesIn(join(place, 'wal')).flatMap((archive) =>
    namesIn(join(place, 'wal', archive)).filter((name) => name !== 'owner'),
  );

/** Returns the time of the database. Everything that was committed before is in the place for backups when this resolves. */
export async function untilStored(dataDir: string, place: string): Promise<string> {
  const options = { dataDir, holder: 'a test', runAs: undefined, log: createLog('fatal') };
  const postgres = await useEmbeddedPostgres(options);
  const client = new pg.Client(postgres.admin);
  try {
    await client.connect();
    // (A `Date` has milliseconds.)
    const { rows } = await client.query<{ now: Date; segment: string }>(
      `select now() + interval '1 ms' as now, lower(pg_walfile_name(pg_current_wal_insert_lsn())) as segment`,
    );
    const { now, segment } = rows[0] ?? expect.fail('PostgreSQL did not answer');
    // Recovery to a time ends at the first commit after it.
    await client.query('select pg_sleep(0.01)');
    await client.query('select txid_current()');
    await client.query('select pg_switch_wal()');
    await until(async () => walIn(place).some((name) => name.startsWith(segment)) || undefined, 60);
    return now.toISOString();
  } finally {
    await client.end();
    await postgres.stop();
  }
}
