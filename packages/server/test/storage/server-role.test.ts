import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../harness/test-database.ts';

/** The role of servers in the embedded database: no SQL of theirs may affect the machine. */

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client(database.connection);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

// (With DATABASE_URL the operator chooses the role.)
describe.skipIf(inject('serverRole') === null)('the server role', () => {
  test('is used by servers', async () => {
    const { rows } = await client.query(
      `select rolname, rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls,
         (select count(*)::int from pg_auth_members where member = r.oid) as memberships
       from pg_roles r where rolname = current_user`,
    );
    const none = { rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolreplication: false };
    expect(rows).toEqual([{ rolname: 'palaver_server', ...none, rolbypassrls: false, memberships: 0 }]);
  });

  test.each([
    `select pg_read_file('/etc/passwd')`,
    `select pg_read_binary_file('PG_VERSION')`,
    `select pg_ls_dir('/')`,
    `select pg_stat_file('/etc/passwd')`,
    `copy (select 1) to program 'id'`,
    `copy threads from program 'id'`,
    `copy (select 1) to '/tmp/palaver-was-here'`,
    `create table read_in (line text); copy read_in from '/etc/passwd'`,
    `select lo_import('/etc/passwd')`,
    `select lo_export(0, '/tmp/palaver-was-here')`,
    `alter system set archive_command = 'id'`,
    `set session_preload_libraries = 'x'`,
    `load '/tmp/x.so'`,
    `create function id() returns int language c as '/tmp/x.so'`,
    `create extension file_fdw`,
    `create role another`,
    `alter role palaver superuser`,
    `alter role palaver_server superuser`,
    `alter role palaver password 'x'`,
    `set role palaver`,
    `set session authorization palaver`,
    `grant pg_read_server_files to palaver_server`,
    `create database another`,
    `drop database postgres`,
    `select pg_reload_conf()`,
    `select pg_rotate_logfile()`,
    `select passwd from pg_shadow`,
    `select rolpassword from pg_authid`,
    `create tablespace t location '/tmp'`,
    `create event trigger t on ddl_command_start execute function f()`,
    `create publication p for all tables`,
  ])('may not: %s', async (sql) => {
    const code = await client.query(sql).then(
      () => 'it was done',
      (error: pg.DatabaseError) => error.code,
    );
    // insufficient_privilege; (file_fdw may not be there at all)
    expect(sql.includes('file_fdw') ? ['42501', '58P01', '0A000'] : ['42501']).toContain(code);
  });

  test("may not connect to the database with the launcher's locks", async () => {
    for (const name of ['postgres', 'template1']) {
      const other = new pg.Client({ ...database.connection, database: name });
      await expect(other.connect()).rejects.toMatchObject({ code: '42501' });
    }
  });

  test('may alter its own tables, as migrations do', async () => {
    const { rows } = await client.query(
      `select relname from pg_class where relkind in ('r', 'S', 'v') and relowner <> current_user::regrole
         and relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)`,
    );
    expect(rows).toEqual([]);
    await client.query(`create schema more; create table more.rows (id int);
      alter table threads add column tried int; alter table threads drop column tried; drop schema more cascade`);
  });
});
