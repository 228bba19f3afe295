import type { CloseCode } from '@palaver/protocol/close-codes';
import { MAX_FIRST_FRAME_BYTES } from '@palaver/protocol/realtime';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import { KeyAuthenticator } from '../../src/domain/operations/apps/authenticate-key.ts';
import { TokenAuthenticator } from '../../src/domain/operations/tokens/authenticate-token.ts';
import { Refusal } from '../../src/domain/refusal.ts';
import { ClientAddresses, limitedAs } from '../../src/edge/client-address.ts';
import { RawConnection } from '../harness/raw-http.ts';
import { frameBytes, handshakeBytes, OPCODES, RawWebSocket } from '../harness/raw-websocket.ts';
import { connect, expectClosed, open, realtimeUrl } from '../harness/realtime.ts';
import { startTestServer, type TestServer } from '../harness/test-server.ts';
import { until } from '../harness/until.ts';
import { pause } from '../harness/waits.ts';

/** Clients without a valid key or token get little, and never what others need. */

const THREADS = '/open-api/v1.0/chat/threads';
const LIVE = 'GET /health/live HTTP/1.1\r\nhost: a\r\n\r\n';

const from = (remoteAddress: string | undefined, headers: Record<string, string | string[]> = {}) => ({
  socket: { remoteAddress } as never,
  headers,
});

