import { crc32 } from 'node:zlib';
import type { TenantId } from '@palaver/protocol/ids';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { KeyAuthenticator } from '../../src/domain/operations/apps/authenticate-key.ts';
import { revokeKey } from '../../src/domain/records/api-keys.ts';
import { SCOPES, type Scope } from '../../src/domain/rules/scopes.ts';
import { ROUTES, type Route } from '../../src/http/routes.ts';
import { createLog } from '../../src/platform/log.ts';
import { Database, DatabaseUnavailableError } from '../../src/storage/database.ts';
import { expectRefused, fingerprint, publicIdOf, THREADS, userUrl } from '../harness/api.ts';
import type { Answer, CallOptions } from '../harness/calls.ts';
import { inParallel } from '../harness/in-parallel.ts';
import { exhaust, expectFullLimit, usedUp } from '../harness/rate-limits.ts';
import { startTestServer, type TestServer } from '../harness/test-server.ts';
import { useServer } from '../harness/use-server.ts';
import { periodPasses } from '../harness/waits.ts';

const server = await useServer();
const keys: Record<string, string> = {};
beforeAll(async () => {
  await server.database.sql(`insert into applications (id, name) values ('other', 'Other')`);
  keys.other = await server.createKey({ appId: 'other' });
  keys.bound = await server.createKey({ tenantId: 'home' as TenantId });
  keys.expired = await server.createKey({ expiresAt: new Date(Date.now() - 1) });
  keys.revoked = await server.createKey();
  await revokeKey(server.db, publicIdOf(keys.revoked));
  for (const scope of SCOPES) keys[scope] = await server.createKey({ scopes: [scope] });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** A well-formed key with a valid checksum that this installation did not issue. */
function withChecksum(unchecked: string): string {
  let rest = crc32(unchecked);
  let checksum = '';
  for (let digit = 0; digit < 6; digit += 1) {
    checksum = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'.charAt(rest % 62) + checksum;
    rest = Math.floor(rest / 62);
  }
  return `${unchecked}_${checksum}`;
}

/** A database that cannot be reached. */
function unreachable(): Database {
  const connection = { host: '127.0.0.1', port: 9, user: 'nobody', database: 'none' };
  const db = new Database(connection, { poolSize: 1, log: createLog('silent') });
  onTestFinished(() => db.close());
  return db;
}

const requestsOf = (routes: readonly Route[]) =>
  routes.map(({ method, url, endpoint }) => ({
    method,
    headers: endpoint.files === undefined ? {} : { 'content-type': 'multipart/form-data; boundary=x' },
    route: `${method} ${url}`,
    url: url.replaceAll(/:\w+/g, '1'),
  }));
const REQUESTS = requestsOf(ROUTES.filter(({ endpoint }) => endpoint.access !== 'token'));
const CLIENT_REQUESTS = requestsOf(ROUTES.filter(({ endpoint }) => endpoint.access === 'token'));

describe('every back-end route requires an API key', () => {
  const wrongSecret = () => `${server.key.slice(0, -1)}${server.key.endsWith('0') ? '1' : '0'}`;

  test.each(REQUESTS)('$route', async ({ method, url, headers }) => {
    await expectNobodyLetIn(method, url, headers, [
      [{ key: null }, 'M40101'],
      [{ token: 'x' }, 'M40101'],
      [{ key: '' }, 'M40101'],
      [{ key: 'secret' }, 'M40102'],
      [{ key: wrongSecret() }, 'M40102'],
      [{ key: withChecksum(`plv_live_unknown0000_${'x'.repeat(43)}`) }, 'M40102'],
      [{ key: `pk_live_unknown0000_${'x'.repeat(43)}` }, 'M40102'],
      [{ key: keys.revoked ?? '' }, 'M40103'],
      [{ key: keys.expired ?? '' }, 'M40103'],
      [{ key: keys.other ?? '', headers: { host: 'test.localhost' } }, 'M40104'],
      [{ key: keys.bound ?? '', tenant: 'away' }, 'M40302'],
      [{ tenant: '' }, 'M40003 X-Tenant-Id'],
    ]);
  });
});

/** Fails unless the request gets this refusal (code and fields) with each of these credentials, and writes nothing. */
async function expectNobodyLetIn(
  method: string,
  url: string,
  headers: Record<string, string>,
  credentials: readonly (readonly [CallOptions, string])[],
): Promise<void> {
  const before = await fingerprint(server);
  const answers = credentials.map(async ([options]) => {
    // The body is invalid JSON: a request that gets as far as the body was let in.
    const all = { ...headers, ...options.headers };
    const { body } = await server.call(method, url, { body: '{', ...options, headers: all });
    return [body.message_code, ...(body.errors ?? []).map(({ field }) => field)].join(' ');
  });
  expect(await Promise.all(answers)).toEqual(credentials.map(([, answer]) => answer));
  expect(await fingerprint(server)).toEqual(before);
}

describe('every client route requires a token', () => {
  let valid: string;
  let foreign: string;
  let expired: string;
  let revoked: string;
  beforeAll(async () => {
    const other = { key: keys.other ?? '' };
    const tokenOf = async (userId: string, options: CallOptions = {}) => {
      await server.ok('PUT', userUrl(userId), { ...options, body: {} });
      return server.token(userId, options);
    };
    valid = await tokenOf('signed-in');
    foreign = await tokenOf('signed-in', other);
    revoked = await tokenOf('signed-out');
    await server.ok('DELETE', `${userUrl('signed-out')}/tokens`);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 120 * 60_000 });
    expired = await tokenOf('signed-in');
    vi.useRealTimers();
  });

  test.each(CLIENT_REQUESTS)('$route', async ({ method, url, headers }) => {
    const twice = [`Bearer ${valid}`, `Bearer ${valid}`] as unknown as string;
    await expectNobodyLetIn(method, url, headers, [
      [{ key: null }, 'M40111'],
      [{ key: server.key }, 'M40111'],
      [{ token: '' }, 'M40111'],
      [{ token: server.key }, 'M40111'],
      [{ token: `${valid}x` }, 'M40111'],
      [{ token: `${valid} ${valid}` }, 'M40111'],
      [{ headers: { authorization: valid } }, 'M40111'],
      [{ headers: { authorization: `Basic ${valid}` } }, 'M40111'],
      [{ headers: { authorization: twice } }, 'M40003 Authorization'],
      [{ token: revoked }, 'M40111'],
      [{ token: expired }, 'M40112'],
      [{ token: foreign, headers: { host: 'test.localhost' } }, 'M40111'],
      [{ token: valid, headers: { host: 'other.localhost' } }, 'M40111'],
    ]);
    const { body } = await server.call(method, url, { token: valid, body: '{' });
    expect(body.message_code).not.toMatch(/^M401/);
  });
});

