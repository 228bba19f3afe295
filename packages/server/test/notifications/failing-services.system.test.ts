import { expect, onTestFinished, test } from 'vitest';
import type { Answer } from '../../../testing/src/receivers/https-receiver.ts';
import { startWebPushService } from '../../../testing/src/receivers/web-push-service.ts';
import { myMessageUrl, myThreadUrl } from '../harness/client-api.ts';
import { until } from '../harness/until.ts';
import { deviceOf, startNotified } from './notified.ts';

/** A push service that fails in every way. */

test.each<[string, Answer]>([
  ['429', { status: 429, headers: { 'retry-after': '1' } }],
  ['503', { status: 503 }],
  ['a cut connection', 'cut'],
  ['no response', 'hang'],
])('after %s a notification is sent again; it shows the latest message then', async (_, answer) => {
  const { server, service, away, run, settled, tried } = await startNotified({
    PALAVER_PUSH_TIMEOUT_MS: '500',
  });
  const [ann, ben] = [await away('ann'), await away('ben')];
  const threadId = await server.group(['ann', 'ben']);
  const refused: string[] = [];
  service.answer = ({ payload }) => {
    refused.push(payload.body);
    return answer;
  };
  run();
  await ann.say(threadId, 'the first');
  await until(async () => refused.length > 0 || undefined);
  await tried();
  await ann.say(threadId, 'the second');
  // (Attempts before the notification is about it show the first.)
  await tried();
  service.answer = () => ({ status: 201 });
  await server.database.sql('update notifications set due_at = now()');
  await settled();
  expect(ben.subscription.pushes.map(({ payload }) => payload.body)).toEqual([
    expect.stringContaining('the second'),
  ]);
});

test('a device that the service calls gone is removed, and the others are notified', async () => {
  const { server, service, away, run, settled, states } = await startNotified();
  const ann = await away('ann');
  const ben = await away('ben', 'old');
  const current = await away('ben', 'current');
  const threadId = await server.group(['ann', 'ben']);
  service.unsubscribe(ben.subscription);
  run();
  await ann.say(threadId);
  await settled();
  expect(current.subscription.pushes).toHaveLength(1);
  expect(await states()).toEqual({ old: 'failed', current: 'delivered' });
  const devices = (await ben.ok('GET', '/client/v1.0/devices')) as { device_id: string }[];
  expect(devices.map(({ device_id }) => device_id)).toEqual(['current']);
});

test('a push that the service refuses is not repeated', async () => {
  const { server, service, away, run, settled, states } = await startNotified();
  const ann = await away('ann');
  await away('ben');
  const threadId = await server.group(['ann', 'ben']);
  let requests = 0;
  service.answer = () => {
    requests += 1;
    return { status: 413 };
  };
  run();
  await ann.say(threadId);
  await settled();
  expect(requests).toBe(1);
  expect(await states()).toEqual({ "ben's phone": 'failed' });
});

test('a notification that cannot be delivered in time expires', async () => {
  const { server, service, away, run, settled, tried, states } = await startNotified();
  const ann = await away('ann');
  await away('ben');
  const threadId = await server.group(['ann', 'ben']);
  service.answer = () => ({ status: 503 });
  run();
  await ann.say(threadId);
  await tried();
  await server.database.sql(
    `update notifications set wanted_at = wanted_at - interval '2 days', due_at = now()`,
  );
  await settled();
  expect(await states()).toEqual({ "ben's phone": 'expired' });
});

test('without credentials a notification waits until there are some', async () => {
  const { server, away, run, tried, settled } = await startNotified();
  const ann = await away('ann');
  const ben = await away('ben');
  await server.database.sql('update push_credentials set replaced_at = now()');
  await server.database.sql(
    `update devices set subscription = subscription || '{"application_server_key": ""}'`,
  );
  const threadId = await server.group(['ann', 'ben']);
  run();
  await ann.say(threadId);
  await tried();
  expect(ben.subscription.pushes).toEqual([]);
  await server.database.sql('update push_credentials set replaced_at = null');
  await server.database.sql('update notifications set due_at = now()');
  await settled();
  expect(ben.subscription.pushes).toHaveLength(1);
});

test('a push whose outcome was not recorded is repeated, and replaces the first on the device', async () => {
  const { server, service, away, run, settled } = await startNotified();
  const [ann, ben] = [await away('ann'), await away('ben')];
  const threadId = await server.group(['ann', 'ben']);
  // The lease is lost while the service works: what it accepts is not recorded.
  let isLost = false;
  service.answer = async () => {
    if (!isLost) {
      isLost = true;
      await server.database.sql(
        `update leases set fence = fence + 1, expires_at = '-infinity' where name = 'notifications'`,
      );
    }
    return { status: 201 };
  };
  run();
  await ann.say(threadId);
  await until(async () => ben.subscription.pushes.length === 2 || undefined);
  await settled();
  const topics = ben.subscription.pushes.map(({ headers }) => headers.topic);
  expect(topics).toHaveLength(2);
  expect(new Set(topics).size).toBe(1);
});

