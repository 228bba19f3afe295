import type { StickerKind } from '@palaver/protocol/stickers';
import type pg from 'pg';
import { iconKey, stickerKey } from '../domain/rules/sticker-paths.ts';
import { PARTITION_DAYS } from '../events/partitions.ts';
import { allMigrations, completedMigrations } from '../storage/migrate.ts';
import { keyIdOf } from '../storage/vault.ts';
import { BackupError } from './backup-error.ts';
import { type DumpManifest, jobsKey, type Manifest, type TableDump, tableKey } from './manifest.ts';
import { type Dump, dumpJobs, dumpTable, listTables, lockTables, readSequences } from './tables.ts';

/** What every manifest says of the database. */
export type Description = Pick<
  Manifest,
  'snapshot_at' | 'postgres' | 'migrations' | 'secrets_key' | 'counts'
>;

/** What a snapshot of the database has. */
export type DatabaseCopy = Description & Pick<DumpManifest, 'tables' | 'jobs' | 'sequences' | 'event_days'>;

/** The files that its rows name. */
export interface NamedFiles {
  /** Pages in ascending order, each joined, because there may be millions: `<id>+` with a thumbnail, `<id>-` without. */
  pages: string[];
  packs: NamedPack[];
}

export interface NamedPack {
  folder: string;
  /** The keys of its files, ascending; of a pack that is not stored completely, only those of which that is certain. */
  keys: string[];
  isStored: boolean;
}

/** Stores a dump under a key. */
type StoreDump = (key: string, dump: Dump) => Promise<{ bytes: number; sha256: string; rows: number }>;

/** Copies all tables in one snapshot. */
export async function copyDatabase(
  client: pg.Client,
  id: string,
  store: StoreDump,
): Promise<{ database: DatabaseCopy; named: NamedFiles }> {
  const tables = await listTables(client, 'backup');
  await client.query('begin isolation level repeatable read, read only');
  await lockTables(client, tables);
  const about = await describeDatabase(client);
  const dumps: TableDump[] = [];
  for (const table of tables)
    dumps.push({ ...table, ...(await store(tableKey(id, table.name), dumpTable(client, table))) });
  const jobs = await store(jobsKey(id), dumpJobs(client));
  const days = await client.query<{ day: string }>(PARTITION_DAYS);
  const database = {
    ...about,
    tables: dumps,
    jobs,
    sequences: await readSequences(client, 'backup'),
    event_days: days.rows.map(({ day }) => day),
  };
  const named = await namedFiles(client);
  await client.query('commit');
  return { database, named };
}

/** Throws {@link BackupError} if a later version of Palaver has migrated the database. */
export async function describeDatabase(client: pg.Client): Promise<Description> {
  const migrations = await readMigrations(client);
  const about = await only<Pick<Manifest, 'snapshot_at' | 'postgres'>>(client, ABOUT);
  const { proof } = await only<{ proof: string | null }>(client, PROOF);
  const secretsKey = proof === null ? null : (keyIdOf(proof) ?? null);
  const counts = await only<Manifest['counts']>(client, COUNTS);
  return { ...about, migrations, secrets_key: secretsKey, counts };
}

// (The snapshot is taken after the beginning of the transaction, so it has all that was committed before this time.)
const ABOUT = `select to_char(transaction_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as snapshot_at,
  current_setting('server_version') as postgres`;

const COUNTS = `select (select count(*)::float8 from applications) as applications, (select count(*)::float8 from users) as users,
  (select count(*)::float8 from threads) as threads, (select count(*)::float8 from messages) as messages`;

const PROOF = '(select proof from secrets_key union all select null limit 1)';

/** The migrations of the database. Throws {@link BackupError} if a later version made them: its tables are unknown here. */
export async function readMigrations(client: pg.Client): Promise<string[]> {
  const known = new Set(await allMigrations());
  const completed = [...(await completedMigrations(client))];
  const unknown = completed.filter((name) => !known.has(name));
  if (unknown.length > 0)
    throw new BackupError(
      `The database was migrated by a later version of Palaver (${unknown.join(', ')}): use that version.`,
    );
  return completed;
}

async function only<Row extends pg.QueryResultRow>(client: pg.Client, query: string): Promise<Row> {
  const { rows } = await client.query<Row>(query);
  const [row] = rows;
  if (row === undefined) throw new Error('a query that always returns a row returned none');
  return row;
}

const PAGE = 1_000;

/** `createdAfter`: only files and packs that have been created since; in notation of PostgreSQL. */
export async function namedFiles(client: pg.Client, createdAfter = '-infinity'): Promise<NamedFiles> {
  const pages: string[] = [];
  for (let after = ''; ; ) {
    const { rows } = await client.query<{ file: string }>(
      `select id || case when thumbnail_size is null then '-' else '+' end as file from files
       where state = 'stored' and id > $1 and created_at > $2 order by id limit ${PAGE}`,
      [after, createdAfter],
    );
    const last = rows.at(-1);
    if (last === undefined) break;
    pages.push(rows.map(({ file }) => file).join(' '));
    after = last.file.slice(0, -1);
  }
  return { pages, packs: await namedPacks(client, createdAfter) };
}

async function namedPacks(client: pg.Client, createdAfter: string): Promise<NamedPack[]> {
  const { rows } = await client.query<{
    folder: string;
    isStored: boolean;
    stickers: [position: number, kind: StickerKind][];
  }>(
    `select p.folder, p.status = 'uploaded' as "isStored", coalesce(json_agg(json_build_array(s.position, s.kind))
       filter (where s.id is not null and p.status = 'uploaded'), '[]') as stickers
     from sticker_packs p left join stickers s on s.pack_id = p.id where p.created_at > $1 group by p.id order by p.folder`,
    [createdAfter],
  );
  return rows
    .map(({ folder, isStored, stickers }) => ({
      ...{ folder, isStored },
      keys: [iconKey(folder), ...stickers.map(([position, kind]) => stickerKey(folder, position, kind))],
    }))
    .toSorted((a, b) => (a.folder < b.folder ? -1 : 1));
}
