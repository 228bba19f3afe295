import { expect, onTestFinished, test } from 'vitest';
import { signInAll } from '../harness/client-api.ts';
import { connect, open, realtimeUrl } from '../harness/realtime.ts';
import { startTestServer } from '../harness/test-server.ts';

test('after a server fault during authentication the token can be used again', async () => {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  const [ann] = await signInAll(server, 1);
  await server.database.sql('alter table signing_keys rename to signing_keys_away');
  const socket = await open(await realtimeUrl(server));
  socket.send({ type: 'authenticate', token: ann.token });
  expect(await socket.next('closing')).toMatchObject({ code: 1011, message_code: 'M50000' });
  expect(await socket.ended).toMatchObject({ code: 1011 });
  await server.database.sql('alter table signing_keys_away rename to signing_keys');
  await connect(server, ann);
});

test('a resume with too many threads is refused whole, and earlier parts stay valid', {
  tags: 'thorough',
}, async () => {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  const [ann] = await signInAll(server, 1);
  const thread = await server.group([ann.userId]);
  const socket = await connect(server, ann, { threads: null });
  const frame = (from: number, count: number) => ({
    type: 'resume',
    more: true,
    threads: Array.from({ length: count }, (_, index) => ({ thread_id: String(from + index), seq: 1 })),
  });
  for (let from = 1; from <= 19_001; from += 1_000) socket.send(frame(from, 1_000));
  for (let times = 0; times < 3; times += 1) {
    socket.send(frame(20_001, 1));
    expect(await socket.next('error')).toMatchObject({ message_code: 'M40005' });
  }
  socket.send({ type: 'resume', threads: [] });
  await socket.next('resumed');
  expect(socket.frames.filter(({ type }) => type === 'thread.left')).toHaveLength(19_999);
  const { seq } = await ann.say(thread);
  await socket.reaches(thread, seq);
});
