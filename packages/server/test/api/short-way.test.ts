// @module-tag database
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { ERRORS, type ErrorCode } from '@palaver/protocol/errors';
import { beforeAll, describe, expect, test } from 'vitest';
import { inlinedPart } from '../../reference/inlined.ts';
import { MESSAGES, memberUrl } from '../harness/api.ts';
import { bothWays, bytesOf, comparable, type RawSend, type Way } from '../harness/both-ways.ts';
import { textTo } from '../harness/population.ts';
import { rawRequest } from '../harness/raw-http.ts';
import { startTestServer } from '../harness/test-server.ts';
import { useServer } from '../harness/use-server.ts';

/** Sends of back ends take a short way through the server, if their heads are simple. They must not notice it. */

const LIMIT = 8_192;

const server = await useServer({
  PALAVER_MAX_BODY_BYTES: String(LIMIT),
  PALAVER_REQUEST_TIMEOUT_MS: '1000',
  PALAVER_BASE_DOMAIN: 'chat.example',
});
let port: number;
let threadId: string;
let keys: Record<'revoked' | 'expired' | 'reading' | 'ofTenant', string>;
beforeAll(async () => {
  port = Number(new URL(await server.app.listen({ host: '127.0.0.1', port: 0 })).port);
  await server.users(5);
  threadId = await server.group(['user1', 'user2', 'user3']);
  await server.ok('POST', memberUrl(threadId, 'user2', 'mute'));
  await server.ok('POST', memberUrl(threadId, 'user3', 'ban'));
  await server.ok('POST', '/bot/v1.0/bot', { body: { bot_id: 'robot', display_name: 'Robot' } });
  await server.database.sql("insert into applications (id, name) values ('other', 'Other')");
  keys = {
    revoked: await server.createKey(),
    expired: await server.createKey({ expiresAt: new Date(0) }),
    reading: await server.createKey({ scopes: ['read'] }),
    ofTenant: await server.createKey({ tenantId: 'tenant' as never }),
  };
  await server.database.sql('update api_keys set revoked_at = now() where id = $1', [
    keys.revoked.split('_')[2],
  ]);
});

const texts = async () =>
  (await server.database.sql<{ text: string }>('select text from messages order by thread_id, seq')).map(
    ({ text }) => text,
  );
const inThread = (change: object = {}) => ({ ...textTo(threadId, 'user1'), ...change });
const withKey = (body: RawSend['body'], ...headers: string[]): RawSend => ({
  key: server.key,
  body,
  headers,
});

/** How many requests reach a handler of Fastify meanwhile. */
async function handledByFastify(run: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const add = () => {
    count += 1;
  };
  subscribe(HANDLERS, add);
  await run();
  unsubscribe(HANDLERS, add);
  return count;
}

const HANDLERS = 'tracing:fastify.request.handler:start';

