import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  expectRefused,
  fingerprint,
  logOf,
  MESSAGES,
  membersUrl,
  memberUrl,
  threadUrl,
  userUrl,
} from '../harness/api.ts';
import { recount } from '../harness/recount.ts';
import {
  type Answer,
  type CallOptions,
  startTestServer,
  type TestServer,
  textTo,
} from '../harness/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => {
  expect(await recount(server.database)).toEqual([]);
  await server.close();
});

/** What somebody can be to a thread, and the calls that make them so. */
const STANDINGS = {
  none: [],
  active: ['add'],
  muted: ['add', 'mute'],
  removed: ['add', 'remove'],
  banned: ['ban'],
  owner: ['add', 'transfer'],
} as const;
type Standing = keyof typeof STANDINGS;
type Action = 'add' | 'remove' | 'mute' | 'unmute' | 'ban' | 'unban' | 'make admin' | 'transfer';

/** One call on the member `who`, as an integrator makes it. */
async function act(
  threadId: string,
  action: Action,
  who: string,
  options: CallOptions = {},
): Promise<Answer> {
  switch (action) {
    case 'add': {
      const body = { member_ids: [who], id_type: 2 };
      return server.call('POST', membersUrl(threadId), { ...options, body });
    }
    case 'remove':
      return server.call('DELETE', memberUrl(threadId, who), options);
    case 'make admin':
      return server.call('PATCH', memberUrl(threadId, who), { ...options, body: { role: 'admin' } });
    case 'transfer': {
      const body = { owner_id: who, id_type: 2 };
      return server.call('POST', `${threadUrl(threadId)}/owner`, { ...options, body });
    }
    case 'mute':
    case 'unmute':
    case 'ban':
    case 'unban':
      return server.call('POST', memberUrl(threadId, who, action), options);
  }
}

const memberOf = async (threadId: string, who: string) =>
  (await server.ok('GET', membersUrl(threadId, 'limit=100'))).find(
    ({ user_id }: { user_id: string }) => user_id === who,
  );

let groups = 0;
/** A group of a boss of its own, in which `who` has been made what the standing says. */
async function groupWith(standing: Standing): Promise<{ threadId: string; boss: string; who: string }> {
  groups += 1;
  const [boss = '', who = ''] = await server.users(2, `t${groups}-`);
  const threadId = await server.group([boss]);
  for (const action of STANDINGS[standing]) {
    expect((await act(threadId, action, who)).body.message_code).toBe('M200');
  }
  return { threadId, boss, who };
}

/** The table: to which standing each action leads, or the code that refuses it; `same` is a success without a change. */
const TABLE: Record<Action, Record<Standing, string>> = {
  add: {
    none: 'active',
    active: 'same',
    muted: 'same',
    removed: 'active',
    banned: 'M40903',
    owner: 'same',
  },
  remove: {
    none: 'M40402',
    active: 'removed',
    muted: 'removed',
    removed: 'same',
    banned: 'M40903',
    owner: 'M40903',
  },
  mute: {
    none: 'M40402',
    active: 'muted',
    muted: 'same',
    removed: 'M40903',
    banned: 'M40903',
    owner: 'M40903',
  },
  unmute: {
    none: 'M40402',
    active: 'same',
    muted: 'active',
    removed: 'M40903',
    banned: 'M40903',
    owner: 'same',
  },
  ban: {
    none: 'banned',
    active: 'banned',
    muted: 'banned',
    removed: 'banned',
    banned: 'same',
    owner: 'M40903',
  },
  unban: {
    none: 'M40402',
    active: 'M40903',
    muted: 'M40903',
    removed: 'same',
    banned: 'removed',
    owner: 'M40903',
  },
  'make admin': {
    none: 'M40402',
    active: 'active',
    muted: 'muted',
    removed: 'M40903',
    banned: 'M40903',
    owner: 'M40903',
  },
  transfer: {
    none: 'M40402',
    active: 'owner',
    muted: 'M40903',
    removed: 'M40903',
    banned: 'M40903',
    owner: 'same',
  },
};

const ENTRY: Record<Action, string> = {
  add: 'member.added',
  remove: 'member.removed',
  mute: 'member.muted',
  unmute: 'member.unmuted',
  ban: 'member.banned',
  unban: 'member.unbanned',
  'make admin': 'member.role_changed',
  transfer: 'thread.owner_changed',
};

