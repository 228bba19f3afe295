import type { ErrorCode } from '@palaver/protocol/errors';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROUTES } from '../../src/http/routes.ts';
import {
  ENDPOINTS,
  expectRefused,
  fingerprint,
  MESSAGES,
  renameUrl,
  THREADS,
  userUrl,
} from '../harness/api.ts';
import { textTo } from '../harness/population.ts';
import { startStopwatch } from '../harness/stopwatch.ts';
import { startTestServer, type TestServer } from '../harness/test-server.ts';
import { useServer } from '../harness/use-server.ts';

const server = await useServer();
let threadId: string;
let token: string;
beforeAll(async () => {
  threadId = await server.group(await server.users(2));
  const clientThreadId = await server.group(['user1', 'user2']);
  expect([threadId, clientThreadId]).toEqual([IN_PATHS.thread_id, CLIENT_THREAD]);
  token = await server.token('user1');
  const { id } = await server.ok('POST', ENDPOINTS, { body: { url: 'https://example.com' } });
  await server.ok('POST', '/bot/v1.0/bot', { body: { bot_id: 'x', display_name: 'Bot' } });
  // (The bot has the webhook after it.)
  expect(id).toBe(IN_PATHS.endpoint_id);
});

/** Existing ids: a thread and its second member. */
const IN_PATHS: Record<string, string> = {
  user_id: 'u',
  bot_id: 'x',
  endpoint_id: '1',
  provider: 'web_push',
  device_id: 'phone',
  thread_id: '1',
  member_id: '2',
  seq: '2',
};

/** The thread of the requests of signed-in users. */
const CLIENT_THREAD = '2';

const DOORS = ROUTES.filter(
  ({ endpoint }) => endpoint.body !== undefined && endpoint.files === undefined,
).map(({ method, url, endpoint }) => {
  const inPaths = endpoint.access === 'token' ? { ...IN_PATHS, thread_id: CLIENT_THREAD } : IN_PATHS;
  return {
    door: `${method} ${url}`,
    isOptional: endpoint.optionalBody === true,
    hasRequired: (endpoint.body as { required?: string[] }).required !== undefined,
    call: (body: unknown) =>
      server.call(
        method,
        url.replace(/:(\w+)/g, (_, name: string) => inPaths[name] ?? ''),
        endpoint.access === 'token' ? { body, token } : { body },
      ),
  };
});

