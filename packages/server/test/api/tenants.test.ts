// @module-tag database
import type { TenantId } from '@palaver/protocol/ids';
import { beforeAll, describe, expect, test } from 'vitest';
import { revokeKey } from '../../src/domain/records/api-keys.ts';
import { expectRefused, publicIdOf, THREADS, USERS, userUrl } from '../harness/api.ts';
import { startTestServer } from '../harness/test-server.ts';
import { useServer } from '../harness/use-server.ts';

const server = await useServer();
const keys: Record<string, string> = {};
beforeAll(async () => {
  await server.database.sql(`insert into applications (id, name) values ('other', 'Other')`);
  keys.other = await server.createKey({ appId: 'other' });
  keys.bound = await server.createKey({ tenantId: 'home' as TenantId });
  keys.read = await server.createKey({ scopes: ['read'] });
  keys.revoked = await server.createKey();
  await revokeKey(server.db, publicIdOf(keys.revoked));
});

describe('the host', () => {
  test.each([
    ['test.localhost', 'M200'],
    ['TEST.LocalHost:7700', 'M200'],
    ['test.localhost.', 'M200'],
    ['unknown.localhost', 'M200'],
    ['deeper.other.localhost', 'M200'],
    ['other.example.com', 'M200'],
    ['localhost', 'M200'],
    ['127.0.0.1:7700', 'M200'],
    ['other.localhost', 'M40104'],
    ['OTHER.localhost:80', 'M40104'],
    ['other.localhost.', 'M40104'],
  ])('%s answers a key of the application test with %s', async (host, code) => {
    const { body } = await server.call('GET', THREADS, { headers: { host } });
    expect(body.message_code).toBe(code);
  });

  test('names an application only under the configured base domain', async () => {
    const elsewhere = await startTestServer({ PALAVER_BASE_DOMAIN: 'chat.example' });
    await elsewhere.database.sql(`insert into applications (id, name) values ('other', 'Other')`);
    const code = async (host: string) =>
      (await elsewhere.call('GET', THREADS, { headers: { host } })).body.message_code;
    expect([await code('other.chat.example'), await code('other.localhost')]).toEqual(['M40104', 'M200']);
    await elsewhere.close();
  });

  test('is checked after the key itself', async () => {
    const headers = { host: 'other.localhost' };
    await expectRefused(server, ['GET', THREADS, { headers, key: keys.revoked ?? '' }], 'M40103');
    await expectRefused(server, ['GET', THREADS, { headers, key: keys.read ?? '' }], 'M40104');
  });
});

describe('a header', () => {
  const twice = (value: string) => ({ headers: [value, value] as unknown as string });

  test('may appear only once', async () => {
    const key = twice(server.key).headers;
    await expectRefused(server, ['GET', THREADS, { key: null, headers: { 'x-api-key': key } }], 'M40003', [
      'X-Api-Key',
    ]);
    const tenant = twice('home').headers;
    await expectRefused(server, ['GET', THREADS, { headers: { 'x-tenant-id': tenant } }], 'M40003', [
      'X-Tenant-Id',
    ]);
  });

  const utf8 = (text: string) => Buffer.from(text).toString('latin1');
  test.each([
    ['empty', ''],
    ['spaces', '  '],
    ['256 bytes', 'x'.repeat(256)],
    ['256 bytes in 64 characters', utf8('\u{1f600}'.repeat(64))],
    ['Latin-1', 'caf\u00e9'],
    ['a cut UTF-8 sequence', utf8('\u20ac').slice(0, 2)],
    ['an overlong UTF-8 sequence', '\u00c0\u00af'],
    ['a surrogate in UTF-8', '\u00ed\u00a0\u0080'],
    ['a zero-width character', utf8('a\u200bb')],
    ['a bidi character', utf8('a\u202eb')],
    ['a control character of C1', utf8('a\u0085b')],
    ['a tab', 'a\tb'],
    ['an outer no-break space', utf8('\u00a0a')],
  ])('X-Tenant-Id is refused: %s', async (_, value) => {
    await expectRefused(server, ['GET', THREADS, { headers: { 'x-tenant-id': value } }], 'M40003', [
      'X-Tenant-Id',
    ]);
  });
});

describe('a tenant', () => {
  test.each([
    't',
    'тенант',
    '\u{1f3e2}\u{1f3e2}',
    'a b',
    'x'.repeat(255),
    '€'.repeat(85),
    "'; drop table users; --",
    '../x',
    '0',
  ])('may be named %j, and exists from its first write', async (tenant) => {
    expect(await server.ok('GET', USERS, { tenant })).toEqual([]);
    await server.ok('PUT', userUrl('first'), { tenant, body: {} });
    expect(await server.ok('GET', USERS, { tenant })).toMatchObject([{ user_id: 'first' }]);
    const sql = 'select user_id from users where tenant_id = $1';
    expect(await server.database.sql(sql, [tenant])).toEqual([{ user_id: 'first' }]);
  });

  test('is identified by the bytes of its name', async () => {
    const names = ['case', 'Case', 'caf\u00e9', 'cafe\u0301'];
    const extIds = new Set<string>();
    for (const tenant of names) {
      extIds.add((await server.ok('PUT', userUrl('same'), { tenant, body: {} })).ext_user_id);
    }
    expect(extIds.size).toBe(names.length);
  });

  test('of a bound key applies with and without the header', async () => {
    const key = keys.bound ?? '';
    await server.ok('PUT', userUrl('inhabitant'), { key, body: {} });
    for (const options of [{ key }, { key, tenant: 'home' }, { tenant: 'home' }]) {
      expect(await server.ok('GET', userUrl('inhabitant'), options)).toMatchObject({ user_id: 'inhabitant' });
    }
    await expectRefused(server, ['GET', userUrl('inhabitant')], 'M40402', ['user_id']);
    await expectRefused(server, ['GET', userUrl('inhabitant'), { key, tenant: 'Home' }], 'M40302');
  });

  test('gives no access to another application', async () => {
    await server.ok('PUT', userUrl('mine'), { tenant: 'shared', body: {} });
    const request = ['GET', userUrl('mine'), { key: keys.other ?? '', tenant: 'shared' }] as const;
    await expectRefused(server, [...request], 'M40402', ['user_id']);
  });
});
