// @module-tag database
import { beforeAll, describe, expect, test } from 'vitest';
import { BOTS, expectRefused, logOf, MESSAGES, renameUrl, threadUrl, userUrl } from '../harness/api.ts';
import { textTo } from '../harness/population.ts';
import { useServer } from '../harness/use-server.ts';

const server = await useServer();
beforeAll(async () => {
  await server.ok('POST', BOTS, { body: { bot_id: 'bot', display_name: 'Bot' } });
});

const content = { text: 'hello', metadata: [{ type: 'text' }] };
const extIdOf = async (userId: string): Promise<string> =>
  (await server.ok('GET', userUrl(userId))).ext_user_id;

async function setState(threadId: string, userId: string, change: string): Promise<void> {
  await server.database.sql(`update members set ${change} where thread_id = $1 and ext_user_id = $2`, [
    threadId,
    await extIdOf(userId),
  ]);
}

async function directThread(one: string, other: string): Promise<string> {
  const body = { sender: { user_id: one }, target: { user_ids: [other] }, body: content };
  const headers = { prefer: 'return=representation' };
  return (await server.ok('POST', MESSAGES, { body, headers })).messages[0].thread_id;
}

const STATES = [
  [`muted_until = 'infinity'`, 'M40304'],
  [`muted_until = now() + interval '1 hour'`, 'M40304'],
  [`state = 'banned'`, 'M40305'],
  [`state = 'banned', muted_until = 'infinity'`, 'M40305'],
  [`state = 'banned', banned_until = now() + interval '1 hour'`, 'M40305'],
] as const;

describe('a user who sends to a group', () => {
  let threadId: string;
  let serial = 0;
  const newGroup = async () => {
    serial += 1;
    const users = await server.users(2, `g${serial}-`);
    threadId = await server.group(users);
    return users[1] ?? '';
  };

  test.each([
    ...STATES,
    [`state = 'removed'`, 'M40303'],
    [`state = 'removed', muted_until = 'infinity'`, 'M40303'],
    [`state = 'banned', banned_until = now() - interval '1 second'`, 'M40303'],
  ] as const)('is refused with %s: %s', async (change, code) => {
    const member = await newGroup();
    await setState(threadId, member, change);
    await expectRefused(server, ['POST', MESSAGES, { body: textTo(threadId, member) }], code);
  });

  test('can send again after a mute has ended', async () => {
    const member = await newGroup();
    await setState(threadId, member, `muted_until = now() - interval '1 second'`);
    await server.ok('POST', MESSAGES, { body: textTo(threadId, member) });
  });

  test('must be a member', async () => {
    await newGroup();
    await server.users(1, 'stranger');
    await expectRefused(server, ['POST', MESSAGES, { body: textTo(threadId, 'stranger1') }], 'M40303');
  });

  test('must be active, and after reactivation is no longer a member', async () => {
    const member = await newGroup();
    await server.ok('DELETE', userUrl(member));
    const request = ['POST', MESSAGES, { body: textTo(threadId, member) }] as const;
    await expectRefused(server, [...request], 'M40402', ['sender.user_id']);
    await server.ok('PUT', userUrl(member), { body: {} });
    await expectRefused(server, [...request], 'M40303');
  });

  test('is identified by the current id only', async () => {
    const member = await newGroup();
    await server.ok('PATCH', renameUrl(member, `${member}-new`));
    const old = textTo(threadId, member);
    await expectRefused(server, ['POST', MESSAGES, { body: old }], 'M40402', ['sender.user_id']);
    await server.ok('POST', MESSAGES, { body: textTo(threadId, `${member}-new`) });
  });

  test('may send to a direct thread by its id, as a member of it', async () => {
    const member = await newGroup();
    await server.users(2, 'direct');
    const direct = await directThread('direct1', 'direct2');
    await server.ok('POST', MESSAGES, { body: textTo(direct, 'direct2') });
    await expectRefused(server, ['POST', MESSAGES, { body: textTo(direct, member) }], 'M40303');
  });
});

