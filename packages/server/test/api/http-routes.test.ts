import { ERRORS } from '@palaver/protocol/errors';
import { beforeAll, describe, expect, test } from 'vitest';
import { ROUTES } from '../../src/http/routes.ts';
import { type RawResponse, rawRequest } from '../harness/raw-http.ts';
import { useServer } from '../harness/use-server.ts';

/** Routing of addresses and methods, with raw paths that no client normalises. */

const THREADS = '/open-api/v1.0/chat/threads';

const server = await useServer();
let port: number;
beforeAll(async () => {
  port = Number(new URL(await server.app.listen({ host: '127.0.0.1', port: 0 })).port);
  await server.users(2);
});

async function ask(
  method: string,
  target: string,
  headers: readonly string[] = [],
  body = '',
): Promise<RawResponse> {
  const lines = [
    `${method} ${target} HTTP/1.1`,
    'host: 127.0.0.1',
    `x-api-key: ${server.key}`,
    `content-length: ${Buffer.byteLength(body)}`,
    ...headers,
  ];
  return rawRequest(port, `${lines.join('\r\n')}\r\n\r\n${body}`, { toHead: method === 'HEAD' });
}

async function codeOf(...args: Parameters<typeof ask>): Promise<string> {
  const { status, json } = await ask(...args);
  expect(status).toBe(ERRORS[json.message_code as keyof typeof ERRORS]?.status ?? 200);
  return json.message_code;
}

const SYSTEM = ['/health/live', '/health/ready', '/openapi.json', '/docs', '/docs/scalar.js', '/metrics'];
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'];

/** Every address, with values for its parameters, and its methods. */
const ADDRESSES = [...Map.groupBy(ROUTES, ({ url }) => url.replaceAll(/:\w+/g, '1')).entries()].map(
  ([url, routes]) => [url, routes.map(({ method }): string => method)] as const,
);

describe('methods', () => {
  test.each<readonly [string, string[]]>([
    ...ADDRESSES,
    ...SYSTEM.map((url) => [url, ['GET']] as [string, string[]]),
  ])('%s accepts only its methods: M40500 with Allow for every other', async (url, methods) => {
    // Browsers send OPTIONS before cross-origin requests to these addresses.
    const others = url.startsWith('/client/') ? METHODS.filter((name) => name !== 'OPTIONS') : METHODS;
    for (const method of others.filter((name) => !methods.includes(name))) {
      const response = await ask(method, `${url}?a=b`);
      expect([method, response.status]).toEqual([method, 405]);
      expect(new Set(response.headers.allow?.split(', '))).toEqual(new Set(methods));
      // The response to a HEAD has the headers of a body, but no body.
      expect(response.json?.message_code).toBe(method === 'HEAD' ? undefined : 'M40500');
    }
  });

  test('OPTIONS on the client API needs no token; other addresses tell other origins nothing', async () => {
    const preflight = ['origin: https://a.example', 'access-control-request-method: PUT'];
    for (const [url, methods] of ADDRESSES) {
      const { status, headers } = await ask('OPTIONS', url, preflight);
      const isForPages = url.startsWith('/client/');
      const allowed = headers['access-control-allow-methods']?.split(', ');
      expect([url, status]).toEqual([url, isForPages ? 204 : 405]);
      expect(isForPages ? methods.filter((name) => !allowed?.includes(name)) : (allowed ?? [])).toEqual([]);
      expect(headers).not.toHaveProperty('access-control-allow-credentials');
    }
  });

  test('OPTIONS needs no key and reads no body', async () => {
    const response = await rawRequest(port, `DELETE ${THREADS} HTTP/1.1\r\nhost: a\r\n\r\n`);
    expect([response.status, response.json.message_code]).toEqual([405, 'M40500']);
  });

  test('OPTIONS * and CONNECT are refused', async () => {
    expect(await codeOf('OPTIONS', '*')).toBe('M40406');
    expect(await codeOf('GET', `http://a.example${THREADS}`)).toMatch(/^M(200|40406)$/);
  });
});

