// @module-tag database
import { beforeEach, describe, expect, test } from 'vitest';
import {
  BOTS,
  expectRefused,
  fingerprint,
  logOf,
  MESSAGES,
  membersUrl,
  renameUrl,
  THREADS,
  threadUrl,
  userUrl,
} from '../harness/api.ts';
import type { CallOptions } from '../harness/calls.ts';
import { textTo } from '../harness/population.ts';
import { useServer } from '../harness/use-server.ts';

const server = await useServer();
let serial = 0;
/** The ids of one test: `a` becomes `a7` in the seventh test. */
let a: string;
let b: string;
let c: string;
beforeEach(() => {
  serial += 1;
  [a, b, c] = [`a${serial}`, `b${serial}`, `c${serial}`];
});

const put = async (id: string, profile: object = {}, options: CallOptions = {}) =>
  server.ok('PUT', userUrl(id), { ...options, body: { display_name: id.toUpperCase(), ...profile } });
const get = async (id: string, options: CallOptions = {}) => server.ok('GET', userUrl(id), options);
const change = async (from: string, to: string, options: CallOptions = {}) => {
  const { status, body } = await server.call('PATCH', renameUrl(from, to), options);
  expect({ status, body }).toEqual({ status: 200, body: { message_code: 'M200', message: 'Success' } });
};
const refused = async (from: string, to: string, code: 'M40402' | 'M40901', options: CallOptions = {}) => {
  const field = code === 'M40402' ? 'current_user_id' : 'new_user_id';
  await expectRefused(server, ['PATCH', renameUrl(from, to), options], code, [field]);
};
const expectUnknown = async (id: string) =>
  expectRefused(server, ['GET', userUrl(id)], 'M40402', ['user_id']);
const idsIn = async (threadId: string) =>
  (await server.ok('GET', membersUrl(threadId))).map(({ user_id }: { user_id: string }) => user_id);

describe('changing a user id', () => {
  test('keeps the record, memberships, roles, history, counters and read positions', async () => {
    const user = await put(a, { is_guest: true, metadata: 'm', avatar_url: 'https://a.example/a' });
    await put(b);
    const owned = await server.group([a, b]);
    const joined = await server.group([b, a]);
    await server.ok('POST', MESSAGES, { body: textTo(joined, a, 'from before') });
    await server.database.sql('update user_threads set read_seq = 2 where ext_user_id = $1', [
      user.ext_user_id,
    ]);
    const before = await fingerprint(server);
    await change(a, c);

    expect(await get(c)).toEqual({ ...user, user_id: c, updated_at: expect.any(Number) });
    await expectUnknown(a);
    expect(await idsIn(owned)).toEqual([c, b]);
    expect(await idsIn(joined)).toEqual([c, b]);
    const { users: _users, user_renames: _renames, token_revocations: _tokens, ...others } = before;
    expect(await fingerprint(server)).toMatchObject(others);
    expect((await logOf(server, joined)).at(-1)).toMatchObject({ actor: user.ext_user_id });
    await server.ok('POST', MESSAGES, { body: textTo(joined, c, 'from now on') });
    await expectRefused(server, ['POST', MESSAGES, { body: textTo(joined, a) }], 'M40402', [
      'sender.user_id',
    ]);
  });

  test('to the same id succeeds and changes nothing', async () => {
    await put(a);
    const before = await fingerprint(server);
    await change(a, a);
    expect(await fingerprint(server)).toEqual(before);
  });

  test('succeeds when it has already happened, and changes nothing', async () => {
    await put(a);
    await change(a, b);
    const before = await fingerprint(server);
    await change(a, b);
    await change(a, b);
    expect(await fingerprint(server)).toEqual(before);
  });

  test('accepts any valid identifier: slashes, dots, inner spaces, other scripts', async () => {
    await put(a);
    const odd = [
      `x/${serial}`,
      `..${serial}`,
      `% 2F${serial}`,
      `имя-${serial}`,
      `\u{1f600}${serial}`,
      `?#&=${serial}`,
    ];
    for (const [index, id] of odd.entries()) await change(odd[index - 1] ?? a, id);
    expect(await get(odd.at(-1) ?? '')).toMatchObject({ user_id: odd.at(-1) });
  });

  test('leaves a deactivated user deactivated', async () => {
    await put(a);
    await server.ok('DELETE', userUrl(a));
    await change(a, b);
    expect((await get(b)).deactivated_at).not.toBeNull();
  });
});

