import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BOTS, expectRefused, logOf, memberUrl, threadUrl, userUrl } from '../harness/api.ts';
import { at, MY_THREADS, myMemberUrl, myThreadUrl, type SignedIn, signInAll } from '../harness/client-api.ts';
import { inParallel } from '../harness/in-parallel.ts';
import { recount } from '../harness/recount.ts';
import { useServer } from '../harness/use-server.ts';

/** Direct threads and groups created by signed-in users. */

const server = await useServer();
beforeAll(async () => {
  await server.ok('POST', BOTS, { body: { bot_id: 'helper', display_name: 'Helper' } });
});
afterAll(async () => {
  expect(await recount(server.database)).toEqual([]);
});

const idsOf = (threads: readonly { id: string }[]) => threads.map(({ id }) => id);
const openDirect = (user: SignedIn, other: string) =>
  user.call('POST', MY_THREADS, { body: { type: 'direct', user_id: other } });
const makeGroup = (user: SignedIn, body: object = {}) =>
  user.ok('POST', MY_THREADS, { body: { type: 'group', name: 'Mine', ...body } });

async function pair(prefix: string): Promise<[SignedIn, SignedIn, string]> {
  const people = await signInAll(server, 2, prefix);
  const [one, two] = [at(people, 0), at(people, 1)];
  return [one, two, await server.group([one.userId, two.userId])];
}

