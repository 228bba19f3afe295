import { afterAll, beforeEach, expect, test } from 'vitest';
import { expectRefused, logOf, memberUrl, messageUrl } from '../harness/api.ts';
import {
  at,
  myMemberUrl,
  myMessagesUrl,
  myMessageUrl,
  reactionUrl,
  type SignedIn,
  signInAll,
} from '../harness/client-api.ts';
import { inParallel } from '../harness/in-parallel.ts';
import { recount } from '../harness/recount.ts';
import { useServer } from '../harness/use-server.ts';

/** Reactions of signed-in users: valid keys, permissions, and who sees whose. */

const server = await useServer();
const [ann, bob] = await signInAll(server, 2);
let threadId: string;
let seq: number;
beforeEach(async () => {
  threadId = await server.group([ann.userId, bob.userId]);
  ({ seq } = await ann.say(threadId));
});
afterAll(async () => {
  expect(await recount(server.database)).toEqual([]);
});

const react = (user: SignedIn, key: string, method = 'PUT') =>
  user.ok(method, reactionUrl(threadId, seq, key));
/** Adds `k0` … `k<count-1>`, a few at once, because each waits for the thread. */
async function reactTimes(user: SignedIn, count: number): Promise<void> {
  await inParallel(4, async (lane) => {
    for (let index = lane; index < count; index += 4) await react(user, `k${index}`);
  });
}
const reactionsFor = async (user: SignedIn) => (await user.message(threadId, seq)).reactions;

test('any emoji is a valid key, and is returned unchanged if it is written as Unicode recommends', async () => {
  const keys = [
    '\u{1f44d}',
    '\u{1f44d}\u{1f3fd}', // a skin tone
    '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466}', // a family: seven code points
    '\u{1f1e9}\u{1f1ea}', // a flag
    '\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}', // the flag of Scotland
    '1\ufe0f\u20e3', // a keycap
    '#\ufe0f\u20e3',
    '\u2764\ufe0f',
    '+1',
    '\u00e9',
    ':-)',
    '<b>',
    "';drop",
    '%2F',
    '%00',
    '?a=b#c',
    '\\',
    '__proto__',
    'a/b',
    '\u{10ffff}',
  ];
  for (const key of keys) {
    const { reactions } = await react(ann, key);
    expect(reactions.at(-1)).toEqual({ key, count: 1, mine: true });
  }
  expect((await reactionsFor(bob)).map(({ key }) => key)).toEqual(keys);
  for (const key of keys) await react(ann, key, 'DELETE');
  expect(await reactionsFor(ann)).toEqual([]);
  const told = (await logOf(server, threadId)).slice(2).map(({ type, change }) => [type, change]);
  expect(told).toEqual([
    ...keys.map((key) => ['reaction.added', { key }]),
    ...keys.map((key) => ['reaction.removed', { key }]),
  ]);
});

test('a key has 1 to 32 code points, all visible', async () => {
  await react(ann, '\u{1f600}'.repeat(31));
  await react(ann, '\u{1f600}'.repeat(32));
  await react(ann, 'a'.repeat(32));
  const request = (key: string, method = 'PUT') =>
    [method, reactionUrl(threadId, seq, key), { token: ann.token }] as [string, string, object];
  for (const method of ['PUT', 'DELETE']) {
    await expectRefused(server, request('a'.repeat(33), method), 'M40004', ['key']);
    await expectRefused(server, request('\u{1f600}'.repeat(33), method), 'M40004', ['key']);
    for (const key of [
      ' ',
      'a b',
      ' a',
      'a\u0000',
      'a\n',
      '\u001b',
      '\u200b',
      'a\u200b',
      '\u202ea',
      '\ufeff',
      '\u00a0',
      '\u2028',
      '\u200d',
      '\ufe0f',
      '\u{e0067}',
    ]) {
      await expectRefused(server, request(key, method), 'M40003', ['key']);
    }
  }
  // Invalid UTF-8 and an empty key are refused too.
  const base = myMessageUrl(threadId, seq, '/reactions/');
  for (const [url, status] of [
    [`${base}%ff`, 400],
    [`${base}%ed%a0%80`, 400],
    [`${base}%zz`, 400],
    [base, 400],
    [`${base}a/b`, 404],
  ] as const) {
    const { statusCode } = await server.app.inject({
      method: 'PUT',
      url,
      headers: { authorization: `Bearer ${ann.token}` },
    });
    expect([url, statusCode]).toEqual([url, status]);
  }
});

