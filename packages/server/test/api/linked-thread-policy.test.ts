import type { LinkedThreadRule } from '@palaver/protocol/policy';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { expectRefused, memberUrl, THREADS, threadUrl } from '../harness/api.ts';
import type { Answer, CallOptions } from '../harness/calls.ts';
import {
  at,
  myMemberUrl,
  myMessageUrl,
  myThreadUrl,
  type SignedIn,
  signInAll,
} from '../harness/client-api.ts';
import { inParallel } from '../harness/in-parallel.ts';
import { connect } from '../harness/realtime.ts';
import { recount } from '../harness/recount.ts';
import { useServer } from '../harness/use-server.ts';

/** What the policy takes away from members of linked threads, by their role. */

const POLICY = '/app/v1.0/policy';
const ROLES = ['owner', 'admin', 'member'] as const;
const RULES: readonly LinkedThreadRule[] = ['delete', 'rename', 'add', 'remove', 'leave', 'mute'];
const DEFAULTS = { delete: false, rename: false, add: false, remove: false, leave: true, mute: true };
const rulesOf = (value: boolean) => Object.fromEntries(RULES.map((rule) => [rule, value]));
const policyOf = <Rules>(rules: Rules) => Object.fromEntries(ROLES.map((role) => [role, rules]));

const server = await useServer();
let serial = 0;
let people: Record<(typeof ROLES)[number] | 'target' | 'newcomer', SignedIn>;
beforeEach(async () => {
  serial += 1;
  const [owner, admin, member, target, newcomer] = await signInAll(server, 5, `user-${serial}-`);
  people = { owner, admin, member, target, newcomer };
  await setPolicy(policyOf(DEFAULTS));
});
afterAll(async () => {
  expect(await recount(server.database)).toEqual([]);
});

const setPolicy = (linked_threads: object) => server.ok('PATCH', POLICY, { body: { linked_threads } });

async function create(references: object = { reference_id: 'order:7' }): Promise<string> {
  const { owner, admin, member, target } = people;
  const member_ids = [admin, member, target].map(({ userId }) => userId);
  const body = { name: 'T', owner_id: owner.userId, member_ids, id_type: 2, ...references };
  const { thread_id: id } = await server.ok('POST', THREADS, { body });
  await server.ok('PATCH', memberUrl(id, admin.userId), { body: { role: 'admin' } });
  return id;
}

/** The requests that a rule is about. */
const ACTS: Record<LinkedThreadRule, (id: string, who: SignedIn) => [string, string, CallOptions?][]> = {
  delete: (id) => [['DELETE', myThreadUrl(id)]],
  rename: (id) => [
    ['PATCH', myThreadUrl(id), { body: { name: 'New' } }],
    ['PATCH', myThreadUrl(id), { body: { description: 'New' } }],
    ['PATCH', myThreadUrl(id), { body: { avatar_file_id: '' } }],
    ['PATCH', myThreadUrl(id), { body: { metadata: 'New' } }],
  ],
  add: (id) => [
    ['POST', myThreadUrl(id, '/members'), { body: { member_ids: [people.newcomer.userId], id_type: 2 } }],
  ],
  remove: (id) => [
    ['DELETE', myMemberUrl(id, people.target.userId)],
    ['POST', myMemberUrl(id, people.target.userId, 'ban')],
    ['POST', myMemberUrl(id, people.target.userId, 'unban')],
  ],
  leave: (id, who) => [['DELETE', myMemberUrl(id, who.userId)]],
  mute: (id) => [
    ['POST', myMemberUrl(id, people.target.userId, 'mute')],
    ['POST', myMemberUrl(id, people.target.userId, 'unmute')],
  ],
};

/** How a request ends: the rule of the refusal, or the code. */
const endOf = ({ body }: Answer) =>
  body.message_code === 'M40306' ? (body.errors?.[0]?.rule ?? '') : body.message_code;

/** How all requests of a rule end, in a thread of their own. */
async function endsOf(role: (typeof ROLES)[number], rule: LinkedThreadRule, references?: object) {
  const [id, who] = [await create(references), people[role]];
  const ends: string[] = [];
  for (const [method, url, options] of ACTS[rule](id, who))
    ends.push(endOf(await who.call(method, url, options)));
  return [...new Set(ends)].join();
}