describe('a direct thread', () => {
  test('is created once, and both sides find it again', async () => {
    const [ann, bob] = await pair('direct');
    const made = await openDirect(ann, bob.userId);
    expect(made.body.data).toMatchObject({
      type: 'direct',
      name: '',
      description: '',
      member_count: 2,
      message_count: 0,
      reference_id: '',
      peer: { type: 'user', user_id: bob.userId, ext_user_id: bob.extUserId, display_name: 'DIRECT2' },
      me: { role: 'member', status: 'active', read_seq: 0 },
      last_message: null,
    });
    const { id } = made.body.data;
    expect((await openDirect(ann, bob.userId)).body.data.id).toBe(id);
    const found = await openDirect(bob, ann.userId);
    expect(found.body.data).toMatchObject({ id, peer: { user_id: ann.userId } });
    expect(await logOf(server, id)).toHaveLength(1);
    expect(idsOf(await bob.threads())).toContain(id);
    await bob.say(id);
    expect(at(await ann.threads(), 0)).toMatchObject({ id, unread_count: 1, peer: { user_id: bob.userId } });
  });

  test('is one thread when both sides open it at once', async () => {
    const people = await signInAll(server, 6, 'both');
    const opened = await Promise.all(
      people.flatMap((one) =>
        people
          .filter((other) => other !== one)
          .map(async (other) => {
            const { body } = await openDirect(one, other.userId);
            return { pair: [one.userId, other.userId].toSorted().join(), id: body.data.id as string };
          }),
      ),
    );
    const byPair = Map.groupBy(opened, (one) => one.pair);
    expect(byPair.size).toBe(15);
    for (const [, found] of byPair) expect(new Set(found.map(({ id }) => id)).size).toBe(1);
    expect(new Set(opened.map(({ id }) => id)).size).toBe(15);
  });

  test('can have a bot as the other side', async () => {
    const [ann] = await pair('withbot');
    const { body } = await openDirect(ann, 'helper');
    expect(body.data.peer).toEqual({
      type: 'bot',
      user_id: 'helper',
      ext_user_id: expect.any(String),
      display_name: 'Helper',
      avatar_url: '',
    });
    await ann.say(body.data.id);
    await server.ok('POST', '/open-api/v1.0/chat/messages', {
      body: {
        sender: { bot_id: 'helper' },
        target: { thread_id: body.data.id },
        body: { text: 'hi', metadata: [{ type: 'text' }] },
      },
    });
    expect(await ann.thread(body.data.id)).toMatchObject({
      unread_count: 1,
      last_message: { sender: { type: 'bot', bot_id: 'helper', user_id: '' } },
    });
    const message = { sender: { bot_id: 'helper' }, target: { user_ids: [ann.userId] } };
    const sent = await server.ok('POST', '/open-api/v1.0/chat/messages', {
      body: { ...message, body: { text: 'x', metadata: [{ type: 'text' }] } },
      headers: { prefer: 'return=representation' },
    });
    expect(sent.messages[0].thread_id).toBe(body.data.id);
  });

  test('needs an existing other user', async () => {
    const [ann, gone] = await pair('nobody');
    await server.users(1, 'foreign', { tenant: 'far' });
    await server.ok('POST', BOTS, { tenant: 'far', body: { bot_id: 'farbot', display_name: 'Far' } });
    await server.ok('DELETE', userUrl(gone.userId));
    const request = (user_id: unknown) =>
      ['POST', MY_THREADS, { token: ann.token, body: { type: 'direct', user_id } }] as const;
    await expectRefused(server, [...request(ann.userId)], 'M40003', ['user_id']);
    for (const id of ['no such user', gone.userId, 'foreign1', 'farbot', ann.extUserId, '__proto__']) {
      await expectRefused(server, [...request(id)], 'M40402', ['user_id']);
    }
    for (const id of [1, {}, [], true, ' x', 'x\u0000', '\ud800', 'a\u202eb']) {
      await expectRefused(server, [...request(id)], 'M40003', ['user_id']);
    }
    for (const id of [undefined, null, '']) {
      await expectRefused(server, [...request(id)], 'M40002', ['user_id']);
    }
    await expectRefused(server, [...request('a'.repeat(256))], 'M40004', ['user_id']);
    await expectRefused(server, [...request('a'.repeat(255))], 'M40402', ['user_id']);
  });

  test('brings back a user who left, but not a banned one', async () => {
    const [ann, bob] = await pair('rejoin');
    const { id } = (await openDirect(ann, bob.userId)).body.data;
    await bob.say(id);
    await ann.ok('DELETE', myMemberUrl(id, ann.userId));
    expect(idsOf(await ann.threads())).not.toContain(id);
    expect((await openDirect(ann, bob.userId)).body.data).toMatchObject({
      id,
      member_count: 2,
      unread_count: 1,
    });
    await ann.ok('DELETE', myMemberUrl(id, ann.userId));
    await bob.ok('DELETE', myMemberUrl(id, bob.userId));
    const back = (await openDirect(bob, ann.userId)).body.data;
    expect([back.id, back.member_count]).toEqual([id, 2]);
    expect((await logOf(server, id)).map(({ type }) => type)).toEqual([
      'thread.created',
      'message.created',
      'member.removed',
      'member.added',
      'member.removed',
      'member.removed',
      'member.added',
      'member.added',
    ]);

    await server.ok('POST', memberUrl(id, ann.userId, 'ban'));
    const { body } = await openDirect(ann, bob.userId);
    expect([body.message_code, body.data]).toEqual(['M40305', undefined]);
    // The other user is not banned: the thread exists for them.
    expect((await openDirect(bob, ann.userId)).body.data).toMatchObject({ id, member_count: 1 });
    await server.ok('POST', memberUrl(id, ann.userId, 'unban'));
    expect((await openDirect(ann, bob.userId)).body.data).toMatchObject({ id, member_count: 2 });
  });

  test('is gone for both once deleted; the next one is new', async () => {
    const [ann, bob] = await pair('anew');
    const { id } = (await openDirect(ann, bob.userId)).body.data;
    await server.ok('DELETE', threadUrl(id));
    expect(idsOf(await ann.threads())).not.toContain(id);
    const next = (await openDirect(bob, ann.userId)).body.data;
    expect(next.id).not.toBe(id);
    expect(next.last_message).toBe(null);
  });

  test('is the same as the one created by a message with an API key', async () => {
    const [ann, bob] = await pair('bykey');
    const sent = await server.ok('POST', '/open-api/v1.0/chat/messages', {
      body: {
        sender: { user_id: ann.userId },
        target: { user_ids: [bob.userId] },
        body: { text: 'x', metadata: [{ type: 'text' }] },
      },
      headers: { prefer: 'return=representation' },
    });
    const { id, unread_count } = (await openDirect(bob, ann.userId)).body.data;
    expect([id, unread_count]).toEqual([sent.messages[0].thread_id, 1]);
  });
});

