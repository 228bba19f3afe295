import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createLog } from '../../src/platform/log.ts';
import { Database } from '../../src/storage/database.ts';
import { startTestServer, type TestServer } from '../harness/test-server.ts';
import { changeHistory, setBack, switchStream } from './stream.ts';

/** Epochs in the database. Their effects are tested in gaps.test.ts, restored-folder.system.test.ts and realtime/epochs.test.ts. */

let server: TestServer;
let sql: TestServer['database']['sql'];

beforeEach(async () => {
  server = await startTestServer();
  ({ sql } = server.database);
  await switchStream(server, true);
});
afterEach(() => server.close());

/** The epoch after another event. */
async function next() {
  await server.users(1);
  await server.relayed();
  const [row] = await sql<{ epoch: string; begins: number; last: number }>(
    `select epoch, epoch_begins::int as begins, (select max(position)::int from events) as last
     from event_epoch, event_streams`,
  );
  return row ?? expect.fail();
}

test('an epoch begins when the database has another history', async () => {
  const first = await next();
  expect(first).toMatchObject({ begins: 1, last: 1 });
  expect(await next()).toEqual({ ...first, last: 2 });
  await setBack(server, 2);
  const later = await next();
  expect(later).toMatchObject({ begins: 3, last: 3 });
  expect(later.epoch).not.toBe(first.epoch);
});

test('an epoch begins when a dump was restored, also into the same tables, but not when tables are rewritten', async () => {
  const before = await next();
  await sql('create table dump as table event_epoch');
  await sql('delete from event_epoch');
  await sql('insert into event_epoch select * from dump');
  const restored = await next();
  expect(restored.epoch).not.toBe(before.epoch);
  await sql('vacuum full freeze event_epoch');
  await sql('vacuum full freeze event_streams');
  expect(await next()).toEqual({ ...restored, last: 3 });
});

test('1,000 former epochs are remembered, and of their starts the last one before the first event that is kept', async () => {
  await next();
  await sql('delete from former_epochs');
  await sql(`insert into former_epochs select n, 'former ' || n from generate_series(1, 1000) n`);
  await sql('insert into epoch_starts select app_id, 1, 1 from event_streams');
  await sql('update event_epoch set number = 1001');
  const starts = () => sql('select number::int, begins::int from epoch_starts order by number');
  await next();
  const numbers = 'select min(number)::int as first, max(number)::int as last from former_epochs';
  expect(await sql(numbers)).toEqual([{ first: 2, last: 1_001 }]);
  expect(await starts()).toEqual([{ number: 1_001, begins: 1 }]);
  for (const last of [2, 3]) {
    await setBack(server, last);
    await next();
  }
  const later = [
    { number: 1_002, begins: 2 },
    { number: 1_003, begins: 3 },
  ];
  expect(await starts()).toEqual([{ number: 1_001, begins: 1 }, ...later]);
  await sql('update event_streams set dropped_through = 2');
  await setBack(server, 4);
  await next();
  expect(await starts()).toEqual([...later, { number: 1_004, begins: 4 }]);
});

test('the branch changes with the history, but not with a mere start of PostgreSQL; then ids go on at least a million later', async () => {
  const look = async () => {
    const [row] = await sql<{ epoch: string; branch: string; last: number }>(
      `select epoch, branch, (select last_value::float8 from thread_ids) as last from event_epoch`,
    );
    return row ?? expect.fail();
  };
  await server.group(await server.users(2));
  const before = await look();
  expect(before.branch).toBe(before.epoch);
  await changeHistory(server, 'start');
  await sql('select keep_epoch()');
  const started = await look();
  expect(started.epoch).not.toBe(before.epoch);
  expect(started).toMatchObject({ branch: before.branch, last: before.last });
  let known = started;
  for (const part of ['cluster', 'timeline', 'database'] as const) {
    await changeHistory(server, part);
    await Promise.all([1, 2, 3].map(() => sql('select keep_epoch()')));
    const branched = await look();
    expect(branched.branch).toBe(branched.epoch);
    expect(branched.branch).not.toBe(known.branch);
    // Behind a pooler a transaction of the server may have begun the branch and rolled back, which does not undo the ids.
    expect(branched.last).toBeGreaterThanOrEqual(known.last + 1_000_000);
    known = branched;
  }
  expect(await sql('select count(*)::int from former_epochs')).toEqual([{ count: 4 }]);
});

test('each connection keeps the epoch before its first statement', async () => {
  const { epoch } = await next();
  await setBack(server, 1);
  const db = new Database(server.database.connection, { poolSize: 1, log: createLog('silent') });
  onTestFinished(() => db.close());
  const [row] = await db.query<{ epoch: string }>('select epoch from event_epoch');
  expect(row?.epoch).not.toBe(epoch);
});