const CELLS = Object.entries(TABLE).flatMap(([action, row]) =>
  Object.entries(row).map(([standing, result]) => [action as Action, standing as Standing, result] as const),
);

describe('the table of transitions', () => {
  test.each(CELLS)('%s from %s: %s', async (action, standing, result) => {
    const { threadId, who } = await groupWith(standing);
    const before = await logOf(server, threadId);
    const first = await act(threadId, action, who);
    const counted = ['active', 'muted', 'owner'];

    if (/^M/.test(result)) {
      const field = { add: 'member_ids[0]', transfer: 'owner_id' }[action as string] ?? 'member_id';
      expect(first.body).toMatchObject({ message_code: result, errors: [{ field }] });
      expect(await logOf(server, threadId)).toEqual(before);
      return;
    }
    expect(first.body.message_code).toBe('M200');
    const after = await logOf(server, threadId);
    const added = after.slice(before.length);
    expect(added.map(({ type, actor }) => ({ type, actor }))).toEqual(
      result === 'same' ? [] : [{ type: ENTRY[action], actor: null }],
    );
    const end = result === 'same' ? standing : result;
    const member = await memberOf(threadId, who);
    expect(member).toMatchObject(end === 'owner' ? { role: 'owner', status: 'active' } : { status: end });
    const { member_count } = await server.ok('GET', threadUrl(threadId));
    expect(member_count).toBe(1 + (counted.includes(end) ? 1 : 0));
    const shown = Array.isArray(first.body.data) ? first.body.data[0] : first.body.data;
    if (action !== 'remove') expect(shown).toEqual(member);

    // The same action twice is a success without a change.
    const settled = await fingerprint(server);
    expect((await act(threadId, action, who)).body.message_code).toBe('M200');
    expect(await fingerprint(server)).toEqual(settled);
  });

  test('every refusal says what is in the way', async () => {
    const said: Record<string, string> = {};
    for (const standing of ['owner', 'banned', 'removed', 'none'] as const) {
      const { threadId, who } = await groupWith(standing);
      const { body } = await act(threadId, 'mute', who);
      said[standing] = body.errors?.[0]?.message ?? '';
    }
    expect(said).toEqual({
      owner: 'is the owner of the thread: transfer the ownership first',
      banned: 'is banned: lift the ban first',
      removed: 'is no member any more: add them first',
      none: 'names a user who never was a member of the thread',
    });
  });
});

describe('a mute', () => {
  test('silences, and runs on while its member is away', async () => {
    const { threadId, who } = await groupWith('muted');
    const send = () => server.call('POST', MESSAGES, { body: textTo(threadId, who) });
    expect((await send()).body.message_code).toBe('M40304');
    await act(threadId, 'remove', who);
    expect((await send()).body.message_code).toBe('M40303');
    await act(threadId, 'add', who);
    expect(await memberOf(threadId, who)).toMatchObject({ status: 'muted' });
    await act(threadId, 'unmute', who);
    expect((await send()).body.message_code).toBe('M200');
  });

  test('with an end shows it; another end is a change, the same is none', async () => {
    const { threadId, who } = await groupWith('active');
    const until = Date.now() + 3_600_000;
    const first = await act(threadId, 'mute', who, { body: { until } });
    expect(first.body.data).toMatchObject({ status: 'muted', status_until: until });
    await act(threadId, 'mute', who, { body: { until } });
    const longer = await act(threadId, 'mute', who, { body: { until: until + 1 } });
    expect(longer.body.data.status_until).toBe(until + 1);
    const endless = await act(threadId, 'mute', who, { body: {} });
    expect(endless.body.data).not.toHaveProperty('status_until');
    const ends = (await logOf(server, threadId)).flatMap(({ type, change }) =>
      type === 'member.muted' ? [(change as { members: { until: number | null }[] }).members[0]?.until] : [],
    );
    expect(ends).toEqual([until, until + 1, null]);
  });
});

