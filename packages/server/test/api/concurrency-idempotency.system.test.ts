import { beforeAll, expect, test } from 'vitest';
import { retryWhileBusy } from '../harness/calls.ts';
import { inParallel, tally } from '../harness/in-parallel.ts';
import { textTo } from '../harness/population.ts';
import { recount } from '../harness/recount.ts';
import { useServer } from '../harness/use-server.ts';

/** Invariant 3: one idempotency key, one effect, also when all requests with it arrive at once. */

const MESSAGES = '/open-api/v1.0/chat/messages';
const THREADS = '/open-api/v1.0/chat/threads';

const server = await useServer();
let users: string[];
let threadId: string;
beforeAll(async () => {
  users = await server.users(8);
  threadId = await server.group(users);
});

/** Sends the same request `copies` times at once; returns the distinct answers and the number of replays. */
async function atOnce(copies: number, url: string, key: string, body: unknown) {
  const answers = await inParallel(copies, () =>
    retryWhileBusy(() =>
      server.call('POST', url, {
        body,
        headers: { 'idempotency-key': key, prefer: 'return=representation' },
      }),
    ),
  );
  return {
    codes: tally(answers.map((answer) => answer.body.message_code)),
    results: new Set(answers.map((answer) => JSON.stringify(answer.body.data))).size,
    replays: answers.filter((answer) => answer.headers['idempotent-replayed'] === 'true').length,
  };
}

async function countOf(sql: string, value: string): Promise<number | undefined> {
  const [row] = await server.database.sql<{ count: number }>(sql, [value]);
  return row?.count;
}

const ONE = { codes: { M200: 8 }, results: 1, replays: 7 };

test('a message to a thread, sent 8 times at once under each of 16 keys, is stored once per key', async () => {
  await inParallel(16, async (index) => {
    const text = `to a thread ${index}`;
    const body = textTo(threadId, users[index % 8] ?? '', text);
    expect(await atOnce(8, MESSAGES, `thread-${index}`, body)).toEqual(ONE);
    expect(await countOf('select count(*)::int as count from messages where text = $1', text)).toBe(1);
  });
  expect(await recount(server.database)).toEqual([]);
});

test('a message to users without threads yet is stored once for each user', async () => {
  await inParallel(8, async (index) => {
    const text = `to users ${index}`;
    const target = { user_ids: users.filter((_, other) => other !== index).slice(0, 3) };
    const body = { ...textTo('0', users[index] ?? '', text), target };
    expect(await atOnce(8, MESSAGES, `users-${index}`, body)).toEqual(ONE);
    expect(await countOf('select count(*)::int as count from messages where text = $1', text)).toBe(3);
  });
  expect(await recount(server.database)).toEqual([]);
});

test('a group is created once', async () => {
  await inParallel(8, async (index) => {
    const body = { name: `once ${index}`, owner_id: users[0], member_ids: users, id_type: 2 };
    expect(await atOnce(8, THREADS, `group-${index}`, body)).toEqual(ONE);
    expect(await countOf('select count(*)::int as count from threads where name = $1', body.name)).toBe(1);
  });
  expect(await recount(server.database)).toEqual([]);
});

test('of two different requests under one key at once, one succeeds and the other is M42201', async () => {
  await inParallel(8, async (index) => {
    const one = textTo(threadId, users[0] ?? '', `one of two ${index}`);
    const headers = { 'idempotency-key': `two-${index}` };
    const others = [
      textTo(threadId, users[0] ?? '', `another of two ${index}`),
      { ...textTo('0', users[0] ?? '', `users of two ${index}`), target: { user_ids: [users[1]] } },
    ];
    const answers = await Promise.all([
      retryWhileBusy(() => server.call('POST', MESSAGES, { body: one, headers })),
      retryWhileBusy(() => server.call('POST', MESSAGES, { body: others[index % 2], headers })),
    ]);
    expect(answers.map(({ body }) => body.message_code).toSorted()).toEqual(['M200', 'M42201']);
    const stored = await countOf(
      "select count(*)::int as count from messages where text like '%of two ' || $1",
      `${index}`,
    );
    expect(stored).toBe(1);
  });
  expect(await recount(server.database)).toEqual([]);
});

test('a failed request frees its key for the requests that wait for it', async () => {
  const body = textTo(threadId, 'later', 'after all');
  expect((await atOnce(8, MESSAGES, 'failing', body)).codes).toEqual({ M40402: 8 });
  await server.ok('PUT', '/user/v1.0/user/later', { body: {} });
  expect((await atOnce(8, MESSAGES, 'failing', body)).codes).toEqual({ M40303: 8 });
});
