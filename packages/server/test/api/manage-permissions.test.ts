import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  expectRefused,
  fingerprint,
  logOf,
  membersUrl,
  memberUrl,
  messageUrl,
  type Request,
  threadUrl,
  userUrl,
} from '../harness/api.ts';
import { textTo } from '../harness/population.ts';
import { recount } from '../harness/recount.ts';
import { useServer } from '../harness/use-server.ts';

const server = await useServer();
/** A group with two of each role, a muted member, and outsiders. */
let threadId: string;
const ROLES = ['owner', 'admin', 'admin2', 'member', 'member2', 'muted'];
const OUTSIDE = ['removed', 'banned', 'stranger'];
/** The seq of a message of each member, by its sender. */
const messages: Record<string, number> = {};

beforeAll(async () => {
  for (const id of [...ROLES, ...OUTSIDE]) await server.ok('PUT', userUrl(id), { body: {} });
  threadId = await server.group([...ROLES, 'removed', 'banned']);
  for (const id of ['admin', 'admin2']) {
    await server.ok('PATCH', memberUrl(threadId, id), { body: { role: 'admin' } });
  }
  for (const id of [...ROLES, 'banned']) messages[id] = await say(id);
  await server.ok('POST', memberUrl(threadId, 'muted', 'mute'));
  await server.ok('DELETE', memberUrl(threadId, 'removed'));
  await server.ok('POST', memberUrl(threadId, 'banned', 'ban'));
});
afterAll(async () => {
  expect(await recount(server.database)).toEqual([]);
});

async function say(who: string): Promise<number> {
  const headers = { prefer: 'return=representation' };
  const sent = await server.ok('POST', '/open-api/v1.0/chat/messages', {
    body: textTo(threadId, who),
    headers,
  });
  return sent.messages[0].seq;
}

const one = (id: string, action: string): Request => ['POST', memberUrl(threadId, id, action)];
const add = (id: string, role?: string): Request => [
  'POST',
  membersUrl(threadId),
  { body: { member_ids: [id], id_type: 2, role } },
];
const give = (id: string, role: string): Request => ['PATCH', memberUrl(threadId, id), { body: { role } }];
const edit = (id: string): Request => [
  'PATCH',
  messageUrl(threadId, messages[id] ?? 0),
  { body: { body: { text: `edited ${Math.random()}` } } },
];
const erase = (id: string): Request => ['DELETE', messageUrl(threadId, messages[id] ?? 0)];

/**
 * A request, and which of owner, admin and member may make it; the others get M40306. Most requests change nothing, so
 * that one group serves for all.
 */
const TABLE: Record<string, [request: () => Request, granted: string[]]> = {
  'edit the thread': [() => ['PATCH', threadUrl(threadId), { body: {} }], ['owner', 'admin']],
  'add a member': [() => add('member2'), ['owner', 'admin']],
  'add an admin': [() => add('member2', 'admin'), ['owner']],
  'remove a removed user': [() => ['DELETE', memberUrl(threadId, 'removed')], ['owner', 'admin']],
  'mute a member': [() => one('muted', 'mute'), ['owner', 'admin']],
  'unmute a member': [() => one('member2', 'unmute'), ['owner', 'admin']],
  'ban a banned user': [() => one('banned', 'ban'), ['owner', 'admin']],
  'unban a removed user': [() => one('removed', 'unban'), ['owner', 'admin']],
  'unmute an admin': [() => one('admin2', 'unmute'), ['owner']],
  'make a member of an admin': [() => give('member2', 'member'), ['owner']],
  'make an admin of an admin': [() => give('admin2', 'admin'), ['owner']],
  "edit a member's message": [() => edit('member2'), []],
  "edit an admin's message": [() => edit('admin2'), []],
  'pin a message': [() => ['PUT', messageUrl(threadId, messages.member2 ?? 0, '/pin')], ['owner', 'admin']],
  'unpin a message': [
    () => ['DELETE', messageUrl(threadId, messages.admin2 ?? 0, '/pin')],
    ['owner', 'admin'],
  ],
};
const CELLS = Object.keys(TABLE).flatMap((what) =>
  ['owner', 'admin', 'member'].map((role) => [role, what] as const),
);

/** The code of the answer when this user is the acting user. */
async function codeAs(who: string, [method, url, options]: Request): Promise<string> {
  const headers = { ...options?.headers, 'x-acting-user-id': who };
  return (await server.call(method, url, { ...options, headers })).body.message_code;
}

