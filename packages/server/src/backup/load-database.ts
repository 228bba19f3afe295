import type pg from 'pg';
import { createPartition } from '../events/partitions.ts';
import type { Log } from '../platform/log.ts';
import { allMigrations, completedMigrations, migrate } from '../storage/migrate.ts';
import { BackupError } from './backup-error.ts';
import type { DumpManifest, Manifest } from './manifest.ts';
import { inSession } from './session.ts';
import {
  type Dump,
  type Extent,
  emptyTables,
  listTables,
  loadJobs,
  loadTable,
  setSequences,
  settleLeftOut,
  type Table,
  withoutForeignKeys,
} from './tables.ts';

/** What a database is loaded from: a backup, or another database. */
export interface Source<OneTable extends Table = Table>
  extends Pick<DumpManifest, 'palaver' | 'migrations' | 'sequences' | 'event_days'> {
  extent: Extent;
  tables: readonly OneTable[];
  readTable: (table: OneTable) => Promise<Dump>;
  readJobs: () => Promise<Dump>;
}

export interface LoadParts {
  connection: pg.ClientConfig;
  log: Log;
}

/**
 * Loads a database into an empty one: the schema of the source, then all rows in one transaction. After a kill the database is still
 * empty, or has everything. Later migrations are left to the caller, or to the next start. Throws {@link BackupError} if the database
 * is not empty.
 */
export async function loadDatabase<OneTable extends Table>(
  { connection, log }: LoadParts,
  source: Source<OneTable>,
): Promise<void> {
  await checkTarget(connection, source);
  await migrate(connection, log, undefined, source.migrations.at(-1));
  await inSession(connection, async (client) => {
    await client.query('begin');
    // Nobody may create an application meanwhile.
    await client.query('lock table applications in access exclusive mode');
    await checkEmpty(client);
    await checkTables(client, source);
    await loadRows(client, source);
    await client.query('commit');
    await client.query('analyze');
  });
}

/** Throws {@link BackupError} if the source cannot be loaded into the database. */
export async function checkTarget(
  connection: pg.ClientConfig,
  source: Pick<Manifest, 'migrations' | 'palaver'>,
): Promise<void> {
  await checkMigrations(source);
  await inSession(connection, async (client) => {
    await checkEmpty(client);
    await checkSchema(client, source);
  });
}

async function loadRows<OneTable extends Table>(client: pg.Client, source: Source<OneTable>): Promise<void> {
  for (const day of source.event_days) await client.query(createPartition(`timestamptz '${day} 12:00Z'`));
  await withoutForeignKeys(client, async () => {
    await emptyTables(client, source.tables);
    for (const table of source.tables) await loadTable(client, table, await source.readTable(table));
    if (source.extent === 'backup') await settleLeftOut(client);
  });
  await loadJobs(client, await source.readJobs());
  await setSequences(client, source.sequences);
}

/** Throws {@link BackupError} if a later version made the backup. */
export async function checkMigrations({
  migrations,
  palaver,
}: Pick<Manifest, 'migrations' | 'palaver'>): Promise<void> {
  const known = new Set(await allMigrations());
  const unknown = migrations.filter((name) => !known.has(name));
  if (unknown.length > 0)
    throw new BackupError(
      `The backup was made by Palaver ${palaver}, and this older version does not know its migrations ${unknown.join(', ')}: use that version, or a later one.`,
    );
}

/** Without a schema, or with one in which nothing has been stored yet; perhaps one whose migration was killed. */
async function checkEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v') and relname <> 'schema_migrations'
     order by 1`,
  );
  const tables = new Set(rows.map(({ name }) => name));
  const [first] = tables;
  if (first === undefined) return;
  if (!tables.has('applications'))
    throw new BackupError(
      `The database is not empty: it has tables of another program, such as ${first}. Name an empty one.`,
    );
  if (await hasRows(client, 'select from applications'))
    throw new BackupError(
      'The database is not empty: it already has applications. A backup is only restored into an empty one: set DATA_DIR to a new folder, or DATABASE_URL to a new database.',
    );
  const isServed =
    tables.has('leases') &&
    (await hasRows(client, 'select from leases where expires_at > clock_timestamp()'));
  if (isServed) throw new BackupError('A server runs on the database: stop all servers and workers first.');
}

async function hasRows(client: pg.Client, query: string): Promise<boolean> {
  const { rowCount } = await client.query(`${query} limit 1`);
  return rowCount === 1;
}

/** An empty database may have migrations that the backup does not have. */
async function checkSchema(client: pg.Client, { migrations }: Pick<Manifest, 'migrations'>): Promise<void> {
  const later = [...(await completedMigrations(client))].filter((name) => !migrations.includes(name));
  if (later.length > 0)
    throw new BackupError(
      `The schema of the empty database is newer than the backup (${later.join(', ')}): name a database or a folder that has none yet.`,
    );
}

/** A forged manifest may name other tables, or leave some out. */
async function checkTables(
  client: pg.Client,
  { tables, extent }: Pick<Source, 'tables' | 'extent'>,
): Promise<void> {
  const textOf = ({ name, columns }: Table) => `${name} (${columns.toSorted().join(', ')})`;
  const [expected, given] = [await listTables(client, extent), tables].map((list) =>
    list.map(textOf).toSorted(),
  );
  if (expected?.join('\n') !== given?.join('\n'))
    throw new BackupError('The backup does not have the tables and columns that its migrations make.');
}
