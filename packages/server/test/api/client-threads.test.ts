// @module-tag database
import { afterAll, describe, expect, test } from 'vitest';
import { expectRefused, memberUrl, THREADS, threadUrl } from '../harness/api.ts';
import {
  at,
  MY_THREADS,
  myMemberUrl,
  myMessagesUrl,
  myMessageUrl,
  myThreadUrl,
  type SignedIn,
  signIn,
  signInAll,
} from '../harness/client-api.ts';
import { inParallel } from '../harness/in-parallel.ts';
import { recount } from '../harness/recount.ts';
import { useServer } from '../harness/use-server.ts';

/** The threads of a signed-in user: the chat list, unread counts and read positions. */

const server = await useServer();
afterAll(async () => {
  expect(await recount(server.database)).toEqual([]);
});

const idsOf = (threads: readonly { id: string }[]) => threads.map(({ id }) => id);
const read = (user: SignedIn, threadId: string, seq?: number) =>
  user.ok('PUT', myThreadUrl(threadId, '/read'), seq === undefined ? {} : { body: { seq } });

async function pair(prefix: string): Promise<[SignedIn, SignedIn, string]> {
  const people = await signInAll(server, 2, prefix);
  const [one, two] = [at(people, 0), at(people, 1)];
  return [one, two, await server.group([one.userId, two.userId])];
}

describe('the chat list', () => {
  test('is ordered by latest message; threads without messages by creation', async () => {
    const [ann, bob, first] = await pair('order');
    const second = await server.group([ann.userId, bob.userId]);
    const third = await server.group([ann.userId, bob.userId]);
    expect(idsOf(await ann.threads())).toEqual([third, second, first]);
    await bob.say(first);
    expect(idsOf(await ann.threads())).toEqual([first, third, second]);
    await ann.say(second);
    expect(idsOf(await ann.threads())).toEqual([second, first, third]);
    // Entries that are no messages do not reorder the list.
    await server.ok('PATCH', threadUrl(third), { body: { name: 'Renamed' } });
    await bob.ok('PATCH', myMessageUrl(first, 2), { body: { body: { text: 'edited' } } });
    await read(ann, first);
    expect(idsOf(await ann.threads())).toEqual([second, first, third]);
    expect(idsOf(await ann.threads('limit=2'))).toEqual([second, first]);
  });

  test("shows all fields of a thread, and the user's role and status", async () => {
    const [ann, bob, threadId] = await pair('shown');
    await server.ok('PATCH', threadUrl(threadId), { body: { metadata: '{"a":1}', description: 'd' } });
    const { seq } = await bob.say(threadId, 'see https://a.example');
    const [shown] = await ann.threads();
    const thread = await server.ok('GET', threadUrl(threadId));
    expect(shown).toEqual({
      ...thread,
      created_at: expect.any(Number),
      reference_id: '',
      satl_reference_id: '',
      peer: null,
      me: { role: 'owner', status: 'active', read_seq: 0 },
      last_seq: seq,
      last_at: expect.any(Number),
      last_message: await ann.message(threadId, seq),
      unread_count: 1,
      unread_more: false,
      list_position: expect.stringMatching(/^\d+_\d+$/),
    });
    expect(await ann.thread(threadId)).toEqual({ ...shown, list_position: '' });
    expect((await bob.thread(threadId)).me).toEqual({ role: 'member', status: 'active', read_seq: 0 });
    expect((await bob.thread(threadId)).unread_count).toBe(0);
    // Ids are compared as numbers.
    expect(await ann.thread(`00${threadId}`)).toEqual({ ...shown, list_position: '' });
  });

  test('shows a deleted last message empty, and keeps the thread in place', async () => {
    const [ann, bob, first] = await pair('deleted');
    const second = await server.group([ann.userId, bob.userId]);
    await bob.say(second);
    const { seq } = await bob.say(first, 'a slip');
    await bob.ok('DELETE', myMessageUrl(first, seq));
    const [shown] = await ann.threads();
    expect(shown).toMatchObject({
      id: first,
      last_message: { seq, body: { text: '', metadata: [] }, deleted_at: expect.any(Number) },
      unread_count: 0,
      message_count: 0,
      last_seq: seq + 1,
    });
  });

  test('shows null as the last message of an empty thread', async () => {
    const [ann, , threadId] = await pair('silent');
    expect(await ann.thread(threadId)).toMatchObject({ last_message: null, unread_count: 0, last_seq: 1 });
  });

  test('is empty for a user in no thread, and shows nothing of other tenants', async () => {
    await server.users(1, 'lonely');
    expect(await (await signIn(server, 'lonely1')).threads()).toEqual([]);
    const tenant = 'elsewhere';
    await server.users(2, 'lonely', { tenant });
    const threadId = await server.group(['lonely1', 'lonely2'], { tenant });
    const there = await signIn(server, 'lonely1', { tenant });
    expect(idsOf(await there.threads())).toEqual([threadId]);
    expect(await (await signIn(server, 'lonely1')).threads()).toEqual([]);
    await expectRefused(
      server,
      ['GET', myThreadUrl(threadId), { token: await server.token('lonely1') }],
      'M40401',
    );
  });

  test('shows only current memberships: after a removal, ban or deletion the thread and its messages are gone', async () => {
    const [ann, bob, kept] = await pair('gone');
    const left = await server.group([ann.userId, bob.userId]);
    const banned = await server.group([ann.userId, bob.userId]);
    const deleted = await server.group([ann.userId, bob.userId]);
    for (const id of [left, banned, deleted]) await ann.say(id);
    await bob.ok('DELETE', myMemberUrl(left, bob.userId));
    await ann.ok('POST', myMemberUrl(banned, bob.userId, 'ban'));
    await ann.ok('DELETE', myThreadUrl(deleted));
    expect(idsOf(await bob.threads())).toEqual([kept]);
    expect(idsOf(await ann.threads()).toSorted()).toEqual([kept, left, banned].toSorted());
    const { token } = bob;
    for (const id of [left, banned, deleted, '999999', String(2n ** 63n - 1n)]) {
      await expectRefused(server, ['GET', myThreadUrl(id), { token }], 'M40401');
      await expectRefused(server, ['GET', myMessagesUrl(id), { token }], 'M40401');
      await expectRefused(server, ['PUT', myThreadUrl(id, '/read'), { token }], 'M40401');
      await expectRefused(server, ['GET', myThreadUrl(id, '/members'), { token }], 'M40401');
      await expectRefused(server, ['PATCH', myThreadUrl(id), { token, body: { name: 'x' } }], 'M40401');
      await expectRefused(server, ['DELETE', myThreadUrl(id), { token }], 'M40401');
    }
    await expectRefused(server, ['GET', myThreadUrl(deleted), { token: ann.token }], 'M40401');
  });
});

