import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import { SETTINGS } from '../../src/config/config.ts';
import { FILE_PATH } from '../../src/domain/rules/file-paths.ts';
import { ME, myMessagesUrl, type SignedIn, signInAll } from '../harness/client-api.ts';
import { lockThread } from '../harness/locked-thread.ts';
import { RawConnection } from '../harness/raw-http.ts';
import { handshakeBytes, textBytes } from '../harness/raw-websocket.ts';
import { connect } from '../harness/test-database.ts';
import { startTestServer, type TestServer } from '../harness/test-server.ts';
import { UPLOADS } from '../harness/tus.ts';
import { until } from '../harness/until.ts';

/** How many HTTP connections a user may hold, and for how long a connection is known after a valid request. */

const LIVE = 'GET /health/live HTTP/1.1\r\nhost: a\r\n\r\n';
const THREADS = '/open-api/v1.0/chat/threads';

let server: TestServer;
let port: number;
const open: RawConnection[] = [];

async function start(settings: Record<string, string>): Promise<void> {
  server = await startTestServer(settings);
  port = Number(new URL(await server.app.listen({ host: '127.0.0.1', port: 0 })).port);
}

async function dial(): Promise<RawConnection> {
  const connection = await RawConnection.open(port);
  open.push(connection);
  return connection;
}

/** The status of a request on an open connection; undefined if the server has closed it. */
async function statusOf(connection: RawConnection, request: string): Promise<number | undefined> {
  connection.write(request);
  return (await connection.next().catch(() => undefined))?.status;
}

const asUser = ({ token }: SignedIn, path: string = ME, method = 'GET') =>
  `${method} ${path} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${token}\r\n\r\n`;
const asBackEnd = (path = THREADS) => `GET ${path} HTTP/1.1\r\nhost: a\r\nx-api-key: ${server.key}\r\n\r\n`;

/** A new connection, with a request that the server must have answered. */
async function used(request: string): Promise<RawConnection> {
  const connection = await dial();
  expect(await statusOf(connection, request)).toBeDefined();
  return connection;
}

/** A new connection beyond the limit of a user: it is served once another one has been idle for a second. */
const oneMore = (request: string): Promise<RawConnection> =>
  until(async () => {
    const connection = await dial();
    return (await statusOf(connection, request)) === 429 ? undefined : connection;
  });

/** As many connections of the user, the one that was used first before the others. */
async function hold(count: number, request: string): Promise<RawConnection[]> {
  const held: RawConnection[] = [];
  while (held.length < count) held.push(await used(request));
  return held;
}

