// @module-tag database
import type { AppId, TenantId } from '@palaver/protocol/ids';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Space } from '../../src/domain/context.ts';
import {
  findPushCredentials,
  findVapidKeys,
  MAX_FORMER_PAIRS,
  publicWebPushKey,
} from '../../src/domain/records/push-credentials.ts';
import { newVapidKeys, vapidPublicKeyOf } from '../../src/domain/rules/push-keys.ts';
import { STREAM } from '../events/stream.ts';
import { expectRefused, providerUrl } from '../harness/api.ts';
import { APPLE_KEY, PUSH_KEYS, rsaKey, SERVICE_ACCOUNT, vapidKeys } from '../harness/push-keys.ts';
import { useServer } from '../harness/use-server.ts';

/** What an application authenticates with at push services: who may set it, what is refused, and what is never shown. */

const [WEB_PUSH, FCM, APNS] = ['web_push', 'fcm', 'apns'].map(providerUrl) as [string, string, string];
const SHOWN_APPLE = { key_id: 'ABC123DEFG', team_id: 'DEF123GHIJ', topic: 'com.example.shop' };

const server = await useServer();
let other: string;
beforeAll(async () => {
  await server.database.sql("insert into applications (id, name) values ('other', 'Other')");
  other = await server.createKey({ appId: 'other' });
});
beforeEach(() => server.database.sql('delete from push_credentials; delete from devices'));

const spaceOf = (tenant = '', appId = 'test'): Space => ({
  appId: appId as AppId,
  tenantId: tenant as TenantId,
});
const keyIn = (space: Space) => publicWebPushKey(server.db, space);
const putPair = (body: object = vapidKeys(), tenant?: string) =>
  server.ok('PUT', WEB_PUSH, { body, ...(tenant === undefined ? {} : { tenant }) });
const formerKeys = async () => {
  const rows = await server.database.sql<{ key: string }>(
    `select settings ->> 'public_key' as key from push_credentials where replaced_at is not null order by id`,
  );
  return rows.map(({ key }) => key);
};

