import type { ClientThread } from '@palaver/protocol/client-threads';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectRefused, MESSAGES, memberUrl, threadUrl } from '../harness/api.ts';
import { at, MY_THREADS, myThreadUrl, type SignedIn, signInAll } from '../harness/client-api.ts';
import { inParallel, sample } from '../harness/in-parallel.ts';
import { textTo } from '../harness/population.ts';
import { recount } from '../harness/recount.ts';
import { useServer } from '../harness/use-server.ts';

/** Paging through the chat list while threads move up: no thread appears twice, and none that stays is missed. */

const COUNT = 60;

const server = await useServer({ PALAVER_DATABASE_POOL_SIZE: '16' });
let reader: SignedIn;
let writers: SignedIn[];
let threads: string[];
beforeAll(async () => {
  const people = await signInAll(server, 9);
  [reader, ...writers] = [at(people, 0), ...people.slice(1)];
  threads = [];
  // Some threads have a message, some have none, and one is direct.
  for (let index = 0; index < COUNT - 1; index += 1) {
    const id = await server.group(people.map(({ userId }) => userId));
    threads.push(id);
    if (index % 4 !== 0) await at(writers, index % 8).say(id);
  }
  const { id } = await reader.ok('POST', MY_THREADS, { body: { type: 'direct', user_id: 'user2' } });
  threads.push(id);
});
afterAll(async () => {
  expect(await recount(server.database)).toEqual([]);
});

/** All pages from this position on. */
async function walk(limit: number, from?: string): Promise<ClientThread[]> {
  const seen: ClientThread[] = [];
  for (let last = from; ; last = at(seen, -1).list_position) {
    const page = await reader.threads(`limit=${limit}${last === undefined ? '' : `&last_id=${last}`}`);
    seen.push(...page);
    if (page.length === 0 || seen.length > 500) return seen;
  }
}

const idsOf = (list: readonly { id: string }[]) => list.map(({ id }) => id);

test('pages of every size add up to the list', async () => {
  const whole = await reader.threads('limit=100');
  expect(idsOf(whole).toSorted()).toEqual([...threads].toSorted());
  for (const limit of [1, 7, 59, 60, 61]) expect(idsOf(await walk(limit))).toEqual(idsOf(whole));
  // From every element of every page.
  const from = at(whole, 20).list_position;
  expect(idsOf(await walk(9, from))).toEqual(idsOf(whole).slice(21));
});

/** The sort key of a row: its latest activity, then its id. */
function placeOf({ list_position }: ClientThread): bigint {
  const [time = '0', id = '0'] = list_position.split('_');
  return (BigInt(time) << 64n) + BigInt(id);
}

test('paging during writes shows no thread twice and misses only threads that moved up', async () => {
  let isDone = false;
  let sends = 0;
  const places = async () =>
    new Map((await reader.threads('limit=100')).map((thread) => [thread.id, placeOf(thread)]));
  const writing = inParallel(8, async (index) => {
    while (!isDone) {
      const [id = ''] = sample(threads.slice(0, -1), 1);
      await at(writers, index).say(id);
      sends += 1;
      // The other transactions that write: sends by API key, and to a direct thread.
      if (index === 0) await server.ok('POST', MESSAGES, { body: textTo(id, 'user3') });
      if (index === 1) {
        const direct = { ...textTo('', 'user2'), target: { user_ids: ['user1'] } };
        await server.ok('POST', MESSAGES, { body: direct });
      }
    }
  });
  const walks = await inParallel(6, async (index) => {
    const own: { seen: ClientThread[]; before: Map<string, bigint>; after: Map<string, bigint> }[] = [];
    for (let round = 0; round < 2; round += 1) {
      const before = await places();
      const seen = await walk([2, 3, 5, 7, 10, 20][index] ?? 5);
      own.push({ seen, before, after: await places() });
    }
    return own;
  });
  isDone = true;
  await writing;
  expect(sends).toBeGreaterThan(50);
  for (const { seen, before, after } of walks.flat()) {
    const ids = idsOf(seen);
    expect(ids.length - new Set(ids).size).toBe(0);
    const missed = threads.filter((id) => !ids.includes(id));
    for (const id of missed) expect((after.get(id) ?? 0n) > (before.get(id) ?? 0n)).toBe(true);
    const found = seen.map(placeOf);
    expect(found).toEqual(found.toSorted((a, b) => Number(b > a) - Number(b < a)));
  }
});

