// @module-tag database
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { BATCH, expectRefused, MESSAGES, membersUrl, renameUrl, userUrl } from '../harness/api.ts';
import { useServer } from '../harness/use-server.ts';

const server = await useServer();

interface Member {
  user_id: string;
  ext_user_id: string;
  status: string;
  role: string;
}

const list = async (threadId: string, query = '', tenant?: string): Promise<Member[]> =>
  server.ok('GET', membersUrl(threadId, query), tenant === undefined ? {} : { tenant });
const idsIn = async (threadId: string, query = '') =>
  (await list(threadId, query)).map(({ user_id }) => user_id);
const extIdOf = async (userId: string): Promise<string> =>
  (await server.ok('GET', userUrl(userId))).ext_user_id;

describe('a member', () => {
  test('has exactly the fields of the contract', async () => {
    const avatar_url = 'https://pictures.example/ann.png';
    await server.ok('PUT', userUrl('ann'), { body: { display_name: 'Ann', avatar_url } });
    await server.ok('PUT', userUrl('ben'), { body: {} });
    const threadId = await server.group(['ann', 'ben']);
    expect(await list(threadId)).toEqual([
      {
        user_id: 'ann',
        ext_user_id: await extIdOf('ann'),
        display_name: 'Ann',
        avatar_url,
        status: 'active',
        role: 'owner',
      },
      {
        user_id: 'ben',
        ext_user_id: await extIdOf('ben'),
        display_name: '',
        avatar_url: '',
        status: 'active',
        role: 'member',
      },
    ]);
  });

  test('of a direct thread has the role member, a bot as well', async () => {
    const bot = await server.ok('POST', '/bot/v1.0/bot', {
      body: { bot_id: 'helper', display_name: 'Helper' },
    });
    await server.ok('PUT', userUrl('cleo'), { body: { display_name: 'Cleo' } });
    const body = {
      sender: { bot_id: 'helper' },
      target: { user_ids: ['cleo'] },
      body: { text: 'hi', metadata: [{ type: 'text' }] },
    };
    const headers = { prefer: 'return=representation' };
    const { messages } = await server.ok('POST', MESSAGES, { body, headers });
    const common = { avatar_url: '', status: 'active', role: 'member' };
    expect(await list(messages[0].thread_id)).toEqual([
      { ...common, user_id: 'helper', ext_user_id: bot.ext_user_id, display_name: 'Helper' },
      { ...common, user_id: 'cleo', ext_user_id: await extIdOf('cleo'), display_name: 'Cleo' },
    ]);
  });

  test('who was deactivated is shown as removed, with the last name', async () => {
    await server.users(2, 'leaver');
    const threadId = await server.group(['leaver1', 'leaver2']);
    await server.ok('DELETE', userUrl('leaver2'));
    expect(await list(threadId, 'status=removed')).toMatchObject([
      { user_id: 'leaver2', display_name: 'LEAVER2', status: 'removed', role: 'member' },
    ]);
  });
});

describe('the status', () => {
  const STATES: [user: string, status: string, change: string][] = [
    ['s01', 'active', `role = 'owner'`],
    ['s02', 'active', `role = 'admin'`],
    ['s03', 'muted', `muted_until = 'infinity'`],
    ['s04', 'muted', `muted_until = now() + interval '1 hour', role = 'admin'`],
    ['s05', 'active', `muted_until = now() - interval '1 second'`],
    ['s06', 'removed', `state = 'removed'`],
    ['s07', 'removed', `state = 'removed', muted_until = 'infinity'`],
    ['s08', 'banned', `state = 'banned'`],
    ['s09', 'banned', `state = 'banned', banned_until = now() + interval '1 hour', muted_until = 'infinity'`],
    ['s10', 'removed', `state = 'banned', banned_until = now() - interval '1 second'`],
    ['s11', 'banned', `state = 'banned', banned_until = 'infinity'`],
  ];
  let threadId: string;
  beforeAll(async () => {
    const users = STATES.map(([user_id]) => ({ user_id }));
    await server.ok('POST', BATCH, { body: { users } });
    threadId = await server.group(users.map(({ user_id }) => user_id));
    for (const [user, , change] of STATES) {
      await server.database.sql(`update members set ${change} where thread_id = $1 and ext_user_id = $2`, [
        threadId,
        await extIdOf(user),
      ]);
    }
  });

  test('follows from state, mute and ban, and changes when they end', async () => {
    const expected = STATES.map(([user_id, status]) => ({ user_id, status }));
    expect(await list(threadId)).toMatchObject(expected);
    expect(await list(threadId, 'status=all')).toMatchObject(expected);
  });

  test.each(['active', 'muted', 'removed', 'banned'])('filters: %s', async (status) => {
    const expected = STATES.filter(([, its]) => its === status).map(([user]) => user);
    expect(await idsIn(threadId, `status=${status}`)).toEqual(expected);
    expect(await idsIn(threadId, `status=${status}&limit=1`)).toEqual(expected.slice(0, 1));
    const after = await extIdOf(expected[0] ?? '');
    expect(await idsIn(threadId, `status=${status}&last_member_id=${after}`)).toEqual(expected.slice(1));
  });

  test('can be combined with the role', async () => {
    const roles = (await list(threadId)).map(({ role }) => role);
    expect(roles).toEqual(['owner', 'admin', 'member', 'admin', ...Array(7).fill('member')]);
  });
});