describe('unread', () => {
  test('counts messages of others up to 100, and says when there are more', async () => {
    const [ann, bob, threadId] = await pair('unread');
    const send = async (count: number) => {
      await inParallel(count, () => bob.say(threadId));
      const { unread_count, unread_more } = await ann.thread(threadId);
      return [unread_count, unread_more];
    };
    expect(await send(99)).toEqual([99, false]);
    expect(await send(1)).toEqual([100, false]);
    expect(await send(1)).toEqual([100, true]);
    expect(await send(1)).toEqual([100, true]);
    expect(await bob.thread(threadId)).toMatchObject({ unread_count: 0, unread_more: false });
    // Two deleted messages no longer count: of 102, 100 are left.
    await bob.ok('DELETE', myMessageUrl(threadId, 2));
    expect(await ann.thread(threadId)).toMatchObject({ unread_count: 100, unread_more: true });
    await bob.ok('DELETE', myMessageUrl(threadId, 3));
    expect(await ann.thread(threadId)).toMatchObject({ unread_count: 100, unread_more: false });
    await bob.ok('DELETE', myMessageUrl(threadId, 4));
    expect(await ann.thread(threadId)).toMatchObject({ unread_count: 99, unread_more: false });
    expect(await read(ann, threadId, 100)).toEqual({ read_seq: 100 });
    // 101, 102 and 103 are unread; the deletions are entries but not messages.
    expect(await ann.thread(threadId)).toMatchObject({ unread_count: 3, me: { read_seq: 100 } });
  });

  test('ignores own messages, which do not move the read position either', async () => {
    const [ann, bob, threadId] = await pair('own');
    await bob.say(threadId);
    await ann.say(threadId);
    await ann.say(threadId);
    expect(await ann.thread(threadId)).toMatchObject({ unread_count: 1, me: { read_seq: 0 } });
    expect(await bob.thread(threadId)).toMatchObject({ unread_count: 2 });
  });

  test('ignores edits, reactions and pins of messages already read', async () => {
    const [ann, bob, threadId] = await pair('edits');
    const { seq } = await bob.say(threadId);
    await read(ann, threadId);
    await bob.ok('PATCH', myMessageUrl(threadId, seq), { body: { body: { text: 'better' } } });
    await bob.ok('PUT', myMessageUrl(threadId, seq, '/reactions/x'));
    await ann.ok('PUT', myMessageUrl(threadId, seq, '/pin'));
    expect(await ann.thread(threadId)).toMatchObject({ unread_count: 0, last_seq: seq + 3 });
  });
});

