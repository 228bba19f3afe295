import { CLOSE_CODES } from '@palaver/protocol/close-codes';
import type { AppId, ExtUserId } from '@palaver/protocol/ids';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rotateSigningKey } from '../../src/domain/operations/tokens/rotate-signing-key.ts';
import { MESSAGES, renameUrl, userUrl } from '../harness/api.ts';
import { at, ME, type SignedIn, signIn, signInAll } from '../harness/client-api.ts';
import { inParallel } from '../harness/in-parallel.ts';
import { lockThread } from '../harness/locked-thread.ts';
import { textTo } from '../harness/population.ts';
import { rawRequest } from '../harness/raw-http.ts';
import { handshakeBytes, RawWebSocket, textBytes } from '../harness/raw-websocket.ts';
import {
  connect,
  connectionsTo,
  expectClosed as expectEnd,
  open,
  realtimeUrl,
  type TestSocket,
} from '../harness/realtime.ts';
import { startStopwatch } from '../harness/stopwatch.ts';
import { startTestServer, type TestServer } from '../harness/test-server.ts';
import { until } from '../harness/until.ts';
import { periodPasses, quietFor } from '../harness/waits.ts';

/**
 * Every way in which the server ends or refuses a connection. They take seconds, so they run side by side, the longest
 * first.
 */

const reached = new Set<number>();
const expectClosed: typeof expectEnd = (socket, code, ...rest) => {
  reached.add(code);
  return expectEnd(socket, code, ...rest);
};

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => {
  await server.close();
  const codes = Object.keys(CLOSE_CODES).map(Number);
  expect(codes.filter((code) => !reached.has(code))).toEqual([]);
});

const put = (id: string) => server.ok('PUT', userUrl(id), { body: { display_name: id } });
const rename = (from: string, to: string) => server.ok('PATCH', renameUrl(from, to));

/** Two connected users who share a thread. */
async function pair(on: TestServer, prefix: string) {
  const people = await signInAll(on, 2, prefix);
  const [one, other] = [at(people, 0), at(people, 1)];
  const thread = await on.group([one.userId, other.userId]);
  const [ones, others] = await Promise.all([connect(on, one), connect(on, other)]);
  return { one, other, thread, ones, others };
}

/** Fails if the connection received anything after its end. */
async function expectSilence(socket: TestSocket, speaker: SignedIn, thread: string): Promise<void> {
  const { seq } = await speaker.say(thread, 'after the end');
  expect(socket.entries(thread).filter((entry) => entry.seq >= seq)).toEqual([]);
  expect(at(socket.frames, -1).type).toBe('closing');
}

test.concurrent('a client that never authenticates is disconnected', async () => {
  const own = await startTestServer({ PALAVER_AUTHENTICATION_TIMEOUT_MS: '1000' });
  await expectClosed(await open(await realtimeUrl(own)), 4408);
  await own.close();
});

test.concurrent('nothing is delivered while revocations cannot be checked', async () => {
  const own = await startTestServer();
  const { one, thread, ones, others } = await pair(own, 'paused');
  const late = await connect(own, one, { threads: null });
  const locker = new pg.Client(own.database.connection);
  await locker.connect();
  await locker.query('begin; lock table token_revocations in access exclusive mode');
  const say = (text: string) => own.ok('POST', MESSAGES, { body: textTo(thread, one.userId, text) });
  await say('before');
  await others.reaches(thread, 2);
  const look = () => others.command({ type: 'watch', ext_user_ids: [] });
  await until(async () => (await look()).type === 'error' || undefined);
  await say('meanwhile');
  late.send({ type: 'resume', threads: [{ thread_id: thread, seq: 0 }] });
  const command = await others.command({ type: 'typing', thread_id: thread });
  expect(command).toMatchObject({ type: 'error', message_code: 'M50300' });
  await quietFor(1_000);
  await Promise.all([ones.expectAlive(), others.expectAlive(), late.expectAlive()]);
  for (const { frames } of [ones, others, late]) {
    const told = frames.filter(({ type }) => type === 'entry' || type === 'typing' || type === 'resumed');
    expect(told.map((frame) => (frame.type === 'entry' ? frame.entry.message?.body.text : ''))).toEqual(
      frames === late.frames ? [] : ['', 'before'],
    );
  }
  await locker.end();
  await Promise.all([ones, others, late].map((socket) => socket.reaches(thread, 3)));
  expect(late.entries(thread).map(({ seq }) => seq)).toEqual([1, 2, 3]);
  await own.close();
});

