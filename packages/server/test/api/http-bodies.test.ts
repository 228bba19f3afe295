import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { textTo } from '../harness/population.ts';
import { RawConnection, type RawResponse, rawRequest } from '../harness/raw-http.ts';
import { startTestServer } from '../harness/test-server.ts';
import { useServer } from '../harness/use-server.ts';

const MESSAGES = '/open-api/v1.0/chat/messages';
const LIMIT = 4_096;

const server = await useServer({ PALAVER_MAX_BODY_BYTES: String(LIMIT) });
let port: number;
let threadId: string;
beforeAll(async () => {
  port = Number(new URL(await server.app.listen({ host: '127.0.0.1', port: 0 })).port);
  threadId = await server.group(await server.users(2));
});

interface Post {
  url?: string;
  method?: string;
  headers?: readonly string[];
  body?: string | Buffer;
  chunkBytes?: number;
}

/** A request with a body, in one piece with its length, or in chunks. */
function bytesOf({ url = MESSAGES, method = 'POST', headers = [], body = '', chunkBytes }: Post): Buffer {
  const bytes = Buffer.from(body);
  const length = chunkBytes === undefined ? `content-length: ${bytes.length}` : 'transfer-encoding: chunked';
  const head = [`${method} ${url} HTTP/1.1`, 'host: a', `x-api-key: ${server.key}`, length, ...headers];
  return Buffer.concat([
    Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'),
    chunkBytes === undefined ? bytes : inChunks(bytes, chunkBytes),
  ]);
}

function inChunks(bytes: Buffer, size: number): Buffer {
  const chunks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) {
    const chunk = bytes.subarray(at, at + size);
    chunks.push(Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n'));
  }
  return Buffer.concat([...chunks, Buffer.from('0\r\n\r\n')]);
}

const post = (options: Post): Promise<RawResponse> => rawRequest(port, bytesOf(options));

/** A message whose body has exactly this many bytes. */
function messageOf(bytes: number): string {
  const empty = JSON.stringify(textTo(threadId, 'user1', ''));
  return JSON.stringify(textTo(threadId, 'user1', 'a'.repeat(bytes - empty.length)));
}

const message = () => JSON.stringify(textTo(threadId, 'user1'));

async function messageCount(): Promise<number> {
  return (await server.ok('GET', `/open-api/v1.0/chat/threads/${threadId}`)).message_count;
}