describe('the read position', () => {
  test('moves forward, never back; by default to the end of the log', async () => {
    const [ann, bob, threadId] = await pair('position');
    await inParallel(8, () => bob.say(threadId));
    expect(await read(ann, threadId, 0)).toEqual({ read_seq: 0 });
    expect(await read(ann, threadId, 5)).toEqual({ read_seq: 5 });
    expect(await read(ann, threadId, 4)).toEqual({ read_seq: 5 });
    expect(await read(ann, threadId, 5)).toEqual({ read_seq: 5 });
    expect(await read(ann, threadId, 9)).toEqual({ read_seq: 9 });
    await ann.ok('POST', myMemberUrl(threadId, bob.userId, 'mute'));
    expect(await ann.ok('PUT', myThreadUrl(threadId, '/read'))).toEqual({ read_seq: 10 });
    expect(await ann.ok('PUT', myThreadUrl(threadId, '/read'), { body: {} })).toEqual({ read_seq: 10 });
    expect(await ann.ok('PUT', myThreadUrl(threadId, '/read'), { body: { seq: null } })).toEqual({
      read_seq: 10,
    });
    // Muted members can read.
    expect(await read(bob, threadId, 10)).toEqual({ read_seq: 10 });
    expect((await bob.thread(threadId)).me).toEqual({ role: 'member', status: 'muted', read_seq: 10 });
  });

  test('cannot be beyond the end of the log', async () => {
    const [ann, , threadId] = await pair('beyond');
    const move = (seq: unknown) =>
      ['PUT', myThreadUrl(threadId, '/read'), { token: ann.token, body: { seq } }] as const;
    for (const seq of [2, 1e15, 2 ** 53 - 1]) {
      await expectRefused(server, [...move(seq)], 'M40405', ['seq']);
    }
    for (const seq of [-1, 1.5, 2 ** 53, '1', [1], {}, true, 1e300]) {
      await expectRefused(server, [...move(seq)], 'M40003', ['seq']);
    }
    for (const body of ['[]', '"x"', '1', 'null']) {
      await expectRefused(
        server,
        ['PUT', myThreadUrl(threadId, '/read'), { token: ann.token, body }],
        'M40003',
        ['(body)'],
      );
    }
    await expectRefused(
      server,
      ['PUT', myThreadUrl(threadId, '/read'), { token: ann.token, body: '{' }],
      'M40001',
    );
  });

  test('is the furthest of concurrent moves from many devices', async () => {
    const [ann, bob, threadId] = await pair('devices');
    await inParallel(20, () => bob.say(threadId));
    const seen = await inParallel(20, (index) => read(ann, threadId, ((index * 7) % 20) + 2));
    expect(Math.max(...seen.map(({ read_seq }) => read_seq))).toBe(21);
    expect((await ann.thread(threadId)).me.read_seq).toBe(21);
  });

  test('starts at the end of the log for new members, and is kept for returning ones', async () => {
    const [ann, bob, threadId] = await pair('joins');
    const [late] = await signInAll(server, 1, 'late');
    await inParallel(5, () => ann.say(threadId));
    await server.ok('POST', `${threadUrl(threadId)}/members`, {
      body: { member_ids: [late.userId], id_type: 2 },
    });
    // Earlier messages count as read, but are visible.
    expect(await late.thread(threadId)).toMatchObject({ unread_count: 0, me: { read_seq: 6 }, last_seq: 7 });
    expect(await late.messages(threadId)).toHaveLength(5);
    await ann.say(threadId);
    await late.ok('DELETE', myMemberUrl(threadId, late.userId));
    await inParallel(3, () => bob.say(threadId));
    await server.ok('POST', `${threadUrl(threadId)}/members`, {
      body: { member_ids: [late.userId], id_type: 2 },
    });
    expect(await late.thread(threadId)).toMatchObject({ unread_count: 4, me: { read_seq: 6 } });
  });
});

