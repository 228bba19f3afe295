import { afterEach, beforeEach, expect, test } from 'vitest';
import { countWaiting, EVENTS, plantEvents, switchStream } from '../events/stream.ts';
import { MESSAGES, THREADS, userUrl } from '../harness/api.ts';
import type { Answer } from '../harness/calls.ts';
import { type SignedIn, signIn } from '../harness/client-api.ts';
import { requestsInProgress } from '../harness/load.ts';
import { connect as connectSocket } from '../harness/realtime.ts';
import { connect } from '../harness/test-database.ts';
import { startTestServer, type TestServer } from '../harness/test-server.ts';

/** The bound of all requests in progress (edge/load-limit.ts). */

const MOST = 16;
/** How many are admitted after there were too many. */
const FEW = 2;

let server: TestServer;
let ann: SignedIn;
let threadId: string;

beforeEach(async () => {
  server = await startTestServer({ PALAVER_MAX_REQUESTS: String(MOST) });
  await server.users(2);
  ann = await signIn(server, 'user1');
  threadId = await server.group(['user1', 'user2']);
});
afterEach(() => server.close());

const codes = (answers: readonly Answer[]) => answers.map(({ body }) => body.message_code);
const all = (count: number, code: string) => Array.from({ length: count }, () => code);
const list = () => server.call('GET', THREADS);
const send = (text: string) =>
  server.call('POST', MESSAGES, {
    body: {
      sender: { user_id: 'user1' },
      target: { thread_id: threadId },
      body: { text, metadata: [{ type: 'text' }] },
    },
  });

const inProgress = () => requestsInProgress(server);

/** Requests that are in progress until they are released. */
async function hold(count: number) {
  const client = await connect(server.database.connection);
  await client.query('begin; lock table thread_heads in access exclusive mode');
  const answers = Promise.all(Array.from({ length: count }, list));
  await expect.poll(inProgress, { interval: 5 }).toBe(count);
  return async () => {
    await client.query('commit');
    await client.end();
    return codes(await answers);
  };
}

test('as many requests as permitted are in progress; one more is M50300 and says when to retry, and nothing else suffers', async () => {
  for (const count of [MOST - 1, MOST]) {
    const release = await hold(count);
    const one = list();
    // (Otherwise the last one would wait for the lock as the others do.)
    if (count < MOST) await expect.poll(inProgress, { interval: 5 }).toBe(MOST);
    else expect(await one).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
    expect(await release()).toEqual(all(count, 'M200'));
    expect((await one).body.message_code).toBe(count < MOST ? 'M200' : 'M50300');
  }
});

test('an overloaded server admits only a few, until as many requests as permitted have found room', async () => {
  const release = await hold(MOST);
  expect(codes([await list()])).toEqual(['M50300']);
  await release();
  const releaseFew = await hold(FEW);
  expect(codes([await list()])).toEqual(['M50300']);
  expect(await releaseFew()).toEqual(all(FEW, 'M200'));
  for (let served = 0; served < MOST; served += 1) expect((await send(`${served}`)).status).toBe(200);
  const releaseAll = await hold(MOST);
  expect(await releaseAll()).toEqual(all(MOST, 'M200'));
});

test('a full server still says how it is, and refuses strangers as such', {
  tags: 'thorough',
}, async () => {
  const release = await hold(MOST);
  expect((await server.app.inject('/health/ready')).statusCode).toBe(200);
  expect(codes([await server.call('GET', THREADS, { key: 'pk_nobody' })])).toEqual(['M40102']);
  expect(await release()).toEqual(all(MOST, 'M200'));
});

test('a pull counts while it looks for events, but not while it waits for one', async () => {
  await switchStream(server, true);
  const waiting = server.call('GET', `${EVENTS}?wait_seconds=30`);
  await expect.poll(() => countWaiting(server)).toBe(1);
  // (It has looked.)
  await expect.poll(inProgress, { interval: 5 }).toBe(0);
  const release = await hold(MOST);
  expect(await server.call('GET', EVENTS)).toMatchObject({
    status: 503,
    headers: { 'retry-after': '1' },
    body: { message_code: 'M50300' },
  });
  await plantEvents(server, 1, { type: 'sticker_pack.uploaded' });
  expect(codes([await waiting])).toEqual(['M50300']);
  expect(await countWaiting(server)).toBe(0);
  expect(await release()).toEqual(all(MOST, 'M200'));
  expect((await server.call('GET', EVENTS)).body).toMatchObject({ message_code: 'M200', next_after: 1 });
});

test('a realtime command beyond the bound is refused; its connection stays, and the command succeeds later', async () => {
  const socket = await connectSocket(server, ann);
  const command = {
    type: 'send',
    thread_id: threadId,
    body: { text: 'hello', metadata: [{ type: 'text' }] },
  };
  const release = await hold(MOST);
  const refused = await socket.command(command);
  expect(refused).toMatchObject({ type: 'error', message_code: 'M50300' });
  for (const begin of [{ type: 'watch_all' }, { type: 'watch_thread', thread_id: threadId }])
    expect(await socket.command(begin)).toMatchObject({ type: 'error', message_code: 'M50300' });
  await socket.expectAlive();
  await release();
  expect(await socket.command(command)).toMatchObject({ type: 'answer' });
});

test('requests that fill more than a quarter of the room for long are too many, also if none is beyond the bound', async () => {
  const release = await hold(MOST / 4 + 1);
  const other = () => server.call('GET', userUrl('user1'));
  for (let found = 0; found < 2 * MOST; found += 1) expect(codes([await other()])).toEqual(['M200']);
  expect(codes([await other()])).toEqual(['M50300']);
  expect(await release()).toEqual(all(MOST / 4 + 1, 'M200'));
});

test('many refusals are held back, so that they take little time from what is served', {
  tags: 'thorough',
}, async () => {
  const release = await hold(MOST);
  const startedAt = performance.now();
  // A hundred are sent at once, the others one each five milliseconds or less, the closer the more they are; none after five seconds.
  expect(codes(await Promise.all(Array.from({ length: 400 }, list)))).toEqual(all(400, 'M50300'));
  expect(performance.now() - startedAt).toBeGreaterThan(1_000);
  expect(await release()).toEqual(all(MOST, 'M200'));
});
