import { ERRORS, type ErrorCode } from '@palaver/protocol/errors';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { REFUSED_PER_SECOND } from '../../src/edge/act-log.ts';
import { MESSAGES, providerUrl, THREADS } from '../harness/api.ts';
import { type RunningPalaver, startPalaver } from '../harness/palaver.ts';
import { textTo } from '../harness/population.ts';
import { APPLE_KEY, PUSH_KEYS } from '../harness/push-keys.ts';
import { RawConnection, rawRequest } from '../harness/raw-http.ts';
import { until } from '../harness/until.ts';

/** Longer than any run of digits in a request id. */
const UNKNOWN_THREAD = '4711471147114711';

interface Line {
  msg: string;
  code?: string;
  route?: string;
  codes?: Record<string, number>;
  [field: string]: unknown;
}

const linesOf = (palaver: RunningPalaver): Line[] =>
  palaver
    .stderr()
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Line);

const actsOf = (palaver: RunningPalaver) =>
  linesOf(palaver)
    .filter(({ msg }) => msg === 'act')
    .map(({ level: _level, time: _time, msg: _msg, requestId, ...act }) => ({
      ...act,
      hasId: requestId !== undefined,
    }));

test('the log names the actor of each change and refusal, and has no secrets', async () => {
  const palaver = await startPalaver({ PALAVER_TRUSTED_PROXIES: '127.0.0.1' });
  const key = palaver.key();
  const keyId = key.split('_')[2];
  const call = async (method: string, path: string, headers: Record<string, string>, body?: unknown) => {
    const response = await fetch(palaver.url + path, {
      method,
      headers: { 'x-forwarded-for': '192.0.2.7', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return (await response.json()) as { data: { token: string; ext_user_id: string } };
  };
  const withKey = { 'x-api-key': key };
  const { data: ann } = await call('PUT', '/user/v1.0/user/ann', withKey, { display_name: 'Secret name' });
  const { token } = (await call('POST', '/user/v1.0/user/ann/token', withKey)).data;
  await call('GET', THREADS, withKey);
  await call('GET', `${THREADS}/${UNKNOWN_THREAD}?secret=in-query`, withKey);
  await call('GET', THREADS, { 'x-api-key': 'wrong-key' });
  await call('GET', '/nowhere?secret=in-query', {});
  const withToken = { authorization: `Bearer ${token}` };
  await call('POST', '/client/v1.0/threads', withToken, { type: 'group', name: 'Secret name' });
  await call('GET', '/client/v1.0/me', withToken);
  await call('GET', '/client/v1.0/me', { authorization: 'Bearer wrong-token' });
  const socket = new WebSocket(`${palaver.url.replace('http', 'ws')}/client/v1.0/realtime`, {
    headers: { 'x-forwarded-for': '192.0.2.8' },
  });
  socket.once('open', () => {
    socket.send(JSON.stringify({ type: 'authenticate', token }));
    const message = { body: { text: 'Secret text' }, client_message_id: 'one' };
    socket.send(JSON.stringify({ type: 'send', id: '1', thread_id: '1', ...message }));
    socket.send(JSON.stringify({ type: 'send', id: '2', thread_id: '99', ...message }));
    socket.send(JSON.stringify({ type: 'typing', id: '3', thread_id: '1' }));
    socket.send(JSON.stringify({ type: 'open', id: '4', thread_id: '1' }));
    socket.send(JSON.stringify({ type: 'none of ours' }));
  });
  await until(async () => actsOf(palaver).some(({ route }) => route === 'none') || undefined);
  await until(async () => (actsOf(palaver).length >= 9 ? true : undefined));
  socket.close();
  const byKey = { key: keyId, app: 'demo', address: '192.0.2.7', hasId: true };
  const byUser = { user: ann.ext_user_id, app: 'demo', address: '192.0.2.7', hasId: true };
  const byFrame = { ...byUser, address: '192.0.2.8', method: 'FRAME', hasId: false };
  const refused = (code: ErrorCode) => ({ code, status: ERRORS[code].status });
  const done = { code: 'M200', status: 200 };
  const stranger = { address: '192.0.2.7', method: 'GET', hasId: true };
  expect(actsOf(palaver)).toEqual([
    { ...byKey, method: 'PUT', route: '/user/v1.0/user/:user_id', ...done },
    { ...byKey, method: 'POST', route: '/user/v1.0/user/:user_id/token', ...done },
    { ...byKey, method: 'GET', route: `${THREADS}/:thread_id`, ...refused('M40401') },
    { ...stranger, route: THREADS, ...refused('M40102') },
    { ...stranger, route: 'none', ...refused('M40406') },
    { ...byUser, method: 'POST', route: '/client/v1.0/threads', ...done },
    { ...stranger, route: '/client/v1.0/me', ...refused('M40111') },
    { ...byFrame, route: 'send', code: 'M40401', commandId: '2' },
    { ...byFrame, route: 'none', code: 'M40003' },
  ]);
  for (const secret of [key, token, 'wrong-key', 'wrong-token', 'in-query', 'Secret', UNKNOWN_THREAD])
    expect(palaver.stderr()).not.toContain(secret);
});

test.each(['off', 'on'])(
  'messages that were sent have lines with PALAVER_LOG_SENDS=%s only if it is on, refused ones always',
  async (setting) => {
    const palaver = await startPalaver({ PALAVER_LOG_SENDS: setting });
    const call = async (method: string, path: string, headers: Record<string, string>, body: unknown) => {
      const type = { 'content-type': 'application/json' };
      const sent = { method, headers: { ...type, ...headers }, body: JSON.stringify(body) };
      return (await (await fetch(palaver.url + path, sent)).json()) as {
        data: { token: string; id: string };
      };
    };
    const byKey = { 'x-api-key': palaver.key() };
    await call('PUT', '/user/v1.0/user/ann', byKey, {});
    const { token } = (await call('POST', '/user/v1.0/user/ann/token', byKey, {})).data;
    const byToken = { authorization: `Bearer ${token}` };
    const group = { type: 'group', name: 'Group' };
    const { id } = (await call('POST', '/client/v1.0/threads', byToken, group)).data;
    const mine = (threadId: string) => `/client/v1.0/threads/${threadId}/messages`;
    const message = { body: { text: 'Hello' }, client_message_id: 'one' };
    for (const threadId of [id, UNKNOWN_THREAD]) {
      await call('POST', MESSAGES, byKey, textTo(threadId, 'ann'));
      await call('POST', `${MESSAGES}?`, byKey, textTo(threadId, 'ann'));
      await call('POST', mine(threadId), byToken, { ...message, client_message_id: 'two' });
    }
    const socket = new WebSocket(`${palaver.url.replace('http', 'ws')}/client/v1.0/realtime`);
    socket.once('open', () => {
      socket.send(JSON.stringify({ type: 'authenticate', token }));
      for (const threadId of [id, '99'])
        socket.send(JSON.stringify({ type: 'send', id: threadId, thread_id: threadId, ...message }));
    });
    const refused = (route: string) => [route, 'M40401'];
    const stored = (route: string) => (setting === 'on' ? [[route, 'M200']] : []);
    const byUser = '/client/v1.0/threads/:thread_id/messages';
    const routes = [MESSAGES, MESSAGES, byUser];
    const expected = [...routes.flatMap(stored), ...routes.map(refused), ...stored('send'), refused('send')];
    await until(
      async () =>
        actsOf(palaver).some(({ route, code }) => route === 'send' && code === 'M40401') || undefined,
    );
    socket.close();
    expect(
      actsOf(palaver)
        .map(({ route, code }) => [String(route), code])
        .filter(([route = '']) => [...routes, 'send'].includes(route)),
    ).toEqual(expected);
  },
);

/** All that an act may have. Clients choose ids only: of requests and commands, and, with a key, of tenants. */
const FIELDS = new Set(
  'level time msg key user app tenant address method route code status requestId commandId trace_id span_id'.split(
    ' ',
  ),
);
const SECRET = 'dont-tell';
const AS_HEADERS = [
  ...[
    'authorization: Bearer ',
    'authorization: ',
    'cookie: a=',
    'user-agent: ',
    'referer: https://a.example/',
  ],
  ...['origin: https://', 'x-forwarded-for: ', 'forwarded: for=', 'traceparent: ', 'accept: ', 'prefer: '],
  ...['accept-encoding: ', 'idempotency-key: ', 'upload-metadata: ', 'x-anything: '],
].map((start) => start + SECRET);

test('no part of a request of any kind gets into the log', async () => {
  const palaver = await startPalaver();
  const port = Number(new URL(palaver.url).port);
  const key = `x-api-key: ${palaver.key()}`;
  const targets = [
    ...['POST', 'GET', 'DELETE'].map((method) => `${method} ${MESSAGES}`),
    ...['GET', 'POST', 'OPTIONS', 'PUT'].map((method) => `${method} /nowhere/${SECRET}?a=${SECRET}`),
    ...['GET', 'DELETE'].map((method) => `${method} ${THREADS}/${SECRET}?${SECRET}=${SECRET}`),
    `POST ${MESSAGES}?${SECRET}=${SECRET}`,
    `GET /client/v1.0/me?token=${SECRET}`,
    `GET /client/v1.0/threads/${SECRET}`,
    `GET /file/v1.0/content/${SECRET}?ticket=${SECRET}`,
    `GET /client/v1.0/realtime?token=${SECRET}`,
    `POST /upload/v1.0/upload/${SECRET}`,
    `GET /unsubscribe/${SECRET}`,
    `GET /playground/${SECRET}`,
    `GET /%${SECRET}`,
  ];
  const ids: string[] = [];
  const ask = async (bytes: string) => {
    const { headers, status } = await rawRequest(port, bytes);
    if (status >= 400) ids.push(headers['x-request-id'] ?? 'none');
  };
  const askAll = async (credentials: string, type: string, body: string) => {
    for (const target of targets) {
      const head = [
        ...[`${target} HTTP/1.1`, 'host: a', credentials, `content-type: ${type}`, ...AS_HEADERS],
        ...[`content-length: ${body.length}`, 'connection: close'],
      ];
      await ask(`${head.join('\r\n')}\r\n\r\n${body}`);
    }
  };
  // (The lines of more strangers would be left out: REFUSED_PER_SECOND.)
  await askAll(`x-api-key: ${SECRET}\r\nx-acting-user-id: ${SECRET}`, 'application/json', SECRET);
  for (const type of ['application/json', 'text/plain', SECRET])
    for (const body of [SECRET, `{"${SECRET}":"${SECRET}","sender":{"user_id":["${SECRET}"]}}`])
      await askAll(key, type, body);
  await ask(`${SECRET}\r\n\r\n`);
  await ask(`GET /${SECRET} HTTP/1.1\r\nhost: ${SECRET}\r\nhost: ${SECRET}\r\n\r\n`);
  await ask(`GET /${SECRET} HTTP/1.1\r\n${SECRET}\r\n\r\n`);
  await ask(`GET /${SECRET} HTTP/1.1\r\nx: ${SECRET.repeat(3_000)}\r\n\r\n`);
  await ask(`GET ${THREADS}/${SECRET} HTTP/1.1\r\nhost: a\r\n${key}\r\n\r\n`);
  await until(async () => linesOf(palaver).find(({ requestId }) => requestId === ids.at(-1)));
  expect(palaver.stderr()).not.toContain(SECRET);
  expect(palaver.stderr()).not.toContain(palaver.key());
  const acts = linesOf(palaver).filter(({ msg }) => msg === 'act');
  expect(acts.filter((act) => act.key === undefined).length).toBeGreaterThan(10);
  expect(acts.filter((act) => act.key !== undefined).length).toBeGreaterThan(10);
  for (const act of acts)
    expect(
      Object.keys(act).filter((field) => !FIELDS.has(field)),
      JSON.stringify(act),
    ).toEqual([]);
});

test('a refusal that does not reach the HTTP server has a line with its request id, too', async () => {
  const palaver = await startPalaver({ PALAVER_REQUEST_TIMEOUT_MS: '1000' });
  const key = palaver.key();
  const post = `POST /open-api/v1.0/chat/messages HTTP/1.1\r\nhost: a\r\nx-api-key: ${key}\r\n`;
  const handshake =
    'GET /client/v1.0/realtime HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: websocket\r\n';
  const sent = [
    ['garbage\r\n\r\n', { code: 'M40000', status: 400, method: 'none', route: 'none' }],
    [
      `${post}x-long: ${'a'.repeat(20_000)}\r\n\r\n`,
      { code: 'M43100', status: 431, method: 'none', route: 'none' },
    ],
    [`${post}content-length: 9\r\n\r\n{`, { code: 'M40800', status: 408, method: 'POST', route: 'none' }],
    [`${handshake}\r\n`, { code: 'M40000', status: 400, method: 'GET', route: '/client/v1.0/realtime' }],
  ] as const;
  for (const [bytes, line] of sent) {
    const connection = await RawConnection.open(Number(new URL(palaver.url).port));
    connection.write(bytes);
    const requestId = (await connection.next())?.headers['x-request-id'];
    const found = await until(async () => linesOf(palaver).find((one) => one.requestId === requestId));
    expect(found).toMatchObject({ msg: 'act', address: '127.0.0.1', ...line });
  }
  expect(palaver.stderr()).not.toContain(key);
});

test('no level of the log shows the key of a notification provider', async () => {
  const palaver = await startPalaver({ PALAVER_LOG_LEVEL: 'trace' });
  const { vapid, apple } = PUSH_KEYS;
  const put = (provider: string, body: object) =>
    fetch(palaver.url + providerUrl(provider), {
      method: 'PUT',
      headers: { 'x-api-key': palaver.key() },
      body: JSON.stringify(body),
    });
  expect((await put('web_push', vapid)).status).toBe(200);
  expect((await put('web_push', { ...vapid, public_key: 'no key' })).status).toBe(400);
  expect((await put('apns', APPLE_KEY)).status).toBe(200);
  expect((await put('apns', { ...APPLE_KEY, private_key: `no key\n${apple}` })).status).toBe(400);
  await until(async () => actsOf(palaver).length >= 4 || undefined);
  for (const secret of [vapid.private_key, apple.split('\n')[1] ?? 'no key'])
    expect(palaver.stderr()).not.toContain(secret);
});

test('repeated refusals of strangers and users do not flood the log; requests by key and successes are all logged', async () => {
  const palaver = await startPalaver({ PALAVER_ANONYMOUS_RATE_LIMIT: '0' });
  const times = REFUSED_PER_SECOND * 10;
  const ask = (headers: Record<string, string>) => fetch(`${palaver.url}${THREADS}/1`, { headers });
  const askOften = (headers: Record<string, string>) =>
    Promise.all(Array.from({ length: times }, () => ask(headers)));
  await askOften({});
  await askOften({ 'x-api-key': palaver.key() });
  const counted = () =>
    linesOf(palaver)
      .filter(({ msg }) => msg === 'further refused requests')
      .reduce((sum, { codes }) => sum + (codes?.M40101 ?? 0), 0);
  const written = (code: string) => actsOf(palaver).filter((act) => act.code === code).length;
  await until(async () => written('M40101') + counted() === times || undefined);
  expect(counted()).toBeGreaterThan(0);
  await until(async () => written('M40401') === times || undefined);
});
