// @module-tag database
import { beforeAll, describe, expect, test } from 'vitest';
import {
  expectRefused,
  fingerprint,
  INJECTIONS,
  logOf,
  membersUrl,
  renameUrl,
  THREADS,
  threadUrl,
  userUrl,
} from '../harness/api.ts';
import { useServer } from '../harness/use-server.ts';

const server = await useServer();
let extIds: Record<string, string>;
beforeAll(async () => {
  await server.users(4, 'u');
  extIds = {};
  for (const id of ['u1', 'u2', 'u3', 'u4']) {
    extIds[id] = (await server.ok('GET', userUrl(id))).ext_user_id;
  }
});

const GROUP = { name: 'Group', owner_id: 'u1', member_ids: ['u2', 'u3'], id_type: 2 };

async function create(changes: Record<string, unknown> = {}): Promise<string> {
  const data = await server.ok('POST', THREADS, { body: { ...GROUP, ...changes } });
  return data.thread_id;
}

async function rolesIn(threadId: string): Promise<Record<string, string>> {
  const members: { user_id: string; role: string }[] = await server.ok('GET', membersUrl(threadId));
  return Object.fromEntries(members.map(({ user_id, role }) => [user_id, role]));
}

describe('a new group', () => {
  test('returns only its id', async () => {
    const { status, body } = await server.call('POST', THREADS, { body: GROUP });
    expect(status).toBe(200);
    expect(body).toEqual({
      message_code: 'M200',
      message: 'Success',
      data: { thread_id: expect.stringMatching(/^[1-9][0-9]*$/) },
    });
  });

  test('has exactly the documented fields, alone and in lists', async () => {
    const before = Date.now();
    const text = { name: 'Team', description: 'About us', avatar_url: 'https://pictures.example/t.png' };
    const id = await create(text);
    const shared = {
      id,
      ...text,
      type: 'group',
      link_count: 0,
      image_count: 0,
      file_count: 0,
      video_count: 0,
      member_count: 3,
      message_count: 0,
      pin_message_count: 0,
    };
    expect(await server.ok('GET', threadUrl(id))).toEqual({ ...shared, metadata: '' });
    const [listed] = await server.ok('GET', `${THREADS}?last_thread_id=${Number(id) - 1}`);
    expect(listed).toEqual({ ...shared, created_at: expect.any(Number) });
    expect(listed.created_at).toBeGreaterThanOrEqual(before - 1000);
    expect(listed.created_at).toBeLessThanOrEqual(Date.now() + 1000);
  });

  test('starts its log with one entry that names the members', async () => {
    const id = await create();
    const member = (user: string, role: string) => ({ ext_user_id: extIds[user], role });
    const change = { members: [member('u1', 'owner'), member('u2', 'member'), member('u3', 'member')] };
    expect(await logOf(server, id)).toEqual([
      { seq: 1, type: 'thread.created', actor: null, message_seq: null, change },
    ]);
  });

  test.each([
    ['duplicates count once', ['u2', 'u2', 'u3', 'u2'], { u1: 'owner', u2: 'member', u3: 'member' }],
    ['the owner among the members stays owner', ['u1', 'u2', 'u1'], { u1: 'owner', u2: 'member' }],
    ['the list of members may be empty', [], { u1: 'owner' }],
  ])('%s', async (_, member_ids, roles) => {
    const id = await create({ member_ids });
    expect(await rolesIn(id)).toEqual(roles);
    const { member_count } = await server.ok('GET', threadUrl(id));
    expect(member_count).toBe(Object.keys(roles).length);
  });

  test('reads all ids as ext_user_id with id_type 1, as numbers', async () => {
    const owner_id = `00${extIds.u1}`;
    const id = await create({ id_type: 1, owner_id, member_ids: [extIds.u2, `0${extIds.u2}`, extIds.u1] });
    expect(await rolesIn(id)).toEqual({ u1: 'owner', u2: 'member' });
  });

  test('reads an ambiguous id according to id_type', async () => {
    const both = extIds.u3 ?? '';
    await server.ok('PUT', userUrl(both), { body: {} });
    expect(await rolesIn(await create({ owner_id: both, member_ids: [] }))).toEqual({ [both]: 'owner' });
    const byExtId = await create({ id_type: 1, owner_id: both, member_ids: [] });
    expect(await rolesIn(byExtId)).toEqual({ u3: 'owner' });
  });

  test('resolves the ext_user_id of an absorbed record to the user who absorbed it', async () => {
    await server.users(2, 'absorb');
    const { ext_user_id: alias } = await server.ok('GET', userUrl('absorb2'));
    const { ext_user_id: own } = await server.ok('GET', userUrl('absorb1'));
    await server.ok('PATCH', renameUrl('absorb1', 'absorb2'));
    const id = await create({ id_type: 1, owner_id: alias, member_ids: [own, alias, extIds.u1] });
    expect(await rolesIn(id)).toEqual({ absorb2: 'owner', u1: 'member' });
    const asMember = await create({ id_type: 1, owner_id: extIds.u1, member_ids: [alias, own] });
    expect(await rolesIn(asMember)).toEqual({ absorb2: 'member', u1: 'owner' });
  });

  test.each([
    [{ reference_id: 'task-1' }, { reference_id: 'task-1', satl_reference_id: null }],
    [{ satl_reference_id: 'list-1' }, { reference_id: null, satl_reference_id: 'list-1' }],
    [
      { reference_id: 'task-1', satl_reference_id: 'list-1' },
      { reference_id: 'task-1', satl_reference_id: 'list-1' },
    ],
    [
      { reference_id: '', satl_reference_id: null },
      { reference_id: null, satl_reference_id: null },
    ],
  ])('stores the link codes %j, which need not be unique', async (links, stored) => {
    for (const id of [await create(links), await create(links)]) {
      const sql = 'select reference_id, satl_reference_id from threads where id = $1';
      expect(await server.database.sql(sql, [id])).toEqual([stored]);
    }
  });

  test('treats null and "" in optional fields as absent, and accepts `type: "group"`', async () => {
    const id = await create({ avatar_url: null, description: '', type: 'group', unknown: { a: 1 } });
    expect(await server.ok('GET', threadUrl(id))).toMatchObject({ avatar_url: '', description: '' });
    expect(await server.ok('GET', threadUrl(await create({ type: null, avatar_url: '' })))).toMatchObject({
      type: 'group',
      avatar_url: '',
    });
  });

  test.each(INJECTIONS)('stores its texts unchanged: %j', async (text) => {
    const id = await create({ name: text, description: text });
    expect(await server.ok('GET', threadUrl(id))).toMatchObject({ name: text, description: text });
  });
});

