import { describe, expect, test } from 'vitest';
import { retryWhileBusy } from '../harness/calls.ts';
import { inParallel, sample, tally } from '../harness/in-parallel.ts';
import { lockThread } from '../harness/locked-thread.ts';
import { textTo } from '../harness/population.ts';
import { recount } from '../harness/recount.ts';
import { useServer } from '../harness/use-server.ts';

const MESSAGES = '/open-api/v1.0/chat/messages';
const POOL_SIZE = 16;

const server = await useServer({ PALAVER_DATABASE_POOL_SIZE: String(POOL_SIZE) });

interface Sent {
  id: string;
  thread_id: string;
  seq: number;
}

/** Sends a message and returns it as stored; fails unless the answer is M200. */
async function send(body: unknown): Promise<Sent[]> {
  const data = await server.ok('POST', MESSAGES, { body, headers: { prefer: 'return=representation' } });
  return data.messages;
}

/** The ext_user_ids of these users, in their order. */
async function extUserIds(userIds: readonly string[]): Promise<string[]> {
  const rows = await server.database.sql<{ user_id: string; ext_user_id: string }>(
    'select user_id, ext_user_id from users where user_id = any($1)',
    [userIds],
  );
  const byUserId = new Map(rows.map((row) => [row.user_id, row.ext_user_id]));
  return userIds.map((userId) => byUserId.get(userId) ?? '');
}

const picture = {
  name: 'a',
  width: 1,
  height: 1,
  size: 1,
  source_url: 'https://a.example/a',
  source_thumb_url: 'https://a.example/b',
};
const CONTENTS = [
  { text: 'see https://a.example and http://b.example', metadata: [{ type: 'text' }] },
  { text: '', metadata: [{ type: 'image', ...picture }] },
  { text: 'https://c.example', metadata: [{ type: 'video', ...picture }] },
  { metadata: [{ type: 'file', name: 'f', size: 1, mime_type: 'a/b', source_url: 'https://a.example' }] },
  { metadata: [{ type: 'custom_defined', custom_name: 'c', payload: '{}' }] },
];

/** A message of one of the kinds, with a custom field that is unique in the test. */
function marked(mark: string, index: number, message: Record<string, unknown>): Record<string, unknown> {
  const content = CONTENTS[index % CONTENTS.length];
  const [metadata] = content?.metadata ?? [];
  return { ...message, body: { ...content, metadata: [{ ...metadata, mark }] } };
}

async function storedMarks(prefix: string): Promise<string[]> {
  const rows = await server.database.sql<{ mark: string }>(
    "select metadata ->> 'mark' as mark from messages where metadata ->> 'mark' like $1 || ' %'",
    [prefix],
  );
  return rows.map((row) => row.mark).toSorted();
}

test('64 senders in one thread: no gaps or duplicates, each M200 stored once, counters equal a recount', async () => {
  const users = await server.users(64, 'one');
  const threadId = await server.group(users);
  const sent = await inParallel(users.length, async (sender) => {
    const own: { mark: string; message: Sent | undefined }[] = [];
    for (let index = 0; index < 8; index += 1) {
      const mark = `one ${sender}.${index}`;
      const body = marked(mark, sender + index, textTo(threadId, users[sender] ?? ''));
      const [message] = await send(body);
      own.push({ mark, message });
    }
    return own;
  });

  const all = sent.flat();
  const seqs = all.map(({ message }) => message?.seq ?? 0);
  expect(seqs.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 512 }, (_, index) => index + 2));
  expect(new Set(all.map(({ message }) => message?.id)).size).toBe(512);
  expect(await storedMarks('one')).toEqual(all.map(({ mark }) => mark).toSorted());
  // Sequential sends of one sender are in the log in their order.
  for (const own of sent) {
    const order = own.map(({ message }) => message?.seq ?? 0);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
  }
  expect(await recount(server.database)).toEqual([]);
});

test('64 senders in 100 threads: no log has gaps or duplicates', async () => {
  const users = await server.users(64, 'many');
  const threads = await inParallel(100, () => server.group(users.slice(0, 32)));
  await server.ok('POST', '/bot/v1.0/bot', { body: { bot_id: 'many-bot', display_name: 'Bot' } });
  const sent = await inParallel(64, async (index) => {
    const own: { mark: string; message: Sent | undefined }[] = [];
    for (const [turn, threadId] of sample(threads, 10).entries()) {
      const mark = `many ${index}.${turn}`;
      const message = textTo(threadId, users[index] ?? '');
      // Half of the senders are members; the bot, who needs no membership, sends for the others.
      const body = index < 32 ? message : { ...message, sender: { bot_id: 'many-bot' } };
      own.push({ mark, message: (await send(marked(mark, index + turn, body)))[0] });
    }
    return own;
  });

  const all = sent.flat();
  expect(await storedMarks('many')).toEqual(all.map(({ mark }) => mark).toSorted());
  const ids = all.map(({ message }) => message?.id ?? '');
  expect(new Set(ids).size).toBe(640);
  for (const { message } of all) expect(message?.id).toBe(`${message?.thread_id}.${message?.seq}`);
  expect(await recount(server.database)).toEqual([]);
});

