import { expect, test } from 'vitest';
import { createApp } from '../../src/domain/records/apps.ts';
import { expectRefused, MESSAGES, providerUrl } from '../harness/api.ts';
import { textTo } from '../harness/population.ts';
import { deviceOf, startNotified } from './notified.ts';

/** `POST /notification/v1.0/provider/{provider}/test`: one notification, now, and what the push service says. */

const WEB_PUSH = `${providerUrl('web_push')}/test`;

const sending = (user_id: string, more: object = {}) => ({ body: { user_id, ...more } });

test('a test reaches the device that was seen last, or the given one, with the badge of its user', async () => {
  const { server, service, away } = await startNotified();
  const first = await away('ann', 'old');
  const last = await away('ann', 'new');
  await server.ok('PUT', '/user/v1.0/user/bob', { body: {} });
  const thread = await server.group(['bob', 'ann']);
  await server.ok('POST', MESSAGES, { body: textTo(thread, 'bob') });
  const sent = await server.ok('POST', WEB_PUSH, sending('ann'));
  expect(sent).toEqual({ device_id: 'new', result: 'delivered', status: 201, response: '' });
  expect(last.subscription.pushes.map(({ payload }) => payload)).toEqual([
    {
      title: 'Test',
      body: 'Notifications reach this device.',
      badge: 1,
      tag: '',
      data: { thread_id: '', seq: '0', app_id: 'test' },
    },
  ]);
  const words = { title: 'Does it ring?', body: 'Yes' };
  expect((await server.ok('POST', WEB_PUSH, sending('ann', { device_id: 'old', ...words }))).device_id).toBe(
    'old',
  );
  expect(first.subscription.pushes.map(({ payload }) => payload)).toMatchObject([words]);
  expect(service.faults).toEqual([]);
  // It is no notification of a message: nothing of it is kept.
  expect(await server.database.sql('select from notifications')).toEqual([]);
});

test('a test says what the push service says, and changes nothing', async () => {
  const { server, service, away } = await startNotified();
  const { subscription, ok } = await away('ann');
  const devices = await ok('GET', '/client/v1.0/devices');
  service.answer = () => ({ status: 429, body: 'too many' });
  const failed = { device_id: "ann's phone", result: 'failed', status: 429, response: 'too many' };
  expect(await server.ok('POST', WEB_PUSH, sending('ann'))).toEqual(failed);
  service.unsubscribe(subscription);
  const gone = { result: 'gone', status: 410, response: 'unsubscribed' };
  expect(await server.ok('POST', WEB_PUSH, sending('ann'))).toMatchObject(gone);
  expect(await ok('GET', '/client/v1.0/devices')).toEqual(devices);
});

test('a push service that does not answer fails in time', async () => {
  const { server, service, away } = await startNotified({ PALAVER_PUSH_TIMEOUT_MS: '200' });
  await away('ann');
  const { promise: never, resolve } = Promise.withResolvers<{ status: number }>();
  service.answer = () => never;
  const failed = { result: 'failed', status: null, response: 'no answer within 0.2 s' };
  expect(await server.ok('POST', WEB_PUSH, sending('ann'))).toMatchObject(failed);
  resolve({ status: 201 });
});

test('25 tests of an application wait for the one in progress; it takes no places of other applications', async () => {
  const { server, service, away } = await startNotified();
  await away('ann');
  const { promise: never, resolve } = Promise.withResolvers<{ status: number }>();
  service.answer = () => never;
  const calls = Array.from({ length: 27 }, () => server.call('POST', WEB_PUSH, sending('ann')));
  expect((await Promise.race(calls)).body.message_code).toBe('M50300');
  await createApp(server.db, { id: 'other', name: 'Other' });
  const key = await server.createKey({ appId: 'other' });
  await expectRefused(server, ['POST', WEB_PUSH, { ...sending('ann'), key }], 'M40402', ['user_id']);
  resolve({ status: 201 });
  const codes = (await Promise.all(calls)).map(({ body }) => body.message_code);
  expect(codes.toSorted()).toEqual([...Array.from({ length: 26 }, () => 'M200'), 'M50300']);
});

test('an address that Palaver may not call is not called', async () => {
  const { server, service, away } = await startNotified({ PALAVER_WEB_PUSH_ALLOW_PRIVATE: '10.0.0.0/8' });
  await away('ann');
  const { result, status } = await server.ok('POST', WEB_PUSH, sending('ann'));
  expect([result, status, service.pushes]).toEqual(['failed', null, []]);
});

test('a user reaches no host that is allowed for webhooks, by address, by name, or by a message', async () => {
  const { server, service, away, run, tried } = await startNotified({
    PALAVER_WEBHOOK_ALLOW_PRIVATE: '127.0.0.0/8,::1',
    PALAVER_WEB_PUSH_ALLOW_PRIVATE: '',
  });
  const { subscription, ok } = await away('ann', 'literal');
  const named = deviceOf(subscription);
  named.subscription.endpoint = named.subscription.endpoint.replace('127.0.0.1', 'localhost');
  await ok('PUT', '/client/v1.0/devices/named', { body: named });
  for (const device_id of ['literal', 'named']) {
    expect(await server.ok('POST', WEB_PUSH, sending('ann', { device_id }))).toMatchObject({
      result: 'failed',
      status: null,
      response: expect.stringMatching(/is no public address, and PALAVER_WEB_PUSH_ALLOW_PRIVATE does not/),
    });
  }
  run();
  await server.ok('PUT', '/user/v1.0/user/bob', { body: {} });
  const thread = await server.group(['bob', 'ann']);
  await server.ok('POST', MESSAGES, { body: textTo(thread, 'bob') });
  await tried();
  const tries = await server.database.sql<{ tries: number }>('select tries from notifications');
  expect(tries).toEqual([{ tries: 1 }, { tries: 1 }]);
  expect([service.sockets.total, service.pushes]).toEqual([0, []]);
});

test('a test needs a user with a device, credentials, and a key with the scope full', async () => {
  const { server, away } = await startNotified();
  await away('ann');
  await server.ok('PUT', '/user/v1.0/user/ben', { body: {} });
  await expectRefused(server, ['POST', WEB_PUSH, sending('nobody')], 'M40402', ['user_id']);
  await expectRefused(server, ['POST', WEB_PUSH, sending('ben')], 'M40410');
  await expectRefused(server, ['POST', WEB_PUSH, sending('ann', { device_id: 'other' })], 'M40410');
  await expectRefused(server, ['POST', `${providerUrl('fcm')}/test`, sending('ann')], 'M40410');
  await expectRefused(server, ['POST', WEB_PUSH, { ...sending('ann'), tenant: 'north' }], 'M40402', [
    'user_id',
  ]);
  const key = await server.createKey({ scopes: ['users:write'] });
  await expectRefused(server, ['POST', WEB_PUSH, { ...sending('ann'), key }], 'M40301');
  await expectRefused(server, ['POST', WEB_PUSH, { body: {} }], 'M40002', ['user_id']);
  const long = { title: 'x'.repeat(201), body: 'x'.repeat(1_001), device_id: 7 };
  await expectRefused(server, ['POST', WEB_PUSH, sending('ann', long)], 'M40003', [
    'body',
    'device_id',
    'title',
  ]);
  const most = { title: 'x'.repeat(200), body: 'x'.repeat(1_000) };
  expect((await server.ok('POST', WEB_PUSH, sending('ann', most))).result).toBe('delivered');
  await server.ok('DELETE', providerUrl('web_push'));
  await expectRefused(server, ['POST', WEB_PUSH, sending('ann')], 'M40409');
});