/** What the roles permit by themselves. (An owner cannot leave: the transition is refused.) */
const BY_ROLE: Record<LinkedThreadRule, Record<(typeof ROLES)[number], string>> = {
  delete: { owner: 'M200', admin: 'role', member: 'role' },
  rename: { owner: 'M200', admin: 'M200', member: 'role' },
  add: { owner: 'M200', admin: 'M200', member: 'role' },
  remove: { owner: 'M200', admin: 'M200', member: 'role' },
  leave: { owner: 'M40903', admin: 'M200', member: 'M200' },
  mute: { owner: 'M200', admin: 'M200', member: 'role' },
};

describe.each(RULES)('%s', (rule) => {
  test.each(ROLES)(
    'of the %s: false takes it away in linked threads, and true gives nothing',
    async (role) => {
      const byRole = BY_ROLE[rule][role];
      await setPolicy({ ...policyOf(rulesOf(true)), [role]: { ...rulesOf(true), [rule]: false } });
      expect(await endsOf(role, rule)).toBe(byRole === 'role' ? 'role' : 'policy');
      expect(await endsOf(role, rule, { satl_reference_id: 'orders' })).toBe(
        byRole === 'role' ? 'role' : 'policy',
      );
      // Groups that are tied to nothing are as they were.
      expect(await endsOf(role, rule, {})).toBe(byRole);
      await setPolicy({ ...policyOf(rulesOf(false)), [role]: { ...rulesOf(false), [rule]: true } });
      expect(await endsOf(role, rule)).toBe(byRole);
    },
  );

  test.each(ROLES)('of the %s has its default', async (role) => {
    const byRole = BY_ROLE[rule][role];
    expect(await endsOf(role, rule)).toBe(DEFAULTS[rule] || byRole === 'role' ? byRole : 'policy');
  });
});

test('the refusal says that the policy for linked threads is the reason, and changes nothing', async () => {
  const id = await create();
  const { owner } = people;
  const before = await owner.thread(id);
  const { body } = await owner.call('DELETE', myThreadUrl(id));
  expect(body).toMatchObject({
    message_code: 'M40306',
    errors: [
      {
        field: 'Authorization',
        rule: 'policy',
        message:
          'is owner: the policy of the application for linked threads does not permit this (linked_threads.owner.delete)',
      },
    ],
  });
  const request = ['PATCH', myThreadUrl(id), { token: owner.token, body: { name: 'Mine' } }] as const;
  await expectRefused(server, [...request], 'M40306', ['Authorization']);
  expect(await owner.thread(id)).toEqual(before);
});

test('the policy does not bind the back end, whomever it acts for', async () => {
  await setPolicy(policyOf(rulesOf(false)));
  const { owner, target, newcomer } = people;
  for (const headers of [{}, { 'x-acting-user-id': owner.userId }]) {
    const id = await create();
    await server.ok('PATCH', threadUrl(id), { headers, body: { name: 'New' } });
    const body = { member_ids: [newcomer.userId], id_type: 2 };
    await server.ok('POST', `${threadUrl(id)}/members`, { headers, body });
    await server.ok('POST', memberUrl(id, target.userId, 'mute'), { headers });
    await server.ok('DELETE', memberUrl(id, target.userId), { headers });
    await server.ok('POST', memberUrl(id, target.userId, 'ban'), { headers });
    await server.ok('POST', memberUrl(id, target.userId, 'unban'), { headers });
    await server.ok('DELETE', threadUrl(id), { headers });
  }
});

test('everything else is as the role permits: messages, reactions, pins, roles, the ownership', async () => {
  await setPolicy(policyOf(rulesOf(false)));
  const { owner, admin, member, target } = people;
  const id = await create();
  const { seq } = await member.say(id);
  await member.ok('PATCH', myMessageUrl(id, seq), { body: { body: { text: 'better' } } });
  await target.ok('PUT', myMessageUrl(id, seq, '/reactions/x'));
  await admin.ok('PUT', myMessageUrl(id, seq, '/pin'));
  await admin.ok('DELETE', myMessageUrl(id, seq));
  await owner.ok('PATCH', myMemberUrl(id, member.userId), { body: { role: 'admin' } });
  const transfer = { owner_id: member.userId, id_type: 2 };
  await owner.ok('POST', myThreadUrl(id, '/owner'), { body: transfer });
});

