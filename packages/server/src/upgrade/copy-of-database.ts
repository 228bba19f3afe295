import { statfs } from 'node:fs/promises';
import type pg from 'pg';
import { readMigrations } from '../backup/copy-database.ts';
import { loadDatabase, type Source } from '../backup/load-database.ts';
import { verifyDatabase } from '../backup/restore-backup.ts';
import { inSession } from '../backup/session.ts';
import { dumpJobs, dumpTable, listTables, lockTables, readSequences } from '../backup/tables.ts';
import type { Verification } from '../domain/operations/verify/verify.ts';
import { PARTITION_DAYS } from '../events/partitions.ts';
import type { Log } from '../platform/log.ts';
import { VERSION } from '../version.ts';
import { migrateEach, type RunMigration, timed } from './migrate-each.ts';
import { UpgradeError } from './upgrade-error.ts';

/** A database as it was at one time. */
export interface Snapshot extends Source {
  /** The version of PostgreSQL. */
  postgres: string;
  /** The size of the database. */
  bytes: number;
  /** Rejects if the session has ended, for instance because PostgreSQL was restarted. */
  check: () => Promise<void>;
}

/**
 * Runs work on a snapshot of a database, while servers may use it. Unlike a backup, the snapshot also has what is due and what is
 * unfinished: notifications and uploads.
 */
export async function inSnapshot<T>(
  connection: pg.ClientConfig,
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  return inSession(connection, async (client) => {
    const tables = await listTables(client, 'copy');
    const [first] = tables;
    if (first === undefined)
      throw new UpgradeError('The database has no schema of Palaver: there is nothing to upgrade.');
    await client.query('begin isolation level repeatable read, read only');
    await lockTables(client, tables);
    const { rows: days } = await client.query<{ day: string }>(PARTITION_DAYS);
    const { rows: sizes } = await client.query<{ bytes: number }>(SIZE);
    return work({
      postgres: await readVersion(client),
      bytes: sizes[0]?.bytes ?? 0,
      palaver: VERSION,
      extent: 'copy',
      migrations: await readMigrations(client),
      tables,
      sequences: await readSequences(client, 'copy'),
      event_days: days.map(({ day }) => day),
      readTable: async (table) => dumpTable(client, table),
      readJobs: async () => dumpJobs(client),
      check: async () => {
        await client.query('select 1');
      },
    });
  });
}

const SIZE = 'select pg_database_size(current_database())::float8 as bytes';

/** The version of PostgreSQL, such as `18.4`. */
export function versionOf(connection: pg.ClientConfig): Promise<string> {
  return inSession(connection, readVersion);
}

async function readVersion(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ server_version: string }>('show server_version');
  // (Debian adds the version of its package.)
  return rows[0]?.server_version.split(' ', 1)[0] ?? '';
}

/** A copy has no dead rows, but while it is loaded, the log of PostgreSQL needs some room as well. */
const SPACE_FACTOR = 1.5;

/** Throws {@link UpgradeError} if a copy does not fit on the disk of a folder. */
export async function checkSpace({ bytes }: Snapshot, folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const [needed, free] = [bytes * SPACE_FACTOR, bavail * bsize];
  if (free < needed)
    throw new UpgradeError(
      `A copy of the database needs ${inGigabytes(needed)} in ${folder}, where ${inGigabytes(free)} are free: make room. Nothing was changed.`,
    );
}

const inGigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;

/** The result of an upgraded copy, with the duration of each step. */
export interface UpgradedCopy {
  copySeconds: number;
  migrations: RunMigration[];
  verifySeconds: number;
  verification: Verification;
}

/** Loads a snapshot into an empty database, migrates it, and verifies it. */
export async function loadUpgraded(
  parts: { connection: pg.ClientConfig; log: Log },
  snapshot: Snapshot,
): Promise<UpgradedCopy> {
  const { seconds: copySeconds } = await timed(() => loadDatabase(parts, snapshot));
  const migrations = await migrateEach(parts.connection, parts.log);
  const { result: verification, seconds: verifySeconds } = await timed(() => verifyDatabase(parts));
  return { copySeconds, migrations, verifySeconds, verification };
}
