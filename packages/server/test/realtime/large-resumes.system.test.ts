import { expect, test } from 'vitest';
import { signInAll } from '../harness/client-api.ts';
import { plantMessages } from '../harness/plant-messages.ts';
import { connect } from '../harness/realtime.ts';
import { until } from '../harness/until.ts';
import { useServer } from '../harness/use-server.ts';
import { periodPasses } from '../harness/waits.ts';

/** 40,000 bytes. */
const LONG = '😀'.repeat(10_000);

const server = await useServer({ PALAVER_CONNECTION_BACKLOG_BYTES: '524288' });
const [ann, ben] = await signInAll(server, 2);

test('a client that lacks more than its send buffer holds is not treated as slow', async () => {
  const threads = await Promise.all(Array.from({ length: 40 }, () => server.group([ann.userId, ben.userId])));
  const thread = threads[0] ?? '';
  await Promise.all(threads.map((one) => ann.say(one, LONG)));
  await Promise.all(Array.from({ length: 120 }, () => ann.say(thread, LONG)));

  const fresh = await connect(server, ben);
  expect(fresh.frames.filter(({ type }) => type === 'thread.joined')).toHaveLength(40);
  const back = await connect(server, ben, { threads: threads.map((one) => ({ thread_id: one, seq: 1 })) });
  expect(back.entries(thread).map(({ seq }) => seq)).toEqual(Array.from({ length: 121 }, (_, n) => n + 2));
});

test('a client that pauses during a resume gets the rest when it reads on', async () => {
  const thread = await server.group([ann.userId, ben.userId]);
  for (let batch = 0; batch < 10; batch += 1)
    await Promise.all(Array.from({ length: 30 }, () => ann.say(thread, LONG)));
  const socket = await connect(server, ben, { threads: null });
  socket.ws.pause();
  socket.send({ type: 'resume', threads: [{ thread_id: thread, seq: 1 }] });
  // Longer than the server keeps the entries that it read for the client.
  await periodPasses(1_500);
  socket.ws.resume();
  await socket.next('resumed');
  expect(socket.entries(thread).map(({ seq }) => seq)).toEqual(Array.from({ length: 300 }, (_, n) => n + 2));
});

test('a client that reads nothing is closed, whatever its socket buffer has accepted', async () => {
  const thread = await server.group([ann.userId, ben.userId]);
  const socket = await connect(server, ben);
  socket.ws.pause();
  const before = await countConnections();
  await until(async () => {
    await Promise.all(Array.from({ length: 20 }, () => ann.say(thread, LONG)));
    return (await countConnections()) < before || undefined;
  });
  socket.ws.resume();
  expect(await socket.ended).toMatchObject({ code: 1006 });
});

test('300 messages of 500 KB stored by an earlier version: the server keeps working, and the client gets them one by one', async () => {
  // As JSON in JSON each quote takes four characters, so all together exceed the longest possible string.
  const { thread } = await plantMessages(server, [ann, ben], 300, '"'.repeat(500_000));
  const other = await connect(server, ben, { threads: null });
  const socket = await connect(server, ann, { threads: null });
  socket.send({ type: 'resume', threads: [{ thread_id: thread, seq: 0 }] });
  await socket.reaches(thread, 5);
  await other.expectAlive();
  expect(await other.command({ type: 'send', thread_id: thread, body: { text: 'me too' } })).toMatchObject({
    type: 'answer',
  });
  socket.ws.terminate();
  await socket.ended;
  await other.expectAlive();
  await other.close();
  await server.ok('DELETE', `/open-api/v1.0/chat/threads/${thread}`);
});

async function countConnections(): Promise<number> {
  const { body } = await server.app.inject({ url: '/metrics' });
  return Number(/^palaver_realtime_connections (\d+)$/m.exec(body)?.[1]);
}