const nested = (depth: number) => `{"unknown":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;

/** Bodies that are not JSON in UTF-8. */
const NO_JSON: Record<string, string | Buffer> = {
  'an empty body': '',
  'white space': ' \r\n\t ',
  'a byte order mark': '\ufeff{}',
  'a trailing comma': '{"name":"x",}',
  'two documents': '{}{}',
  'two documents in lines': '{}\n{}',
  'a truncated document': '{"name":"x"',
  'a truncated string': '{"name":"x',
  'a comment': '{/* */}',
  'single quotes': "{'name':'x'}",
  'a bare word': 'undefined',
  NaN: '{"name":NaN}',
  'a number with a leading zero': '{"n":01}',
  'a control character in a string': '{"name":"a\u0001b"}',
  'U+0000 in a string': '{"name":"a\u0000b"}',
  'a form': 'name=x&owner_id=user1',
  'UTF-16': Buffer.from('{"name":"x"}', 'utf16le'),
  'Latin-1': Buffer.from('{"name":"caf\u00e9"}', 'latin1'),
  'overlong UTF-8': Buffer.from([0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d]),
  'cut UTF-8': Buffer.from('{"name":"\u20ac"}').subarray(0, -3),
  'a surrogate in UTF-8': Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]),
  'a byte that UTF-8 has not': Buffer.from([0x7b, 0xff, 0x7d]),
};

const NO_OBJECTS = ['null', '[]', '[{}]', '"x"', '""', '1', '0', 'true', '1e400', '12345678901234567890'];

describe.each(DOORS)('$door', ({ isOptional, hasRequired, call }) => {
  /** Fails unless each of these bodies is refused like this and writes nothing. */
  const expectAllRefused = async (bodies: Record<string, unknown>, refusal: string) => {
    const before = await fingerprint(server);
    const answers = Object.entries(bodies).map(async ([name, body]) => {
      const { body: answer } = await call(body);
      const fields = (answer.errors ?? []).map(({ field }) => field);
      return [name, [answer.message_code, ...fields].join(' ')] as const;
    });
    const expected = Object.keys(bodies).map((name) => [name, refusal] as const);
    expect(await Promise.all(answers)).toEqual(expected);
    expect(await fingerprint(server)).toEqual(before);
  };

  test('refuses bodies that are not JSON', async () => {
    const { 'an empty body': empty, ...others } = NO_JSON;
    await expectAllRefused(isOptional ? others : { ...others, 'an empty body': empty }, 'M40001');
  });

  test('refuses nesting beyond the limit', async () => {
    const levels = [33, 1_000, 500_000].map((depth) => [depth, nested(depth)]);
    await expectAllRefused(Object.fromEntries(levels), 'M40001 (body)');
  });

  test('refuses bodies that are not objects', async () => {
    await expectAllRefused(Object.fromEntries(NO_OBJECTS.map((body) => [body, body])), 'M40003 (body)');
  });

  test('names missing fields, whatever else the body has', async () => {
    const before = await fingerprint(server);
    const { body } = await call('{"__proto__":{"name":"x"},"constructor":1,"":0}');
    expect(body.message_code).toBe(hasRequired ? 'M40002' : 'M200');
    if (hasRequired) expect(await fingerprint(server)).toEqual(before);
  });
});

describe('a body', () => {
  const send = async (body: string | Buffer, headers: Record<string, string> = {}) =>
    server.call('POST', MESSAGES, { body, headers });
  const message = () => JSON.stringify(textTo(threadId, 'user1'));
  const withField = (field: string) => message().replace('{', `{${field},`);
  const countMessages = async () =>
    (await server.database.sql<{ n: number }>('select count(*)::int as n from messages'))[0]?.n ?? 0;

  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'APPLICATION/JSON;CHARSET="UTF-8"',
    'application/json;charset=utf8; q=1',
    'application/vnd.api+json',
    'text/plain;charset=UTF-8',
    'application/x-www-form-urlencoded',
  ])('is read as JSON with the content type %s', async (type) => {
    const before = await countMessages();
    expect((await send(message(), { 'content-type': type })).body.message_code).toBe('M200');
    expect(await countMessages()).toBe(before + 1);
  });

  test.each([
    [{ 'content-type': 'image/png' }],
    [{ 'content-type': 'multipart/form-data; boundary=x' }],
    [{ 'content-type': 'text/html' }],
    [{ 'content-type': 'application/jsonx' }],
    [{ 'content-type': 'garbage' }],
    [{ 'content-type': 'application/json; charset=latin1' }],
    [{ 'content-type': 'application/json; charset=utf-16' }],
    [{ 'content-encoding': 'gzip' }],
    [{ 'content-encoding': 'br, gzip' }],
  ] as Record<string, string>[][])('is refused with %j', async (headers) => {
    await expectRefused(server, ['POST', MESSAGES, { body: message(), headers }], 'M41500');
  });

  test.each([
    ['32 levels deep', () => withField(nested(32).slice(1, -1))],
    [
      'with brackets in strings, that are no nesting',
      () => withField(`"unknown":"${'[{'.repeat(1_000)}\\""`),
    ],
    [
      'with 19,000 fields',
      () => withField(Array.from({ length: 19_000 }, (_, n) => `"${n.toString(36)}":0`).join()),
    ],
    ['with a number of 1,000 digits', () => withField(`"unknown":${'9'.repeat(1_000)}`)],
    [
      'with names that JavaScript knows',
      () => withField('"__proto__":{"sender":{}},"hasOwnProperty":1,"toString":{}'),
    ],
    [
      'with a field twice, of which the last counts',
      () => message().replace('{', '{"sender":{"user_id":"nobody"},'),
    ],
    ['with white space around', () => `\r\n\t ${message()}\r\n`],
  ])('is accepted %s', async (_, body) => {
    expect((await send(body())).body.message_code).toBe('M200');
  });

  test('has at most 20,000 values, at any depth', async () => {
    // The object, its list, and the list's elements.
    const listOf = (count: number) =>
      `{"a":[${Array(count - 2)
        .fill(0)
        .join()}]}`;
    const put = (body: string) => server.call('PUT', userUrl('valued'), { body });
    for (const count of [19_999, 20_000]) expect((await put(listOf(count))).body.message_code).toBe('M200');
    const { body } = await put(listOf(20_001));
    expect(body).toMatchObject({ message_code: 'M40001', errors: [{ field: '(body)', rule: 'max_values' }] });
  });

  test('never reaches the prototype of stored data', async () => {
    const body = '{"display_name":"x","__proto__":{"is_guest":true,"avatar_url":"https://x.example"}}';
    const user = await server.ok('PUT', userUrl('proto'), { body });
    expect(user).toMatchObject({ is_guest: false, avatar_url: '', display_name: 'x' });
    expect(({} as Record<string, unknown>).is_guest).toBeUndefined();
  });

  test('is ignored where none is expected', async () => {
    await server.users(1, 'renamed');
    await server.ok('PATCH', renameUrl('renamed1', 'renamed2'), { body: '{' });
    await server.ok('DELETE', userUrl('renamed2'), { body: '\u0000' });
  });

  test('with countless faults gets 100 of them, quickly', async () => {
    const member_ids = Array.from({ length: 1_000 }, () => '\u0000');
    const bad = JSON.stringify({ a: Array(18_000).fill('\u0000'), member_ids });
    const elapsedMs = startStopwatch();
    const { body } = await server.call('POST', THREADS, { body: bad });
    expect(body.message_code).toBe('M40002');
    expect(body.errors).toHaveLength(100);
    expect(elapsedMs()).toBeLessThan(3_000);
  });
});

describe('the body limit', () => {
  const limit = 2_048;
  let small: TestServer;
  beforeAll(async () => {
    small = await startTestServer({ PALAVER_MAX_BODY_BYTES: String(limit) });
  });
  afterAll(() => small.close());

  test.each<[number, ErrorCode | 'M200']>([
    [limit - 1, 'M200'],
    [limit, 'M200'],
    [limit + 1, 'M41300'],
  ])('counts bytes: %i are %s', async (bytes, code) => {
    const json = '{"display_name":"\u20ac"}';
    const body = json + ' '.repeat(bytes - Buffer.byteLength(json));
    const answer = await small.call('PUT', userUrl(`u${bytes}`), { body });
    expect(answer.body.message_code).toBe(code);
    const sql = 'select count(*)::int as n from users where user_id = $1';
    expect(await small.database.sql(sql, [`u${bytes}`])).toEqual([{ n: code === 'M200' ? 1 : 0 }]);
  });
});
