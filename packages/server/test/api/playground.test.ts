import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { PLAYGROUND_TOKEN_HEADER as TOKEN } from '../../src/http/playground/playground.ts';
import { MESSAGES } from '../harness/api.ts';
import { rawRequest } from '../harness/raw-http.ts';
import { startTestServer } from '../harness/test-server.ts';
import { until } from '../harness/until.ts';
import { useServer } from '../harness/use-server.ts';

const server = await useServer({ PALAVER_PLAYGROUND: '1' });
beforeAll(async () => {
  keepKey(server.key);
});

const keepKey = (key: string) => writeFileSync(join(server.dataDir, 'api-key'), `${key}\n`);

interface Asked {
  body?: unknown;
  /** `null` sends none. */
  token?: string | null;
  headers?: Record<string, string | string[]>;
  remoteAddress?: string;
}

/** The requests of the page. */
async function ask(
  path: string,
  { body = {}, token = server.playgroundToken, headers = {}, remoteAddress = '127.0.0.1' }: Asked = {},
) {
  const { statusCode, body: text } = await server.app.inject({
    method: 'POST',
    url: `/playground/${path}`,
    headers: { host: '127.0.0.1:7700', ...(token === null ? {} : { [TOKEN]: token }), ...headers },
    payload: JSON.stringify(body),
    remoteAddress,
  });
  return { status: statusCode, answer: JSON.parse(text) };
}

const shownCalls = (answer: { calls: { method: string; path: string; status: number }[] }) =>
  answer.calls.map(({ method, path, status }) => `${method} ${path} ${status}`);

test('signing in creates a missing user, and an existing user keeps their name', async () => {
  const first = await ask('sign-in', { body: { user_id: 'new/one', display_name: 'New' } });
  expect(first.status).toBe(200);
  expect(shownCalls(first.answer)).toEqual([
    'POST /user/v1.0/user/new%2Fone/token 404',
    'PUT /user/v1.0/user/new%2Fone 200',
    'POST /user/v1.0/user/new%2Fone/token 200',
  ]);
  const { token } = first.answer.data;
  expect(await server.ok('GET', '/client/v1.0/me', { token })).toMatchObject({ display_name: 'New' });
  const again = await ask('sign-in', { body: { user_id: 'new/one', display_name: 'Other', is_guest: true } });
  expect(shownCalls(again.answer)).toEqual(['POST /user/v1.0/user/new%2Fone/token 200']);
  expect(await server.ok('GET', '/client/v1.0/me', { token: again.answer.data.token })).toMatchObject({
    display_name: 'New',
    is_guest: false,
  });
  const guest = await ask('sign-in', { body: { user_id: 'guest-1', is_guest: true } });
  expect(await server.ok('GET', '/client/v1.0/me', { token: guest.answer.data.token })).toMatchObject({
    is_guest: true,
  });
});

test('Web Push is set up once', async () => {
  const path = '/notification/v1.0/provider/web_push';
  const first = await ask('web-push');
  expect(shownCalls(first.answer)).toEqual([`GET ${path} 404`, `PUT ${path} 200`, `GET ${path} 200`]);
  expect(first.answer.data).toMatchObject({ subject: 'mailto:playground@example.com' });
  const second = await ask('web-push');
  expect(shownCalls(second.answer)).toEqual([`GET ${path} 200`]);
  expect(second.answer.data.public_key).toBe(first.answer.data.public_key);
  expect(JSON.stringify(first.answer)).not.toContain('private_key');
});

test('the service worker is compressed, and asked for again', async () => {
  for (const encoding of ['identity', 'gzip', 'br']) {
    const { statusCode, headers } = await server.app.inject({
      method: 'GET',
      url: '/playground/notifications.js',
      headers: { 'accept-encoding': encoding },
    });
    expect([statusCode, headers['cache-control']]).toEqual([200, 'no-cache']);
    expect(headers['content-encoding']).toBe(encoding === 'identity' ? undefined : encoding);
  }
});

