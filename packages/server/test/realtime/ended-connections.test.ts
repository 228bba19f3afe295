import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { renameUrl, userUrl } from '../harness/api.ts';
import { signIn } from '../harness/client-api.ts';
import { connect, expectClosed } from '../harness/realtime.ts';
import { type Link, SharedBus } from '../harness/shared-bus.ts';
import { connect as connectTo, createTestDatabase, type TestDatabase } from '../harness/test-database.ts';
import { startTestServer, type TestServer } from '../harness/test-server.ts';
import { until } from '../harness/until.ts';

/** A user id change that ends connections, on two nodes that share a database and a bus. */

const bus = new SharedBus();
let database: TestDatabase;
let nodes: { server: TestServer; link: Link }[];
let here: TestServer;
let there: TestServer;

beforeAll(async () => {
  database = await createTestDatabase();
  nodes = [];
  for (const link of [bus.join(), bus.join()])
    nodes.push({ link, server: await startTestServer({}, Promise.resolve(database), link.openBus) });
  [here, there] = nodes.map(({ server }) => server) as [TestServer, TestServer];
});
afterAll(async () => {
  await Promise.all(nodes.map(({ server }) => server.closeNode()));
  await database.drop();
});

const put = (id: string) => here.ok('PUT', userUrl(id), { body: { display_name: id } });
const change = (from: string, to: string, query: string) =>
  here.ok('PATCH', `${renameUrl(from, to)}${query}`);

/** Connections of a user to both nodes. */
async function connectTwice(id: string) {
  const user = await signIn(here, id);
  return Promise.all([connect(here, user), connect(there, user)]);
}

/** Both nodes have ended all connections that were to end when this resolves. */
async function endAnother(): Promise<void> {
  await put('marker');
  const markers = await connectTwice('marker');
  await here.ok('DELETE', `${userUrl('marker')}/tokens`);
  await Promise.all(markers.map((socket) => expectClosed(socket, 4401)));
}

test('connections end on every node at once, also those of an absorbed user, and no others', async () => {
  await Promise.all(['guest', 'ann', 'ben'].map(put));
  await here.group(['guest', 'ben']);
  const guests = await connectTwice('guest');
  const anns = await connectTwice('ann');
  const others = await connectTwice('ben');
  // Sweeps, which would end the connections, too, get stuck at this table.
  const locker = await connectTo(database.connection);
  onTestFinished(() => locker.end());
  await locker.query('begin; lock table app_policies in access exclusive mode');
  const findStuck = () =>
    database.sql(`select a.pid, a.query_start from pg_locks l join pg_stat_activity a using (pid)
      where l.relation = 'app_policies'::regclass and not l.granted order by a.pid`);
  const stuck = await until(async () => {
    const rows = await findStuck();
    return rows.length === nodes.length ? rows : undefined;
  });
  await change('guest', 'ann', '?end_connections=true');
  await Promise.all([...guests, ...anns].map((socket) => expectClosed(socket, 4401)));
  expect(await findStuck()).toEqual(stuck);
  await locker.query('rollback');
  await Promise.all(others.map((socket) => socket.expectAlive()));
  const [again] = await connectTwice('ann');
  await again?.expectAlive();
});

test('connections end, too, if the bus loses the news', async () => {
  await put('lost');
  for (const { link } of nodes) link.loses = ({ type }) => type === 'revoked';
  onTestFinished(() => {
    for (const { link } of nodes) link.loses = () => false;
  });
  const sockets = await connectTwice('lost');
  await change('lost', 'found', '?end_connections=true');
  await Promise.all(sockets.map((socket) => expectClosed(socket, 4401)));
});

test('a repeated change ends the connections that it has kept, and no later ones', async () => {
  await put('guest-9');
  const kept = await connectTwice('guest-9');
  await change('guest-9', 'nina', '');
  const later = await connectTwice('nina');
  await change('guest-9', 'nina', '?end_connections=true');
  await Promise.all(kept.map((socket) => expectClosed(socket, 4401)));
  await endAnother();
  await Promise.all(later.map((socket) => socket.expectAlive()));
});

test('a repeated change ends no connection that was opened since', async () => {
  await put('before');
  await change('before', 'after', '?end_connections=true');
  const sockets = await connectTwice('after');
  await change('before', 'after', '?end_connections=true');
  await change('after', 'after', '?end_connections=true');
  await endAnother();
  await Promise.all(sockets.map((socket) => socket.expectAlive()));
});

test.each(['', '?end_connections=', '?end_connections=false'])(
  'with "%s", connections go on under the new id',
  async (query) => {
    const id = `kept${query.length}`;
    await put(id);
    const thread = await here.group([id]);
    const sockets = await connectTwice(id);
    await change(id, `${id}-renamed`, query);
    await endAnother();
    for (const socket of sockets) {
      const reply = await socket.command({ type: 'send', thread_id: thread, body: { text: 'Still here' } });
      expect(reply).toMatchObject({ message_code: 'M200', data: { sender: { user_id: `${id}-renamed` } } });
    }
  },
);
