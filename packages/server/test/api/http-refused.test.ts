import { once } from 'node:events';
import { connect } from 'node:net';
import { ERRORS, type ErrorCode } from '@palaver/protocol/errors';
import { REALTIME_PATH } from '@palaver/protocol/realtime';
import { beforeAll, describe, expect, test } from 'vitest';
import { textTo } from '../harness/population.ts';
import { RawConnection, type RawResponse, rawRequest } from '../harness/raw-http.ts';
import { useServer } from '../harness/use-server.ts';
import { pause } from '../harness/waits.ts';

/** Requests refused before routing: by Node's parser, its limits and its timeouts. */

const SOCKET_KEY = 'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==';
const THREADS = '/open-api/v1.0/chat/threads';
const MESSAGES = '/open-api/v1.0/chat/messages';

const server = await useServer({ PALAVER_REQUEST_TIMEOUT_MS: '300' });
let port: number;
beforeAll(async () => {
  port = Number(new URL(await server.app.listen({ host: '127.0.0.1', port: 0 })).port);
});

/** A request with these header lines. */
function request(line: string, headers: readonly string[] = [], body = ''): string {
  return `${[`${line} HTTP/1.1`, 'host: a.example', `x-api-key: ${server.key}`, ...headers].join('\r\n')}\r\n\r\n${body}`;
}