describe('a user id change is refused for', () => {
  test('an unknown current id, even to itself', async () => {
    await put(b);
    await refused(a, b, 'M40402');
    await refused(a, c, 'M40402');
    await refused(a, a, 'M40402');
  });

  test('a new id whose user has a thread, even one they left', async () => {
    for (const id of [a, b, c]) await put(id);
    await server.group([c, b]);
    await refused(a, b, 'M40901');
    await refused(a, c, 'M40901');
    await server.ok('DELETE', userUrl(b));
    await refused(a, b, 'M40901');
  });

  test('a new id whose user has sent or received a direct message', async () => {
    for (const id of [a, b, c]) await put(id);
    const body = {
      sender: { user_id: b },
      target: { user_ids: [c] },
      body: { text: 'x', metadata: [{ type: 'text' }] },
    };
    await server.ok('POST', MESSAGES, { body });
    await refused(a, b, 'M40901');
    await refused(a, c, 'M40901');
  });

  test("a bot's id, as the current or the new id", async () => {
    await put(a);
    await server.ok('POST', BOTS, { body: { bot_id: b, display_name: 'Bot' } });
    await refused(b, c, 'M40402');
    await refused(b, b, 'M40402');
    await refused(a, b, 'M40901');
    await server.ok('DELETE', `${BOTS}/${b}`);
    await refused(a, b, 'M40901');
  });

  test.each([
    ['%20x', 'y', 'M40003', ['current_user_id']],
    ['x', '%00', 'M40003', ['new_user_id']],
    ['%E2%80%8B', '%E2%80%AE', 'M40003', ['current_user_id', 'new_user_id']],
    ['x'.repeat(256), '%0A', 'M40003', ['current_user_id', 'new_user_id']],
    ['x', 'x'.repeat(256), 'M40004', ['new_user_id']],
  ] as const)('an invalid identifier: %s to %s', async (from, to, code, fields) => {
    await expectRefused(server, ['PATCH', `/user/v1.0/user/${from}/change-user-id/${to}`], code, fields);
  });
});

test.each(['TRUE', '1', 'yes', 'null', 'true%20', 'true&end_connections=true'])(
  'end_connections refuses "%s"',
  async (value) => {
    await put(a);
    const url = `${renameUrl(a, b)}?end_connections=${value}`;
    await expectRefused(server, ['PATCH', url], 'M40010', ['end_connections']);
    await expectUnknown(b);
  },
);

describe('the old user id', () => {
  test('is free for a new, different user', async () => {
    const { ext_user_id } = await put(a);
    await change(a, b);
    const again = await put(a);
    expect(again.ext_user_id).not.toBe(ext_user_id);
    expect((await get(b)).ext_user_id).toBe(ext_user_id);
  });

  test('is free for a bot', async () => {
    await put(a);
    await change(a, b);
    await server.ok('POST', BOTS, { body: { bot_id: a, display_name: 'Bot' } });
    await refused(a, b, 'M40402');
  });

  test('once reused, does not make a new change look like a repeat of the old one', async () => {
    await put(a);
    await put(c);
    await server.group([a, c]);
    await change(a, b);
    await put(a);
    await refused(a, b, 'M40901');
  });

  test('can be restored, and changed again', async () => {
    const { ext_user_id } = await put(a);
    await change(a, b);
    await change(b, a);
    expect(await get(a)).toMatchObject({ user_id: a, ext_user_id });
    await expectUnknown(b);
    await change(a, b);
    expect(await get(b)).toMatchObject({ user_id: b, ext_user_id });
    await change(a, b);
  });

  test('is remembered along a chain of changes', async () => {
    const { ext_user_id } = await put(a);
    await change(a, b);
    await change(b, c);
    await change(a, b);
    await change(b, c);
    await refused(a, c, 'M40402');
    expect(await get(c)).toMatchObject({ ext_user_id });
    await expectUnknown(b);
  });
});

