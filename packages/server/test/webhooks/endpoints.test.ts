import type { ErrorCode } from '@palaver/protocol/errors';
import { EVENT_TYPES, MAX_ENDPOINTS } from '@palaver/protocol/webhooks';
import { afterEach, describe, expect, test } from 'vitest';
import { BOTS, DELIVERIES, ENDPOINTS, expectRefused, type Request } from '../harness/api.ts';
import { retryWhileBusy } from '../harness/calls.ts';
import { useServer } from '../harness/use-server.ts';

/** Creating, changing and deleting endpoints, and the checks of delivery queries. Nothing is called here. */

const server = await useServer();
afterEach(async () => {
  for (const { id } of await server.ok('GET', `${ENDPOINTS}?limit=100`)) await remove(id);
});

const URL_OF_ALL = 'https://example.com/hook';
const create = (body: object, options = {}) => server.ok('POST', ENDPOINTS, { ...options, body });
const remove = (id: string) => server.ok('DELETE', `${ENDPOINTS}/${id}`);
const url = (chars: number) => URL_OF_ALL.padEnd(chars, 'x');

test('an endpoint can be created, read, listed, changed and deleted; its secret is shown once', async () => {
  const { webhook_secret: secret, ...made } = await create({ url: URL_OF_ALL });
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(made).toEqual({
    id: expect.stringMatching(/^\d+$/),
    url: URL_OF_ALL,
    description: '',
    event_types: [],
    is_enabled: true,
    disabled_at: null,
    failing_since: null,
    created_at: expect.any(Number),
    updated_at: made.created_at,
  });
  const one = `${ENDPOINTS}/${made.id}`;
  expect(await server.ok('GET', one)).toEqual(made);
  expect(await server.ok('GET', ENDPOINTS)).toEqual([made]);

  const body = {
    url: 'http://example.org',
    description: 'For all',
    event_types: ['user.created', 'user.created'],
  };
  const changed = await server.ok('PATCH', one, { body });
  expect(changed).toEqual({
    ...made,
    ...body,
    event_types: ['user.created'],
    updated_at: expect.any(Number),
  });
  const off = await server.ok('PATCH', one, { body: { is_enabled: false } });
  expect(off).toMatchObject({ is_enabled: false, disabled_at: expect.any(Number), url: body.url });
  expect((await server.ok('PATCH', one, { body: { is_enabled: false } })).disabled_at).toBe(off.disabled_at);
  // An empty list means all events again.
  const on = await server.ok('PATCH', one, { body: { is_enabled: true, event_types: [], description: '' } });
  expect(on).toMatchObject({ is_enabled: true, disabled_at: null, event_types: [], description: '' });
  await remove(made.id);
  for (const [method, path, request] of [
    ['GET', one, {}],
    ['PATCH', one, { body: {} }],
    ['DELETE', one, {}],
    ['POST', `${one}/rotate-secret`, {}],
    ['GET', `${DELIVERIES}?endpoint_id=${made.id}`, {}],
  ] as const) {
    expect((await server.call(method, path, request)).body.message_code).toBe('M40407');
  }
  expect(await server.ok('GET', ENDPOINTS)).toEqual([]);
});

