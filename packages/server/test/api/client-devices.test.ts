// @module-tag database
import { createECDH, randomBytes } from 'node:crypto';
import type { Device } from '@palaver/protocol/devices';
import { beforeEach, describe, expect, test } from 'vitest';
import { BOTS, devicesUrl, deviceUrl, expectRefused, userUrl } from '../harness/api.ts';
import { at, MY_DEVICES, myDeviceUrl, type SignedIn, signInAll } from '../harness/client-api.ts';
import { useServer } from '../harness/use-server.ts';

/** The devices on which users get notifications. */

const server = await useServer();
let serial = 0;
let ann: SignedIn;
let ben: SignedIn;
beforeEach(async () => {
  serial += 1;
  [ann, ben] = await signInAll(server, 2, `user-${serial}-`);
});

const token = (name: string) => `${name}-${serial}`;
const phone = (name = 'token') => ({ provider: 'fcm', token: token(name) });
const hex = (length: number) => `${serial}`.padEnd(length, 'aB3');
const newKeys = () => ({
  p256dh: createECDH('prime256v1').generateKeys('base64url'),
  auth: randomBytes(16).toString('base64url'),
});
const browser = (more: object = {}) => ({
  provider: 'web_push',
  subscription: { endpoint: `https://push.example/${serial}`, keys: newKeys(), ...more },
});

const register = (who: SignedIn, id: string, body: object = phone(id)): Promise<Device> =>
  who.ok('PUT', myDeviceUrl(id), { body });
const listed = async (who: SignedIn): Promise<string[]> =>
  (await who.ok('GET', MY_DEVICES)).map(({ device_id }: Device) => device_id);
const refused = async (body: object, code: 'M40002' | 'M40003' | 'M40004', ...fields: string[]) =>
  expectRefused(server, ['PUT', myDeviceUrl('phone'), { token: ann.token, body }], code, fields);

interface Stored {
  token: string;
  subscription: { p256dh: string; auth: string; application_server_key: string } | null;
}
const stored = async (who: SignedIn, id: string): Promise<Stored> =>
  at(
    await server.database.sql<Stored>(
      'select token, subscription from devices where ext_user_id = $1 and device_id = $2',
      [who.extUserId, id],
    ),
    0,
  );