test('64 concurrent sends from both sides of each pair create one direct thread per pair', async () => {
  const users = await server.users(64, 'pair');
  const extIds = await extUserIds(users);
  const pairs: string[] = [];
  const wave = (round: number) =>
    inParallel(64, async (sender) => {
      const others = sample([...users.keys()], 6).filter((index) => index !== sender);
      pairs.push(...others.map((other) => pairOf(sender, other)));
      // Every way to name a target, with duplicates, which count once.
      const target =
        (sender + round) % 2 === 0
          ? { user_ids: [...others, ...others].map((index) => users[index]) }
          : { ext_user_ids: [...others, ...others].map((index) => extIds[index]) };
      const mark = `pair ${round}.${sender}`;
      const messages = await send(marked(mark, sender, { ...textTo('0', users[sender] ?? ''), target }));
      expect(messages).toHaveLength(others.length);
      return messages;
    });

  // The first wave creates threads; the second mixes new and existing ones with group messages.
  const threadId = await server.group(users.slice(0, 8));
  const first = await wave(0);
  const [second] = await Promise.all([
    wave(1),
    inParallel(8, () => server.group(sample(users, 5))),
    inParallel(16, (index) => send(marked(`beside ${index}`, 0, textTo(threadId, users[index % 8] ?? '')))),
  ]);

  const messages = [first, second].flat(2);
  expect(new Set(messages.map(({ id }) => id)).size).toBe(messages.length);
  const stored = await server.database.sql<{ count: number }>(
    "select count(*)::int as count from messages where metadata ->> 'mark' like 'pair %'",
  );
  expect(stored).toEqual([{ count: messages.length }]);
  const direct = await server.database.sql<{ low: string; high: string }>(
    'select low_ext_user_id as low, high_ext_user_id as high from direct_threads where low_ext_user_id = any($1)',
    [extIds],
  );
  const made = direct.map(({ low, high }) => pairOf(extIds.indexOf(low), extIds.indexOf(high)));
  expect(made.toSorted()).toEqual([...new Set(pairs)].toSorted());
  expect(await recount(server.database)).toEqual([]);
});

function pairOf(one: number, other: number): string {
  return `${Math.min(one, other)}-${Math.max(one, other)}`;
}

describe('a member silenced while their send waits', () => {
  const CASES = [
    ['banned', 'M40305'],
    ['muted', 'M40304'],
    ['removed', 'M40303'],
  ] as const;

  test.each(CASES)('%s: every waiting send to the thread is refused', async (how, code) => {
    const [owner = '', silenced = '', other = ''] = await server.users(3, `silenced-${how}`);
    const threadId = await server.group([owner, silenced, other]);
    const [extUserId = ''] = await extUserIds([silenced]);
    const thread = await lockThread(server.database, threadId);
    const sends = inParallel(POOL_SIZE, (index) =>
      retryWhileBusy(() =>
        server.call('POST', MESSAGES, { body: textTo(threadId, index === 0 ? other : silenced) }),
      ),
    );
    await thread.hasWaiter();
    await thread.silence(extUserId, how);
    await thread.commit();
    const [neighbour, ...refused] = (await sends).map(({ body }) => body.message_code);
    expect(neighbour).toBe('M200');
    expect(tally(refused)).toEqual({ [code]: POOL_SIZE - 1 });
    expect(await recount(server.database)).toEqual([]);
  });

  test('in one of several direct threads: nothing is sent to any of them', async () => {
    const [sender = '', ...others] = await server.users(6, 'silenced-direct');
    const [extUserId = ''] = await extUserIds([sender]);
    const direct = { ...textTo('0', sender), target: { user_ids: others } };
    const threads = await send(direct);
    const thread = await lockThread(server.database, threads[2]?.thread_id ?? '');
    const sends = inParallel(8, () => retryWhileBusy(() => server.call('POST', MESSAGES, { body: direct })));
    await thread.hasWaiter();
    await thread.silence(extUserId, 'muted');
    await thread.commit();
    expect(tally((await sends).map(({ body }) => body.message_code))).toEqual({ M40304: 8 });
    const counts = await server.database.sql<{ message_count: number }>(
      'select message_count from thread_heads where thread_id = any($1)',
      [threads.map((message) => message.thread_id)],
    );
    expect(counts.map((row) => row.message_count)).toEqual([1, 1, 1, 1, 1]);
    expect(await recount(server.database)).toEqual([]);
  });
});