function expectRefusal(response: RawResponse | undefined, code: ErrorCode): void {
  expect(response?.json).toEqual({
    message_code: code,
    message: ERRORS[code].text,
    request_id: response?.headers['x-request-id'],
    ...(response?.json?.errors === undefined ? {} : { errors: expect.any(Array) }),
  });
  expect(response?.status).toBe(ERRORS[code].status);
  expect(response?.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  expect(response?.headers['x-request-id']).toMatch(/^[\x21-\x7e]{1,128}$/);
}

describe('malformed HTTP gets one M40000, and the connection is closed', () => {
  const post = (headers: readonly string[], body = '') => request(`POST ${MESSAGES}`, headers, body);
  const CASES: [string, () => string][] = [
    ['garbage', () => 'garbage\r\n\r\n'],
    ['a binary hello of another protocol', () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['the preface of HTTP/2', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['an unknown version', () => `GET ${THREADS} HTTP/3.0\r\nhost: a\r\n\r\n`],
    ['an unknown method', () => `FETCH ${THREADS} HTTP/1.1\r\nhost: a\r\n\r\n`],
    ['a lower-case method', () => `get ${THREADS} HTTP/1.1\r\nhost: a\r\n\r\n`],
    ['a header without a colon', () => request(`GET ${THREADS}`, ['broken'])],
    ['a space before the colon', () => request(`GET ${THREADS}`, ['x-a : 1'])],
    ['a control character in a header', () => request(`GET ${THREADS}`, ['x-a: \x01'])],
    ['a NUL in a header', () => request(`GET ${THREADS}`, ['x-a: \x00'])],
    ['a control character in the address', () => request(`GET ${THREADS}/\x01`)],
    ['a Content-Length that is no number', () => post(['content-length: abc'], '{}')],
    ['a negative Content-Length', () => post(['content-length: -1'], '{}')],
    ['two different Content-Length', () => post(['content-length: 2', 'content-length: 3'], '{} ')],
    ['the same Content-Length twice', () => post(['content-length: 2', 'content-length: 2'], '{}')],
    ['a list in Content-Length', () => post(['content-length: 2, 2'], '{}')],
    ['a Content-Length beyond 64 bits', () => post(['content-length: 99999999999999999999'], '{}')],
    ['both Content-Length and chunks', () => post(['content-length: 2', 'transfer-encoding: chunked'], '{}')],
    ['chunks in an unknown encoding', () => post(['transfer-encoding: gzip'], '{}')],
    ['a chunk size that is no number', () => post(['transfer-encoding: chunked'], 'zz\r\n{}\r\n0\r\n\r\n')],
    [
      'chunks with an endless extension',
      () => post(['transfer-encoding: chunked'], `2;${'a'.repeat(20_000)}\r\n`),
    ],
    ['a chunk longer than it says', () => post(['transfer-encoding: chunked'], '1\r\n{}\r\n0\r\n\r\n')],
  ];

  test.each(CASES)('%s', async (_what, bytes) => {
    const connection = await RawConnection.open(port);
    connection.write(bytes());
    expectRefusal(await connection.next(), 'M40000');
    expect(await connection.closed()).toBe('');
  });

  test.each(['HTTP/1.1', 'HTTP/1.0'])('two hosts in %s, for handshakes too', async (version) => {
    for (const [path, headers] of [
      [THREADS, []],
      ['/nowhere', []],
      [REALTIME_PATH, ['connection: Upgrade', 'upgrade: websocket', 'sec-websocket-version: 13', SOCKET_KEY]],
    ] as const) {
      for (const hosts of [
        ['host: a.example', 'Host: b.example'],
        ['host: a.example', 'host: a.example'],
      ]) {
        const head = [`GET ${path} ${version}`, ...hosts, `x-api-key: ${server.key}`, ...headers];
        expectRefusal(await rawRequest(port, `${head.join('\r\n')}\r\n\r\n`), 'M40000');
      }
    }
  });

  test('no host, in a version that requires it', async () => {
    expectRefusal(await rawRequest(port, `GET ${THREADS} HTTP/1.1\r\n\r\n`), 'M40000');
    expectRefusal(await rawRequest(port, 'GET /nowhere HTTP/1.1\r\n\r\n'), 'M40000');
    expect((await rawRequest(port, 'GET /health/live HTTP/1.0\r\n\r\n')).status).toBe(200);
  });

  test('Expect: 100-continue is honoured, other expectations are ignored', async () => {
    const response = await rawRequest(port, request(`GET ${THREADS}`, ['expect: the moon']));
    expect(response.json.message_code).toBe('M200');
    const awaited = await RawConnection.open(port);
    awaited.write(post(['expect: 100-continue', 'content-length: 2']));
    expect((await awaited.next())?.status).toBe(100);
    awaited.write('{}');
    expectRefusal(await awaited.next(), 'M40002');
    awaited.destroy();
  });

  test('an upgrade to another protocol is ignored', async () => {
    const headers = ['connection: upgrade', 'upgrade: websocket', 'sec-websocket-version: 13'];
    expect((await rawRequest(port, request(`GET ${THREADS}`, headers))).json.message_code).toBe('M200');
  });
});

describe('limits of the request head', () => {
  test('headers up to 16 KiB pass, more are M43100', async () => {
    const withPadding = (bytes: number) => request(`GET ${THREADS}`, [`x-padding: ${'a'.repeat(bytes)}`]);
    const room = 16 * 1024 - withPadding(0).length;
    expect((await rawRequest(port, withPadding(room - 100))).status).toBe(200);
    const connection = await RawConnection.open(port);
    connection.write(withPadding(room + 1_000));
    expectRefusal(await connection.next(), 'M43100');
    expect(await connection.closed()).toBe('');
  });

  test('an endless URL and endless headers are M43100', async () => {
    expectRefusal(await rawRequest(port, request(`GET /${'a'.repeat(20_000)}`)), 'M43100');
    const headers = Array.from({ length: 3_000 }, (_, index) => `x-header-${index}: 1`);
    expectRefusal(await rawRequest(port, request(`GET ${THREADS}`, headers)), 'M43100');
  });
});

describe('a request that does not arrive in time is M40800', () => {
  const post = (headers: readonly string[], body: string) => request(`POST ${MESSAGES}`, headers, body);
  const CASES: [string, () => string][] = [
    ['half a request line', () => 'GET /open'],
    ['half the headers', () => `GET ${THREADS} HTTP/1.1\r\nhost: a\r\nx-api`],
    ['half a body', () => post(['content-type: application/json', 'content-length: 100'], '{"sender":')],
    ['no body at all', () => post(['content-length: 100'], '')],
    ['half a chunk', () => post(['transfer-encoding: chunked'], '10\r\n{"sender')],
    ['no last chunk', () => post(['transfer-encoding: chunked'], '2\r\n{}\r\n')],
  ];

  test.concurrent.each(CASES)('%s', async (_what, bytes) => {
    const connection = await RawConnection.open(port);
    connection.write(bytes());
    expectRefusal(await connection.next(), 'M40800');
    expect(await connection.closed()).toBe('');
  });

  test.concurrent('a byte now and then does not extend the time', async () => {
    const connection = await RawConnection.open(port);
    let isOver = false;
    const dripping = (async () => {
      connection.write('GET / HTTP/1.1\r\nhost: a\r\nx-slow: ');
      while (!isOver) {
        connection.write('a');
        await pause(50);
      }
    })();
    expectRefusal(await connection.next(), 'M40800');
    isOver = true;
    await dripping;
    connection.destroy();
  });
});

describe('several requests on one connection', () => {
  test('pipelined requests are answered in order, refused ones included', async () => {
    const connection = await RawConnection.open(port);
    connection.write(
      [
        request(`GET ${THREADS}`, ['x-request-id: one']),
        request('GET /nowhere', ['x-request-id: two']),
        request(`POST ${MESSAGES}`, ['x-request-id: three', 'content-length: 1'], '{'),
        request('GET /health/live', ['x-request-id: four']),
      ].join(''),
    );
    for (const [id, code] of [
      ['one', 'M200'],
      ['two', 'M40406'],
      ['three', 'M40001'],
      ['four', 'M200'],
    ]) {
      const response = await connection.next();
      expect([response?.headers['x-request-id'], response?.json.message_code]).toEqual([id, code]);
    }
    connection.destroy();
  });

  test('a connection stays open after a refusal by the server, but not after one by the HTTP parser', async () => {
    const connection = await RawConnection.open(port);
    for (const [line, code] of [
      ['GET /nowhere', 'M40406'],
      [`DELETE ${THREADS}`, 'M40500'],
      ['GET /user/v1.0/user/%zz', 'M40000'],
      [`GET ${THREADS}?limit=0`, 'M40010'],
      [`GET ${THREADS}`, 'M200'],
    ]) {
      connection.write(request(line ?? ''));
      const response = await connection.next();
      expect([line, response?.json.message_code]).toEqual([line, code]);
      expect(response?.headers.connection).toBe('keep-alive');
    }
    connection.write('garbage\r\n\r\n');
    const last = await connection.next();
    expectRefusal(last, 'M40000');
    expect(last?.headers.connection).toBe('close');
    await connection.closed();
  });

  test('Connection: close and HTTP/1.0 are closed after their answer', async () => {
    for (const bytes of [
      request(`GET ${THREADS}`, ['connection: close']),
      `GET /health/live HTTP/1.0\r\n\r\n`,
    ]) {
      const connection = await RawConnection.open(port);
      connection.write(bytes);
      expect((await connection.next())?.json.message_code).toBe('M200');
      expect(await connection.closed()).toBe('');
    }
  });

  test('garbage after a complete request does not affect its response', async () => {
    const [owner = '', member = ''] = await server.users(2);
    const threadId = await server.group([owner, member]);
    const body = JSON.stringify(textTo(threadId, member));
    const post = request(`POST ${MESSAGES}`, [`content-length: ${body.length}`], body);
    const connection = await RawConnection.open(port);
    // The second request's length is too short: the rest of it is no valid request.
    connection.write(`${post}${post}{"rest": true}`);
    for (const _ of [1, 2])
      expect((await connection.next())?.json).toEqual({ message_code: 'M200', message: 'Success' });
    expect(await connection.closed()).toBe('');
    expect((await server.ok('GET', `${THREADS}/${threadId}`)).message_count).toBe(2);
  });

  test('a large response is complete, whatever the client sends meanwhile', {
    tags: 'thorough',
  }, async () => {
    const connection = await RawConnection.open(port);
    connection.write(`${request('GET /docs/scalar.js')}garbage\r\n\r\n`);
    const script = await connection.next();
    const undisturbed = await rawRequest(port, request('GET /docs/scalar.js'));
    expect(script?.text.length).toBeGreaterThan(1_000_000);
    expect(script?.text === undisturbed.text).toBe(true);
    expectRefusal(await connection.next(), 'M40000');
    expect(await connection.closed()).toBe('');
  });

  test('a client that does not close its side is disconnected', async () => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    socket.on('error', () => {});
    socket.write('garbage\r\n\r\n');
    socket.resume();
    await once(socket, 'end');
    const open = () =>
      new Promise((resolve) => server.app.server.getConnections((_error, count) => resolve(count)));
    await expect.poll(open).toBe(0);
    socket.destroy();
  });
});
