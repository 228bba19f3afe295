import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { BOTS, botUrl, expectRefused, renameUrl, userUrl } from '../harness/api.ts';
import type { CallOptions } from '../harness/calls.ts';
import { MY_THREADS, myMemberUrl, PEOPLE, peopleUrl, type SignedIn, signIn } from '../harness/client-api.ts';
import { useServer } from '../harness/use-server.ts';

/** Search for people by name, as pickers need it. */

const POLICY = '/app/v1.0/policy';

const server = await useServer();
let ann: SignedIn;
beforeAll(async () => {
  await put('ann', 'Ann Example');
  ann = await signIn(server, 'ann');
});
beforeEach(() =>
  server.ok('PATCH', POLICY, {
    body: {
      guests: { search_people: 'shared', see_user_ids: true },
      users: { search_people: 'anyone', see_user_ids: true },
      contacts: [],
    },
  }),
);

const put = (userId: string, display_name: string, options: CallOptions = {}) =>
  server.ok('PUT', userUrl(userId), { body: { display_name }, ...options });
const page = async (query: string, who = ann) => (await who.call('GET', query)).body;
/** The names of all pages. */
async function find(q: string, who = ann, limit = 30): Promise<string[]> {
  const names: string[] = [];
  for (let next = ''; ; ) {
    const found = await page(peopleUrl(q, `limit=${limit}${next && `&next=${next}`}`), who);
    expect(found.message_code).toBe('M200');
    names.push(...found.data.map(({ display_name }: { display_name: string }) => display_name));
    if (found.next == null) return names;
    next = found.next;
  }
}

describe('a name', () => {
  test.each([
    [
      'Zoé Müller-Lüdenscheidt',
      ['zoe', 'ZOÉ', 'z', 'mull', 'lud', 'ludenscheidt zo', 'muller-lud', '  zoe  '],
    ],
    ['Đặng Thị Ngọc', ['dang', 'ngoc dang', 'đ', 'thi ng']],
    ['王小明', ['王', '小', '明', '王小', '小明', '王小明']],
    ['김민준', ['김', '민준', '김민준']],
    ['สมหญิง', ['สม', 'หญิง']],
    ['Ｆｕｌｌｗｉｄｔｈ', ['fullw', 'ＦＵＬＬ']],
    ['Queen 👑', ['👑', 'queen 👑']],
    ['Pneumonoultramicroscopicsilicovolcanoconiosis', ['pneumonoultramicroscopics', 'pneumonoultramic']],
    ["O'Brady", ['o', 'brad', "o'bra"]],
  ])('%s is found by the beginnings of its words', async (name, queries) => {
    await put('named', name);
    for (const q of queries) expect([q, await find(q)]).toEqual([q, expect.arrayContaining([name])]);
  });

  test.each([
    ['Zoé Müller', ['oe', 'uller', 'zoe zoo', 'muller x', '...', 'named', 'zoé-anna']],
    ['王小明', ['明王', '王明']],
    [
      'Pneumonoultramicroscopicsilicovolcanoconiosis',
      ['pneumonoultramicroscopic-s', 'pneumonoultramicroscopicx'],
    ],
    ['', ['named', '.']],
  ])('%s is not found by anything else', async (name, queries) => {
    await put('named', name);
    for (const q of queries) expect([q, await find(q)]).toEqual([q, []]);
  });

  test('is found once, exact matches first, then in the order of the words', async () => {
    for (const name of ['Xan Xa', 'Xanadu', 'Xa', 'Xander Xanten', 'Xa Zeta', '小小 Xanax'])
      await put(`order ${name}`, name);
    expect(await find('xa')).toEqual(['Xan Xa', 'Xa', 'Xa Zeta', 'Xanadu', '小小 Xanax', 'Xander Xanten']);
    expect(await find('小')).toEqual(['小小 Xanax']);
    expect(await find('xa zet')).toEqual(['Xa Zeta']);
  });

  test('is the current one', async () => {
    await put('changing', 'Before Marriage');
    await put('changing', 'After Marriage');
    expect(await find('before')).toEqual([]);
    expect(await find('marriage')).toEqual(['After Marriage']);
    await server.ok('PUT', userUrl('changing'), { body: { avatar_url: 'https://example.com/x.png' } });
    expect(await find('marriage')).toEqual(['After Marriage']);
    await server.ok('PUT', userUrl('changing'), { body: { display_name: null } });
    expect(await find('marriage')).toEqual([]);
  });
});

