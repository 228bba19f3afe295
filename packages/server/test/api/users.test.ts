import { beforeAll, describe, expect, test } from 'vitest';
import {
  BATCH,
  BOTS,
  expectRefused,
  INJECTIONS,
  logOf,
  MESSAGES,
  membersUrl,
  THREADS,
  threadUrl,
  USERS,
  userUrl,
} from '../harness/api.ts';
import { textTo } from '../harness/population.ts';
import { useServer } from '../harness/use-server.ts';

const server = await useServer();

const put = async (id: string, body: object = {}) => server.ok('PUT', userUrl(id), { body });
const get = async (id: string) => server.ok('GET', userUrl(id));

const PROFILE = {
  display_name: 'Ann',
  avatar_url: 'https://pictures.example/ann.png',
  is_guest: true,
  metadata: '{"level": 1}',
};

describe('putting a user', () => {
  test('creates the user and returns the whole record', async () => {
    const before = Date.now() - 1000;
    const user = await put('ann', PROFILE);
    expect(user).toEqual({
      user_id: 'ann',
      ext_user_id: expect.stringMatching(/^[1-9][0-9]*$/),
      ...PROFILE,
      created_at: expect.any(Number),
      updated_at: user.created_at,
      deactivated_at: null,
    });
    expect(user.created_at).toBeGreaterThan(before);
    expect(user.created_at).toBeLessThan(Date.now() + 1000);
    expect(await get('ann')).toEqual(user);
  });

  test('without fields creates a user with empty ones', async () => {
    expect(await put('bare')).toMatchObject({
      display_name: '',
      avatar_url: '',
      is_guest: false,
      metadata: '',
    });
  });

  test.each([
    ['a field that is left out keeps its value', {}, {}],
    ['a field is replaced alone', { display_name: 'Beth' }, { display_name: 'Beth' }],
    ['null empties', { display_name: null, metadata: null }, { display_name: '', metadata: '' }],
    ['the empty string empties', { avatar_url: '', metadata: '' }, { avatar_url: '', metadata: '' }],
    ['false is a value', { is_guest: false }, { is_guest: false }],
    ['unknown fields are ignored', { ext_user_id: '1', created_at: 1, user_id: 'x' }, {}],
  ])('again: %s', async (name, change, expected) => {
    const first = await put(name, PROFILE);
    const second = await put(name, change);
    expect(second).toEqual({ ...first, ...expected, updated_at: second.updated_at });
    expect(second.updated_at).toBeGreaterThanOrEqual(first.updated_at);
  });

  test('treats ids that differ in one byte as different users', async () => {
    const ids = [
      'id',
      'Id',
      'ID',
      'id\u0301',
      'i\u0301d',
      'i d',
      'ıd',
      '\u00ed',
      'i\u0301',
      'ￜ',
      'a/b',
      'a%2Fb',
      '...',
      '.a',
      '%2e',
    ];
    await server.ok('POST', BATCH, { body: { users: ids.map((user_id) => ({ user_id })) } });
    const sql = 'select count(distinct ext_user_id)::int as n from users where user_id = any($1)';
    expect(await server.database.sql(sql, [ids])).toEqual([{ n: ids.length }]);
    for (const id of ids) expect((await get(id)).user_id).toBe(id);
  });

  test('refuses ids that URL parsers remove from a path, wherever a request has them', async () => {
    for (const id of ['.', '..']) {
      const users = { users: [{ user_id: 'fine' }, { user_id: id }] };
      await expectRefused(server, ['POST', BATCH, { body: users }], 'M40003', ['users[1].user_id']);
      const bot = { bot_id: id, display_name: 'Bot' };
      await expectRefused(server, ['POST', BOTS, { body: bot }], 'M40003', ['bot_id']);
    }
    await expectRefused(server, ['GET', userUrl('fine')], 'M40402', ['user_id']);
  });

  test.each(INJECTIONS)('stores its texts unchanged: %j', async (text) => {
    const user = await put('texts', { display_name: text, metadata: text });
    expect(user).toMatchObject({ display_name: text, metadata: text });
    expect(await get('texts')).toEqual(user);
  });

  test.each([
    [{ display_name: 1 }, 'M40003', ['display_name']],
    [
      { display_name: ['x'], avatar_url: {}, is_guest: 'true', metadata: { a: 1 } },
      'M40003',
      Object.keys(PROFILE),
    ],
    [{ is_guest: 1 }, 'M40003', ['is_guest']],
    [{ avatar_url: 'pictures.example/ann.png' }, 'M40003', ['avatar_url']],
  ] as const)('refuses %j', async (body, code, fields) => {
    await expectRefused(server, ['PUT', userUrl('refused'), { body }], code, fields);
  });
});

