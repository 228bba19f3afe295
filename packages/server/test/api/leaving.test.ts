// @module-tag database
import { afterEach, expect, test } from 'vitest';
import { expectRefused, membersUrl, memberUrl, threadUrl, userUrl } from '../harness/api.ts';
import { MY_THREADS, myMemberUrl, myThreadUrl, type SignedIn, signInAll } from '../harness/client-api.ts';
import { recount } from '../harness/recount.ts';
import { useServer } from '../harness/use-server.ts';

/** A user who has left a group is added again only by a back end: for other members, it is as if the user did not exist. */

const server = await useServer();
afterEach(async () => expect(await recount(server.database)).toEqual([]));

let count = 0;
const people = <Count extends number>(many: Count) => signInAll<Count>(server, many, `p${++count}-`);
const group = (...members: SignedIn[]) => server.group(members.map(({ userId }) => userId));
const leave = (user: SignedIn, threadId: string) => user.ok('DELETE', myMemberUrl(threadId, user.userId));
const members = (threadId: string) => myThreadUrl(threadId, '/members');
const adding = (...users: SignedIn[]) => ({ member_ids: users.map(({ userId }) => userId), id_type: 2 });
const add = (owner: SignedIn, threadId: string, ...users: SignedIn[]) =>
  owner.ok('POST', members(threadId), { body: adding(...users) });
/** Nobody is added, and the response is that for a user who never existed. */
async function refuseToAdd(owner: SignedIn, threadId: string, ...users: SignedIn[]): Promise<void> {
  const before = await owner.thread(threadId);
  const { token } = owner;
  const request = (body: object) => ['POST', members(threadId), { token, body }] as const;
  await expectRefused(server, [...request(adding(...users))], 'M40402', ['member_ids']);
  const { body } = await owner.call('POST', members(threadId), { body: adding(...users) });
  const nobody = { member_ids: users.map((_, index) => `nobody-${index}`), id_type: 2 };
  const { body: missing } = await owner.call('POST', members(threadId), { body: nobody });
  expect({ ...body, request_id: '' }).toEqual({ ...missing, request_id: '' });
  expect(await owner.thread(threadId)).toEqual(before);
}
const isMember = async (user: SignedIn, threadId: string) =>
  (await user.call('GET', myThreadUrl(threadId))).body.message_code === 'M200';

test('other members cannot add a user who has left, alone or among others', async () => {
  const [ann, ben, cid] = await people(3);
  const id = await group(ann, ben);
  await ann.ok('PATCH', myMemberUrl(id, ben.userId), { body: { role: 'admin' } });
  await leave(ben, id);
  await refuseToAdd(ann, id, ben);
  await expectRefused(server, ['POST', members(id), { token: ann.token, body: adding(cid, ben) }], 'M40402', [
    'member_ids',
  ]);
  expect([await isMember(ben, id), await isMember(cid, id)]).toEqual([false, false]);
  const byNumber = { member_ids: [`00${ben.extUserId}`], id_type: 1 };
  await expectRefused(server, ['POST', members(id), { token: ann.token, body: byNumber }], 'M40402', [
    'member_ids',
  ]);
  await add(ann, id, cid);
  // A new group is no return.
  const { id: another } = await ann.ok('POST', MY_THREADS, {
    body: { type: 'group', name: 'G', ...adding(ben) },
  });
  expect(await isMember(ben, another)).toBe(true);
});

test('a removed user can be added again, and a user whom a back end has brought back', async () => {
  const [ann, ben] = await people(2);
  const id = await group(ann, ben);
  await ann.ok('DELETE', myMemberUrl(id, ben.userId));
  await add(ann, id, ben);
  await server.ok('DELETE', memberUrl(id, ben.userId));
  await add(ann, id, ben);
  await leave(ben, id);
  await refuseToAdd(ann, id, ben);
  await server.ok('POST', membersUrl(id), { body: adding(ben) });
  expect(await isMember(ben, id)).toBe(true);
  // From then on it counts how this membership ends.
  await ann.ok('DELETE', myMemberUrl(id, ben.userId));
  await add(ann, id, ben);
  await leave(ben, id);
  await refuseToAdd(ann, id, ben);
  const headers = { 'x-acting-user-id': ann.userId };
  await server.ok('POST', membersUrl(id), { headers, body: adding(ben) });
  expect(await isMember(ben, id)).toBe(true);
});

test('leaving in the name of the user by API key counts, and a ban or a deactivation in between changes nothing', async () => {
  const [ann, ben, cid] = await people(3);
  const id = await group(ann, ben, cid);
  await server.ok('DELETE', memberUrl(id, ben.userId), { headers: { 'x-acting-user-id': ben.userId } });
  await refuseToAdd(ann, id, ben);
  await ann.ok('POST', myMemberUrl(id, ben.userId, 'ban'));
  await expectRefused(server, ['POST', members(id), { token: ann.token, body: adding(ben) }], 'M40903', [
    'member_ids[0]',
  ]);
  await ann.ok('POST', myMemberUrl(id, ben.userId, 'unban'));
  await refuseToAdd(ann, id, ben);
  await server.ok('DELETE', userUrl(ben.userId));
  await server.ok('PUT', userUrl(ben.userId), { body: {} });
  await refuseToAdd(ann, id, ben);
  // A user who was deactivated has not left.
  await server.ok('DELETE', userUrl(cid.userId));
  await server.ok('PUT', userUrl(cid.userId), { body: {} });
  await add(ann, id, cid);
});

test('of memberships that ended before it was noted, the log tells', async () => {
  const [ann, ben, cid, dan] = await people(4);
  const id = await group(ann, ben, cid, dan);
  await ann.ok('DELETE', myMemberUrl(id, ben.userId));
  await add(ann, id, ben);
  await leave(ben, id);
  await leave(cid, id);
  await server.ok('POST', membersUrl(id), { body: adding(cid) });
  await ann.ok('DELETE', myMemberUrl(id, cid.userId));
  await ann.ok('DELETE', myMemberUrl(id, dan.userId));
  await server.database.sql(`update members set has_left = null where thread_id = ${id}`);
  await refuseToAdd(ann, id, ben);
  await add(ann, id, cid, dan);
});

test('a direct thread brings back both, because it belongs to them', async () => {
  const [ann, ben] = await people(2);
  const { id } = await ann.ok('POST', MY_THREADS, { body: { type: 'direct', user_id: ben.userId } });
  await server.ok('DELETE', memberUrl(id, ben.userId), { headers: { 'x-acting-user-id': ben.userId } });
  expect(await isMember(ben, id)).toBe(false);
  await ann.ok('POST', MY_THREADS, { body: { type: 'direct', user_id: ben.userId } });
  expect(await isMember(ben, id)).toBe(true);
  await server.ok('DELETE', threadUrl(id));
});