describe('people', () => {
  test('are shown with their public profile', async () => {
    const avatar_url = 'https://example.com/paula.png';
    const body = { display_name: 'Paula Profile', avatar_url, metadata: 'secret', is_guest: true };
    const { ext_user_id } = await server.ok('PUT', userUrl('paula'), { body });
    await server.ok('POST', BOTS, { body: { bot_id: 'profiler', display_name: 'Profiler' } });
    expect(await page(peopleUrl('profil'))).toEqual({
      message_code: 'M200',
      message: 'Success',
      data: [
        { type: 'user', user_id: 'paula', ext_user_id, display_name: 'Paula Profile', avatar_url },
        {
          type: 'bot',
          user_id: 'profiler',
          ext_user_id: expect.any(String),
          display_name: 'Profiler',
          avatar_url: '',
        },
      ],
      next: null,
    });
  });

  test('are found while they are active, and by others only', async () => {
    expect(await find('ann')).toEqual([]);
    await put('gone', 'Gordon Gone');
    await server.ok('POST', BOTS, { body: { bot_id: 'gonebot', display_name: 'Gone Bot' } });
    expect(await find('gone')).toEqual(['Gordon Gone', 'Gone Bot']);
    await server.ok('DELETE', userUrl('gone'));
    await server.ok('DELETE', botUrl('gonebot'));
    expect(await find('gone')).toEqual([]);
    await server.ok('PUT', userUrl('gone'), { body: {} });
    expect(await find('gone')).toEqual(['Gordon Gone']);
  });

  test('keep their name when their id changes, and get that of a user whom they absorb', async () => {
    await put('mover', 'Maud Moving');
    await server.ok('PATCH', renameUrl('mover', 'moved'));
    expect(await find('moving')).toEqual(['Maud Moving']);
    await put('account', 'Maud Account');
    await server.ok('PATCH', renameUrl('moved', 'account'));
    expect([await find('moving'), await find('account')]).toEqual([[], ['Maud Account']]);
    await put('fresh', 'Maud Fresh');
    await server.ok('DELETE', userUrl('account'));
    await server.ok('PATCH', renameUrl('account', 'fresh'));
    expect([await find('account'), await find('fresh')]).toEqual([[], ['Maud Fresh']]);
  });

  test('of other tenants and applications are not found, but bots that serve all tenants', async () => {
    const north = { tenant: 'north' };
    const south = { tenant: 'south' };
    await put('nora', 'Isolated Nora', north);
    await put('nick', 'Isolated Nick', north);
    await put('sam', 'Isolated Sam', south);
    await put('own', 'Isolated Own');
    for (const [bot_id, options] of [
      ['shared', {}],
      ['northern', north],
      ['southern', south],
    ] as const)
      await server.ok('POST', BOTS, { body: { bot_id, display_name: `Isolated ${bot_id}` }, ...options });
    await server.database.sql(`insert into applications (id, name) values ('other', 'Other')`);
    const key = await server.createKey({ appId: 'other' });
    await put('oda', 'Isolated Oda', { key });
    const inNorth = await signIn(server, 'nora', north);
    expect((await find('isolated', inNorth)).toSorted()).toEqual(
      ['Isolated Nick', 'Isolated northern', 'Isolated shared'].toSorted(),
    );
    expect((await find('isolated')).toSorted()).toEqual(['Isolated Own', 'Isolated shared']);
    expect(await find('isolated', await signIn(server, 'oda', { key }))).toEqual([]);
  });

  test('have no user_id where the policy hides it', async () => {
    await put('hidden-hanna', 'Hanna Hidden');
    const shown = await page(peopleUrl('hidden'));
    await server.ok('PATCH', POLICY, { body: { users: { see_user_ids: false } } });
    const hidden = await page(peopleUrl('hidden'));
    expect([shown.data[0].user_id, hidden.data[0].user_id]).toEqual(['hidden-hanna', null]);
    expect(hidden.data[0].ext_user_id).toBe(shown.data[0].ext_user_id);
  });
});

