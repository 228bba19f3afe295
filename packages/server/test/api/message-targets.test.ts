import { beforeAll, describe, expect, test } from 'vitest';
import {
  BOTS,
  expectRefused,
  logOf,
  MESSAGES,
  membersUrl,
  memberUrl,
  renameUrl,
  threadUrl,
  userUrl,
} from '../harness/api.ts';
import { useServer } from '../harness/use-server.ts';

const server = await useServer();
beforeAll(async () => {
  await server.ok('POST', BOTS, { body: { bot_id: 'bot', display_name: 'Bot' } });
});

interface Sent {
  id: string;
  thread_id: string;
  seq: number;
}

const content = { text: 'hello', metadata: [{ type: 'text' }] };
const bodyOf = (sender: object, target: object) => ({ body: { sender, target, body: content } });

async function send(sender: object, target: object, tenant?: string): Promise<Sent[]> {
  const headers = { prefer: 'return=representation' };
  const where = tenant === undefined ? {} : { tenant };
  return (await server.ok('POST', MESSAGES, { ...bodyOf(sender, target), headers, ...where })).messages;
}

const threadsOf = (sent: Sent[]) => sent.map(({ thread_id }) => thread_id);
const extIdOf = async (userId: string): Promise<string> =>
  (await server.ok('GET', userUrl(userId))).ext_user_id;
const extIdsOf = (userIds: string[]) => Promise.all(userIds.map(extIdOf));
const membersOf = async (threadId: string): Promise<string[]> =>
  (await server.ok('GET', membersUrl(threadId))).map(({ user_id }: { user_id: string }) => user_id);

