import { beforeAll, describe, expect, test } from 'vitest';
import { BOTS, expectRefused, THREADS, threadUrl, USERS, userUrl } from '../harness/api.ts';
import { sampled } from '../harness/seed.ts';
import { useServer } from '../harness/use-server.ts';

const server = await useServer();
let threadId: string;
beforeAll(async () => {
  threadId = await server.group(await server.users(3));
  await server.ok('POST', BOTS, { body: { bot_id: 'bot', display_name: 'Bot' } });
});

const LISTS = [
  { list: 'threads', url: () => THREADS, position: 'last_thread_id', isOfContract: true },
  {
    list: 'members',
    url: () => `${threadUrl(threadId)}/members`,
    position: 'last_member_id',
    isOfContract: true,
  },
  { list: 'users', url: () => USERS, position: 'last_id', isOfContract: false },
  { list: 'bots', url: () => BOTS, position: 'last_id', isOfContract: false },
];

const NO_LIMITS = [
  '',
  '0',
  '-1',
  '101',
  '30.5',
  '1.0',
  '1e2',
  '1E1',
  '0x10',
  ' 5 ',
  '5 ',
  '5abc',
  '05',
  '%2B5',
  '+5',
  'NaN',
  'Infinity',
  'null',
  'true',
  '1,2',
  '2147483648',
  '9007199254740993',
  '9223372036854775807',
  '9223372036854775808',
  '1'.repeat(1_000),
  '\uff11\uff10',
  '\u0663',
  '%00',
  '5%00',
  '%FF',
  '%zz',
];
const NO_POSITIONS = [
  '-1',
  '1.5',
  '1e2',
  '0x10',
  ' 1',
  '1 ',
  '+1',
  'abc',
  'NaN',
  'user1',
  '9223372036854775808',
  '99999999999999999999',
  '1'.repeat(1_000),
  '\uff11',
  '%00',
  '1%00',
  '%FF',
  "1' or '1'='1",
];
const encode = (value: string) =>
  /^[%+]/.test(value) || value.endsWith('%00') ? value : encodeURIComponent(value);

describe.each(LISTS)('the list of $list', ({ list, url, position, isOfContract }) => {
  const refuses = async (query: string, fields: string[]) =>
    expectRefused(server, ['GET', `${url()}?${query}`], 'M40010', fields);

  test.each(sampled(list, NO_LIMITS))('refuses the limit "%s"', async (value) => {
    await refuses(`limit=${encode(value)}`, ['limit']);
  });

  test.each(['1', '2', '99', '100'])('accepts the limit %s', async (limit) => {
    const rows: unknown[] = await server.ok('GET', `${url()}?limit=${limit}`);
    expect(rows.length).toBeLessThanOrEqual(Number(limit));
    expect(rows.length).toBeGreaterThan(0);
  });

  test.each(sampled(list, NO_POSITIONS))(`refuses ${position} "%s"`, async (value) => {
    await refuses(`${position}=${encode(value)}`, [position]);
  });

  test.each(['0', '000', '1', '0001', '9223372036854775807', `${'0'.repeat(40)}1`])(
    `accepts ${position} %s`,
    async (value) => {
      const rows: unknown[] = await server.ok('GET', `${url()}?${position}=${value}`);
      const expected = await server.ok('GET', `${url()}?${position}=${BigInt(value)}`);
      expect(rows).toEqual(expected);
    },
  );

  test('accepts an empty position only where the contract allows it', async () => {
    if (isOfContract)
      expect(await server.ok('GET', `${url()}?${position}=`)).toEqual(await server.ok('GET', url()));
    else await refuses(`${position}=`, [position]);
  });

  test.each(['limit', position])('accepts %s once, without brackets', async (name) => {
    await refuses(`${name}=1&${name}=1`, [name]);
    await refuses(`${name}[]=1`, [`${name}[]`]);
    await refuses(`${name}[0]=1&${name}%5Ba%5D=1`, [`${name}[0]`, `${name}[a]`]);
  });

  test('names all faults at once', async () => {
    await refuses(`limit=0&${position}=x`, ['limit', position]);
  });

  test('ignores unknown parameters only where the contract has the list', async () => {
    const odd = 'page=2&offset=-1&constructor[a]=1&__proto__[limit]=0&toString=1&=&&LIMIT=0&li%00mit=0&%FF=1';
    if (isOfContract)
      expect(await server.ok('GET', `${url()}?${odd}`)).toEqual(await server.ok('GET', url()));
    else {
      const names = [
        'page',
        'offset',
        'constructor[a]',
        '__proto__[limit]',
        'toString',
        'LIMIT',
        'li\0mit',
        '%FF',
      ];
      await refuses(odd, names);
    }
  });
});