describe('a sanction that ends', () => {
  /** As if the time had come: the clock of the database cannot be set, so the end is put into the past. */
  const expire = (threadId: string) =>
    server.database.sql(
      `update members set muted_until = now() - interval '1 s' where muted_until is not null and thread_id = $1`,
      [threadId],
    );

  test('really does: the status by itself, the log by a job', async () => {
    const { threadId, who, boss } = await groupWith('active');
    const until = Date.now() + 300;
    await act(threadId, 'mute', who, { body: { until } });
    const [banned = ''] = await server.users(1, `${boss}-banned`);
    await act(threadId, 'ban', banned, { body: { until } });
    const jobs = await server.runJobs();
    try {
      await expect
        .poll(
          async () =>
            (await logOf(server, threadId))
              .slice(-2)
              .map(({ type }) => type)
              .toSorted(),
          { interval: 100 },
        )
        .toEqual(['member.unbanned', 'member.unmuted']);
    } finally {
      await jobs.stop();
    }
    expect((await logOf(server, threadId)).at(-1)?.change).toMatchObject({ expired: true });
    expect((await memberOf(threadId, who)).status).toBe('active');
    expect((await memberOf(threadId, banned)).status).toBe('removed');
    expect((await act(threadId, 'add', banned)).body.message_code).toBe('M200');
  });

  test('is told to the log before what follows from it', async () => {
    const { threadId, who } = await groupWith('muted');
    await expire(threadId);
    expect((await memberOf(threadId, who)).status).toBe('active');
    await act(threadId, 'mute', who);
    const types = (await logOf(server, threadId)).map(({ type }) => type);
    expect(types.slice(-2)).toEqual(['member.unmuted', 'member.muted']);
  });

  test('that was lifted or prolonged is not ended by the job of its first end', async () => {
    const { threadId, who } = await groupWith('active');
    await act(threadId, 'mute', who, { body: { until: Date.now() + 200 } });
    await act(threadId, 'mute', who, { body: { until: Date.now() + 3_600_000 } });
    await server.database.sql(`update graphile_worker._private_jobs set run_at = now()`);
    const jobs = await server.runJobs();
    await expect
      .poll(async () => (await server.database.sql('select from graphile_worker.jobs')).length)
      .toBe(0);
    await jobs.stop();
    expect((await memberOf(threadId, who)).status).toBe('muted');
    expect((await logOf(server, threadId)).at(-1)?.type).toBe('member.muted');
  });
});