test('a bot sends a card that can be pressed, and its secret stays on the server', async () => {
  const token = await server.token((await server.users(1, 'guest'))[0] ?? '');
  const thread = await server.ok('POST', '/client/v1.0/threads', {
    token,
    body: { type: 'group', name: 'Cards' },
  });
  const first = await ask('card', { body: { thread_id: thread.id } });
  expect(shownCalls(first.answer)).toEqual([
    `POST ${MESSAGES} 404`,
    'POST /bot/v1.0/bot 200',
    `POST ${MESSAGES} 200`,
  ]);
  expect(JSON.stringify(first.answer)).not.toContain('whsec_');
  const second = await ask('card', { body: { thread_id: thread.id } });
  expect(shownCalls(second.answer)).toEqual([`POST ${MESSAGES} 200`]);
  const [card] = await server.ok('GET', `/client/v1.0/threads/${thread.id}/messages`, { token });
  expect(card).toMatchObject({ kind: 'promotion', sender: { type: 'bot', bot_id: 'playground-bot' } });
  const [{ promotion }] = card.body.metadata;
  expect(promotion.image_url).toBe('http://127.0.0.1:7700/playground/demo/hills.png');
  expect(promotion.buttons.map(({ action }: { action: { type: number } }) => action.type)).toEqual([2, 3, 1]);
  const press = `/client/v1.0/threads/${thread.id}/messages/${card.seq}/press`;
  const pressed = await server.ok('POST', press, { token, body: { button_index: 0 } });
  expect(pressed.body.text).toBe('A flat white');
});

test('a sticker pack with an animation can be uploaded', async () => {
  const jobs = await server.runJobs();
  try {
    const { answer } = await ask('sticker-pack');
    expect(answer.calls[0]).toMatchObject({
      path: '/sticker/v1.0/pack',
      form: { name: 'Moods', icon: '@icon.png', stickers: '@stickers.zip' },
    });
    const pack = await until(async () => {
      const one = await server.ok('GET', `/sticker/v1.0/pack/${answer.data.id}`);
      return one.status === 'uploaded' ? one : undefined;
    });
    expect(pack.stickers.map(({ kind }: { kind: string }) => kind)).toContain('json');
  } finally {
    await jobs.stop();
  }
});

test('errors of the API are passed on to the page', async () => {
  for (const [path, body, code] of [
    ['card', { thread_id: '99999' }, 'M40401'],
    ['card', {}, 'M40009'],
    ['card', [], 'M40009'],
    ['sign-in', {}, 'M40002'],
    ['sign-in', { user_id: '' }, 'M40002'],
    ['sign-in', { user_id: 'x'.repeat(300) }, 'M40004'],
    ['sign-in', { user_id: 'typed-wrong', display_name: 7 }, 'M40003'],
    ['sign-in', { user_id: 'typed-wrong', is_guest: 'yes' }, 'M40003'],
  ] as const) {
    const { status, answer } = await ask(path, { body });
    expect([path, body, answer.message_code]).toEqual([path, body, code]);
    expect(status).toBe(Number(code.slice(1, 4)));
  }
  const broken = await server.app.inject({
    method: 'POST',
    url: '/playground/sign-in',
    headers: { host: 'localhost', [TOKEN]: server.playgroundToken },
    payload: '{',
  });
  expect(JSON.parse(broken.body).message_code).toBe('M40001');
});

test('without a valid key in the data folder nobody can sign in', async () => {
  for (const [key, code] of [
    ['', 'M40101'],
    ['palaver_unknown', 'M40102'],
  ] as const) {
    keepKey(key);
    const { answer } = await ask('sign-in', { body: { user_id: 'ann' } });
    expect(answer.message_code).toBe(code);
  }
  keepKey(server.key);
});

test('no response contains the key', async () => {
  const answers = await Promise.all(
    ['sign-in', 'card', 'sticker-pack'].map((path) => ask(path, { body: { user_id: 'ann' } })),
  );
  expect(JSON.stringify(answers)).not.toContain(server.key);
});

test('without the secret of the address nobody can sign in, however valid the request', async () => {
  const { playgroundToken: token } = server;
  const body = { user_id: 'intruder' };
  const asked: Asked[] = [
    { token: null },
    { token: '' },
    { token: 'x'.repeat(token.length) },
    { token: token.slice(0, -1) },
    { token: `${token}x` },
    { token: token.toLowerCase() },
    { token: null, headers: { [TOKEN]: [token, token] } },
    { token: null, headers: { authorization: `Bearer ${token}`, cookie: `token=${token}` } },
    { token: null, headers: { origin: 'http://127.0.0.1:7700' } },
  ];
  for (const path of ['sign-in', 'card', 'sticker-pack']) {
    for (const one of asked) {
      const { status, answer } = await ask(path, { ...one, body });
      expect([path, one, status, answer.message_code]).toEqual([path, one, 401, 'M40111']);
      expect(answer.calls).toBeUndefined();
    }
  }
  const inAddress = await server.app.inject({
    method: 'POST',
    url: `/playground/sign-in?token=${token}`,
    headers: { host: 'localhost' },
    payload: JSON.stringify(body),
  });
  expect(inAddress.json().message_code).toBe('M40111');
  expect((await server.call('GET', '/user/v1.0/user/intruder')).body.message_code).toBe('M40402');
});

