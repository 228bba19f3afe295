import { beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { MESSAGES, PACKS, THREADS, userUrl } from '../harness/api.ts';
import { ME, MY_THREADS, myMessagesUrl, type SignedIn, signIn } from '../harness/client-api.ts';
import { packForm } from '../harness/sticker-pack.ts';
import { connect } from '../harness/test-database.ts';
import { startTestServer } from '../harness/test-server.ts';
import { until } from '../harness/until.ts';
import { useServer } from '../harness/use-server.ts';

/** Which requests web pages of other origins may make, and which answers they may read. */

const ORIGIN = 'https://app.example.com';

const server = await useServer();
let ann: SignedIn;
let sticker: string;
beforeAll(async () => {
  await server.users(1);
  ann = await signIn(server, 'user1');
  const jobs = await server.runJobs();
  const { id } = await server.ok('POST', PACKS, { body: packForm() });
  const pack = await until(async () => {
    const found = await server.ok('GET', `${PACKS}/${id}`);
    return found.status === 'uploaded' ? found : undefined;
  });
  await jobs.stop();
  sticker = new URL(pack.stickers[0].url).pathname;
});

/** The CORS headers of a response. */
function corsOf({ headers }: { headers: Record<string, unknown> }): Record<string, unknown> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('access-control-')));
}

const ALLOWED_HEADERS = 'Authorization, Content-Type, Idempotency-Key, Prefer, X-Request-Id';
const EXPOSED_HEADERS =
  'Idempotent-Replayed, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, X-Request-Id';
const READABLE = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED_HEADERS,
};

async function preflight(url: string, method: string, headers: Record<string, string> = {}, from = server) {
  return from.app.inject({
    method: 'OPTIONS',
    url,
    headers: {
      origin: ORIGIN,
      'access-control-request-method': method,
      'access-control-request-headers': 'authorization,content-type',
      ...headers,
    },
  });
}

describe('the client API', () => {
  test.each([
    ['GET', ME],
    ['GET', MY_THREADS],
    ['POST', myMessagesUrl('1')],
    ['PUT', `${MY_THREADS}/1/read`],
    ['PATCH', `${MY_THREADS}/1`],
    ['DELETE', `${MY_THREADS}/1`],
    ['GET', '/client/v1.0/sticker-packs'],
    // A missing address answers 404 when it is requested, readable where allowed.
    ['GET', '/client/v1.0/nothing'],
    ['GET', `${MY_THREADS}?limit=%zz`],
  ])('allows preflight requests of any page: %s %s', async (method, url) => {
    const answer = await preflight(url, method);
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    expect(corsOf(answer)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
      'access-control-allow-headers': ALLOWED_HEADERS,
      'access-control-max-age': '7200',
    });
    expect(corsOf(answer)['access-control-allow-credentials']).toBeUndefined();
  });

  test('lets any page read its responses, never with cookies', async () => {
    for (const origin of [ORIGIN, 'http://localhost:5173', 'null', 'capacitor://localhost']) {
      const answer = await ann.call('GET', ME, { headers: { origin } });
      expect(answer.status).toBe(200);
      expect(corsOf(answer)).toEqual(READABLE);
    }
    // Without an origin the client is no page; the permission to read is no secret.
    expect(corsOf(await ann.call('GET', ME))).toEqual(READABLE);
  });

  test.each([
    [401, () => server.call('GET', ME, { key: null })],
    [401, () => server.call('GET', ME, { token: 'x' })],
    [404, () => server.call('GET', '/client/v1.0/nothing', { key: null })],
    [404, () => ann.call('GET', `${MY_THREADS}/999`)],
    [400, () => ann.call('GET', `${MY_THREADS}?limit=0`)],
    [400, () => ann.call('POST', MY_THREADS, { body: '{' })],
    [405, () => ann.call('DELETE', ME)],
    [413, () => ann.call('POST', MY_THREADS, { body: ' '.repeat(1024 * 1024 + 1) })],
    [415, () => ann.call('POST', MY_THREADS, { body: 'x', headers: { 'content-type': 'image/png' } })],
  ])('lets pages read refusals: %i', async (status, ask) => {
    const answer = await ask();
    expect([answer.status, corsOf(answer)]).toEqual([status, READABLE]);
  });

  test('lets pages read a rate limit and when to retry', async () => {
    const own = await startTestServer({ PALAVER_CLIENT_RATE_LIMIT_READS: '1' });
    onTestFinished(own.close);
    await own.users(1);
    const user = await signIn(own, 'user1');
    const limited = await until(async () => {
      const answer = await user.call('GET', ME, { headers: { origin: ORIGIN } });
      return answer.status === 429 ? answer : undefined;
    });
    expect(corsOf(limited)).toEqual(READABLE);
    expect(limited.headers['retry-after']).toBe('1');
  });

  test('lets pages read that the database is unavailable', async () => {
    const own = await startTestServer();
    onTestFinished(own.close);
    await own.users(1);
    const user = await signIn(own, 'user1');
    const admin = await connect(inject('connection'));
    const { database } = own.database.connection;
    await admin.query(`alter database ${database} allow_connections false`);
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
      database,
    ]);
    const answer = await user.call('GET', ME, { headers: { origin: ORIGIN } });
    expect([answer.status, corsOf(answer)]).toEqual([503, READABLE]);
    expect(answer.headers['retry-after']).toBe('1');
  });
});