describe('a group is refused', () => {
  test.each([
    ['without anything', {}, 'M40002', ['name', 'owner_id', 'member_ids', 'id_type']],
    ['without members', { ...GROUP, member_ids: null }, 'M40002', ['member_ids']],
    ['with an empty name', { ...GROUP, name: '' }, 'M40002', ['name']],
    ['with an empty owner', { ...GROUP, owner_id: '' }, 'M40002', ['owner_id']],
    [
      'with numbers among the members',
      { ...GROUP, member_ids: ['u2', 5, 12345678901234567890n] },
      'M40003',
      ['member_ids[1]', 'member_ids[2]'],
    ],
    [
      'with nothing among the members',
      { ...GROUP, member_ids: [null, '', 'u2'] },
      'M40003',
      ['member_ids[0]', 'member_ids[1]'],
    ],
    ['with members in a string', { ...GROUP, member_ids: 'u2' }, 'M40003', ['member_ids']],
    ['with id_type in a string', { ...GROUP, id_type: '2' }, 'M40003', ['id_type']],
    ['with an unknown id_type', { ...GROUP, id_type: 3 }, 'M40003', ['id_type']],
    ['with user_ids and id_type 1', { ...GROUP, id_type: 1 }, 'M40003', memberFields('owner_id', 2)],
    ['with ext_user_id 0', { ...GROUP, id_type: 1, owner_id: '0', member_ids: [] }, 'M40003', ['owner_id']],
    ['as a one-to-one thread', { ...GROUP, type: 'direct' }, 'M40011', ['type']],
    ['as an unknown type', { ...GROUP, type: 'Group' }, 'M40003', ['type']],
    ['with a relative address', { ...GROUP, avatar_url: '/a.png' }, 'M40003', ['avatar_url']],
    ['with a link code that is no identifier', { ...GROUP, reference_id: ' a' }, 'M40003', ['reference_id']],
    [
      'with several faults, where the first code of the table counts',
      { ...GROUP, name: null, owner_id: 5, satl_reference_id: 'x'.repeat(256), type: 'direct' },
      'M40002',
      ['name', 'owner_id', 'satl_reference_id', 'type'],
    ],
  ] as const)('%s', async (_, body, code, fields) => {
    const text = JSON.stringify(body, (_key, value) =>
      typeof value === 'bigint' ? JSON.rawJSON(String(value)) : value,
    );
    await expectRefused(server, ['POST', THREADS, { body: text }], code, fields);
  });

  test('with every id of no active user in this space named', async () => {
    await server.users(1, 'gone');
    await server.ok('DELETE', userUrl('gone1'));
    await server.users(1, 'foreign', { tenant: 'elsewhere' });
    await server.ok('POST', '/bot/v1.0/bot', { body: { bot_id: 'robot', display_name: 'Robot' } });
    const member_ids = ['u2', 'nobody', 'gone1', 'u3', 'foreign1', 'robot', 'U2'];
    const body = { ...GROUP, owner_id: 'nobody', member_ids };
    const fields = ['owner_id', ...[1, 2, 4, 5, 6].map((index) => `member_ids[${index}]`)];
    await expectRefused(server, ['POST', THREADS, { body }], 'M40402', fields);
    const { ext_user_id } = await server.ok('GET', userUrl('foreign1'), { tenant: 'elsewhere' });
    const byExtId = {
      ...GROUP,
      id_type: 1,
      owner_id: extIds.u1,
      member_ids: [ext_user_id, '999999', extIds.u2],
    };
    await expectRefused(server, ['POST', THREADS, { body: byExtId }], 'M40402', memberFields(undefined, 2));
  });

  test('with more than 1,000 members; 1,000 are accepted', async () => {
    const ids = await server.users(1_000, 'many');
    const body = { ...GROUP, member_ids: [...ids, 'u2'] };
    await expectRefused(server, ['POST', THREADS, { body }], 'M40005', ['member_ids']);
    const id = await create({ member_ids: ids });
    expect(await server.ok('GET', threadUrl(id))).toMatchObject({ member_count: 1_001 });
  });
});

