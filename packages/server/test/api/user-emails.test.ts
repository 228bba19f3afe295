// @module-tag database
import type { TenantId } from '@palaver/protocol/ids';
import { beforeEach, expect, test } from 'vitest';
import { BOTS, expectRefused, userUrl } from '../harness/api.ts';
import type { CallOptions } from '../harness/calls.ts';
import { MY_NOTIFICATIONS } from '../harness/client-api.ts';
import { useServer } from '../harness/use-server.ts';

/** The e-mail addresses of users, which only the back end knows and sets. */

const server = await useServer();
let serial = 0;
let ann = '';
beforeEach(async () => {
  serial += 1;
  ann = `ann-${serial}`;
  await server.ok('PUT', userUrl(ann), { body: {} });
});

const urlOf = (userId: string) => `${userUrl(userId)}/email`;
const put = (body: object, options: CallOptions = {}) => server.ok('PUT', urlOf(ann), { ...options, body });
const get = (options: CallOptions = {}) => server.ok('GET', urlOf(ann), options);
const NONE = {
  address: '',
  language: '',
  status: 'none',
  subscribed: true,
  next_try_at: null,
  attempts: [],
};

test('is set, shown and removed, and a request replaces it', async () => {
  expect(await get()).toEqual(NONE);
  const first = { ...NONE, address: "Ann.O'Neil+chat@Mail.Example.com", language: 'en-GB', status: 'active' };
  expect(await put({ address: first.address, language: 'EN-gb' })).toEqual(first);
  expect(await get()).toEqual(first);
  expect(await put({ address: 'ann@example.com' })).toMatchObject({
    address: 'ann@example.com',
    language: '',
  });
  for (const _again of [1, 2]) await server.ok('DELETE', urlOf(ann));
  expect(await get()).toEqual(NONE);
});

test('shows whether the user wants e-mail, also without an address', async () => {
  const token = await server.token(ann);
  await server.ok('PUT', MY_NOTIFICATIONS, { token, body: { enabled: true, email: false } });
  expect(await get()).toEqual({ ...NONE, subscribed: false });
  expect(await put({ address: 'ann@example.com' })).toMatchObject({ subscribed: false });
});

const label = 'a'.repeat(63);
const LONGEST_DOMAIN = [label, label, `${'b'.repeat(58)}.co`].join('.');

test.each([
  ['a@b.co'],
  ["!#$%&'*+-/=?^_`{|}~.x@example.com"],
  ['1@2.example'],
  ['ann@xn--bcher-kva.example'],
  ['ann@a--b.c-d.e1'],
  [`${'a'.repeat(64)}@example.com`],
  [`a@${label}.example`],
  [`${'a'.repeat(64)}@${LONGEST_DOMAIN}`],
])('%s is an address', async (address) => {
  expect(await put({ address })).toMatchObject({ address });
});

test('the longest address has 254 characters', async () => {
  const longest = `${'a'.repeat(64)}@${LONGEST_DOMAIN}`;
  expect(longest).toHaveLength(254);
  expect(await put({ address: longest })).toMatchObject({ address: longest });
  const body = { address: `${longest}m` };
  await expectRefused(server, ['PUT', urlOf(ann), { body }], 'M40004', ['address']);
});

test.each([
  ['ann'],
  ['@example.com'],
  ['ann@'],
  ['ann@localhost'],
  ['ann@@example.com'],
  ['ann@example.com@example.net'],
  ['ann@example.com,ben@example.com'],
  ['ann@example.com ben@example.com'],
  ['Ann <ann@example.com>'],
  ['<ann@example.com>'],
  ['"ann"@example.com'],
  ['"a b"@example.com'],
  ['ann@[127.0.0.1]'],
  ['ann@127.0.0.1'],
  ['.ann@example.com'],
  ['ann.@example.com'],
  ['a..b@example.com'],
  ['ann@.example.com'],
  ['ann@example.com.'],
  ['ann@example..com'],
  ['ann@-example.com'],
  ['ann@example-.com'],
  ['ann@exa_mple.com'],
  ['ann@example.com\r\nRCPT TO:<ben@example.com>'],
  ['ann\r\n@example.com'],
  ['ann@example.com\n'],
  [' ann@example.com'],
  ['ann@example.com '],
  ['ann\u0000@example.com'],
  ['ann(comment)@example.com'],
  ['änn@example.com'],
  ['ann@bücher.example'],
  ['ann@example。com'],
  ['mailto:ann@example.com?bcc=ben@example.com'],
  [`${'a'.repeat(65)}@example.com`],
  [`a@${label}a.example`],
])('%j is no address', async (address) => {
  await expectRefused(server, ['PUT', urlOf(ann), { body: { address } }], 'M40003', ['address']);
  expect(await get()).toEqual(NONE);
});

test.each<[object, 'M40002' | 'M40003' | 'M40004', string]>([
  [{}, 'M40002', 'address'],
  [{ address: null }, 'M40002', 'address'],
  [{ address: '' }, 'M40002', 'address'],
  [{ address: 7 }, 'M40003', 'address'],
  [{ address: ['ann@example.com'] }, 'M40003', 'address'],
  [{ address: { $ne: null } }, 'M40003', 'address'],
  [{ address: 'a@b.co', language: 'english!' }, 'M40003', 'language'],
  [{ address: 'a@b.co', language: 'a'.repeat(36) }, 'M40004', 'language'],
])('%j is refused', async (body, code, field) => {
  await expectRefused(server, ['PUT', urlOf(ann), { body }], code, [field]);
});

test('is refused for users who do not exist, bots, and deactivated users', async () => {
  await server.ok('POST', BOTS, { body: { bot_id: `bot-${serial}`, display_name: 'Bot' } });
  await server.ok('DELETE', userUrl(ann));
  for (const userId of ['nobody', `bot-${serial}`, ann])
    for (const request of [['PUT', { address: 'a@b.co' }], ['GET'], ['DELETE']] as const)
      await expectRefused(server, [request[0], urlOf(userId), { body: request[1] }], 'M40402', ['user_id']);
});

test('is set with the scope users:write and read with read, in one tenant', async () => {
  const reader = await server.createKey({ scopes: ['read'] });
  const writer = await server.createKey({ scopes: ['users:write'] });
  await put({ address: 'ann@example.com' }, { key: writer });
  expect(await get({ key: reader })).toMatchObject({ address: 'ann@example.com' });
  for (const method of ['PUT', 'DELETE'])
    await expectRefused(server, [method, urlOf(ann), { key: reader, body: { address: 'a@b.co' } }], 'M40301');
  await expectRefused(server, ['GET', urlOf(ann), { tenant: 'north' }], 'M40402', ['user_id']);
  const bound = await server.createKey({ tenantId: 'north' as TenantId });
  await expectRefused(server, ['GET', urlOf(ann), { key: bound, tenant: 'south' }], 'M40302');
});

test('users cannot set it', async () => {
  const token = await server.token(ann);
  const body = { address: 'ann@example.com' };
  await expectRefused(server, ['PUT', urlOf(ann), { token, body }], 'M40101');
  for (const url of ['/client/v1.0/me/email', '/client/v1.0/email'])
    await expectRefused(server, ['PUT', url, { token, body }], 'M40406');
  expect(await get()).toEqual(NONE);
});
