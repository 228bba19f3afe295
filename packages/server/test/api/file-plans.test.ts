// @module-tag database
import type { FileId } from '@palaver/protocol/files';
import type { AppId, ExtUserId, TenantId, ThreadId } from '@palaver/protocol/ids';
import { beforeAll, expect, test } from 'vitest';
import { findFile, lockFiles, settleFiles } from '../../src/domain/records/files.ts';
import { findNaming, pageFiles } from '../../src/domain/records/message-files.ts';
import { clearFiles } from '../../src/domain/records/messages.ts';
import { nextHoldingFiles } from '../../src/domain/records/threads.ts';
import type { Transaction } from '../../src/storage/database.ts';
import { userUrl } from '../harness/api.ts';
import { rowsRead } from '../harness/rows-read.ts';
import { upload } from '../harness/upload.ts';
import { useServer } from '../harness/use-server.ts';

/** What it costs to read a file, and to name it once more, does not grow with the messages that name it. */

const MANY = 5_000;
/** For a statement that finds a handful of rows, with what its planning reads. */
const FEW = MANY / 10;
const SPACE = { appId: 'test' as AppId, tenantId: '' as TenantId };

const server = await useServer();
const people = {} as Record<'ann' | 'ben' | 'eve' | 'agent', ExtUserId>;
/** Named by many messages of one thread, by messages of many threads, by one message, and by messages of many direct threads. */
const files = {} as Record<'repeated' | 'everywhere' | 'rare' | 'direct', FileId>;

beforeAll(async () => {
  const { sql } = server.database;
  for (const name of ['ann', 'ben', 'eve', 'agent'] as const) {
    await server.ok('PUT', userUrl(name), { body: {} });
    people[name] = (await server.ok('GET', userUrl(name))).ext_user_id;
  }
  const thread = await server.group(['ann', 'ben']);
  const other = await server.group(['eve']);
  for (const name of ['repeated', 'everywhere', 'rare', 'direct'] as const)
    files[name] = (await upload(server)).file_id;

  const name = (messages: string, file: FileId) =>
    sql(
      `insert into messages (thread_id, seq, sender_ext_user_id, kind, text, metadata, link_count, file_id)
       select thread, seq, $1, 'file', 'x', '{"type":"file"}', 0, $2 from (${messages}) m (thread, seq)`,
      [people.ann, file],
    );
  // Threads that one agent has with many: even ids are named by the file that everyone got, odd ones are not.
  const copied = (table: string, changes: string, where: string) =>
    sql(
      `insert into ${table} select (jsonb_populate_record(one, jsonb_build_object(${changes}))).*
       from ${table} one, generate_series(1, ${2 * MANY}) n where ${where}`,
    );
  await copied('threads', `'id', 1000000 + n`, `one.id = ${thread}`);
  const isBen = `one.thread_id = ${thread} and one.ext_user_id = ${people.ben}`;
  for (const table of ['members', 'user_threads'])
    await copied(table, `'thread_id', 1000000 + n, 'ext_user_id', ${people.agent}::bigint`, isBen);
  await name(`select ${thread}, 1000 + n from generate_series(1, ${MANY}) n`, files.repeated);
  await name(`select 1000000 + 2 * n, 2 from generate_series(1, ${MANY}) n`, files.everywhere);
  await name(`select ${other}, 1000`, files.rare);
  await copied(
    'threads',
    `'id', 2000000 + n, 'type', 'direct', 'name', '', 'description', ''`,
    `one.id = ${thread}`,
  );
  await name(`select 2000000 + n, 2 from generate_series(1, ${MANY}) n`, files.direct);
  await sql('update files set expires_at = null');
});

const read = (work: (tx: Transaction) => Promise<unknown>) => rowsRead(server.db, work);

const READS = [
  ['repeated', 'ben', true],
  ['repeated', 'eve', false],
  ['repeated', 'agent', false],
  ['everywhere', 'agent', true],
  ['everywhere', 'eve', false],
  ['everywhere', 'ben', false],
  ['rare', 'eve', true],
  ['rare', 'agent', false],
  ['repeated', 'back end', true],
  ['everywhere', 'back end', true],
  ['rare', 'back end', true],
] as const;

const viewerOf = (name: (typeof READS)[number][1]) => (name === 'back end' ? null : people[name]);