describe('a provider', () => {
  test.each([
    ['web_push', { ...PUSH_KEYS.vapid, subject: 'mailto:push@example.com' }],
    ['fcm', { service_account: SERVICE_ACCOUNT }],
    ['apns', APPLE_KEY],
  ])('%s is set up, shown without its private key, and removed', async (provider, body) => {
    const url = providerUrl(provider);
    await expectRefused(server, ['GET', url], 'M40409');
    await expectRefused(server, ['DELETE', url], 'M40409');
    const shown = {
      web_push: { subject: 'mailto:push@example.com', public_key: PUSH_KEYS.vapid.public_key },
      fcm: { project_id: SERVICE_ACCOUNT.project_id, client_email: SERVICE_ACCOUNT.client_email },
      apns: { ...SHOWN_APPLE, environment: 'production' },
    }[provider];
    const before = Date.now();
    const put = await server.ok('PUT', url, { body });
    expect(put).toEqual({ provider, ...shown, updated_at: expect.any(Number) });
    expect(put.updated_at).toBeGreaterThan(before - 60_000);
    expect(await server.ok('GET', url)).toEqual(put);
    expect(await server.ok('DELETE', url)).toBeUndefined();
    await expectRefused(server, ['GET', url], 'M40409');
    expect(await server.database.sql('select from push_credentials')).toEqual([]);
  });

  test('has the private keys that were sent, opened for the notifier, and nothing else of the files', async () => {
    const text = `\n${PUSH_KEYS.firebase}Bag Attributes: SECRET-REMARK\n${rsaKey(2_047)}`;
    const account = {
      ...SERVICE_ACCOUNT,
      private_key: text,
      token_uri: 'http://127.0.0.1/',
      type: 'SECRET-REMARK',
    };
    await server.ok('PUT', FCM, { body: { service_account: account } });
    await server.ok('PUT', APNS, {
      body: { ...APPLE_KEY, private_key: PUSH_KEYS.apple.replaceAll('\n', '\r\n') },
    });
    await putPair({ ...PUSH_KEYS.vapid, subject: '' });
    const found = await Promise.all(
      (['web_push', 'fcm', 'apns'] as const).map((provider) =>
        findPushCredentials(server.db, spaceOf(), provider),
      ),
    );
    const { public_key: publicKey, private_key: privateKey } = PUSH_KEYS.vapid;
    expect(found).toEqual([
      { id: expect.any(String), provider: 'web_push', subject: '', publicKey, privateKey },
      {
        id: expect.any(String),
        provider: 'fcm',
        projectId: SERVICE_ACCOUNT.project_id,
        clientEmail: SERVICE_ACCOUNT.client_email,
        privateKey: PUSH_KEYS.firebase,
      },
      {
        id: expect.any(String),
        provider: 'apns',
        keyId: APPLE_KEY.key_id,
        teamId: APPLE_KEY.team_id,
        topic: APPLE_KEY.topic,
        environment: 'production',
        privateKey: PUSH_KEYS.apple,
      },
    ]);
    const rows = await server.database.sql('select settings, secret from push_credentials');
    expect(JSON.stringify(rows)).not.toContain('SECRET-REMARK');
    expect(JSON.stringify(rows)).not.toContain('token_uri');
  });

  test('keeps fields that are left out; null and an empty text empty the subject', async () => {
    await server.ok('PUT', APNS, { body: { ...APPLE_KEY, environment: 'sandbox' } });
    expect(await server.ok('PUT', APNS, { body: { topic: 'com.example.two', key_id: null } })).toMatchObject({
      ...SHOWN_APPLE,
      topic: 'com.example.two',
      environment: 'sandbox',
    });
    expect(await findPushCredentials(server.db, spaceOf(), 'apns')).toMatchObject({
      privateKey: PUSH_KEYS.apple,
    });
    await server.ok('PUT', FCM, { body: { service_account: SERVICE_ACCOUNT } });
    expect(await server.ok('PUT', FCM, { body: {} })).toMatchObject({
      project_id: SERVICE_ACCOUNT.project_id,
    });
    const { public_key } = await putPair({ subject: 'https://example.com/contact' });
    expect(await putPair({})).toMatchObject({ subject: 'https://example.com/contact', public_key });
    for (const subject of ['', null]) {
      await putPair({ subject: 'mailto:a@example.com' });
      expect(await putPair({ subject })).toMatchObject({ subject: '', public_key });
    }
    expect(await formerKeys()).toEqual([]);
  });

  test('makes a key pair if there is none, also when several requests want one at once', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => putPair({})));
    expect(new Set(made.map(({ public_key }) => public_key)).size).toBe(1);
    const found = await findPushCredentials(server.db, spaceOf(), 'web_push');
    if (found?.provider !== 'web_push') throw new Error('there is no key pair');
    expect(vapidPublicKeyOf(found.privateKey)).toBe(found.publicKey);
    expect(Buffer.from(found.publicKey, 'base64url')).toHaveLength(65);
  });

  test('switches the event stream on', async () => {
    for (const [url, body] of [
      [WEB_PUSH, {}],
      [FCM, { service_account: SERVICE_ACCOUNT }],
      [APNS, APPLE_KEY],
    ] as const) {
      for (const tenant of [undefined, 'north']) {
        await server.ok('PUT', STREAM, { body: { enabled: false } });
        await server.ok('PUT', url, { body, ...(tenant === undefined ? {} : { tenant }) });
        expect(await server.ok('GET', STREAM)).toMatchObject({ enabled: true });
      }
    }
  });
});

