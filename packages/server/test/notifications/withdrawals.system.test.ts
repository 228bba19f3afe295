import { expect, test } from 'vitest';
import { myThreadUrl } from '../harness/client-api.ts';
import { until } from '../harness/until.ts';
import { type Away, deviceOf, type Notified, startNotified } from './notified.ts';

/** What a device shows is withdrawn when it is read, whatever happened in between. */

async function twoMembers(environment: Record<string, string> = {}) {
  const notified = await startNotified(environment);
  const [ann, ben] = [await notified.away('ann'), await notified.away('ben')];
  const threadId = await notified.server.group(['ann', 'ben']);
  const read = () => ben.ok('PUT', myThreadUrl(threadId, '/read'), { body: {} });
  return { ...notified, ann, ben, threadId, read };
}

/** Resolves when this is the last push to the device; it has the badge 0. */
async function withdrawn({ subscription }: Away, { settled }: Notified): Promise<void> {
  await until(async () => subscription.pushes.at(-1)?.payload.kind === 'withdraw' || undefined);
  await settled();
  expect(subscription.pushes.at(-1)?.payload).toMatchObject({ kind: 'withdraw', badge: 0 });
}

test('long after it was shown', async () => {
  const chat = await twoMembers();
  chat.run();
  await chat.ann.say(chat.threadId);
  await chat.settled();
  await chat.server.database.sql(`update notifications set wanted_at = wanted_at - interval '2 days'`);
  await chat.read();
  await withdrawn(chat.ben, chat);
});

test('although a later message was refused by the push service', async () => {
  const chat = await twoMembers();
  chat.run();
  await chat.ann.say(chat.threadId, 'one');
  await chat.settled();
  chat.service.answer = ({ payload }) => ({ status: payload.kind === 'withdraw' ? 201 : 413 });
  await chat.ann.say(chat.threadId, 'two');
  await chat.settled();
  await chat.read();
  await withdrawn(chat.ben, chat);
});

test('although a later message could not be told in time', async () => {
  const chat = await twoMembers();
  chat.run();
  const { seq } = await chat.ann.say(chat.threadId, 'one');
  await chat.settled();
  chat.service.answer = ({ payload }) => ({ status: payload.kind === 'withdraw' ? 201 : 503 });
  await chat.ann.say(chat.threadId, 'two');
  await chat.tried();
  await chat.server.database.sql(
    `update notifications set wanted_at = wanted_at - interval '2 days', due_at = now()`,
  );
  await chat.settled();
  expect(await chat.states()).toEqual({ "ben's phone": 'expired' });
  await chat.ben.ok('PUT', myThreadUrl(chat.threadId, '/read'), { body: { seq } });
  await until(async () => chat.ben.subscription.pushes.at(-1)?.payload.kind === 'withdraw' || undefined);
  await chat.settled();
  expect(chat.ben.subscription.pushes).toHaveLength(2);
});

test('although nobody knows whether it arrived, and the user has muted the thread since', async () => {
  const chat = await twoMembers({ PALAVER_PUSH_TIMEOUT_MS: '300' });
  const arrived: string[] = [];
  chat.service.answer = ({ payload }) => {
    arrived.push(payload.body);
    return 'hang';
  };
  chat.run();
  await chat.ann.say(chat.threadId);
  await until(async () => arrived.length > 0 || undefined);
  await chat.tried();
  await chat.ben.ok('PUT', myThreadUrl(chat.threadId, '/notifications'), { body: { level: 'none' } });
  chat.service.answer = () => ({ status: 201 });
  await chat.server.database.sql('update notifications set due_at = now()');
  await chat.settled();
  expect(await chat.states()).toEqual({ "ben's phone": 'cancelled' });
  await chat.read();
  await withdrawn(chat.ben, chat);
});

test('but not from a device that was removed: its notification is over', async () => {
  const chat = await twoMembers();
  chat.run();
  await chat.ann.say(chat.threadId);
  await chat.settled();
  await chat.ben.ok('DELETE', `/client/v1.0/devices/${encodeURIComponent("ben's phone")}`);
  await chat.read();
  const { sql } = chat.server.database;
  await until(async () => (await sql('select from notifications where shown_seq = 0'))[0]);
  expect(chat.ben.subscription.pushes).toHaveLength(1);
});

test('a device that gets a new token while its former one turns out to be dead is notified at the new one', async () => {
  const chat = await twoMembers();
  const fresh = chat.service.subscribe(chat.ben.subscription.applicationKey);
  chat.service.answer = async ({ subscription }) => {
    if (subscription.endpoint !== chat.ben.subscription.endpoint) return { status: 201 };
    const url = `/client/v1.0/devices/${encodeURIComponent("ben's phone")}`;
    await chat.ben.ok('PUT', url, { body: deviceOf(fresh) });
    return { status: 410 };
  };
  chat.run();
  await chat.ann.say(chat.threadId, 'at the new one');
  await until(async () => fresh.pushes.length > 0 || undefined);
  await chat.settled();
  expect(fresh.pushes.map(({ payload }) => payload.body)).toEqual([
    expect.stringContaining('at the new one'),
  ]);
  expect(await chat.states()).toEqual({ "ben's phone": 'delivered' });
});

test('from former members', async () => {
  const chat = await twoMembers();
  chat.run();
  await chat.ann.say(chat.threadId);
  await chat.settled();
  await chat.server.ok('DELETE', `/open-api/v1.0/chat/threads/${chat.threadId}/members/ben?id_type=2`);
  await until(async () => chat.ben.subscription.pushes.length === 2 || undefined);
  expect(chat.ben.subscription.pushes[1]?.payload).toMatchObject({ kind: 'withdraw' });
});