describe('paging', () => {
  let threadId: string;
  let users: string[];
  let extIds: string[];
  beforeAll(async () => {
    // A batch assigns ext_user_ids in the order of the ids, so these have leading zeros.
    users = Array.from({ length: 105 }, (_, index) => `p${String(index + 1).padStart(3, '0')}`);
    for (const part of [users.slice(0, 100), users.slice(100)]) {
      await server.ok('POST', BATCH, { body: { users: part.map((user_id) => ({ user_id })) } });
    }
    // The member list is not in the order of the request.
    threadId = await server.group([...users].reverse());
    extIds = (await list(threadId, 'limit=100')).map(({ ext_user_id }) => ext_user_id);
    extIds.push(...(await list(threadId, `last_member_id=${extIds.at(-1)}`)).map((m) => m.ext_user_id));
  });

  test('is in ascending numeric order of ext_user_id', async () => {
    expect(extIds).toHaveLength(105);
    expect(extIds).toEqual(extIds.toSorted((a, b) => Number(a) - Number(b)));
    expect(extIds[0]).toBe(await extIdOf('p001'));
  });

  test.each([
    '',
    'last_member_id=',
    'last_member_id=0',
    'last_member_id=000',
    'last_member_id=&member_id_type=2',
    'last_member_id=0&member_id_type=2',
    'limit=30&status=all&member_id_type=1',
  ])('starts at the first member with "%s", 30 a page', async (query) => {
    expect(await idsIn(threadId, query)).toEqual(users.slice(0, 30));
  });

  test.each([
    [1, 'ext_user_id'],
    [2, 'user_id'],
  ] as const)('shows everybody once by member_id_type %i', async (type, field) => {
    const seen: string[] = [];
    for (let last = ''; ; ) {
      const query = `limit=17&member_id_type=${type}&last_member_id=${encodeURIComponent(last)}`;
      const page = await list(threadId, query);
      if (page.length === 0) break;
      seen.push(...page.map(({ user_id }) => user_id));
      last = page.at(-1)?.[field] ?? '';
    }
    expect(seen).toEqual(users);
  });

  test('by ext_user_id accepts any decimal number as a position', async () => {
    const [first = ''] = extIds;
    expect((await idsIn(threadId, `last_member_id=000${first}`))[0]).toBe('p002');
    expect((await idsIn(threadId, `last_member_id=${Number(first) - 1}`))[0]).toBe('p001');
    expect(await idsIn(threadId, 'last_member_id=9223372036854775807')).toEqual([]);
  });

  test('by user_id accepts a non-member or a deactivated user as a position', async () => {
    await server.ok('PUT', userUrl('outsider'), { body: {} });
    expect(await idsIn(threadId, 'member_id_type=2&last_member_id=outsider')).toEqual([]);
    await server.ok('DELETE', userUrl('outsider'));
    expect(await idsIn(threadId, 'member_id_type=2&last_member_id=outsider')).toEqual([]);
  });

  describe('paging by a changed user_id', () => {
    let renamed: string;
    let serial = 0;
    beforeEach(async () => {
      serial += 1;
      const ids = await server.users(4, `r${serial}-`);
      renamed = await server.group(ids);
      await server.ok('PATCH', renameUrl(`r${serial}-2`, `r${serial}-new`));
    });
    const after = async (id: string) => idsIn(renamed, `member_id_type=2&last_member_id=${id}`);
    const id = (name: string) => `r${serial}-${name}`;

    test('continues from the old id as from the new one', async () => {
      expect(await after(id('2'))).toEqual([id('3'), id('4')]);
      expect(await after(id('new'))).toEqual([id('3'), id('4')]);
    });

    test('continues through a chain of changes', async () => {
      await server.ok('PATCH', renameUrl(id('new'), id('newer')));
      for (const name of ['2', 'new', 'newer']) expect(await after(id(name))).toEqual([id('3'), id('4')]);
    });

    test('continues from the user on the page, even if another user has taken the id', async () => {
      await server.ok('PUT', userUrl(id('2')), { body: {} });
      expect(await after(id('2'))).toEqual([id('3'), id('4')]);
    });

    test('continues after the new id has absorbed a record', async () => {
      await server.ok('PUT', userUrl(id('fresh')), { body: {} });
      await server.ok('PATCH', renameUrl(id('3'), id('fresh')));
      expect(await idsIn(renamed)).toEqual([id('1'), id('new'), id('fresh'), id('4')]);
      for (const name of ['3', 'fresh']) expect(await after(id(name))).toEqual([id('4')]);
    });
  });

  test.each([
    ['member_id_type=2&last_member_id=nobody', ['last_member_id']],
    ['member_id_type=2&last_member_id=P001', ['last_member_id']],
    ['member_id_type=2&last_member_id=%20p001', ['last_member_id']],
    ['member_id_type=2&last_member_id=abroad', ['last_member_id']],
    ['last_member_id=p001', ['last_member_id']],
    ['last_member_id=-1', ['last_member_id']],
    ['last_member_id=9223372036854775808', ['last_member_id']],
    ['member_id_type=1&last_member_id=1.0', ['last_member_id']],
    ['member_id_type=3', ['member_id_type']],
    ['member_id_type=0&limit=0&status=x', ['member_id_type', 'limit', 'status']],
    ['status=Active', ['status']],
    ['status=', ['status']],
    ['status=active&status=muted', ['status']],
    ['limit=101', ['limit']],
  ])('refuses %s', async (query, fields) => {
    await server.ok('PUT', userUrl('abroad'), { tenant: 'abroad', body: {} });
    await expectRefused(server, ['GET', membersUrl(threadId, query)], 'M40010', fields);
  });

  test('for a thread of another tenant is M40401, before last_member_id is checked', async () => {
    await expectRefused(server, ['GET', membersUrl(threadId), { tenant: 'abroad' }], 'M40401');
  });
});
