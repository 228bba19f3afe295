import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sweepDeliveries } from '../../src/webhooks/records/deliveries.ts';
import { BOTS, botUrl, DELIVERIES, ENDPOINTS, MESSAGES } from '../harness/api.ts';
import { at, myMemberUrl, myMessageUrl, type SignedIn, signInAll } from '../harness/client-api.ts';
import { ALLOW_LOOPBACK, ok, type Receiver, startReceiver, status } from '../harness/receiver.ts';
import { startTestServer, type TestServer } from '../harness/test-server.ts';
import { until } from '../harness/until.ts';
import { pause, quietFor } from '../harness/waits.ts';
import { makeEndpoint, say, textOf } from './endpoint.ts';

/** Webhooks that change while they are called; replays, sweeps and presses at bad moments. */

let server: TestServer;
let receiver: Receiver;
let stopWebhooks: () => Promise<void>;

beforeEach(async () => {
  server = await startTestServer({ ...ALLOW_LOOPBACK, PALAVER_WEBHOOK_SCHEDULE: '0,0,0' });
  receiver = await startReceiver();
  stopWebhooks = server.runWebhooks();
  await server.users(1);
});
afterEach(async () => {
  await stopWebhooks();
  await receiver.close();
  await server.close();
});

interface Row {
  state: string;
  tries: number;
}

const rows = async () => {
  await server.relayed();
  return server.database.sql<Row>('select state, tries from webhook_deliveries order by id');
};
const slowly =
  (code: number, ms: number): Receiver['answer'] =>
  (_, response) =>
    void pause(ms).then(() => response.writeHead(code).end());

async function makeBot(path: string): Promise<void> {
  const body = { bot_id: 'bot', display_name: 'Bot', webhook_url: `${receiver.url}/${path}` };
  await server.ok('POST', BOTS, { body });
}

/** The bot writes to user1, who replies; the replies wait for the bot. */
async function enqueueBotEvent(text: string): Promise<void> {
  const body = { text: 'hi', metadata: [{ type: 'text' }] };
  const { messages } = await server.ok('POST', MESSAGES, {
    headers: { prefer: 'return=representation' },
    body: { sender: { bot_id: 'bot' }, target: { user_ids: ['user1'] }, body },
  });
  await say(server, messages[0].thread_id, text);
}

describe('a webhook that is changed while it is called', () => {
  test("is called at its new address, without the old one's pause", async () => {
    const one = await makeEndpoint(server, receiver, ['message.created']);
    receiver.answer = status(503, { 'retry-after': '3600' });
    await say(server, await server.group(['user1']), 'first');
    await until(async () => (await rows())[0]?.tries === 1 || undefined);
    receiver.answer = ok;
    await server.ok('PATCH', `${ENDPOINTS}/${one.id}`, { body: { url: `${receiver.url}/new` } });
    await say(server, await server.group(['user1']), 'second');
    const [call] = await until(async () =>
      receiver.of('/new').length > 0 ? receiver.of('/new') : undefined,
    );
    expect(call && textOf(call)).toBe('second');
    expect(one.received()).toHaveLength(1);
  });

  test('gets no further calls when deleted, except those in flight', async () => {
    const one = await makeEndpoint(server, receiver, ['message.created']);
    const isDeleted = Promise.withResolvers<void>();
    receiver.answer = (...call) => void isDeleted.promise.then(() => slowly(204, 600)(...call));
    const threadId = await server.group(['user1']);
    for (const text of ['1', '2', '3', '4', '5']) await say(server, threadId, text);
    await one.arrived(1);
    await server.ok('DELETE', `${ENDPOINTS}/${one.id}`);
    isDeleted.resolve();
    await quietFor(2_000);
    // One was in flight, and the next may have started before the change was noticed.
    expect(one.received().length).toBeLessThan(4);
  });

  test('that answers 410 is reported to others once, however many calls were in flight', {
    tags: 'thorough',
  }, async () => {
    const one = await makeEndpoint(server, receiver, ['message.created']);
    const other = await makeEndpoint(server, receiver, ['webhook.disabled']);
    const threads = await Promise.all([1, 2, 3, 4, 5].map(() => server.group(['user1'])));
    let calls = 0;
    receiver.answer = (call, response) => {
      if (other.url.endsWith(call.url)) return void response.writeHead(204).end();
      calls += 1;
      void pause(calls * 60).then(() => response.writeHead(410).end());
    };
    await Promise.all(threads.map((threadId) => say(server, threadId, 'x')));
    await one.settled();
    await other.arrived(1);
    await quietFor(600);
    expect(other.received()).toHaveLength(1);
  });

  test('of a bot that is deleted and recreated gets no events of the old bot', {
    tags: 'thorough',
  }, async () => {
    await makeBot('old');
    receiver.answer = slowly(500, 400);
    await enqueueBotEvent('of the former life');
    await until(async () => receiver.of('/old')[0]);
    await server.ok('DELETE', botUrl('bot'));
    receiver.answer = ok;
    await makeBot('new');
    await quietFor(700);
    await enqueueBotEvent('of this life');
    const [call] = await until(async () =>
      receiver.of('/new').length > 0 ? receiver.of('/new') : undefined,
    );
    expect(call && textOf(call)).toBe('of this life');
    expect(receiver.of('/new')).toHaveLength(1);
  });

  test('of a bot that loses its address makes waiting deliveries dead', async () => {
    await makeBot('old');
    receiver.answer = status(503, { 'retry-after': '3600' });
    await enqueueBotEvent('x');
    await until(async () => (await rows())[0]?.tries === 1 || undefined);
    await server.ok('PATCH', botUrl('bot'), { body: { webhook_url: '' } });
    server.db.publish({ type: 'deliveries' });
    await until(async () => (await rows())[0]?.state === 'dead' || undefined);
    const [dead] = await server.ok('GET', `${DELIVERIES}?bot_id=bot`);
    expect((await server.call('POST', `${DELIVERIES}/${dead.id}/replay`)).body).toMatchObject({
      message_code: 'M40903',
      errors: [{ field: 'delivery_id', rule: 'live' }],
    });
  });
});

