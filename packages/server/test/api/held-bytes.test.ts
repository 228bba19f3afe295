import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { HELD_KINDS, type HeldKind } from '../../src/edge/held-bytes.ts';
import { EVENTS, switchStream } from '../events/stream.ts';
import { MESSAGES } from '../harness/api.ts';
import { at, myMessagesUrl, type SignedIn, signInAll } from '../harness/client-api.ts';
import { plantFile } from '../harness/plant-file.ts';
import { RawConnection, type RawResponse } from '../harness/raw-http.ts';
import { frameBytes, OPCODES, RawWebSocket, textBytes } from '../harness/raw-websocket.ts';
import { connectionsTo, realtimeUrl } from '../harness/realtime.ts';
import { connect } from '../harness/test-database.ts';
import { startTestServer, type TestServer } from '../harness/test-server.ts';
import { tusClient } from '../harness/tus.ts';
import { until } from '../harness/until.ts';
import { tryUpload } from '../harness/upload.ts';
import { useServer } from '../harness/use-server.ts';
import { periodPasses } from '../harness/waits.ts';

/** The budget of memory that clients and back ends may take (edge/held-bytes.ts). */

const KIB = 1024;
const MIB = KIB * KIB;
const OF_USER = MIB;
/** A fifth of all: a peer holds at most a quarter of what is free then. */
const OF_KEY = 1.25 * MIB;

const server = await useServer({
  PALAVER_HELD_BYTES_PER_USER: String(OF_USER),
  PALAVER_HELD_BYTES: String(5 * OF_KEY),
});
let port: number;
let ann: SignedIn;
let ben: SignedIn;
let threadId: string;
let largeResponse: number;
let file: string;
beforeAll(async () => {
  port = Number(new URL(await realtimeUrl(server)).port);
  const people = await signInAll(server, 2, 'held');
  ann = at(people, 0);
  ben = at(people, 1);
  threadId = await server.group(['held1', 'held2']);
  for (let index = 0; index < 3; index += 1) await ann.say(threadId, 'a'.repeat(9_000));
  const { headers } = await ann.call('GET', myMessagesUrl(threadId));
  largeResponse = Number(headers['content-length']);
  file = await plantFile(server, { mimeType: 'application/octet-stream' });
  await switchStream(server, true);
});

/** How many bytes the server holds of each kind, by `/metrics`. */
async function heldBy({ app }: Pick<TestServer, 'app'>): Promise<Record<HeldKind, number>> {
  const { payload } = await app.inject('/metrics');
  const of = (kind: HeldKind) =>
    Number(new RegExp(`^palaver_held_bytes\\{kind="${kind}"\\} (\\d+)$`, 'm').exec(payload)?.[1]);
  return Object.fromEntries(HELD_KINDS.map((kind) => [kind, of(kind)])) as Record<HeldKind, number>;
}

const holds = (kind: HeldKind, bytes: number) =>
  until(async () => ((await heldBy(server))[kind] === bytes ? true : undefined));

type By = { token: string } | { key: string };

/** A request whose body of so many bytes has come, except for the last one. */
async function unfinished(by: By, bytes: number): Promise<RawConnection> {
  const [url, credential] =
    'token' in by
      ? [myMessagesUrl(threadId), `authorization: Bearer ${by.token}`]
      : [MESSAGES, `x-api-key: ${by.key}`];
  const connection = await RawConnection.open(port);
  connection.write(`POST ${url} HTTP/1.1\r\nhost: a\r\n${credential}\r\ncontent-length: ${bytes}\r\n\r\n`);
  connection.write(Buffer.alloc(bytes - 1, ' '));
  return connection;
}

/** Makes the server hold exactly so many bytes of bodies for a caller, until the result is called. */
async function fill(by: By, bytes: number): Promise<() => Promise<void>> {
  const half = Math.floor(bytes / 2);
  const open = [await unfinished(by, half), await unfinished(by, bytes - half)];
  onTestFinished(() => {
    for (const connection of open) connection.destroy();
  });
  await holds('bodies', bytes);
  return async () => {
    for (const connection of open) connection.destroy();
    await holds('bodies', 0);
  };
}

