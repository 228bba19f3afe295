import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { BOTS, botUrl, MESSAGES, messageUrl } from '../harness/api.ts';
import { retryWhileBusy } from '../harness/calls.ts';
import { at, myMessageUrl, type SignedIn, signInAll } from '../harness/client-api.ts';
import { ALLOW_LOOPBACK, type Receiver, startReceiver } from '../harness/receiver.ts';
import { until } from '../harness/until.ts';
import { useServer } from '../harness/use-server.ts';

/** Presses of promotion buttons, and the bot's events. */

const server = await useServer(ALLOW_LOOPBACK);
let receiver: Receiver;
let stopWebhooks: () => Promise<void>;
let anna: SignedIn;
let bert: SignedIn;
let group: string;

beforeAll(async () => {
  receiver = await startReceiver();
  [anna, bert] = await signInAll(server, 2, 'presser');
  group = await server.group([anna.userId, bert.userId]);
  await server.ok('POST', BOTS, {
    body: { bot_id: 'shop', display_name: 'Shop', webhook_url: `${receiver.url}/shop` },
  });
  stopWebhooks = server.runWebhooks();
});
afterAll(async () => {
  await stopWebhooks();
  await receiver.close();
});
afterEach(() => {
  receiver.received.length = 0;
});

const BUTTONS = [
  { label: 'Open', action: { type: 1, payload: 'https://example.com' } },
  { label: 'Buy 🍰', action: { type: 2, payload: '{"sku": "4711",  "note":"verbatim \\u00e9"}' } },
  { label: 'Thanks', action: { type: 3 } },
  { label: 'Bare', action: { type: 2 } },
];

async function promote(sender: object = { bot_id: 'shop' }, target: object = { thread_id: group }) {
  const promotion = { title: 'Cake', image_url: 'https://example.com/cake.png', buttons: BUTTONS };
  const { messages } = await server.ok('POST', MESSAGES, {
    headers: { prefer: 'return=representation' },
    body: { sender, target, body: { metadata: [{ type: 'promotion', promotion }] } },
  });
  return messages[0] as { id: string; seq: number; thread_id: string };
}

const press = (who: SignedIn, seq: number, body: object, threadId = group) =>
  who.call('POST', myMessageUrl(threadId, seq, '/press'), { body });

const shopCalls = () => receiver.of('/shop');

test('a button of type 2 posts its label, and its payload reaches the bot unchanged', async () => {
  const promotion = await promote();
  const { body } = await press(anna, promotion.seq, { button_index: 1 });
  expect(body).toMatchObject({
    message_code: 'M200',
    data: { kind: 'text', body: { text: 'Buy 🍰' }, sender: { user_id: anna.userId }, reply_to: null },
  });
  const call = await until(async () => shopCalls()[0]);
  expect(call.headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': expect.stringMatching(/^Palaver\//),
  });
  expect(call.event).toEqual({
    type: 'bot.button_clicked',
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    data: {
      action_id: body.data.id,
      app_id: 'test',
      tenant_id: '',
      bot_id: 'shop',
      thread: { id: group },
      message: { id: promotion.id, seq: promotion.seq },
      user: { user_id: anna.userId, ext_user_id: anna.extUserId },
      button: { index: 1, label: 'Buy 🍰', action_type: 2 },
      payload: BUTTONS[1]?.action.payload,
    },
  });
  expect(await bert.message(group, body.data.seq)).toMatchObject({ body: { text: 'Buy 🍰' } });
});

test('a button of type 3 only posts its label; a missing payload is null; type 1 is refused', async () => {
  const { seq } = await promote();
  expect((await press(anna, seq, { button_index: 2 })).body.data.body.text).toBe('Thanks');
  expect((await press(anna, seq, { button_index: 3 })).body.data.body.text).toBe('Bare');
  const refused = await press(anna, seq, { button_index: 0 });
  expect(refused.body).toMatchObject({
    message_code: 'M40003',
    errors: [{ field: 'button_index', rule: 'action_type' }],
  });
  const call = await until(async () => shopCalls()[0]);
  expect(call.event.data).toMatchObject({ button: { index: 3 }, payload: null });
  expect(shopCalls()).toHaveLength(1);
});

test('50 concurrent presses with one id count as one: one text, one event', async () => {
  const { seq } = await promote();
  const before = await anna.messages(group, 'limit=100');
  const once = () => press(anna, seq, { button_index: 1, client_message_id: 'once' });
  // (50 at once may wait too long for a connection to the database.)
  const answers = await Promise.all(Array.from({ length: 50 }, () => retryWhileBusy(once)));
  expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
  expect((await anna.messages(group, 'limit=100')).length).toBe(before.length + 1);
  await until(async () => shopCalls()[0]);
  const rows = await server.database.sql(
    `select from webhook_deliveries where type = 'bot.button_clicked' and seq = $1`,
    [at(answers, 0).body.data.seq],
  );
  expect(rows).toHaveLength(1);
  expect(shopCalls()).toHaveLength(1);
});