describe('a direct thread', () => {
  test('is created by the first message between two users', async () => {
    const [a = '', b = ''] = await server.users(2, 'first');
    const sent = await send({ user_id: a }, { user_ids: [b] });
    expect(sent).toEqual([{ id: `${sent[0]?.thread_id}.2`, thread_id: expect.any(String), seq: 2 }]);
    const [threadId = ''] = threadsOf(sent);
    expect(await server.ok('GET', threadUrl(threadId))).toMatchObject({
      type: 'direct',
      name: '',
      description: '',
      avatar_url: '',
      metadata: '',
      member_count: 2,
      message_count: 1,
    });
    expect(await membersOf(threadId)).toEqual([a, b]);
    const actor = await extIdOf(a);
    expect(await logOf(server, threadId)).toEqual([
      { seq: 1, type: 'thread.created', actor, message_seq: null, change: null },
      { seq: 2, type: 'message.created', actor, message_seq: 2, change: null },
    ]);
  });

  test('is unique to its pair, in both directions and by both kinds of id', async () => {
    const [a = '', b = ''] = await server.users(2, 'pair');
    const [extA = '', extB = ''] = await extIdsOf([a, b]);
    const sent = [
      await send({ user_id: a }, { user_ids: [b] }),
      await send({ user_id: b }, { user_ids: [a] }),
      await send({ user_id: a }, { ext_user_ids: [extB] }),
      await send({ user_id: b }, { ext_user_ids: [`00${extA}`] }),
    ].flat();
    expect(new Set(threadsOf(sent)).size).toBe(1);
    expect(sent.map(({ seq }) => seq)).toEqual([2, 3, 4, 5]);
  });

  test('stays the same when either user id changes', async () => {
    const [a = '', b = ''] = await server.users(2, 'renamed');
    const [before = ''] = threadsOf(await send({ user_id: a }, { user_ids: [b] }));
    await server.ok('PATCH', renameUrl(a, 'renamed-a'));
    expect(threadsOf(await send({ user_id: b }, { user_ids: ['renamed-a'] }))).toEqual([before]);
    await server.ok('PUT', userUrl('renamed-b'), { body: {} });
    const alias = await extIdOf('renamed-b');
    await server.ok('PATCH', renameUrl(b, 'renamed-b'));
    expect(threadsOf(await send({ user_id: 'renamed-a' }, { ext_user_ids: [alias] }))).toEqual([before]);
    expect(await membersOf(before)).toEqual(['renamed-a', 'renamed-b']);
  });

  test('with a bot has the bot as a member and is the same in both directions', async () => {
    const [a = ''] = await server.users(1, 'botfriend');
    const [threadId = ''] = threadsOf(await send({ bot_id: 'bot' }, { user_ids: [a] }));
    expect(threadsOf(await send({ user_id: a }, { user_ids: ['bot'] }))).toEqual([threadId]);
    const { ext_user_id } = await server.ok('GET', `${BOTS}/bot`);
    expect(threadsOf(await send({ user_id: a }, { ext_user_ids: [ext_user_id] }))).toEqual([threadId]);
    expect(await membersOf(threadId)).toEqual(['bot', a]);
  });

  test('brings back a user who left by deactivation', async () => {
    const [a = '', b = ''] = await server.users(2, 'back');
    const [threadId = ''] = threadsOf(await send({ user_id: a }, { user_ids: [b] }));
    await server.ok('DELETE', userUrl(b));
    expect(await server.ok('GET', threadUrl(threadId))).toMatchObject({ member_count: 1 });
    await server.ok('PUT', userUrl(b), { body: {} });
    expect(threadsOf(await send({ user_id: a }, { user_ids: [b] }))).toEqual([threadId]);
    expect(await server.ok('GET', threadUrl(threadId))).toMatchObject({ member_count: 2, message_count: 2 });
    const [actor, other] = await extIdsOf([a, b]);
    const added = { members: [{ ext_user_id: other, role: 'member' }] };
    expect((await logOf(server, threadId)).slice(2)).toEqual([
      {
        seq: 3,
        type: 'member.removed',
        actor: null,
        message_seq: null,
        change: { members: [{ ext_user_id: other }] },
      },
      { seq: 4, type: 'member.added', actor, message_seq: null, change: added },
      { seq: 5, type: 'message.created', actor, message_seq: 5, change: null },
    ]);
  });

  test('brings back the sender first when both had left', async () => {
    const [a = '', b = ''] = await server.users(2, 'both');
    const [threadId = ''] = threadsOf(await send({ user_id: a }, { user_ids: [b] }));
    for (const [writer, other] of [
      [a, b],
      [b, a],
      [b, a],
      [a, b],
    ] as const) {
      for (const user of [writer, other]) await server.ok('DELETE', memberUrl(threadId, user));
      await send({ user_id: writer }, { user_ids: [other] });
      const added = (await logOf(server, threadId)).slice(-3, -1);
      expect(added.map(({ change }) => change)).toEqual(
        (await extIdsOf([writer, other])).map((ext_user_id) => ({
          members: [{ ext_user_id, role: 'member' }],
        })),
      );
    }
  });

  test('between the same ids in two tenants is two threads', async () => {
    for (const tenant of ['t1', 't2']) await server.users(2, 'tenant', { tenant });
    const [one = ''] = threadsOf(await send({ user_id: 'tenant1' }, { user_ids: ['tenant2'] }, 't1'));
    const [two = ''] = threadsOf(await send({ user_id: 'tenant1' }, { user_ids: ['tenant2'] }, 't2'));
    expect(one).not.toBe(two);
    // An application-wide bot has a direct thread with each of them, in their space.
    const byBot = [
      ...(await send({ bot_id: 'bot' }, { user_ids: ['tenant1'] }, 't1')),
      ...(await send({ bot_id: 'bot' }, { user_ids: ['tenant1'] }, 't2')),
    ];
    expect(new Set(threadsOf(byBot)).size).toBe(2);
    await server.ok('GET', threadUrl(byBot[1]?.thread_id ?? ''), { tenant: 't2' });
  });
});

