import { connect } from 'node:net';
import { ERRORS, type ErrorCode } from '@palaver/protocol/errors';
import { REALTIME_PATH } from '@palaver/protocol/realtime';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { CallOptions } from '../harness/calls.ts';
import { textTo } from '../harness/population.ts';
import { exhaust, refusedOf, usedUp } from '../harness/rate-limits.ts';
import { handshakeBytes } from '../harness/raw-websocket.ts';
import { packForm } from '../harness/sticker-pack.ts';
import { startTestServer } from '../harness/test-server.ts';
import { TUS, UPLOADS, uploadUrl } from '../harness/tus.ts';
import { uploadForm } from '../harness/upload.ts';
import { useServer } from '../harness/use-server.ts';

/** Codes of planned capabilities. They are in the table so that no number is assigned twice. */
const NOT_YET: ErrorCode[] = [
  'M40407', // webhooks
];

const THREADS = '/open-api/v1.0/chat/threads';
const MESSAGES = '/open-api/v1.0/chat/messages';
const ME = '/client/v1.0/me';
const FILES = '/file/v1.0/file';

const server = await useServer({
  PALAVER_MAX_BODY_BYTES: '4096',
  PALAVER_REQUEST_TIMEOUT_MS: '1000',
  PALAVER_RATE_LIMIT_READS: '200',
  PALAVER_STORAGE_QUOTA_BYTES: '10',
  PALAVER_CORS_ORIGINS: 'https://app.example.com',
});
let port: number;
let threadId: string;
let keys: Record<'revoked' | 'foreign' | 'reading' | 'ofTenant', string>;
let expiredToken: string;
let token: string;

beforeAll(async () => {
  port = Number(new URL(await server.app.listen({ host: '127.0.0.1', port: 0 })).port);
  const members = await server.users(4);
  await server.users(1, 'stranger');
  threadId = await server.group(members);
  const setState = (user: string, change: string) =>
    server.database.sql(
      `update members m set ${change} from users u where u.ext_user_id = m.ext_user_id and u.user_id = $1`,
      [user],
    );
  await setState('user2', "muted_until = 'infinity'");
  await setState('user3', "state = 'banned'");
  await server.database.sql("insert into applications (id, name) values ('other', 'Other')");
  keys = {
    revoked: await server.createKey({ expiresAt: new Date(0) }),
    foreign: await server.createKey({ appId: 'other' }),
    reading: await server.createKey({ scopes: ['read'] }),
    ofTenant: await server.createKey({ tenantId: 'tenant' as never }),
  };
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 24 * 60 * 60_000 });
  expiredToken = await server.token('user1');
  vi.useRealTimers();
  token = await server.token('user1');
});

interface Attempt extends CallOptions {
  method?: string;
  url?: string;
}

const send = (change: object) => ({
  method: 'POST',
  url: MESSAGES,
  body: { ...textTo(threadId, 'user1'), ...change },
});
const create = (change: object) => ({
  method: 'POST',
  url: THREADS,
  body: { name: 'n', owner_id: 'user1', member_ids: [], id_type: 2, ...change },
});
const image = {
  type: 'image',
  name: 'i',
  width: 1,
  height: 1,
  size: 1,
  source_thumb_url: 'https://a.example',
};

