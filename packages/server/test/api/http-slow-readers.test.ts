import { once } from 'node:events';
import { connect } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import { MAX_WAITING } from '../../src/http/in-turn.ts';
import { ME, myMessagesUrl, type SignedIn, signInAll } from '../harness/client-api.ts';
import { lockThread } from '../harness/locked-thread.ts';
import { RawConnection } from '../harness/raw-http.ts';
import { connect as connectTo } from '../harness/test-database.ts';
import { startTestServer } from '../harness/test-server.ts';
import { useServer } from '../harness/use-server.ts';

/** Clients that are slow to read a response. */

const server = await useServer({ PALAVER_ANSWER_TIMEOUT_MS: '400' });
let port: number;
beforeAll(async () => {
  port = Number(new URL(await server.app.listen({ host: '127.0.0.1', port: 0 })).port);
});

const openConnections = () =>
  new Promise<number>((resolve, reject) => {
    server.app.server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)));
  });

test.each(['/docs/scalar.js', '/openapi.json'])(
  'a client that reads nothing of %s is cut off, and its memory freed',
  async (path) => {
    const accepted = once(server.app.server, 'connection');
    const reader = connect(port, '127.0.0.1');
    // It may learn of the cut by a reset.
    reader.on('error', () => {});
    await once(reader, 'connect');
    reader.pause();
    // Enough requests that the responses exceed the system's socket buffers.
    reader.write(`GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`.repeat(40));
    await accepted;
    await expect.poll(openConnections).toBe(0);
    reader.destroy();
  },
);

/** A request that waits in the server until `thread.commit`. */
async function waitingRequest() {
  const threadId = await server.group(await server.users(2));
  const thread = await lockThread(server.database, threadId);
  const body = JSON.stringify({ name: 'Later' });
  const head = [
    `PATCH /open-api/v1.0/chat/threads/${threadId} HTTP/1.1`,
    'host: a',
    `x-api-key: ${server.key}`,
    `content-length: ${body.length}`,
  ];
  return { thread, bytes: `${head.join('\r\n')}\r\n\r\n${body}` };
}

test('a slow server-side response does not cut the client off', async () => {
  const { thread, bytes } = await waitingRequest();
  const connection = await RawConnection.open(port);
  const timeouts: unknown[] = [];
  server.app.server.on('timeout', (socket) => timeouts.push(socket));
  connection.write(bytes);
  await thread.hasWaiter();
  await expect.poll(() => timeouts.length).toBeGreaterThan(0);
  await thread.commit();
  expect((await connection.next())?.json.message_code).toBe('M200');
  connection.destroy();
});

describe('pipelined requests are served one at a time', () => {
  const LIVE = 'GET /health/live HTTP/1.1\r\nhost: a\r\n\r\n';

  test.each([MAX_WAITING - 1, MAX_WAITING])('%s may wait for the request before them', async (waiting) => {
    const { thread, bytes } = await waitingRequest();
    const connection = await RawConnection.open(port);
    connection.write(bytes + LIVE.repeat(waiting));
    await thread.hasWaiter();
    await thread.commit();
    for (let answers = 0; answers <= waiting; answers += 1)
      expect([answers, (await connection.next())?.json.message_code]).toEqual([answers, 'M200']);
    connection.destroy();
  });

  test('one more closes the connection after the answers', async () => {
    const { thread, bytes } = await waitingRequest();
    const connection = await RawConnection.open(port);
    connection.write(bytes + LIVE.repeat(MAX_WAITING + 1_000));
    await thread.hasWaiter();
    await thread.commit();
    for (let answers = 0; answers <= MAX_WAITING; answers += 1) {
      const { headers, json } = (await connection.next()) ?? {};
      expect([answers, json?.message_code]).toEqual([answers, 'M200']);
      expect(headers?.connection).toBe(answers === MAX_WAITING ? 'close' : 'keep-alive');
    }
    expect(await connection.closed()).toBe('');
  });

  test('requests after `Connection: close` are not served', async () => {
    const connection = await RawConnection.open(port);
    const user = '/user/v1.0/user/never-made';
    const put = `PUT ${user} HTTP/1.1\r\nhost: a\r\nx-api-key: ${server.key}\r\ncontent-length: 2\r\n\r\n{}`;
    connection.write(`GET /health/live HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n${put}`);
    expect((await connection.next())?.json.message_code).toBe('M200');
    expect(await connection.closed()).toBe('');
    expect((await server.call('GET', user)).body.message_code).toBe('M40402');
  });
});

test('concurrent requests per user are limited, each until its response is sent', {
  tags: 'thorough',
}, async () => {
  const limited = await startTestServer({ PALAVER_CLIENT_CONCURRENT_REQUESTS: '2' });
  const [ann, ben] = await signInAll(limited, 2);
  const url = await limited.app.listen({ host: '127.0.0.1', port: 0 });
  const threadId = await limited.group([ann.userId, ben.userId]);
  const thread = await lockThread(limited.database, threadId);
  const ask = ({ token }: SignedIn, path: string, init: RequestInit = {}) =>
    fetch(url + path, { ...init, headers: { authorization: `Bearer ${token}` } });
  const me = async (who: SignedIn) => {
    const answer = await ask(who, ME);
    const { message_code } = (await answer.json()) as { message_code: string };
    return { message_code, retryAfter: answer.headers.get('retry-after') };
  };
  const say = () =>
    ask(ann, myMessagesUrl(threadId), { method: 'POST', body: JSON.stringify({ body: { text: 'Later' } }) });
  const first = say();
  await thread.hasWaiter();
  expect(await me(ann)).toMatchObject({ message_code: 'M200' });
  const second = say();
  await expect.poll(() => me(ann)).toEqual({ message_code: 'M42900', retryAfter: '1' });
  expect(await me(ben)).toMatchObject({ message_code: 'M200' });
  await thread.commit();
  expect([(await first).status, (await second).status]).toEqual([200, 200]);
  await expect.poll(() => me(ann)).toMatchObject({ message_code: 'M200' });
  await limited.close();
});

test('a client that disconnects during authentication frees its place', async () => {
  const limited = await startTestServer({ PALAVER_CLIENT_CONCURRENT_REQUESTS: '1' });
  const [ann] = await signInAll(limited, 1);
  const url = await limited.app.listen({ host: '127.0.0.1', port: 0 });
  const admin = await connectTo(limited.database.connection);
  await admin.query('begin; lock table signing_keys in access exclusive mode');
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(`GET ${ME} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${ann.token}\r\n\r\n`);
  const locks = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await limited.database.sql(locks)).length).toBe(1);
  socket.destroy();
  const connections = () => new Promise((resolve) => limited.app.server.getConnections((_, n) => resolve(n)));
  await expect.poll(connections).toBe(0);
  await admin.query('commit');
  await admin.end();
  expect((await ann.call('GET', ME)).body.message_code).toBe('M200');
  await limited.close();
});