describe('every back-end route requires a scope', () => {
  function neededScope(route: string): Scope {
    if (route.startsWith('GET ')) return 'read';
    // A token allows whatever its user may do.
    if (route.endsWith('/token')) return 'tokens:write';
    if (/\/messages(\/|$)/.test(route) || route.includes('/file/v1.0/')) return 'messages:write';
    if (route.includes('/sticker/v1.0/')) return 'stickers:write';
    return route.includes('/user/v1.0/') ? 'users:write' : 'full';
  }

  test.each(REQUESTS)('$route', async ({ method, route, url, headers }) => {
    const codes = SCOPES.map(async (scope) => {
      const { body } = await server.call(method, url, { key: keys[scope] ?? '', body: '{', headers });
      return body.message_code;
    });
    const answered = await Promise.all(codes);
    const allowed = SCOPES.filter((_, index) => answered[index] !== 'M40301');
    expect(allowed).toEqual(SCOPES.filter((scope) => scope === 'full' || scope === neededScope(route)));
  });

  test('a key may have several scopes', async () => {
    const key = await server.createKey({ scopes: ['read', 'users:write'] });
    await server.ok('PUT', userUrl('scoped'), { key, body: {} });
    await server.ok('GET', userUrl('scoped'), { key });
    await expectRefused(server, ['POST', THREADS, { key, body: {} }], 'M40301');
  });
});