test('a thread that moves up is on no later page, and the others keep their places', async () => {
  const order = idsOf(await reader.threads('limit=100'));
  const first = await reader.threads('limit=5');
  const [seen = '', unseen = ''] = [order[2], order[30]];
  // The user who is in all threads, the direct one included.
  const [everywhere] = writers;
  await everywhere?.say(unseen);
  await everywhere?.say(seen);
  const rest = idsOf(await walk(7, at(first, -1).list_position));
  expect(rest).toEqual(order.slice(5).filter((id) => id !== unseen));
  expect(idsOf(await reader.threads('limit=3'))).toEqual([seen, unseen, order[0]]);
});

test('paging while threads are created and deleted shows each lasting thread once and none twice', async () => {
  const first = await reader.threads('limit=10');
  const made = await server.group(['user2', 'user1']);
  const rest = await walk(10, at(first, -1).list_position);
  const seen = idsOf([...first, ...rest]);
  expect(seen).not.toContain(made);
  expect(seen.toSorted()).toEqual([...threads].toSorted());
  await server.ok('DELETE', threadUrl(made));
  // A thread deleted while paging is on no later page.
  const again = await reader.threads('limit=10');
  const last = at(await reader.threads('limit=100'), -1).id;
  await server.ok('DELETE', threadUrl(last));
  threads = threads.filter((id) => id !== last);
  const then = idsOf([...again, ...(await walk(20, at(again, -1).list_position))]);
  expect(then).toHaveLength(COUNT - 1);
  expect(then).not.toContain(last);
});

test('a change of a membership, and a message, is in every list that is requested after it', async () => {
  const [mover] = await signInAll(server, 1, 'mover');
  const listed = () => mover.threads('limit=100');
  await inParallel(6, async (index) => {
    const writer = at(writers, index);
    const id = await server.group([writer.userId]);
    for (let round = 0; round < 5; round += 1) {
      await server.ok('POST', `${threadUrl(id)}/members`, {
        body: { member_ids: [mover.userId], id_type: 2 },
      });
      const { seq } = await writer.say(id);
      const found = (await listed()).find((thread) => thread.id === id);
      expect(found).toMatchObject({ last_message: { seq }, unread_count: 1 });
      await mover.ok('PUT', `${myThreadUrl(id)}/read`, { body: { seq } });
      await server.ok('DELETE', memberUrl(id, mover.userId));
      expect(idsOf(await listed())).not.toContain(id);
    }
  });
});

test("a forged position is M40010 or shows a page of the user's own threads", async () => {
  const [one] = await reader.threads('limit=1');
  const { token } = reader;
  const wrong = [
    '',
    '00',
    '1',
    'x',
    '-1',
    '%20',
    '0%20',
    '_',
    '1_',
    '_1',
    '1_0',
    '1_-1',
    '-1_1',
    '01_1',
    '1_01',
    '1__1',
    '1_1_1',
    '1.5_1',
    '1e3_1',
    '0x1_1',
    '%D9%A1_1',
    '%EF%BC%91_1',
    '1_1%00',
    '1_1%0A',
    "1_1';--",
    '1__1_1_1',
    `1_${Array.from({ length: 1_000 }, () => '1').join('-')}_1_1_1`,
    `${'1'.repeat(17)}_1`,
    `1_${2n ** 63n}`,
    `1_${'1'.repeat(20)}`,
  ];
  for (const value of wrong) {
    await expectRefused(server, ['GET', `${MY_THREADS}?last_id=${value}`, { token }], 'M40010', ['last_id']);
  }
  await expectRefused(server, ['GET', `${MY_THREADS}?last_id=0&last_id=0`, { token }], 'M40010', ['last_id']);
  await expectRefused(server, ['GET', `${MY_THREADS}?last_id[]=0`, { token }], 'M40010', ['last_id[]']);
  for (const limit of ['0', '101', 'x', '', '1.5']) {
    await expectRefused(server, ['GET', `${MY_THREADS}?limit=${limit}`, { token }], 'M40010', ['limit']);
  }

  const [time] = (one?.list_position ?? '').split('_');
  const odd = ['0_1', '1_1', `${'9'.repeat(16)}_${2n ** 63n - 1n}`, `${time}_1`, `${time}_${2n ** 63n - 1n}`];
  for (const value of odd) {
    for (const more of ['', '&reference_id=x', '&satl_reference_id=x&reference_id=y']) {
      const url = `${MY_THREADS}?last_id=${value}&limit=100${more}`;
      const { status, body } = await server.call('GET', url, { token });
      expect([value, status]).toEqual([value, 200]);
      // Users see only their own threads, each once.
      const ids = idsOf(body.data as { id: string }[]);
      expect(ids.filter((id) => !threads.includes(id))).toEqual([]);
      expect(new Set(ids).size).toBe(ids.length);
    }
  }
  // Another user's position gives no access to their threads.
  const [stranger] = await signInAll(server, 1, 'stranger');
  expect(await stranger.threads(`last_id=${one?.list_position}`)).toEqual([]);
});
