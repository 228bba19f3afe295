// @module-tag database
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { createLog } from '../../src/platform/log.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { MESSAGES } from '../harness/api.ts';
import { textTo } from '../harness/population.ts';
import { scratchFolder } from '../harness/scratch.ts';
import { connect, createTestDatabase, type TestDatabase } from '../harness/test-database.ts';
import { startTestServer } from '../harness/test-server.ts';
import { until } from '../harness/until.ts';
import { useServer } from '../harness/use-server.ts';

/** Migrations of a later version, on a database on which servers of this one run. */

const MIGRATIONS = join(import.meta.dirname, '../../src/storage/migrations');
const log = createLog('silent');
const COLUMN = { '9001_column': 'alter table messages add column planted integer;' };

/** A folder with our migrations and later ones. */
function folderWith(later: Record<string, string>): string {
  const folder = scratchFolder();
  cpSync(MIGRATIONS, folder, { recursive: true });
  for (const [name, text] of Object.entries(later)) writeFileSync(join(folder, `${name}.sql`), text);
  return folder;
}

const server = await useServer();
let threadId: string;
beforeAll(async () => {
  threadId = await server.group(await server.users(2));
});

async function newDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  onTestFinished(database.drop);
  return database;
}

const send = async () =>
  (await server.call('POST', MESSAGES, { body: textTo(threadId, 'user1') })).body.message_code;

/** Resolves when the migration waits for a lock. */
const waitsForLock = ({ sql }: TestDatabase) =>
  until(async () => {
    const waiting = await sql(
      `select from pg_stat_activity
       where datname = current_database() and application_name = 'palaver migrate' and wait_event_type = 'Lock'`,
    );
    return waiting.length > 0 || undefined;
  });

test('a migration that waits for a table again and again does not keep messages from being sent', {
  tags: 'thorough',
}, async () => {
  const { database } = server;
  const reader = await connect(database.connection);
  await reader.query('begin; select from messages limit 1');
  const folder = folderWith(COLUMN);
  const migrating = migrate(database.connection, log, folder);
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await waitsForLock(database);
    expect(await send()).toBe('M200');
  }
  await reader.query('commit');
  expect(await migrating).toEqual(['9001_column']);
  expect(await send()).toBe('M200');
});

test('an index is built concurrently: messages are sent meanwhile, other nodes wait, and one of them builds it', async () => {
  const { database } = server;
  const writer = await connect(database.connection);
  await writer.query('begin; update messages set text = text where false');
  const folder = folderWith({
    ...COLUMN,
    '9002_index':
      '-- Outside a transaction\ndrop index concurrently if exists planted;\ncreate index concurrently planted on messages (text);\n',
  });
  const migrating = [1, 2, 3].map(() => migrate(database.connection, log, folder));
  await waitsForLock(database);
  expect(await send()).toBe('M200');
  await writer.query('commit');
  const done = await Promise.all(migrating);
  expect(done.flat().filter((name) => name === '9002_index')).toHaveLength(1);
  expect(
    await database.sql(`select indisvalid from pg_index where indexrelid = 'planted'::regclass`),
  ).toEqual([{ indisvalid: true }]);
  expect(await migrate(database.connection, log, folder)).toEqual([]);
});

test('a concurrent build that failed is repeated from the beginning', async () => {
  const { connection, sql } = await newDatabase();
  await sql('create table planted (value integer)');
  await sql('insert into planted values (1), (1)');
  const folder = folderWith({
    '9001_index':
      '-- Outside a transaction\ndrop index concurrently if exists planted_values;\ncreate unique index concurrently planted_values on planted (value);\n',
  });
  await expect(migrate(connection, log, folder)).rejects.toThrow('could not create unique index');
  await sql('delete from planted');
  expect(await migrate(connection, log, folder)).toEqual(['9001_index']);
  expect(await sql(`select indisvalid from pg_index where indexrelid = 'planted_values'::regclass`)).toEqual([
    { indisvalid: true },
  ]);
});

test('a migration that fails leaves nothing, and those before it stay', async () => {
  const { connection, sql } = await newDatabase();
  const later = {
    '9001_first': 'create table first ();',
    '9002_second': 'create table second (); select 1 / 0;',
  };
  await expect(migrate(connection, log, folderWith(later))).rejects.toThrow('division by zero');
  expect(
    await sql(`select to_regclass('first') is null as first, to_regclass('second') is null as second`),
  ).toEqual([{ first: false, second: true }]);
  expect(await migrate(connection, log, folderWith({ ...later, '9002_second': '' }))).toEqual([
    '9002_second',
  ]);
});

test('a server of this version runs on a schema that a later version has migrated', async () => {
  const database = await createTestDatabase();
  expect(await migrate(database.connection, log, folderWith(COLUMN))).toEqual(['9001_column']);
  expect(await migrate(database.connection, log)).toEqual([]);
  const older = await startTestServer({}, Promise.resolve(database));
  onTestFinished(() => older.close());
  const thread = await older.group(await older.users(2));
  expect((await older.call('POST', MESSAGES, { body: textTo(thread, 'user1') })).body.message_code).toBe(
    'M200',
  );
});