/** The end of a request whose last byte now comes. */
async function finished(connection: RawConnection): Promise<RawResponse | undefined> {
  connection.write(' ');
  const response = await connection.next();
  connection.destroy();
  return response;
}

interface Case {
  kind: HeldKind;
  /** How many bytes one request takes. */
  bytes: () => number;
  by: 'user' | 'key';
  request: () => Promise<{ status: number; code: string | undefined; headers: Record<string, unknown> }>;
}

const answered = async (answer: ReturnType<TestServer['call']>) => {
  const { status, headers, body: content } = await answer;
  return { status, headers, code: content.message_code };
};

const BODY_BYTES = 200 * KIB;
const body = async (by: By) => {
  const response = await finished(await unfinished(by, BODY_BYTES));
  return {
    status: response?.status ?? 0,
    headers: response?.headers ?? {},
    code: response?.json?.message_code,
  };
};

const CASES: Case[] = [
  { kind: 'bodies', bytes: () => BODY_BYTES, by: 'user', request: () => body(ann) },
  { kind: 'bodies', bytes: () => BODY_BYTES, by: 'key', request: () => body({ key: server.key }) },
  {
    kind: 'uploads',
    bytes: () => 256 * KIB,
    by: 'user',
    request: () => answered(tryUpload(server, {}, { threadId, token: ann.token })),
  },
  {
    kind: 'uploads',
    bytes: () => 256 * KIB,
    by: 'user',
    request: async () => {
      const tus = tusClient(server, ann.token);
      return tus.append(await tus.begin(3), 0, Buffer.from('abc'));
    },
  },
  {
    kind: 'responses',
    bytes: () => largeResponse,
    by: 'user',
    request: () => answered(ann.call('GET', myMessagesUrl(threadId))),
  },
  {
    kind: 'downloads',
    bytes: () => 1_000,
    by: 'key',
    request: async () => {
      const { statusCode, headers, payload } = await server.app.inject({
        url: file,
        headers: { 'x-api-key': server.key },
      });
      const isFile = headers['content-type'] === 'application/octet-stream';
      return { status: statusCode, headers, code: isFile ? undefined : JSON.parse(payload).message_code };
    },
  },
  {
    kind: 'searches',
    bytes: () => 16 * KIB,
    by: 'user',
    request: () => answered(ann.call('GET', '/client/v1.0/search?q=nothing')),
  },
  {
    kind: 'long_polls',
    bytes: () => 16 * KIB,
    by: 'key',
    request: () => answered(server.call('GET', EVENTS)),
  },
];

describe.each(CASES)('$kind of a $by', ({ bytes, by, request }) => {
  test.each([-1, 0, 1])('its share and %i bytes', async (more) => {
    const [most, who, code] =
      by === 'user'
        ? ([OF_USER, ann, 'M42900'] as const)
        : ([OF_KEY, { key: server.key }, 'M50300'] as const);
    const release = await fill(who, most - bytes() + more);
    const answer = await request();
    const status = code === 'M42900' ? 429 : 503;
    if (more > 0) expect(answer).toMatchObject({ status, code, headers: { 'retry-after': '1' } });
    else expect([answer, [429, 503].includes(answer.status)]).toEqual([answer, false]);
    await release();
    expect(new Set(Object.values(await heldBy(server)))).toEqual(new Set([0]));
  });
});

test('a refused body is read to its end, and its connection serves the next request', async () => {
  const release = await fill(ann, OF_USER);
  const connection = await unfinished(ann, 100 * KIB);
  connection.write(' GET /health/live HTTP/1.1\r\nhost: a\r\n\r\n');
  expect(await connection.next()).toMatchObject({ status: 429 });
  expect(await connection.next()).toMatchObject({ status: 200 });
  connection.destroy();
  await release();
});

