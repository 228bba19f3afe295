import { afterAll, describe, expect, test } from 'vitest';
import { expectRefused, logOf, MESSAGES, membersUrl, memberUrl, threadUrl, userUrl } from '../harness/api.ts';
import { act, groupWith } from '../harness/manage-members.ts';
import { textTo } from '../harness/population.ts';
import { recount } from '../harness/recount.ts';
import { useServer } from '../harness/use-server.ts';

const server = await useServer();
afterAll(async () => {
  expect(await recount(server.database)).toEqual([]);
});

describe('adding members', () => {
  test('is all or nothing, and names every obstacle', async () => {
    const { threadId, boss } = await groupWith(server, 'active');
    const [a = '', b = '', c = ''] = await server.users(3, `${boss}-x`);
    await act(server, threadId, 'ban', b);
    const add = (member_ids: string[]) =>
      ['POST', membersUrl(threadId), { body: { member_ids, id_type: 2 } }] as const;
    await expectRefused(server, [...add([a, b, c])], 'M40903', ['member_ids[1]']);
    await expectRefused(server, [...add([a, 'nobody', b, 'noone'])], 'M40402', [
      'member_ids[1]',
      'member_ids[3]',
    ]);
    const [, path, options] = add([c, a, c]);
    const added = await server.ok('POST', path, options);
    expect(added.map((one: { user_id: string }) => one.user_id)).toEqual([a, c]);
    expect((await logOf(server, threadId)).at(-1)).toMatchObject({
      type: 'member.added',
      change: { members: [{ role: 'member' }, { role: 'member' }] },
    });
  });

  test('with a role makes the new members admins', async () => {
    const { threadId, boss, who } = await groupWith(server, 'active');
    const [fresh = ''] = await server.users(1, `${boss}-fresh`);
    const body = { member_ids: [who, fresh], id_type: 2, role: 'admin' };
    const added = await server.ok('POST', membersUrl(threadId), { body });
    expect(added.map(({ role }: { role: string }) => role)).toEqual(['member', 'admin']);
  });

  test('reads ids according to id_type', async () => {
    const { threadId, who } = await groupWith(server, 'none');
    const { ext_user_id } = await server.ok('GET', userUrl(who));
    const url = membersUrl(threadId);
    await expectRefused(server, ['POST', url, { body: { member_ids: [who], id_type: 1 } }], 'M40003', [
      'member_ids[0]',
    ]);
    await server.ok('POST', url, { body: { member_ids: [`00${ext_user_id}`, ext_user_id], id_type: 1 } });
    const one = `${threadUrl(threadId)}/members/${ext_user_id}`;
    await server.ok('POST', `${one}/mute`);
    await server.ok('DELETE', `${one}?id_type=1`);
    await expectRefused(server, ['DELETE', `${threadUrl(threadId)}/members/${who}`], 'M40003', ['member_id']);
    await expectRefused(server, ['DELETE', `${one}?id_type=3`], 'M40010', ['id_type']);
  });

  test.each([
    [{}, 'M40002', ['id_type', 'member_ids']],
    [{ member_ids: [], id_type: 2 }, 'M40002', ['member_ids']],
    [{ member_ids: 'a', id_type: 2 }, 'M40003', ['member_ids']],
    [{ member_ids: [1], id_type: 2 }, 'M40003', ['member_ids[0]']],
    [{ member_ids: ['t1-1'], id_type: '2' }, 'M40003', ['id_type']],
    [{ member_ids: ['t1-1'], id_type: 2, role: 'owner' }, 'M40003', ['role']],
    [{ member_ids: Array.from({ length: 1_001 }, () => 'a'), id_type: 2 }, 'M40005', ['member_ids']],
  ] as const)('with %j is %s', async (body, code, fields) => {
    const { threadId } = await groupWith(server, 'none');
    await expectRefused(server, ['POST', membersUrl(threadId), { body }], code, [...fields]);
  });

  test('accepts 1,000 at once', async () => {
    const { threadId, boss } = await groupWith(server, 'none');
    const many = await server.users(1_000, `${boss}-many`);
    const added = await server.ok('POST', membersUrl(threadId), { body: { member_ids: many, id_type: 2 } });
    expect(added).toHaveLength(1_000);
    expect((await server.ok('GET', threadUrl(threadId))).member_count).toBe(1_001);
  });

  test('refuses bots and deactivated users', async () => {
    const { threadId, who } = await groupWith(server, 'none');
    await server.call('POST', '/bot/v1.0/bot', { body: { bot_id: 'joiner', display_name: 'B' } });
    await server.ok('DELETE', userUrl(who));
    for (const id of ['joiner', who]) {
      for (const [url, body, field] of [
        [membersUrl(threadId), { member_ids: [id], id_type: 2 }, 'member_ids[0]'],
        [memberUrl(threadId, id, 'ban'), {}, 'member_id'],
      ] as const) {
        await expectRefused(server, ['POST', url, { body }], 'M40402', [field]);
      }
    }
  });

  test('names everybody who is missing: unknown and deactivated users, bots, and the acting user', async () => {
    const { threadId, who } = await groupWith(server, 'none');
    await server.call('POST', '/bot/v1.0/bot', { body: { bot_id: 'absent', display_name: 'B' } });
    await server.ok('DELETE', userUrl(who));
    const body = { member_ids: [who, 'nobody', 'absent', who], id_type: 2 };
    const fields = [0, 1, 2, 3].map((index) => `member_ids[${index}]`);
    await expectRefused(server, ['POST', membersUrl(threadId), { body }], 'M40402', fields);
    const headers = { 'x-acting-user-id': 'nobody' };
    const ban = memberUrl(threadId, who, 'ban');
    await expectRefused(server, ['POST', ban, { headers }], 'M40402', ['X-Acting-User-Id', 'member_id']);
  });
});