test('the secret is long, new at each start, and in no response', async () => {
  const other = await startTestServer({ PALAVER_PLAYGROUND: '1' });
  expect(Buffer.from(server.playgroundToken, 'base64url')).toHaveLength(32);
  expect(other.playgroundToken).not.toBe(server.playgroundToken);
  const { statusCode } = await other.app.inject({
    method: 'POST',
    url: '/playground/sign-in',
    headers: { host: 'localhost', [TOKEN]: server.playgroundToken },
    payload: '{"user_id": "ann"}',
  });
  expect(statusCode).toBe(401);
  const page = await server.app.inject('/playground/');
  const { answer } = await ask('sign-in', { body: { user_id: 'ann' } });
  expect(page.body + JSON.stringify([page.headers, answer])).not.toContain(server.playgroundToken);
  await other.close();
});

test('only our own pages on this machine are served; for others the route does not exist', async () => {
  const user = { user_id: 'somebody' };
  const asked: Asked[] = [
    { remoteAddress: '192.0.2.7' },
    { remoteAddress: '::ffff:192.0.2.7' },
    { headers: { 'x-forwarded-for': '192.0.2.7' } },
    { headers: { forwarded: 'for=192.0.2.7' } },
    { headers: { via: '1.1 proxy' } },
    { headers: { 'x-forwarded-proto': 'https' } },
    { headers: { 'cf-connecting-ip': '192.0.2.7' } },
    { headers: { 'true-client-ip': '192.0.2.7' } },
    { headers: { origin: 'https://evil.example' } },
    { headers: { origin: 'null' } },
    { headers: { origin: 'http://127.0.0.1:7701' } },
    { headers: { origin: 'https://127.0.0.1:7700' } },
    { headers: { host: 'evil.example:7700', origin: 'http://evil.example:7700' } },
    { headers: { host: '127.0.0.1.evil.example' } },
    { headers: { host: 'localhost.evil.example' } },
    { headers: { host: '192.168.0.10:7700' } },
  ];
  for (const one of asked) {
    const { status, answer } = await ask('sign-in', { ...one, body: user });
    expect([one, status, answer.message_code]).toEqual([one, 404, 'M40406']);
    expect(answer.calls).toBeUndefined();
  }
  expect((await server.call('GET', '/user/v1.0/user/somebody')).body.message_code).toBe('M40402');
  const taken: Asked[] = [
    {},
    { remoteAddress: '::1', headers: { host: '[::1]:7700', origin: 'http://[::1]:7700' } },
    { remoteAddress: '::ffff:127.0.0.1' },
    { headers: { host: 'localhost', origin: 'http://localhost' } },
    { headers: { origin: 'http://127.0.0.1:7700' } },
  ];
  for (const one of taken) expect((await ask('sign-in', { ...one, body: user })).status).toBe(200);
});

