import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  expectRefused,
  fingerprint,
  INJECTIONS,
  logOf,
  MESSAGES,
  membersUrl,
  memberUrl,
  messagesUrl,
  messageUrl,
  THREADS,
  threadUrl,
  userUrl,
} from '../harness/api.ts';
import { textTo } from '../harness/population.ts';
import { recount } from '../harness/recount.ts';
import { useServer } from '../harness/use-server.ts';

const server = await useServer();
beforeAll(async () => {
  await server.users(4);
});
afterAll(async () => {
  expect(await recount(server.database)).toEqual([]);
});

const group = () => server.group(['user1', 'user2', 'user3']);
const patch = (id: string, body: unknown) => server.ok('PATCH', threadUrl(id), { body });

async function directThread(one: string, two: string): Promise<string> {
  const body = { ...textTo('0', one), target: { user_ids: [two] } };
  const headers = { prefer: 'return=representation' };
  return (await server.ok('POST', MESSAGES, { body, headers })).messages[0].thread_id;
}

describe('changing a thread', () => {
  test('changes the given fields, returns the thread, and logs the names of the fields', async () => {
    const id = await group();
    const changes = {
      name: 'New name',
      description: 'What for',
      avatar_url: 'https://a.example/x.png',
      metadata: '{"team": 7}',
    };
    const changed = await patch(id, changes);
    expect(changed).toMatchObject({ id, ...changes, member_count: 3 });
    expect(await server.ok('GET', threadUrl(id))).toEqual(changed);
    expect((await logOf(server, id)).at(-1)).toMatchObject({
      type: 'thread.updated',
      actor: null,
      change: { fields: ['name', 'description', 'avatar_url', 'metadata'] },
    });
    await patch(id, { metadata: 'plain' });
    expect(await server.ok('GET', threadUrl(id))).toEqual({ ...changed, metadata: 'plain' });
  });

  test('to the same values changes nothing', async () => {
    const id = await group();
    await patch(id, { name: 'Same' });
    const before = await fingerprint(server);
    for (const body of [{}, { name: 'Same' }, { description: '' }, { unknown: 1 }]) await patch(id, body);
    expect(await fingerprint(server)).toEqual(before);
  });

  test('to null or "" empties a field; a group must keep its name', async () => {
    const id = await group();
    await patch(id, { name: 'Kept', description: 'x', avatar_url: 'https://a.example', metadata: 'x' });
    const emptied = await patch(id, { name: '', description: null, avatar_url: '', metadata: null });
    expect(emptied).toMatchObject({ name: 'Kept', description: '', avatar_url: '', metadata: '' });
  });

  test.each(INJECTIONS)('stores every text unchanged: %j', async (text) => {
    const id = await group();
    expect(await patch(id, { name: text, description: text, metadata: text })).toMatchObject({
      name: text,
      description: text,
      metadata: text,
    });
  });

  test('limits names and descriptions in characters, metadata in bytes', async () => {
    const id = await group();
    const face = '\u{1f600}';
    await patch(id, {
      name: face.repeat(255),
      description: face.repeat(4_000),
      metadata: face.repeat(4_096),
    });
    const refuse = (body: object) =>
      expectRefused(server, ['PATCH', threadUrl(id), { body }], 'M40004', Object.keys(body));
    await refuse({
      name: 'x'.repeat(256),
      description: 'x'.repeat(4_001),
      metadata: `${face.repeat(4_096)}x`,
    });
    await refuse({ avatar_url: `https://a.example/${'x'.repeat(8_192 - 18 + 1)}` });
    await patch(id, { avatar_url: `https://a.example/${'x'.repeat(8_192 - 18)}` });
  });

  test.each([
    [{ name: 1 }, ['name']],
    [{ description: [] }, ['description']],
    [{ avatar_url: 'ftp://x' }, ['avatar_url']],
    [{ metadata: { a: 1 } }, ['metadata']],
    [{ metadata: 'a\u0000' }, ['metadata']],
    [{ name: '\ud800' }, ['name']],
  ])('refuses %j', async (body, fields) => {
    await expectRefused(server, ['PATCH', threadUrl(await group()), { body }], 'M40003', fields);
  });

  test('gives a direct thread metadata and an avatar, but no name', async () => {
    const id = await directThread('user1', 'user2');
    expect(await patch(id, { metadata: 'm', avatar_url: 'https://a.example', name: '' })).toMatchObject({
      type: 'direct',
      metadata: 'm',
      avatar_url: 'https://a.example',
      name: '',
    });
    const body = { name: 'x', description: 'y' };
    await expectRefused(server, ['PATCH', threadUrl(id), { body }], 'M40903', ['description', 'name']);
  });
});