function requestToSend(sender: SignedIn, threadId: string): string {
  const body = JSON.stringify({ body: { text: 'Later' } });
  const head = asUser(sender, myMessagesUrl(threadId), 'POST').trimEnd();
  return `${head}\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
}

/** Makes it a WebSocket that has not signed in. */
async function upgrade(connection: RawConnection): Promise<void> {
  connection.write(handshakeBytes());
  expect((await connection.next({ toHead: true }))?.status).toBe(101);
}

const gauge = async (name: string) =>
  Number(new RegExp(`^${name} (\\d+)$`, 'm').exec((await server.app.inject('/metrics')).body)?.[1]);
const anonymous = () => gauge('palaver_anonymous_connections');
const connections = () => gauge('palaver_connections');

afterEach(async () => {
  for (const connection of open.splice(0)) connection.destroy();
  await expect.poll(connections).toBe(0);
});

describe('a user', () => {
  const MOST = 3;
  let ann: SignedIn;
  let ben: SignedIn;
  let ticket: string;
  beforeAll(async () => {
    await start({ PALAVER_CLIENT_HTTP_CONNECTIONS: String(MOST) });
    [ann, ben] = await signInAll(server, 2);
    ({ ticket } = await server.ok('GET', '/client/v1.0/me/file-ticket', { token: ann.token }));
  });
  afterAll(() => server.close());

  /** Each shows who the user is. */
  const KINDS: [string, () => string][] = [
    ['a token', () => asUser(ann)],
    ['a file ticket', () => `GET ${FILE_PATH}/1/a.png?ticket=${ticket} HTTP/1.1\r\nhost: a\r\n\r\n`],
    [
      'an upload',
      () => asUser(ann, `${UPLOADS}/1`, 'DELETE').replace('\r\n\r\n', '\r\ntus-resumable: 1.0.0\r\n\r\n'),
    ],
  ];

  test.each(KINDS)(
    'holds so many connections with %s; one more closes the one that was idle longest',
    async (_, request) => {
      const held = await hold(MOST - 1, request());
      const [first, second] = held;
      // At the limit, and with the first one used again.
      const third = await used(request());
      expect(await statusOf(first as RawConnection, asUser(ann))).toBe(200);
      expect(await connections()).toBe(MOST);
      const fourth = await oneMore(request());
      expect(await second?.closed()).toBe('');
      for (const one of [first, third, fourth])
        expect(await statusOf(one as RawConnection, asUser(ann))).toBe(200);
      expect(await connections()).toBe(MOST);
      expect(await anonymous()).toBe(0);
    },
  );

  test('takes no connection of another user, nor of a back end', async () => {
    const others = [...(await hold(MOST, asUser(ben))), ...(await hold(2 * MOST, asBackEnd()))];
    await hold(MOST, asUser(ann));
    for (let count = 0; count < MOST; count += 1) await oneMore(asUser(ann));
    for (const other of others.slice(0, MOST)) expect(await statusOf(other, asUser(ben))).toBe(200);
    for (const other of others.slice(MOST)) expect(await statusOf(other, asBackEnd())).toBe(200);
  });

  test.each([
    ['another user', () => asUser(ben)],
    ['a back end', () => asBackEnd()],
  ])('holds no connection that %s has used since', async (_, request) => {
    const own = await hold(MOST, asUser(ann));
    const shared = own.shift() as RawConnection;
    expect(await statusOf(shared, request())).toBe(200);
    own.push(await used(asUser(ann)));
    for (const one of own) expect(await statusOf(one, asUser(ann))).toBe(200);
    expect(await statusOf(shared, request())).toBe(200);
  });

  test('holds no connection that has become a WebSocket', async () => {
    const own = await hold(MOST, asUser(ann));
    const socket = own.shift() as RawConnection;
    await upgrade(socket);
    expect(await anonymous()).toBe(1);
    own.push(await used(asUser(ann)));
    for (const one of own) expect(await statusOf(one, asUser(ann))).toBe(200);
    for (let count = 0; count < MOST; count += 1) await oneMore(asUser(ann));
    expect(await anonymous()).toBe(1);
  });

  test('gets M42900 if all of them are serving requests, and none of these is cut', async () => {
    const threadId = await server.group([ann.userId]);
    const thread = await lockThread(server.database, threadId);
    const send = requestToSend(ann, threadId);
    const busy = await hold(MOST, asUser(ann));
    for (const one of busy) one.write(send);
    await thread.hasWaiter();
    const more = await until(async () => {
      const connection = await dial();
      connection.write(asUser(ann));
      const answer = await connection.next();
      return answer?.status === 429 ? { connection, answer } : undefined;
    });
    expect(more.answer.json.message_code).toBe('M42900');
    expect(more.answer.headers).toMatchObject({ connection: 'close', 'retry-after': '1' });
    expect(await more.connection.closed()).toBe('');
    expect(await statusOf(await dial(), asUser(ben))).toBe(200);
    await thread.commit();
    for (const one of busy) expect((await one.next())?.json.message_code).toBe('M200');
    // Now they are idle.
    await oneMore(asUser(ann));
  });
});

describe('with other settings', () => {
  beforeEach(() => onTestFinished(() => server.close()));

  test('a user holds any number without a limit', async () => {
    await start({ PALAVER_CLIENT_HTTP_CONNECTIONS: '0' });
    const [ann] = await signInAll(server, 1);
    const held = await hold(10, asUser(ann));
    for (const one of held) expect(await statusOf(one, asUser(ann))).toBe(200);
  });

  test('connections of a trusted proxy do not count: it speaks for many users', async () => {
    await start({
      PALAVER_CLIENT_HTTP_CONNECTIONS: '1',
      PALAVER_TRUSTED_PROXIES: '127.0.0.1',
      PALAVER_MAX_ANONYMOUS_CONNECTIONS_PER_ADDRESS: '1',
    });
    const [ann] = await signInAll(server, 1);
    const pool = await hold(3, asUser(ann));
    for (const one of pool) expect(await statusOf(one, asUser(ann))).toBe(200);
  });

  test('a connection that closes during authentication takes no place', async () => {
    await start({ PALAVER_CLIENT_HTTP_CONNECTIONS: '1' });
    const [ann] = await signInAll(server, 1);
    const admin = await connect(server.database.connection);
    await admin.query('begin; lock table signing_keys in access exclusive mode');
    const leaving = await dial();
    leaving.write(asUser(ann));
    const locks = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await server.database.sql(locks)).length).toBe(1);
    leaving.destroy();
    await expect.poll(connections).toBe(0);
    await admin.query('commit');
    await admin.end();
    expect(await statusOf(await dial(), asUser(ann))).toBe(200);
  });
});

describe('a connection without a valid request for long', () => {
  let ann: SignedIn;
  let passedMs = 0;
  beforeAll(async () => {
    const now = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => now() + passedMs);
    await start({ PALAVER_MAX_ANONYMOUS_CONNECTIONS_PER_ADDRESS: '2' });
    [ann] = await signInAll(server, 1);
  });
  afterAll(async () => {
    await server.close();
    vi.restoreAllMocks();
  });

  /** For the server; the connections themselves stay as they are. */
  function longPasses(): void {
    passedMs += Number(SETTINGS.keepAliveTimeoutMs.default) + 1;
  }

  test.each([
    ['of a user', () => asUser(ann)],
    ['of a back end', () => asBackEnd()],
  ])('%s is anonymous again, and the limits apply to it until the next one', async (_, request) => {
    const [first, second] = (await hold(2, request())) as [RawConnection, RawConnection];
    expect(await anonymous()).toBe(0);
    longPasses();
    await expect.poll(anonymous).toBe(2);
    // It stops being anonymous, and becomes it again; nothing adds up.
    expect(await statusOf(first, request())).not.toBe(429);
    expect(await anonymous()).toBe(1);
    longPasses();
    await expect.poll(anonymous).toBe(2);
    expect(await statusOf(second, request())).not.toBe(429);
    const [third, fourth] = (await hold(2, LIVE)) as [RawConnection, RawConnection];
    expect(await first.closed()).toBe('');
    expect(await anonymous()).toBe(2);
    for (const one of [second, third, fourth]) expect(await statusOf(one, LIVE)).toBe(200);
  });

  test('is not one whose request is still served', async () => {
    const [head = '', body = ''] = requestToSend(ann, await server.group([ann.userId])).split('\r\n\r\n');
    const waiting = await dial();
    waiting.write(`${head}\r\n\r\n`);
    await expect.poll(anonymous).toBe(0);
    await othersAreCut();
    waiting.write(body);
    expect((await waiting.next())?.json.message_code).toBe('M200');
    expect(await statusOf(waiting, asUser(ann))).toBe(200);
  });

  test('is not one whose WebSocket has signed in', async () => {
    const socket = await used(asUser(ann));
    await upgrade(socket);
    socket.write(textBytes({ type: 'authenticate', token: ann.token }));
    await expect.poll(anonymous).toBe(0);
    await othersAreCut();
    expect(await gauge('palaver_realtime_connections')).toBe(1);
  });

  /** A connection that was used later than all others becomes anonymous, and is the oldest one: strangers take its place. */
  async function othersAreCut(): Promise<void> {
    const idle = await used(asUser(ann));
    longPasses();
    await expect.poll(anonymous).toBe(1);
    await hold(2, LIVE);
    expect(await idle.closed()).toBe('');
  }
});