describe('only_public_thread', () => {
  test.each([
    '',
    'TRUE',
    'True',
    'False',
    '1',
    '0',
    'yes',
    'no',
    'on',
    'null',
    'true%20',
    '%74rue%00',
    'truefalse',
  ])('refuses "%s"', async (value) => {
    await expectRefused(server, ['GET', `${THREADS}?only_public_thread=${value}`], 'M40010', [
      'only_public_thread',
    ]);
  });

  test('may appear only once', async () => {
    const query = 'only_public_thread=true&only_public_thread=true';
    await expectRefused(server, ['GET', `${THREADS}?${query}`], 'M40010', ['only_public_thread']);
  });

  test.each(['true', 'false', '%74rue'])('accepts "%s"', async (value) => {
    expect(await server.ok('GET', `${THREADS}?only_public_thread=${value}`)).toHaveLength(1);
  });
});

describe('the query of the member list', () => {
  test.each(['', '0', '3', '12', '01', '1.0', 'a', ' 1', '%00', '1&member_id_type=1'])(
    'refuses member_id_type "%s"',
    async (value) => {
      const url = `${threadUrl(threadId)}/members?member_id_type=${value}`;
      await expectRefused(server, ['GET', url], 'M40010', ['member_id_type']);
    },
  );

  test.each(['', 'ALL', 'Active', 'owner', 'active,muted', 'active%20', '%00', 'all&status=all', '0'])(
    'refuses status "%s"',
    async (value) => {
      const url = `${threadUrl(threadId)}/members?status=${value}`;
      await expectRefused(server, ['GET', url], 'M40010', ['status']);
    },
  );

  test('is checked together with the path', async () => {
    const url = `${THREADS}/x/members?limit=0&status=x&member_id_type=2&last_member_id=%20`;
    await expectRefused(server, ['GET', url], 'M40003', ['thread_id', 'limit', 'status', 'last_member_id']);
  });
});

describe('an id in the path', () => {
  test.each([
    '0',
    '00',
    '-1',
    '1.0',
    '1e2',
    '0x1',
    'abc',
    'user1',
    '9223372036854775808',
    '\uff11',
    '%00',
    '1%00',
    '%20',
    '%201',
    '%2F',
    '%2e%2e%2f1',
    '%252F',
    "1'--",
    'x'.repeat(8_000),
    '1'.repeat(8_000),
  ])('is refused as a thread id: "%s"', async (id) => {
    const path = /[%]/.test(id) ? id : encodeURIComponent(id);
    await expectRefused(server, ['GET', `${THREADS}/${path}`], 'M40003', ['thread_id']);
    await expectRefused(server, ['GET', `${THREADS}/${path}/members`], 'M40003', ['thread_id']);
  });

  test.each(['%zz', '%', '%FF', '%C0%AF', '%ED%A0%80', '%E2%82'])('is refused as text: "%s"', async (id) => {
    for (const url of [`${THREADS}/${id}`, `/user/v1.0/user/${id}`, `${BOTS}/${id}`]) {
      await expectRefused(server, ['GET', url], 'M40000');
    }
  });

  test('must not be empty', async () => {
    await expectRefused(server, ['GET', `${THREADS}/`], 'M40002', ['thread_id']);
    await expectRefused(server, ['GET', '/user/v1.0/user/'], 'M40002', ['user_id']);
    const url = '/user/v1.0/user//change-user-id/';
    await expectRefused(server, ['PATCH', url], 'M40002', ['current_user_id', 'new_user_id']);
  });

  test.each(['%2F', '%2F..%2F', '%252F', '%25zz', '..%2F..', '%3F%23', '%C3%A9', 'a+b', "'--"])(
    'is percent-decoded: "%s"',
    async (path) => {
      const { user_id } = await server.ok('PUT', `/user/v1.0/user/${path}`, { body: {} });
      expect(user_id).toBe(decodeURIComponent(path));
      expect(await server.ok('GET', userUrl(user_id))).toMatchObject({ user_id });
    },
  );

  test.each(['/', '/nothing', '/members/1/nothing', '//members'])(
    'has nothing after it: %s',
    async (rest) => {
      await expectRefused(server, ['GET', `${threadUrl(threadId)}${rest}`], 'M40406');
    },
  );
});
