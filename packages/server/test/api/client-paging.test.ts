import type { ClientThread } from '@palaver/protocol/client-threads';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectRefused, MESSAGES, threadUrl } from '../harness/api.ts';
import { at, MY_THREADS, type SignedIn, signInAll } from '../harness/client-api.ts';
import { inParallel, sample } from '../harness/in-parallel.ts';
import { recount } from '../harness/recount.ts';
import { connect } from '../harness/test-database.ts';
import { startTestServer, type TestServer, textTo } from '../harness/test-server.ts';

/** The chat list, paged while threads move up: every thread is seen once, in the order of the first page. */

const COUNT = 60;

let server: TestServer;
let reader: SignedIn;
let writers: SignedIn[];
let threads: string[];
beforeAll(async () => {
  server = await startTestServer({ PALAVER_DATABASE_POOL_SIZE: '16' });
  const people = await signInAll(server, 9);
  [reader, ...writers] = [at(people, 0), ...people.slice(1)];
  threads = [];
  // Some have a message, some have none, and one is a direct thread.
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
  await server.close();
});

/** All pages from here on. */
async function walk(limit: number, from?: string): Promise<ClientThread[]> {
  const seen: ClientThread[] = [];
  for (let last = from; ; last = at(seen, -1).list_position) {
    const page = await reader.threads(`limit=${limit}${last === undefined ? '' : `&last_id=${last}`}`);
    seen.push(...page);
    if (page.length === 0 || seen.length > 500) return seen;
  }
}

const idsOf = (list: readonly { id: string }[]) => list.map(({ id }) => id);

test('nothing moves: pages of every size are the list', async () => {
  const whole = await reader.threads('limit=100');
  expect(idsOf(whole).toSorted()).toEqual([...threads].toSorted());
  for (const limit of [1, 7, 59, 60, 61]) expect(idsOf(await walk(limit))).toEqual(idsOf(whole));
  // From any element on, of any page.
  const from = at(whole, 20).list_position;
  expect(idsOf(await walk(9, from))).toEqual(idsOf(whole).slice(21));
});

test('8 write, and many walk: each walk sees each thread once', async () => {
  let isDone = false;
  let sends = 0;
  const writing = inParallel(8, async (index) => {
    while (!isDone) {
      const [id = ''] = sample(threads.slice(0, -1), 1);
      await at(writers, index).say(id);
      sends += 1;
      // The other ways to write, which are other transactions: by key, and to a direct thread.
      if (index === 0) await server.ok('POST', MESSAGES, { body: textTo(id, 'user3') });
      if (index === 1) {
        const direct = { ...textTo('', 'user2'), target: { user_ids: ['user1'] } };
        await server.ok('POST', MESSAGES, { body: direct });
      }
    }
  });
  const walks = await inParallel(6, async (index) => {
    const own: ClientThread[][] = [];
    for (let round = 0; round < 2; round += 1) own.push(await walk([2, 3, 5, 7, 10, 20][index] ?? 5));
    return own;
  });
  isDone = true;
  await writing;
  expect(sends).toBeGreaterThan(50);
  for (const seen of walks.flat()) {
    const ids = idsOf(seen);
    expect(ids.length - new Set(ids).size).toBe(0);
    expect(threads.filter((id) => !ids.includes(id))).toEqual([]);
    // The place of each in the order of the walk falls.
    const places = seen.map(({ list_position }) => list_position.split('_').slice(-2).map(BigInt));
    for (const [index, [time = 0n, id = 0n]] of places.entries()) {
      const [nextTime = -1n, nextId = -1n] = places[index + 1] ?? [];
      expect(nextTime < time || (nextTime === time && nextId < id)).toBe(true);
    }
    expect(new Set(seen.map(({ list_position }) => list_position.split('_').slice(0, 3).join())).size).toBe(
      1,
    );
  }
});