describe('a device', () => {
  test('is registered, refreshed, listed without its token, and removed', async () => {
    const first = await register(ann, 'phone', { ...phone(), language: 'EN-gb', time_zone: 'Europe/London' });
    expect(first).toEqual({
      device_id: 'phone',
      provider: 'fcm',
      language: 'en-GB',
      time_zone: 'Europe/London',
      created_at: expect.any(Number),
      seen_at: expect.any(Number),
    });
    const again = await register(ann, 'phone');
    expect(again).toEqual({ ...first, language: '', time_zone: '', seen_at: expect.any(Number) });
    expect(again.seen_at).toBeGreaterThanOrEqual(first.seen_at);
    await register(ann, 'watch');
    expect(await listed(ann)).toEqual(['watch', 'phone']);
    expect(await listed(ben)).toEqual([]);
    for (let time = 0; time < 2; time += 1) await ann.ok('DELETE', myDeviceUrl('phone'));
    await ben.ok('DELETE', myDeviceUrl('watch'));
    expect(await listed(ann)).toEqual(['watch']);
  });

  test('has any identifier, compared by bytes', async () => {
    const ids = [
      'a',
      'A',
      'a/b',
      '100%',
      'e\u0301',
      '\u00e9',
      '\u{1f4f1}',
      'x'.repeat(255),
      '\u00e9'.repeat(127),
    ];
    for (const [index, id] of ids.entries()) await register(ann, id, phone(`${index}`));
    expect(new Set(await listed(ann))).toEqual(new Set(ids));
    for (const [id, code] of [
      ['x'.repeat(256), 'M40004'],
      [' a', 'M40003'],
      ['a\u200b', 'M40003'],
      ['\u0000', 'M40003'],
    ] as const) {
      for (const method of ['PUT', 'DELETE']) {
        const options = { token: ann.token, ...(method === 'PUT' ? { body: phone() } : {}) };
        await expectRefused(server, [method, myDeviceUrl(id), options], code, ['device_id']);
      }
    }
  });

  test('has the part that its provider needs, and no other', async () => {
    await refused({ provider: 'fcm' }, 'M40002', 'token');
    await refused({ provider: 'apns', token: '' }, 'M40002', 'token');
    await refused({ provider: 'web_push' }, 'M40002', 'subscription');
    await refused({ provider: 'web_push', subscription: null }, 'M40002', 'subscription');
    await refused({ ...browser(), token: 'x' }, 'M40003', 'token');
    await refused({ ...browser(), provider: 'fcm' }, 'M40002', 'token', 'subscription');
    await refused({ token: 'x' }, 'M40002', 'provider');
    for (const provider of ['gcm', 'FCM', 1, [], {}])
      await refused({ provider, token: 'x' }, 'M40003', 'provider');
    await register(ann, 'phone', { ...phone(), subscription: null, language: null, time_zone: '' });
    await register(ann, 'browser', { ...browser(), token: null });
  });

  test('has a token of the form of its provider', async () => {
    await register(ann, 'phone', { provider: 'fcm', token: '~'.repeat(4_095) });
    await register(ann, 'phone', { provider: 'fcm', token: '~'.repeat(4_096) });
    await refused({ provider: 'fcm', token: '~'.repeat(4_097) }, 'M40004', 'token');
    for (const bad of ['a b', 'a\n', 'caf\u00e9', '\u{1f600}', '\u0000', '\ud800', 'a\u200b'])
      await refused({ provider: 'fcm', token: bad }, 'M40003', 'token');
    for (const bad of [1, true, [], {}, ['a']])
      await refused({ provider: 'fcm', token: bad }, 'M40003', 'token');
    for (const length of [64, 65, 199, 200])
      await register(ann, 'iphone', { provider: 'apns', token: hex(length) });
    for (const length of [1, 63, 201])
      await refused({ provider: 'apns', token: hex(length) }, 'M40003', 'token');
    await refused({ provider: 'apns', token: `${hex(63)}g` }, 'M40003', 'token');
  });

  test('has an address that can be called, and keys that encrypt', async () => {
    const inSubscription = (name: string) => `subscription.${name}`;
    const wrong = (more: object, name: string, code: 'M40002' | 'M40003' | 'M40004' = 'M40003') =>
      refused(browser(more), code, inSubscription(name));
    const long = (length: number) => 'https://push.example/'.padEnd(length, 'x');
    for (const length of [2_047, 2_048]) await register(ann, 'browser', browser({ endpoint: long(length) }));
    await wrong({ endpoint: long(2_049) }, 'endpoint', 'M40004');
    for (const endpoint of [
      'http://push.example',
      '//push.example',
      'ftp://push.example',
      ' https://a.example',
    ])
      await wrong({ endpoint }, 'endpoint');
    for (const endpoint of ['https://a:b@push.example', 'https://', 'https://a b', 'javascript:1', 5, [], {}])
      await wrong({ endpoint }, 'endpoint');
    for (const endpoint of ['', null]) await wrong({ endpoint }, 'endpoint', 'M40002');
    const { p256dh, auth } = newKeys();
    const point = Buffer.from(p256dh, 'base64url');
    const off = Buffer.from(point);
    off[64] = (off[64] ?? 0) ^ 1;
    const asText = (bytes: Buffer) => bytes.toString('base64url');
    for (const bad of [
      asText(off),
      asText(point.subarray(0, 64)),
      asText(Buffer.concat([point, Buffer.from([0])])),
      asText(Buffer.concat([Buffer.from([2]), point.subarray(1)])),
      asText(Buffer.alloc(65)),
      `${p256dh}=`,
      ` ${p256dh}`,
      point.toString('base64'),
      'x',
      'x'.repeat(255),
      1,
      [],
    ])
      await wrong({ keys: { p256dh: bad, auth } }, 'keys.p256dh');
    await wrong({ keys: { p256dh: 'x'.repeat(256), auth } }, 'keys.p256dh', 'M40004');
    for (const bytes of [0, 15, 17]) {
      const bad = randomBytes(bytes).toString('base64url');
      await wrong({ keys: { p256dh, auth: bad } }, 'keys.auth', bytes === 0 ? 'M40002' : 'M40003');
    }
    await wrong({ keys: { p256dh } }, 'keys.auth', 'M40002');
    await wrong({ keys: null }, 'keys', 'M40002');
    await wrong({ keys: 'x' }, 'keys');
    await wrong({ application_server_key: 'x' }, 'application_server_key');
    await wrong({ expirationTime: -1 }, 'expirationTime');
    await register(ann, 'browser', browser({ expirationTime: null, application_server_key: p256dh }));
    expect((await stored(ann, 'browser')).subscription).toMatchObject({ application_server_key: p256dh });
  });

  test('has a language and a time zone that exist', async () => {
    const shown = async (more: object) => {
      const { language, time_zone } = await register(ann, 'phone', { ...phone(), ...more });
      return [language, time_zone];
    };
    expect(await shown({ language: 'zh-hant-tw' })).toEqual(['zh-Hant-TW', '']);
    expect(await shown({ language: 'de', time_zone: 'UTC' })).toEqual(['de', 'UTC']);
    const longest = 'sr-latn-rs-u-nu-latn-x-abcdefgh-abc';
    expect(longest).toHaveLength(35);
    expect(await shown({ language: longest })).toEqual(['sr-Latn-RS-u-nu-latn-x-abcdefgh-abc', '']);
    await refused({ ...phone(), language: `${longest}d` }, 'M40004', 'language');
    for (const language of ['en_GB', 'english language', '*', 'x', '-', 'en-', '\u0000', '\ud800', 1, [], {}])
      await refused({ ...phone(), language }, 'M40003', 'language');
    for (const time_zone of [
      'Mars/Olympus',
      '+01:00',
      'Europe/',
      'Europe/Berlin ',
      '\u0000',
      '../etc',
      1,
      [],
      {},
    ])
      await refused({ ...phone(), time_zone }, 'M40003', 'time_zone');
    await refused({ ...phone(), time_zone: 'A'.repeat(64) }, 'M40003', 'time_zone');
    await refused({ ...phone(), time_zone: 'A'.repeat(65) }, 'M40004', 'time_zone');
  });

  test('keeps the key that it subscribed with, when the application gets another one', async () => {
    const [old, current] = [newKeys().p256dh, newKeys().p256dh];
    const add = (key: string, tenant = '') =>
      server.database.sql(
        `insert into push_credentials (app_id, tenant_id, provider, settings, secret)
         values ('test', $1, 'web_push', $2, 'x')`,
        [tenant, { public_key: key }],
      );
    const keyOf = async (who: SignedIn) =>
      (await stored(who, 'browser')).subscription?.application_server_key;
    const subscription = browser();
    await register(ann, 'browser', subscription);
    expect(await keyOf(ann)).toBe('');
    await add(old);
    await register(ann, 'browser', subscription);
    expect(await keyOf(ann)).toBe(old);
    await server.database.sql('update push_credentials set replaced_at = now()');
    await add(current);
    await register(ann, 'browser', subscription);
    expect(await keyOf(ann)).toBe(old);
    await register(ben, 'browser', subscription);
    expect(await keyOf(ben)).toBe(old);
    await register(ben, 'browser', {
      ...subscription,
      subscription: { ...subscription.subscription, endpoint: 'https://push.example/new' },
    });
    expect(await keyOf(ben)).toBe(current);
    await server.database.sql('delete from push_credentials');
  });
});

