// @module-tag database
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { DELIVERIES, ENDPOINTS } from '../harness/api.ts';
import { at } from '../harness/client-api.ts';
import {
  ALLOW_LOOPBACK,
  ok,
  type Received,
  type Receiver,
  startReceiver,
  status,
} from '../harness/receiver.ts';
import { until } from '../harness/until.ts';
import { useServer } from '../harness/use-server.ts';
import { makeEndpoint, say, textOf } from './endpoint.ts';

/** Deliveries to endpoints: events, order, lists and replays. */

const server = await useServer({
  ...ALLOW_LOOPBACK,
  PALAVER_WEBHOOK_SCHEDULE: '0,0',
  PALAVER_WEBHOOK_TIMEOUT_MS: '1000',
});
let receiver: Receiver;
let stopWebhooks: () => Promise<void>;

beforeAll(async () => {
  receiver = await startReceiver();
  stopWebhooks = server.runWebhooks();
  await server.users(2);
});
afterAll(async () => {
  await stopWebhooks();
  await receiver.close();
});
afterEach(async () => {
  receiver.answer = ok;
  receiver.received.length = 0;
  for (const { id } of await server.ok('GET', `${ENDPOINTS}?limit=100`))
    await server.ok('DELETE', `${ENDPOINTS}/${id}`);
});

const endpoint = (eventTypes?: string[], options?: { tenant?: string }) =>
  makeEndpoint(server, receiver, eventTypes, options);
const typeOf = ({ event }: Received) => event.type;

/** A response head, one byte at a time. */
const drip: Receiver['answer'] = (_, response, { socket }) => {
  const head = 'HTTP/1.1 200 OK\r\nx: y\r\n\r\n'.split('');
  const timer = setInterval(() => socket.write(head.shift() ?? ''), 100);
  response.once('close', () => clearInterval(timer));
};

test('an endpoint gets every log entry in the form of the sockets', async () => {
  const all = await endpoint();
  const threadId = await server.group(['user1', 'user2']);
  await say(server, threadId, 'hello');
  await server.ok('PATCH', `/open-api/v1.0/chat/threads/${threadId}`, { body: { name: 'Another' } });
  await server.ok('DELETE', `/open-api/v1.0/chat/threads/${threadId}/members/user2?id_type=2`);
  await server.ok('DELETE', `/open-api/v1.0/chat/threads/${threadId}`);
  const received = await all.arrived(5);
  expect(received.map(typeOf)).toEqual([
    'thread.created',
    'message.created',
    'thread.updated',
    'member.removed',
    'thread.deleted',
  ]);
  expect(at(received, 1).event).toEqual({
    type: 'message.created',
    timestamp: expect.stringMatching(/Z$/),
    data: {
      app_id: 'test',
      tenant_id: '',
      thread: { id: threadId },
      entry: expect.objectContaining({
        seq: 2,
        message: expect.objectContaining({ body: { text: 'hello', metadata: [{ type: 'text' }] } }),
        counters: expect.objectContaining({ message_count: 1 }),
      }),
    },
  });
});

test('an endpoint gets users and sticker packs in their new state', async () => {
  const all = await endpoint();
  const put = (display_name: string) => server.ok('PUT', '/user/v1.0/user/told', { body: { display_name } });
  await put('A');
  await put('B');
  await server.ok('PATCH', '/user/v1.0/user/told/change-user-id/told-2');
  await server.ok('DELETE', '/user/v1.0/user/told-2');
  // Repeating the same change sends no event.
  await server.ok('DELETE', '/user/v1.0/user/told-2');
  const received = await all.arrived(4);
  expect(
    received.map(({ event: { type, data } }) => [type, data.user.user_id, data.user.display_name]),
  ).toEqual([
    ['user.created', 'told', 'A'],
    ['user.updated', 'told', 'B'],
    ['user.id_changed', 'told-2', 'B'],
    ['user.deactivated', 'told-2', 'B'],
  ]);
  expect(at(received, 2).event.data.previous_user_id).toBe('told');
  expect(at(received, 3).event.data.user.deactivated_at).toEqual(expect.any(Number));
});

test('an endpoint gets only the chosen event types, and none while disabled', async () => {
  const chosen = await endpoint(['thread.created']);
  const threadId = await server.group(['user1']);
  await say(server, threadId, 'not told');
  await chosen.arrived(1);
  await server.ok('PATCH', `${ENDPOINTS}/${chosen.id}`, { body: { is_enabled: false } });
  await server.group(['user1']);
  await server.relayed();
  const again = await server.ok('PATCH', `${ENDPOINTS}/${chosen.id}`, { body: { is_enabled: true } });
  expect(again).toMatchObject({ is_enabled: true, disabled_at: null });
  const last = await server.group(['user1']);
  const received = await chosen.arrived(2);
  expect(received.map(({ event }) => event.data.thread.id)).toEqual([threadId, last]);
});