describe('deleting a thread', () => {
  test('ends all memberships, and the thread is answered as if it had never existed', async () => {
    const id = await group();
    await server.ok('POST', MESSAGES, { body: textTo(id, 'user1') });
    await server.ok('DELETE', threadUrl(id));
    const [entry] = (await logOf(server, id)).slice(-1);
    expect(entry).toMatchObject({ type: 'thread.deleted', actor: null });
    for (const [method, url, body] of [
      ['GET', threadUrl(id)],
      ['PATCH', threadUrl(id), {}],
      ['DELETE', threadUrl(id)],
      ['GET', membersUrl(id)],
      ['GET', membersUrl(id, 'member_id_type=2&last_member_id=user1')],
      ['POST', membersUrl(id), { member_ids: ['user4'], id_type: 2 }],
      ['POST', memberUrl(id, 'user2', 'mute')],
      ['GET', messagesUrl(id)],
      ['GET', messageUrl(id, 2)],
      ['DELETE', messageUrl(id, 2)],
      ['POST', MESSAGES, textTo(id, 'user1')],
    ] as const) {
      const { body: answer } = await server.call(method, url, body === undefined ? {} : { body });
      expect([method, url, answer.message_code]).toEqual([method, url, 'M40401']);
    }
    const listed = await server.ok('GET', `${THREADS}?last_thread_id=${Number(id) - 1}`);
    expect(listed.map((thread: { id: string }) => thread.id)).not.toContain(id);
  });

  test('that is direct lets the two start a new one', async () => {
    const id = await directThread('user3', 'user4');
    await server.ok('DELETE', threadUrl(id));
    const again = await directThread('user4', 'user3');
    expect(BigInt(again)).toBeGreaterThan(BigInt(id));
    expect(await server.ok('GET', threadUrl(again))).toMatchObject({ message_count: 1, member_count: 2 });
  });

  test('leaves a stored idempotent answer unchanged', async () => {
    const headers = { 'idempotency-key': 'of-a-deleted-thread', prefer: 'return=representation' };
    const id = await group();
    const body = textTo(id, 'user1');
    const first = await server.ok('POST', MESSAGES, { body, headers });
    await server.ok('DELETE', threadUrl(id));
    expect(await server.ok('POST', MESSAGES, { body, headers })).toEqual(first);
  });

  test("does not prevent its members' deactivation or renaming", async () => {
    await server.users(2, 'ghost');
    const id = await server.group(['ghost1', 'ghost2']);
    await server.ok('DELETE', threadUrl(id));
    await server.ok('PATCH', `${userUrl('ghost2')}/change-user-id/ghost3`);
    await server.ok('DELETE', userUrl('ghost1'));
    await server.ok('DELETE', userUrl('ghost3'));
    expect((await logOf(server, id)).at(-1)?.type).toBe('thread.deleted');
  });

  test('during sends: no message is stored afterwards', async () => {
    const id = await group();
    const sends = Array.from({ length: 40 }, () =>
      server.call('POST', MESSAGES, { body: textTo(id, 'user1') }),
    );
    const [answers] = await Promise.all([Promise.all(sends), server.ok('DELETE', threadUrl(id))]);
    const codes = new Set(answers.map(({ body }) => body.message_code));
    expect([...codes].every((code) => code === 'M200' || code === 'M40401')).toBe(true);
    const log = await logOf(server, id);
    expect(log.at(-1)?.type).toBe('thread.deleted');
    const sent = answers.filter(({ body }) => body.message_code === 'M200').length;
    expect(log.filter(({ type }) => type === 'message.created')).toHaveLength(sent);
  });
});