/** The fields of an owner and of `count` members. */
function memberFields(owner: string | undefined, count: number): string[] {
  return [...(owner ? [owner] : []), ...Array.from({ length: count }, (_, i) => `member_ids[${i}]`)];
}

describe('getting a thread', () => {
  test('reads its id as a number', async () => {
    const id = await create({ name: 'Seven' });
    expect(await server.ok('GET', threadUrl(`000${id}`))).toMatchObject({ id, name: 'Seven' });
  });

  test.each(['999999', '9223372036854775807'])('that does not exist (%s) is M40401', async (id) => {
    await expectRefused(server, ['GET', threadUrl(id)], 'M40401');
    await expectRefused(server, ['GET', membersUrl(id)], 'M40401');
  });

  test('shows its metadata unchanged', async () => {
    const id = await create();
    const metadata = ' {"b": 1, "a": 1.0e400}\n';
    await server.database.sql('update threads set metadata = $2 where id = $1', [id, metadata]);
    expect(await server.ok('GET', threadUrl(id))).toMatchObject({ metadata });
  });
});

describe('listing threads', () => {
  const tenant = 'lists';
  let all: string[];
  beforeAll(async () => {
    await server.users(2, 'u', { tenant });
    all = [];
    for (let n = 0; n < 105; n += 1) all.push(await server.group(['u1'], { tenant }));
  });

  async function list(query: string, tenantId = tenant): Promise<string[]> {
    const data: { id: string }[] = await server.ok('GET', `${THREADS}?${query}`, { tenant: tenantId });
    return data.map(({ id }) => id);
  }

  test.each(['', 'last_thread_id=', 'last_thread_id=0', 'last_thread_id=000', 'limit=30'])(
    'returns the first 30 with "%s"',
    async (query) => {
      expect(await list(query)).toEqual(all.slice(0, 30));
    },
  );

  test.each([1, 2, 99, 100])('returns %i in ascending numeric order', async (limit) => {
    expect(await list(`limit=${limit}`)).toEqual(all.slice(0, limit));
    expect(all).toEqual(all.toSorted((a, b) => Number(a) - Number(b)));
  });

  test('shows every thread once when paged by the last id', async () => {
    const seen: string[] = [];
    for (let page = await list('limit=13'); page.length > 0; ) {
      seen.push(...page);
      page = await list(`limit=13&last_thread_id=${page.at(-1)}`);
    }
    expect(seen).toEqual(all);
  });

  test('continues from an id of no thread in this space, compared as a number', async () => {
    const inOwnSpace = await create();
    const after = await server.group(['u1'], { tenant });
    expect(await list(`last_thread_id=000${inOwnSpace}`)).toEqual([after]);
    expect(await list('last_thread_id=9223372036854775807')).toEqual([]);
    all.push(after);
  });

  test('stays within the space, and is empty for an unknown tenant', async () => {
    expect(await list('', 'nobody-wrote-here')).toEqual([]);
    const own = await server.ok('GET', `${THREADS}?limit=100`);
    expect(own.some(({ id }: { id: string }) => all.includes(id))).toBe(false);
  });

  test('with only_public_thread omits direct and linked threads', async () => {
    const spaceOf = { tenant: 'public' };
    await server.users(2, 'u', spaceOf);
    const group = { ...GROUP, member_ids: [] };
    const make = async (links: object) =>
      (await server.ok('POST', THREADS, { ...spaceOf, body: { ...group, ...links } })).thread_id as string;
    const open = await make({});
    const task = await make({ reference_id: 'r' });
    const listed = await make({ satl_reference_id: 's' });
    const both = await make({ reference_id: 'r', satl_reference_id: 's' });
    const emptyLinks = await make({ reference_id: '', satl_reference_id: null });
    const body = {
      sender: { user_id: 'u1' },
      target: { user_ids: ['u2'] },
      body: { text: 'x', metadata: [{ type: 'text' }] },
    };
    await server.ok('POST', '/open-api/v1.0/chat/messages', { ...spaceOf, body });

    expect(await list('only_public_thread=true', 'public')).toEqual([open, emptyLinks]);
    const everything = await list('only_public_thread=false', 'public');
    expect(everything.slice(0, 5)).toEqual([open, task, listed, both, emptyLinks]);
    expect(everything).toHaveLength(6);
    expect(await list('', 'public')).toEqual(everything);
    expect(await list(`only_public_thread=true&limit=1&last_thread_id=${open}`, 'public')).toEqual([
      emptyLinks,
    ]);
  });

  test('writes nothing', async () => {
    const before = await fingerprint(server);
    await list('limit=100');
    expect(await fingerprint(server)).toEqual(before);
  });
});
