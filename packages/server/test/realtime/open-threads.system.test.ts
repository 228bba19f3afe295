import pg from 'pg';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { at, myMemberUrl, type SignedIn, signInAll } from '../harness/client-api.ts';
import { connect, connectionsTo, realtimeUrl, type TestSocket } from '../harness/realtime.ts';
import { startTestServer, type TestServer } from '../harness/test-server.ts';
import { until } from '../harness/until.ts';
import { startNotified } from '../notifications/notified.ts';

/** Which thread a user has open on a connection: it notifies none of their devices. */

let server: TestServer;
let ann: SignedIn;
let ben: SignedIn;
let stranger: SignedIn;
beforeAll(async () => {
  // Each heartbeat refreshes the open threads.
  server = await startTestServer({ PALAVER_HEARTBEAT_MS: '1000' });
  [ann, ben, stranger] = await signInAll(server, 3);
});
afterAll(() => server.close());

const group = () => server.group([ann.userId, ben.userId]);
const openThread = (socket: TestSocket, thread_id: unknown) => socket.command({ type: 'open', thread_id });
const DONE = { type: 'answer', message_code: 'M200' };

/** The threads that users have open, by the database. */
async function stored({ extUserId }: SignedIn, { database } = server): Promise<string[]> {
  const rows = await database.sql<{ thread_id: string }>(
    'select thread_id from open_threads where ext_user_id = $1 order by thread_id, connection',
    [extUserId],
  );
  return rows.map(({ thread_id }) => thread_id);
}

const becomes = (who: SignedIn, threads: string[], on = server) =>
  until(async () => (await stored(who, on)).join() === threads.join() || undefined);

test('a connection has one open thread: the latest, until it is closed', async () => {
  const [first, second] = [await group(), await group()];
  const socket = await connect(server, ben);
  expect(await openThread(socket, null)).toMatchObject(DONE);
  expect(await stored(ben)).toEqual([]);
  for (const id of [first, second, second, `00${first}`]) {
    expect(await openThread(socket, id)).toEqual({ ...DONE, id: expect.anything(), message: 'Success' });
    expect(await stored(ben)).toEqual([BigInt(id).toString()]);
  }
  const [row] = await server.database.sql<{ is_in_time: boolean }>(
    `select until between now() + interval '50 s' and now() + interval '60 s' as is_in_time from open_threads`,
  );
  expect(row?.is_in_time).toBe(true);
  for (let times = 0; times < 2; times += 1) {
    expect(await openThread(socket, null)).toMatchObject(DONE);
    expect(await stored(ben)).toEqual([]);
  }
  expect(await openThread(socket, second)).toMatchObject(DONE);
  expect(await stored(ben)).toEqual([second]);
  await socket.close();
  await becomes(ben, []);
});

test('each connection has its own open thread', async () => {
  const [first, second] = [await group(), await group()];
  const [phone, laptop, tablet] = [
    await connect(server, ben),
    await connect(server, ben),
    await connect(server, ben),
  ];
  await Promise.all([openThread(phone, first), openThread(laptop, first), openThread(tablet, second)]);
  expect(await stored(ben)).toEqual([first, first, second]);
  await openThread(phone, null);
  expect(await stored(ben)).toEqual([first, second]);
  await laptop.close();
  await becomes(ben, [second]);
  tablet.ws.terminate();
  await becomes(ben, []);
});

test('only members open a thread; a refused one leaves the earlier one open', async () => {
  const [own, removed] = [await group(), await group()];
  const socket = await connect(server, ben);
  await openThread(socket, own);
  await ann.ok('DELETE', myMemberUrl(removed, ben.userId));
  const foreign = await server.group([ann.userId]);
  for (const id of [removed, foreign, '999999', '9223372036854775807'])
    expect(await openThread(socket, id)).toMatchObject({ type: 'error', message_code: 'M40401' });
  const outsider = await connect(server, stranger);
  expect(await openThread(outsider, own)).toMatchObject({ message_code: 'M40401' });
  expect(await stored(ben)).toEqual([own]);
  expect(await stored(stranger)).toEqual([]);
  await socket.close();
  await becomes(ben, []);
});

test('what is open is refreshed, also if the database has lost it; rows of crashed nodes are deleted', async () => {
  const id = await group();
  const socket = await connect(server, ben);
  await openThread(socket, id);
  const { sql } = server.database;
  await sql(`update open_threads set until = now() + interval '20 s'`);
  await sql(
    `insert into open_threads select n, n, 'crashed', now() - interval '1 s' from generate_series(1, 5001) n`,
  );
  await until(async () => {
    const [row] = await sql(
      `select from open_threads having min(until) > now() + interval '40 s' and count(*) = 1`,
    );
    return row;
  });
  await sql('truncate open_threads');
  await becomes(ben, [id]);
  await socket.close();
  await becomes(ben, []);
});