describe('an API key', () => {
  const minute = 60_000;
  /** Moves the clock of the key cache forward. */
  const skip = (ms: number) => {
    const now = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => now() + ms);
  };

  test('stops working within 5 seconds of its revocation', async () => {
    const key = await server.createKey();
    await server.ok('GET', THREADS, { key });
    expect(await revokeKey(server.db, publicIdOf(key))).toBe(true);
    skip(5_000);
    await expectRefused(server, ['GET', THREADS, { key }], 'M40103');
  });

  test('still works after it is looked up again', async () => {
    const key = await server.createKey({ expiresAt: new Date(Date.now() + minute) });
    await server.ok('GET', THREADS, { key });
    skip(5_000);
    await server.ok('GET', THREADS, { key });
  });

  test('expires at its time', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const expiresAt = new Date(Date.now() + minute);
    const key = await server.createKey({ expiresAt });
    vi.setSystemTime(expiresAt.getTime() - 1);
    await server.ok('GET', THREADS, { key });
    vi.setSystemTime(expiresAt);
    await expectRefused(server, ['GET', THREADS, { key }], 'M40103');
  });

  test('works independently of other keys', async () => {
    const [one, two] = [await server.createKey(), await server.createKey()];
    await revokeKey(server.db, publicIdOf(one));
    await expectRefused(server, ['GET', THREADS, { key: one }], 'M40103');
    await server.ok('GET', THREADS, { key: two });
  });

  test('is stored as a hash, with the time of its last use', async () => {
    const key = await server.createKey();
    await server.ok('GET', THREADS, { key });
    const read = async () => {
      const [row] = await server.database.sql<{ row: string; last_used_at: Date | null }>(
        'select k::text as row, last_used_at from api_keys k where id = $1',
        [publicIdOf(key)],
      );
      return row;
    };
    await expect.poll(async () => (await read())?.last_used_at).toBeInstanceOf(Date);
    expect((await read())?.row).not.toContain(key.split('_')[3]);
  });

  test('can be recognised offline by its prefix and checksum', () => {
    const [, body = '', checksum = ''] =
      /^(plv_live_[0-9A-Za-z]{13}_[0-9A-Za-z]{43})_([0-9A-Za-z]{6})$/.exec(server.key) ?? [];
    const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
    expect(Array.from(checksum).reduce((sum, digit) => sum * 62 + digits.indexOf(digit), 0)).toBe(
      crc32(body),
    );
  });

  test('with one wrong character is refused without a database query', async () => {
    const authenticator = new KeyAuthenticator(unreachable());
    for (let at = 0; at < server.key.length; at += 1) {
      const wrong = `${server.key.slice(0, at)}${server.key[at] === 'x' ? 'y' : 'x'}${server.key.slice(at + 1)}`;
      await expect(authenticator.authenticate(wrong), wrong).rejects.toMatchObject({ code: 'M40102' });
    }
    for (const wrong of [server.key.slice(0, -1), `${server.key}0`, server.key.toLowerCase()])
      await expect(authenticator.authenticate(wrong), wrong).rejects.toMatchObject({ code: 'M40102' });
    // The right key is looked up.
    await expect(authenticator.authenticate(server.key)).rejects.toThrow(DatabaseUnavailableError);
  });

  test("with another secret's checksum is unknown", async () => {
    const wrong = withChecksum(`${server.key.slice(0, -8)}${server.key.at(-8) === '0' ? '1' : '0'}`);
    await expectRefused(server, ['GET', THREADS, { key: wrong }], 'M40102');
  });

  test('in the old format still works, and can be revoked', async () => {
    const former = `pk_live_formerKey0000_${'s'.repeat(43)}`;
    await server.database.sql(
      `insert into api_keys (id, app_id, name, secret_hash, scopes)
         values ('formerKey0000', 'test', '', sha256($1::text::bytea), '{full}')`,
      [former],
    );
    await server.ok('GET', THREADS, { key: former });
    await expectRefused(server, ['GET', THREADS, { key: `${former.slice(0, -1)}t` }], 'M40102');
    await revokeKey(server.db, 'formerKey0000');
    await expect
      .poll(async () => (await server.call('GET', THREADS, { key: former })).body.message_code)
      .toBe('M40103');
  });

  test.each([
    ' x',
    withChecksum(`plv_live_${'a'.repeat(9)}_${'b'.repeat(42)}`),
    withChecksum(`plv_live_${'a'.repeat(33)}_${'b'.repeat(43)}`),
    withChecksum(`plv_test_aaaaaaaaa_${'b'.repeat(43)}`),
    withChecksum(`plv_live_' or 1=1 --_${'b'.repeat(43)}`),
    `pk_live_${'a'.repeat(9)}_${'b'.repeat(42)}`,
    `pk_live_${'a'.repeat(33)}_${'b'.repeat(43)}`,
    `pk_test_aaaaaaaaa_${'b'.repeat(43)}`,
    `pk_live_' or 1=1 --_${'b'.repeat(43)}`,
    'é',
    'x'.repeat(8_000),
  ])('that is malformed is unknown: %j', async (key) => {
    await expectRefused(server, ['GET', THREADS, { key }], 'M40102');
  });
});

describe('rate limits', () => {
  let limited: TestServer;
  beforeAll(async () => {
    limited = await startTestServer({ PALAVER_RATE_LIMIT_READS: '3', PALAVER_RATE_LIMIT_WRITES: '2' });
  });
  afterAll(() => limited.close());

  test('refuse requests beyond them, per key and kind, and say when to retry', async () => {
    const key = await limited.createKey();
    const other = await limited.createKey();
    const read = (by: string) => limited.call('GET', THREADS, { key: by });
    const reads = await exhaust(3, () => read(key));
    expectFullLimit(await read(other));
    const write = () => limited.call('PUT', userUrl('u'), { key, body: {} });
    const writes = await exhaust(2, write);
    for (const [answers, limit] of [
      [reads, 3],
      [writes, 2],
    ] as const) {
      for (const { status, body, headers } of answers) {
        if (status === 429) expect([body.message_code, headers]).toMatchObject(['M42900', usedUp(limit)]);
        else expect(headers).not.toHaveProperty('retry-after');
      }
    }
    await periodPasses(1_000);
    expectFullLimit(await read(key));
  });

  test('are checked after the key and its scope, and before the fields', async () => {
    const key = await limited.createKey({ scopes: ['users:write'] });
    const codes = (answers: readonly Answer[]) => new Set(answers.map(({ body }) => body.message_code));
    const foreign = await inParallel(10, () => limited.call('GET', THREADS, { key }));
    expect(codes(foreign)).toEqual(new Set(['M40301']));
    const malformed = await exhaust(2, () => limited.call('PUT', userUrl('u'), { key, body: '{' }));
    expect(codes(malformed)).toEqual(new Set(['M40001', 'M42900']));
  });

  test('are off unless configured', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => server.call('GET', THREADS)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(answers[0]?.headers).not.toHaveProperty('ratelimit-limit');
  });
});