describe('adding members', () => {
  test('is all or none, and names every one in the way', async () => {
    const { threadId, boss } = await groupWith('active');
    const [a = '', b = '', c = ''] = await server.users(3, `${boss}-x`);
    await act(threadId, 'ban', b);
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

  test('with a role makes admins of those who are new', async () => {
    const { threadId, boss, who } = await groupWith('active');
    const [fresh = ''] = await server.users(1, `${boss}-fresh`);
    const body = { member_ids: [who, fresh], id_type: 2, role: 'admin' };
    const added = await server.ok('POST', membersUrl(threadId), { body });
    expect(added.map(({ role }: { role: string }) => role)).toEqual(['member', 'admin']);
  });

  test('reads ids as id_type says', async () => {
    const { threadId, who } = await groupWith('none');
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
    const { threadId } = await groupWith('none');
    await expectRefused(server, ['POST', membersUrl(threadId), { body }], code, [...fields]);
  });

  test('takes 1,000 at once', async () => {
    const { threadId, boss } = await groupWith('none');
    const many = await server.users(1_000, `${boss}-many`);
    const added = await server.ok('POST', membersUrl(threadId), { body: { member_ids: many, id_type: 2 } });
    expect(added).toHaveLength(1_000);
    expect((await server.ok('GET', threadUrl(threadId))).member_count).toBe(1_001);
  });

  test('is not for bots and deactivated users', async () => {
    const { threadId, who } = await groupWith('none');
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

  test('names everybody who is not there: nobody, deactivated users, bots, and who acts', async () => {
    const { threadId, who } = await groupWith('none');
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
    const { threadId, who } = await groupWith('active');
    for (const action of ['mute', 'ban'] as const) {
      expect([action, (await act(threadId, action, who, { body })).body.message_code]).toEqual([
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
    const { threadId, who } = await groupWith('active');
    await expectRefused(server, ['PATCH', memberUrl(threadId, who), { body }], code as 'M40002', ['role']);
  });

  test.each([
    [{}, 'M40002', ['id_type', 'owner_id']],
    [{ owner_id: 'a', id_type: 1 }, 'M40003', ['owner_id']],
    [{ owner_id: 'nobody', id_type: 2 }, 'M40402', ['owner_id']],
  ] as const)('owner %j is %s', async (body, code, fields) => {
    const { threadId } = await groupWith('active');
    await expectRefused(server, ['POST', `${threadUrl(threadId)}/owner`, { body }], code, [...fields]);
  });
});

describe('the ownership', () => {
  test('goes to a member; the owner before is an admin, who can go then', async () => {
    const { threadId, boss, who } = await groupWith('active');
    expect((await act(threadId, 'remove', boss)).body.message_code).toBe('M40903');
    const { body } = await act(threadId, 'transfer', who);
    expect(body.data).toMatchObject({ user_id: who, role: 'owner' });
    expect(await memberOf(threadId, boss)).toMatchObject({ role: 'admin', status: 'active' });
    expect((await act(threadId, 'remove', boss)).body.message_code).toBe('M200');
  });

  test('of a deactivated user ends the membership that was kept for it', async () => {
    const { threadId, boss, who } = await groupWith('active');
    await server.ok('DELETE', userUrl(boss));
    expect(await memberOf(threadId, boss)).toMatchObject({ role: 'owner', status: 'active' });
    await act(threadId, 'transfer', who);
    expect(await memberOf(threadId, boss)).toMatchObject({ role: 'member', status: 'removed' });
    expect((await server.ok('GET', threadUrl(threadId))).member_count).toBe(1);
    const types = (await logOf(server, threadId)).slice(-2).map(({ type }) => type);
    expect(types).toEqual(['thread.owner_changed', 'member.removed']);
  });

  test('is not passed to a deactivated member', async () => {
    const { threadId, who } = await groupWith('active');
    await server.ok('DELETE', userUrl(who));
    expect((await act(threadId, 'transfer', who)).body.message_code).toBe('M40402');
  });
});

describe('a direct thread', () => {
  async function directThread() {
    groups += 1;
    const [one = '', two = '', third = ''] = await server.users(3, `d${groups}-`);
    const body = { ...textTo('0', one), target: { user_ids: [two] } };
    const headers = { prefer: 'return=representation' };
    const { messages } = await server.ok('POST', MESSAGES, { body, headers });
    return { threadId: messages[0].thread_id as string, one, two, third };
  }

  test('belongs to two: nobody is added, banned ahead, or given a role', async () => {
    const { threadId, two, third } = await directThread();
    for (const action of ['add', 'ban'] as const) {
      expect((await act(threadId, action, third)).body.message_code).toBe('M40903');
    }
    for (const action of ['make admin', 'transfer'] as const) {
      expect((await act(threadId, action, two)).body.message_code).toBe('M40903');
    }
    const body = { member_ids: [two], id_type: 2, role: 'admin' };
    await expectRefused(server, ['POST', membersUrl(threadId), { body }], 'M40903', ['role']);
  });

  test('can be moderated, and who was removed comes back', async () => {
    const { threadId, one, two } = await directThread();
    const write = async (from: string, to: string) => {
      const body = { ...textTo('0', from), target: { user_ids: [to] } };
      return (await server.call('POST', MESSAGES, { body })).body.message_code;
    };
    await act(threadId, 'mute', two);
    expect(await write(two, one)).toBe('M40304');
    await act(threadId, 'unmute', two);
    await act(threadId, 'ban', two);
    expect(await write(two, one)).toBe('M40305');
    await act(threadId, 'unban', two);
    expect(await write(two, one)).toBe('M200');
    await act(threadId, 'remove', two);
    expect((await act(threadId, 'add', two)).body.message_code).toBe('M200');
    await act(threadId, 'ban', two, { body: { until: Date.now() + 60_000 } });
    await server.database.sql(
      `update members set banned_until = now() where thread_id = $1 and state = 'banned'`,
      [threadId],
    );
    expect(await write(one, two)).toBe('M200');
    const types = (await logOf(server, threadId)).slice(-3).map(({ type }) => type);
    expect(types).toEqual(['member.unbanned', 'member.added', 'message.created']);
  });
});