describe('a user who sends to users', () => {
  let serial = 0;
  const newUsers = async () => {
    serial += 1;
    return server.users(4, `d${serial}-`);
  };

  test.each(STATES)(
    'is refused when silenced in any of the threads (%s: %s), and nothing is sent',
    async (change, code) => {
      const [a = '', b = '', c = '', d = ''] = await newUsers();
      const threadId = await directThread(a, b);
      await directThread(a, c);
      await setState(threadId, a, change);
      const body = { sender: { user_id: a }, target: { user_ids: [d, c, b] }, body: content };
      await expectRefused(server, ['POST', MESSAGES, { body }], code);
    },
  );

  test('gets the first code of the table, whatever the order', async () => {
    const [a = '', b = '', c = ''] = await newUsers();
    await setState(await directThread(a, b), a, `state = 'banned'`);
    await setState(await directThread(a, c), a, `muted_until = 'infinity'`);
    for (const user_ids of [
      [b, c],
      [c, b],
    ]) {
      const body = { sender: { user_id: a }, target: { user_ids }, body: content };
      await expectRefused(server, ['POST', MESSAGES, { body }], 'M40304');
    }
  });

  test('may send although the other side is silenced', async () => {
    const [a = '', b = ''] = await newUsers();
    const threadId = await directThread(a, b);
    await setState(threadId, b, `state = 'banned'`);
    expect(await directThread(a, b)).toBe(threadId);
  });
});

describe('a bot', () => {
  test('needs no membership and is the actor of its messages', async () => {
    const threadId = await server.group(await server.users(2, 'botgroup'));
    const body = { sender: { bot_id: 'bot' }, target: { thread_id: threadId }, body: content };
    await server.ok('POST', MESSAGES, { body });
    const { ext_user_id } = await server.ok('GET', `${BOTS}/bot`);
    expect((await logOf(server, threadId))[1]).toMatchObject({ type: 'message.created', actor: ext_user_id });
    expect(await server.ok('GET', threadUrl(threadId))).toMatchObject({ message_count: 1, member_count: 2 });
  });

  test('cannot send once deleted', async () => {
    await server.ok('POST', BOTS, { body: { bot_id: 'brief', display_name: 'Brief' } });
    const [user = ''] = await server.users(1, 'brieffriend');
    const threadId = await server.group([user]);
    const request = (target: object) =>
      ['POST', MESSAGES, { body: { sender: { bot_id: 'brief' }, target, body: content } }] as const;
    await server.ok(...request({ user_ids: [user] }));
    await server.ok('DELETE', `${BOTS}/brief`);
    for (const target of [{ thread_id: threadId }, { user_ids: [user] }]) {
      await expectRefused(server, [...request(target)], 'M40403', ['sender.bot_id']);
    }
    const toBot = { sender: { user_id: user }, target: { user_ids: ['brief'] }, body: content };
    await expectRefused(server, ['POST', MESSAGES, { body: toBot }], 'M40402', ['target.user_ids[0]']);
  });
});

describe('the sender', () => {
  let threadId: string;
  beforeAll(async () => {
    threadId = await server.group(await server.users(2, 'sender'));
  });

  test.each([
    [undefined, 'M40008', ['sender']],
    [null, 'M40008', ['sender']],
    ['', 'M40008', ['sender']],
    [{}, 'M40008', ['sender']],
    [{ user_id: '', bot_id: null }, 'M40008', ['sender']],
    [{ user_id: 'sender1', bot_id: 'bot' }, 'M40008', ['sender']],
    [{ user_id: 'sender1', bot_id: 5 }, 'M40003', ['sender', 'sender.bot_id']],
    ['sender1', 'M40003', ['sender']],
    [['sender1'], 'M40003', ['sender']],
    [{ user_id: 1 }, 'M40003', ['sender.user_id']],
    [{ user_id: ['sender1'] }, 'M40003', ['sender.user_id']],
    [{ user_id: { $ne: null } }, 'M40003', ['sender.user_id']],
    [{ user_id: 'sender1 ' }, 'M40003', ['sender.user_id']],
    [{ user_id: 'x'.repeat(256) }, 'M40004', ['sender.user_id']],
    [{ user_id: 'Sender1' }, 'M40402', ['sender.user_id']],
    [{ user_id: 'bot' }, 'M40402', ['sender.user_id']],
    [{ bot_id: 'sender1' }, 'M40403', ['sender.bot_id']],
    [{ bot_id: 'nobot' }, 'M40403', ['sender.bot_id']],
  ] as const)('%j is refused', async (sender, code, fields) => {
    const body = { sender, target: { thread_id: threadId }, body: content };
    await expectRefused(server, ['POST', MESSAGES, { body }], code, fields);
  });

  test.each([
    { user_id: 'sender1', bot_id: '' },
    { user_id: 'sender2', bot_id: null, unknown: true },
    { user_id: null, bot_id: 'bot' },
  ])('%j is accepted: null and the empty string count as absent', async (sender) => {
    const body = { sender, target: { thread_id: threadId }, body: content };
    await server.ok('POST', MESSAGES, { body });
  });

  test('is refused before a missing thread only for its format', async () => {
    const body = { sender: {}, target: { thread_id: '999999' }, body: content };
    await expectRefused(server, ['POST', MESSAGES, { body }], 'M40008', ['sender']);
  });
});
