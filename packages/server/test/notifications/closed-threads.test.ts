// @module-tag database
import { expect, test } from 'vitest';
import { connect, type TestSocket } from '../harness/realtime.ts';
import { until } from '../harness/until.ts';
import { startNotified } from './notified.ts';

/** Pushes about messages of a thread that the user had open, and has closed. */

/** Ben has a thread open, and a message of Ann waits for him to close it. */
async function startOpen(connections = 1) {
  const { server, away, run } = await startNotified();
  const [ann, ben] = [await away('ann'), await away('ben')];
  const threadId = await server.group(['ann', 'ben']);
  const open = async () => {
    const socket = await connect(server, ben);
    await socket.command({ type: 'open', thread_id: threadId });
    return socket;
  };
  const sockets = await Promise.all(Array.from({ length: connections }, open));
  run();
  await ann.say(threadId, 'while it is open');
  await server.relayed();
  const waiting = `select from notifications where state = 'pending' and not is_claimed and due_at > now() + interval '30 s'`;
  await until(async () => (await server.database.sql(waiting)).length === 1 || undefined);
  const pushes = () => ben.subscription.pushes.map(({ payload }) => payload.body);
  expect(pushes()).toEqual([]);
  return { server, ann, threadId, sockets, pushes };
}

// (The row of the open thread counts for 60 s, which is longer than the test waits.)
const CLOSES: [string, (socket: TestSocket) => unknown][] = [
  ['by a frame', (socket) => socket.command({ type: 'open', thread_id: null })],
  ['by the end of the connection', (socket) => socket.close()],
  ['by a connection that is cut', (socket) => socket.ws.terminate()],
];

test.each(CLOSES)('a thread that is closed %s notifies at once, also of later messages', async (_, close) => {
  const { server, ann, threadId, sockets, pushes } = await startOpen();
  for (const socket of sockets) await close(socket);
  await until(async () => pushes().length === 1 || undefined);
  expect(pushes()).toEqual([expect.stringContaining('while it is open')]);
  await ann.say(threadId, 'after that');
  await until(async () => pushes().length === 2 || undefined);
  const left = await server.database.sql('select from closed_threads');
  expect(left).toEqual([]);
});

test('as long as another connection has the thread open, there is no notification', async () => {
  const { server, sockets, pushes } = await startOpen(2);
  const [one, other] = sockets as [TestSocket, TestSocket];
  await one.close();
  await until(async () => (await server.database.sql('select from open_threads')).length === 1 || undefined);
  await until(
    async () => (await server.database.sql('select from closed_threads')).length === 0 || undefined,
  );
  expect(pushes()).toEqual([]);
  await other.close();
  await until(async () => pushes().length === 1 || undefined);
});