describe('a new key pair for Web Push', () => {
  const subscribe = async (public_key: string) => {
    await server.users(1);
    await server.database.sql(
      `insert into devices (ext_user_id, device_id, app_id, provider, token, token_hash, subscription, language, time_zone)
       select ext_user_id, $1, app_id, 'web_push', $1, sha256(convert_to($1, 'utf8')), $2, '', '' from users
       where user_id = 'user1' and app_id = 'test'`,
      [public_key, JSON.stringify({ application_server_key: public_key })],
    );
  };

  test('replaces the current one, which devices that subscribed with it still use', async () => {
    const [old, young] = [vapidKeys(), vapidKeys()];
    await putPair(old);
    await subscribe(old.public_key);
    expect(await putPair(young)).toMatchObject({ public_key: young.public_key });
    expect(await keyIn(spaceOf())).toBe(young.public_key);
    for (const { public_key: publicKey, private_key: privateKey } of [old, young]) {
      expect(await findVapidKeys(server.db, spaceOf('north'), publicKey)).toMatchObject({
        publicKey,
        privateKey,
      });
    }
    expect(await findVapidKeys(server.db, spaceOf('', 'other'), old.public_key)).toBeUndefined();
    expect(await findVapidKeys(server.db, spaceOf(), vapidKeys().public_key)).toBeUndefined();
  });

  test('ends former pairs that no device names, except the one that it replaces', async () => {
    const pairs = Array.from({ length: 4 }, vapidKeys);
    const [first, second, third, fourth] = pairs.map(({ public_key }) => public_key);
    await putPair(pairs[0]);
    await subscribe(first ?? '');
    await putPair(pairs[1]);
    expect(await formerKeys()).toEqual([first]);
    await putPair(pairs[2]);
    expect(await formerKeys()).toEqual([first, second]);
    await putPair(pairs[3]);
    expect(await formerKeys()).toEqual([first, third]);
    // A former pair that becomes the current one again is not a former one as well.
    await putPair(pairs[0]);
    expect(await formerKeys()).toEqual([fourth]);
    expect(await keyIn(spaceOf())).toBe(first);
  });

  test(`keeps the last ${MAX_FORMER_PAIRS} former pairs`, async () => {
    const pairs = Array.from({ length: MAX_FORMER_PAIRS + 2 }, vapidKeys);
    const keys = pairs.map(({ public_key }) => public_key);
    for (const pair of pairs.slice(0, -1)) {
      await putPair(pair);
      await subscribe(pair.public_key);
    }
    expect(await formerKeys()).toEqual(keys.slice(0, -2));
    await putPair(pairs.at(-1));
    expect(await formerKeys()).toEqual(keys.slice(1, -1));
  });

  test('leaves one pair current when several are set at once', async () => {
    const pairs = Array.from({ length: 6 }, vapidKeys);
    await Promise.all(pairs.map((pair) => putPair(pair)));
    const current = await server.database.sql('select from push_credentials where replaced_at is null');
    expect(current).toHaveLength(1);
  });
});