test('a message has up to 100 different reactions, each from any number of users', {
  tags: 'thorough',
}, async () => {
  await reactTimes(ann, 99);
  await react(bob, 'hundredth');
  expect(await reactionsFor(ann)).toHaveLength(100);
  const one = { token: ann.token };
  await expectRefused(server, ['PUT', reactionUrl(threadId, seq, 'k100'), one], 'M40005', ['key']);
  await react(ann, 'hundredth');
  await react(bob, 'k7');
  await react(bob, 'k7');
  await react(ann, 'k8', 'DELETE');
  await react(ann, 'k100');
  const shown = await reactionsFor(ann);
  expect(shown).toHaveLength(100);
  expect(shown.find(({ key }) => key === 'k7')).toEqual({ key: 'k7', count: 2, mine: true });
});

test('the 101st reaction is refused, even among concurrent ones', { tags: 'thorough' }, async () => {
  await reactTimes(ann, 98);
  const answers = await inParallel(8, (index) =>
    (index % 2 === 0 ? ann : bob).call('PUT', reactionUrl(threadId, seq, `late${index}`)),
  );
  const codes = answers.map(({ body }) => body.message_code);
  expect(codes.filter((code) => code === 'M200')).toHaveLength(2);
  expect(codes.filter((code) => code === 'M40005')).toHaveLength(6);
  expect(await reactionsFor(bob)).toHaveLength(100);
});

test('adding a reaction twice, or removing a missing one, succeeds and changes nothing', async () => {
  const first = await react(ann, 'x');
  expect(await react(ann, 'x')).toEqual(first);
  await inParallel(6, () => react(bob, 'x'));
  expect(await reactionsFor(ann)).toEqual([{ key: 'x', count: 2, mine: true }]);
  await inParallel(6, () => react(bob, 'x', 'DELETE'));
  await react(bob, 'never', 'DELETE');
  expect(await reactionsFor(ann)).toEqual([{ key: 'x', count: 1, mine: true }]);
  expect((await logOf(server, threadId)).slice(2).map(({ type, actor }) => [type, actor])).toEqual([
    ['reaction.added', ann.extUserId],
    ['reaction.added', bob.extUserId],
    ['reaction.removed', bob.extUserId],
  ]);
});

test('a user cannot remove the reaction of another', async () => {
  await react(ann, 'x');
  await react(bob, 'x', 'DELETE');
  expect(await reactionsFor(bob)).toEqual([{ key: 'x', count: 1, mine: false }]);
});

test('reactions are listed in the order in which each was first added', async () => {
  for (const [user, key] of [
    [ann, 'b'],
    [bob, 'a'],
    [ann, 'a'],
    [bob, 'c'],
    [bob, 'b'],
  ] as const) {
    await react(user, key);
  }
  expect((await reactionsFor(ann)).map(({ key, count }) => [key, count])).toEqual([
    ['b', 2],
    ['a', 2],
    ['c', 1],
  ]);
});

