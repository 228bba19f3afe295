// @module-tag database
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { dropOldPartitions } from '../../src/events/partitions.ts';
import { sweepDeliveries } from '../../src/webhooks/records/deliveries.ts';
import { pauseRelay } from '../events/stream.ts';
import { BOTS, DELIVERIES, ENDPOINTS, MESSAGES, messageUrl } from '../harness/api.ts';
import { myMessagesUrl, myMessageUrl, reactionUrl, type SignedIn, signInAll } from '../harness/client-api.ts';
import { ALLOW_LOOPBACK, ok, type Receiver, startReceiver } from '../harness/receiver.ts';
import { until } from '../harness/until.ts';
import { useServer } from '../harness/use-server.ts';
import { makeEndpoint, type TestEndpoint, textOf } from './endpoint.ts';

/** The content of a deleted message is nowhere in the database, and no webhook receives it. */

const DAY_MS = 86_400_000;

const server = await useServer({ ...ALLOW_LOOPBACK, PALAVER_WEBHOOK_SCHEDULE: '0' });
let receiver: Receiver;
let stopWebhooks: () => Promise<void>;
let anna: SignedIn;
let bert: SignedIn;
let group: string;

beforeAll(async () => {
  receiver = await startReceiver();
  [anna, bert] = await signInAll(server, 2);
  group = await server.group([anna.userId, bert.userId]);
  stopWebhooks = server.runWebhooks();
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

/** A receiver that echoes the call and fails. */
const echoAndFail: Receiver['answer'] = ({ body }, response) => response.writeHead(500).end(body);
const echo: Receiver['answer'] = ({ body }, response) => response.end(body);

/** The tables of the database that contain a text in any column. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await server.database.sql<{ name: string }>(
    `select oid::regclass::text as name from pg_class
     where relkind in ('r', 'p') and not relispartition and relnamespace <> all (
       array['pg_catalog', 'pg_toast', 'information_schema']::regnamespace[])`,
  );
  expect(tables.length).toBeGreaterThan(20);
  const found = [];
  for (const { name } of tables) {
    const rows = await server.database.sql(
      `select from ${name} t where strpos(to_jsonb(t)::text, $1) > 0 limit 1`,
      [text],
    );
    if (rows.length > 0) found.push(name);
  }
  return found.toSorted();
}

let sent = 0;
/** Sends a message with the text in every field that can have it; returns its seq. */
async function sendWith(text: string): Promise<number> {
  sent += 1;
  const at = { source_url: 'https://a.example', source_thumb_url: 'https://a.example/thumb' };
  const metadata = [{ type: 'image', name: text, width: 1, height: 1, size: 1, ...at }];
  const { messages } = await server.ok('POST', MESSAGES, {
    headers: {
      prefer: 'return=representation',
      'idempotency-key': `sent-${sent}`,
    },
    body: {
      sender: { user_id: anna.userId },
      target: { thread_id: group },
      body: { text, metadata, custom_notify: { title: text, content: text } },
    },
  });
  return messages[0].seq;
}

/** Removes all events, as the relay does with old ones. */
async function dropAllEvents(): Promise<void> {
  await server.db.transaction(async (tx) => {
    await tx.query(`select from leases where name = 'events' for update`);
    await dropOldPartitions(tx, -2 * DAY_MS);
  });
}

const erase = (seq: number) => server.ok('DELETE', messageUrl(group, seq));
const edit = (seq: number, text: string) =>
  server.ok('PATCH', messageUrl(group, seq), { body: { body: { text } } });

/** Everything that the API shows of an endpoint's deliveries, listed and one by one. */
async function shownOf({ deliveries }: TestEndpoint): Promise<string> {
  const listed = await deliveries();
  const each = await Promise.all(listed.map(({ id }) => server.ok('GET', `${DELIVERIES}/${id}`)));
  return JSON.stringify([listed, each]);
}

const CHANGES = ['message.created', 'message.updated', 'message.deleted'];

test.each([
  ['delivered', echo, []],
  // (After more failures it would count as down, and be called once a second.)
  ['dead', echoAndFail, CHANGES],
] as const)(
  'the deliveries of a deleted message, and %s, are emptied with it',
  async (status, answer, types) => {
    const text = `erased when ${status}`;
    receiver.answer = answer;
    const endpoint = await makeEndpoint(server, receiver, [...types]);
    const seq = await sendWith(text);
    await edit(seq, `${text}, edited`);
    await anna.ok('PUT', reactionUrl(group, seq, '👍'));
    await server.ok('PUT', messageUrl(group, seq, '/pin'));
    const told = await endpoint.settled();
    expect(told.map(({ event_type }) => event_type).toReversed()).toEqual([
      'message.created',
      'message.updated',
      ...(status === 'dead' ? [] : ['reaction.added', 'message.pinned']),
    ]);
    expect(new Set(told.map((delivery) => delivery.status))).toEqual(new Set([status]));
    for (const { body, attempts } of told) {
      expect(body).toContain(text);
      expect(attempts[0].response_body).not.toBe('');
    }
    expect(await tablesWith(text)).toEqual(['events', 'messages', 'webhook_deliveries']);

    receiver.answer = ok;
    await erase(seq);
    expect(await tablesWith(text)).not.toContain('events');
    expect(await shownOf(endpoint)).not.toContain(text);
    await server.relayed();
    expect(await tablesWith(text)).toEqual([]);

    // The replay has the message's current state.
    await endpoint.settled();
    receiver.received.length = 0;
    const replay = { endpoint_id: endpoint.id, statuses: ['dead', 'delivered'] };
    const { count } = await server.ok('POST', '/webhook/v1.0/replay', { body: replay });
    expect(count).toBe(told.length + 1);
    const again = await endpoint.arrived(count);
    for (const { body, event } of again) {
      expect(body).not.toContain(text);
      expect(event.data.entry.message).toMatchObject({
        body: { text: '', metadata: [] },
        deleted_at: expect.any(Number),
      });
    }
    await endpoint.settled();
    expect(await shownOf(endpoint)).not.toContain(text);
  },
);

test('content that a receiver echoed is no longer shown, even before it is removed', async () => {
  const endpoint = await makeEndpoint(server, receiver, ['message.created']);
  receiver.answer = echo;
  const seq = await sendWith('echoed');
  await endpoint.arrived(1);
  const [delivery] = await endpoint.settled();
  const shown = async () => (await server.ok('GET', `${DELIVERIES}/${delivery.id}`)).attempts;
  expect((await shown())[0].response_body).toContain('echoed');
  const resume = await pauseRelay(server);
  await erase(seq);
  expect((await shown())[0]).toMatchObject({ status: 200, response_body: '' });
  expect(await tablesWith('echoed')).toEqual(['webhook_deliveries']);
  await resume();
  expect(await tablesWith('echoed')).toEqual([]);
});

test('what a receiver echoed is not shown either when the event is gone because of its age', async () => {
  const endpoint = await makeEndpoint(server, receiver, ['message.created']);
  receiver.answer = echoAndFail;
  const seq = await sendWith('echoed and kept');
  const [dead] = await endpoint.settled();
  expect(dead.status).toBe('dead');
  await dropAllEvents();
  await erase(seq);
  expect(await shownOf(endpoint)).not.toContain('echoed and kept');
  const past = new Date(0);
  await sweepDeliveries(
    server.db,
    { waitingSince: past, delivered: past, dead: past, gone: new Date() },
    100,
  );
  expect(await tablesWith('echoed and kept')).toEqual([]);
});

test('a replay of deliveries whose events are gone says nothing about the receiver', async () => {
  const endpoint = await makeEndpoint(server, receiver, ['message.created']);
  receiver.answer = echoAndFail;
  for (let count = 0; count < 20; count += 1) await sendWith(`gone ${count}`);
  await server.relayed();
  // (It is down meanwhile.)
  await server.database.sql(`update webhook_deliveries set state = 'dead', ended_at = now()`);
  await dropAllEvents();
  receiver.answer = ok;
  await server.ok('PATCH', `${ENDPOINTS}/${endpoint.id}`, { body: { url: `${endpoint.url}?again` } });
  const { count } = await server.ok('POST', '/webhook/v1.0/replay', { body: { endpoint_id: endpoint.id } });
  expect(count).toBe(20);
  const deliveries = await endpoint.settled();
  expect(new Set(deliveries.map(({ status }) => status))).toEqual(new Set(['dead']));
  expect(await server.ok('GET', `${ENDPOINTS}/${endpoint.id}`)).toMatchObject({ failing_since: null });
  await sendWith('still here');
  await until(async () => receiver.received.some(({ body }) => body.includes('still here')) || undefined);
});

test('a waiting delivery sends the emptied message', async () => {
  await stopWebhooks();
  const endpoint = await makeEndpoint(server, receiver, ['message.created']);
  const seq = await sendWith('erased while it waits');
  await erase(seq);
  expect(await tablesWith('erased while it waits')).toEqual([]);
  stopWebhooks = server.runWebhooks();
  const [call] = await endpoint.arrived(1);
  expect(call && textOf(call)).toBe('');
});

test('a delivery retried after the deletion sends the emptied message', async () => {
  const endpoint = await makeEndpoint(server, receiver, ['message.created']);
  const text = 'erased between two tries';
  // The message is deleted while the first call is in flight and then recorded.
  receiver.answer = (call, response, request) => {
    if (textOf(call) === '') ok(call, response, request);
    else void erase(call.event.data.entry.seq).then(() => echoAndFail(call, response, request));
  };
  await sendWith(text);
  const calls = await endpoint.arrived(2);
  expect(calls.map(textOf)).toEqual([text, '']);
  expect(calls[0]?.headers['webhook-id']).toBe(calls[1]?.headers['webhook-id']);
  const [delivery] = await endpoint.settled();
  expect(delivery).toMatchObject({ status: 'delivered', tries: 2, body: calls[1]?.body });
  expect(await tablesWith(text)).toEqual([]);
});

test('a call that ends after the deletion stores none of the content', async () => {
  const endpoint = await makeEndpoint(server, receiver, ['message.created']);
  const text = 'erased during the last call';
  receiver.answer = (call, ...response) => {
    void erase(call.event.data.entry.seq).then(() => echo(call, ...response));
  };
  await sendWith(text);
  const [delivery] = await endpoint.settled();
  expect(delivery).toMatchObject({ status: 'delivered', tries: 1, body: null });
  expect(delivery.attempts).toMatchObject([{ status: 200, response_body: '' }]);
  expect(await tablesWith(text)).toEqual([]);
});

test('deliveries of other messages are kept', async () => {
  const endpoint = await makeEndpoint(server, receiver, ['message.created']);
  receiver.answer = echo;
  const kept = await sendWith('said before');
  const seq = await sendWith('erased between others');
  await sendWith('said afterwards');
  await endpoint.arrived(3);
  await endpoint.settled();
  await erase(seq);
  const bodies = (await endpoint.deliveries()).map(({ body }) => body);
  expect(bodies).toEqual([
    expect.stringContaining('said afterwards'),
    null,
    expect.stringContaining('said before'),
  ]);
  expect((await anna.message(group, kept)).body.text).toBe('said before');
});

describe('a press of a button', () => {
  const promote = async (secret: string) => {
    const buttons = [{ label: `label ${secret}`, action: { type: 2, payload: `payload ${secret}` } }];
    const promotion = { title: 't', image_url: 'https://example.com/i', buttons };
    const { messages } = await server.ok('POST', MESSAGES, {
      headers: { prefer: 'return=representation' },
      body: {
        sender: { bot_id: 'shop' },
        target: { thread_id: group },
        body: { metadata: [{ type: 'promotion', promotion }] },
      },
    });
    return messages[0].seq as number;
  };
  const press = (seq: number, key: string) =>
    anna.call('POST', myMessageUrl(group, seq, '/press'), {
      body: { button_index: 0, client_message_id: key },
      headers: { 'idempotency-key': key },
    });
  const clicks = async () =>
    (await server.ok('GET', `${DELIVERIES}?bot_id=shop&limit=100`)) as {
      status: string;
      body: string | null;
    }[];

  beforeAll(() =>
    server.ok('POST', BOTS, {
      body: { bot_id: 'shop', display_name: 'Shop', webhook_url: `${receiver.url}/shop` },
    }),
  );

  test('that waits for the relay loses label and payload, too', async () => {
    const promotion = await promote('waiting');
    await server.relayed();
    const resume = await pauseRelay(server);
    const pressed = await press(promotion, 'waiting');
    await erase(pressed.body.data.seq);
    await erase(promotion);
    await resume();
    expect(await tablesWith('label waiting')).toEqual([]);
    expect(await tablesWith('payload waiting')).toEqual([]);
    const call = await until(async () => receiver.of('/shop')[0]);
    expect(call.event.data).toMatchObject({ button: { index: 0, label: '' }, payload: null });
  });

  test.each(['delivered', 'pending'])('loses label and payload with its message (%s)', async (status) => {
    const secret = `pressed-and-${status}`;
    if (status === 'pending') await stopWebhooks();
    const promotion = await promote(secret);
    const earlier = await clicks();
    const pressed = await press(promotion, secret);
    expect(pressed.body.data.body.text).toBe(`label ${secret}`);
    await until(async () => {
      const [latest, ...others] = await clicks();
      return others.length === earlier.length && latest?.status === status ? true : undefined;
    });

    // The posted text is deleted, with its label; then the promotion, with the payload.
    await erase(pressed.body.data.seq);
    expect(await tablesWith(`payload ${secret}`)).toEqual(['events', 'messages']);
    const again = await press(promotion, secret);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.body.data).toMatchObject({ seq: pressed.body.data.seq, body: { text: '' } });
    await erase(promotion);
    expect(await tablesWith(secret)).toEqual(
      // The client_message_id stays: it makes repeats harmless.
      ['idempotency_keys', 'messages'],
    );
    expect(await tablesWith(`label ${secret}`)).toEqual([]);
    expect(await tablesWith(`payload ${secret}`)).toEqual([]);
    expect(JSON.stringify(await clicks())).not.toContain(secret);

    if (status === 'pending') {
      stopWebhooks = server.runWebhooks();
      const call = await until(async () => receiver.of('/shop')[0]);
      expect(call.event.data).toMatchObject({ button: { index: 0, label: '' }, payload: null });
    }
  });
});

test('no hash remains of a message sent with a client_message_id; a repeat shows the emptied message', async () => {
  const send = (text: string) =>
    anna.call('POST', myMessagesUrl(group), {
      body: { body: { text }, client_message_id: 'guessable' },
    });
  const { seq } = (await send('yes')).body.data;
  await erase(seq);
  const rows = await server.database.sql(
    `select client_fingerprint from messages where client_message_id = 'guessable'`,
  );
  expect(rows).toEqual([{ client_fingerprint: null }]);
  const again = await send('yes');
  expect(again.headers['idempotent-replayed']).toBe('true');
  expect(again.body.data).toMatchObject({ seq, body: { text: '' } });
});