describe('bodies of mute, ban, role and owner', () => {
  const MAX = 253_402_300_799_999;
  test.each([
    [{ until: 0 }, 'M40003'],
    [{ until: -1 }, 'M40003'],
    [{ until: 1.5 }, 'M40003'],
    [{ until: '2030' }, 'M40003'],
    [{ until: MAX + 1 }, 'M40003'],
    [{ until: MAX }, 'M200'],
    [{ until: null }, 'M200'],
    [{ reason: 'ignored' }, 'M200'],
    ['', 'M200'],
    ['[]', 'M40003'],
    ['{', 'M40001'],
  ] as const)('%j is %s', async (body, code) => {
    const { threadId, who } = await groupWith(server, 'active');
    for (const action of ['mute', 'ban'] as const) {
      expect([action, (await act(server, threadId, action, who, { body })).body.message_code]).toEqual([
        action,
        code,
      ]);
    }
  });

  test.each([
    [{}, 'M40002'],
    [{ role: 'owner' }, 'M40003'],
    [{ role: 'ADMIN' }, 'M40003'],
    [{ role: 1 }, 'M40003'],
  ])('role %j is %s', async (body, code) => {
    const { threadId, who } = await groupWith(server, 'active');
    await expectRefused(server, ['PATCH', memberUrl(threadId, who), { body }], code as 'M40002', ['role']);
  });

  test.each([
    [{}, 'M40002', ['id_type', 'owner_id']],
    [{ owner_id: 'a', id_type: 1 }, 'M40003', ['owner_id']],
    [{ owner_id: 'nobody', id_type: 2 }, 'M40402', ['owner_id']],
  ] as const)('owner %j is %s', async (body, code, fields) => {
    const { threadId } = await groupWith(server, 'active');
    await expectRefused(server, ['POST', `${threadUrl(threadId)}/owner`, { body }], code, [...fields]);
  });
});

describe('a direct thread', () => {
  let directThreads = 0;
  async function directThread() {
    directThreads += 1;
    const [one = '', two = '', third = ''] = await server.users(3, `d${directThreads}-`);
    const body = { ...textTo('0', one), target: { user_ids: [two] } };
    const headers = { prefer: 'return=representation' };
    const { messages } = await server.ok('POST', MESSAGES, { body, headers });
    return { threadId: messages[0].thread_id as string, one, two, third };
  }

  test('has two fixed members: nobody can be added, banned in advance, or given a role', async () => {
    const { threadId, two, third } = await directThread();
    for (const action of ['add', 'ban'] as const) {
      expect((await act(server, threadId, action, third)).body.message_code).toBe('M40903');
    }
    for (const action of ['make admin', 'transfer'] as const) {
      expect((await act(server, threadId, action, two)).body.message_code).toBe('M40903');
    }
    const body = { member_ids: [two], id_type: 2, role: 'admin' };
    await expectRefused(server, ['POST', membersUrl(threadId), { body }], 'M40903', ['role']);
  });

  test('can be moderated, and a removed user can return', async () => {
    const { threadId, one, two } = await directThread();
    const write = async (from: string, to: string) => {
      const body = { ...textTo('0', from), target: { user_ids: [to] } };
      return (await server.call('POST', MESSAGES, { body })).body.message_code;
    };
    await act(server, threadId, 'mute', two);
    expect(await write(two, one)).toBe('M40304');
    await act(server, threadId, 'unmute', two);
    await act(server, threadId, 'ban', two);
    expect(await write(two, one)).toBe('M40305');
    await act(server, threadId, 'unban', two);
    expect(await write(two, one)).toBe('M200');
    await act(server, threadId, 'remove', two);
    expect((await act(server, threadId, 'add', two)).body.message_code).toBe('M200');
    await act(server, threadId, 'ban', two, { body: { until: Date.now() + 60_000 } });
    await server.database.sql(
      `update members set banned_until = now() where thread_id = $1 and state = 'banned'`,
      [threadId],
    );
    expect(await write(one, two)).toBe('M200');
    const types = (await logOf(server, threadId)).slice(-3).map(({ type }) => type);
    expect(types).toEqual(['member.unbanned', 'member.added', 'message.created']);
  });
});