describe('size', () => {
  test.each([
    ['with its length', undefined],
    ['in chunks', 512],
    ['in chunks of one byte', 1],
  ])('%s: the limit passes, one more is M41300', async (_how, chunkBytes) => {
    const before = await messageCount();
    const answers: [number, string][] = [];
    for (const size of [LIMIT - 1, LIMIT, LIMIT + 1]) {
      const options = chunkBytes === undefined ? {} : { chunkBytes };
      const { status, json } = await post({ body: messageOf(size), ...options });
      answers.push([status, json.message_code]);
    }
    expect(answers).toEqual([
      [200, 'M200'],
      [200, 'M200'],
      [413, 'M41300'],
    ]);
    expect(await messageCount()).toBe(before + 2);
  });

  test('a body that announces too many bytes is refused before it is sent, and the connection closes', async () => {
    const connection = await RawConnection.open(port);
    const head = `POST ${MESSAGES} HTTP/1.1\r\nhost: a\r\ncontent-length: 1000000000\r\n\r\n{`;
    connection.write(head);
    const response = await connection.next();
    expect(response?.json.message_code).toBe('M41300');
    expect(response?.headers.connection).toBe('close');
    expect(await connection.closed()).toBe('');
  });

  test('a body of many times the limit is M41300 even for clients that send all first, and the connection stays open', {
    tags: 'thorough',
  }, async () => {
    const url = `http://127.0.0.1:${port}${MESSAGES}`;
    const headers = { 'x-api-key': server.key, 'content-type': 'application/json' };
    for (const megabytes of [2, 4, 8, 16, 31]) {
      const body = messageOf(megabytes * 1024 * 1024);
      const response = await fetch(url, { method: 'POST', headers, body });
      const { message_code } = (await response.json()) as { message_code: string };
      expect([response.status, message_code]).toEqual([413, 'M41300']);
    }
    const connection = await RawConnection.open(port);
    const body = messageOf(LIMIT * 4);
    connection.write(`POST ${MESSAGES} HTTP/1.1\r\nhost: a\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
    expect((await connection.next())?.json.message_code).toBe('M41300');
    connection.write('GET /health/live HTTP/1.1\r\nhost: a\r\n\r\n');
    expect((await connection.next())?.status).toBe(200);
    const closing = ['connection: close'];
    for (const megabytes of [4, 31]) {
      const answer = await post({ body: messageOf(megabytes * 1024 * 1024), headers: closing });
      expect(answer.json.message_code).toBe('M41300');
    }
  });

  test('is checked after the route, and before the key, the media type and the JSON', async () => {
    const body = 'x'.repeat(LIMIT + 1);
    expect((await post({ body, headers: ['content-type: image/png'] })).json.message_code).toBe('M41300');
    expect((await post({ body, url: '/nowhere' })).json.message_code).toBe('M40406');
    expect((await post({ body, url: '/open-api/v1.0/chat/threads', method: 'PUT' })).json.message_code).toBe(
      'M40500',
    );
  });

  test('is checked where no body is expected, too', async () => {
    const url = '/user/v1.0/user/user1/change-user-id/user1';
    const large = { url, method: 'PATCH', body: 'x'.repeat(LIMIT + 1) };
    expect((await post(large)).json.message_code).toBe('M41300');
    expect((await post({ ...large, body: 'x' })).json.message_code).toBe('M200');
  });
});

describe('a body without valid credentials', () => {
  const SEND = `POST ${MESSAGES}`;
  const STICKERS = 'POST /sticker/v1.0/pack';
  const FORM = 'content-type: multipart/form-data; boundary=b';

  test.each([
    ['no key', SEND, [], 'M40101'],
    ['no key, in chunks', SEND, ['transfer-encoding: chunked'], 'M40101'],
    ['an unknown key', SEND, ['x-api-key: unknown'], 'M40102'],
    ['two keys', SEND, ['x-api-key: one', 'x-api-key: other'], 'M40003'],
    ['no key for files', STICKERS, [FORM], 'M40101'],
    ['no key for files, in chunks', STICKERS, [FORM, 'transfer-encoding: chunked'], 'M40101'],
    ['no token', 'POST /client/v1.0/threads', [], 'M40111'],
    ['an unknown token', 'POST /client/v1.0/threads', ['authorization: Bearer a.b.c'], 'M40111'],
  ])(
    'with %s is refused before it arrives, and discarded when it does',
    async (_who, line, headers, code) => {
      const connection = await RawConnection.open(port);
      const isChunked = headers.includes('transfer-encoding: chunked');
      const length = isChunked ? [] : ['content-length: 4000'];
      connection.write(`${[`${line} HTTP/1.1`, 'host: a', ...length, ...headers].join('\r\n')}\r\n\r\n`);
      const answer = await connection.next();
      expect([answer?.json.message_code, answer?.headers.connection]).toEqual([code, 'keep-alive']);
      const body = Buffer.alloc(4_000, 'x');
      connection.write(isChunked ? inChunks(body, 500) : body);
      connection.write('GET /health/live HTTP/1.1\r\nhost: a\r\n\r\n');
      expect((await connection.next())?.status).toBe(200);
      connection.destroy();
    },
  );

  test('that never completes ends the connection, without a second answer', async () => {
    const impatient = await startTestServer({ PALAVER_REQUEST_TIMEOUT_MS: '500' });
    const url = await impatient.app.listen({ host: '127.0.0.1', port: 0 });
    const connection = await RawConnection.open(Number(new URL(url).port));
    connection.write(`${SEND} HTTP/1.1\r\nhost: a\r\ncontent-length: 4000\r\n\r\n{`);
    expect((await connection.next())?.json.message_code).toBe('M40101');
    expect(await connection.closed()).toBe('');
    await impatient.close();
  });
});

describe('media type', () => {
  test.each([
    [],
    ['content-type: application/json'],
    ['Content-Type: Application/JSON'],
    ['content-type: application/json; charset=utf-8'],
    ['content-type: application/json;charset="UTF-8"'],
    ['content-type: application/json; charset=utf8; profile=x'],
    ['content-type: application/vnd.api+json'],
    ['content-type: application/problem+json'],
    ['content-type: text/plain;charset=UTF-8'],
    ['content-type: application/x-www-form-urlencoded'],
    ['content-encoding: identity'],
    ['content-encoding: Identity'],
  ])('%s is read as JSON', async (...headers) => {
    expect((await post({ body: message(), headers })).json.message_code).toBe('M200');
  });

  test.each([
    ['content-type: text/html'],
    ['content-type: application/xml'],
    ['content-type: application/jsonp'],
    ['content-type: image/png'],
    ['content-type: multipart/form-data; boundary=x'],
    ['content-type: application/octet-stream'],
    ['content-type: application/json; charset=utf-16'],
    ['content-type: application/json; charset=iso-8859-1'],
    ['content-type: application/json; charset='],
    ['content-type: garbage'],
    ['content-type: ///'],
    ['content-type: application/json, text/plain'],
    ['content-type: \xff\xfe'],
    ['content-encoding: gzip'],
    ['content-encoding: GZIP'],
    ['content-encoding: br'],
    ['content-encoding: identity, gzip'],
    ['content-encoding: nonsense'],
  ])('%s is M41500', async (header) => {
    const before = await messageCount();
    const response = await post({ body: message(), headers: [header] });
    expect([response.status, response.json.message_code]).toEqual([415, 'M41500']);
    expect(await messageCount()).toBe(before);
  });

  test('a compressed body is M41500, or M40001 without a Content-Encoding', async () => {
    const body = gzipSync(message());
    expect((await post({ body, headers: ['content-encoding: gzip'] })).json.message_code).toBe('M41500');
    expect((await post({ body })).json.message_code).toBe('M40001');
  });

  test('is checked before the key', async () => {
    const head = ['POST /open-api/v1.0/chat/messages HTTP/1.1', 'host: a', 'content-length: 2'];
    const refused = await rawRequest(port, `${[...head, 'content-type: image/png'].join('\r\n')}\r\n\r\n{}`);
    expect(refused.json.message_code).toBe('M41500');
    expect((await rawRequest(port, `${head.join('\r\n')}\r\n\r\n{}`)).json.message_code).toBe('M40101');
  });
});

describe('length', () => {
  test('a missing or zero length, or no chunks, is an empty body: M40001', async () => {
    const head = [`POST ${MESSAGES} HTTP/1.1`, 'host: a', `x-api-key: ${server.key}`];
    for (const more of [[], ['content-length: 0'], ['content-type: application/json', 'content-length: 0']]) {
      const response = await rawRequest(port, `${[...head, ...more].join('\r\n')}\r\n\r\n`);
      expect([more, response.json.message_code]).toEqual([more, 'M40001']);
    }
    expect((await post({ chunkBytes: 1 })).json.message_code).toBe('M40001');
  });

  test('a request cut off midway has no effect', async () => {
    const before = await messageCount();
    const whole = bytesOf({ body: message() });
    const connections = await Promise.all(Array.from({ length: 8 }, () => RawConnection.open(port)));
    for (const connection of connections) {
      connection.write(whole.subarray(0, whole.length - 1));
      connection.destroy();
    }
    // A later request is answered, so the server has dealt with them.
    expect((await post({ body: message() })).json.message_code).toBe('M200');
    expect(await messageCount()).toBe(before + 1);
  });

  test('a body that trickles in is reassembled, however it is cut', async () => {
    const text = 'ä€😀'.repeat(20);
    const connection = await RawConnection.open(port);
    for (const byte of bytesOf({ body: JSON.stringify(textTo(threadId, 'user1', text)), chunkBytes: 7 })) {
      connection.write(Buffer.from([byte]));
    }
    expect((await connection.next())?.json.message_code).toBe('M200');
    connection.destroy();
    const stored = await server.database.sql('select text from messages order by seq desc limit 1');
    expect(stored).toEqual([{ text }]);
  });
});
