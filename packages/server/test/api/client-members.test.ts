import type { ErrorCode } from '@palaver/protocol/errors';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { expectRefused, logOf, type Request } from '../harness/api.ts';
import { at, myMemberUrl, myThreadUrl, type SignedIn, signInAll } from '../harness/client-api.ts';
import { recount } from '../harness/recount.ts';
import { useServer } from '../harness/use-server.ts';

/**
 * Members and threads, managed by signed-in users. The tests by API key cover the effect of each action; these cover
 * who may do it. Client routes use the same tables, with the role of the signed-in user.
 */

const server = await useServer();
let people: Record<'owner' | 'admin' | 'member' | 'muted' | 'other' | 'banned' | 'stranger', SignedIn>;
let threadId: string;
beforeAll(async () => {
  const all = await signInAll(server, 7);
  people = {
    owner: at(all, 0),
    admin: at(all, 1),
    member: at(all, 2),
    muted: at(all, 3),
    other: at(all, 4),
    banned: at(all, 5),
    stranger: at(all, 6),
  };
});
beforeEach(makeThread);
afterAll(async () => {
  expect(await recount(server.database)).toEqual([]);
});

/** A new thread with a member of each role and state. */
async function makeThread(): Promise<void> {
  const { owner, admin, member, muted, other, banned } = people;
  const members = [owner, admin, member, muted, other, banned].map(({ userId }) => userId);
  threadId = await server.group(members);
  await owner.ok('PATCH', myMemberUrl(threadId, admin.userId), { body: { role: 'admin' } });
  await owner.ok('POST', myMemberUrl(threadId, muted.userId, 'mute'));
  await owner.ok('POST', myMemberUrl(threadId, banned.userId, 'ban'));
}

type Role = 'owner' | 'admin' | 'member' | 'muted' | 'banned' | 'stranger';
const ROLES: readonly Role[] = ['owner', 'admin', 'member', 'muted', 'banned', 'stranger'];

/** A request, and what each role is answered: in the order of {@link ROLES}. */
const TABLE: Record<string, [request: () => [string, string, object?], ...codes: (ErrorCode | 'M200')[]]> = {
  'see the members': [
    () => ['GET', myThreadUrl(threadId, '/members')],
    'M200',
    'M200',
    'M200',
    'M200',
    'M40401',
    'M40401',
  ],
  'change the thread': [
    () => ['PATCH', myThreadUrl(threadId), { name: 'Renamed' }],
    'M200',
    'M200',
    'M40306',
    'M40304',
    'M40401',
    'M40401',
  ],
  'add a member': [
    () => ['POST', myThreadUrl(threadId, '/members'), { member_ids: ['user7'], id_type: 2 }],
    'M200',
    'M200',
    'M40306',
    'M40304',
    'M40401',
    'M40401',
  ],
  'remove a member': [
    () => ['DELETE', myMemberUrl(threadId, 'user5')],
    'M200',
    'M200',
    'M40306',
    'M40304',
    'M40401',
    'M40401',
  ],
  'remove an admin': [
    () => ['DELETE', myMemberUrl(threadId, 'user2')],
    'M200',
    'M200', // The actor.
    'M40306',
    'M40304',
    'M40401',
    'M40401',
  ],
  'mute a member': [
    () => ['POST', myMemberUrl(threadId, 'user5', 'mute'), {}],
    'M200',
    'M200',
    'M40306',
    'M40304',
    'M40401',
    'M40401',
  ],
  'mute an admin': [
    () => ['POST', myMemberUrl(threadId, 'user2', 'mute'), {}],
    'M200',
    'M40306',
    'M40306',
    'M40304',
    'M40401',
    'M40401',
  ],
  'unmute a member': [
    () => ['POST', myMemberUrl(threadId, 'user4', 'unmute')],
    'M200',
    'M200',
    'M40306',
    'M40304',
    'M40401',
    'M40401',
  ],
  'ban a member': [
    () => ['POST', myMemberUrl(threadId, 'user5', 'ban'), {}],
    'M200',
    'M200',
    'M40306',
    'M40304',
    'M40401',
    'M40401',
  ],
  'lift a ban': [
    () => ['POST', myMemberUrl(threadId, 'user6', 'unban')],
    'M200',
    'M200',
    'M40306',
    'M40304',
    'M40401',
    'M40401',
  ],
  'set a role': [
    () => ['PATCH', myMemberUrl(threadId, 'user5'), { role: 'admin' }],
    'M200',
    'M40306',
    'M40306',
    'M40304',
    'M40401',
    'M40401',
  ],
  'hand on the ownership': [
    () => ['POST', myThreadUrl(threadId, '/owner'), { owner_id: 'user5', id_type: 2 }],
    'M200',
    'M40306',
    'M40306',
    'M40304',
    'M40401',
    'M40401',
  ],
  'delete the thread': [
    () => ['DELETE', myThreadUrl(threadId)],
    'M200',
    'M40306',
    'M40306',
    'M40304',
    'M40401',
    'M40401',
  ],
};