test("an endpoint without a tenant gets events of all tenants, a tenant's endpoint only its own", async () => {
  const everybody = await endpoint(['thread.created']);
  const acme = await endpoint(['thread.created'], { tenant: 'acme' });
  await server.users(1, 'user', { tenant: 'acme' });
  await server.users(1, 'user', { tenant: 'other' });
  const own = await server.group(['user1'], { tenant: 'acme' });
  const others = await server.group(['user1'], { tenant: 'other' });
  const free = await server.group(['user1']);
  const told = (await everybody.arrived(3)).map(({ event: { data } }) => [data.thread.id, data.tenant_id]);
  expect(new Set(told)).toEqual(
    new Set([
      [own, 'acme'],
      [others, 'other'],
      [free, ''],
    ]),
  );
  expect((await acme.arrived(1)).map(({ event }) => event.data.thread.id)).toEqual([own]);
  await server.ok('DELETE', `${ENDPOINTS}/${acme.id}`, { tenant: 'acme' });
});

test('rolled-back changes send no events', async () => {
  const all = await endpoint();
  const body = { name: 'x', owner_id: 'user1', member_ids: ['nobody'], id_type: 2 };
  expect((await server.call('POST', '/open-api/v1.0/chat/threads', { body })).status).toBe(404);
  const threadId = await server.group(['user1']);
  expect((await all.arrived(1)).map(({ event }) => event.data.thread.id)).toEqual([threadId]);
});

test('400 concurrent sends in 4 threads arrive, in order within each thread', {
  tags: 'thorough',
}, async () => {
  const all = await endpoint(['message.created']);
  const threads = await Promise.all([1, 2, 3, 4].map(() => server.group(['user1'])));
  await Promise.all(
    Array.from({ length: 400 }, (_, index) => say(server, at(threads, index % 4), `m${index}`)),
  );
  // Each at least once: on a busy machine a response may exceed this server's timeout.
  const byId = () => new Map(all.received().map((call) => [call.headers['webhook-id'], call]));
  await expect.poll(() => byId().size).toBe(400);
  const received = [...byId().values()];
  for (const id of threads) {
    const seqs = received
      .filter(({ event }) => event.data.thread.id === id)
      .map(({ event }) => event.data.entry.seq);
    expect(seqs).toEqual(Array.from({ length: 100 }, (_, index) => index + 2));
  }
});

