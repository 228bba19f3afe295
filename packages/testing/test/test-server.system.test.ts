import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { Palaver } from '../../client/src/server/index.ts';
import { startPalaver, type TestServer } from '../src/index.ts';

/** What a test suite does with one server. */

let server: TestServer;
let palaver: Palaver;

beforeAll(async () => {
  server = await startPalaver();
  palaver = new Palaver({ url: server.url, apiKey: server.apiKey });
});
beforeEach(() => server.reset());
afterAll(() => server.stop());

/** A busy machine takes longer than `next` waits. */
const PATIENT = { timeoutMs: 60_000 };

async function group(): Promise<string> {
  await palaver.users.put('ann', { display_name: 'Ann' });
  await palaver.users.put('ben', { display_name: 'Ben' });
  const { thread_id } = await palaver.threads.create({ name: 'Lunch', owner_id: 'ann', member_ids: ['ben'] });
  return thread_id;
}

const say = (thread_id: string, text: string) =>
  palaver.messages.send({ sender: { user_id: 'ann' }, target: { thread_id }, body: { text } });

test('webhooks arrive with a verified signature', async () => {
  await palaver.webhooks.create({ url: `${server.webhooks.url}/orders`, event_types: ['message.created'] });
  await say(await group(), 'Hungry?');
  const { path, event } = await server.webhooks.next(undefined, PATIENT);
  expect(path).toBe('/orders');
  expect(event.type).toBe('message.created');
  expect(event.data.entry.message.body.text).toBe('Hungry?');
});

test('calls that nobody signed are refused, and waits in vain say so', async () => {
  const { status } = await fetch(`${server.webhooks.url}/forged`, {
    method: 'POST',
    headers: {
      'webhook-id': '1',
      'webhook-timestamp': `${Math.floor((await server.clock.now()) / 1_000)}`,
      'webhook-signature': 'v1,Zm9yZ2Vk',
    },
    body: '{}',
  });
  expect(status).toBe(401);
  const waiting = server.webhooks.next(undefined, { timeoutMs: 100 });
  await expect(waiting).rejects.toThrow('refused: a call of /forged: its signature is of no secret');
});

test('a webhook that failed is called again when its time has come', async () => {
  await palaver.webhooks.create({ url: server.webhooks.url, event_types: ['message.created'] });
  await server.webhooks.respondWith(500);
  await say(await group(), 'Hungry?');
  const first = await server.webhooks.next(undefined, PATIENT);
  await server.webhooks.respondWith(204);
  await server.clock.advance({ hours: 1 });
  const again = await server.webhooks.next(undefined, PATIENT);
  expect(again.id).toBe(first.id);
  const [before, after] = [first, again].map(({ headers }) => Number(headers['webhook-timestamp']));
  expect(after).toBeGreaterThanOrEqual(Number(before) + 3_600);
});

test('pushes are decrypted', async () => {
  await palaver.notifications.putProvider('web_push', { subject: 'mailto:ops@example.com' });
  const thread = await group();
  await palaver.users.devices.register('ben', 'phone', {
    provider: 'web_push',
    subscription: await server.pushes.subscribe(),
  });
  await say(thread, 'Hungry?');
  const { payload } = await server.pushes.next(undefined, PATIENT);
  expect(payload).toMatchObject({ title: 'Lunch', data: { thread_id: thread } });
});

test.for(['fcm', 'apns'] as const)('pushes to phones arrive with %s', async (provider) => {
  await palaver.notifications.putProvider(provider, await server.pushes.account(provider));
  const thread_id = await group();
  const phone = await server.pushes.installApp(provider);
  await palaver.users.devices.register('ben', 'phone', phone);
  await say(thread_id, 'Hungry?');
  const push = await server.pushes.next(undefined, PATIENT);
  expect(push).toMatchObject({ provider, to: phone.token });
  expect(push.payload).toMatchObject(
    provider === 'fcm'
      ? { notification: { title: 'Lunch' }, data: { thread_id } }
      : { aps: { alert: { title: 'Lunch' } }, thread_id },
  );
});

test('e-mails about unread messages come an hour later', async () => {
  await palaver.notifications.putSettings({ email: { enabled: true } });
  const thread = await group();
  await palaver.users.emails.put('ben', { address: 'ben@example.com' });
  await say(thread, 'Hungry?');
  await server.clock.advance({ minutes: 61 });
  const { to, subject, text } = await server.mails.next(undefined, PATIENT);
  expect(to).toEqual(['ben@example.com']);
  expect(subject).toBe('Unread messages (1)');
  expect(text).toContain('Hungry?');
});

test('tokens expire and mutes end when the clock is put forward', async () => {
  const thread_id = await group();
  const { token } = await palaver.users.issueToken('ben');
  const me = () => fetch(`${server.url}/client/v1.0/me`, { headers: { authorization: `Bearer ${token}` } });
  expect((await me()).status).toBe(200);
  await palaver.threads.members.mute(thread_id, 'ben', { until: (await server.clock.now()) + 3_600_000 });
  await server.clock.advance({ hours: 2 });
  expect(await (await me()).json()).toMatchObject({ message_code: 'M40112' });
  await expect
    .poll(async () => (await palaver.threads.members.list(thread_id, { status: 'muted' }).toArray()).length, {
      timeout: 60_000,
    })
    .toBe(0);
});

test('the clock goes on over days, with events of each day', async () => {
  await palaver.webhooks.create({ url: server.webhooks.url, event_types: ['message.created'] });
  const thread = await group();
  for (const days of [1, 3, 40]) {
    const before = await server.clock.now();
    await server.clock.advance({ days });
    expect(await server.clock.now()).toBeGreaterThanOrEqual(before + days * 86_400_000);
    await say(thread, `after ${days}`);
    const { event } = await server.webhooks.next(undefined, PATIENT);
    expect(Date.parse(event.timestamp)).toBeGreaterThanOrEqual(before + days * 86_400_000);
  }
});

test('a reset leaves nothing but the address and the key', async () => {
  await palaver.webhooks.create({ url: server.webhooks.url });
  const thread = await group();
  const { token } = await palaver.users.issueToken('ann');
  const socket = new WebSocket(`${server.url}/client/v1.0/realtime`);
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'authenticate', token }));
  const closed = once(socket, 'close');
  await say(thread, 'Hungry?');
  await server.webhooks.next(({ event }) => event.type === 'message.created', PATIENT);
  await server.webhooks.respondWith(500);
  await server.reset();
  expect(server.webhooks.pending).toEqual([]);
  await expect(palaver.threads.get(thread)).rejects.toMatchObject({ code: 'M40401' });
  await expect(palaver.users.get('ann')).rejects.toMatchObject({ code: 'M40402' });
  expect(await palaver.webhooks.list().toArray()).toEqual([]);
  // Connections of users that are gone end.
  expect((await closed)[0]).toBe(4401);
  // A user of the same name is another one.
  await palaver.users.put('ann', { display_name: 'Ann' });
  expect(await palaver.threads.list().toArray()).toEqual([]);
});

test('many resets in a row, while others write, leave an empty application', async () => {
  for (let round = 0; round < 5; round += 1) {
    const thread = await group();
    const sending = Array.from({ length: 10 }, (_, index) => say(thread, `${index}`).catch(() => {}));
    await server.reset();
    await Promise.all(sending);
  }
  await server.reset();
  expect(await palaver.users.list().toArray()).toEqual([]);
});