test.each(['before', 'after'])('few rows are read %s the tables are analyzed', async (time) => {
  if (time === 'after') await server.database.sql('analyze');
  for (const [file, name, isReader] of READS) {
    const rows = await read(async (tx) => {
      const found = await findFile(tx, SPACE, files[file], viewerOf(name));
      expect([file, name, found !== undefined]).toEqual([file, name, isReader]);
    });
    expect([file, name, rows < FEW || rows]).toEqual([file, name, true]);
  }
  const ids = Object.values(files);
  const settling = await read(async (tx) => {
    await lockFiles(tx, ids);
    await settleFiles(tx, ids);
  });
  expect(settling).toBeLessThan(FEW);
  const searching = await read(async (tx) => expect(await nextHoldingFiles(tx, '0')).toBeUndefined());
  expect(searching).toBeLessThan(FEW);
});

test('the support desk begins at its readings, and looks for a group among the first threads', async () => {
  const { sql } = server.database;
  await sql(
    `insert into desk_users select ext_user_id, app_id, tenant_id, true from users where user_id = 'eve'`,
  );
  const rowsOf = (file: FileId, isFound: boolean) =>
    read(async (tx) => {
      expect((await findFile(tx, SPACE, file, people.eve)) !== undefined).toBe(isFound);
    });
  expect(await rowsOf(files.everywhere, true)).toBeLessThan(FEW);
  expect(await rowsOf(files.direct, false)).toBeLessThan(MANY);
  const open = (threads: string, until: string) =>
    sql(
      `insert into desk_readings (ext_user_id, thread_id, reason, until)
       select $1, thread_id, 'Complaint', now() + $2::interval from (${threads}) t (thread_id)`,
      [people.eve, until],
    );
  await open(`select 2000000 + n from generate_series(1, ${MANY}) n`, '-1 hour');
  expect(await rowsOf(files.direct, false)).toBeLessThan(MANY);
  await open(`select ${2_000_000 + MANY}`, '1 hour');
  expect(await rowsOf(files.direct, true)).toBeLessThan(FEW);
  // In a group beyond these threads, it is not looked for.
  await sql(`update threads set type = 'group' where id = any($1)`, [[2_001_000, 2_001_001]]);
  await sql('delete from desk_readings');
  expect(await rowsOf(files.direct, true)).toBeLessThan(MANY);
  await sql(`update threads set type = 'direct' where id = 2001000`);
  await rowsOf(files.direct, false);
  await sql('delete from desk_users');
});

test('of the messages that name lost files, those of a page are read', async () => {
  await server.database.sql('analyze');
  const page = await read(async (tx) => {
    const searches = Object.values(files).map((id) => ({ id, from: '0' as const }));
    expect(await findNaming(tx, searches, 100)).toHaveLength(301);
  });
  expect(page).toBeLessThan(FEW);
});

test('a thread that is deleted is passed over, whatever else names the file', async () => {
  const { sql } = server.database;
  const last = `(select max(thread_id) from messages where file_id = '${files.everywhere}')`;
  await sql(`update threads set deleted_at = now() where id > 1000000 and id <> ${last}`);
  const find = (name: 'agent' | 'back end') => findFile(server.db, SPACE, files.everywhere, viewerOf(name));
  for (const name of ['agent', 'back end'] as const) expect(await find(name)).toBeDefined();
  await sql(`update threads set deleted_at = now() where id = ${last}`);
  for (const name of ['agent', 'back end'] as const) expect(await find(name)).toBeUndefined();
});

test('of a deleted thread, the messages of a page are read, however many it has', async () => {
  const [{ id } = { id: '' }] = await server.database.sql<{ id: string }>(
    `update threads set deleted_at = now() where id = (
       select thread_id from messages where file_id = '${files.repeated}' limit 1) returning id`,
  );
  const find = () => findFile(server.db, SPACE, files.repeated, null);
  expect(await read(async () => expect(await find()).toBeUndefined())).toBeLessThan(FEW);
  const page = await read(async (tx) => {
    const { ids, last } = await pageFiles(tx, id as ThreadId, '1000', 100);
    expect([ids, last]).toEqual([[files.repeated], '1100']);
    await clearFiles(tx, id as ThreadId, '1000', last);
  });
  expect(page).toBeLessThan(FEW);
});
