import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lockThread } from '../harness/locked-thread.ts';
import { RawConnection } from '../harness/raw-http.ts';
import { startTestServer, type TestServer } from '../harness/test-server.ts';

/** Clients that take their time with an answer. */

let server: TestServer;
let port: number;
beforeAll(async () => {
  server = await startTestServer({ PALAVER_ANSWER_TIMEOUT_MS: '400' });
  port = Number(new URL(await server.app.listen({ host: '127.0.0.1', port: 0 })).port);
});
afterAll(() => server.close());

const openConnections = () =>
  new Promise<number>((resolve, reject) => {
    server.app.server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)));
  });

test.each(['/docs/scalar.js', '/openapi.json'])(
  'whoever reads nothing of %s is cut, and holds nothing after',
  async (path) => {
    const reader = connect(port, '127.0.0.1');
    await once(reader, 'connect');
    reader.pause();
    // So often that the answers do not fit into what the system keeps for the two.
    reader.write(`GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`.repeat(40));
    await expect.poll(openConnections).toBe(1);
    await expect.poll(openConnections).toBe(0);
    reader.destroy();
  },
);

test('an answer that takes its time in the server is waited for', async () => {
  const threadId = await server.group(await server.users(2));
  const thread = await lockThread(server.database, threadId);
  const body = JSON.stringify({ name: 'Later' });
  const connection = await RawConnection.open(port);
  const head = [
    `PATCH /open-api/v1.0/chat/threads/${threadId} HTTP/1.1`,
    'host: a',
    `x-api-key: ${server.key}`,
  ];
  const timeouts: unknown[] = [];
  server.app.server.on('timeout', (socket) => timeouts.push(socket));
  connection.write(`${[...head, `content-length: ${body.length}`].join('\r\n')}\r\n\r\n${body}`);
  await thread.hasWaiter();
  await expect.poll(() => timeouts.length).toBeGreaterThan(0);
  await thread.commit();
  expect((await connection.next())?.json.message_code).toBe('M200');
  connection.destroy();
});