test.concurrent('a client that does not answer pings is disconnected, one that does is not', async () => {
  const own = await startTestServer({ PALAVER_HEARTBEAT_MS: '2000' });
  const { one, ones, others } = await pair(own, 'silent');
  others.ws.pause();
  const half = await RawWebSocket.open(
    Number(new URL(await realtimeUrl(own)).port),
    Buffer.concat([textBytes({ type: 'authenticate', token: one.token }), textBytes({}).subarray(0, -1)]),
  );
  expect(await half.nextOf('closing')).toMatchObject({ code: 4408 });
  await until(async () => (await connectionsTo(own)) === 1 || undefined);
  others.ws.resume();
  await expectClosed(others, 4408);
  expect(await half.closeCode()).toBe(4408);
  await ones.expectAlive();
  await own.close();
});

test.concurrent('revoking a signing key ends the connections of its tokens', async () => {
  const own = await startTestServer();
  const { one, ones, others } = await pair(own, 'key');
  const elapsedMs = startStopwatch();
  await rotateSigningKey(own.db, 'test' as AppId, false);
  const young = await connect(own, await signIn(own, one.userId));
  await rotateSigningKey(own.db, 'test' as AppId, true);
  await Promise.all([expectClosed(ones, 4401), expectClosed(others, 4401), expectClosed(young, 4401)]);
  expect(elapsedMs()).toBeLessThan(6_000);
  await own.close();
});

test.concurrent('without a database nobody can sign in, and clients are asked to retry', async () => {
  // Long enough that even a busy machine gets there last; other tests here take as long.
  const own = await startTestServer({ PALAVER_TOKEN_TTL_SECONDS: '10' });
  const { one, thread, ones } = await pair(own, 'away');
  await own.db.close();
  await periodPasses(1_100);
  const socket = await open(await realtimeUrl(own));
  socket.send({ type: 'authenticate', token: one.token });
  await expectClosed(socket, 1013);
  const reply = await ones.command({ type: 'send', thread_id: thread, body: { text: 'x' } });
  expect(reply).toMatchObject({ type: 'error', message_code: 'M50300' });
  await ones.expectAlive();
  // An expired token is recognised without a database.
  await expectClosed(ones, 4401, 'M40112');
  await own.realtime.close(1_000);
  await own.app.close();
  await own.database.drop();
});

test.concurrent("revoking a user's tokens ends all their connections within 5 s, and nobody else’s", async () => {
  const { one, other, thread, ones, others } = await pair(server, 'revoked');
  const second = await connect(server, one, { threads: null });
  await server.ok('DELETE', `${userUrl(one.userId)}/tokens`);
  const elapsedMs = startStopwatch();
  await Promise.all([expectClosed(ones, 4401), expectClosed(second, 4401)]);
  expect(elapsedMs()).toBeLessThan(5_000);
  await expectSilence(ones, other, thread);
  await others.expectAlive();
  const refused = await open(await realtimeUrl(server));
  refused.send({ type: 'authenticate', token: one.token });
  await expectClosed(refused, 4401);
  await connect(server, await signIn(server, one.userId));
});

test.concurrent('a connection ends when its token expires', async () => {
  const own = await startTestServer({ PALAVER_TOKEN_TTL_SECONDS: '5' });
  const people = await signInAll(own, 1, 'expiring');
  const { token } = at(people, 0);
  const socket = await connect(own, { token });
  await expectClosed(socket, 4401, 'M40112');
  const late = await open(await realtimeUrl(own));
  late.send({ type: 'authenticate', token });
  await expectClosed(late, 4401, 'M40112');
  await own.close();
});