test.each(ROLES)('a user who is %s may do exactly what the tables allow', async (role) => {
  const { token } = people[role];
  for (const [what, [request, ...codes]] of Object.entries(TABLE)) {
    const code = codes[ROLES.indexOf(role)] ?? 'M200';
    const [method, url, body] = request();
    const call: Request = [method, url, { token, ...(body && { body }) }];
    if (code === 'M200') {
      const before = (await logOf(server, threadId)).length;
      await server.ok(...call);
      const [entry] = (await logOf(server, threadId)).slice(before);
      if (method !== 'GET') {
        expect([what, entry?.actor]).toEqual([what, people[role].extUserId]);
        await makeThread();
      }
    } else {
      await expectRefused(server, call, code, code === 'M40306' ? ['Authorization'] : []);
    }
  }
});

test('everybody but the owner may leave, muted members too, naming themselves by either id', async () => {
  const { owner, member, muted, admin } = people;
  await muted.ok('DELETE', myMemberUrl(threadId, muted.userId));
  await admin.ok('DELETE', myMemberUrl(threadId, admin.userId));
  await member.ok('DELETE', myThreadUrl(threadId, `/members/${member.extUserId}`));
  expect((await owner.thread(threadId)).member_count).toBe(2);
  const { token } = owner;
  await expectRefused(server, ['DELETE', myMemberUrl(threadId, owner.userId), { token }], 'M40903', [
    'member_id',
  ]);
  // A user who left is no member: the thread does not exist for them.
  await expectRefused(
    server,
    ['DELETE', myMemberUrl(threadId, member.userId), { token: member.token }],
    'M40401',
  );
});

test('a role change takes effect with the next request', async () => {
  const { owner, member } = people;
  const rename = (user: SignedIn) => user.call('PATCH', myThreadUrl(threadId), { body: { name: 'x' } });
  expect((await rename(member)).body.message_code).toBe('M40306');
  await owner.ok('PATCH', myMemberUrl(threadId, member.userId), { body: { role: 'admin' } });
  expect((await rename(member)).body.message_code).toBe('M200');
  await owner.ok('POST', myThreadUrl(threadId, '/owner'), { body: { owner_id: 'user3', id_type: 2 } });
  expect((await owner.thread(threadId)).me.role).toBe('admin');
  expect((await member.thread(threadId)).me.role).toBe('owner');
  const { token } = owner;
  await expectRefused(server, ['DELETE', myThreadUrl(threadId), { token }], 'M40306', ['Authorization']);
});

test('a missing or unsuitable target is refused as with an API key', async () => {
  const { token } = people.owner;
  const gone = myMemberUrl(threadId, 'user7');
  for (const [method, url] of [
    ['PATCH', gone],
    ['DELETE', gone],
    ['POST', myMemberUrl(threadId, 'user7', 'mute')],
    ['POST', myMemberUrl(threadId, 'nobody', 'ban')],
    ['POST', myMemberUrl(threadId, 'nobody', 'unban')],
  ] as const) {
    const body = method === 'PATCH' ? { body: { role: 'admin' } } : {};
    await expectRefused(server, [method, url, { token, ...body }], 'M40402', ['member_id']);
  }
  const add = (member_ids: string[]) =>
    ['POST', myThreadUrl(threadId, '/members'), { token, body: { member_ids, id_type: 2 } }] as [
      string,
      string,
      object,
    ];
  await expectRefused(server, add(['user7', 'nobody']), 'M40402', ['member_ids']);
  await expectRefused(server, add(['user7', 'user6']), 'M40903', ['member_ids[1]']);
  await expectRefused(server, ['POST', myMemberUrl(threadId, 'user6', 'mute'), { token }], 'M40903', [
    'member_id',
  ]);
  const until = Date.now() - 1;
  const past = { token, body: { until } };
  await expectRefused(server, ['POST', myMemberUrl(threadId, 'user5', 'mute'), past], 'M40003', ['until']);
  const byNumber = myThreadUrl(threadId, '/members/user5');
  await expectRefused(server, ['DELETE', byNumber, { token }], 'M40003', ['member_id']);
  // A header that names another acting user is ignored.
  const headers = { 'x-acting-user-id': 'user1' };
  const asOther = { token: people.member.token, headers, body: { name: 'x' } };
  await expectRefused(server, ['PATCH', myThreadUrl(threadId), asOther], 'M40306', ['Authorization']);
});