describe('acting as', () => {
  test.each(CELLS)('%s: %s', async (role, what) => {
    const [request, granted] = TABLE[what] ?? [() => ['GET', '/'], []];
    const before = await fingerprint(server);
    const code = await codeAs(role, request());
    expect(code).toBe(granted.includes(role) ? 'M200' : 'M40306');
    if (!granted.includes(role)) expect(await fingerprint(server)).toEqual(before);
  });

  test('each role: edits and deletes own messages', async () => {
    for (const role of ['owner', 'admin', 'member']) {
      const seq = await say(role);
      const url = messageUrl(threadId, seq);
      expect(await codeAs(role, ['PATCH', url, { body: { body: { text: 'better' } } }])).toBe('M200');
      expect(await codeAs(role, ['DELETE', url])).toBe('M200');
    }
  });

  test("an admin deletes anybody's messages, a member only their own", async () => {
    for (const sender of ['owner', 'admin2', 'member2']) {
      const seq = await say(sender);
      expect(await codeAs('member', ['DELETE', messageUrl(threadId, seq)])).toBe('M40306');
      expect(await codeAs('admin', ['DELETE', messageUrl(threadId, seq)])).toBe('M200');
    }
  });

  test('an admin cannot act on the owner or another admin', async () => {
    for (const target of ['owner', 'admin2']) {
      for (const action of ['mute', 'ban']) expect(await codeAs('admin', one(target, action))).toBe('M40306');
      expect(await codeAs('admin', ['DELETE', memberUrl(threadId, target)])).toBe('M40306');
    }
  });

  test('the owner can act on admins too, but not on themself', async () => {
    expect(await codeAs('owner', one('admin2', 'mute'))).toBe('M200');
    expect(await codeAs('owner', one('admin2', 'unmute'))).toBe('M200');
    for (const action of ['mute', 'ban']) expect(await codeAs('owner', one('owner', action))).toBe('M40903');
    expect(await codeAs('owner', ['DELETE', memberUrl(threadId, 'owner')])).toBe('M40903');
    expect(await codeAs('owner', give('owner', 'admin'))).toBe('M40903');
  });

  test('a muted member can only leave', async () => {
    expect(await codeAs('muted', edit('muted'))).toBe('M40304');
    expect(await codeAs('muted', erase('muted'))).toBe('M40304');
    expect(await codeAs('muted', ['PATCH', threadUrl(threadId), { body: {} }])).toBe('M40304');
    expect(await codeAs('muted', one('member2', 'mute'))).toBe('M40304');
    expect(await codeAs('muted', ['DELETE', memberUrl(threadId, 'muted')])).toBe('M200');
    await server.ok('POST', membersUrl(threadId), { body: { member_ids: ['muted'], id_type: 2 } });
  });

  test.each(OUTSIDE)('a user who is %s: the thread does not exist', async (who) => {
    for (const request of [edit('member2'), one('member2', 'mute'), add('stranger')]) {
      expect(await codeAs(who, request)).toBe('M40401');
    }
    expect(await codeAs(who, ['DELETE', memberUrl(threadId, who)])).toBe('M40401');
  });

  test('a member leaves, and the log names the actor', async () => {
    await server.ok('PUT', userUrl('leaver'), { body: {} });
    await server.ok('POST', membersUrl(threadId), { body: { member_ids: ['leaver'], id_type: 2 } });
    const { ext_user_id } = await server.ok('GET', userUrl('leaver'));
    expect(await codeAs('leaver', ['DELETE', memberUrl(threadId, 'leaver')])).toBe('M200');
    expect((await logOf(server, threadId)).at(-1)).toMatchObject({
      type: 'member.removed',
      actor: ext_user_id,
      change: { members: [{ ext_user_id }] },
    });
  });

  test('only the owner transfers the ownership and deletes the thread', async () => {
    const own = await server.group(['owner', 'admin', 'member']);
    await server.ok('PATCH', memberUrl(own, 'admin'), { body: { role: 'admin' } });
    const transfer: Request = [
      'POST',
      `${threadUrl(own)}/owner`,
      { body: { owner_id: 'member', id_type: 2 } },
    ];
    for (const request of [transfer, ['DELETE', threadUrl(own)] as Request]) {
      for (const role of ['admin', 'member']) expect(await codeAs(role, request)).toBe('M40306');
    }
    expect(await codeAs('owner', transfer)).toBe('M200');
    expect(await codeAs('owner', ['DELETE', threadUrl(own)])).toBe('M40306');
    expect(await codeAs('member', ['DELETE', threadUrl(own)])).toBe('M200');
    expect(await codeAs('member', ['DELETE', threadUrl(own)])).toBe('M40401');
  });
});

describe('the header X-Acting-User-Id', () => {
  const as = (header: string): Request => [
    'PATCH',
    threadUrl(threadId),
    { body: { name: 'x' }, headers: { 'x-acting-user-id': header } },
  ];

  test.each(['nobody', 'gone', 'bot'])('without an active user (%s) is M40402', async (id) => {
    await server.call('POST', '/bot/v1.0/bot', { body: { bot_id: 'bot', display_name: 'B' } });
    await server.ok('PUT', userUrl('gone'), { body: {} });
    await server.ok('DELETE', userUrl('gone'));
    await expectRefused(server, as(id), 'M40402', ['X-Acting-User-Id']);
  });

  test.each(['', 'a\u200bb', 'a'.repeat(256), 'a\tb'])(
    'with an invalid identifier is M40003: %j',
    async (id) => {
      const header = Buffer.from(id).toString('latin1');
      await expectRefused(server, as(header), 'M40003', ['X-Acting-User-Id']);
    },
  );

  test("is part of the request's idempotency fingerprint", async () => {
    const url = memberUrl(threadId, 'member2', 'mute');
    const headers = { 'idempotency-key': 'acting' };
    const as = (who: string) =>
      server.call('POST', url, { headers: { ...headers, 'x-acting-user-id': who } });
    expect((await as('owner')).body.message_code).toBe('M200');
    expect((await as('owner')).headers['idempotent-replayed']).toBe('true');
    expect((await as('admin')).body.message_code).toBe('M42201');
    const otherId = await server.call('POST', url.replace('id_type=2', ''), { headers });
    expect(otherId.body.message_code).toBe('M40003');
    await server.ok('POST', memberUrl(threadId, 'member2', 'unmute'));
  });

  test('is checked for the thread first, so that strangers learn nothing', async () => {
    const missing = await server.call('PATCH', threadUrl('999999'), {
      body: {},
      headers: as('stranger')[2]?.headers ?? {},
    });
    const hidden = await server.call('PATCH', threadUrl(threadId), {
      body: {},
      headers: as('stranger')[2]?.headers ?? {},
    });
    expect(hidden.body).toEqual({ ...missing.body, request_id: hidden.body.request_id });
  });
});