describe('several targets', () => {
  test('get one message each, in the order of the request; duplicates count once', async () => {
    const [a = '', b = '', c = '', d = ''] = await server.users(4, 'several');
    const [withC = ''] = threadsOf(await send({ user_id: c }, { user_ids: [a] }));
    const sent = await send({ user_id: a }, { user_ids: [d, c, b, c, d] });
    expect(sent).toHaveLength(3);
    expect(sent[1]).toEqual({ id: `${withC}.3`, thread_id: withC, seq: 3 });
    expect(await Promise.all(threadsOf(sent).map(membersOf))).toEqual([
      [a, d],
      [a, c],
      [a, b],
    ]);
    for (const threadId of threadsOf(sent)) await logOf(server, threadId);
  });

  test('count once by number and by alias', async () => {
    const [a = '', b = '', fresh = ''] = await server.users(3, 'alias');
    const [extB = '', alias = ''] = await extIdsOf([b, fresh]);
    await server.ok('PATCH', renameUrl(b, fresh));
    expect(await send({ user_id: a }, { ext_user_ids: [extB, `0${extB}`, alias] })).toHaveLength(1);
  });

  test.each([
    ['user_ids', 100],
    ['ext_user_ids', 1000],
  ] as const)('in %s may number %i and no more', async (field, most) => {
    const prefix = `${field}-`;
    const [sender = '', ...others] = await server.users(most + 2, prefix);
    const rows: { ext_user_id: string }[] = await server.database.sql(
      'select ext_user_id from users where user_id = any($1) order by ext_user_id',
      [others],
    );
    const ids = field === 'user_ids' ? others : rows.map(({ ext_user_id }) => ext_user_id);
    const tooMany = bodyOf({ user_id: sender }, { [field]: ids });
    await expectRefused(server, ['POST', MESSAGES, tooMany], 'M40005', [`target.${field}`]);
    const sent = await send({ user_id: sender }, { [field]: ids.slice(0, most) });
    expect(new Set(threadsOf(sent)).size).toBe(most);
  });

  test('are limited before duplicates are removed', async () => {
    const [a = '', b = ''] = await server.users(2, 'twice');
    const target = { user_ids: Array(101).fill(b) };
    await expectRefused(server, ['POST', MESSAGES, bodyOf({ user_id: a }, target)], 'M40005', [
      'target.user_ids',
    ]);
    expect(await send({ user_id: a }, { user_ids: Array(100).fill(b) })).toHaveLength(1);
  });

  test('are all or nothing: every unknown one is named and nothing is sent', async () => {
    const [a = '', b = '', gone = ''] = await server.users(3, 'some');
    await server.ok('DELETE', userUrl(gone));
    await server.users(1, 'foreign', { tenant: 't9' });
    const foreign = (await server.ok('GET', userUrl('foreign1'), { tenant: 't9' })).ext_user_id;
    const [extB = '', extGone = ''] = await extIdsOf([b, gone]);
    const fields = (name: string) => [`target.${name}[1]`, `target.${name}[2]`, `target.${name}[4]`];
    const byUserId = bodyOf({ user_id: a }, { user_ids: [b, gone, 'nobody', 'bot', 'foreign1'] });
    await expectRefused(server, ['POST', MESSAGES, byUserId], 'M40402', fields('user_ids'));
    const byExtId = bodyOf(
      { user_id: a },
      { ext_user_ids: [extB, extGone, '9223372036854775807', extB, foreign] },
    );
    await expectRefused(server, ['POST', MESSAGES, byExtId], 'M40402', fields('ext_user_ids'));
    const both = bodyOf({ user_id: 'nobody' }, { user_ids: ['nobody2', b] });
    const faults = ['sender.user_id', 'target.user_ids[0]'];
    await expectRefused(server, ['POST', MESSAGES, both], 'M40402', faults);
    const byNoBot = bodyOf({ bot_id: 'nobot' }, { user_ids: ['nobody2', b] });
    await expectRefused(server, ['POST', MESSAGES, byNoBot], 'M40402', [
      'sender.bot_id',
      'target.user_ids[0]',
    ]);
  });

  test('cannot include the sender by any of its ids', async () => {
    const [a = '', b = '', fresh = ''] = await server.users(3, 'self');
    const [extA = '', extB = '', alias = ''] = await extIdsOf([a, b, fresh]);
    await server.ok('PATCH', renameUrl(a, fresh));
    const sender = { user_id: fresh };
    const byUserId = bodyOf(sender, { user_ids: [fresh, b, fresh] });
    const own = ['target.user_ids[0]', 'target.user_ids[2]'];
    await expectRefused(server, ['POST', MESSAGES, byUserId], 'M40003', own);
    const byExtId = bodyOf(sender, { ext_user_ids: [extB, extA, alias, `0${extA}`] });
    const ownExt = [1, 2, 3].map((index) => `target.ext_user_ids[${index}]`);
    await expectRefused(server, ['POST', MESSAGES, byExtId], 'M40003', ownExt);
    // Field faults come before existence faults.
    const alsoUnknown = bodyOf(sender, { ext_user_ids: ['999999', extA] });
    await expectRefused(server, ['POST', MESSAGES, alsoUnknown], 'M40003', ['target.ext_user_ids[1]']);
    const bot = bodyOf({ bot_id: 'bot' }, { user_ids: ['bot'] });
    await expectRefused(server, ['POST', MESSAGES, bot], 'M40003', ['target.user_ids[0]']);
  });
});

