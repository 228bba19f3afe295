import { afterAll, beforeAll, expect, test } from 'vitest';
import { BOTS, DELIVERIES, MESSAGES } from '../harness/api.ts';
import { at, type SignedIn, signInAll } from '../harness/client-api.ts';
import { ALLOW_LOOPBACK, type Receiver, startReceiver } from '../harness/receiver.ts';
import { until } from '../harness/until.ts';
import { useServer } from '../harness/use-server.ts';
import { say, textOf } from './endpoint.ts';

/** The events of bots: messages of their direct threads, and those that mention them. */

const server = await useServer(ALLOW_LOOPBACK);
let receiver: Receiver;
let stopWebhooks: () => Promise<void>;
let ann: SignedIn;
let bots: Record<'one' | 'two', string>;

beforeAll(async () => {
  receiver = await startReceiver();
  const make = async (bot_id: string) => {
    const body = { bot_id, display_name: bot_id, webhook_url: `${receiver.url}/${bot_id}` };
    return (await server.ok('POST', BOTS, { body })).ext_user_id as string;
  };
  bots = { one: await make('one'), two: await make('two') };
  [ann] = await signInAll(server, 2);
  stopWebhooks = server.runWebhooks();
});
afterAll(async () => {
  await stopWebhooks();
  await receiver.close();
});

test('a bot gets the messages of its direct threads, in order, but not its own', async () => {
  const { id: direct } = await ann.ok('POST', '/client/v1.0/threads', {
    body: { type: 'direct', user_id: 'one' },
  });
  await ann.say(direct, 'first');
  const body = {
    sender: { bot_id: 'one' },
    target: { thread_id: direct },
    body: { text: 'mine', metadata: [{ type: 'text' }] },
  };
  await server.ok('POST', MESSAGES, { body });
  await ann.say(direct, 'second');
  // A send by the integrator's back end to the pair uses the same thread.
  await server.ok('POST', MESSAGES, {
    body: {
      sender: { user_id: ann.userId },
      target: { user_ids: ['one'] },
      body: { text: 'third', metadata: [{ type: 'text' }] },
    },
  });
  const calls = await until(async () => (receiver.of('/one').length >= 3 ? receiver.of('/one') : undefined));
  expect(calls.map(textOf)).toEqual(['first', 'second', 'third']);
  expect(at(calls, 0).event).toMatchObject({
    type: 'message.created',
    data: { bot_id: 'one', thread: { id: direct }, entry: { message: { sender: { user_id: ann.userId } } } },
  });
  const listed = await server.ok('GET', `${DELIVERIES}?bot_id=one`);
  expect(listed).toHaveLength(3);
  expect(listed[0]).toMatchObject({ bot_id: 'one', endpoint_id: null, event_type: 'message.created' });
});

test('in a group a bot gets only the messages that mention it, once', async () => {
  const group = await server.group(['user1', 'user2']);
  await ann.say(group, 'to nobody');
  await say(server, group, 'by the back end');
  await ann.say(group, { body: { text: 'both' }, mentions: [bots.one, bots.two, ann.extUserId] });
  await ann.say(group, { body: { text: 'two' }, mentions: [bots.two] });
  const calls = await until(async () => (receiver.of('/two').length >= 2 ? receiver.of('/two') : undefined));
  expect(calls.map(textOf)).toEqual(['both', 'two']);
  const told = await until(async () => receiver.of('/one').filter((call) => textOf(call) === 'both')[0]);
  expect(told.event.data.entry.message.mentions).toEqual([bots.one, bots.two, ann.extUserId]);
  expect(receiver.of('/one').map(textOf)).not.toContain('to nobody');
});

test('a bot that an edit mentions anew gets the edit, once', async () => {
  const group = await server.group(['user1', 'user2']);
  const { seq } = await ann.say(group, { body: { text: 'for nobody' } });
  const edit = (text: string, mentions?: string[]) =>
    ann.ok('PATCH', `/client/v1.0/threads/${group}/messages/${seq}`, { body: { body: { text }, mentions } });
  await edit('for one', [bots.one]);
  await edit('still for one');
  await edit('for both', [bots.one, bots.two]);
  const told = await until(async () => receiver.of('/two').filter((call) => textOf(call) === 'for both')[0]);
  expect(told.event).toMatchObject({ type: 'message.updated', data: { bot_id: 'two' } });
  const ofGroup = receiver.of('/one').filter(({ event }) => event.data.thread.id === group);
  expect(ofGroup.map(({ event }) => event.type)).toEqual(['message.updated']);
});

test('a bot of another tenant cannot be mentioned', async () => {
  const { ext_user_id: foreign } = await server.ok('POST', BOTS, {
    tenant: 'far',
    body: { bot_id: 'foreign', display_name: 'F', webhook_url: `${receiver.url}/foreign` },
  });
  const group = await server.group(['user1']);
  const { body } = await ann.call('POST', `/client/v1.0/threads/${group}/messages`, {
    body: { body: { text: 'x' }, mentions: [foreign] },
  });
  expect(body.message_code).toBe('M40402');
});