test('a silent HTTP/1.0 proxy is recognised; an HTTP/1.1 proxy lacks the secret', async () => {
  const url = await server.app.listen({ host: '127.0.0.1', port: 0 });
  const body = '{"user_id": "somebody"}';
  const ask = (version: string, token = server.playgroundToken) =>
    rawRequest(
      Number(new URL(url).port),
      `POST /playground/sign-in HTTP/${version}\r\nhost: 127.0.0.1\r\n${TOKEN}: ${token}\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
    );
  expect((await ask('1.0')).status).toBe(404);
  expect((await ask('1.1')).status).toBe(200);
  expect((await ask('1.1', 'none')).status).toBe(401);
});

test('the page may only load from and connect to this server', async () => {
  const start = await server.app.inject('/playground');
  // (Relative, for proxies that serve Palaver below a path.)
  expect([start.statusCode, start.headers.location]).toEqual([302, 'playground/']);
  for (const url of ['/playground/', '/playground/index.html']) {
    const { statusCode, headers, body } = await server.app.inject(url);
    expect(statusCode).toBe(200);
    expect(body).toContain('<title>Palaver playground</title>');
    const policy = String(headers['content-security-policy']);
    expect(policy).not.toMatch(/unsafe/);
    expect(policy.split('; ')).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self'",
      ]),
    );
    expect(headers['cache-control']).toBe('no-cache');
    const [, name = ''] = /"\.\/(assets\/[\w.-]+\.js)"/.exec(body) ?? [];
    const script = `/playground/${name}`;
    const loaded = await server.app.inject(script);
    const expected = {
      'content-type': expect.stringContaining('application/javascript'),
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    };
    expect(loaded.headers).toMatchObject(expected);
    const compressed = await server.app.inject({ url: script, headers: { 'accept-encoding': 'gzip' } });
    expect(compressed.headers).toMatchObject({ ...expected, 'content-encoding': 'gzip' });
    expect(gunzipSync(compressed.rawPayload).equals(loaded.rawPayload)).toBe(true);
  }
});

test.each([
  '/playground/none.js',
  '/playground/assets/',
  '/playground/..%2f..%2fpackage.json',
  '/playground/%2e%2e/%2e%2e/package.json',
  '/playground/%2e%2e%2f%2e%2e%2fpackage.json',
  '/playground/..%5c..%5cpackage.json',
  '/playground/\\..\\package.json',
  '/playground/demo/icon.png%00.html',
  '/playground/a%00b',
  '/playground//',
  '/playground//etc/passwd',
  '/playground/%2fetc/passwd',
  '/playground/.vite',
  '/playground/index.html/',
  '/playground/demo/icon.png/x',
  `/playground/${'a'.repeat(5_000)}`,
])('%s is the usual 404', async (url) => {
  for (const headers of [{}, { range: 'bytes=999999999-' }]) {
    const answer = await server.app.inject({ url, headers });
    expect([answer.statusCode, answer.json().message_code]).toEqual([404, 'M40406']);
  }
});

test('a malformed path is refused as HTTP, and a path to no file is 404', async () => {
  for (const path of ['%zz', '%', 'demo/%ff', '%c0%ae%c0%ae/', '%E0%A4%A'])
    expect((await server.app.inject(`/playground/${path}`)).json().message_code).toBe('M40000');
  const url = '/playground/demo/icon.png';
  for (const headers of [
    { range: 'bytes=999999999-' },
    { range: 'bytes=a-b' },
    { 'if-match': '"another"' },
    { 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' },
  ] as Record<string, string>[])
    expect((await server.app.inject({ url, headers })).json().message_code).toBe('M40406');
  expect((await server.app.inject({ url, headers: { range: 'bytes=0-9' } })).rawPayload).toHaveLength(10);
});

test('the playground is served when configured, or when only this machine can reach the server', {
  tags: 'thorough',
}, async () => {
  const served = async (environment: Record<string, string>) => {
    const other = await startTestServer(environment);
    const { statusCode } = await other.app.inject('/playground/');
    await other.close();
    return statusCode === 200;
  };
  // Not set.
  expect(await served({ PALAVER_PLAYGROUND: '' })).toBe(true);
  expect(await served({ PALAVER_PLAYGROUND: 'auto' })).toBe(true);
  expect(await served({ PALAVER_PLAYGROUND: 'auto', HOST: '::1' })).toBe(true);
  expect(await served({ PALAVER_PLAYGROUND: 'auto', HOST: '0.0.0.0' })).toBe(false);
  expect(await served({ PALAVER_PLAYGROUND: 'auto', PALAVER_PUBLIC_URL: 'https://chat.example.com' })).toBe(
    false,
  );
  expect(await served({ PALAVER_PLAYGROUND: 'auto', PALAVER_BASE_DOMAIN: 'chat.example.com' })).toBe(false);
  expect(await served({ PALAVER_PLAYGROUND: 'auto', DATABASE_URL: 'postgres://db.example/palaver' })).toBe(
    false,
  );
  expect(await served({ PALAVER_PLAYGROUND: '1', HOST: '0.0.0.0' })).toBe(true);
  expect(await served({ PALAVER_PLAYGROUND: '0' })).toBe(false);
});