describe('the policy', () => {
  let guest: SignedIn;
  beforeAll(async () => {
    await server.ok('PUT', userUrl('guest'), { body: { display_name: 'Policy Guest', is_guest: true } });
    for (const name of ['Mate', 'Partner', 'Former', 'Stranger', 'Contact', 'Leaver'])
      await put(name.toLowerCase(), `Policy ${name}`);
    await server.ok('POST', BOTS, { body: { bot_id: 'policybot', display_name: 'Policy Bot' } });
    guest = await signIn(server, 'guest');
    const group = await server.group(['ann', 'guest', 'mate', 'former', 'leaver']);
    await ann.ok('DELETE', myMemberUrl(group, 'former'));
    await server.ok('DELETE', userUrl('leaver'));
    const partner = await signIn(server, 'partner');
    await partner.ok('POST', MY_THREADS, { body: { type: 'direct', user_id: 'guest' } });
    const deleted = await server.group(['ann', 'guest', 'stranger']);
    await ann.ok('DELETE', `${MY_THREADS}/${deleted}`);
  });
  const set = (search_people: string, contacts: string[] = []) =>
    server.ok('PATCH', POLICY, { body: { guests: { search_people }, contacts } });

  test('lets users find anyone, and guests those with whom they share a thread, contacts, and bots', async () => {
    expect((await find('policy')).toSorted()).toEqual([
      'Policy Bot',
      'Policy Contact',
      'Policy Former',
      'Policy Guest',
      'Policy Mate',
      'Policy Partner',
      'Policy Stranger',
    ]);
    expect((await find('policy', guest)).toSorted()).toEqual(['Policy Bot', 'Policy Mate', 'Policy Partner']);
    await set('shared', ['contact', 'unknown']);
    expect(await find('policy c', guest)).toEqual(['Policy Contact']);
    await set('anyone');
    expect(await find('policy s', guest)).toEqual(['Policy Stranger']);
  });

  test('is the same for users who share threads with very many', async () => {
    const shared = (await find('policy', guest)).toSorted();
    // Group after group, until there are more memberships than the search reads.
    const [group] = await ann.threads('limit=1');
    await server.database.sql(
      `insert into threads select (jsonb_populate_record(t, jsonb_build_object('id', 1000000 + n))).*
       from threads t, generate_series(1, 2600) n where t.id = $1`,
      [group?.id],
    );
    for (const table of ['members', 'user_threads'])
      await server.database.sql(
        `insert into ${table} select (jsonb_populate_record(m, jsonb_build_object('thread_id', 1000000 + n, 'ext_user_id', u.ext_user_id, 'role', 'member'))).*
         from ${table} m, generate_series(1, 2600) n, users u where m.thread_id = $1 and m.ext_user_id = $2 and u.user_id in ('guest', 'mate')`,
        [group?.id, ann.extUserId],
      );
    expect((await find('policy', guest)).toSorted()).toEqual(shared);
    await set('shared', ['contact']);
    expect((await find('policy', guest)).toSorted()).toEqual([...shared, 'Policy Contact'].toSorted());
    await server.database.sql('delete from members where thread_id > 1000000');
    await server.database.sql('delete from user_threads where thread_id > 1000000');
    await server.database.sql('delete from threads where id > 1000000');
  });

  test('switches the search off', async () => {
    await set('nobody', ['contact']);
    const { token } = guest;
    await expectRefused(server, ['GET', peopleUrl('policy'), { token }], 'M40306', ['Authorization']);
    await expectRefused(server, ['GET', peopleUrl('...'), { token }], 'M40306', ['Authorization']);
    expect(await find('policy contact')).toEqual(['Policy Contact']);
  });
});