describe('the first target field with data counts', () => {
  let threadId: string;
  let ext: string;
  const sender = { user_id: 'prio1' };
  beforeAll(async () => {
    await server.users(3, 'prio');
    threadId = await server.group(['prio1', 'prio2']);
    ext = await extIdOf('prio2');
  });

  test('thread_id, then ext_user_ids, then user_ids; the others are not looked up', async () => {
    const ownId = { ext_user_ids: ['999999'], user_ids: ['prio1', 'nobody'] };
    expect(threadsOf(await send(sender, { ...ownId, thread_id: threadId }))).toEqual([threadId]);
    const [direct = ''] = threadsOf(
      await send(sender, { ext_user_ids: [ext], user_ids: ['prio1', 'nobody'] }),
    );
    expect(await membersOf(direct)).toEqual(['prio1', 'prio2']);
    const [other = ''] = threadsOf(
      await send(sender, { thread_id: '', ext_user_ids: [], user_ids: ['prio3'] }),
    );
    expect(await membersOf(other)).toEqual(['prio1', 'prio3']);
    const target = { thread_id: null, ext_user_ids: null, user_ids: ['prio2'] };
    expect(threadsOf(await send(sender, target))).toEqual([direct]);
  });

  test.each([
    [{ user_ids: [5] }, 'M40003', ['target.user_ids[0]']],
    [{ ext_user_ids: ['x', '0', ''] }, 'M40003', [0, 1, 2].map((i) => `target.ext_user_ids[${i}]`)],
    [{ ext_user_ids: 'x', user_ids: {} }, 'M40003', ['target.ext_user_ids', 'target.user_ids']],
    [{ user_ids: Array(101).fill('a') }, 'M40005', ['target.user_ids']],
    [{ ext_user_ids: Array(1001).fill('1') }, 'M40005', ['target.ext_user_ids']],
  ] as const)('the other fields are still checked for type and length: %#', async (others, code, fields) => {
    const body = bodyOf(sender, { thread_id: threadId, ...others });
    await expectRefused(server, ['POST', MESSAGES, body], code, fields);
  });

  test.each([
    [undefined, 'M40009', ['target']],
    [null, 'M40009', ['target']],
    [{}, 'M40009', ['target']],
    [{ thread_id: '', ext_user_ids: [], user_ids: [] }, 'M40009', ['target']],
    [{ thread_id: null, ext_user_ids: null, user_ids: '' }, 'M40009', ['target']],
    [{ threadId: '1' }, 'M40009', ['target']],
    [[], 'M40003', ['target']],
    ['1', 'M40003', ['target']],
    [{ user_ids: ['prio2', null] }, 'M40003', ['target.user_ids[1]']],
    [{ user_ids: [['prio2']] }, 'M40003', ['target.user_ids[0]']],
    [{ thread_id: 1 }, 'M40003', ['target.thread_id']],
    [{ thread_id: 'prio2' }, 'M40003', ['target.thread_id']],
    [{ thread_id: '9223372036854775808' }, 'M40003', ['target.thread_id']],
    [{ thread_id: '9223372036854775807' }, 'M40401', ['target.thread_id']],
  ] as const)('target %j is refused', async (target, code, fields) => {
    const body = { sender, target, body: content };
    await expectRefused(server, ['POST', MESSAGES, { body }], code, fields);
  });
});