describe('what an endpoint may be', () => {
  test.each([
    ['the longest address', { url: url(8_192) }],
    ['the longest description', { url: URL_OF_ALL, description: '\u{1f70f}'.repeat(1_000) }],
    ['every type', { url: URL_OF_ALL, event_types: EVENT_TYPES }],
    ['no types', { url: URL_OF_ALL, event_types: [] }],
    ['nulls', { url: URL_OF_ALL, description: null, event_types: null }],
    ['a port, a query and an address', { url: 'http://[2001:db8::1]:8080/a?b=c#d' }],
  ])('%s', async (_, body) => {
    expect((await server.call('POST', ENDPOINTS, { body })).body.message_code).toBe('M200');
  });

  test.each<[string, object, ErrorCode, string[]]>([
    ['no address', {}, 'M40002', ['url']],
    ['null', { url: null }, 'M40002', ['url']],
    ['an empty address', { url: '' }, 'M40002', ['url']],
    ['an address that is too long', { url: url(8_193) }, 'M40004', ['url']],
    ['another scheme', { url: 'ftp://example.com' }, 'M40003', ['url']],
    ['credentials', { url: 'https://user:password@example.com' }, 'M40003', ['url']],
    ['no host', { url: 'https://' }, 'M40003', ['url']],
    ['a number', { url: 1 }, 'M40003', ['url']],
    ['a long description', { url: URL_OF_ALL, description: 'x'.repeat(1_001) }, 'M40004', ['description']],
    [
      'an unknown type',
      { url: URL_OF_ALL, event_types: ['user.created', 'user.*'] },
      'M40003',
      ['event_types[1]'],
    ],
    [
      'a type for bots only',
      { url: URL_OF_ALL, event_types: ['bot.button_clicked'] },
      'M40003',
      ['event_types[0]'],
    ],
    ['types that are no list', { url: URL_OF_ALL, event_types: 'user.created' }, 'M40003', ['event_types']],
    [
      '101 types',
      { url: URL_OF_ALL, event_types: Array(101).fill('user.created') },
      'M40005',
      ['event_types'],
    ],
  ])('not %s', async (_, body, code, fields) => {
    await expectRefused(server, ['POST', ENDPOINTS, { body }], code, fields);
  });

  test('it cannot be changed to that either', async () => {
    const { id } = await create({ url: URL_OF_ALL });
    const change = (body: object): Request => ['PATCH', `${ENDPOINTS}/${id}`, { body }];
    await expectRefused(server, change({ url: 'javascript:alert(1)' }), 'M40003', ['url']);
    await expectRefused(server, change({ is_enabled: 'no' }), 'M40003', ['is_enabled']);
    await expectRefused(server, change({ event_types: [null] }), 'M40003', ['event_types[0]']);
  });
});

test(`a space may have ${MAX_ENDPOINTS} endpoints; deleted ones and those of other spaces do not count`, async () => {
  const made = await Promise.all(
    Array.from({ length: MAX_ENDPOINTS + 5 }, (_, n) =>
      retryWhileBusy(() => server.call('POST', ENDPOINTS, { body: { url: `https://example.com/${n}` } })),
    ),
  );
  const codes = made.map(({ body }) => body.message_code);
  expect(codes.filter((code) => code === 'M200')).toHaveLength(MAX_ENDPOINTS);
  expect(codes.filter((code) => code === 'M40903')).toHaveLength(5);
  const refused = made.find(({ body }) => body.message_code !== 'M200');
  expect(refused?.body.errors).toMatchObject([{ field: 'url', rule: 'max_endpoints' }]);
  const { id } = await create({ url: URL_OF_ALL }, { tenant: 'elsewhere' });
  await server.ok('DELETE', `${ENDPOINTS}/${id}`, { tenant: 'elsewhere' });
  const [first] = await server.ok('GET', ENDPOINTS);
  await remove(first.id);
  await create({ url: URL_OF_ALL });
  const ids: string[] = [];
  for (let last = '0'; ; last = ids.at(-1) ?? '0') {
    const page = await server.ok('GET', `${ENDPOINTS}?last_id=${last}&limit=20`);
    ids.push(...page.map((one: { id: string }) => one.id));
    if (page.length < 20) break;
  }
  expect(ids).toHaveLength(MAX_ENDPOINTS);
  expect(ids).toEqual(ids.toSorted((a, b) => Number(a) - Number(b)));
});