/** One request for each code. Requests that need a bare socket are in RAW; others have a test below. */
const ATTEMPTS: Partial<Record<ErrorCode, () => Attempt>> = {
  M40001: () => ({ method: 'POST', url: MESSAGES, body: '{' }),
  M40002: () => create({ name: undefined }),
  M40003: () => create({ name: 7 }),
  M40004: () => create({ name: 'x'.repeat(256) }),
  M40005: () => send({ target: { user_ids: Array.from({ length: 101 }, () => 'a') } }),
  M40006: () => send({ body: { text: '', metadata: [] } }),
  M40007: () => send({ body: { text: '', metadata: [{ type: 'hologram' }] } }),
  M40008: () => send({ sender: {} }),
  M40009: () => send({ target: {} }),
  M40010: () => ({ url: `${THREADS}?limit=101` }),
  M40011: () => create({ type: 'direct' }),
  M40012: () =>
    send({
      body: {
        text: '',
        metadata: [{ ...image, source_url: 'https://a.example', src_url: 'https://b.example' }],
      },
    }),
  M40013: () => ({
    method: 'POST',
    url: '/sticker/v1.0/pack',
    body: packForm({ icon: Buffer.from('no PNG') }),
  }),
  M40014: () => ({ method: 'POST', url: FILES, body: uploadForm({ content: '' }) }),
  M40101: () => ({ url: THREADS, key: null }),
  M40102: () => ({ url: THREADS, key: 'plv_live_nobody' }),
  M40103: () => ({ url: THREADS, key: keys.revoked }),
  M40104: () => ({ url: THREADS, key: keys.foreign, headers: { host: 'test.localhost' } }),
  M40111: () => ({ url: ME, token: 'no-token' }),
  M40112: () => ({ url: ME, token: expiredToken }),
  M40301: () => ({ ...create({}), key: keys.reading }),
  M40302: () => ({ url: THREADS, key: keys.ofTenant, tenant: 'another' }),
  M40303: () => send({ sender: { user_id: 'stranger1' } }),
  M40304: () => send({ sender: { user_id: 'user2' } }),
  M40305: () => send({ sender: { user_id: 'user3' } }),
  M40306: () => ({
    method: 'DELETE',
    url: `${THREADS}/${threadId}`,
    headers: { 'x-acting-user-id': 'user4' },
  }),
  M40401: () => ({ url: `${THREADS}/999999` }),
  M40402: () => ({ url: '/user/v1.0/user/nobody' }),
  M40403: () => ({ url: '/bot/v1.0/bot/nobody' }),
  M40404: () => ({ url: '/sticker/v1.0/pack/999999' }),
  M40405: () => ({ url: `${THREADS}/${threadId}/messages/999999` }),
  M40406: () => ({ url: '/open-api/v1.0/chat/thread' }),
  M40409: () => ({ url: '/notification/v1.0/provider/apns' }),
  M40410: () => ({
    method: 'POST',
    url: '/notification/v1.0/provider/apns/test',
    body: { user_id: 'user1' },
  }),
  M40411: () => send({ body: { metadata: [{ type: 'file', file_id: 'nothing' }] } }),
  M40412: () => ({ method: 'DELETE', url: uploadUrl('nothing'), token, headers: TUS }),
  M40500: () => ({ method: 'DELETE', url: THREADS }),
  M40901: () => ({ method: 'POST', url: '/bot/v1.0/bot', body: { bot_id: 'user1', display_name: 'b' } }),
  M40903: () => ({ method: 'POST', url: `${THREADS}/${threadId}/members/user1/mute?id_type=2` }),
  M41001: () => ({ url: '/event/v1.0/events?epoch=another' }),
  M41200: () => ({ method: 'POST', url: UPLOADS, token }),
  M41300: () => ({ method: 'POST', url: MESSAGES, body: ' '.repeat(4097) }),
  M41301: () => ({ method: 'POST', url: FILES, body: uploadForm({ content: 'x'.repeat(11) }) }),
  M41500: () => ({ method: 'POST', url: MESSAGES, body: 'a', headers: { 'content-type': 'image/png' } }),
  M42600: () => ({ url: REALTIME_PATH }),
};

/** Bytes that Node refuses before there is a request. */
const RAW: Partial<Record<ErrorCode, string>> = {
  M40000: 'NOT HTTP\r\n\r\n',
  M40307: handshakeBytes({ headers: { origin: 'https://elsewhere.example' } }),
  M40800: 'GET / HTTP/1.1\r\nhost: a\r\nx-slow: ',
  M43100: `GET / HTTP/1.1\r\nhost: a\r\nx-big: ${'x'.repeat(20_000)}\r\n\r\n`,
};

/**
 * idempotency.test.ts tests M40902; events/pull.test.ts M41000; resumable-uploads-attacks.test.ts M40904, and resumable-uploads-access.test.ts M42901.
 */
const IN_TESTS_BELOW: ErrorCode[] = [
  'M40902',
  'M40904',
  'M41000',
  'M42901',
  'M42900',
  'M42201',
  'M50000',
  'M50300',
  'M50700',
];

test('every code of the table has a request here or waits for its capability', () => {
  const reached = [...Object.keys(ATTEMPTS), ...Object.keys(RAW), ...IN_TESTS_BELOW, ...NOT_YET];
  expect(reached.toSorted()).toEqual(Object.keys(ERRORS).toSorted());
});

test.each(Object.keys(ATTEMPTS) as ErrorCode[])('%s', async (code) => {
  const { method = 'GET', url = '', ...options } = ATTEMPTS[code]?.() ?? {};
  const answer = await server.call(method, url, options);
  expect(answer.body).toMatchObject({ message_code: code, message: ERRORS[code].text });
  expect(answer.status).toBe(ERRORS[code].status);
  expect(answer.headers['x-request-id']).toBe(answer.body.request_id);
});