test('each user sees which reactions are their own, also in concurrent reads; an API key sees none as own', async () => {
  await react(ann, 'of-ann');
  await react(bob, 'of-bob');
  const expected = (own: string) => [
    { key: 'of-ann', count: 1, mine: own === 'of-ann' },
    { key: 'of-bob', count: 1, mine: own === 'of-bob' },
  ];
  const reads = await inParallel(24, async (index) => {
    const [user, own] = index % 2 === 0 ? [ann, 'of-ann'] : [bob, 'of-bob'];
    const [one, page, thread] = await Promise.all([
      reactionsFor(user),
      user.messages(threadId),
      user.thread(threadId),
    ]);
    expect(one).toEqual(expected(own));
    expect(at(page, 0).reactions).toEqual(expected(own));
    expect(thread.last_message?.reactions).toEqual(expected(own));
    return true;
  });
  expect(reads).toHaveLength(24);
  expect((await server.ok('GET', messageUrl(threadId, seq))).reactions).toEqual(expected('nobody'));
});

test('a deleted message loses its reactions and accepts none', async () => {
  await react(ann, 'x');
  await react(bob, 'y');
  await ann.ok('DELETE', myMessageUrl(threadId, seq));
  expect(await reactionsFor(bob)).toEqual([]);
  const { token } = bob;
  await expectRefused(server, ['PUT', reactionUrl(threadId, seq, 'x'), { token }], 'M40903', ['seq']);
  // Removing a missing reaction succeeds.
  expect((await react(bob, 'y', 'DELETE')).reactions).toEqual([]);
  const [left] = await server.database.sql<{ count: number }>(
    'select count(*)::int from reactions where thread_id = $1',
    [threadId],
  );
  expect(left?.count).toBe(0);
});

test('muted members and non-members cannot add or remove reactions; their earlier ones stay', async () => {
  await react(bob, 'x');
  await ann.ok('POST', myMemberUrl(threadId, bob.userId, 'mute'));
  const { token } = bob;
  for (const method of ['PUT', 'DELETE']) {
    await expectRefused(server, [method, reactionUrl(threadId, seq, 'x'), { token }], 'M40304');
  }
  await server.ok('DELETE', memberUrl(threadId, bob.userId));
  for (const method of ['PUT', 'DELETE']) {
    await expectRefused(server, [method, reactionUrl(threadId, seq, 'x'), { token }], 'M40401');
  }
  expect(await reactionsFor(ann)).toEqual([{ key: 'x', count: 1, mine: false }]);
});

test('reactions to a missing message are M40405', async () => {
  const { token } = ann;
  for (const method of ['PUT', 'DELETE']) {
    for (const number of ['1', '999', String(2n ** 53n + 1n), String(2n ** 63n - 1n)]) {
      await expectRefused(server, [method, reactionUrl(threadId, number, 'x'), { token }], 'M40405');
    }
    for (const number of ['0', '-1', 'x', String(2n ** 63n)]) {
      await expectRefused(server, [method, reactionUrl(threadId, number, 'x'), { token }], 'M40003', ['seq']);
    }
    await expectRefused(server, [method, reactionUrl('999999', seq, 'x'), { token }], 'M40401');
  }
});

test('concurrent adds and removes end as the last log entry of each says', async () => {
  const people = await signInAll(server, 8, 'crowd');
  const id = await server.group([ann.userId, ...people.map(({ userId }) => userId)]);
  const { seq: number } = await ann.say(id);
  await inParallel(8, async (lane) => {
    for (let index = lane; index < 80; index += 8) {
      const method = (index * 7) % 3 === 0 ? 'DELETE' : 'PUT';
      await at(people, lane).ok(method, reactionUrl(id, number, `k${index % 5}`));
    }
  });
  // `recount` compares log and reactions at the end; this checks that none is lost or doubled.
  const given = new Set<string>();
  for (const { type, actor, change } of await logOf(server, id)) {
    const name = `${actor} ${(change as { key?: string } | null)?.key}`;
    if (type === 'reaction.added') given.add(name);
    if (type === 'reaction.removed') expect(given.delete(name)).toBe(true);
  }
  const { reactions } = await ann.message(id, number);
  expect(reactions.reduce((sum, { count }) => sum + count, 0)).toBe(given.size);
  expect(await ann.ok('GET', myMessagesUrl(id))).toHaveLength(1);
});