describe('a new user id that was synchronised too early', () => {
  test('is absorbed: its profile wins, the old record and history stay', async () => {
    const guest = await put(a, { is_guest: true, metadata: 'guest', avatar_url: 'https://a.example/guest' });
    await put(c);
    const threadId = await server.group([a, c]);
    const regular = await put(b, { display_name: 'Regular', metadata: '' });
    await change(a, b);
    expect(await get(b)).toEqual({
      ...guest,
      user_id: b,
      display_name: 'Regular',
      avatar_url: '',
      is_guest: false,
      metadata: '',
      updated_at: expect.any(Number),
    });
    expect(await idsIn(threadId)).toEqual([b, c]);
    await expectUnknown(a);
    const alias = 'select ext_user_id from user_aliases where alias_ext_user_id = $1';
    expect(await server.database.sql(alias, [regular.ext_user_id])).toEqual([
      { ext_user_id: guest.ext_user_id },
    ]);
    await change(a, b);
  });

  test('leaves its ext_user_id as an alias wherever ids are read', async () => {
    const guest = await put(a);
    const { ext_user_id: alias } = await put(b);
    const other = await put(c);
    await change(a, b);

    const group = { name: 'G', owner_id: alias, member_ids: [other.ext_user_id], id_type: 1 };
    const { thread_id } = await server.ok('POST', THREADS, { body: group });
    const group2 = { ...group, owner_id: other.ext_user_id, member_ids: [alias, guest.ext_user_id] };
    const second = await server.ok('POST', THREADS, { body: group2 });
    for (const id of [thread_id, second.thread_id]) expect(await idsIn(id)).toEqual([b, c]);

    const to = (ext_user_ids: string[]) => ({
      body: {
        sender: { user_id: c },
        target: { ext_user_ids },
        body: { text: 'x', metadata: [{ type: 'text' }] },
      },
      headers: { prefer: 'return=representation' },
    });
    const { messages } = await server.ok('POST', MESSAGES, to([alias]));
    const again = await server.ok('POST', MESSAGES, to([guest.ext_user_id, alias]));
    expect(again.messages).toEqual([{ ...messages[0], seq: 3, id: `${messages[0].thread_id}.3` }]);
    expect(await idsIn(messages[0].thread_id)).toEqual([b, c]);
  });

  test('may have absorbed another record: aliases of aliases resolve to the last one', async () => {
    const first = await put(a);
    const second = await put(b);
    const third = await put(c);
    await change(b, c);
    await change(a, c);
    const group = { name: 'G', owner_id: third.ext_user_id, member_ids: [second.ext_user_id], id_type: 1 };
    const { thread_id } = await server.ok('POST', THREADS, { body: group });
    expect(await server.ok('GET', membersUrl(thread_id))).toMatchObject([
      { user_id: c, ext_user_id: first.ext_user_id, role: 'owner' },
    ]);
    await change(b, c);
    await change(a, c);
  });

  test('is absorbed by a user who changes back and forth', async () => {
    const { ext_user_id } = await put(a);
    await change(a, b);
    await put(a);
    await change(b, a);
    expect(await get(a)).toMatchObject({ ext_user_id });
    await put(b);
    await change(a, b);
    expect(await get(b)).toMatchObject({ ext_user_id });
    await expectUnknown(a);
  });

  test('can be put again afterwards, which updates the user who absorbed it', async () => {
    const { ext_user_id } = await put(a);
    await put(b);
    await change(a, b);
    expect(await put(b, { display_name: 'Again' })).toMatchObject({ ext_user_id, display_name: 'Again' });
  });
});

describe('tenants', () => {
  const tenant = 'tenant';

  test('have their own users: an id of another space does not exist', async () => {
    await put(a, {}, { tenant });
    await refused(a, b, 'M40402');
    await refused(a, b, 'M40402', { tenant: 'other' });
    await change(a, b, { tenant });
    await refused(a, b, 'M40402');
    expect(await get(b, { tenant })).toMatchObject({ user_id: b });
  });

  test('do not notice that another tenant uses the new id', async () => {
    await put(a, {}, { tenant });
    for (const id of [b, c]) await put(id);
    const threadId = await server.group([b, c]);
    await change(a, b, { tenant });
    expect(await idsIn(threadId)).toEqual([b, c]);
    await expectRefused(server, ['GET', threadUrl(threadId), { tenant }], 'M40401');
  });

  test("share the application's bots, so those ids are taken everywhere", async () => {
    await server.ok('POST', BOTS, { body: { bot_id: b, display_name: 'Bot' } });
    await server.ok('POST', BOTS, { tenant: 'other', body: { bot_id: c, display_name: 'Bot' } });
    await put(a, {}, { tenant });
    await refused(a, b, 'M40901', { tenant });
    await change(a, c, { tenant });
  });
});