describe('spaces', () => {
  test('a tenant uses its own credentials, or else those of the application, and shows only its own', async () => {
    const [shared, own] = [vapidKeys(), vapidKeys()];
    await putPair(shared);
    await expectRefused(server, ['GET', WEB_PUSH, { tenant: 'north' }], 'M40409');
    expect(await keyIn(spaceOf('north'))).toBe(shared.public_key);
    await putPair(own, 'north');
    expect(await server.ok('GET', WEB_PUSH, { tenant: 'north' })).toMatchObject({
      public_key: own.public_key,
    });
    expect(await server.ok('GET', WEB_PUSH)).toMatchObject({ public_key: shared.public_key });
    expect(await keyIn(spaceOf('north'))).toBe(own.public_key);
    for (const space of [spaceOf(), spaceOf('south')]) expect(await keyIn(space)).toBe(shared.public_key);
    // Devices of the tenant that subscribed before.
    const pair = await findVapidKeys(server.db, spaceOf('north'), shared.public_key);
    expect(pair?.privateKey).toBe(shared.private_key);
    expect(await findVapidKeys(server.db, spaceOf('south'), own.public_key)).toBeUndefined();
    await server.ok('DELETE', WEB_PUSH, { tenant: 'north' });
    expect(await keyIn(spaceOf('north'))).toBe(shared.public_key);
    expect(await findPushCredentials(server.db, spaceOf('north'), 'fcm')).toBeUndefined();
  });

  test('an application sees nothing of another', async () => {
    const { public_key } = await putPair();
    await putPair(vapidKeys(), 'north');
    for (const tenant of [{}, { tenant: 'north' }]) {
      await expectRefused(server, ['GET', WEB_PUSH, { key: other, ...tenant }], 'M40409');
      await expectRefused(server, ['DELETE', WEB_PUSH, { key: other, ...tenant }], 'M40409');
    }
    await server.ok('PUT', WEB_PUSH, { key: other, body: {} });
    expect(await keyIn(spaceOf())).toBe(public_key);
    expect(await keyIn(spaceOf('', 'other'))).not.toBe(public_key);
  });

  test('a key needs the scope full to write and read to read, and is bound to its tenant', async () => {
    await putPair();
    const reader = await server.createKey({ scopes: ['read'] });
    const users = await server.createKey({ scopes: ['users:write'] });
    await server.ok('GET', WEB_PUSH, { key: reader });
    await expectRefused(server, ['GET', WEB_PUSH, { key: users }], 'M40301');
    for (const key of [reader, users]) {
      await expectRefused(server, ['PUT', WEB_PUSH, { key, body: {} }], 'M40301');
      await expectRefused(server, ['DELETE', WEB_PUSH, { key }], 'M40301');
    }
    const bound = await server.createKey({ tenantId: 'north' as TenantId });
    for (const [method, body] of [['GET'], ['PUT', {}], ['DELETE']] as const)
      await expectRefused(server, [method, WEB_PUSH, { key: bound, tenant: 'south', body }], 'M40302');
    await server.ok('PUT', WEB_PUSH, { key: bound, body: {} });
    expect(await keyIn(spaceOf('north'))).not.toBe(await keyIn(spaceOf()));
    await expectRefused(server, ['GET', WEB_PUSH, { key: null }], 'M40101');
  });
});

test('no response and no log shows a private key, also of a request that is refused', async () => {
  const { privateKey } = newVapidKeys();
  const bodies = {
    [WEB_PUSH]: [PUSH_KEYS.vapid, { private_key: privateKey, public_key: PUSH_KEYS.vapid.public_key }],
    [FCM]: [
      { service_account: SERVICE_ACCOUNT },
      { service_account: { ...SERVICE_ACCOUNT, project_id: '' } },
    ],
    [APNS]: [
      APPLE_KEY,
      { ...APPLE_KEY, private_key: `${PUSH_KEYS.apple}${'x'.repeat(5_000)}` },
      { ...APPLE_KEY, topic: '/' },
    ],
  };
  const said: string[] = [];
  for (const [url, requests] of Object.entries(bodies)) {
    for (const body of [...requests, ...requests]) {
      // A PUT needs no key to be repeated, and stores nothing under one.
      const answer = await server.call('PUT', url, { body, headers: { 'idempotency-key': 'again' } });
      said.push(JSON.stringify(answer));
    }
    said.push(JSON.stringify(await server.call('GET', url)));
    said.push(JSON.stringify(await server.call('DELETE', url)));
  }
  const lines = [PUSH_KEYS.firebase, PUSH_KEYS.apple].map((pem) => pem.split('\n')[1] ?? '');
  for (const secret of [privateKey, PUSH_KEYS.vapid.private_key, ...lines]) {
    expect(secret.length).toBeGreaterThan(40);
    expect(said.join('\n')).not.toContain(secret);
  }
  expect(said.join('\n')).not.toContain('private_key":"');
});
