import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

/** What is in the tables, as text of `COPY`: any version of PostgreSQL reads it. */

/**
 * Tables that a backup leaves out, besides unlogged ones:
 *
 *   leases            of processes that run
 *   schema_migrations the manifest lists the migrations
 *   uploads, …        unfinished uploads, whose parts are removed within hours
 *   notifications, …  what devices show, and what is due: a restored database tells nobody of messages from before the backup
 */
const LEFT_OUT = [
  'leases',
  'schema_migrations',
  'uploads',
  'upload_parts',
  'notifications',
  'notification_batches',
  'notification_messages',
  'email_digests',
  'email_threads',
];

/** Columns of other tables, and what they are without those. */
const WITHOUT_LEFT_OUT = ['update file_usage set unfinished_bytes = 0 where unfinished_bytes <> 0'];

export interface Table {
  name: string;
  columns: string[];
}

/**
 * The tables of a backup. Without generated columns, and without ids of transactions (`xid8`): they have no meaning in another database,
 * where rows get that of the transaction that inserts them.
 */
export async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relpersistence = 'p' and c.relname <> all ($1)
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.atttypid <> 'xid8'::regtype
     group by c.relname order by c.relname`,
    [LEFT_OUT],
  );
  return rows;
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

/** Loads the rows of a table; rejects if they are not `rows`. */
export async function loadTable(
  client: pg.ClientBase,
  { name, columns, rows }: Table & { rows: number },
  content: Readable,
): Promise<void> {
  const load = client.query(copyFrom(`copy ${quoted(name)} (${columnList(columns)}) from stdin`));
  await pipeline(content, load);
  if (load.rowCount !== rows)
    throw new Error(`the table ${name} has ${load.rowCount} rows instead of the ${rows} of the backup`);
}

export async function loadJobs(client: pg.ClientBase, rows: number, content: Readable): Promise<void> {
  await client.query(
    'create temporary table loaded_jobs (task text, payload json, run_at timestamptz) on commit drop',
  );
  await loadTable(client, { name: 'loaded_jobs', columns: ['task', 'payload', 'run_at'], rows }, content);
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

export async function settleLeftOut(client: pg.ClientBase): Promise<void> {
  for (const statement of WITHOUT_LEFT_OUT) await client.query(statement);
}

export interface Sequence {
  name: string;
  value: string;
  is_called: boolean;
}

export async function readSequences(client: pg.ClientBase): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relkind = 'S' and relnamespace = current_schema()::regnamespace
       and relname not like 'schema\\_migrations%' order by 1`,
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