test('a removed member has the thread no longer open, and has it again after coming back', async () => {
  const id = await group();
  const socket = await connect(server, ben);
  await openThread(socket, id);
  await ann.ok('DELETE', myMemberUrl(id, ben.userId));
  await becomes(ben, []);
  await ann.ok('POST', `/client/v1.0/threads/${id}/members`, {
    body: { member_ids: [ben.userId], id_type: 2 },
  });
  await becomes(ben, [id]);
  await socket.close();
  await becomes(ben, []);
});

test('a connection that answers no ping has nothing open', async () => {
  const id = await group();
  const ws = new WebSocket(await realtimeUrl(server), { autoPong: false });
  ws.on('error', () => {});
  onTestFinished(() => ws.terminate());
  ws.on('open', () => {
    ws.send(JSON.stringify({ type: 'authenticate', token: ben.token }));
    ws.send(JSON.stringify({ type: 'open', thread_id: id }));
  });
  await becomes(ben, [id]);
  await becomes(ben, []);
});

test('nothing stays open when connections end during the command', async () => {
  const id = await group();
  const sockets = await Promise.all(
    Array.from({ length: 15 }, () => connect(server, ben, { threads: null })),
  );
  for (const [index, socket] of sockets.entries()) {
    for (let times = 0; times <= index % 3; times += 1) socket.send({ type: 'open', thread_id: id });
    if (index % 2 === 0) socket.ws.terminate();
    else setImmediate(() => socket.ws.terminate());
  }
  await Promise.all(sockets.map(({ ended }) => ended));
  // The server answers a later command after everything before it.
  const socket = await connect(server, ben);
  await openThread(socket, id);
  await socket.close();
  await becomes(ben, []);
});

test('opening threads counts as a writing command', async () => {
  const limited = await startTestServer({ PALAVER_CLIENT_RATE_LIMIT_WRITES: '3' });
  onTestFinished(() => limited.close());
  const [user] = await signInAll(limited, 1);
  const id = await limited.group(['user1']);
  const socket = await connect(limited, user, { threads: null });
  const replies = await Promise.all(Array.from({ length: 30 }, () => openThread(socket, id)));
  expect(replies.filter(({ message_code }) => message_code === 'M42900').length).toBeGreaterThan(15);
  await socket.expectAlive();
});

test('a node that stops closes the threads of its connections', async () => {
  const stopping = await startTestServer();
  onTestFinished(() => stopping.close());
  const people = await signInAll(stopping, 2);
  const id = await stopping.group(['user1', 'user2']);
  for (const user of people) await openThread(await connect(stopping, user), id);
  expect(await stored(at(people, 1), stopping)).toEqual([id]);
  await stopping.realtime.close(1_000);
  expect(await stopping.database.sql('select from open_threads')).toEqual([]);
});

test('a database that is away ends no connection; what was closed meanwhile is closed later', async () => {
  const shaky = await startTestServer();
  onTestFinished(() => shaky.close());
  const admin = new pg.Client(inject('connection'));
  await admin.connect();
  onTestFinished(() => admin.end());
  const { database } = shaky.database.connection;
  const allowConnections = (yes: boolean) =>
    admin.query(`alter database ${database} allow_connections ${yes}`);
  const [one, two] = await signInAll(shaky, 2);
  const id = await shaky.group(['user1', 'user2']);
  const [staying, leaving] = await Promise.all([one, two].map((user) => connect(shaky, user)));
  for (const socket of [staying, leaving]) await openThread(socket as TestSocket, id);

  await allowConnections(false);
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [database]);
  for (const threadId of [null, id])
    expect(await openThread(staying as TestSocket, threadId)).toMatchObject({ message_code: 'M50300' });
  await leaving?.close();
  await until(async () => (await connectionsTo(shaky)) === 1 || undefined);
  expect(await openThread(staying as TestSocket, null)).toMatchObject({ message_code: 'M50300' });
  await allowConnections(true);
  await until(async () => (await openThread(staying as TestSocket, id)).type === 'answer' || undefined);
  await becomes(two, [], shaky);
  expect(await stored(one, shaky)).toEqual([id]);
  await staying?.expectAlive();
});

test('an open thread notifies no device of the user, until it is closed or the connection ends', async () => {
  const { server: notifying, away, run, settled } = await startNotified();
  const [sender, reader] = [await away('ann'), await away('ben')];
  const other = await away('cid');
  const id = await notifying.group(['ann', 'ben', 'cid']);
  const elsewhere = await notifying.group(['ann', 'ben']);
  const [phone, laptop] = [await connect(notifying, reader), await connect(notifying, reader)];
  run();
  const pushesAfter = async (text: string) => {
    await sender.say(id, text);
    await settled();
    expect(other.subscription.pushes.at(-1)?.payload.body).toContain(text);
    return reader.subscription.pushes.length;
  };
  await openThread(phone, id);
  await openThread(laptop, id);
  expect(await pushesAfter('one')).toBe(0);
  await openThread(phone, null);
  expect(await pushesAfter('two')).toBe(0);
  await openThread(laptop, elsewhere);
  expect(await pushesAfter('three')).toBe(1);
  await openThread(phone, id);
  expect(await pushesAfter('four')).toBe(1);
  await phone.close();
  await becomes(reader, [elsewhere], notifying);
  expect(await pushesAfter('five')).toBe(2);
});
