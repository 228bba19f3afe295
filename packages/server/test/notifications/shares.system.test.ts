import { expect, onTestFinished, test } from 'vitest';
import { startWebPushService, type WebPushService } from '../../../testing/src/receivers/web-push-service.ts';
import { myDeviceUrl } from '../harness/client-api.ts';
import { until } from '../harness/until.ts';
import { type Away, deviceOf, type Notified, startNotified } from './notified.ts';

/** Neither a service that does not answer nor a device with thousands of notifications holds up others. */

/** Registers devices of a user at another push service. */
async function addDevices({ ok, subscription }: Away, service: WebPushService, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const body = deviceOf(service.subscribe(subscription.applicationKey));
    await ok('PUT', myDeviceUrl(`device ${index}`), { body });
  }
}

const pending = ({ server }: Notified, userId: string) =>
  server.database.sql(
    `select from notifications join users using (ext_user_id) where user_id = $1 and state = 'pending'`,
    [userId],
  );

test('devices whose service answered once and then hangs take no places of others', async () => {
  const notified = await startNotified();
  const { server, away, run, settled } = notified;
  const other = await startWebPushService();
  const [ann, ben] = [await away('ann'), await away('ben')];
  const guests = [await away('guest1'), await away('guest2'), await away('guest3')];
  const crowd = await server.group(['ann', 'guest1', 'guest2', 'guest3']);
  const direct = await server.group(['ann', 'ben']);
  for (const [index, guest] of guests.entries()) await addDevices(guest, other, index === 0 ? 1 : 19);
  run();
  await ann.say(crowd);
  await ann.say(direct);
  await settled();
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  let hanging = 0;
  const before = other.pushes.length;
  other.answer = async () => {
    hanging += 1;
    await isOver;
    return { status: 201 };
  };
  await ann.say(crowd);
  await until(async () => hanging === 10 || undefined);
  for (let index = 1; index <= 3; index += 1) {
    await ann.say(direct, `still ${index}`);
    await until(async () => ben.subscription.pushes.at(-1)?.payload.body.includes(index) || undefined);
  }
  expect(hanging).toBe(10);
  end();
  await until(async () => other.pushes.length === before + 39 || undefined);
  await settled();
  await other.close();
});

test('services that never answer, with many notifications, delay a new one by two turns at most', async () => {
  const notified = await startNotified({ PALAVER_PUSH_TIMEOUT_MS: '2000' });
  const { server, away, run } = notified;
  const { promise: isOver, resolve: end } = Promise.withResolvers<{ status: number }>();
  const hanging = await Promise.all([1, 2, 3, 4].map(() => startWebPushService()));
  const calls = new Map(hanging.map((service) => [service, 0]));
  const [ann, ben] = [await away('ann'), await away('ben')];
  const guests: string[] = [];
  for (const service of hanging) {
    service.answer = () => {
      calls.set(service, (calls.get(service) ?? 0) + 1);
      return isOver;
    };
    const guest = await away(`guest${guests.length}`);
    await addDevices(guest, service, 16);
    guests.push(guest.userId);
  }
  const crowd = await server.group(['ann', ...guests]);
  const direct = await server.group(['ann', 'ben']);
  run();
  await ann.say(crowd);
  await until(async () => [...calls.values()].every((count) => count >= 4) || undefined);
  const honest = await startWebPushService();
  await addDevices(ben, honest, 1);
  await ann.say(direct);
  await server.relayed();
  const before = new Map(calls);
  await until(async () => honest.pushes.length === 1 || undefined);
  // (Of which one may have begun before the new one was known.)
  for (const [service, count] of calls) expect(count - (before.get(service) ?? 0)).toBeLessThanOrEqual(8);
  end({ status: 201 });
  await Promise.all([...hanging, honest].map((service) => service.close()));
});

test('a device with thousands of notifications that need no push holds up nobody', async () => {
  const notified = await startNotified();
  const { server, away } = notified;
  const [ann, ben] = [await away('ann'), await away('ben')];
  await away('agent');
  const threadId = await server.group(['ann', 'ben']);
  // Of threads that the agent has left.
  const { sql } = server.database;
  for (const [table, id] of [
    ['threads', 'id'],
    ['thread_heads', 'thread_id'],
  ])
    await sql(
      `insert into ${table} ${table === 'threads' ? 'overriding system value' : ''}
       select (jsonb_populate_record(t, jsonb_build_object('${id}', 900000000 + i))).* from ${table} t, generate_series(1, 3000) i
       where t.${id} = $1`,
      [threadId],
    );
  await sql(
    `insert into notifications (ext_user_id, device_id, thread_id, provider, service, state, seq, wanted_at, due_at)
     select u.ext_user_id, d.device_id, 900000000 + i, 'web_push', substring(d.token from '^https://[^/?]+'), 'pending', 1, now(), now()
     from users u join devices d using (ext_user_id), generate_series(1, 3000) i where u.user_id = 'agent'`,
  );
  await ann.say(threadId);
  await server.relayed();
  onTestFinished(server.runNotifications());
  expect(await server.metrics.render()).toMatch(/^palaver_notifications_pending [23]\d{3}$/m);
  await until(async () => ben.subscription.pushes.length === 1 || undefined);
  expect((await pending(notified, 'agent')).length).toBeGreaterThan(1_500);
});

test('a database that is out of space loses no message', async () => {
  const { server, away, run, settled } = await startNotified();
  const ann = await away('ann');
  const others = [await away('ben'), await away('cid')];
  const threads = [await server.group(['ann', 'ben']), await server.group(['ann', 'cid'])];
  const { sql } = server.database;
  await sql(`
    create sequence failures;
    create function fail() returns trigger language plpgsql security definer as $$
      begin
        perform nextval('failures');
        raise exception 'could not extend file: No space left on device' using errcode = '53100';
      end $$;
    create trigger full_disk before insert on notifications for each statement execute function fail()`);
  for (const thread of threads) await ann.say(thread);
  await server.relayed();
  run();
  // (A fan-out takes fewer messages after each failure, and at the end one.)
  await until(async () => (await sql('select from failures where last_value > 11'))[0], 60);
  await sql('drop trigger full_disk on notifications');
  await settled();
  for (const { subscription } of others) expect(subscription.pushes).toHaveLength(1);
});

test('a device that has got another service is notified there', async () => {
  const { server, service, away, run, tried, settled } = await startNotified();
  const other = await startWebPushService();
  const [ann, ben] = [await away('ann'), await away('ben')];
  const threadId = await server.group(['ann', 'ben']);
  service.answer = () => ({ status: 503 });
  run();
  await ann.say(threadId);
  await tried();
  const subscription = other.subscribe(ben.subscription.applicationKey);
  await ben.ok('PUT', myDeviceUrl("ben's phone"), { body: deviceOf(subscription) });
  await server.database.sql('update notifications set due_at = now()');
  await settled();
  expect([service.pushes, subscription.pushes.length]).toEqual([[], 1]);
  expect(await server.database.sql('select service from notifications')).toEqual([{ service: other.url }]);
  await other.close();
});

test('notifications that a server of a former version has stored are sent', async () => {
  const { server, away, run, settled } = await startNotified();
  const [ann, ben] = [await away('ann'), await away('ben')];
  const threadId = await server.group(['ann', 'ben']);
  const { sql } = server.database;
  // Such a server does not name the service.
  await sql(`
    create function forget() returns trigger language plpgsql as $$ begin new.service := ''; return new; end $$;
    create trigger former before insert on notifications for each row execute function forget()`);
  run();
  await ann.say(threadId);
  await settled();
  expect(ben.subscription.pushes).toHaveLength(1);
});