describe('addresses', () => {
  test.each([
    '//',
    '/nowhere',
    '/open-api',
    '/open-api/v1.0/chat',
    '/open-api/v1.1/chat/threads',
    '/OPEN-API/v1.0/chat/threads',
    '/open-api/v1.0/chat//threads',
    '//open-api/v1.0/chat/threads',
    '/open-api/v1.0/chat/threads/1/',
    '/open-api/v1.0/chat/threads/1/member',
    '/open-api/v1.0/chat/threads/1/messages/2/pin/',
    '/user/v1.0/user',
    '/user/v1.0/user/1/2',
    '/user/v1.0/users/',
    '/health/live/',
    '/health/live;a=b',
    '/health',
    '/docs/',
    '/docs/other.js',
    '/docs/../openapi.json',
    '/docs/%2e%2e/openapi.json',
    '/docs/scalar.js%00',
    '/openapi.json%20',
    '/open-api/v1.0/chat/threads;a',
    '/open-api%2Fv1.0/chat/threads',
  ])('%s is M40406, whatever the method', async (path) => {
    for (const method of ['GET', 'POST', 'PATCH', 'OPTIONS']) {
      expect([method, await codeOf(method, path)]).toEqual([method, 'M40406']);
    }
    expect((await ask('HEAD', path)).status).toBe(404);
  });

  test.each(['%zz', '%', '%2', '%f', '%c3', '%ff', '%c0%af', '%ed%a0%80', 'a%zzb'])(
    '/user/v1.0/user/%s is malformed: M40000',
    async (segment) => {
      for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS']) {
        const response = await ask(method, `/user/v1.0/user/${segment}`);
        expect([method, response.status, response.json.message_code]).toEqual([method, 400, 'M40000']);
        expect(response.json.request_id).toBe(response.headers['x-request-id']);
      }
    },
  );

  test('a trailing slash after a list is reported as an empty id', async () => {
    for (const [path, field] of [
      [`${THREADS}/`, 'thread_id'],
      ['/user/v1.0/user/', 'user_id'],
      ['/bot/v1.0/bot/', 'bot_id'],
    ]) {
      const { json } = await ask('GET', path ?? '');
      expect([json.message_code, json.errors[0].field]).toEqual(['M40002', field]);
    }
  });

  test.each([
    ['%00', 'M40003'],
    ['a%00b', 'M40003'],
    ['%0d%0aset-cookie:%20a', 'M40003'],
    ['%20user1', 'M40003'],
    ['user1%20', 'M40003'],
    ['%e2%80%8b', 'M40003'],
    ['%e2%80%ae', 'M40003'],
    ['a'.repeat(256), 'M40004'],
    ['a'.repeat(8 * 1024), 'M40004'],
    ['%c3%a4'.repeat(128), 'M40004'],
    ['a'.repeat(255), 'M40402'],
    ['%2F', 'M40402'],
    ['%2f..%2f', 'M40402'],
    ['%2e%2e', 'M40003'],
    ['%2E', 'M40003'],
    ['..', 'M40003'],
    ['.', 'M40003'],
    ['...', 'M40402'],
    ['%252F', 'M40402'],
    ['%2500', 'M40402'],
    ["'; drop table users; --".replaceAll(' ', '%20'), 'M40402'],
    ['__proto__', 'M40402'],
    ['constructor', 'M40402'],
    ['*', 'M40402'],
    [':user_id', 'M40402'],
    ['%C3%A4%F0%9F%98%80', 'M40402'],
  ])('/user/v1.0/user/%s is %s', async (segment, code) => {
    expect(await codeOf('GET', `/user/v1.0/user/${segment}`)).toBe(code);
  });

  test.each([
    ['slash%2Fed', 'slash/ed'],
    ['%252F', '%2F'],
    ['%25zz', '%zz'],
    ['a+b', 'a+b'],
    ['a%3Fb%23c', 'a?b#c'],
    ['semi;colon', 'semi;colon'],
    ['%C3%A4%F0%9F%98%80', 'ä😀'],
    ['e%CC%81', 'e\u0301'],
    ['%C3%A9', '\u00e9'],
  ])('a user put at %s has the id %s and is found there', async (segment, userId) => {
    const put = await ask('PUT', `/user/v1.0/user/${segment}`, ['content-type: application/json'], '{}');
    expect(put.json.data.user_id).toBe(userId);
    const found = await ask('GET', `/user/v1.0/user/${segment}`);
    expect(found.json.data).toEqual(put.json.data);
  });

  test.each([
    ['0', 'M40003'],
    ['-1', 'M40003'],
    ['1e2', 'M40003'],
    ['0x10', 'M40003'],
    ['%2B1', 'M40003'],
    ['1%20', 'M40003'],
    ['user1', 'M40003'],
    ['%EF%BC%91', 'M40003'],
    ['9223372036854775808', 'M40003'],
    ['9'.repeat(8 * 1024), 'M40003'],
    ['%00', 'M40003'],
    ['9223372036854775807', 'M40401'],
    ['007', 'M40401'],
  ])('a thread %s is %s', async (segment, code) => {
    expect(await codeOf('GET', `${THREADS}/${segment}`)).toBe(code);
    expect(await codeOf('GET', `${THREADS}/${segment}/members`)).toBe(code);
  });

  test('a fragment is cut off, and any query is accepted', async () => {
    expect(await codeOf('GET', `${THREADS}?limit=5#fragment`)).toMatch(/^M(200|40010)$/);
    expect(await codeOf('GET', `${THREADS}?%zz=%zz&&&=&a`)).toBe('M200');
    expect(await codeOf('GET', `${THREADS}?__proto__=1&constructor=2&limit=5`)).toBe('M200');
    expect(await codeOf('GET', `${THREADS}?`)).toBe('M200');
  });
});