test.each([
  ['as the last of all', false],
  ['while others that began after it have ended', true],
])(
  'what is being sent at the first page, %s, keeps its place of before it, whenever it commits',
  async (_how, hasLater) => {
    const order = idsOf(await reader.threads('limit=100'));
    const [moved = '', other = '', third = '', fourth = ''] = [order[50], order[40], order[30], order[20]];
    // Sends that have their transaction, their number and their time, but have not committed.
    const [slow, slower] = [
      await connect(server.database.connection),
      await connect(server.database.connection),
    ];
    const author = at(writers, 0).extUserId;
    const inFlight: string[] = [];
    for (const [client, id] of [
      [slow, moved],
      [slower, other],
    ] as const) {
      await client.query('begin');
      await client.query(SEND, [id, author]);
    }
    if (hasLater) await at(writers, 1).say(fourth);
    const expected = hasLater ? [fourth, ...order.filter((id) => id !== fourth)] : order;
    const first = await reader.threads('limit=5');
    expect(idsOf(first)).toEqual(expected.slice(0, 5));
    if (hasLater) {
      const carried = at(first, 0).list_position.split('_')[1]?.split('-');
      expect(carried).toEqual(expect.arrayContaining(inFlight));
    }
    await slow.query('commit');
    await at(writers, 1).say(third);
    const second = await reader.threads(`limit=30&last_id=${at(first, -1).list_position}`);
    expect(idsOf(second)).toEqual(expected.slice(5, 35));
    await slower.query('commit');
    const rest = await walk(4, at(second, -1).list_position);
    expect(idsOf(rest)).toEqual(expected.slice(35));
    // What they show is as of now.
    const shown = [...second, ...rest].find(({ id }) => id === moved);
    expect(shown?.last_message?.body.text).toBe('in flight');
    expect(idsOf(await reader.threads('limit=3'))[0]).toBe(third);
  },
);

/** What the queue of sends does, by SQL, so that it can be held before its commit. */
const SEND = `
  with clock as materialized (select date_trunc('milliseconds', clock_timestamp()) as at), head as (
    update thread_heads set last_seq = last_seq + 1, last_message_seq = last_seq + 1, active_at = clock.at,
      message_count = message_count + 1
    from clock where thread_id = $1 returning thread_id, last_seq, at
  ), entry as (
    insert into log_entries (thread_id, seq, type, at, actor_ext_user_id, message_seq)
    select thread_id, last_seq, 'message.created', at, $2, last_seq from head
  )
  insert into messages (thread_id, seq, created_at, sender_ext_user_id, kind, text, metadata, link_count)
  select thread_id, last_seq, at, $2, 'text', 'in flight', '{"type":"text"}', 0 from head`;

test('sends that begin and end while the first page is read: the walks of all first pages are whole', async () => {
  let isDone = false;
  const writing = inParallel(8, async (index) => {
    while (!isDone) await at(writers, index).say(sample(threads.slice(0, -1), 1)[0] ?? '');
  });
  const firsts = await inParallel(12, () => reader.threads('limit=7'));
  const more: ClientThread[][] = [];
  for (let round = 0; round < 10; round += 1) more.push(await reader.threads('limit=2'));
  const walks = await Promise.all(
    [...firsts, ...more].map(async (page) => [...page, ...(await walk(25, at(page, -1).list_position))]),
  );
  isDone = true;
  await writing;
  for (const seen of walks) {
    expect(idsOf(seen).toSorted()).toEqual([...threads].toSorted());
  }
});

test('threads that are made and deleted meanwhile: those that stay are seen once, and no other twice', async () => {
  const first = await reader.threads('limit=10');
  const made = await server.group(['user2', 'user1']);
  const rest = await walk(10, at(first, -1).list_position);
  const seen = idsOf([...first, ...rest]);
  expect(seen).not.toContain(made);
  expect(seen.toSorted()).toEqual([...threads].toSorted());
  await server.ok('DELETE', threadUrl(made));
  // Of a thread that is deleted while one pages, no page that comes has it.
  const again = await reader.threads('limit=10');
  const last = at(await reader.threads('limit=100'), -1).id;
  await server.ok('DELETE', threadUrl(last));
  threads = threads.filter((id) => id !== last);
  const then = idsOf([...again, ...(await walk(20, at(again, -1).list_position))]);
  expect(then).toHaveLength(COUNT - 1);
  expect(then).not.toContain(last);
});