test.concurrent('deactivating a user ends their connections', async () => {
  const { one, other, thread, ones, others } = await pair(server, 'dora');
  await server.ok('DELETE', userUrl(one.userId));
  const elapsedMs = startStopwatch();
  ones.send({ type: 'send', thread_id: thread, body: { text: 'who am I?' } });
  await expectClosed(ones, 4401);
  expect(elapsedMs()).toBeLessThan(5_000);
  await expectSilence(ones, other, thread);
  expect(others.entries(thread).map(({ type }) => type)).not.toContain('who am I?');
});

test.concurrent('a user id change ends the token but keeps the connection', async () => {
  const { one, other, thread, ones, others } = await pair(server, 'alice');
  await rename(one.userId, 'alicia');
  await put(one.userId);
  await until(async () => ((await one.call('GET', ME)).status === 401 ? true : undefined));
  const reply = await ones.command({ type: 'send', thread_id: thread, body: { text: 'still here' } });
  expect(reply).toMatchObject({ message_code: 'M200', data: { sender: { user_id: 'alicia' } } });
  const { seq } = await other.say(thread, 'I see you');
  await Promise.all([ones.reaches(thread, seq), others.reaches(thread, seq)]);
  await quietFor(1_500);
  await ones.expectAlive();
});

test.concurrent('an absorbed record loses its connections, and the absorbing user keeps theirs', async () => {
  await put('guest-7');
  await put('carol');
  await put('friend-7');
  const thread = await server.group(['friend-7', 'guest-7']);
  const lost = await server.group(['friend-7']);
  const friend = await signIn(server, 'friend-7');
  const guests = await connect(server, await signIn(server, 'guest-7'));
  const carols = await connect(server, await signIn(server, 'carol'));
  await rename('guest-7', 'carol');
  // The command is refused, unless the connection ended first.
  carols.send({ type: 'typing', id: 'late', thread_id: lost });
  await expectClosed(carols, 4401);
  expect(carols.frames).not.toContainEqual(expect.objectContaining({ type: 'answer', id: 'late' }));
  await expectSilence(carols, friend, thread);
  const reply = await guests.command({ type: 'send', thread_id: thread, body: { text: 'as Carol' } });
  expect(reply).toMatchObject({ data: { sender: { user_id: 'carol' } } });
});

test.concurrent('connections per user are limited', async () => {
  const own = await startTestServer({ PALAVER_MAX_USER_CONNECTIONS: '2' });
  const { one, ones, others } = await pair(own, 'many');
  await connect(own, one);
  const third = await open(await realtimeUrl(own));
  third.send({ type: 'authenticate', token: one.token });
  third.send({ type: 'resume', threads: [] });
  await expectClosed(third, 4429);
  expect(third.frames).toHaveLength(1);
  await Promise.all([ones.expectAlive(), others.expectAlive()]);
  await ones.close();
  await until(async () => {
    const again = await connect(own, one).catch(() => undefined);
    return again;
  });
  await own.close();
});

async function refusalOf(on: TestServer, headers: Record<string, string> = {}) {
  const { port } = new URL(await realtimeUrl(on));
  const { status, headers: answered, json } = await rawRequest(Number(port), handshakeBytes({ headers }));
  expect(answered['x-request-id']).toBe(json.request_id);
  return { status, code: json.message_code, retryAfter: answered['retry-after'] };
}

test.concurrent('connections per node are limited', async () => {
  const own = await startTestServer({ PALAVER_MAX_CONNECTIONS: '2' });
  const { one, ones, others } = await pair(own, 'full');
  expect(await refusalOf(own)).toEqual({ status: 503, code: 'M50300', retryAfter: '1' });
  await Promise.all([ones.expectAlive(), others.expectAlive()]);
  await ones.close();
  await until(() => connect(own, one).catch(() => undefined));
  await own.close();
});

test.concurrent('pages of other origins cannot connect when origins are configured', async () => {
  const own = await startTestServer({ PALAVER_CORS_ORIGINS: 'https://app.example.com, https://b.example' });
  const people = await signInAll(own, 1, 'page');
  for (const origin of ['https://evil.example', 'null', 'https://app.example.com.evil.example', ''])
    expect(await refusalOf(own, { origin })).toMatchObject({ status: 403, code: 'M40307' });
  for (const headers of [{}, { origin: 'https://app.example.com' }, { origin: 'https://b.example' }])
    await connect(own, at(people, 0), { headers });
  await own.close();
});

