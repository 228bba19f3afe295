import type { TestDatabase } from './test-database.ts';

/** Tables that requests may change whatever becomes of them. */
const OTHERS = ['api_keys', 'idempotency_keys', 'schema_migrations'];

/**
 * Keeps what is stored now. The function that it answers puts it back, and tells what had changed: rows that were gone
 * begin with `-`, those that were new with `+`. Only sequences go on.
 */
export async function keepState({ sql }: TestDatabase): Promise<() => Promise<string[]>> {
  const found = await sql<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> all($1)`,
    [OTHERS],
  );
  const tables = found.map(({ name }) => name);
  // Foreign keys wait for the commit, so that tables can be put back in any order.
  const constraints = await sql<{ statement: string }>(
    `select format('alter table %s alter constraint %I deferrable', conrelid::regclass, conname) as statement
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  );
  const statements = [
    ...constraints.map(({ statement }) => statement),
    'create schema kept',
    ...tables.map((table) => `create table kept.${table} as table ${table}`),
    undoFunction(tables),
  ];
  for (const statement of statements) await sql(statement);
  return async () => {
    const [undone] = await sql<{ changes: string[] }>('select kept.undo() as changes');
    return undone?.changes ?? [];
  };
}

/** One function, so that it is one round trip, with plans that are made once. */
function undoFunction(tables: readonly string[]): string {
  const ifChanged = (statement: (table: string) => string) => (table: string) =>
    `if exists (select from unnest(changes) change where change like '_ ${table} %') then
       ${statement(table)}
     end if;`;
  return `
    create function kept.undo() returns text[] language plpgsql as $$
    declare
      changes text[] := array(${tables.map(changesOf).join(' union all ')} order by 1);
    begin
      set constraints all deferred;
      ${tables.map(ifChanged(takeOut)).join('\n')}
      ${tables.map(ifChanged(putBack)).join('\n')}
      return changes;
    end $$`;
}

// Rows are compared as text, because the type json has no equality.
const changesOf = (table: string) => `
  select '- ${table} ' || row
  from (select k::text as row from kept.${table} k except all select t::text from ${table} t) gone
  union all
  select '+ ${table} ' || row
  from (select t::text as row from ${table} t except all select k::text from kept.${table} k) come`;
const takeOut = (table: string) =>
  `delete from ${table} t where t::text not in (select k::text from kept.${table} k);`;
const putBack = (table: string) =>
  `insert into ${table} overriding system value
   select k.* from kept.${table} k where k::text not in (select t::text from ${table} t);`;