describe('pages', () => {
  beforeAll(async () => {
    const users = Array.from({ length: 25 }, (_, index) => ({
      user_id: `paged-${String.fromCharCode(97 + index)}`,
      display_name: `Paging Person${String.fromCharCode(97 + index)}`,
    }));
    await server.ok('POST', '/user/v1.0/users/batch', { body: { users } });
  });
  const all = Array.from({ length: 25 }, (_, index) => `Paging Person${String.fromCharCode(97 + index)}`);

  test.each([1, 7, 24, 25, 26])('of %i elements have everybody once', async (limit) => {
    expect(await find('paging', ann, limit)).toEqual(all);
    expect(await find('pag person', ann, limit)).toEqual(all);
  });

  test('end with null', async () => {
    for (const [limit, count, isLast] of [
      [24, 24, false],
      [25, 25, true],
      [26, 25, true],
    ] as const) {
      const { data, next } = await page(peopleUrl('paging', `limit=${limit}`));
      expect([data.length, next === null]).toEqual([count, isLast]);
    }
  });

  test('have no more bytes than a page may have', async () => {
    const avatar_url = `https://example.com/${'é'.repeat(8_000)}`;
    const users = Array.from({ length: 80 }, (_, index) => ({
      user_id: `large-${index}`,
      display_name: `Large ${index}`,
      avatar_url,
    }));
    await server.ok('POST', '/user/v1.0/users/batch', { body: { users: users.slice(0, 40) } });
    await server.ok('POST', '/user/v1.0/users/batch', { body: { users: users.slice(40) } });
    const { data, next } = await page(peopleUrl('large', 'limit=100'));
    expect([data.length > 50, data.length < 80, typeof next]).toEqual([true, true, 'string']);
    expect((await find('large', ann, 100)).toSorted()).toEqual(
      users.map(({ display_name }) => display_name).toSorted(),
    );
  });

  test('belong to a user and a search', async () => {
    const { next } = await page(peopleUrl('paging', 'limit=1'));
    await put('bea', 'Bea');
    const { token } = await signIn(server, 'bea');
    for (const [q, who] of [
      ['paging', token],
      ['person', ann.token],
      ['...', ann.token],
    ] as const)
      await expectRefused(server, ['GET', peopleUrl(q, `next=${next}`), { token: who }], 'M40010', ['next']);
  });
});

test.each([
  ['', ['q']],
  ['q=', ['q']],
  ['q=%20%20', ['q']],
  ['q=a&q=b', ['q']],
  ['q[]=a', ['q', 'q[]']],
  [`q=${'a'.repeat(201)}`, ['q']],
  [`q=${encodeURIComponent('👑'.repeat(201))}`, ['q']],
  [`q=${Array.from({ length: 11 }, () => 'a').join('+')}`, ['q']],
  ['q=a&limit=0', ['limit']],
  ['q=a&limit=101', ['limit']],
  ['q=a&next=', ['next']],
  ['q=a&next=0', ['next']],
  ['q=a&next=sealed.v1.0123456789abcdef.AAAA', ['next']],
  [`q=a&next=sealed.v1.0123456789abcdef.${'A'.repeat(2_000)}`, ['next']],
])('the query %s is refused', async (query, fields) => {
  await expectRefused(server, ['GET', `${PEOPLE}?${query}`, { token: ann.token }], 'M40010', fields);
});

test.each([
  `${'a'.repeat(199)}`,
  `${'a'.repeat(200)}`,
  `  ${'a'.repeat(200)}  `,
  '👑'.repeat(200),
  Array.from({ length: 10 }, () => 'zz').join(' '),
  '%_\\',
  "' or 1 = 1 --",
  '\u202e\u200b',
  '\0',
  '"open quote',
  'a\u0301'.repeat(100),
])('the query %j finds nobody', async (q) => {
  expect(await find(q)).toEqual([]);
});
