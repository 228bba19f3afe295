// @module-tag database
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { signInAll } from '../harness/client-api.ts';
import { connect, open, realtimeUrl } from '../harness/realtime.ts';
import { startTestServer } from '../harness/test-server.ts';
import { periodPasses } from '../harness/waits.ts';

test('connections survive a database outage: commands are M50300, and nothing is lost or duplicated', async () => {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  const admin = new pg.Client(inject('connection'));
  await admin.connect();
  onTestFinished(() => admin.end());
  const { database } = server.database.connection;
  const allowConnections = (yes: boolean) =>
    admin.query(`alter database ${database} allow_connections ${yes}`);

  const [ann, ben, cid] = await signInAll(server, 3);
  const thread = await server.group([ann.userId, ben.userId]);
  const socket = await connect(server, ben);
  await ann.say(thread, 'before');
  await socket.reaches(thread, 2);

  await allowConnections(false);
  await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = $1`, [database]);
  const send = { type: 'send', thread_id: thread, body: { text: 'again' }, client_message_id: 'a' };
  expect(await socket.command(send)).toMatchObject({ type: 'error', message_code: 'M50300' });
  // The revocations were read a second ago.
  await periodPasses(1_200);
  const stranger = await open(await realtimeUrl(server));
  stranger.send({ type: 'authenticate', token: cid.token });
  const closing = await stranger.next('closing');
  expect(closing).toMatchObject({ code: 1013, message_code: 'M50300' });
  expect(closing.retry_after_ms).toBeGreaterThanOrEqual(500);

  await allowConnections(true);
  while ((await socket.command(send)).type === 'error');
  const { seq } = await ann.say(thread, 'after');
  await socket.reaches(thread, seq);
  expect(socket.entries(thread).map((entry) => [entry.seq, entry.message?.body.text])).toEqual([
    [2, 'before'],
    [3, 'again'],
    [4, 'after'],
  ]);
});
