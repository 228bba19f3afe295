import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

/* Reads and writes whole tables as text of `COPY`, which every version of PostgreSQL reads. */

/** The tables of a backup. (Named one by one: the schema may have tables of extensions and of other programs.) */
const TABLES = [
  'api_keys',
  'app_policies',
  'applications',
  'desk_readings',
  'desk_users',
  'desk_writers',
  'devices',
  'direct_threads',
  'email_opt_outs',
  'epoch_starts',
  'erasures',
  'event_epoch',
  'event_streams',
  'events',
  'file_usage',
  'files',
  'former_epochs',
  'idempotency_keys',
  'log_entries',
  'members',
  'messages',
  'name_words',
  'notification_settings',
  'outbox',
  'parked_events',
  'pictures',
  'push_credentials',
  'reactions',
  'secrets_key',
  'signing_keys',
  'sticker_packs',
  'stickers',
  'thread_heads',
  'thread_notifications',
  'threads',
  'token_revocations',
  'user_aliases',
  'user_emails',
  'user_file_usage',
  'user_notifications',
  'user_renames',
  'user_threads',
  'users',
  'webhook_deliveries',
  'webhooks',
];

/**
 * Tables that a backup leaves out, and a copy of the database has:
 *
 *   uploads, …        unfinished uploads, whose parts are removed within hours
 *   notifications, …  what devices show, and what is due: a restored database tells nobody of messages from before the backup
 */
const NOT_IN_BACKUPS = [
  ...['uploads', 'upload_parts'],
  ...['notifications', 'notification_batches', 'notification_messages', 'email_digests', 'email_threads'],
];

/** Tables that nothing copies: those of running processes, and that of the migrations, which fill it themselves. */
export const NOT_COPIED = [
  ...['leases', 'open_threads', 'closed_threads', 'schema_migrations'],
  // (The index of search is made anew from the messages.)
  ...['search_backlog', 'search_blocks', 'search_queue', 'search_state'],
];

export const LEFT_OUT = [...NOT_COPIED, ...NOT_IN_BACKUPS];

/** Which tables: those of a backup, or those of a copy that replaces the database. */
export type Extent = 'backup' | 'copy';

const tablesOf = (extent: Extent) => (extent === 'backup' ? TABLES : [...TABLES, ...NOT_IN_BACKUPS]);

/** Sequences that belong to no table; the others are those of identity columns. */
const SEQUENCES = ['outbox_ids', 'thread_ids'];

/** What other tables say of those that are left out. */
const WITHOUT_LEFT_OUT = ['update file_usage set unfinished_bytes = 0 where unfinished_bytes <> 0'];

export interface Table {
  name: string;
  columns: string[];
}

/**
 * Those of these tables that the database has. Without generated columns, and without ids of transactions (`xid8`): they have no
 * meaning in another database, where rows get that of the transaction that inserts them.
 */
export async function listTables(client: pg.ClientBase, extent: Extent): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = current_schema()::regnamespace and c.relname = any ($1)
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.atttypid <> 'xid8'::regtype
     group by c.relname order by c.relname`,
    [tablesOf(extent)],
  );
  return rows;
}

/**
 * Keeps tables as they are until the end of the transaction: `truncate`, `drop` and migrations would otherwise take rows that its
 * snapshot has. Call it before the first query of the transaction, which takes the snapshot.
 */
export async function lockTables(client: pg.ClientBase, tables: readonly Table[]): Promise<void> {
  await client.query(`lock table ${tables.map(({ name }) => quoted(name)).join(', ')} in access share mode`);
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
const columnList = (columns: readonly string[]) => columns.map(quoted).join(', ');

/** `rows` is known when the stream has ended. */
export interface Dump {
  content: Readable;
  rows: () => number;
}

export function dumpTable(client: pg.ClientBase, { name, columns }: Table): Dump {
  return dump(client, `select ${columnList(columns)} from ${quoted(name)}`);
}

/** The tables of the job queue belong to the library, so jobs are read as they are enqueued. */
export function dumpJobs(client: pg.ClientBase): Dump {
  return dump(
    client,
    `select t.identifier, j.payload, j.run_at
     from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where j.attempts < j.max_attempts order by j.id`,
  );
}

function dump(client: pg.ClientBase, query: string): Dump {
  const content = client.query(copyTo(`copy (${query}) to stdout`));
  return { content, rows: () => content.rowCount };
}

/** Loads the rows of a table; rejects if some are missing. */
export async function loadTable(
  client: pg.ClientBase,
  { name, columns }: Table,
  { content, rows }: Dump,
): Promise<void> {
  const load = client.query(copyFrom(`copy ${quoted(name)} (${columnList(columns)}) from stdin`));
  await pipeline(content, load);
  if (load.rowCount !== rows())
    throw new Error(`the table ${name} has ${load.rowCount} rows instead of the ${rows()} that were dumped`);
}

export async function loadJobs(client: pg.ClientBase, dump: Dump): Promise<void> {
  await client.query(
    'create temporary table loaded_jobs (task text, payload json, run_at timestamptz) on commit drop',
  );
  await loadTable(client, { name: 'loaded_jobs', columns: ['task', 'payload', 'run_at'] }, dump);
  await client.query(
    'select graphile_worker.add_job(task, payload, run_at => run_at) from loaded_jobs order by run_at',
  );
}

/** Foreign keys are checked once for all rows, after they are there: tables can be loaded in any order, and faster. */
export async function withoutForeignKeys(client: pg.ClientBase, load: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ drop: string; add: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
     from pg_constraint
     where contype = 'f' and conparentid = 0 and connamespace = current_schema()::regnamespace order by oid`,
  );
  for (const { drop } of rows) await client.query(drop);
  await load();
  for (const { add } of rows) await client.query(add);
}

/** Empties the tables: some migrations insert rows. */
export async function emptyTables(client: pg.ClientBase, tables: readonly Table[]): Promise<void> {
  await client.query(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')}`);
}

/** Empties the tables that a backup leaves out, in a database that was recovered as a whole. */
export async function leaveOut(client: pg.ClientBase): Promise<void> {
  await emptyTables(
    client,
    NOT_IN_BACKUPS.map((name) => ({ name, columns: [] })),
  );
  await settleLeftOut(client);
}

export async function settleLeftOut(client: pg.ClientBase): Promise<void> {
  for (const statement of WITHOUT_LEFT_OUT) await client.query(statement);
}

export interface Sequence {
  name: string;
  value: string;
  is_called: boolean;
}

export async function readSequences(client: pg.ClientBase, extent: Extent): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(
    `select s.relname as name from pg_class s
     left join pg_depend d on d.objid = s.oid and d.classid = 'pg_class'::regclass and d.deptype = 'i'
     left join pg_class t on t.oid = d.refobjid
     where s.relkind = 'S' and s.relnamespace = current_schema()::regnamespace
       and (s.relname = any ($1) or t.relname = any ($2)) order by 1`,
    [SEQUENCES, tablesOf(extent)],
  );
  const sequences: Sequence[] = [];
  for (const { name } of rows) {
    const found = await client.query<Sequence>(
      `select $1::text as name, last_value::text as value, is_called from ${quoted(name)}`,
      [name],
    );
    sequences.push(...found.rows);
  }
  return sequences;
}

export async function setSequences(client: pg.ClientBase, sequences: readonly Sequence[]): Promise<void> {
  for (const { name, value, is_called } of sequences)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [quoted(name), value, is_called]);
}