test.each(['read', 'deleted'])('a message that is %s while it is being told is withdrawn', async (what) => {
  const { server, service, away, run, settled, states } = await startNotified();
  const [ann, ben] = [await away('ann'), await away('ben')];
  const threadId = await server.group(['ann', 'ben']);
  service.answer = async ({ payload }) => {
    if (payload.kind === 'withdraw') return { status: 201 };
    if (what === 'read') await ben.ok('PUT', myThreadUrl(threadId, '/read'), { body: {} });
    else await ann.ok('DELETE', myMessageUrl(threadId, payload.data.seq));
    return { status: 201 };
  };
  run();
  await ann.say(threadId);
  await until(async () => ben.subscription.pushes.length === 2 || undefined);
  await settled();
  expect(ben.subscription.pushes[1]?.payload).toMatchObject({ kind: 'withdraw', badge: 0 });
  expect(await states()).toEqual({ "ben's phone": 'withdrawn' });
});

test('a user whose devices never answer holds up nobody else', async () => {
  const { server, service, away, run } = await startNotified();
  const [ann, ben, cid] = [await away('ann'), await away('ben'), await away('cid')];
  for (let more = 0; more < 19; more += 1) {
    const body = deviceOf(service.subscribe(ben.subscription.applicationKey));
    await ben.ok('PUT', `/client/v1.0/devices/device${more}`, { body });
  }
  const working = await startWebPushService();
  onTestFinished(() => working.close());
  const cids = working.subscribe(cid.subscription.applicationKey);
  await cid.ok('PUT', `/client/v1.0/devices/${encodeURIComponent("cid's phone")}`, { body: deviceOf(cids) });
  const [hers, his] = [await server.group(['ann', 'cid']), await server.group(['ann', 'ben'])];
  service.answer = () => 'hang';
  run();
  for (let message = 0; message < 10; message += 1) await ann.say(await server.group(['ann', 'ben']));
  await ann.say(his);
  const claimed = () => server.database.sql('select from notifications where is_claimed');
  await until(async () => (await claimed()).length === 4 || undefined);
  await ann.say(hers, 'urgent');
  await until(async () => cids.pushes.length > 0 || undefined);
  // Those of Ben are still waiting for their first try.
  const waiting = `select from notifications where tries = 0 and state = 'pending' and device_id <> 'cid''s phone'`;
  expect(await server.database.sql(waiting)).not.toEqual([]);
  expect(cids.pushes[0]?.payload.body).toContain('urgent');
});

test('a push that finds no place is not made if the message is read before it gets one', async () => {
  const { server, service, away, run, tried, settled } = await startNotified();
  const [ann, ben] = [await away('ann'), await away('ben')];
  const devices = [ben];
  for (let more = 1; more < 6; more += 1) devices.push(await away('ben', `device${more}`));
  const threadId = await server.group(['ann', 'ben']);
  const { promise: isRead, resolve: answer } = Promise.withResolvers<void>();
  let requests = 0;
  service.answer = async () => {
    requests += 1;
    await isRead;
    return { status: 201 };
  };
  run();
  await ann.say(threadId);
  // (Nobody knows yet that the service is quick.)
  await until(async () => requests === 4 || undefined);
  await ben.ok('PUT', myThreadUrl(threadId, '/read'), { body: {} });
  answer();
  await tried();
  await server.database.sql('update notifications set due_at = now() where due_at > now()');
  await settled();
  const kinds = devices.map(({ subscription }) =>
    subscription.pushes.map(({ payload }) => payload.kind ?? 'show'),
  );
  const told = kinds.filter(({ length }) => length > 0);
  expect(told).toEqual(Array(4).fill(['show', 'withdraw']));
});

test('a device gets one push at a time, so the last one has the badge of all its threads', async () => {
  const { server, service, away, run, settled } = await startNotified();
  const [ann, ben] = [await away('ann'), await away('ben')];
  const threads = await Promise.all(Array.from({ length: 8 }, () => server.group(['ann', 'ben'])));
  let [running, most] = [0, 0];
  service.answer = async () => {
    running += 1;
    most = Math.max(most, running);
    await server.database.sql('select');
    running -= 1;
    return { status: 201 };
  };
  run();
  await Promise.all(threads.map((threadId) => ann.say(threadId)));
  await settled();
  expect(most).toBe(1);
  expect(ben.subscription.pushes).toHaveLength(8);
  expect(ben.subscription.pushes.at(-1)?.payload).toMatchObject({ badge: 8 });
});
