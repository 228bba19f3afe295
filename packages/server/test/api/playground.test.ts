import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MESSAGES } from '../harness/api.ts';
import { rawRequest } from '../harness/raw-http.ts';
import { startTestServer, type TestServer } from '../harness/test-server.ts';
import { until } from '../harness/until.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ PALAVER_PLAYGROUND: '1' });
  keepKey(server.key);
});
afterAll(() => server.close());

const keepKey = (key: string) => writeFileSync(join(server.dataDir, 'api-key'), `${key}\n`);

interface Asked {
  body?: unknown;
  headers?: Record<string, string>;
  remoteAddress?: string;
}

/** What the page asks of the server. */
async function ask(path: string, { body = {}, headers = {}, remoteAddress = '127.0.0.1' }: Asked = {}) {
  const { statusCode, body: text } = await server.app.inject({
    method: 'POST',
    url: `/playground/${path}`,
    headers: { host: '127.0.0.1:7700', ...headers },
    payload: JSON.stringify(body),
    remoteAddress,
  });
  return { status: statusCode, answer: JSON.parse(text) };
}

const shownCalls = (answer: { calls: { method: string; path: string; status: number }[] }) =>
  answer.calls.map(({ method, path, status }) => `${method} ${path} ${status}`);

test('who signs in is made when there is nobody of the id, and keeps the name that they have', async () => {
  const first = await ask('sign-in', { body: { user_id: 'new/one', display_name: 'New' } });
  expect(first.status).toBe(200);
  expect(shownCalls(first.answer)).toEqual([
    'POST /user/v1.0/user/new%2Fone/token 404',
    'PUT /user/v1.0/user/new%2Fone 200',
    'POST /user/v1.0/user/new%2Fone/token 200',
  ]);
  const { token } = first.answer.data;
  expect(await server.ok('GET', '/client/v1.0/me', { token })).toMatchObject({ display_name: 'New' });
  const again = await ask('sign-in', { body: { user_id: 'new/one', display_name: 'Other' } });
  expect(shownCalls(again.answer)).toEqual(['POST /user/v1.0/user/new%2Fone/token 200']);
  expect(await server.ok('GET', '/client/v1.0/me', { token: again.answer.data.token })).toMatchObject({
    display_name: 'New',
  });
});

test('a bot sends a card that can be pressed, and its secret stays with the server', async () => {
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

test('a sticker pack is uploaded, an animation among it', async () => {
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

test('the interface says what is wrong, and the page is told', async () => {
  for (const [path, body, code] of [
    ['card', { thread_id: '99999' }, 'M40401'],
    ['card', {}, 'M40009'],
    ['card', [], 'M40009'],
    ['sign-in', {}, 'M40002'],
    ['sign-in', { user_id: '' }, 'M40002'],
    ['sign-in', { user_id: 'x'.repeat(300) }, 'M40004'],
    ['sign-in', { user_id: 'typed-wrong', display_name: 7 }, 'M40003'],
  ] as const) {
    const { status, answer } = await ask(path, { body });
    expect([path, body, answer.message_code]).toEqual([path, body, code]);
    expect(status).toBe(Number(code.slice(1, 4)));
  }
  const broken = await server.app.inject({
    method: 'POST',
    url: '/playground/sign-in',
    headers: { host: 'localhost' },
    payload: '{',
  });
  expect(JSON.parse(broken.body).message_code).toBe('M40001');
});

test('without a valid key in the data folder nobody is signed in', async () => {
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

test('the key is in no answer', async () => {
  const answers = await Promise.all(
    ['sign-in', 'card', 'sticker-pack'].map((path) => ask(path, { body: { user_id: 'ann' } })),
  );
  expect(JSON.stringify(answers)).not.toContain(server.key);
});

test('only pages of ours, on this machine, are answered; to others there is no such route', async () => {
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

test('a proxy that says nothing of itself is known by its HTTP/1.0', async () => {
  const url = await server.app.listen({ host: '127.0.0.1', port: 0 });
  const body = '{"user_id": "somebody"}';
  const ask = (version: string) =>
    rawRequest(
      Number(new URL(url).port),
      `POST /playground/sign-in HTTP/${version}\r\nhost: 127.0.0.1\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
    );
  expect((await ask('1.0')).status).toBe(404);
  expect((await ask('1.1')).status).toBe(200);
});

test('the page may run and connect to nothing but this server', async () => {
  for (const url of ['/playground', '/playground/']) {
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
    const [script = ''] = /\/playground\/assets\/[\w.-]+\.js/.exec(body) ?? [];
    const loaded = await server.app.inject(script);
    expect(loaded.headers).toMatchObject({
      'content-type': expect.stringContaining('application/javascript'),
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
  }
  for (const url of ['/playground/..%2f..%2fpackage.json', '/playground/none.js', '/playground/assets/'])
    expect((await server.app.inject(url)).statusCode).toBe(404);
});

test('it is served where it is asked for, or where only this machine reaches the server', async () => {
  const served = async (environment: Record<string, string>) => {
    const other = await startTestServer(environment);
    const { statusCode } = await other.app.inject('/playground');
    await other.close();
    return statusCode === 200;
  };
  expect(await served({})).toBe(false);
  expect(await served({ PALAVER_PLAYGROUND: 'auto' })).toBe(true);
  expect(await served({ PALAVER_PLAYGROUND: 'auto', HOST: '::1' })).toBe(true);
  expect(await served({ PALAVER_PLAYGROUND: 'auto', HOST: '0.0.0.0' })).toBe(false);
  expect(await served({ PALAVER_PLAYGROUND: 'auto', PALAVER_PUBLIC_URL: 'https://chat.example.com' })).toBe(
    false,
  );
  expect(await served({ PALAVER_PLAYGROUND: 'auto', PALAVER_BASE_DOMAIN: 'chat.example.com' })).toBe(false);
  expect(await served({ PALAVER_PLAYGROUND: '1', HOST: '0.0.0.0' })).toBe(true);
  expect(await served({ PALAVER_PLAYGROUND: '0' })).toBe(false);
});