describe('getting a user', () => {
  test('that does not exist is M40402', async () => {
    await expectRefused(server, ['GET', userUrl('nobody')], 'M40402', ['user_id']);
  });

  test('finds no bot', async () => {
    await server.ok('POST', BOTS, { body: { bot_id: 'bot', display_name: 'Bot' } });
    await expectRefused(server, ['GET', userUrl('bot')], 'M40402', ['user_id']);
    await expectRefused(server, ['DELETE', userUrl('bot')], 'M40402', ['user_id']);
  });
});

describe('the namespace with bots', () => {
  const tenant = 'names';
  beforeAll(async () => {
    await server.ok('POST', BOTS, { body: { bot_id: 'shared', display_name: 'Shared' } });
    await server.ok('POST', BOTS, { body: { bot_id: 'dead', display_name: 'Dead' } });
    await server.ok('DELETE', `${BOTS}/dead`);
    await server.ok('POST', BOTS, { tenant, body: { bot_id: 'local', display_name: 'Local' } });
  });

  test.each([
    ['shared', undefined],
    ['shared', tenant],
    ['shared', 'another'],
    ['dead', undefined],
    ['dead', tenant],
    ['local', tenant],
  ])('refuses users the id of a bot: %s in %s', async (id, where) => {
    const options = where === undefined ? {} : { tenant: where };
    await expectRefused(server, ['PUT', userUrl(id), { ...options, body: {} }], 'M40901', ['user_id']);
    const body = { users: [{ user_id: 'new1' }, { user_id: id }, { user_id: 'new2' }] };
    await expectRefused(server, ['POST', BATCH, { ...options, body }], 'M40901', ['users[1].user_id']);
  });

  test("lets the id of a tenant's bot be a user elsewhere", async () => {
    expect((await put('local')).user_id).toBe('local');
    await server.ok('PUT', userUrl('local'), { tenant: 'another', body: {} });
  });
});

describe('a batch', () => {
  test('creates and updates users, and returns them in the order of the request', async () => {
    const old = await put('b2', PROFILE);
    const users = [
      { user_id: 'b3', display_name: 'Three' },
      { user_id: 'b2', is_guest: false },
      { user_id: 'b1' },
    ];
    const data = await server.ok('POST', BATCH, { body: { users } });
    expect(data).toMatchObject([
      { user_id: 'b3', display_name: 'Three', is_guest: false, deactivated_at: null },
      {
        ...PROFILE,
        user_id: 'b2',
        is_guest: false,
        ext_user_id: old.ext_user_id,
        created_at: old.created_at,
      },
      { user_id: 'b1', display_name: '' },
    ]);
    for (const user of data) expect(await get(user.user_id)).toEqual(user);
  });

  test('reactivates users', async () => {
    await put('b4');
    await server.ok('DELETE', userUrl('b4'));
    const [user] = await server.ok('POST', BATCH, { body: { users: [{ user_id: 'b4' }] } });
    expect(user.deactivated_at).toBeNull();
  });

  const many = (count: number) => Array.from({ length: count }, (_, index) => ({ user_id: `many${index}` }));
  test('accepts 100 users and no more', async () => {
    await expectRefused(server, ['POST', BATCH, { body: { users: many(101) } }], 'M40005', ['users']);
    expect(await server.ok('POST', BATCH, { body: { users: many(100) } })).toHaveLength(100);
  });

  test.each([
    [{}, 'M40002', ['users']],
    [{ users: null }, 'M40002', ['users']],
    [{ users: [] }, 'M40002', ['users']],
    [{ users: {} }, 'M40003', ['users']],
    [
      { users: [null, 'x', {}, { user_id: 5 }] },
      'M40002',
      ['users[0]', 'users[1]', 'users[2].user_id', 'users[3].user_id'],
    ],
    [{ users: [{ user_id: 'c1' }, { user_id: 'c2', display_name: 5 }] }, 'M40003', ['users[1].display_name']],
    [{ users: [{ user_id: 'c1' }, { user_id: 'c2' }, { user_id: 'c1' }] }, 'M40003', ['users[2].user_id']],
    [{ users: [{ user_id: 'c1' }, { user_id: ' c2' }] }, 'M40003', ['users[1].user_id']],
  ] as const)('is all or nothing: %j', async (body, code, fields) => {
    await expectRefused(server, ['POST', BATCH, { body }], code, fields);
  });
});

