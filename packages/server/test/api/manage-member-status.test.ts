import { afterAll, describe, expect, test } from 'vitest';
import { fingerprint, logOf, MESSAGES, threadUrl, userUrl } from '../harness/api.ts';
import { type Action, act, groupWith, memberOf, type Standing } from '../harness/manage-members.ts';
import { textTo } from '../harness/population.ts';
import { recount } from '../harness/recount.ts';
import { useServer } from '../harness/use-server.ts';

const server = await useServer();
afterAll(async () => {
  expect(await recount(server.database)).toEqual([]);
});

/**
 * The transition table: the new standing for each action, or the code of its refusal; `same` is a success without a
 * change.
 */
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
    const { threadId, who } = await groupWith(server, standing);
    const before = await logOf(server, threadId);
    const first = await act(server, threadId, action, who);
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
    const member = await memberOf(server, threadId, who);
    expect(member).toMatchObject(end === 'owner' ? { role: 'owner', status: 'active' } : { status: end });
    const { member_count } = await server.ok('GET', threadUrl(threadId));
    expect(member_count).toBe(1 + (counted.includes(end) ? 1 : 0));
    const shown = Array.isArray(first.body.data) ? first.body.data[0] : first.body.data;
    if (action !== 'remove') expect(shown).toEqual(member);

    // Repeating the action succeeds and changes nothing.
    const settled = await fingerprint(server);
    expect((await act(server, threadId, action, who)).body.message_code).toBe('M200');
    expect(await fingerprint(server)).toEqual(settled);
  });

  test('every refusal says what prevents the action', async () => {
    const said: Record<string, string> = {};
    for (const standing of ['owner', 'banned', 'removed', 'none'] as const) {
      const { threadId, who } = await groupWith(server, standing);
      const { body } = await act(server, threadId, 'mute', who);
      said[standing] = body.errors?.[0]?.message ?? '';
    }
    expect(said).toEqual({
      owner: 'is the owner of the thread: transfer the ownership first',
      banned: 'is banned: lift the ban first',
      removed: 'is no longer a member: add them first',
      none: 'names a user who never was a member of the thread',
    });
  });
});

describe('a mute', () => {
  test('prevents sends, and continues while its member is away', async () => {
    const { threadId, who } = await groupWith(server, 'muted');
    const send = () => server.call('POST', MESSAGES, { body: textTo(threadId, who) });
    expect((await send()).body.message_code).toBe('M40304');
    await act(server, threadId, 'remove', who);
    expect((await send()).body.message_code).toBe('M40303');
    await act(server, threadId, 'add', who);
    expect(await memberOf(server, threadId, who)).toMatchObject({ status: 'muted' });
    await act(server, threadId, 'unmute', who);
    expect((await send()).body.message_code).toBe('M200');
  });

  test('shows its end; a different end is a change, the same end is not', async () => {
    const { threadId, who } = await groupWith(server, 'active');
    const until = Date.now() + 3_600_000;
    const first = await act(server, threadId, 'mute', who, { body: { until } });
    expect(first.body.data).toMatchObject({ status: 'muted', status_until: until });
    await act(server, threadId, 'mute', who, { body: { until } });
    const longer = await act(server, threadId, 'mute', who, { body: { until: until + 1 } });
    expect(longer.body.data.status_until).toBe(until + 1);
    const endless = await act(server, threadId, 'mute', who, { body: {} });
    expect(endless.body.data).not.toHaveProperty('status_until');
    const ends = (await logOf(server, threadId)).flatMap(({ type, change }) =>
      type === 'member.muted' ? [(change as { members: { until: number | null }[] }).members[0]?.until] : [],
    );
    expect(ends).toEqual([until, until + 1, null]);
  });
});

describe('a temporary sanction', () => {
  /** Lets the mute expire: the database clock cannot be set, so the end is moved into the past. */
  const expire = (threadId: string) =>
    server.database.sql(
      `update members set muted_until = now() - interval '1 s' where muted_until is not null and thread_id = $1`,
      [threadId],
    );

  test('ends: the status at once, the log entry by a job', async () => {
    const { threadId, who, boss } = await groupWith(server, 'active');
    const until = Date.now() + 300;
    await act(server, threadId, 'mute', who, { body: { until } });
    const [banned = ''] = await server.users(1, `${boss}-banned`);
    await act(server, threadId, 'ban', banned, { body: { until } });
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
    expect((await memberOf(server, threadId, who)).status).toBe('active');
    expect((await memberOf(server, threadId, banned)).status).toBe('removed');
    expect((await act(server, threadId, 'add', banned)).body.message_code).toBe('M200');
  });

  test('has its end in the log before the next action', async () => {
    const { threadId, who } = await groupWith(server, 'muted');
    await expire(threadId);
    expect((await memberOf(server, threadId, who)).status).toBe('active');
    await act(server, threadId, 'mute', who);
    const types = (await logOf(server, threadId)).map(({ type }) => type);
    expect(types.slice(-2)).toEqual(['member.unmuted', 'member.muted']);
  });

  test('that was lifted or prolonged is not ended by the job of its original end', async () => {
    const { threadId, who } = await groupWith(server, 'active');
    await act(server, threadId, 'mute', who, { body: { until: Date.now() + 200 } });
    await act(server, threadId, 'mute', who, { body: { until: Date.now() + 3_600_000 } });
    await server.database.sql(`update graphile_worker._private_jobs set run_at = now()`);
    const jobs = await server.runJobs();
    await expect
      .poll(async () => (await server.database.sql('select from graphile_worker.jobs')).length)
      .toBe(0);
    await jobs.stop();
    expect((await memberOf(server, threadId, who)).status).toBe('muted');
    expect((await logOf(server, threadId)).at(-1)?.type).toBe('member.muted');
  });
});

describe('ownership', () => {
  test('can be transferred to a member; the previous owner becomes an admin, who may leave', async () => {
    const { threadId, boss, who } = await groupWith(server, 'active');
    expect((await act(server, threadId, 'remove', boss)).body.message_code).toBe('M40903');
    const { body } = await act(server, threadId, 'transfer', who);
    expect(body.data).toMatchObject({ user_id: who, role: 'owner' });
    expect(await memberOf(server, threadId, boss)).toMatchObject({ role: 'admin', status: 'active' });
    expect((await act(server, threadId, 'remove', boss)).body.message_code).toBe('M200');
  });

  test('moves from a deactivated user, whose membership then ends', async () => {
    const { threadId, boss, who } = await groupWith(server, 'active');
    await server.ok('DELETE', userUrl(boss));
    expect(await memberOf(server, threadId, boss)).toMatchObject({ role: 'owner', status: 'active' });
    await act(server, threadId, 'transfer', who);
    expect(await memberOf(server, threadId, boss)).toMatchObject({ role: 'member', status: 'removed' });
    expect((await server.ok('GET', threadUrl(threadId))).member_count).toBe(1);
    const types = (await logOf(server, threadId)).slice(-2).map(({ type }) => type);
    expect(types).toEqual(['thread.owner_changed', 'member.removed']);
  });

  test('cannot be transferred to a deactivated member', async () => {
    const { threadId, who } = await groupWith(server, 'active');
    await server.ok('DELETE', userUrl(who));
    expect((await act(server, threadId, 'transfer', who)).body.message_code).toBe('M40402');
  });
});