test('a body that comes at once is not counted', async () => {
  const release = await fill(ann, OF_USER);
  expect((await ann.say(threadId, 'small')).seq).toBeGreaterThan(0);
  await release();
});

test('a body of single bytes takes no more memory than another one', async () => {
  const connection = await RawConnection.open(port);
  const head = `POST ${MESSAGES} HTTP/1.1\r\nhost: a\r\nx-api-key: ${server.key}\r\ntransfer-encoding: chunked`;
  connection.write(`${head}\r\n\r\n${'1\r\na\r\n'.repeat(100_000)}`);
  await holds('bodies', 128 * KIB);
  connection.destroy();
  await holds('bodies', 0);
});

test('others are served while a user, or an API key, has used up its share', async () => {
  const ofAnn = await fill(ann, OF_USER);
  expect(await body(ben)).toMatchObject({ code: 'M40001' });
  await ofAnn();
  const ofKey = await fill({ key: server.key }, OF_KEY);
  expect(await body(ben)).toMatchObject({ code: 'M40001' });
  expect(await body({ key: await server.createKey() })).toMatchObject({ code: 'M40001' });
  await ofKey();
});

test('a write that has had its effect gets its response, however large', async () => {
  const release = await fill(ann, OF_USER);
  const text = '\u{1f600}'.repeat(9_000);
  expect((await ann.say(threadId, text)).body).toMatchObject({ text });
  await release();
});

/** A frame of 64,000 bytes, of which this many have come. */
const partOfFrame = (bytes: number) => frameBytes(OPCODES.text, Buffer.alloc(64_000)).subarray(0, bytes);

async function signedInSocket(): Promise<RawWebSocket> {
  const socket = await RawWebSocket.open(port, textBytes({ type: 'authenticate', token: ann.token }));
  await socket.nextOf('authenticated');
  return socket;
}

test.each([-1, 0, 1])('incomplete frames of a user: their share and %i bytes', async (more) => {
  const release = await fill(ann, OF_USER - 20_000 + more);
  const socket = await signedInSocket();
  socket.write(partOfFrame(20_000));
  if (more > 0) expect(await socket.nextOf('closing')).toMatchObject({ code: 4429 });
  else await holds('frames', 20_000);
  socket.connection.destroy();
  await holds('frames', 0);
  await release();
});

test.each([8 * KIB - 1, 8 * KIB, 8 * KIB + 1])(
  'the first 8 KiB of frames are free: %i bytes',
  async (bytes) => {
    const [socket, larger] = [await signedInSocket(), await signedInSocket()];
    socket.write(partOfFrame(bytes));
    larger.write(partOfFrame(20_000));
    await holds('frames', 20_000 + (bytes > 8 * KIB ? bytes : 0));
    socket.connection.destroy();
    larger.connection.destroy();
    await holds('frames', 0);
  },
);

test('fragments count until their message is complete', async () => {
  const socket = await signedInSocket();
  const ping = JSON.stringify({ type: 'ping', id: 'a' });
  socket.write(frameBytes(OPCODES.text, ping.padEnd(30_000), { isLast: false }));
  await holds('frames', 30_000);
  socket.write(frameBytes(OPCODES.continuation, ''));
  await socket.nextOf('pong');
  await holds('frames', 0);
  socket.connection.destroy();
});

test('of frames behind a slow command only some are read, and all are carried out', async () => {
  const socket = await signedInSocket();
  const lock = await connect(server.database.connection);
  await lock.query('begin; lock table users, user_threads in access exclusive mode');
  socket.write(textBytes({ type: 'watch', id: 'slow', ext_user_ids: [ben.extUserId] }));
  // Together almost two megabytes.
  const others = Array.from({ length: 30 }, () => textBytes({ type: 'shout', rest: 'a'.repeat(60_000) }));
  socket.write(...others);
  const heldFrames = async () => (await heldBy(server)).frames;
  await until(async () => ((await heldFrames()) >= 128 * KIB ? true : undefined));
  // Bytes that the server has stopped reading count after a second.
  await periodPasses(1_100);
  expect(await heldFrames()).toBeLessThan(512 * KIB);
  await lock.query('commit');
  await lock.end();
  await socket.nextOf('answer');
  for (const _ of others) await socket.nextOf('error');
  await holds('frames', 0);
  socket.connection.destroy();
});