describe('a delivery that fails', () => {
  test('is retried with the same id and body, and each attempt is listed', async () => {
    const one = await endpoint(['thread.created']);
    receiver.answer = ({ url }, response) => {
      const count = receiver.received.filter((call) => call.url === url).length;
      response.writeHead(count === 1 ? 500 : 200).end(count === 1 ? 'later, please' : 'thanks');
    };
    await server.group(['user1']);
    const [first, second] = await one.arrived(2);
    expect(second?.body).toBe(first?.body);
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    const [delivery] = await one.settled();
    expect(delivery).toMatchObject({
      endpoint_id: one.id,
      bot_id: null,
      event_type: 'thread.created',
      status: 'delivered',
      tries: 2,
      body: first?.body,
      webhook_id: first?.headers['webhook-id'],
      next_try_at: null,
      attempts: [
        { status: 500, error: 'status 500', response_body: 'later, please' },
        { status: 200, error: '', response_body: 'thanks' },
      ],
    });
    expect(await server.ok('GET', `${DELIVERIES}/${delivery.id}`)).toEqual(delivery);
  });

  test('is dead after its last attempt, and can be replayed, alone or with all dead ones', async () => {
    const one = await endpoint(['thread.created']);
    receiver.answer = status(503);
    await server.group(['user1']);
    const [dead] = await one.settled();
    expect(dead).toMatchObject({ status: 'dead', tries: 3, next_try_at: null, ended_at: expect.any(Number) });
    expect(await one.deliveries('status=dead')).toEqual([dead]);
    expect(await one.deliveries('status=delivered')).toEqual([]);

    const replayed = await server.ok('POST', `${DELIVERIES}/${dead.id}/replay`);
    expect(replayed).toMatchObject({ id: dead.id, status: 'pending' });
    const [again] = await until(async () => {
      const all = await one.deliveries('status=dead');
      return all[0]?.tries === 6 ? all : undefined;
    });
    expect(again.attempts).toHaveLength(6);

    receiver.answer = ok;
    const count = await server.ok('POST', '/webhook/v1.0/replay', { body: { endpoint_id: one.id } });
    expect(count).toEqual({ count: 1, has_more: false });
    expect(await one.settled()).toMatchObject([{ status: 'delivered', tries: 7 }]);
    expect(new Set(one.received().map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    // Delivered events are not replayed unless requested.
    expect(await server.ok('POST', '/webhook/v1.0/replay')).toEqual({ count: 0, has_more: false });
    const body = {
      statuses: ['delivered'],
      endpoint_id: one.id,
      from: dead.created_at,
      to: dead.created_at + 1,
    };
    expect(await server.ok('POST', '/webhook/v1.0/replay', { body })).toMatchObject({ count: 1 });
    expect(
      await server.ok('POST', '/webhook/v1.0/replay', { body: { ...body, to: dead.created_at } }),
    ).toMatchObject({ count: 0 });
    await one.arrived(8);
  });

  test('is replayed by its position', async () => {
    const one = await endpoint(['message.created']);
    const threadId = await server.group(['user1']);
    for (const text of ['1', '2', '3', '4']) await say(server, threadId, text);
    await one.arrived(4);
    const positions = (await one.settled()).map(({ position }) => position).toReversed();
    const replay = async (which: object) => {
      const body = { endpoint_id: one.id, statuses: ['delivered'], ...which };
      const { count } = await server.ok('POST', '/webhook/v1.0/replay', { body });
      await one.settled();
      return count;
    };
    expect(await replay({ from_position: positions[1], to_position: positions[2] })).toBe(2);
    expect((await one.arrived(6)).slice(4).map(textOf).toSorted()).toEqual(['2', '3']);
    expect(await replay({ from_position: positions[3] })).toBe(1);
    expect(await replay({ to_position: positions[0] })).toBe(1);
    expect(await replay({ from_position: positions[3] + 1 })).toBe(0);
    expect((await one.arrived(8)).slice(6).map(textOf)).toEqual(['4', '1']);
  });

  test('with 410 disables the endpoint: waiting deliveries are dead and other endpoints are notified, until it is enabled again', async () => {
    const gone = await endpoint(['message.created']);
    const other = await endpoint(['webhook.disabled']);
    const threadId = await server.group(['user1']);
    const { promise: allAreSent, resolve: sent } = Promise.withResolvers<void>();
    receiver.answer = (call, response) => {
      const isGone = gone.url.endsWith(call.url);
      void allAreSent.then(() => response.writeHead(isGone ? 410 : 204).end());
    };
    for (const text of ['1', '2', '3']) await say(server, threadId, text);
    // (A disabled endpoint gets no deliveries.)
    await server.relayed();
    sent();
    const [told] = await other.arrived(1);
    expect(told?.event).toMatchObject({
      type: 'webhook.disabled',
      data: { endpoint_id: gone.id, bot_id: null, url: expect.stringContaining('/hook-') },
    });
    const state = await server.ok('GET', `${ENDPOINTS}/${gone.id}`);
    expect(state).toMatchObject({ is_enabled: false, disabled_at: expect.any(Number) });
    await say(server, threadId, 'not told');
    const dead = await gone.settled();
    expect(dead.map((one) => one.status)).toEqual(['dead', 'dead', 'dead']);
    expect(gone.received()).toHaveLength(1);

    receiver.answer = ok;
    await server.ok('PATCH', `${ENDPOINTS}/${gone.id}`, { body: { is_enabled: true } });
    await say(server, threadId, 'told again');
    const received = await gone.arrived(2);
    expect(at(received, 1).event.data.entry.message.body.text).toBe('told again');
  });

  test.each([
    ['a redirect', status(302, { location: '/elsewhere' }), 'status 302: redirects are not followed', 302],
    ['an answer of its own', status(404, {}, 'x'.repeat(3_000)), 'status 404', 404],
    [
      'a connection that is reset',
      (_c: Received, _r: unknown, request: { socket: { resetAndDestroy: () => void } }) =>
        request.socket.resetAndDestroy(),
      expect.stringMatching(/ECONNRESET|other side closed/),
      null,
    ],
    ['no answer at all', () => {}, 'no answer within 1 s', null],
    ['a head that drips', drip, 'no answer within 1 s', null],
  ])('%s counts as a failure, with its reason', async (_, answer, error, code) => {
    const one = await endpoint(['thread.created']);
    receiver.answer = answer;
    await server.group(['user1']);
    const [dead] = await one.settled();
    expect(dead).toMatchObject({ status: 'dead', tries: 3 });
    expect(dead.attempts[0]).toMatchObject({ error, status: code });
    expect(dead.attempts[0].response_body.length).toBeLessThanOrEqual(1_024);
    expect(receiver.of('/elsewhere')).toEqual([]);
  });
});

test.each([
  [64 * 1024, 1],
  [256 * 1024, 3],
])('with responses of %i bytes three calls use %i connections', async (bytes, connections) => {
  const one = await endpoint(['message.created']);
  const threadId = await server.group(['user1']);
  const ports = new Set<number | undefined>();
  receiver.answer = (_, response, { socket }) => {
    ports.add(socket.remotePort);
    response.writeHead(200, { 'content-length': bytes }).end(Buffer.alloc(bytes, 'x'));
  };
  for (const text of ['one', 'two', 'three']) await say(server, threadId, text);
  await one.arrived(3);
  expect(ports.size).toBe(connections);
});
