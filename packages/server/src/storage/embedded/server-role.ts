import { createHmac } from 'node:crypto';
import type pg from 'pg';

/*
 * The role that servers and commands use in their database. It owns everything in that database and has no other rights. It is
 * not the superuser, which could read files and run programs on this machine; only the launcher (lock-session.ts) uses the
 * superuser.
 */

export const SERVER_ROLE = 'palaver_server';

/** Derived from the superuser's password, so that only one password has to be stored. The derivation cannot be reversed. */
export function passwordOfServerRole(superuserPassword: string): string {
  return createHmac('sha256', superuserPassword).update(SERVER_ROLE).digest('base64url');
}

/**
 * Creates the role if it is missing, and makes it the owner of everything in the database that `client`, a superuser, is
 * connected to. The database must have no other connections. Idempotent.
 */
export async function setUpServerRole(client: pg.Client, database: string, password: string): Promise<void> {
  await client.query('begin');
  // Otherwise a failed statement would be logged with the password.
  await client.query('set local log_min_error_statement = panic');
  await client.query(CREATE_ROLE);
  await client.query(
    `alter role ${SERVER_ROLE} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls
       password ${client.escapeLiteral(password)}`,
  );
  // The role must not take the locks in `postgres` that show the cluster's owner, nor change templates.
  await client.query('revoke connect on database postgres, template1 from public');
  await client.query(`grant connect, create, temporary on database ${database} to ${SERVER_ROLE}`);
  await client.query(TRANSFER_OWNERSHIP);
  await client.query('commit');
}

const CREATE_ROLE = `do $$ begin
  if not exists (select from pg_roles where rolname = '${SERVER_ROLE}') then create role ${SERVER_ROLE}; end if;
end $$`;

/**
 * Covers all objects in the database except those of PostgreSQL and its extensions, and those whose owner follows another
 * object's.
 */
const TRANSFER_OWNERSHIP = `do $$
  declare
    command text;
    heir oid := '${SERVER_ROLE}'::regrole;
  begin
    for command in
      with ours as (
        select oid from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'
      ), others as (
        select classid, objid from pg_depend where deptype = 'e'
          or (deptype in ('a', 'i') and classid = 'pg_class'::regclass and refclassid = 'pg_class'::regclass)
      )
      select format('schema %s', oid::regnamespace) from pg_namespace
        where oid in (select oid from ours) and nspowner <> heir
      union all
      select format('%s %s', case relkind when 'S' then 'sequence' when 'v' then 'view' when 'm' then 'materialized view'
          else 'table' end, oid::regclass) from pg_class
        where relnamespace in (select oid from ours) and relkind in ('r', 'p', 'S', 'v', 'm') and relowner <> heir
          -- (A partition depends on its table, but does not follow its owner.)
          and (relispartition or ('pg_class'::regclass, oid) not in (select classid, objid from others))
      union all
      select format('routine %s', oid::regprocedure) from pg_proc
        where pronamespace in (select oid from ours) and proowner <> heir
          and ('pg_proc'::regclass, oid) not in (select classid, objid from others)
      union all
      select format('%s %s', case typtype when 'd' then 'domain' else 'type' end, t.oid::regtype) from pg_type t
        left join pg_class c on c.oid = t.typrelid
        where typnamespace in (select oid from ours) and typowner <> heir and (typtype in ('d', 'e') or c.relkind = 'c')
          and ('pg_type'::regclass, t.oid) not in (select classid, objid from others)
    loop
      execute format('alter %s owner to ${SERVER_ROLE}', command);
    end loop;
  end $$`;
