import { afterAll, beforeAll, expect, test } from 'vitest';
import { pull, switchStream } from '../events/stream.ts';
import { BOTS, MESSAGES, THREADS, threadUrl } from '../harness/api.ts';
import { myMessageUrl, type SignedIn, signInAll } from '../harness/client-api.ts';
import { ALLOW_LOOPBACK, type Received, type Receiver, startReceiver } from '../harness/receiver.ts';
import { until } from '../harness/until.ts';
import { useServer } from '../harness/use-server.ts';
import { makeEndpoint, type TestEndpoint } from './endpoint.ts';

/** Events of threads that are tied to an object name the object. */

const server = await useServer(ALLOW_LOOPBACK);
let receiver: Receiver;
let stopWebhooks: () => Promise<void>;
let ann: SignedIn;
let bot: string;
let endpoint: TestEndpoint;

beforeAll(async () => {
  receiver = await startReceiver();
  [ann] = await signInAll(server, 1);
  const shop = { bot_id: 'shop', display_name: 'Shop', webhook_url: `${receiver.url}/shop` };
  bot = (await server.ok('POST', BOTS, { body: shop })).ext_user_id;
  endpoint = await makeEndpoint(server, receiver);
  await switchStream(server, true);
  stopWebhooks = server.runWebhooks();
});
afterAll(async () => {
  await stopWebhooks();
  await receiver.close();
});

/** What these events say of their threads, each once. */
const threadsOf = (events: readonly { data: { thread?: object } }[]) => [
  ...new Set(events.map(({ data }) => JSON.stringify(data.thread))),
];

test.each([
  [{}],
  [{ reference_id: 'order:7' }],
  [{ satl_reference_id: 'list "1" 💩' }],
  [{ reference_id: 'r'.repeat(255), satl_reference_id: 's'.repeat(255) }],
])('with the references %j', async (links) => {
  const body = { name: 'Order', owner_id: ann.userId, member_ids: [], id_type: 2, ...links };
  const { thread_id: id } = await server.ok('POST', THREADS, { body });
  await ann.say(id, { body: { text: 'a question' }, mentions: [bot] });
  const buttons = [{ label: 'Buy', action: { type: 2, payload: '{}' } }];
  const promotion = { title: 'Cake', image_url: 'https://example.com/cake.png', buttons };
  const { messages } = await server.ok('POST', MESSAGES, {
    headers: { prefer: 'return=representation' },
    body: {
      sender: { bot_id: 'shop' },
      target: { thread_id: id },
      body: { metadata: [{ type: 'promotion', promotion }] },
    },
  });
  await ann.ok('POST', myMessageUrl(id, messages[0].seq, '/press'), { body: { button_index: 0 } });
  await server.ok('DELETE', threadUrl(id));

  const shown = [JSON.stringify({ id, ...links })];
  const seen = (received: () => Received[], count: number) =>
    until(async () => {
      const events = received()
        .map(({ event }) => event)
        .filter(({ data }) => data.thread?.id === id);
      return events.length >= count ? events : undefined;
    });
  expect(threadsOf(await seen(endpoint.received, 5))).toEqual(shown);
  const toBot = await seen(() => receiver.of('/shop'), 2);
  expect(threadsOf(toBot)).toEqual(shown);
  expect(new Set(toBot.map(({ type }) => type))).toEqual(new Set(['message.created', 'bot.button_clicked']));
  const { body: pulled } = await pull(server, 'limit=100');
  const mine = pulled.data.filter(({ data }) => data.thread?.id === id);
  expect(threadsOf(mine)).toEqual(shown);
  const message = 'message.created';
  const types = ['thread.created', message, message, message, 'bot.button_clicked', 'thread.deleted'];
  expect(mine.map(({ type }) => type)).toEqual(types);
});
