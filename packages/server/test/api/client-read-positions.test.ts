import type { MemberReadPosition } from '@palaver/protocol/client-threads';
import { beforeAll, describe, expect, test } from 'vitest';
import { BOTS, expectRefused, MESSAGES } from '../harness/api.ts';
import {
  at,
  MY_THREADS,
  myMemberUrl,
  myThreadUrl,
  type SignedIn,
  signIn,
  signInAll,
} from '../harness/client-api.ts';
import { useServer } from '../harness/use-server.ts';

/** The read positions of a thread's members, from which apps show "seen by". */

const server = await useServer();
const [ann, ben, cid] = await signInAll(server, 3);

const readUrl = (threadId: string, query = '') => myThreadUrl(threadId, `/read${query && `?${query}`}`);
const positions = (who: SignedIn, threadId: string, query?: string): Promise<MemberReadPosition[]> =>
  who.ok('GET', readUrl(threadId, query));
const read = (who: SignedIn, threadId: string, seq: number) =>
  who.ok('PUT', readUrl(threadId), { body: { seq } });
const idsOf = (page: readonly MemberReadPosition[]) => page.map(({ ext_user_id }) => ext_user_id);
const of = (who: SignedIn, read_seq: number) => ({ ext_user_id: who.extUserId, read_seq });
const add = (threadId: string, who: SignedIn) =>
  ann.ok('POST', myThreadUrl(threadId, '/members'), { body: { member_ids: [who.userId], id_type: 2 } });

/** A group of these users with five messages, 2 to 6. */
async function talk(...members: SignedIn[]): Promise<string> {
  const threadId = await server.group(members.map(({ userId }) => userId));
  for (let count = 0; count < 5; count += 1) await ann.say(threadId);
  return threadId;
}

describe('read positions', () => {
  test('cover all members, the caller included, and are the same for everybody', async () => {
    const threadId = await talk(ann, ben, cid);
    expect(await positions(ann, threadId)).toEqual([of(ann, 0), of(ben, 0), of(cid, 0)]);
    await read(ben, threadId, 4);
    await read(ben, threadId, 3);
    await read(cid, threadId, 6);
    for (const who of [ann, ben, cid])
      expect(await positions(who, threadId)).toEqual([of(ann, 0), of(ben, 4), of(cid, 6)]);
    // Ids are compared as numbers.
    expect(await positions(ann, `00${threadId}`)).toEqual([of(ann, 0), of(ben, 4), of(cid, 6)]);
  });

  test('include muted members, but not removed or banned ones until they return', async () => {
    const threadId = await talk(ann, ben, cid);
    await read(ben, threadId, 3);
    await read(cid, threadId, 5);
    await ann.ok('POST', myMemberUrl(threadId, ben.userId, 'mute'));
    expect(await positions(ben, threadId)).toEqual([of(ann, 0), of(ben, 3), of(cid, 5)]);
    await ann.ok('DELETE', myMemberUrl(threadId, ben.userId));
    expect(await positions(ann, threadId)).toEqual([of(ann, 0), of(cid, 5)]);
    await ann.ok('POST', myMemberUrl(threadId, cid.userId, 'ban'));
    expect(await positions(ann, threadId)).toEqual([of(ann, 0)]);
    // An expired ban does not make its user a member.
    await server.database.sql(
      `update members set banned_until = now() - interval '1 s' where thread_id = $1 and state = 'banned'`,
      [threadId],
    );
    expect(await positions(ann, threadId)).toEqual([of(ann, 0)]);
    await add(threadId, cid);
    expect(await positions(ann, threadId)).toEqual([of(ann, 0), of(cid, 5)]);
  });

  test('of a new member start at the end of the log', async () => {
    const threadId = await talk(ann, ben);
    await add(threadId, cid);
    expect(await positions(cid, threadId)).toEqual([of(ann, 0), of(ben, 0), of(cid, 6)]);
  });

  test('of a direct thread cover both sides, even a bot', async () => {
    const bot = await server.ok('POST', BOTS, { body: { bot_id: 'helper', display_name: 'Helper' } });
    const { id } = await ann.ok('POST', MY_THREADS, { body: { type: 'direct', user_id: 'helper' } });
    const text = { text: 'hi', metadata: [{ type: 'text' }] };
    const body = { sender: { bot_id: 'helper' }, target: { thread_id: id }, body: text };
    await server.ok('POST', MESSAGES, { body });
    await read(ann, id, 2);
    expect(await positions(ann, id)).toEqual([of(ann, 2), { ext_user_id: bot.ext_user_id, read_seq: 0 }]);
  });

  test('never go back while others read', async () => {
    const threadId = await talk(ann, ben, cid);
    const reading = [2, 3, 4, 5, 6].reduce(
      (before, seq) => before.then(() => read(ben, threadId, seq)),
      Promise.resolve(),
    );
    const seen: number[] = [];
    while (seen.at(-1) !== 6) seen.push(at(await positions(ann, threadId), 1).read_seq);
    await reading;
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  });
});