test('an id already used for another button, promotion or message is refused', async () => {
  const { seq } = await promote();
  const other = await promote();
  const id = 'taken';
  expect((await press(anna, seq, { button_index: 2, client_message_id: id })).body.message_code).toBe('M200');
  for (const [where, button_index] of [
    [seq, 3],
    [other.seq, 2],
  ] as const) {
    const { body } = await press(anna, where, { button_index, client_message_id: id });
    expect(body.message_code).toBe('M42201');
  }
  await anna.say(group, { body: { text: 'Thanks' }, client_message_id: 'said' });
  const { body } = await press(anna, seq, { button_index: 2, client_message_id: 'said' });
  expect(body.message_code).toBe('M42201');
  // Ids are separate for each user.
  expect((await press(bert, seq, { button_index: 2, client_message_id: id })).body.message_code).toBe('M200');
});

describe('senders and receivers', () => {
  test('a promotion of a user, or of a bot without an address, only posts', async () => {
    await server.ok('POST', BOTS, { body: { bot_id: 'mute-bot', display_name: 'x' } });
    const count = async () => {
      await server.relayed();
      const rows = await server.database.sql(
        `select from webhook_deliveries where type = 'bot.button_clicked'`,
      );
      return rows.length;
    };
    const before = await count();
    for (const sender of [{ user_id: bert.userId }, { bot_id: 'mute-bot' }]) {
      const { seq } = await promote(sender);
      expect((await press(anna, seq, { button_index: 1 })).body.message_code).toBe('M200');
    }
    expect(await count()).toBe(before);
  });

  test('a deleted bot gets no event', async () => {
    await server.ok('POST', BOTS, {
      body: { bot_id: 'leaving', display_name: 'x', webhook_url: `${receiver.url}/leaving` },
    });
    const { seq } = await promote({ bot_id: 'leaving' });
    await server.ok('DELETE', botUrl('leaving'));
    const { body } = await press(anna, seq, { button_index: 1 });
    expect(body.message_code).toBe('M200');
    await server.relayed();
    const ofPress = (table: string) =>
      server.database.sql(
        `select from ${table} where type = 'bot.button_clicked' and thread_id = $1 and seq = $2`,
        [group, body.data.seq],
      );
    expect(await ofPress('events')).toHaveLength(1);
    expect(await ofPress('webhook_deliveries')).toHaveLength(0);
  });

  test('in its direct thread the bot also gets the text, before the press', async () => {
    const { seq, thread_id: direct } = await promote({ bot_id: 'shop' }, { user_ids: [anna.userId] });
    const { body } = await press(anna, seq, { button_index: 1 }, direct);
    await until(async () => shopCalls()[1]);
    expect(shopCalls().map(({ event }) => [event.type, event.data.entry?.seq])).toEqual([
      ['message.created', body.data.seq],
      ['bot.button_clicked', undefined],
    ]);
    expect(at(shopCalls(), 0).event.data).toMatchObject({
      bot_id: 'shop',
      entry: { message: { body: { text: 'Buy 🍰' } } },
    });
  });

  test.each([
    ['a muted member', 'mute', 'M40304'],
    ['a removed member', 'remove', 'M40401'],
    ['a banned member', 'ban', 'M40401'],
  ])('%s cannot press', async (_, action, code) => {
    const [carl] = await signInAll(server, 1, `silent-${action}-`);
    const thread = await server.group([anna.userId, carl.userId]);
    const { seq } = await promote({ bot_id: 'shop' }, { thread_id: thread });
    const member = `/open-api/v1.0/chat/threads/${thread}/members/${carl.userId}`;
    if (action === 'remove') await server.ok('DELETE', `${member}?id_type=2`);
    else await server.ok('POST', `${member}/${action}?id_type=2`);
    expect((await press(carl, seq, { button_index: 1 }, thread)).body.message_code).toBe(code);
    expect((await anna.messages(thread)).length).toBe(1);
  });
});

test.each([
  ['the last button', { button_index: 3 }, 'M200', undefined],
  ['one after the last', { button_index: 4 }, 'M40003', 'button_index'],
  ['the largest number', { button_index: Number.MAX_SAFE_INTEGER }, 'M40003', 'button_index'],
  ['none', {}, 'M40002', 'button_index'],
  ['null', { button_index: null }, 'M40002', 'button_index'],
  ['a negative one', { button_index: -1 }, 'M40003', 'button_index'],
  ['a fraction', { button_index: 1.5 }, 'M40003', 'button_index'],
  ['a string', { button_index: '1' }, 'M40003', 'button_index'],
  ['an id of 255 bytes', { button_index: 2, client_message_id: 'i'.repeat(255) }, 'M200', undefined],
  ['one of 256', { button_index: 2, client_message_id: 'i'.repeat(256) }, 'M40004', 'client_message_id'],
  ['a number as id', { button_index: 2, client_message_id: 1 }, 'M40003', 'client_message_id'],
])('%s', async (_, request, code, field) => {
  const { seq } = await promote();
  const { body } = await press(anna, seq, request);
  expect([body.message_code, body.errors?.[0]?.field]).toEqual([code, field]);
});

test('messages without buttons, deleted and missing ones cannot be pressed', async () => {
  const { seq: text } = await anna.say(group, 'plain');
  const noPromotion = await press(anna, text, { button_index: 0 });
  expect(noPromotion.body).toMatchObject({ message_code: 'M40003', errors: [{ field: 'button_index' }] });
  const { seq } = await promote();
  await server.ok('DELETE', messageUrl(group, seq));
  expect((await press(anna, seq, { button_index: 1 })).body.message_code).toBe('M40903');
  expect((await press(anna, 9_999_999, { button_index: 1 })).body.message_code).toBe('M40405');
});
