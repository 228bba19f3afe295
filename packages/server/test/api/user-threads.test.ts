import type { UserThread } from '@palaver/protocol/client-threads';
import { beforeAll, expect, test } from 'vitest';
import {
  expectRefused,
  MESSAGES,
  memberUrl,
  messageUrl,
  THREADS,
  threadUrl,
  userUrl,
} from '../harness/api.ts';
import { useServer } from '../harness/use-server.ts';

const server = await useServer();
beforeAll(() => server.users(3, 'u'));

const threadsUrl = (userId: string, query = '') => `${userUrl(userId)}/threads?${query}`;
const list = (userId: string, query = ''): Promise<UserThread[]> =>
  server.ok('GET', threadsUrl(userId, query));
const idsOf = (threads: readonly UserThread[]) => threads.map(({ id }) => id);

async function createGroup(fields: Record<string, unknown> = {}): Promise<string> {
  const body = { name: 'Group', owner_id: 'u1', member_ids: ['u2'], id_type: 2, ...fields };
  return (await server.ok('POST', THREADS, { body })).thread_id;
}

async function send(
  target: Record<string, unknown>,
  text = 'Hello',
): Promise<{ thread_id: string; seq: number }> {
  const body = { sender: { user_id: 'u1' }, target, body: { text, metadata: [{ type: 'text' }] } };
  const headers = { prefer: 'return=representation' };
  return (await server.ok('POST', MESSAGES, { body, headers })).messages[0];
}

test('the threads of a user are as the user sees them, the latest message first', async () => {
  const group = await createGroup();
  const order = await createGroup({ reference_id: 'order-1' });
  const { seq } = await send({ thread_id: group });
  await send({ thread_id: group });
  const direct = (await send({ user_ids: ['u2'] })).thread_id;
  await server.ok('POST', memberUrl(group, 'u2', 'mute'));

  const threads = await list('u2');
  expect(idsOf(threads)).toEqual([direct, group, order]);
  expect(threads[0]).toMatchObject({
    type: 'direct',
    peer: { user_id: 'u1' },
    unread_count: 1,
    reference_id: '',
  });
  expect(threads[1]).toMatchObject({
    me: { role: 'member', status: 'muted', read_seq: 0 },
    unread_count: 2,
    last_message: await server.ok('GET', messageUrl(group, seq + 1)),
  });
  expect(threads[2]).toMatchObject({ reference_id: 'order-1', last_message: null, unread_count: 0 });
  expect(threads[0]).not.toHaveProperty('members');

  // The sender has no unread messages.
  expect((await list('u1')).map(({ unread_count }) => unread_count)).toEqual([0, 0, 0]);
  expect(idsOf(await list('u2', 'linked=true'))).toEqual([order]);
  expect(idsOf(await list('u2', 'linked=false'))).toEqual([direct, group]);
  expect(await list('u3')).toEqual([]);
});

test('members are included, and pages follow one another', async () => {
  const ids: string[] = [];
  for (let number = 0; number < 5; number += 1) ids.unshift(await createGroup({ owner_id: 'u3' }));
  const [first] = await list('u3', 'include=members&limit=1');
  expect(first?.members?.map(({ user_id, role }) => [user_id, role])).toEqual([
    ['u2', 'member'],
    ['u3', 'owner'],
  ]);
  const seen: string[] = [];
  for (let position = '0', hasMore = true; hasMore; ) {
    const url = threadsUrl('u3', `limit=2&include=last_message,members&last_id=${position}`);
    const { data = [], has_more } = (await server.call('GET', url)).body as {
      data?: UserThread[];
      has_more?: boolean;
    };
    seen.push(...idsOf(data));
    position = data.at(-1)?.list_position ?? '';
    hasMore = has_more === true;
  }
  expect(seen).toEqual(ids);
});

test('a user who left a thread, and a deleted thread, are not listed', async () => {
  const left = await createGroup();
  const deleted = await createGroup();
  await server.ok('DELETE', memberUrl(left, 'u2'));
  await server.ok('DELETE', threadUrl(deleted));
  const ids = idsOf(await list('u2', 'limit=100'));
  expect(ids).not.toContain(left);
  expect(ids).not.toContain(deleted);
});

test('a deactivated user has the threads that they own', async () => {
  await server.users(1, 'gone-');
  const owned = await createGroup({ owner_id: 'gone-1' });
  await createGroup({ member_ids: ['gone-1'] });
  await server.ok('DELETE', userUrl('gone-1'));
  expect(idsOf(await list('gone-1'))).toEqual([owned]);
});

test('bad input is refused', async () => {
  await expectRefused(server, ['GET', threadsUrl('nobody')], 'M40402', ['user_id']);
  await expectRefused(server, ['GET', threadsUrl('u1', 'include=me')], 'M40010', ['include']);
  await expectRefused(server, ['GET', threadsUrl('u1', 'linked=maybe')], 'M40010', ['linked']);
  await expectRefused(server, ['GET', threadsUrl('u1', 'last_id=x')], 'M40010', ['last_id']);
  for (const limit of [0, 101])
    await expectRefused(server, ['GET', threadsUrl('u1', `limit=${limit}`)], 'M40010', ['limit']);
});