test.each(Object.keys(RAW) as ErrorCode[])('%s, from the bare socket', async (code) => {
  const answer = await exchange(RAW[code] ?? '');
  const [head = '', body = '{}'] = answer.split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${ERRORS[code].status} `));
  expect(JSON.parse(body)).toMatchObject({ message_code: code, message: ERRORS[code].text });
});

test('M42201, for another request with the same key', async () => {
  const headers = { 'idempotency-key': 'again' };
  const code = async (name: string) =>
    (await server.call('POST', THREADS, { ...create({ name }), headers })).body.message_code;
  expect([await code('one'), await code('two')]).toEqual(['M200', 'M42201']);
});

test('M42900, when the key has made as many reads as it may', async () => {
  const answers = await exhaust(200, () => server.call('GET', THREADS, { key: keys.reading }));
  expect(refusedOf(answers)[0]).toMatchObject({ body: { message_code: 'M42900' }, headers: usedUp(200) });
});

test('M50000, without details of the failure', async () => {
  await server.database.sql('alter table thread_heads rename to elsewhere');
  const answer = await server.call('GET', `${THREADS}/${threadId}`);
  await server.database.sql('alter table elsewhere rename to thread_heads');
  expect(answer.body).toEqual({
    message_code: 'M50000',
    message: ERRORS.M50000.text,
    request_id: answer.body.request_id,
  });
});

test('M50300, when the database is unavailable', async () => {
  const away = await startTestServer();
  await away.call('GET', THREADS);
  await away.db.close();
  const closed = await away.call('GET', THREADS);
  await away.app.close();
  await away.database.drop();
  expect(closed.body.message_code).toBe('M50300');
  expect(closed.headers['retry-after']).toBe('1');
});

test('M50700, when the disk of the database is full', async () => {
  await server.database.sql(`
    create function refuse_rows() returns trigger language plpgsql as
      $$begin raise exception using errcode = '53100', message = 'No space left on device'; end$$;
    create trigger full_disk before insert on threads for each row execute function refuse_rows()`);
  const answer = await server.call('POST', THREADS, create({}));
  await server.database.sql('drop function refuse_rows cascade');
  expect(answer.body).toMatchObject({ message_code: 'M50700', message: ERRORS.M50700.text });
  expect(answer.headers['retry-after']).toBe('10');
  // Readiness tries to write, and so finds out that there is room again.
  expect(server.db.isFull).toBe(true);
  expect((await server.call('GET', '/health/ready')).status).toBe(200);
  expect(server.db.isFull).toBe(false);
});

describe('the order of checks', () => {
  const tooLarge = { body: ' '.repeat(5000) };
  const noJson = { body: '{' };
  const faultyField = { ...textTo('0', 'user1'), sender: { user_id: 'nobody' } };

  test.each<[string, ErrorCode, Attempt]>([
    ['route before method', 'M40406', { method: 'POST', url: '/nowhere', ...tooLarge }],
    ['method before size', 'M40500', { method: 'PUT', url: MESSAGES, ...tooLarge }],
    ['size before key', 'M41300', { method: 'POST', url: MESSAGES, key: null, ...tooLarge }],
    [
      'media type before key',
      'M41500',
      { method: 'POST', url: MESSAGES, key: null, ...noJson, headers: { 'content-type': 'image/png' } },
    ],
    ['key before JSON', 'M40101', { method: 'POST', url: MESSAGES, key: null, ...noJson }],
    ['token before JSON', 'M40111', { method: 'POST', url: '/client/v1.0/threads', ...noJson }],
    ['JSON before fields', 'M40001', { method: 'POST', url: MESSAGES, ...noJson }],
    ['fields before existence', 'M40003', { method: 'POST', url: MESSAGES, body: faultyField }],
  ])('%s', async (_name, code, { method = 'GET', url = '', ...options }) => {
    expect((await server.call(method, url, options)).body.message_code).toBe(code);
  });

  test('key before tenant, tenant before scope, scope before JSON', async () => {
    const attempt = { ...noJson, tenant: 'another' };
    const code = async (key: string) =>
      (await server.call('POST', THREADS, { ...attempt, key })).body.message_code;
    expect(await code('plv_live_nobody')).toBe('M40102');
    const bound = await server.createKey({ scopes: ['read'], tenantId: 'tenant' as never });
    expect(await code(bound)).toBe('M40302');
    expect(await code(keys.reading)).toBe('M40301');
  });

  test('existence before permission: thread, then sender', async () => {
    const unknownThread = textTo('999999', 'nobody');
    expect((await server.call('POST', MESSAGES, { body: unknownThread })).body.message_code).toBe('M40401');
    const unknownSender = textTo(threadId, 'nobody');
    expect((await server.call('POST', MESSAGES, { body: unknownSender })).body.message_code).toBe('M40402');
  });

  test('within a stage the first code of the table, with all faults of the stage', async () => {
    const { body } = await server.call('POST', THREADS, {
      body: { name: 'x'.repeat(300), avatar_url: 'no address', member_ids: [1], id_type: 2 },
    });
    expect(body.message_code).toBe('M40002');
    expect(body.errors?.map(({ field }) => field).toSorted()).toEqual([
      'avatar_url',
      'member_ids[0]',
      'name',
      'owner_id',
    ]);
  });
});

async function exchange(bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes);
  let answer = '';
  for await (const chunk of socket) answer += String(chunk);
  return answer;
}
