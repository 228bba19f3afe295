import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BusEvent } from '../../src/bus/bus.ts';
import { at, type SignedIn, signInAll } from '../harness/client-api.ts';
import { makeLossy } from '../harness/lossy-bus.ts';
import { connect, type TestSocket } from '../harness/realtime.ts';
import { type Link, SharedBus } from '../harness/shared-bus.ts';
import { createTestDatabase, type TestDatabase } from '../harness/test-database.ts';
import { startTestServer, type TestServer } from '../harness/test-server.ts';
import { until } from '../harness/until.ts';

/** Users have connections to other nodes than those who watch them. The nodes share a database and a bus. */

const bus = new SharedBus();
let database: TestDatabase;
/** The node of those who watch. */
let here: TestServer;
const nodes: TestServer[] = [];

async function startNode(link = bus.join()): Promise<{ server: TestServer; link: Link }> {
  const server = await startTestServer({}, Promise.resolve(database), link.openBus);
  nodes.push(server);
  return { server, link };
}

beforeAll(async () => {
  database = await createTestDatabase();
  here = (await startNode()).server;
});
afterAll(async () => {
  await Promise.all(nodes.map((server) => server.closeNode()));
  await database.drop();
});

/** Two users who share a thread; the second has a connection to `here` and watches the first. */
let pairs = 0;
async function watchedPair(): Promise<{ user: SignedIn; watcher: TestSocket }> {
  pairs += 1;
  const people = await signInAll(here, 2, `pair${pairs}-`);
  const [user, other] = [at(people, 0), at(people, 1)];
  await here.group([user.userId, other.userId]);
  const watcher = await connect(here, other);
  await watch(watcher, user);
  return { user, watcher };
}

async function watch(watcher: TestSocket, user: SignedIn): Promise<boolean> {
  const reply = await watcher.command({ type: 'watch', ext_user_ids: [user.extUserId] });
  return (reply as unknown as { data: { is_online: boolean }[] }).data[0]?.is_online === true;
}

/** Resolves when the watcher has received it, and the answer to `watch` says the same. */
async function seen(watcher: TestSocket, user: SignedIn, isOnline: boolean): Promise<void> {
  await watcher.next('presence', (frame) => frame.is_online === isOnline);
  expect(await watch(watcher, user)).toBe(isOnline);
}

const cut = (socket: TestSocket) => socket.ws.terminate();

test.concurrent('the users of a crashed node go offline, and come back when they connect to another', {
  tags: 'thorough',
}, async () => {
  const [{ server, link }, { user, watcher }] = await Promise.all([startNode(), watchedPair()]);
  await connect(server, user);
  await seen(watcher, user, true);
  link.isCut = true;
  await seen(watcher, user, false);
  const { server: restarted } = await startNode();
  await connect(restarted, user);
  await seen(watcher, user, true);
});

test.concurrent('the users of a node that was away for long are online again', async () => {
  const [{ server, link }, { user, watcher }] = await Promise.all([startNode(), watchedPair()]);
  await connect(server, user);
  await seen(watcher, user, true);
  link.isCut = true;
  await seen(watcher, user, false);
  link.isCut = false;
  await seen(watcher, user, true);
});

test.concurrent('users are offline when their node has closed', async () => {
  const [{ server, link }, { user, watcher }] = await Promise.all([startNode(), watchedPair()]);
  // The end of the node is the only event that can say it.
  link.loses = (event) => event.type === 'presence' && event.offline.length > 0;
  await connect(server, user);
  await seen(watcher, user, true);
  nodes.splice(nodes.indexOf(server), 1);
  await server.closeNode();
  await seen(watcher, user, false);
});

test.concurrent('a user comes and goes although the bus loses each announcement', {
  tags: 'thorough',
}, async () => {
  const [{ server, link }, { user, watcher }] = await Promise.all([startNode(), watchedPair()]);
  const lost = new Set<BusEvent>();
  link.loses = (event) => event.type === 'presence' && lost.add(event).size > 0;
  const socket = await connect(server, user);
  await seen(watcher, user, true);
  cut(socket);
  await seen(watcher, user, false);
  expect(lost.size).toBe(2);
});

test.concurrent('a new node learns who is online', async () => {
  const { user } = await watchedPair();
  await connect(here, user);
  const people = await signInAll(here, 1, 'newcomer-');
  await here.group([user.userId, at(people, 0).userId]);
  const { server } = await startNode();
  const watcher = await connect(server, at(people, 0));
  await until(async () => (await watch(watcher, user)) || undefined);
});

test.concurrent('a bus that loses, repeats and reorders events delays presence, but does not falsify it', {
  tags: 'thorough',
}, async () => {
  const [{ server }, { user, watcher }] = await Promise.all([startNode(bus.join(makeLossy)), watchedPair()]);
  for (let round = 0; round < 2; round += 1) {
    const socket = await connect(server, user);
    await until(async () => (await watch(watcher, user)) || undefined, 60);
    cut(socket);
    await until(async () => !(await watch(watcher, user)) || undefined, 60);
  }
});