describe('by API key', () => {
  test('the back end registers, lists and removes devices of its users', async () => {
    const url = deviceUrl(ann.userId, 'phone');
    const device = await server.ok('PUT', url, { body: phone() });
    expect(device).toMatchObject({ device_id: 'phone', provider: 'fcm' });
    expect(await server.ok('GET', devicesUrl(ann.userId))).toEqual([device]);
    expect(await listed(ann)).toEqual(['phone']);
    for (let time = 0; time < 2; time += 1) await server.ok('DELETE', url);
    expect(await listed(ann)).toEqual([]);
  });

  test('bots, deactivated and unknown users have none', async () => {
    const bot = `bot-${serial}`;
    await server.ok('POST', BOTS, { body: { bot_id: bot, display_name: 'Bot' } });
    await server.ok('DELETE', userUrl(ben.userId));
    await server.users(1, `far-${serial}-`, { tenant: 'elsewhere' });
    for (const id of [bot, ben.userId, 'nobody', `far-${serial}-1`]) {
      await expectRefused(server, ['PUT', deviceUrl(id, 'phone'), { body: phone() }], 'M40402', ['user_id']);
      await expectRefused(server, ['DELETE', deviceUrl(id, 'phone')], 'M40402', ['user_id']);
      await expectRefused(server, ['GET', devicesUrl(id)], 'M40402', ['user_id']);
    }
  });

  test('needs the scopes of users', async () => {
    const reader = await server.createKey({ scopes: ['read'] });
    await server.ok('GET', devicesUrl(ann.userId), { key: reader });
    for (const method of ['PUT', 'DELETE']) {
      const options = { key: reader, ...(method === 'PUT' ? { body: phone() } : {}) };
      await expectRefused(server, [method, deviceUrl(ann.userId, 'phone'), options], 'M40301');
    }
    const writer = await server.createKey({ scopes: ['users:write'] });
    await server.ok('PUT', deviceUrl(ann.userId, 'phone'), { key: writer, body: phone() });
  });
});

test('a registration switches the event stream on, and writes to it only then', async () => {
  const versions = () => server.database.sql(`select is_on, xmin from event_streams where app_id = 'test'`);
  await server.ok('PUT', '/event/v1.0/stream', { body: { enabled: false } });
  await register(ann, 'phone');
  const before = await versions();
  expect(before).toMatchObject([{ is_on: true }]);
  await register(ann, 'phone');
  await register(ben, 'phone');
  expect(await versions()).toEqual(before);
});