describe('response headers', () => {
  const PATHS = [
    ['GET', THREADS, 200],
    ['GET', `${THREADS}?limit=0`, 400],
    ['GET', `${THREADS}/9`, 404],
    ['GET', '/nowhere', 404],
    ['DELETE', THREADS, 405],
    ['GET', '/user/v1.0/user/%zz', 400],
    ['GET', '/health/live', 200],
    ['GET', '/health/ready', 200],
    ['GET', '/openapi.json', 200],
    ['GET', '/metrics', 200],
    ['GET', '/docs', 200],
    ['GET', '/docs/scalar.js', 200],
    ['HEAD', THREADS, 405],
  ] as const;

  test.each(PATHS)('%s %s: nosniff, no-store, one request id', async (method, path, status) => {
    const response = await ask(method, path);
    expect(response.status).toBe(status);
    expect(response.headers['x-content-type-options']).toBe('nosniff');
    const mayBeStored = path === '/docs/scalar.js';
    expect(response.headers['cache-control']).toBe(mayBeStored ? 'public, max-age=3600' : 'no-store');
    expect(response.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(response.headers).not.toHaveProperty('x-powered-by');
    expect(response.headers).not.toHaveProperty('server');
    expect(response.headers).not.toHaveProperty('access-control-allow-origin');
  });

  test.each(PATHS)("%s %s: the caller's request id is returned", async (method, path) => {
    const response = await ask(method, path, ['x-request-id: Caller-1/2:3']);
    expect(response.headers['x-request-id']).toBe('Caller-1/2:3');
    if (response.json?.message_code !== undefined && response.status !== 200) {
      expect(response.json.request_id).toBe('Caller-1/2:3');
    }
  });

  test.each([
    ['with a space', ['x-request-id: a b']],
    ['empty', ['x-request-id:']],
    ['too long', [`x-request-id: ${'a'.repeat(129)}`]],
    ['not ASCII', ['x-request-id: \xe4']],
    ['with a tab', ['x-request-id: a\tb']],
    ['twice', ['x-request-id: a', 'x-request-id: b']],
  ])('a malformed request id (%s) is replaced', async (_what, headers) => {
    const first = await ask('GET', '/nowhere', headers);
    const second = await ask('GET', '/nowhere', headers);
    for (const { headers: answered, json } of [first, second]) {
      expect(answered['x-request-id']).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
      expect(json.request_id).toBe(answered['x-request-id']);
    }
    expect(first.json.request_id).not.toBe(second.json.request_id);
  });

  test('a request id of 128 characters is the longest', async () => {
    const longest = 'a'.repeat(128);
    expect((await ask('GET', THREADS, [`x-request-id: ${longest}`])).headers['x-request-id']).toBe(longest);
  });
});

describe('headers that identify the caller', () => {
  const bare = (headers: readonly string[]) =>
    rawRequest(port, `${[`GET ${THREADS} HTTP/1.1`, 'host: a', ...headers].join('\r\n')}\r\n\r\n`);

  test.each([
    ['X-Api-Key', () => [`x-api-key: ${server.key}`, `x-api-key: ${server.key}`]],
    ['X-Api-Key', () => [`X-API-KEY: ${server.key}`, 'x-api-key: other']],
    ['X-Tenant-Id', () => [`x-api-key: ${server.key}`, 'x-tenant-id: a', 'X-Tenant-Id: a']],
    ['X-Tenant-Id', () => [`x-api-key: ${server.key}`, 'x-tenant-id: a', 'x-tenant-id:']],
  ])('%s given twice is M40003', async (field, headers) => {
    const { json } = await bare(headers());
    expect([json.message_code, json.errors[0].field]).toEqual(['M40003', field]);
  });

  test.each([
    ['x-tenant-id:', 'empty'],
    ['x-tenant-id: \xff\xfe', 'not UTF-8'],
    ['x-tenant-id: \xed\xa0\x80', 'a lone surrogate'],
    ['x-tenant-id: \xe2\x80\x8b', 'a zero-width space'],
    [`x-tenant-id: ${'a'.repeat(256)}`, 'too long'],
    ['x-tenant-id: a\tb', 'a control character'],
  ])('an invalid tenant (%s) is M40003', async (header) => {
    const { json } = await bare([`x-api-key: ${server.key}`, header]);
    expect([json.message_code, json.errors?.[0].field]).toEqual(['M40003', 'X-Tenant-Id']);
  });

  test('a tenant is read as UTF-8', async () => {
    const tenant = 'x-tenant-id: \xc3\xa4\xf0\x9f\x98\x80';
    expect(await codeOf('PUT', '/user/v1.0/user/in-utf8', [tenant, 'content-type: a/json+json'], '{}')).toBe(
      'M41500',
    );
    expect(await codeOf('PUT', '/user/v1.0/user/in-utf8', [tenant], '{}')).toBe('M200');
    expect(await codeOf('GET', '/user/v1.0/user/in-utf8', [tenant])).toBe('M200');
    expect(await codeOf('GET', '/user/v1.0/user/in-utf8')).toBe('M40402');
  });

  test.each([
    ['no key', [], 'M40101'],
    ['an empty key', ['x-api-key:'], 'M40101'],
    ['garbage', ['x-api-key: garbage'], 'M40102'],
    ['not ASCII', ['x-api-key: \xff'], 'M40102'],
    ['a huge key', [`x-api-key: plv_live_a_${'a'.repeat(8_000)}`], 'M40102'],
    ['a key in another header', ['authorization: Bearer x'], 'M40101'],
  ])('%s is refused', async (_what, headers, code) => {
    expect((await bare(headers)).json.message_code).toBe(code);
  });

  test('any host that names no other application is accepted', async () => {
    await server.database.sql("insert into applications (id, name) values ('elsewhere', 'Elsewhere')");
    const withHost = (host: string) =>
      rawRequest(port, `GET ${THREADS} HTTP/1.1\r\nhost: ${host}\r\nx-api-key: ${server.key}\r\n\r\n`);
    for (const host of [
      '',
      'a',
      '[::1]:80',
      'test.localhost:7700',
      'nobody.localhost',
      'a b',
      '\xff',
      '::::',
    ]) {
      expect([host, (await withHost(host)).json.message_code]).toEqual([host, 'M200']);
    }
    for (const host of ['elsewhere.localhost', 'ELSEWHERE.localhost.', 'elsewhere.LOCALHOST:7700']) {
      expect([host, (await withHost(host)).json.message_code]).toEqual([host, 'M40104']);
    }
  });
});
