import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ENDPOINTS } from '../harness/api.ts';
import { at } from '../harness/client-api.ts';
import { ALLOW_LOOPBACK, type Receiver, startReceiver } from '../harness/receiver.ts';
import { sampled } from '../harness/seed.ts';
import { startTestServer, type TestServer } from '../harness/test-server.ts';
import { until } from '../harness/until.ts';
import { quietFor } from '../harness/waits.ts';
import { makeEndpoint, say, type TestEndpoint, textOf } from './endpoint.ts';

/**
 * The timing of attempts: the schedule, the order of each thread, and a webhook that is down. The test controls the
 * clock.
 */

let server: TestServer;
let receiver: Receiver;
let stopWebhooks: () => Promise<void>;

beforeEach(async () => {
  server = await startTestServer(ALLOW_LOOPBACK);
  receiver = await startReceiver();
  stopWebhooks = server.runWebhooks();
  await server.users(1);
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(async () => {
  vi.useRealTimers();
  await stopWebhooks();
  await receiver.close();
  await server.close();
});

/** Moves the clock; the dispatcher looks at once for due deliveries. */
function setTime(ms: number): void {
  vi.setSystemTime(ms);
  server.db.publish({ type: 'deliveries' });
}

/** Waits until the dispatcher has looked again, tried what it found, and recorded the results. */
async function looked(one: TestEndpoint): Promise<void> {
  server.db.publish({ type: 'deliveries' });
  await quietFor(150);
  await noted(one);
}

/** Waits until this many calls have arrived and their results are recorded, which later due times count from. */
async function arrived(one: TestEndpoint, count: number): Promise<void> {
  await one.arrived(count);
  await noted(one);
}

async function noted(one: TestEndpoint): Promise<void> {
  await until(async () => {
    const deliveries: { tries: number }[] = await one.deliveries();
    const tries = deliveries.reduce((sum, delivery) => sum + delivery.tries, 0);
    return tries === one.received().length || undefined;
  });
}

const failOn =
  (fails: (text: string) => boolean, code = 500, headers: Record<string, string> = {}): Receiver['answer'] =>
  (call, response) =>
    response.writeHead(fails(textOf(call)) ? code : 204, headers).end();

test('the full schedule: each attempt happens when due, ±10 %, and not before; then the delivery is dead', async () => {
  const one = await makeEndpoint(server, receiver, ['message.created']);
  receiver.answer = failOn(() => true);
  await say(server, await server.group(['user1']), 'x');
  const schedule = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
  for (const [index, seconds] of schedule.entries()) {
    const [delivery] = await until(async () => {
      const all = await one.deliveries();
      return all[0]?.tries === index + 1 ? all : undefined;
    });
    const last = delivery.attempts.at(-1);
    // (The clock stands still during a call.)
    const delay = delivery.next_try_at - last.at;
    expect(delay / 1_000).toBeGreaterThanOrEqual(seconds * 0.9);
    expect(delay / 1_000).toBeLessThanOrEqual(seconds * 1.1);
    expect(delivery.status).toBe('pending');
    if (index === 1) {
      setTime(delivery.next_try_at - 1_000);
      await looked(one);
      expect(one.received()).toHaveLength(2);
    }
    setTime(delivery.next_try_at + 1_001);
  }
  const [dead] = await one.settled();
  expect(dead).toMatchObject({ status: 'dead', tries: 10 });
  expect(one.received()).toHaveLength(10);
});

test('after a failure, later events of the thread wait for 60 s, then go ahead, until one succeeds', async () => {
  const one = await makeEndpoint(server, receiver, ['message.created']);
  const [threadId, other] = [await server.group(['user1']), await server.group(['user1'])];
  let stuck = (text: string): boolean => text === 'first';
  receiver.answer = failOn((text) => stuck(text));
  const beganAt = Date.now();
  for (const text of ['first', 'second', 'third']) await say(server, threadId, text);
  await say(server, other, 'elsewhere');
  await arrived(one, 2);
  await looked(one);
  expect(one.received().map(textOf).toSorted()).toEqual(['elsewhere', 'first']);

  // Its second attempt is due and fails as well: the first failure counts.
  setTime(beganAt + 10_000);
  await arrived(one, 3);
  setTime(beganAt + 59_000);
  await looked(one);
  expect(one.received().map(textOf).toSorted()).toEqual(['elsewhere', 'first', 'first']);

  stuck = (text) => text !== 'fourth';
  setTime(beganAt + 62_000);
  await arrived(one, 5);
  const others = one.received().slice(3).map(textOf).toSorted();
  expect(others).toEqual(['second', 'third']);

  // Both have just failed, but the first one has failed for so long that it no longer blocks others.
  await say(server, threadId, 'fourth');
  await arrived(one, 6);
  expect(textOf(at(one.received(), 5))).toBe('fourth');

  // That succeeded. The first no longer blocks others, but the recent failures do.
  stuck = (text) => text === 'sixth';
  await say(server, threadId, 'fifth');
  await looked(one);
  expect(one.received()).toHaveLength(6);
  setTime(beganAt + 68_000);
  await arrived(one, 9);
  expect(one.received().slice(6).map(textOf)).toEqual(expect.arrayContaining(['second', 'third', 'fifth']));
  expect(textOf(at(one.received(), 8))).toBe('fifth');
  await say(server, threadId, 'sixth');
  await say(server, threadId, 'seventh');
  await arrived(one, 10);
  await looked(one);
  expect(one.received().slice(9).map(textOf)).toEqual(['sixth']);
});

test('an endpoint that is down gets one attempt at a time, and everything once it is up', {
  tags: 'thorough',
}, async () => {
  const one = await makeEndpoint(server, receiver, ['message.created']);
  const threads = await Promise.all(Array.from({ length: 30 }, () => server.group(['user1'])));
  // All calls are in flight before the first one fails. Once all failures are recorded no call is left, so an earlier
  // attempt cannot be mistaken for one made while the endpoint is down. (A failure recorded after the clock has moved
  // would delay the next attempt, and the clock does not move by itself.)
  const held: (() => void)[] = [];
  receiver.answer = (_, response) => held.push(() => response.writeHead(500).end());
  await Promise.all(threads.map((threadId) => say(server, threadId, 'x')));
  await one.arrived(30);
  for (const fail of held) fail();
  await noted(one);
  expect((await server.ok('GET', `${ENDPOINTS}/${one.id}`)).failing_since).not.toBeNull();

  // All are due; they arrive one by one.
  receiver.answer = failOn(() => true);
  setTime(Date.now() + 6_000);
  for (let probe = 1; probe <= 4; probe += 1) {
    await arrived(one, 30 + probe);
    await looked(one);
    expect(one.received()).toHaveLength(30 + probe);
    setTime(Date.now() + 1_100);
  }
  await arrived(one, 35);
  receiver.answer = failOn(() => false);
  // (Deliveries tried twice are due after five minutes.)
  setTime(Date.now() + 400_000);
  await one.settled();
  const texts = await one.deliveries('status=delivered');
  expect(texts).toHaveLength(30);
  expect((await server.ok('GET', `${ENDPOINTS}/${one.id}`)).failing_since).toBeNull();
});

test.each(
  sampled<[string, () => string]>('Retry-After', [
    ['seconds', () => '120'],
    ['a date', () => new Date(Date.now() + 120_000).toUTCString()],
  ]),
)('Retry-After in %s is respected: the endpoint gets no calls meanwhile', async (_, after) => {
  const one = await makeEndpoint(server, receiver, ['message.created']);
  const beganAt = Date.now();
  receiver.answer = (_call, response) => response.writeHead(429, { 'retry-after': after() }).end();
  await say(server, await server.group(['user1']), 'first');
  await arrived(one, 1);
  receiver.answer = failOn(() => false);
  await say(server, await server.group(['user1']), 'of another thread');
  setTime(beganAt + 100_000);
  await looked(one);
  expect(one.received()).toHaveLength(1);
  const [, delivery] = await one.deliveries();
  expect(delivery.next_try_at).toBeGreaterThan(beganAt + 118_000);
  setTime(beganAt + 125_000);
  await arrived(one, 3);
});
