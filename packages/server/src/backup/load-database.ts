import type pg from 'pg';
import { createPartition } from '../events/partitions.ts';
import type { Log } from '../platform/log.ts';
import { allMigrations, completedMigrations, migrate } from '../storage/migrate.ts';
import type { Objects } from '../storage/objects/objects.ts';
import { BackupError } from './backup-error.ts';
import { jobsKey, type Manifest, tableKey } from './manifest.ts';
import { inSession } from './session.ts';
import { read, type Sealing } from './stored.ts';
import {
  emptyTables,
  listTables,
  loadJobs,
  loadTable,
  setSequences,
  settleLeftOut,
  type Table,
  withoutForeignKeys,
} from './tables.ts';

export interface LoadParts {
  connection: pg.ClientConfig;
  place: Objects;
  sealing: Sealing;
  log: Log;
}

/**
 * Loads a backup into an empty database: the schema as it was then, all rows in one transaction, then later migrations. After a kill the
 * database is still empty, or has everything; then the next start runs what is left of the migrations. Throws {@link BackupError} if the
 * database is not empty.
 */
export async function loadDatabase(parts: LoadParts, manifest: Manifest): Promise<void> {
  const { connection, log } = parts;
  await checkTarget(parts, manifest);
  await migrate(connection, log, undefined, manifest.migrations.at(-1));
  await inSession(connection, async (client) => {
    await client.query('begin');
    // Nobody may create an application meanwhile.
    await client.query('lock table applications in access exclusive mode');
    await checkEmpty(client);
    await checkTables(client, manifest);
    await loadRows(client, parts, manifest);
    await client.query('commit');
    await client.query('analyze');
  });
  await migrate(connection, log);
}

/** Throws {@link BackupError} if the backup cannot be loaded into the database. */
export async function checkTarget(
  { connection }: Pick<LoadParts, 'connection'>,
  manifest: Manifest,
): Promise<void> {
  await checkMigrations(manifest);
  await inSession(connection, async (client) => {
    await checkEmpty(client);
    await checkSchema(client, manifest);
  });
}

async function loadRows(client: pg.Client, { place, sealing }: LoadParts, manifest: Manifest): Promise<void> {
  const { id, tables, jobs, encrypted_for } = manifest;
  const form = { isCompressed: true, isEncrypted: encrypted_for.length > 0 };
  for (const day of manifest.event_days) await client.query(createPartition(`timestamptz '${day} 12:00Z'`));
  await withoutForeignKeys(client, async () => {
    await emptyTables(client, tables);
    for (const table of tables)
      await loadTable(client, table, await read(place, tableKey(id, table.name), table, form, sealing));
    await settleLeftOut(client);
  });
  await loadJobs(client, jobs.rows, await read(place, jobsKey(id), jobs, form, sealing));
  await setSequences(client, manifest.sequences);
}

async function checkMigrations({ migrations, palaver }: Manifest): Promise<void> {
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
async function checkSchema(client: pg.Client, { migrations }: Manifest): Promise<void> {
  const later = [...(await completedMigrations(client))].filter((name) => !migrations.includes(name));
  if (later.length > 0)
    throw new BackupError(
      `The schema of the empty database is newer than the backup (${later.join(', ')}): name a database or a folder that has none yet.`,
    );
}

/** A forged manifest may name other tables, or leave some out. */
async function checkTables(client: pg.Client, { tables }: Manifest): Promise<void> {
  const textOf = ({ name, columns }: Table) => `${name} (${columns.toSorted().join(', ')})`;
  const [expected, given] = [await listTables(client), tables].map((list) => list.map(textOf).toSorted());
  if (expected?.join('\n') !== given?.join('\n'))
    throw new BackupError('The backup does not have the tables and columns that its migrations make.');
}