describe('the address of a client', () => {
  test.each([
    ['', '192.0.2.1', undefined, '192.0.2.1'],
    ['', '::ffff:192.0.2.1', undefined, '192.0.2.1'],
    ['', '2001:DB8:0:0::1', undefined, '2001:db8::1'],
    ['', undefined, '198.51.100.1', ''],
    // No proxy is trusted unless the operator names it.
    ['', '127.0.0.1', '198.51.100.1', '127.0.0.1'],
    ['10.0.0.0/8', '127.0.0.1', '198.51.100.1', '127.0.0.1'],
    ['127.0.0.1', '127.0.0.1', undefined, '127.0.0.1'],
    ['127.0.0.1', '127.0.0.1', '', '127.0.0.1'],
    ['127.0.0.1', '127.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['127.0.0.1', '::ffff:127.0.0.1', ' 198.51.100.1 ', '198.51.100.1'],
    // The client's own entries stand before those that the proxy added.
    ['127.0.0.1', '127.0.0.1', '203.0.113.9, 198.51.100.1', '198.51.100.1'],
    ['127.0.0.1', '127.0.0.1', '127.0.0.1, 198.51.100.1', '198.51.100.1'],
    ['127.0.0.1, 10.0.0.0/8', '127.0.0.1', '203.0.113.9, 198.51.100.1, 10.1.2.3', '198.51.100.1'],
    ['127.0.0.1, 10.0.0.0/8', '127.0.0.1', '10.9.9.9, 10.1.2.3', '10.9.9.9'],
    ['127.0.0.1', '127.0.0.1', '198.51.100.1:4711', '198.51.100.1'],
    ['127.0.0.1', '127.0.0.1', '[2001:db8::1]:4711', '2001:db8::1'],
    ['127.0.0.1', '127.0.0.1', '2001:db8::1', '2001:db8::1'],
    ['::1/128', '::1', '2001:db8::1', '2001:db8::1'],
    ['127.0.0.1', '127.0.0.1', '198.51.100.1, unknown', '127.0.0.1'],
    ['127.0.0.1', '127.0.0.1', ',,,', '127.0.0.1'],
    ['127.0.0.1', '127.0.0.1', `${'a,'.repeat(5_000)}198.51.100.1`, '198.51.100.1'],
  ])('with the proxies "%s", from %s with %s, is %s', (trusted, peer, forwarded, address) => {
    const { config } = loadConfig({ PALAVER_TRUSTED_PROXIES: trusted });
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
    expect(new ClientAddresses(config.trustedProxies).of(from(peer, headers))).toBe(address);
  });

  test('IPv6 addresses are limited per /64, IPv4 addresses each', () => {
    expect(limitedAs('2001:db8:1:2::1')).toBe(limitedAs('2001:db8:1:2:ffff:ffff:ffff:ffff'));
    expect(limitedAs('2001:db8:1:2::1')).not.toBe(limitedAs('2001:db8:1:3::1'));
    expect(limitedAs('192.0.2.1')).not.toBe(limitedAs('192.0.2.2'));
  });
});

describe('connections', () => {
  let server: TestServer;
  let port: number;
  const opened: RawConnection[] = [];
  beforeAll(async () => {
    server = await startTestServer({
      PALAVER_MAX_ANONYMOUS_CONNECTIONS: '5',
      PALAVER_MAX_ANONYMOUS_CONNECTIONS_PER_ADDRESS: '3',
      PALAVER_MAX_CONNECTIONS: '3',
      // Any forwarding header marks the request as remote.
      PALAVER_TRUSTED_PROXIES: '127.0.0.1',
    });
    await server.users(3);
    port = Number(new URL(await server.app.listen({ host: '127.0.0.1', port: 0 })).port);
  });
  afterEach(async () => {
    for (const connection of opened.splice(0)) connection.destroy();
    await expect.poll(anonymous).toBe(0);
  });
  afterAll(() => server.close());

  const anonymous = async () =>
    Number(/^palaver_anonymous_connections (\d+)$/m.exec((await server.app.inject('/metrics')).body)?.[1]);

  /** A socket that does not authenticate. */
  async function shakeHands(address: string): Promise<RawConnection> {
    const connection = await RawConnection.open(port);
    opened.push(connection);
    connection.write(handshakeBytes({ headers: { 'x-forwarded-for': address } }));
    expect((await connection.next({ toHead: true }))?.status).toBe(101);
    return connection;
  }

  test("beyond an address's limit close its oldest connection, and no one else's", async () => {
    const [first] = [
      await shakeHands('192.0.2.1'),
      await shakeHands('192.0.2.1'),
      await shakeHands('192.0.2.1'),
      await shakeHands('192.0.2.2'),
    ];
    expect(await anonymous()).toBe(4);
    await shakeHands('192.0.2.1');
    expect(await first?.closed()).toBe('');
    expect(await anonymous()).toBe(4);
  });

  test('beyond the total limit close the oldest', async () => {
    const all: RawConnection[] = [];
    for (const last of [1, 2, 3, 4, 5]) all.push(await shakeHands(`192.0.2.${last}`));
    expect(await anonymous()).toBe(5);
    await shakeHands('192.0.2.6');
    expect(await all[0]?.closed()).toBe('');
    expect(await anonymous()).toBe(5);
  });

  test('of strangers neither crowd out nor close connections of signed-in users', async () => {
    const before = await connect(server, { token: await server.token('user1') });
    for (const last of [1, 2, 3, 4, 5, 6, 7]) await shakeHands(`192.0.2.${last}`);
    const after = await connect(server, { token: await server.token('user2') });
    for (const last of [8, 9, 10, 11, 12, 13, 14]) await shakeHands(`192.0.2.${last}`);
    const last = await connect(server, { token: await server.token('user3') });
    for (const one of [before, after, last]) await one.expectAlive();
    // Their connections are limited, too.
    const full = await RawConnection.open(port);
    full.write(handshakeBytes());
    expect((await full.next())?.json.message_code).toBe('M50300');
    for (const one of [before, after, last]) await one.close();
  });
});

describe('requests', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({
      PALAVER_ANONYMOUS_RATE_LIMIT: '3',
      PALAVER_TRUSTED_PROXIES: '127.0.0.1',
    });
  });
  afterAll(() => server.close());

  const ask = async (address: string, headers: Record<string, string> = {}, url = THREADS) => {
    const answer = await server.app.inject({ url, headers: { ...headers, 'x-forwarded-for': address } });
    return { code: answer.json().message_code as string, headers: answer.headers };
  };

  test('without valid credentials are limited per second and address; those with a key are not', async () => {
    for (const [index, url] of [THREADS, '/nowhere', '/client/v1.0/me'].entries())
      expect([index, (await ask('192.0.2.1', {}, url)).code]).not.toEqual([index, 'M42900']);
    const limited = await until(async () => {
      const { code, headers } = await ask('192.0.2.1');
      return code === 'M42900' ? headers : undefined;
    });
    expect(limited).toMatchObject({ 'retry-after': '1', connection: 'close' });
    for (let index = 0; index < 10; index += 1) {
      expect((await ask('192.0.2.1', { 'x-api-key': server.key })).code).toBe('M200');
      expect((await ask('192.0.2.1', { 'x-api-key': server.key }, `${THREADS}/9`)).code).toBe('M40401');
    }
    expect((await ask('192.0.2.1', {}, '/health/live')).code).toBe('M200');
    expect((await ask('192.0.2.2')).code).toBe('M40101');
    expect((await ask('2001:db8::1')).code).toBe('M40101');
    // A second later requests pass again.
    expect(await until(async () => ((await ask('192.0.2.1')).code === 'M40101' ? 'again' : undefined))).toBe(
      'again',
    );
  });

  test('for large responses count by bytes, whatever the credentials', async () => {
    expect((await ask('192.0.2.3', {}, '/openapi.json')).code).toBeUndefined();
    expect((await ask('192.0.2.3', {}, '/openapi.json')).code).toBe('M42900');
    expect((await ask('192.0.2.3', {}, '/')).code).toBe('M42900');
    expect((await ask('192.0.2.3', {}, '/health/live')).code).toBe('M200');
    expect((await ask('192.0.2.3', { 'x-api-key': server.key })).code).toBe('M200');
    expect((await ask('192.0.2.4', {}, '/openapi.json')).code).toBeUndefined();
  });

  /** Signs in over WebSocket, and returns the close code; undefined: it has succeeded. */
  const signIn = async (address: string, token: string) => {
    const socket = await open(await realtimeUrl(server), { 'x-forwarded-for': address });
    socket.send({ type: 'authenticate', token });
    const code = await Promise.race([
      socket.next('authenticated').then(() => undefined),
      socket.next('closing').then((closing) => closing.code as CloseCode),
    ]);
    if (code === undefined) await socket.close();
    else await expectClosed(socket, code);
    return code;
  };

  test('count together with refused sign-ins over WebSocket, which a valid token passes', async () => {
    const [user = ''] = await server.users(1);
    const token = await server.token(user);
    for (let times = 0; times < 3; times += 1) expect(await signIn('192.0.2.5', 'forged')).toBe(4401);
    const limited = async () => ((await signIn('192.0.2.5', 'forged')) === 4429 ? true : undefined);
    await until(limited);
    expect(await signIn('192.0.2.5', token)).toBeUndefined();
    expect(await signIn('192.0.2.6', 'forged')).toBe(4401);
    await until(limited);
    // Refused attempts leave no debt, so the other door is asked at once.
    await until(async () => {
      await limited();
      return (await ask('192.0.2.5')).code === 'M42900' || undefined;
    });
    // A large response leaves a debt.
    await ask('192.0.2.7', {}, '/openapi.json');
    expect(await signIn('192.0.2.7', 'forged')).toBe(4429);
    expect(await signIn('192.0.2.7', token)).toBeUndefined();
    expect(
      await until(async () => ((await signIn('192.0.2.7', 'forged')) === 4401 ? 'again' : undefined)),
    ).toBe('again');
  });

  const { text, binary, ping } = OPCODES;
  test.each<[string, Buffer, CloseCode | 1002 | 1008 | 1009, number]>([
    ['in fragments', frameBytes(text, '{', { isLast: false }), 1008, 4429],
    ['too large', frameBytes(text, 'x'.repeat(MAX_FIRST_FRAME_BYTES + 1)), 1009, 4429],
    ['behind too many pings', Buffer.concat(Array(11).fill(frameBytes(ping))), 1008, 4429],
    ['binary', frameBytes(binary, '{}'), 1003, 4429],
    // (The library closes these.)
    ['without a mask', frameBytes(text, '{}', { isMasked: false }), 1002, 1002],
  ])('count together with first frames that are %s', async (name, frame, code, limitedCode) => {
    const address = `2001:db8:1:${name.length}::1`;
    const { port } = new URL(await realtimeUrl(server));
    const refusal = async () => {
      const socket = await RawWebSocket.open(Number(port), frame, { 'x-forwarded-for': address });
      const first = await socket.next();
      socket.connection.destroy();
      return first?.opcode === text
        ? JSON.parse(first.payload.toString()).code
        : first?.payload.readUInt16BE();
    };
    expect(await refusal()).toBe(code);
    await until(async () => {
      // (So long that these requests alone never reach the limit.)
      await pause(400);
      const codes = await Promise.all(Array.from({ length: 12 }, refusal));
      return (codes.includes(limitedCode) && (await ask(address)).code === 'M42900') || undefined;
    }, 1);
    const [user = ''] = await server.users(1);
    const signedIn = await open(await realtimeUrl(server), { 'x-forwarded-for': address });
    signedIn.send({ type: 'authenticate', token: await server.token(user) });
    await signedIn.next('authenticated');
    await signedIn.close();
  });

  test('from one /64 count together', async () => {
    let last = 0;
    await until(async () => {
      last += 1;
      const { code } = await ask(`2001:db8:0:1::${last.toString(16)}`);
      return code === 'M42900' || undefined;
    });
    expect((await ask('2001:db8:0:2::1')).code).toBe('M40101');
  });

  test("beyond a user's rate limit do not exempt their connection", async () => {
    const limited = await startTestServer({
      PALAVER_CLIENT_RATE_LIMIT_READS: '1',
      PALAVER_MAX_ANONYMOUS_CONNECTIONS_PER_ADDRESS: '2',
    });
    const [user = ''] = await limited.users(1);
    const token = await limited.token(user);
    const url = await limited.app.listen({ host: '127.0.0.1', port: 0 });
    const refused: RawConnection[] = [];
    const connections: RawConnection[] = [];
    while (refused.length < 3) {
      const connection = await RawConnection.open(Number(new URL(url).port));
      connection.write(`GET /client/v1.0/me HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${token}\r\n\r\n`);
      if ((await connection.next())?.status === 429) refused.push(connection);
      connections.push(connection);
    }
    expect(await refused[0]?.closed()).toBe('');
    for (const connection of connections) connection.destroy();
    await limited.close();
  });

  test('with a valid key exempt their connection', async () => {
    const own = await startTestServer({ PALAVER_MAX_ANONYMOUS_CONNECTIONS_PER_ADDRESS: '1' });
    const url = await own.app.listen({ host: '127.0.0.1', port: 0 });
    const port = Number(new URL(url).port);
    const known = await RawConnection.open(port);
    known.write(`GET ${THREADS} HTTP/1.1\r\nhost: a\r\nx-api-key: ${own.key}\r\n\r\n`);
    expect((await known.next())?.status).toBe(200);
    const unknown = await RawConnection.open(port);
    unknown.write(LIVE);
    expect((await unknown.next())?.status).toBe(200);
    const another = await RawConnection.open(port);
    another.write(LIVE);
    expect((await another.next())?.status).toBe(200);
    expect(await unknown.closed()).toBe('');
    known.write(LIVE);
    expect((await known.next())?.status).toBe(200);
    for (const connection of [known, another]) connection.destroy();
    await own.close();
  });
});

test('floods of unknown keys and tokens do not delay valid ones', { tags: 'thorough' }, async () => {
  const server = await startTestServer();
  const [user = ''] = await server.users(1);
  const token = await server.token(user);
  const keys = new KeyAuthenticator(server.db);
  const tokens = new TokenAuthenticator(server.db);
  // More than the cache remembers.
  const unknown = Array.from({ length: 11_000 }, (_, n) => n);
  const header = (n: number) =>
    Buffer.from(JSON.stringify({ alg: 'HS256', kid: `${n}x` })).toString('base64url');
  const strangers = Promise.allSettled([
    ...unknown.map((n) => keys.authenticate(`pk_live_${n}x_${'a'.repeat(43)}`)),
    ...unknown.map((n) => tokens.authenticate(`${header(n)}.e30.AA`)),
  ]);
  expect(await keys.authenticate(server.key)).toMatchObject({ app_id: 'test' });
  expect(await tokens.authenticate(token)).toMatchObject({ userId: user });
  const reasons = (await strangers).map((one) => (one.status === 'rejected' ? String(one.reason) : 'in'));
  expect(new Set(reasons)).toEqual(new Set([new Refusal('M40102'), new Refusal('M40111')].map(String)));
  await server.close();
});
