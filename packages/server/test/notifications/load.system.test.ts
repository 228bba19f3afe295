import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { MY_DEVICES, myDeviceUrl } from '../harness/client-api.ts';
import { until } from '../harness/until.ts';
import { periodPasses } from '../harness/waits.ts';
import { deviceOf, startNotified } from './notified.ts';

/** Many rows, many devices, and rows that somebody else has locked. */

const STORED = 20_000;

test('notifying does not read whole tables, also if they were small when the plans were made', async () => {
  const { server, away, run } = await startNotified();
  const { sql } = server.database;
  const [ann, ben] = [await away('ann'), await away('ben')];
  const threadId = await server.group(['ann', 'ben']);
  run();
  let told = 0;
  const notifySome = async () => {
    for (let round = 0; round < 10; round += 1) {
      told += 1;
      const text = `message ${told}.`;
      await ann.say(threadId, text);
      // (A push whose response is late comes twice.)
      await until(async () => ben.subscription.pushes.at(-1)?.payload.body.includes(text) || undefined);
    }
  };
  /** Rows that were read by reading whole tables; a connection reports them within a second. */
  const rowsRead = async () => {
    await periodPasses(1_500);
    const rows = await sql<{ table: string; read: number }>(
      `select name as table, pg_stat_get_tuples_returned(name::regclass)::int as read
       from unnest(array['notifications', 'messages', 'open_threads', 'thread_notifications', 'members', 'user_threads']) name`,
    );
    return new Map(rows.map(({ table, read }) => [table, read]));
  };
  await notifySome();
  await sql('analyze');
  await notifySome();
  await sql(
    `insert into messages (thread_id, seq, sender_ext_user_id, kind, text, metadata, link_count)
     select $1, 1000000 + n, $2, 'text', 'x', '{"type":"text"}', 0 from generate_series(1, $3::int) n`,
    [threadId, ann.extUserId, STORED],
  );
  await sql(
    `insert into notifications (ext_user_id, device_id, thread_id, provider, state, seq, wanted_at, due_at)
     select 1000000 + n, 'x', 1000000 + n, 'fcm', 'delivered', 1, now(), null from generate_series(1, $1::int) n`,
    [STORED],
  );
  await sql(
    `insert into open_threads (ext_user_id, thread_id, connection, until)
     select 1000000 + n, 1000000 + n, 'x', now() + interval '1 day' from generate_series(1, $1::int) n`,
    [STORED],
  );
  const before = await rowsRead();
  await notifySome();
  for (const [table, read] of await rowsRead())
    expect(read - (before.get(table) ?? 0), table).toBeLessThan(STORED / 2);
});

test('a device whose row somebody else has locked holds up nobody', async () => {
  const { server, service, away, run, tried, settled } = await startNotified();
  const [ann, ben, cid] = [await away('ann'), await away('ben'), await away('cid')];
  const threadId = await server.group(['ann', 'ben', 'cid']);
  const locking = new pg.Client(server.database.connection);
  await locking.connect();
  onTestFinished(() => locking.end());
  await locking.query('begin');
  await locking.query('select from devices where ext_user_id = $1 for update', [ben.extUserId]);
  service.unsubscribe(ben.subscription);
  run();
  for (const text of ['one', 'two']) {
    await ann.say(threadId, text);
    await until(async () => cid.subscription.pushes.at(-1)?.payload.body.includes(text) || undefined);
  }
  await locking.query('rollback');
  await until(async () => ((await ben.ok('GET', MY_DEVICES)) as unknown[]).length === 0 || undefined);
  await tried();
  await settled();
});

test('messages that arrive while a push is in progress make one more', async () => {
  const { server, service, away, run, settled } = await startNotified();
  const [ann, ben] = [await away('ann'), await away('ben')];
  const threadId = await server.group(['ann', 'ben']);
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  let requests = 0;
  service.answer = async () => {
    requests += 1;
    await isOver;
    return { status: 201 };
  };
  run();
  await ann.say(threadId, 'one');
  await until(async () => requests === 1 || undefined);
  for (const text of ['two', 'three', 'four']) await ann.say(threadId, text);
  await until(async () => (await server.database.sql('select from notifications where seq = 5'))[0]);
  end();
  await settled();
  const bodies = ben.subscription.pushes.map(({ payload }) => payload.body);
  expect(bodies).toEqual([expect.stringContaining('one'), expect.stringContaining('four')]);
});

test('of thousands of devices that one user registers the last twenty stay', async () => {
  const { server, service, away } = await startNotified();
  const ben = await away('ben');
  const { sql } = server.database;
  const ids = Array.from({ length: 2_000 }, (_, index) => `device${index}`);
  for (const id of ids) {
    const body = deviceOf(service.subscribe(ben.subscription.applicationKey));
    await ben.ok('PUT', myDeviceUrl(id), { body });
  }
  const devices = (await ben.ok('GET', MY_DEVICES)) as { device_id: string }[];
  expect(devices.map(({ device_id }) => device_id)).toEqual(ids.slice(-20).reverse());
  expect(await sql('select from devices')).toHaveLength(20);
});