describe('a group', () => {
  test('is owned by its creator; duplicate members count once', async () => {
    const people = await signInAll(server, 3, 'maker');
    const [one, two, three] = [at(people, 0), at(people, 1), at(people, 2)];
    const thread = await makeGroup(one, {
      description: 'what for',
      member_ids: [two.extUserId, one.extUserId, `000${two.extUserId}`, three.extUserId, two.extUserId],
    });
    expect(thread).toMatchObject({
      type: 'group',
      name: 'Mine',
      description: 'what for',
      avatar_url: '',
      member_count: 3,
      me: { role: 'owner', status: 'active', read_seq: 0 },
      peer: null,
      reference_id: '',
      unread_count: 0,
    });
    expect((await three.thread(thread.id)).me.role).toBe('member');
    const [entry] = await logOf(server, thread.id);
    expect(entry).toMatchObject({ type: 'thread.created', actor: one.extUserId });
    const byName = await makeGroup(one, { member_ids: [two.userId], id_type: 2 });
    expect(byName.member_count).toBe(2);
  });

  test('can have one member, and is created once per idempotency key', async () => {
    const [one] = await signInAll(server, 1, 'solo');
    expect((await makeGroup(one)).member_count).toBe(1);
    expect((await makeGroup(one, { member_ids: [] })).member_count).toBe(1);
    const headers = { 'idempotency-key': 'solo-group' };
    const body = { type: 'group', name: 'Once' };
    const made = await inParallel(4, () => one.ok('POST', MY_THREADS, { body, headers }));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect(await one.threads()).toHaveLength(3);
  });

  test('is not created with an unknown member, and the error does not say which one', async () => {
    const people = await signInAll(server, 2, 'strict');
    const [one, gone] = [at(people, 0), at(people, 1)];
    await server.ok('DELETE', userUrl(gone.userId));
    await server.users(1, 'foreign', { tenant: 'far' });
    const foreign = await server.ok('GET', userUrl('foreign1'), { tenant: 'far' });
    const bot = await server.ok('GET', `${BOTS}/helper`);
    const make = (body: object) =>
      ['POST', MY_THREADS, { token: one.token, body: { type: 'group', name: 'g', ...body } }] as const;
    const ids = [one.extUserId, gone.extUserId, foreign.ext_user_id, bot.ext_user_id ?? '999998', '999999'];
    await expectRefused(server, [...make({ member_ids: ids })], 'M40402', ['member_ids']);
    const names = { member_ids: [one.userId, 'foreign1', 'helper', 'nobody'], id_type: 2 };
    await expectRefused(server, [...make(names)], 'M40402', ['member_ids']);
    await expectRefused(server, [...make({ member_ids: ['x', '0', '-1', String(2n ** 63n)] })], 'M40003', [
      'member_ids[0]',
      'member_ids[1]',
      'member_ids[2]',
      'member_ids[3]',
    ]);
    await expectRefused(server, [...make({ member_ids: [7] })], 'M40003', ['member_ids[0]']);
    await expectRefused(server, [...make({ id_type: 3 })], 'M40003', ['id_type']);
    await expectRefused(server, [...make({ id_type: '1' })], 'M40003', ['id_type']);
  });

  test('has the usual limits', async () => {
    const [one] = await signInAll(server, 1, 'limits');
    const make = (body: object) =>
      ['POST', MY_THREADS, { token: one.token, body: { type: 'group', name: 'g', ...body } }] as const;
    const emoji = '\u{1f600}';
    for (const [field, limit] of [
      ['name', 255],
      ['description', 4_000],
    ] as const) {
      await one.ok(...make({ [field]: emoji.repeat(limit - 1) }));
      const made = await one.ok(...make({ [field]: emoji.repeat(limit) }));
      expect(made[field]).toBe(emoji.repeat(limit));
      await expectRefused(server, [...make({ [field]: emoji.repeat(limit + 1) })], 'M40004', [field]);
    }
    await server.ok('PATCH', '/app/v1.0/policy', { body: { users: { members_at_a_time: 1_000 } } });
    const own = (count: number) => ({ member_ids: Array.from({ length: count }, () => one.extUserId) });
    await one.ok(...make(own(999)));
    await one.ok(...make(own(1_000)));
    await expectRefused(server, [...make(own(1_001))], 'M40005', ['member_ids']);
    for (const name of [undefined, null, '']) {
      await expectRefused(server, [...make({ name })], 'M40002', ['name']);
    }
    await expectRefused(server, [...make({ name: 7, avatar_url: 'ftp://x', member_ids: {} })], 'M40003', [
      'avatar_url',
      'member_ids',
      'name',
    ]);
  });
});

test('the type of a new thread is required', async () => {
  const { token } = at(await signInAll(server, 1, 'kinds'), 0);
  for (const type of [undefined, null, '']) {
    await expectRefused(server, ['POST', MY_THREADS, { token, body: { type, name: 'x' } }], 'M40002', [
      'type',
    ]);
  }
  for (const type of ['channel', 'GROUP', 'Direct', '__proto__', 7, ['group'], {}]) {
    await expectRefused(server, ['POST', MY_THREADS, { token, body: { type, name: 'x' } }], 'M40003', [
      'type',
    ]);
  }
  for (const body of ['[]', 'null', '"group"', '7']) {
    await expectRefused(server, ['POST', MY_THREADS, { token, body }], 'M40003', ['(body)']);
  }
  await expectRefused(server, ['POST', MY_THREADS, { token }], 'M40001');
  const { id } = await server.ok('POST', MY_THREADS, {
    token,
    // Unknown fields are ignored, as everywhere: users cannot tie a thread to an object or name its owner.
    body: {
      type: 'group',
      name: 'x',
      reference_id: { not: 'even a string' },
      satl_reference_id: 'x'.repeat(100_000),
      owner_id: '1',
      user_id: 7,
      metadata: 'm',
    },
  });
  expect(await server.ok('GET', myThreadUrl(id), { token })).toMatchObject({
    reference_id: '',
    satl_reference_id: '',
    metadata: '',
    me: { role: 'owner' },
  });
});
