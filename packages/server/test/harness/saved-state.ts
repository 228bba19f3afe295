import type { TestDatabase } from './test-database.ts';

/** Tables that any request may change, even a refused one. */
const OTHERS = ['api_keys', 'idempotency_keys', 'schema_migrations'];

interface Table {
  name: string;
  /** Stored columns, without generated ones. */
  columns: string;
  /** Tables whose rows take rows of this one with them when they are deleted. */
  parents: string[];
}

/**
 * Saves the stored rows. The returned function restores them and reports the changes: deleted rows start with `-`, new
 * ones with `+`, and `=` marks a table with rows rewritten unchanged. Sequences are not restored.
 */
export async function saveState({ sql }: TestDatabase): Promise<() => Promise<string[]>> {
  const tables = await sql<Table>(
    `select tablename as name, (
       select string_agg(attname, ', ' order by attnum) from pg_attribute
       where attrelid = tablename::regclass and attnum > 0 and not attisdropped and attgenerated = ''
     ) as columns, array(
       select confrelid::regclass::text from pg_constraint
       where contype = 'f' and confdeltype = 'c' and conrelid = tablename::regclass
     ) as parents
     from pg_tables where schemaname = 'public' and tablename <> all($1)
       -- Partitions stand for themselves, without the table that they belong to.
       and tablename::regclass <> all (select partrelid from pg_partitioned_table)`,
    [OTHERS],
  );
  // Foreign keys are deferred to the commit, so that tables can be restored in any order.
  const constraints = await sql<{ statement: string }>(
    `select format('alter table %s alter constraint %I deferrable', conrelid::regclass, conname) as statement
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  );
  const statements = [
    ...constraints.map(({ statement }) => statement),
    'create schema kept',
    'create table kept.written (name text)',
    `create function kept.note() returns trigger language plpgsql as $$
       begin insert into kept.written values (tg_table_name); return null; end $$`,
    ...tables.flatMap(({ name }) => [
      `create table kept.${name} as table ${name}`,
      `create trigger kept after insert or update or delete on ${name} for each row execute function kept.note()`,
    ]),
    undoFunction(tables),
  ];
  await sql(statements.join(';\n'));
  return async () => {
    const [undone] = await sql<{ changes: string[] }>('select kept.undo() as changes');
    return undone?.changes ?? [];
  };
}

/**
 * One function makes one round trip, with plans prepared once. It looks only at tables that were written to, mostly
 * none.
 */
function undoFunction(tables: readonly Table[]): string {
  return `
    create function kept.undo() returns text[] language plpgsql as $$
    declare
      names text[] := array(select distinct name from kept.written order by 1);
      changes text[] := '{}';
    begin
      set constraints all deferred;
      ${tables.map(report).join('\n')}
      ${tables
        .toSorted((one, other) => one.parents.length - other.parents.length)
        .map(restore)
        .join('\n')}
      delete from kept.written;
      return changes;
    end $$`;
}

// Rows are compared as text, because the type json has no equality.
const report = ({ name: table }: Table) => `
  if '${table}' = any(names) then
    changes := changes || coalesce(nullif(array(
      select '- ${table} ' || row
      from (select k::text as row from kept.${table} k except all select t::text from ${table} t) gone
      union all
      select '+ ${table} ' || row
      from (select t::text as row from ${table} t except all select k::text from kept.${table} k) come
      order by 1
    ), '{}'), '{= ${table}}');
  end if;`;

const restore = ({ name: table, columns, parents }: Table) => `
  if names && array[${[table, ...parents].map((name) => `'${name}'`).join(', ')}] then
    delete from ${table} t where t::text not in (select k::text from kept.${table} k);
    insert into ${table} (${columns}) overriding system value
      select ${columns} from kept.${table} k where k::text not in (select t::text from ${table} t);
  end if;`;