describe('what a slow client has not read', () => {
  const TEXT = '\u{1f600}'.repeat(9_000);

  /** A connection that reads nothing of the many messages that it asks for. */
  async function slowReader(): Promise<RawWebSocket> {
    const socket = await signedInSocket();
    socket.connection.pause();
    socket.write(textBytes({ type: 'resume', threads: [{ thread_id: threadId, seq: 0 }] }));
    return socket;
  }

  beforeAll(async () => {
    const send = () =>
      server.ok('POST', MESSAGES, {
        body: {
          sender: { user_id: 'held2' },
          target: { thread_id: threadId },
          body: { text: TEXT, metadata: [{ type: 'text' }] },
        },
      });
    for (let round = 0; round < 10; round += 1) await Promise.all(Array.from({ length: 20 }, send));
  });

  test('counts until it reads', async () => {
    const socket = await slowReader();
    const isHeld = async () => ((await heldBy(server)).backlog > 0 ? true : undefined);
    await until(isHeld);
    socket.connection.resume();
    await socket.nextOf('resumed');
    await holds('backlog', 0);
    socket.connection.destroy();
  });

  test('ends its connection when its user may not hold more', async () => {
    const release = await fill(ann, OF_USER);
    const socket = await slowReader();
    await until(async () => ((await connectionsTo(server)) === 0 ? true : undefined));
    expect((await heldBy(server)).backlog).toBe(0);
    socket.connection.destroy();
    await release();
  });
});

describe('clients of an address that are not signed in', () => {
  const OF_ADDRESS = 64 * KIB;
  let limited: TestServer;
  let token: string;
  beforeAll(async () => {
    limited = await startTestServer({
      PALAVER_HELD_BYTES_PER_ADDRESS: String(OF_ADDRESS),
      PALAVER_MAX_BODY_BYTES: '1024',
    });
    const [carl] = await signInAll(limited, 1, 'carl');
    token = carl.token;
  });
  afterAll(() => limited.close());

  /** A connection with so many bytes behind its first frame, while nobody can sign in. */
  const signingIn = async (bytes: number) =>
    RawWebSocket.open(
      Number(new URL(await realtimeUrl(limited)).port),
      Buffer.concat([textBytes({ type: 'authenticate', token }), partOfFrame(bytes)]),
    );
  const holdsFrames = (bytes: number) =>
    until(async () => ((await heldBy(limited)).frames === bytes ? true : undefined));

  test.each([-1, 0, 1])('hold their share and %i bytes', async (more) => {
    const lock = await connect(limited.database.connection);
    await lock.query('begin; lock table users in access exclusive mode');
    const first = await signingIn(40_000);
    await holdsFrames(40_000);
    const second = await signingIn(OF_ADDRESS - 40_000 + more);
    if (more > 0) expect(await second.nextOf('closing')).toMatchObject({ code: 4429 });
    else await holdsFrames(OF_ADDRESS + more);
    // One that sends no more than it must is not affected.
    const third = await signingIn(0);
    await lock.query('commit');
    await lock.end();
    await third.nextOf('authenticated');
    await first.nextOf('authenticated');
    for (const { connection } of [first, second, third]) connection.destroy();
    await holdsFrames(0);
  });

  test('share one copy of each document, which does not count', async () => {
    const reader = await RawConnection.open(Number(new URL(await realtimeUrl(limited)).port));
    reader.write('GET /openapi.json HTTP/1.1\r\nhost: a\r\n\r\n');
    const document = await reader.next();
    expect(document?.status).toBe(200);
    expect(Number(document?.headers['content-length'])).toBeGreaterThan(OF_ADDRESS);
    reader.destroy();
  });
});