describe('a deactivated user', () => {
  test('is shown with the time of deactivation; deactivating again changes nothing', async () => {
    await put('d1', PROFILE);
    const before = Date.now() - 1000;
    const { body } = await server.call('DELETE', userUrl('d1'));
    expect(body).toEqual({ message_code: 'M200', message: 'Success' });
    const user = await get('d1');
    expect(user).toMatchObject({ ...PROFILE, deactivated_at: expect.any(Number) });
    expect(user.deactivated_at).toBeGreaterThan(before);
    await server.ok('DELETE', userUrl('d1'));
    expect(await get('d1')).toEqual(user);
    await expectRefused(server, ['DELETE', userUrl('d-nobody')], 'M40402', ['user_id']);
  });

  test('leaves every thread that they do not own, with log entries', async () => {
    const [user = '', other = ''] = await server.users(2, 'leave');
    const owned = await server.group([user, other]);
    const joined = await server.group([other, user]);
    const muted = await server.group([other, user]);
    const { ext_user_id } = await get(user);
    await server.database.sql(
      `update members set muted_until = 'infinity', role = 'admin' where thread_id = $1 and ext_user_id = $2`,
      [muted, ext_user_id],
    );
    await server.ok('POST', MESSAGES, { body: textTo(joined, user) });
    await server.ok('DELETE', userUrl(user));
    await server.ok('DELETE', userUrl(user));

    const statusIn = async (threadId: string) =>
      (await server.ok('GET', membersUrl(threadId))).find(
        (member: { user_id: string }) => member.user_id === user,
      );
    expect(await statusIn(owned)).toMatchObject({ status: 'active', role: 'owner' });
    for (const threadId of [joined, muted]) {
      expect(await statusIn(threadId)).toMatchObject({
        status: 'removed',
        role: 'member',
        display_name: 'LEAVE1',
      });
      expect(await server.ok('GET', threadUrl(threadId))).toMatchObject({ member_count: 1 });
      expect((await logOf(server, threadId)).at(-1)).toMatchObject({
        type: 'member.removed',
        actor: null,
        message_seq: null,
        change: { members: [{ ext_user_id }] },
      });
    }
    expect(await logOf(server, owned)).toHaveLength(1);
    expect(await server.ok('GET', threadUrl(owned))).toMatchObject({ member_count: 2 });
    expect(await server.ok('GET', threadUrl(joined))).toMatchObject({ message_count: 1 });
  });

  test('is unknown as sender, target, owner and member until put again', async () => {
    const [gone = '', other = ''] = await server.users(2, 'gone');
    const owned = await server.group([gone, other]);
    const { ext_user_id } = await get(gone);
    await server.ok('DELETE', userUrl(gone));
    const content = { text: 'x', metadata: [{ type: 'text' }] };
    const to = (target: object) => ({ body: { sender: { user_id: other }, target, body: content } });
    const group = (changes: object) => ({
      body: { name: 'G', owner_id: other, member_ids: [], id_type: 2, ...changes },
    });
    const requests = [
      ['sender.user_id', MESSAGES, { body: textTo(owned, gone) }],
      ['target.user_ids[0]', MESSAGES, to({ user_ids: [gone] })],
      ['target.ext_user_ids[0]', MESSAGES, to({ ext_user_ids: [ext_user_id] })],
      ['owner_id', THREADS, group({ owner_id: gone })],
      ['member_ids[0]', THREADS, group({ member_ids: [gone] })],
    ] as const;
    for (const [field, url, options] of requests) {
      await expectRefused(server, ['POST', url, options], 'M40402', [field]);
    }
    expect((await put(gone)).deactivated_at).toBeNull();
    for (const [, url, options] of requests) await server.ok('POST', url, options);
  });

  test('keeps record and profile when put again, but not the memberships', async () => {
    const user = await put('again', PROFILE);
    await put('again-owner');
    const threadId = await server.group(['again-owner', 'again']);
    await server.ok('DELETE', userUrl('again'));
    expect(await put('again')).toEqual({ ...user, updated_at: expect.any(Number) });
    expect(await server.ok('GET', membersUrl(threadId, 'status=active'))).toHaveLength(1);
  });
});

describe('listing users', () => {
  const tenant = 'list';
  const list = async (query = ''): Promise<{ user_id: string; ext_user_id: string }[]> =>
    server.ok('GET', `${USERS}?${query}`, { tenant });

  test('shows each user of the space once, deactivated ones included, without bots', async () => {
    expect(await list()).toEqual([]);
    const ids = Array.from({ length: 35 }, (_, index) => `l${String(index).padStart(2, '0')}`);
    await server.ok('POST', BATCH, { tenant, body: { users: ids.map((user_id) => ({ user_id })) } });
    await server.ok('POST', BOTS, { tenant, body: { bot_id: 'bot-of-list', display_name: 'x' } });
    await server.ok('DELETE', userUrl('l07'), { tenant });
    const seen: string[] = [];
    for (
      let page = await list('limit=8');
      page.length > 0;
      page = await list(`limit=8&last_id=${page.at(-1)?.ext_user_id}`)
    ) {
      seen.push(...page.map(({ user_id }) => user_id));
    }
    expect(seen).toEqual(ids);
    expect((await list()).map(({ user_id }) => user_id)).toEqual(ids.slice(0, 30));
    expect(await list('last_id=0&limit=1')).toEqual([await server.ok('GET', userUrl('l00'), { tenant })]);
    expect(await list('last_id=9223372036854775807')).toEqual([]);
  });
});