test('any page may load sticker files', async () => {
  const { statusCode, headers } = await server.app.inject({ url: sticker, headers: { origin: ORIGIN } });
  expect([statusCode, corsOf({ headers })]).toEqual([200, READABLE]);
  expect((await preflight(sticker, 'GET')).statusCode).toBe(204);
  const missing = await server.app.inject({ url: `${sticker}x`, headers: { origin: ORIGIN } });
  expect([missing.statusCode, corsOf(missing)]).toEqual([404, READABLE]);
});

describe('requests with an API key are closed to pages', () => {
  test.each([
    [THREADS, 'GET', 'M40500'],
    [MESSAGES, 'POST', 'M40500'],
    [userUrl('user1'), 'PUT', 'M40500'],
    [`${userUrl('user1')}/token`, 'POST', 'M40500'],
    [PACKS, 'POST', 'M40500'],
    ['/nothing', 'GET', 'M40406'],
    ['/', 'GET', 'M40500'],
    ['/client', 'GET', 'M40406'],
    ['/clientele/v1.0/me', 'GET', 'M40406'],
    ['//client/v1.0/me', 'GET', 'M40406'],
    ['/CLIENT/v1.0/me', 'GET', 'M40406'],
  ])('%s', async (url, method, code) => {
    const asked = await preflight(url, method);
    const { message_code, request_id } = asked.json<{ message_code: string; request_id: string }>();
    expect([message_code, corsOf(asked)]).toEqual([code, {}]);
    expect(request_id).toBe(asked.headers['x-request-id']);
    const answer = await server.app.inject({
      method: method as 'GET',
      url,
      headers: { origin: ORIGIN, 'x-api-key': server.key },
    });
    expect(corsOf(answer)).toEqual({});
  });
});

describe('PALAVER_CORS_ORIGINS', () => {
  test('limits access to the configured origins', async () => {
    const own = await startTestServer({ PALAVER_CORS_ORIGINS: `${ORIGIN}, https://other.example` });
    onTestFinished(own.close);
    await own.users(1);
    const user = await signIn(own, 'user1');
    for (const origin of [ORIGIN, 'https://other.example']) {
      expect(corsOf(await user.call('GET', ME, { headers: { origin } }))).toEqual({
        ...READABLE,
        'access-control-allow-origin': origin,
      });
      const asked = await preflight(ME, 'GET', { origin }, own);
      expect(asked.headers['access-control-allow-origin']).toBe(origin);
      // A cache must not give one origin's response to another.
      expect(String(asked.headers.vary).toLowerCase()).toContain('origin');
    }
    for (const origin of [
      'https://evil.example',
      `${ORIGIN}.evil.example`,
      'http://app.example.com',
      'null',
    ]) {
      const answer = await user.call('GET', ME, { headers: { origin } });
      // CORS is no access control: clients that are no browsers may still ask.
      expect(answer.status).toBe(200);
      expect(corsOf(answer)['access-control-allow-origin']).toBeUndefined();
      const asked = await preflight(ME, 'GET', { origin }, own);
      expect(asked.headers['access-control-allow-origin']).toBeUndefined();
    }
  });
});

test('behaves the same over a real connection', async () => {
  const url = await server.app.listen({ host: '127.0.0.1', port: 0 });
  const asked = await fetch(`${url}${MY_THREADS}`, {
    method: 'OPTIONS',
    headers: { origin: ORIGIN, 'access-control-request-method': 'POST' },
  });
  expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
  const answer = await fetch(`${url}${ME}`, {
    headers: { origin: ORIGIN, authorization: `Bearer ${ann.token}` },
  });
  expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
});