test('deliveries are paged from the newest on, and can be filtered', async () => {
  const { id } = await create({ url: URL_OF_ALL, event_types: ['user.created'] });
  const { id: other } = await create({ url: URL_OF_ALL, event_types: ['user.created'] });
  await server.users(25, 'paged');
  await server.relayed();
  const ids: string[] = [];
  for (let last = ''; ; last = `&last_id=${ids.at(-1)}`) {
    const page = await server.ok('GET', `${DELIVERIES}?endpoint_id=${id}&limit=10${last}`);
    ids.push(...page.map((one: { id: string }) => one.id));
    if (page.length < 10) break;
  }
  expect(ids).toHaveLength(25);
  expect(ids).toEqual(ids.toSorted((a, b) => Number(b) - Number(a)));
  expect(await server.ok('GET', `${DELIVERIES}?limit=100`)).toHaveLength(50);
  expect(await server.ok('GET', `${DELIVERIES}?status=dead`)).toEqual([]);
  // An endpoint's deliveries are deleted with it.
  await remove(other);
  expect(await server.ok('GET', `${DELIVERIES}?limit=100`)).toHaveLength(25);
});

describe('invalid queries', () => {
  const get = (query: string): Request => ['GET', `${DELIVERIES}?${query}`];
  const replay = (body: object): Request => ['POST', '/webhook/v1.0/replay', { body }];

  test.each<[string, Request, ErrorCode, string[]]>([
    ['an endpoint and a bot', get('endpoint_id=1&bot_id=x'), 'M40010', ['bot_id']],
    ['an unknown endpoint', get('endpoint_id=999999'), 'M40407', []],
    ['an unknown bot', get('bot_id=nobody'), 'M40403', []],
    ['an unknown status', get('status=lost'), 'M40010', ['status']],
    ['a position that is no number', get('last_id=x'), 'M40010', ['last_id']],
    ['a page of 101', get('limit=101'), 'M40010', ['limit']],
    ['an unknown delivery', ['GET', `${DELIVERIES}/999999`], 'M40407', []],
    ['an id that is no number', ['GET', `${DELIVERIES}/1e3`], 'M40003', ['delivery_id']],
    ['a replay of an unknown delivery', ['POST', `${DELIVERIES}/999999/replay`], 'M40407', []],
    ['a replay for both', replay({ endpoint_id: '1', bot_id: 'x' }), 'M40003', ['bot_id']],
    ['a replay for an unknown bot', replay({ bot_id: 'nobody' }), 'M40403', []],
    ['a replay of pending deliveries', replay({ statuses: ['pending'] }), 'M40003', ['statuses[0]']],
    ['a replay of nothing', replay({ statuses: [] }), 'M40002', ['statuses']],
    ['a time that ends before it begins', replay({ from: 2, to: 1 }), 'M40003', ['to']],
    [
      'positions that end before they begin',
      replay({ from_position: 2, to_position: 1 }),
      'M40003',
      ['to_position'],
    ],
    ['the position 0', replay({ from_position: 0 }), 'M40003', ['from_position']],
    ['a position with a fraction', replay({ to_position: 1.5 }), 'M40003', ['to_position']],
    ['a time that is no number', replay({ from: 'yesterday' }), 'M40003', ['from']],
    ['a time after the end of time', replay({ to: 253_402_300_800_000 }), 'M40003', ['to']],
  ])('%s', async (_, request, code, fields) => {
    await server.call('POST', BOTS, { body: { bot_id: 'x', display_name: 'X' } });
    await expectRefused(server, request, code, fields);
  });
});

test('a read-only key cannot change endpoints', async () => {
  const { id } = await create({ url: URL_OF_ALL });
  const key = await server.createKey({ scopes: ['read'] });
  expect((await server.call('GET', `${ENDPOINTS}/${id}`, { key })).body.message_code).toBe('M200');
  for (const [method, path] of [
    ['POST', `${ENDPOINTS}/${id}/rotate-secret`],
    ['DELETE', `${ENDPOINTS}/${id}`],
    ['POST', '/webhook/v1.0/replay'],
  ] as const) {
    expect((await server.call(method, path, { key })).body.message_code).toBe('M40301');
  }
});