describe('pages of read positions', () => {
  const MEMBERS = 102;
  let threadId: string;
  let owner: SignedIn;
  let everybody: string[];
  beforeAll(async () => {
    const users = await server.users(MEMBERS, 'crowd');
    threadId = await server.group(users);
    owner = await signIn(server, at(users, 0));
    const first = await positions(owner, threadId, 'limit=100');
    const rest = await positions(owner, threadId, `limit=100&last_member_id=${at(first, -1).ext_user_id}`);
    everybody = idsOf([...first, ...rest]);
  });

  test('are ascending and show everybody once, whatever their size', async () => {
    expect(everybody).toHaveLength(MEMBERS);
    expect(everybody).toEqual(everybody.toSorted((a, b) => Number(a) - Number(b)));
    expect(new Set(everybody).size).toBe(MEMBERS);
    for (const limit of [7, 51, 99, 100]) {
      const seen: string[] = [];
      for (;;) {
        const last = seen.at(-1) ?? '';
        const page = await positions(owner, threadId, `limit=${limit}&last_member_id=${last}`);
        seen.push(...idsOf(page));
        if (page.length < limit) break;
      }
      expect(seen).toEqual(everybody);
    }
  });

  test('have 30 positions by default, and 1 to 100', async () => {
    expect(await positions(owner, threadId)).toHaveLength(30);
    for (const limit of [1, 2, 99, 100])
      expect(await positions(owner, threadId, `limit=${limit}`)).toHaveLength(limit);
    const { token } = owner;
    for (const limit of ['0', '101', '-1', '', 'x', '1.5', '1e1', '%201', '05', '9007199254740993']) {
      await expectRefused(server, ['GET', readUrl(threadId, `limit=${limit}`), { token }], 'M40010', [
        'limit',
      ]);
    }
    await expectRefused(server, ['GET', readUrl(threadId, 'limit=1&limit=2'), { token }], 'M40010', [
      'limit',
    ]);
    await expectRefused(server, ['GET', readUrl(threadId, 'limit[]=5'), { token }], 'M40010', ['limit[]']);
  });

  test('may start after any number, even of an unknown or removed user', async () => {
    const ids = (last: string) => positions(owner, threadId, `limit=100&last_member_id=${last}`).then(idsOf);
    expect(await ids('')).toEqual(everybody.slice(0, 100));
    expect(await ids('0')).toEqual(everybody.slice(0, 100));
    expect(await ids(`00${everybody[10]}`)).toEqual(everybody.slice(11, 111));
    expect(await ids(ann.extUserId)).toEqual(everybody.slice(0, 100));
    expect(await ids(at(everybody, -1))).toEqual([]);
    expect(await ids(String(2n ** 63n - 1n))).toEqual([]);
    const { token } = owner;
    for (const last of ['x', '-1', '1.5', '%00', '%20', '0x1', String(2n ** 63n), '%EF%BC%91', "1';--"]) {
      const url = readUrl(threadId, `last_member_id=${last}`);
      await expectRefused(server, ['GET', url, { token }], 'M40010', ['last_member_id']);
    }
    const twice = readUrl(threadId, 'last_member_id=1&last_member_id=2');
    await expectRefused(server, ['GET', twice, { token }], 'M40010', ['last_member_id']);
  });
});

test('do not exist for non-members', async () => {
  const left = await talk(ann, ben);
  const banned = await talk(ann, ben);
  const deleted = await talk(ann, ben);
  const never = await talk(ann, cid);
  const { token } = ben;
  await ben.ok('DELETE', myMemberUrl(left, ben.userId));
  await ann.ok('POST', myMemberUrl(banned, ben.userId, 'ban'));
  await ann.ok('DELETE', myThreadUrl(deleted));
  const tenant = 'elsewhere';
  await server.users(1, 'far', { tenant });
  const far = await server.group(['far1'], { tenant });
  for (const id of [left, banned, deleted, never, far, '999999', String(2n ** 63n - 1n)]) {
    await expectRefused(server, ['GET', readUrl(id), { token }], 'M40401');
    // Past the last member, too.
    await expectRefused(server, ['GET', readUrl(id, 'last_member_id=999999'), { token }], 'M40401');
  }
  await expectRefused(server, ['GET', readUrl('x'), { token }], 'M40003', ['thread_id']);
  await expectRefused(server, ['GET', readUrl(left)], 'M40111');
});
