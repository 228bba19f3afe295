import { MAX_LISTED_MEMBERS, type ThreadListItem } from '@palaver/protocol/threads';
import { beforeAll, expect, test } from 'vitest';
import { expectRefused, MESSAGES, memberUrl, messageUrl, THREADS } from '../harness/api.ts';
import { useServer } from '../harness/use-server.ts';

const server = await useServer();

beforeAll(() => server.users(MAX_LISTED_MEMBERS + 2, 'u'));

async function createGroup(members: number): Promise<string> {
  const member_ids = Array.from({ length: members - 1 }, (_, index) => `u${index + 2}`);
  const body = { name: 'Group', owner_id: 'u1', member_ids, id_type: 2 };
  return (await server.ok('POST', THREADS, { body })).thread_id;
}

async function send(threadId: string, text: string): Promise<number> {
  const body = {
    sender: { user_id: 'u1' },
    target: { thread_id: threadId },
    body: { text, metadata: [{ type: 'text' }] },
  };
  const headers = { prefer: 'return=representation' };
  return (await server.ok('POST', MESSAGES, { body, headers })).messages[0].seq;
}

async function pageAfter(
  threadId: string | number,
  query: string,
): Promise<{ data: ThreadListItem[]; has_more?: boolean }> {
  const { body } = await server.call('GET', `${THREADS}?last_thread_id=${threadId}&${query}`);
  return { data: [], ...body };
}

async function listed(threadId: string, query: string): Promise<ThreadListItem | undefined> {
  return (await pageAfter(Number(threadId) - 1, `limit=1&${query}`)).data[0];
}

test('a list includes the latest message of each thread', async () => {
  const threadId = await createGroup(2);
  expect(await listed(threadId, '')).not.toHaveProperty('last_message');
  expect(await listed(threadId, 'include=last_message')).toMatchObject({ last_message: null });

  await send(threadId, 'first');
  const seq = await send(threadId, 'second');
  const thread = await listed(threadId, 'include=last_message');
  expect(thread?.last_message).toEqual(await server.ok('GET', messageUrl(threadId, seq)));
  expect(thread).not.toHaveProperty('members');

  await server.ok('DELETE', messageUrl(threadId, seq));
  const { last_message } = (await listed(threadId, 'include=last_message')) ?? {};
  expect(last_message).toMatchObject({ seq, body: { text: '', metadata: [] } });
  expect(last_message?.deleted_at).not.toBeNull();
});

test('a list includes the first current members of each thread', async () => {
  const few = await createGroup(3);
  await server.ok('POST', memberUrl(few, 'u2', 'mute'));
  await server.ok('POST', memberUrl(few, 'u3', 'ban'));
  const { members } = (await listed(few, 'include=members')) ?? {};
  expect(members).toMatchObject([
    { user_id: 'u1', role: 'owner', status: 'active' },
    { user_id: 'u2', role: 'member', status: 'muted' },
  ]);
  expect(await listed(few, '')).not.toHaveProperty('members');

  for (const count of [MAX_LISTED_MEMBERS - 1, MAX_LISTED_MEMBERS, MAX_LISTED_MEMBERS + 1]) {
    const thread = await listed(await createGroup(count), 'include=members,last_message,members');
    expect(thread?.members).toHaveLength(Math.min(count, MAX_LISTED_MEMBERS));
    expect(thread?.member_count).toBe(count);
    expect(thread?.last_message).toBeNull();
  }
});

test('spaces around the names do not matter', async () => {
  const thread = await listed(
    await createGroup(2),
    `include=${encodeURIComponent(' last_message, members ')}`,
  );
  expect(thread).toMatchObject({ last_message: null, members: [{ user_id: 'u1' }, { user_id: 'u2' }] });
});

test('a page is cut short where its messages are large, and says that more follow', async () => {
  const text = '🦩'.repeat(9_000);
  const ids: string[] = [];
  for (let number = 0; number < 40; number += 1) {
    const threadId = await createGroup(1);
    await send(threadId, `${number} ${text}`);
    ids.push(threadId);
  }
  const seen: string[] = [];
  let pages = 0;
  for (let last = String(Number(ids[0]) - 1), isLast = false; !isLast; pages += 1) {
    const { data, has_more } = await pageAfter(last, 'limit=100&include=last_message');
    seen.push(...data.map(({ id }) => id));
    last = seen.at(-1) ?? '';
    isLast = has_more !== true;
  }
  expect(seen).toEqual(ids);
  expect(pages).toBe(2);
  const before = Number(ids.at(-3)) - 1;
  for (const [limit, hasMore] of [
    [2, true],
    [3, false],
    [4, false],
  ] as const)
    expect((await pageAfter(before, `limit=${limit}&include=members`)).has_more).toBe(hasMore);
  expect(await pageAfter(before, 'limit=2')).not.toHaveProperty('has_more');
});

test.each([
  ',',
  ' ',
  'last_message,',
  'last_message, ',
  'last_message members',
  'LAST_MESSAGE',
  'messages',
  'toString',
  '__proto__',
])('include=%s is refused', async (include) => {
  const url = `${THREADS}?include=${encodeURIComponent(include)}`;
  await expectRefused(server, ['GET', url], 'M40010', ['include']);
});