describe('threads that are tied to an object', () => {
  test('are in no chat list, but can be listed by their references', async () => {
    const [ann, bob] = await pair('linked');
    const tie = (references: object) =>
      server.ok('POST', THREADS, {
        body: { name: 'T', owner_id: ann.userId, member_ids: [bob.userId], id_type: 2, ...references },
      });
    const { thread_id: order } = await tie({ reference_id: 'order:7' });
    const { thread_id: again } = await tie({ reference_id: 'order:7' });
    const { thread_id: satl } = await tie({ satl_reference_id: 'list 1' });
    const { thread_id: both } = await tie({ reference_id: 'order:7', satl_reference_id: 'list 1' });
    await bob.say(order);
    const listed = idsOf(await ann.threads());
    for (const id of [order, again, satl, both]) expect(listed).not.toContain(id);
    const find = async (query: string) => idsOf(await bob.threads(query));
    expect(await find('reference_id=order:7')).toEqual([order, both, again]);
    expect(await find('satl_reference_id=list%201')).toEqual([both, satl]);
    expect(await find('reference_id=order:7&satl_reference_id=list%201')).toEqual([both]);
    expect(await find('reference_id=list%201')).toEqual([]);
    expect(await find('reference_id=order:8')).toEqual([]);
    expect(await find('reference_id=ORDER:7')).toEqual([]);
    expect(await bob.thread(both)).toMatchObject({
      reference_id: 'order:7',
      satl_reference_id: 'list 1',
      unread_count: 0,
    });
    // A non-member finds none of them by the reference.
    const [stranger] = await signInAll(server, 1, 'stranger');
    expect(idsOf(await stranger.threads('reference_id=order:7'))).toEqual([]);
    // The list can be paged.
    const [one] = await bob.threads('reference_id=order:7&limit=1');
    const rest = await find(`reference_id=order:7&limit=100&last_id=${one?.list_position}`);
    expect(rest).toEqual([both, again]);
    await bob.ok('DELETE', myMemberUrl(both, bob.userId));
    expect(await find('reference_id=order:7')).toEqual([order, again]);
  });

  test('stay out of the chat list of a user who was banned before joining', async () => {
    const people = await signInAll(server, 2, 'ahead');
    const [ann, late] = [at(people, 0), at(people, 1)];
    const tied = { name: 'T', owner_id: ann.userId, member_ids: [], id_type: 2, reference_id: 'ahead' };
    const { thread_id: id } = await server.ok('POST', THREADS, { body: tied });
    await server.ok('POST', memberUrl(id, late.userId, 'ban'));
    await server.ok('POST', memberUrl(id, late.userId, 'unban'));
    await server.ok('POST', `${threadUrl(id)}/members`, { body: { member_ids: [late.userId], id_type: 2 } });
    expect(idsOf(await late.threads())).toEqual([]);
    expect(idsOf(await late.threads('reference_id=ahead'))).toEqual([id]);
  });

  test('an invalid reference is M40010', async () => {
    const { token } = at(await signInAll(server, 1, 'refs'), 0);
    const wrong = ['', '%00', '%20x', 'x%20', '%E2%80%8B', 'a'.repeat(256), '%F0%9F%92%A9'.repeat(64)];
    for (const name of ['reference_id', 'satl_reference_id']) {
      for (const value of wrong) {
        const url = `${MY_THREADS}?${name}=${value}`;
        await expectRefused(server, ['GET', url, { token }], 'M40010', [name]);
      }
      await expectRefused(server, ['GET', `${MY_THREADS}?${name}=a&${name}=b`, { token }], 'M40010', [name]);
      await server.ok('GET', `${MY_THREADS}?${name}=${'a'.repeat(255)}`, { token });
    }
  });
});

test('a muted member sees the mute and its end', async () => {
  const [ann, bob, threadId] = await pair('muted');
  const until = Date.now() + 60_000;
  await ann.ok('POST', myMemberUrl(threadId, bob.userId, 'mute'), { body: { until } });
  expect((await bob.thread(threadId)).me).toEqual({
    role: 'member',
    status: 'muted',
    status_until: until,
    read_seq: 0,
  });
  await ann.ok('POST', myMemberUrl(threadId, bob.userId, 'mute'));
  expect((await bob.thread(threadId)).me).toEqual({ role: 'member', status: 'muted', read_seq: 0 });
  // An expired mute that has no log entry yet.
  await server.database.sql(
    `update members set muted_until = now() - interval '1 s' where muted_until = 'infinity'`,
  );
  expect((await bob.thread(threadId)).me).toEqual({ role: 'member', status: 'active', read_seq: 0 });
  await bob.say(threadId);
  await server.ok('POST', memberUrl(threadId, bob.userId, 'unmute'));
});