describe('a replayed delivery', () => {
  test('that is old and was never tried is not given up by the next sweep', async () => {
    await stopWebhooks();
    const one = await makeEndpoint(server, receiver, ['message.created']);
    await say(server, await server.group(['user1']), 'x');
    await server.relayed();
    const soon = new Date(Date.now() + 60_000);
    const past = new Date(0);
    const before = { waitingSince: soon, delivered: past, dead: past, gone: past };
    await sweepDeliveries(server.db, before, 100);
    expect(await rows()).toEqual([{ state: 'dead', tries: 0 }]);
    expect(await server.ok('POST', '/webhook/v1.0/replay')).toMatchObject({ count: 1 });
    const created = await server.database.sql<{ at: Date }>(
      'select created_at as at from webhook_deliveries',
    );
    await sweepDeliveries(
      server.db,
      { ...before, waitingSince: new Date(at(created, 0).at.getTime() + 1) },
      100,
    );
    expect(await rows()).toEqual([{ state: 'pending', tries: 0 }]);
    stopWebhooks = server.runWebhooks();
    await one.arrived(1);
  });

  test('keeps its turn when replayed before its first attempt', { tags: 'thorough' }, async () => {
    await stopWebhooks();
    const one = await makeEndpoint(server, receiver, ['message.created']);
    const threadId = await server.group(['user1']);
    for (const text of ['first', 'second']) await say(server, threadId, text);
    const all = await one.deliveries();
    await server.ok('POST', `${DELIVERIES}/${all.at(-1).id}/replay`);
    receiver.answer = (call, response) =>
      response.writeHead(textOf(call) === 'first' ? 429 : 204, { 'retry-after': '1' }).end();
    stopWebhooks = server.runWebhooks();
    await one.arrived(2);
    expect(one.received().map(textOf)).toEqual(['first', 'first']);
  });
});

test('old deliveries are deleted, dead and delivered ones each after their own time', async () => {
  const one = await makeEndpoint(server, receiver, ['message.created']);
  const threadId = await server.group(['user1']);
  receiver.answer = (call, response) => response.writeHead(textOf(call) === 'dead' ? 500 : 204).end();
  await say(server, threadId, 'delivered');
  await say(server, threadId, 'dead');
  await one.settled();
  const [past, future] = [new Date(0), new Date(Date.now() + 60_000)];
  const before = { waitingSince: past, delivered: past, dead: past, gone: past };
  await sweepDeliveries(server.db, { ...before, dead: future }, 100);
  expect((await rows()).map(({ state }) => state)).toEqual(['delivered']);
  await sweepDeliveries(server.db, { ...before, delivered: future }, 100);
  expect(await rows()).toEqual([]);
});

describe('a button', () => {
  let ann: SignedIn;
  let threadId: string;
  let url: string;
  beforeEach(async () => {
    [ann] = await signInAll(server, 1, 'presser');
    threadId = await server.group(['user1', ann.userId]);
    await server.ok('POST', BOTS, { body: { bot_id: 'bot', display_name: 'Bot' } });
    const buttons = [{ label: 'Thanks', action: { type: 3 } }];
    const promotion = { title: 'Cake', image_url: 'https://example.com/cake.png', buttons };
    const { messages } = await server.ok('POST', MESSAGES, {
      headers: { prefer: 'return=representation' },
      body: {
        sender: { bot_id: 'bot' },
        target: { thread_id: threadId },
        body: { metadata: [{ type: 'promotion', promotion }] },
      },
    });
    url = myMessageUrl(threadId, messages[0].seq, '/press');
  });

  test('pressed by one user with many keys at once delays nobody', async () => {
    const press = (headers: Record<string, string>) =>
      ann.call('POST', url, { headers, body: { button_index: 0, client_message_id: 'same' } });
    const keyed = Array.from({ length: 20 }, (_, index) => press({ 'idempotency-key': `key-${index}` }));
    const bare = press({});
    const other = await server.call('GET', '/user/v1.0/users');
    expect(other.body.message_code).toBe('M200');
    const answers = [...(await Promise.all(keyed)), await bare];
    expect(new Set(answers.map(({ body }) => `${body.message_code} ${body.data?.id}`)).size).toBe(1);
    expect(answers[0]?.body.message_code).toBe('M200');
  });

  test('gives its first answer again to a user who was muted since', async () => {
    const press = () => ann.call('POST', url, { body: { button_index: 0, client_message_id: 'once' } });
    const first = await press();
    await server.ok(
      'POST',
      myMemberUrl(threadId, ann.userId, 'mute').replace('/client/v1.0/', '/open-api/v1.0/chat/'),
    );
    expect((await press()).body.data.id).toBe(first.body.data.id);
    const other = await ann.call('POST', url, { body: { button_index: 0, client_message_id: 'twice' } });
    expect(other.body.message_code).toBe('M40304');
  });
});