describe('a good send', () => {
  test.each([
    ['to a thread', () => inThread()],
    ['by a bot', () => inThread({ sender: { bot_id: 'robot' } })],
    ['to users', () => inThread({ target: { user_ids: ['user4', 'user5'] } })],
    ['with text that JSON escapes', () => textTo(threadId, 'user1', '"\\{},\r\n\r\n\u2028 👩‍👩‍👧')],
  ])('%s has the same response', async (_what, body) => {
    const before = (await texts()).length;
    let response: Awaited<ReturnType<typeof bothWays>> | undefined;
    const handled = await handledByFastify(async () => {
      response = await bothWays(port, () => withKey(body()));
    });
    expect(response?.text).toBe('{"message_code":"M200","message":"Success"}');
    expect(handled).toBe(1);
    const after = (await texts()).slice(before);
    expect(after.length % 2).toBe(0);
    expect(after.length).toBeGreaterThan(0);
  });

  test.each([
    ['a query', '?x=1', []],
    ['`Prefer`', '', ['prefer: return=representation']],
    ['another media type', '', ['content-type: text/plain']],
    ['a body of unknown length', '', ['transfer-encoding: chunked']],
  ])('with %s goes the long way', async (_what, query, headers) => {
    const body = JSON.stringify(inThread());
    const isChunked = headers.includes('transfer-encoding: chunked');
    const content = isChunked ? `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n` : body;
    const bytes = bytesOf('short', withKey(content, ...headers))
      .toString('latin1')
      .replace(MESSAGES, MESSAGES + query);
    const handled = await handledByFastify(async () => {
      expect((await rawRequest(port, bytes)).json.message_code).toBe('M200');
    });
    expect(handled).toBe(1);
  });

  test('a request id of the client comes back, and anything else is replaced', async () => {
    for (const id of ['mine', 'x'.repeat(128)])
      expect(
        (await bothWays(port, () => withKey(inThread(), `x-request-id: ${id}`))).headers['x-request-id'],
      ).toBe(id);
    for (const id of ['x'.repeat(129), 'a b', 'one\r\nx-request-id: two', 'é', ''])
      expect(
        (await bothWays(port, () => withKey(inThread(), `x-request-id: ${id}`))).headers['x-request-id'],
      ).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('in HTTP/1.0, without a host', async () => {
    const ask = async (way: Way) => {
      const bytes = bytesOf(way, { ...withKey(inThread()), host: [] }).toString('latin1');
      return comparable(await rawRequest(port, bytes.replace('HTTP/1.1', 'HTTP/1.0')));
    };
    const short = await ask('short');
    expect(short).toMatchObject({ status: 200, headers: { connection: 'close' } });
    expect(short).toEqual(await ask('long'));
  });

  test('a key has one effect, whichever ways its requests take', async () => {
    const sent = withKey(textTo(threadId, 'user1', 'once'), 'idempotency-key: both-ways');
    const first = await rawRequest(port, bytesOf('short', sent));
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    const again = await bothWays(port, () => sent);
    expect([again.text, again.headers['idempotent-replayed']]).toEqual([first.text, 'true']);
    expect((await texts()).filter((text) => text === 'once')).toHaveLength(1);
    const other = withKey(inThread(), 'idempotency-key: both-ways');
    expect((await bothWays(port, () => other)).json.message_code).toBe('M42201');
  });
});

/** A key of the right form that nobody has. (Only those of the former form have no checksum.) */
const UNKNOWN_KEY = `pk_live_nobody_${'a'.repeat(43)}`;
const image = { type: 'image', name: 'i', width: 1, height: 1, size: 1 };
const URLS = { source_url: 'https://a.example', source_thumb_url: 'https://a.example' };

/** By code, requests that are refused. */
const REFUSED: Partial<Record<ErrorCode, Record<string, () => RawSend>>> = {
  M40000: {
    'no host': () => ({ ...withKey(inThread()), host: [] }),
    'two hosts': () => ({ ...withKey(inThread()), host: ['a', 'a'] }),
    'a header without a colon': () => withKey(inThread(), 'nothing'),
    'a length and chunks': () => withKey(inThread(), 'transfer-encoding: chunked', 'content-length: 3'),
    'two lengths': () => withKey(inThread(), 'content-length: 3'),
  },
  M40001: {
    'half an object': () => withKey('{'),
    'no body': () => withKey(''),
    'no UTF-8': () => withKey(Buffer.from([0x22, 0xff, 0x22])),
    deep: () => withKey('['.repeat(2_000) + ']'.repeat(2_000)),
    'a number without an end': () => withKey(`{"body":${'1'.repeat(4_000)}}`),
  },
  M40002: { 'an empty object': () => withKey({}) },
  M40003: {
    'no object': () => withKey('[1]'),
    'a key given twice': () => withKey(inThread(), 'x-api-key: another'),
    'a tenant given twice': () => withKey(inThread(), 'x-tenant-id: a', 'x-tenant-id: b'),
    'a tenant without UTF-8': () => withKey(inThread(), 'x-tenant-id: \u00ff'),
    'an acting user': () => withKey(inThread(), 'x-acting-user-id: user1'),
    'an idempotency key given twice': () => withKey(inThread(), 'idempotency-key: a', 'idempotency-key: b'),
    'an empty idempotency key': () => withKey(inThread(), 'idempotency-key:'),
    'several fields, and the idempotency key': () =>
      withKey(
        { sender: { user_id: 7 }, target: { thread_id: 'x' }, body: { text: [] }, more: 1 },
        `idempotency-key: ${'x'.repeat(256)}`,
      ),
    'a hundred fields, with compression': () =>
      withKey(
        inThread({ target: { user_ids: Array.from({ length: 100 }, () => '\u0000') } }),
        'accept-encoding: gzip',
      ),
    'a hundred fields, without it': () =>
      withKey(inThread({ target: { user_ids: Array.from({ length: 100 }, () => '\u0000') } })),
    'a lone surrogate': () => withKey(JSON.stringify(inThread({ body: { text: '\ud800' } }))),
  },
  M40004: { 'a long name': () => withKey(inThread({ sender: { user_id: 'x'.repeat(256) } })) },
  M40005: {
    'too many users': () =>
      withKey(inThread({ target: { user_ids: Array.from({ length: 1_001 }, () => 'a') } })),
  },
  M40006: { 'no metadata': () => withKey(inThread({ body: { text: '', metadata: [] } })) },
  M40007: { 'no kind': () => withKey(inThread({ body: { text: '', metadata: [{ type: 'hologram' }] } })) },
  M40008: { 'no sender': () => withKey(inThread({ sender: {} })) },
  M40009: {
    'no target': () => withKey(inThread({ target: undefined })),
    'an empty target': () => withKey(inThread({ target: {} })),
  },
  M40012: {
    'two spellings': () =>
      withKey(
        inThread({ body: { text: '', metadata: [{ ...image, ...URLS, src_url: 'https://b.example' }] } }),
      ),
  },
  M40101: {
    'no key': () => ({ body: inThread() }),
    'an empty key': () => ({ key: '', body: inThread() }),
    'no key, and a body that never comes': () => ({ body: '{', announced: 100 }),
  },
  M40102: {
    'no form of a key': () => ({ key: 'wrong', body: inThread() }),
    'an unknown key': () => ({ key: UNKNOWN_KEY, body: inThread() }),
    'a wrong character': () => ({ key: server.key.replace(/.$/, '_'), body: inThread() }),
    'a wrong secret': () => ({ key: server.key.replace(/_.{43}_/, `_${'a'.repeat(43)}_`), body: inThread() }),
  },
  M40103: {
    'a revoked key': () => ({ key: keys.revoked, body: inThread() }),
    'an expired key': () => ({ key: keys.expired, body: inThread() }),
  },
  M40104: {
    'the host of another application': () => ({ ...withKey(inThread()), host: ['other.chat.example'] }),
  },
  M40301: { 'a key that reads': () => ({ key: keys.reading, body: inThread() }) },
  M40302: {
    'the key of a tenant': () => ({ key: keys.ofTenant, body: inThread(), headers: ['x-tenant-id: two'] }),
  },
  M40303: { 'no member': () => withKey(inThread({ sender: { user_id: 'user5' } })) },
  M40304: { 'a muted member': () => withKey(inThread({ sender: { user_id: 'user2' } })) },
  M40305: { 'a banned member': () => withKey(inThread({ sender: { user_id: 'user3' } })) },
  M40401: {
    'an unknown thread': () => withKey(textTo('4711', 'user1')),
    'the thread of another tenant': () => ({ key: keys.ofTenant, body: inThread() }),
  },
  M40402: { 'an unknown user': () => withKey(inThread({ sender: { user_id: 'nobody' } })) },
  M40403: { 'an unknown bot': () => withKey(inThread({ sender: { bot_id: 'nobody' } })) },
  M40404: {
    'an unknown sticker': () =>
      withKey(inThread({ body: { metadata: [{ type: 'sticker', sticker_id: '1', pack_id: '99' }] } })),
  },
  M40411: {
    'an unknown file': () =>
      withKey(inThread({ body: { metadata: [{ type: 'file', file_id: 'nothing' }] } })),
  },
  M41300: {
    'a byte too much': () => withKey('x'.repeat(LIMIT + 1)),
    'a gigabyte that never comes': () => ({ ...withKey('{'), announced: 1_000_000_000 }),
    'without a key': () => ({ body: 'x'.repeat(LIMIT + 1) }),
    'in chunks': () =>
      withKey(
        `${(LIMIT + 1).toString(16)}\r\n${'x'.repeat(LIMIT + 1)}\r\n0\r\n\r\n`,
        'transfer-encoding: chunked',
      ),
  },
  M41500: {
    'a picture': () => withKey(inThread(), 'content-type: image/png'),
    'a compressed body': () => withKey(inThread(), 'content-encoding: gzip'),
    'another character set': () => withKey(inThread(), 'content-type: application/json; charset=latin1'),
  },
  M43100: { 'a long header': () => withKey(inThread(), `x-long: ${'x'.repeat(20_000)}`) },
  M40800: { 'a body that never comes': () => ({ ...withKey('{'), announced: 100 }) },
};

/** Other tests need the server in a state of its own. (A wait for the first request of a key takes ten seconds: idempotency.test.ts.) */
const BELOW: readonly ErrorCode[] = ['M42201', 'M42900', 'M50000', 'M50300', 'M50700', 'M40902'];

interface Document {
  paths: Record<string, { post: { responses: Record<string, { description: string }> } }>;
}

test('each code that a send can be refused with has a request here', () => {
  const document = server.app.swagger() as unknown as Document;
  const responses = Object.values(inlinedPart(document.paths[MESSAGES]?.post.responses ?? {}, document));
  const codes = new Set(responses.flatMap(({ description }) => description.match(/M\d{5}/g) ?? []));
  expect([...Object.keys(REFUSED), ...BELOW].toSorted()).toEqual([...codes].toSorted());
});

const CASES = Object.entries(REFUSED).flatMap(([code, requests]) =>
  Object.entries(requests).map(([what, sendOf]) => [code as ErrorCode, what, sendOf] as const),
);
test.each(CASES)('%s: %s', async (code, _what, sendOf) => {
  const before = await texts();
  const { status, json } = await bothWays(port, sendOf);
  expect([json.message_code, status]).toEqual([code, ERRORS[code].status]);
  expect(await texts()).toEqual(before);
});

describe('a server in trouble', () => {
  const { sql } = server.database;

  test('M50000', async () => {
    await sql('alter table messages rename to elsewhere');
    const { json } = await bothWays(port, () => withKey(inThread()));
    await sql('alter table elsewhere rename to messages');
    expect(json.message_code).toBe('M50000');
  });

  test('M50700', async () => {
    await sql(`
      create function refuse_rows() returns trigger language plpgsql as
        $$begin raise exception using errcode = '53100', message = 'No space left on device'; end$$;
      create trigger full_disk before insert on messages for each row execute function refuse_rows()`);
    const { json } = await bothWays(port, () => withKey(inThread()));
    await sql('drop function refuse_rows cascade');
    expect(json.message_code).toBe('M50700');
    expect((await server.call('GET', '/health/ready')).status).toBe(200);
  });
});

describe('limits', () => {
  test('M42900: of a key, and of an address without one', async () => {
    const limited = await startTestServer({
      PALAVER_RATE_LIMIT_WRITES: '1',
      PALAVER_ANONYMOUS_RATE_LIMIT: '1',
      PALAVER_TRUSTED_PROXIES: '127.0.0.1',
    });
    try {
      const url = await limited.app.listen({ host: '127.0.0.1', port: 0 });
      const own = { short: await limited.createKey(), long: await limited.createKey() };
      const codes: string[] = [];
      const ask = async (sendOf: Parameters<typeof bothWays>[1]) =>
        codes.push((await bothWays(Number(new URL(url).port), sendOf)).json.message_code as string);
      await ask((way) => ({ key: own[way], body: {} }));
      await ask((way) => ({ key: own[way], body: {} }));
      const from = { short: '192.0.2.1', long: '192.0.2.2' };
      await ask((way) => ({ body: {}, headers: [`x-forwarded-for: ${from[way]}`] }));
      await ask((way) => ({ body: {}, headers: [`x-forwarded-for: ${from[way]}`] }));
      expect(codes).toEqual(['M40002', 'M42900', 'M40101', 'M42900']);
    } finally {
      await limited.close();
    }
  });
});