test('an owner removes and bans admins only if the policy permits it; every member leaves all the same', async () => {
  const [id, { owner, admin, member, newcomer }] = [await create(), people];
  const acts = [
    ['DELETE', myMemberUrl(id, admin.userId)],
    ['POST', myMemberUrl(id, admin.userId, 'ban')],
    ['POST', myMemberUrl(id, owner.userId, 'ban')],
    ['POST', myMemberUrl(id, newcomer.userId, 'ban')],
  ] as const;
  for (const [method, url] of acts) expect(endOf(await owner.call(method, url))).toBe('policy');
  expect(await owner.thread(id)).toMatchObject({ member_count: 4 });
  await member.ok('DELETE', myMemberUrl(id, member.userId));
  await setPolicy({ owner: { remove: true } });
  await owner.ok('DELETE', myMemberUrl(id, admin.userId));
});

test('a muted member who may not leave is refused by the policy, and otherwise by the mute', async () => {
  const [id, { member }] = [await create(), people];
  await server.ok('POST', memberUrl(id, member.userId, 'mute'));
  await setPolicy({ member: { leave: false } });
  const leave = ['DELETE', myMemberUrl(id, member.userId), { token: member.token }] as const;
  await expectRefused(server, [...leave], 'M40306', ['Authorization']);
  await setPolicy({ member: { leave: true } });
  await member.ok('DELETE', myMemberUrl(id, member.userId));
});

test('a change of the policy applies to the next request', async () => {
  const [id, { admin }] = [await create(), people];
  for (const rename of [true, false, true]) {
    await setPolicy({ admin: { rename } });
    const answer = await admin.call('PATCH', myThreadUrl(id), { body: { name: `Is ${rename}` } });
    expect(endOf(answer)).toBe(rename ? 'M200' : 'policy');
  }
});

test('a refused change sends no frame', async () => {
  const [id, { owner, member }] = [await create(), people];
  const socket = await connect(server, member);
  expect(endOf(await owner.call('PATCH', myThreadUrl(id), { body: { name: 'New' } }))).toBe('policy');
  const { seq } = await owner.say(id);
  await socket.reaches(id, seq);
  expect(socket.entries(id).map(({ type }) => type)).toEqual(['message.created']);
});

describe('the setting', () => {
  test('keeps rules and roles that are left out, also in changes at the same time', async () => {
    const { linked_threads } = await setPolicy({ owner: { delete: true } });
    expect(linked_threads).toEqual({ ...policyOf(DEFAULTS), owner: { ...DEFAULTS, delete: true } });
    await inParallel(ROLES.length * RULES.length, (index) => {
      const [role, rule] = [at(ROLES, index % 3), at(RULES, Math.floor(index / 3))];
      return setPolicy({ [role]: { [rule]: !DEFAULTS[rule] } });
    });
    const changed = Object.fromEntries(RULES.map((rule) => [rule, !DEFAULTS[rule]]));
    expect((await server.ok('GET', POLICY)).linked_threads).toEqual(policyOf(changed));
    for (const same of [
      {},
      { owner: {} },
      { owner: null },
      { owner: { delete: null }, nobody: { add: true } },
    ])
      expect((await setPolicy(same)).linked_threads).toEqual(policyOf(changed));
    // Other parts of the policy do not touch it, nor it them.
    const { guests } = await server.ok('PATCH', POLICY, { body: { guests: { members_at_a_time: 7 } } });
    expect(await setPolicy({ member: { mute: true } })).toMatchObject({ guests });
    await server.ok('PATCH', POLICY, { body: { guests: { members_at_a_time: 1 } } });
  });

  test('takes only booleans, in objects', async () => {
    for (const [linked_threads, field] of [
      [[], 'linked_threads'],
      ['all', 'linked_threads'],
      [1, 'linked_threads'],
      [{ owner: true }, 'linked_threads.owner'],
      [{ admin: [] }, 'linked_threads.admin'],
      [{ member: { mute: 'false' } }, 'linked_threads.member.mute'],
      [{ owner: { delete: 0 } }, 'linked_threads.owner.delete'],
      [{ owner: { leave: { $ne: null } } }, 'linked_threads.owner.leave'],
    ] as const)
      await expectRefused(server, ['PATCH', POLICY, { body: { linked_threads } }], 'M40003', [field]);
    const unknown = { owner: { ban: false, toString: 1, constructor: {} }, ['__proto__']: { delete: true } };
    expect((await setPolicy(unknown)).linked_threads).toEqual(policyOf(DEFAULTS));
  });
});