test.concurrent('a slow reader is disconnected, others are not, and a reconnect brings everything missed', async () => {
  const own = await startTestServer({ PALAVER_CONNECTION_BACKLOG_BYTES: '524288' });
  const { one, other, thread, ones, others } = await pair(own, 'slow');
  others.ws.pause();
  const text = '\u{1f600}'.repeat(10_000);
  const sent = inParallel(8, async () => {
    for (let index = 0; index < 30; index += 1) await one.say(thread, text);
  });
  // A closed connection is destroyed some seconds later, and the client would then miss the reason.
  await until(
    async () =>
      [...own.realtime.connections.of(other.extUserId as ExtUserId)].some(({ socket }) => socket.isClosing) ||
      undefined,
  );
  others.ws.resume();
  await expectClosed(others, 1013);
  await sent;
  await ones.reaches(thread, 241);
  const last = at(others.entries(thread), -1).seq;
  expect(last).toBeLessThan(241);
  const again = await connect(own, other, { threads: [{ thread_id: thread, seq: last }] });
  const seqs = [...others.entries(thread), ...again.entries(thread)].map(({ seq }) => seq);
  expect(seqs).toEqual(Array.from({ length: 240 }, (_, index) => index + 2));
  await ones.expectAlive();
  await own.close();
});

test('a stopping server answers pending commands, and staggers the reconnects of its clients', async () => {
  const own = await startTestServer();
  const { one, thread, ones } = await pair(own, 'drained');
  const rest = await inParallel(10, () => connect(own, one, { threads: null }));
  const locked = await lockThread(own.database, thread);
  const replies = Promise.allSettled(
    ['one', 'two'].map((text) => ones.command({ type: 'send', thread_id: thread, body: { text } })),
  );
  await locked.hasWaiter();
  const elapsedMs = startStopwatch();
  const closed = own.realtime.close(5_000);
  const ends = await Promise.all(rest.map((socket) => expectClosed(socket, 1012)));
  expect(new Set(ends.map(({ retry_after_ms }) => retry_after_ms)).size).toBeGreaterThan(8);
  for (const { retry_after_ms = 0 } of ends) {
    expect(retry_after_ms).toBeGreaterThanOrEqual(500);
    expect(retry_after_ms).toBeLessThanOrEqual(5_000);
  }
  expect(ones.frames.map(({ type }) => type)).not.toContain('closing');
  await locked.commit();
  await expectClosed(ones, 1012);
  await closed;
  expect(elapsedMs()).toBeLessThan(2_000);
  // Commands that had not started are not answered and have no effect.
  expect(await replies).toMatchObject([{ value: { message_code: 'M200' } }, { status: 'rejected' }]);
  const messages = await one.messages(thread, 'after_seq=0&limit=10');
  expect(messages.map(({ body }) => body.text)).toEqual(['one']);
  await own.close();
});

test.concurrent('a server fault during authentication is reported as a server fault', async () => {
  const own = await startTestServer();
  const { one, thread, ones } = await pair(own, 'broken');
  await own.database.sql('alter table token_revocations rename to elsewhere');
  await periodPasses(1_100);
  const socket = await open(await realtimeUrl(own));
  socket.send({ type: 'authenticate', token: one.token });
  await expectClosed(socket, 1011);
  await own.database.sql('alter table elsewhere rename to token_revocations');
  await own.database.sql('alter table thread_heads rename to elsewhere');
  const reply = await ones.command({ type: 'send', thread_id: thread, body: { text: 'x' } });
  expect(reply).toMatchObject({ type: 'error', message_code: 'M50000' });
  await ones.expectAlive();
  await own.database.sql('alter table elsewhere rename to thread_heads');
  const again = await ones.command({ type: 'send', thread_id: thread, body: { text: 'x' } });
  expect(again).toMatchObject({ message_code: 'M200' });
  await own.close();
});

test.concurrent('a binary frame ends the connection', async () => {
  const socket = await open(await realtimeUrl(server));
  socket.send(Buffer.from('{}'));
  await expectClosed(socket, 1003);
});