test('a walk stands still: who pages on later has the order of its beginning', async () => {
  const order = idsOf(await reader.threads('limit=100'));
  const first = await reader.threads('limit=5');
  const position = at(first, -1).list_position;
  await inParallel(COUNT / 2, (index) => at(writers, index % 8).say(at(order.slice(6, -6), index)));
  expect(idsOf(await walk(11, position))).toEqual(order.slice(5));
  expect(idsOf(await walk(11, position))).toEqual(order.slice(5));
});

test('a position that nobody has given out is M40010, or a page: never more', async () => {
  const [one] = await reader.threads('limit=1');
  const good = (one?.list_position ?? '').split('_');
  const { token } = reader;
  const wrong = [
    '',
    '00',
    '1',
    'x',
    '-1',
    '%20',
    '0%20',
    '1_2_3_4',
    '1__3_4_',
    '____',
    '1_2_3_4_5_6',
    '_1_1_1_1',
    '1_-1_1_1_1',
    '1_1-_1_1_1',
    '1_1--2_1_1_1',
    '-1__1_1_1',
    '1__-1_1_1',
    '1__1_-1_1',
    '1__1_1_-1',
    '1__1.5_1_1',
    '1__1e3_1_1',
    '0x1__1_1_1',
    '%D9%A1__1_1_1',
    '1__1_1_1%00',
    '1__1_1_1%0A',
    '%EF%BC%91__1_1_1',
    "1__1_1_1';--",
    `${'1'.repeat(11)}__1_1_1`,
    `1_${'1'.repeat(11)}_1_1_1`,
    `1__${'1'.repeat(17)}_1_1`,
    `1__1_${'1'.repeat(17)}_1`,
    `1__1_1_${'1'.repeat(19)}`,
    `1__1_1_${2n ** 63n}`,
    `1_${Array.from({ length: 1_001 }, () => '1').join('-')}_1_1_1`,
  ];
  for (const value of wrong) {
    await expectRefused(server, ['GET', `${MY_THREADS}?last_id=${value}`, { token }], 'M40010', ['last_id']);
  }
  await expectRefused(server, ['GET', `${MY_THREADS}?last_id=0&last_id=0`, { token }], 'M40010', ['last_id']);
  await expectRefused(server, ['GET', `${MY_THREADS}?last_id[]=0`, { token }], 'M40010', ['last_id[]']);
  for (const limit of ['0', '101', 'x', '', '1.5']) {
    await expectRefused(server, ['GET', `${MY_THREADS}?limit=${limit}`, { token }], 'M40010', ['limit']);
  }

  const odd = [
    '0__0_0_0',
    '1__1_1_1',
    `${2 ** 32 - 1}__1_1_1`,
    `${2 ** 32}__1_1_1`,
    '9999999999__9999999999999999_9999999999999999_999999999999999999',
    '0__9999999999999999_9999999999999999_999999999999999999',
    '9999999999_9999999999-9999999999_0_0_0',
    `${good[0]}_${Array.from({ length: 1_000 }, (_, index) => index).join('-')}_${good.slice(2).join('_')}`,
    [good[0], '', '9999999999999999', ...good.slice(3)].join('_'),
    [good[0], '', '0', ...good.slice(3)].join('_'),
    [...good.slice(0, 3), '9999999999999999', good[4]].join('_'),
    [...good.slice(0, 3), '0', good[4]].join('_'),
    [...good.slice(0, 4), '999999999999999999'].join('_'),
    ['0', '', ...good.slice(2)].join('_'),
  ];
  for (const value of odd) {
    for (const more of ['', '&reference_id=x', '&satl_reference_id=x&reference_id=y']) {
      const url = `${MY_THREADS}?last_id=${value}&limit=100${more}`;
      const { status, body } = await server.call('GET', url, { token });
      expect([value, status]).toEqual([value, 200]);
      // Nobody sees what is not theirs, and nothing twice.
      const ids = idsOf(body.data as { id: string }[]);
      expect(ids.filter((id) => !threads.includes(id))).toEqual([]);
      expect(new Set(ids).size).toBe(ids.length);
    }
  }
  // The position of somebody else opens nothing of theirs.
  const stranger = at(await signInAll(server, 1, 'stranger'), 0);
  expect(await stranger.threads(`last_id=${one?.list_position}`)).toEqual([]);
});
