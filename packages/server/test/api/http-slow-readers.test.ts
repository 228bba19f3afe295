import { once } from 'node:events';
import { connect } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
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

  /** With the most headers and the fewest bytes that fit into the limit of a head. */
  const MANY_HEADERS = `GET /health/live HTTP/1.1\r\nhost: a\r\n${'a:\r\n'.repeat(950)}\r\n`;

  const countRequests = () => {
    let count = 0;
    server.app.server.on('request', () => {
      count += 1;
    });
    return () => count;
  };

  test.each([
    ['plain', LIVE],
    ['with many headers', MANY_HEADERS],
    ['with a body', `POST /nowhere HTTP/1.1\r\nhost: a\r\ncontent-length: 4\r\n\r\n\r\n\r\n`],
    [
      'with a chunked body and a trailer',
      'POST /nowhere HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n4\r\n\r\n\r\n\r\n0\r\na: b\r\n\r\n',
    ],
  ])(
    'of 300 requests %s, at most one is parsed before the response to the one before it',
    async (_which, next) => {
      const { thread, bytes } = await waitingRequest();
      const connection = await RawConnection.open(port);
      const count = countRequests();
      connection.write(bytes + next.repeat(300));
      await thread.hasWaiter();
      // The parser would take them all before it answers another client.
      const other = await RawConnection.open(port);
      other.write(LIVE);
      expect((await other.next())?.json.message_code).toBe('M200');
      other.destroy();
      // The one that is served, that of the other client, and a next one whose head ends the part that began with the body before it.
      expect(count()).toBeLessThanOrEqual(3);
      await thread.commit();
      expect((await connection.next())?.json.message_code).toBe('M200');
      const code = next.startsWith('GET') ? 'M200' : 'M40406';
      for (let answers = 0; answers < 300; answers += 1)
        expect([answers, (await connection.next())?.json.message_code]).toEqual([answers, code]);
      expect(count()).toBe(302);
      connection.destroy();
    },
  );

  test.each([1, 3, 17])('however the bytes arrive: %s at a time', async (size) => {
    const bodies = [
      ['content-length: 6', '{"a":1'],
      ['transfer-encoding: chunked', '2\r\n\r\n\r\n0\r\n\r\n'],
      ['transfer-encoding: chunked', '1\r\n{\r\n0\r\na: b\r\n\r\n'],
    ].map(
      ([header, body]) =>
        `POST /open-api/v1.0/chat/threads HTTP/1.1\r\nhost: a\r\nx-api-key: ${server.key}\r\n${header}\r\n\r\n${body}`,
    );
    const requests = bodies.flatMap((one) => [one, LIVE, '\r\n', LIVE]);
    const connection = await RawConnection.open(port);
    const input = requests.join('');
    for (let at = 0; at < input.length; at += size) {
      connection.write(input.slice(at, at + size));
      if (at % 16 === 0) await new Promise(setImmediate);
    }
    for (const _body of bodies)
      for (const code of ['M40001', 'M200', 'M200'])
        expect((await connection.next())?.json.message_code).toBe(code);
    connection.destroy();
  });

  test('others are served between them', async () => {
    const [flood, other] = [await RawConnection.open(port), await RawConnection.open(port)];
    const count = countRequests();
    // Together less than what is read at once.
    flood.write(LIVE.repeat(1_000));
    other.write(LIVE);
    expect((await other.next())?.json.message_code).toBe('M200');
    expect(count()).toBeLessThan(500);
    for (let answers = 0; answers < 1_000; answers += 1)
      expect((await flood.next())?.json.message_code).toBe('M200');
    for (const connection of [flood, other]) connection.destroy();
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
