// @module-tag database
import type { Message } from '@palaver/protocol/messages';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  deskUrl,
  expectRefused,
  membersUrl,
  memberUrl,
  messageUrl,
  type Request,
  renameUrl,
  THREADS,
  userUrl,
} from '../harness/api.ts';
import {
  DESK_READINGS,
  MY_THREADS,
  myMemberUrl,
  myMessagesUrl,
  myMessageUrl,
  postMessage,
  type SignedIn,
  signIn,
  signInAll,
  text,
} from '../harness/client-api.ts';
import { connect } from '../harness/realtime.ts';
import { recount } from '../harness/recount.ts';
import { upload } from '../harness/upload.ts';
import { useServer } from '../harness/use-server.ts';

/** Users of the support desk write to threads of which they are no members, where the policy permits it. */

const server = await useServer();
let serial = 0;
let ann: SignedIn;
let ben: SignedIn;
let agent: SignedIn;
let linked = '';
let group = '';
let direct = '';
beforeEach(async () => {
  serial += 1;
  [ann, ben] = await signInAll(server, 2, `user-${serial}-`);
  await server.users(1, `agent-${serial}-`);
  agent = await signIn(server, `agent-${serial}-1`);
  await server.ok('PUT', deskUrl(agent.userId), { body: { direct_threads: true } });
  linked = await create({ reference_id: 'order:7' });
  group = await create();
  direct = (await ann.ok('POST', MY_THREADS, { body: { type: 'direct', user_id: ben.userId } })).id;
});
afterEach(async () => {
  await permit({ direct: false, group: false, linked: true });
  expect(await recount(server.database)).toEqual([]);
});

async function create(fields: object = {}): Promise<string> {
  const body = { name: 'Group', owner_id: ann.userId, member_ids: [ben.userId], id_type: 2, ...fields };
  return (await server.ok('POST', THREADS, { body })).thread_id;
}
const permit = (write: object) => server.ok('PATCH', '/app/v1.0/policy', { body: { support: { write } } });
const saying = (threadId: string, who = agent): Request => postMessage(who, threadId, text('Hello'));
const read = () => agent.ok('POST', DESK_READINGS, { body: { thread_id: direct, reason: 'A complaint' } });

test('a message of the support desk is marked, wherever it is shown', async () => {
  const socket = await connect(server, ben);
  const sent: Message = await agent.say(linked, 'How can I help?');
  expect(sent).toMatchObject({ as: 'support', sender: { user_id: agent.userId }, kind: 'text' });
  expect(await ben.message(linked, sent.seq)).toEqual(sent);
  expect(await ben.messages(linked)).toEqual([sent]);
  expect(await agent.messages(linked)).toEqual([sent]);
  expect((await ben.thread(linked)).last_message).toEqual(sent);
  expect(await server.ok('GET', messageUrl(linked, sent.seq))).toEqual(sent);
  await socket.reaches(linked, sent.seq);
  expect(socket.entries(linked).at(-1)?.message).toEqual(sent);
  await socket.close();
  const late = await connect(server, ben, { threads: [{ thread_id: linked, seq: sent.seq - 1 }] });
  await late.reaches(linked, sent.seq);
  expect(late.entries(linked).at(-1)?.message).toEqual(sent);
  await late.close();
  const stopIndexer = server.runIndexer();
  await server.indexed();
  await stopIndexer();
  const [hit] = await ben.ok('GET', `/client/v1.0/search?q=help&thread_id=${linked}`);
  expect(hit.message).toMatchObject({ seq: sent.seq, as: 'support' });
  // Members' messages have no such mark, and count as before.
  expect(await ann.say(linked)).not.toHaveProperty('as');
  expect(await ben.thread(linked)).toMatchObject({ unread_count: 2, message_count: 2, member_count: 2 });
});

test('by frame, with a reply, a mention and a retry, the message is the same', async () => {
  const { seq } = await ann.say(linked, 'Where is my parcel?');
  const socket = await connect(server, agent, { threads: null });
  const body = { body: { text: 'It is on its way' }, reply_to: seq, mentions: [ann.extUserId] };
  const command = { type: 'send', thread_id: linked, ...body, client_message_id: 'mine' };
  const [first, again] = [await socket.command(command), await socket.command(command)];
  expect(first).toMatchObject({
    message_code: 'M200',
    data: { as: 'support', reply_to: seq, mentions: [ann.extUserId], reply_preview: { seq } },
  });
  expect(again).toMatchObject({ data: (first as { data: object }).data });
  expect(await ben.messages(linked)).toHaveLength(2);
  await socket.close();
});

test('the policy decides in which threads, from the next message on', async () => {
  await expectRefused(server, saying(group), 'M40306', ['Authorization']);
  await expectRefused(server, saying(direct), 'M40401');
  await read();
  await expectRefused(server, saying(direct), 'M40306', ['Authorization']);
  const { body } = await server.call(...saying(direct));
  expect(body.errors?.[0]).toMatchObject({
    rule: 'policy',
    message: expect.stringContaining('support.write.direct'),
  });
  await permit({ direct: true, group: true });
  for (const id of [group, direct, linked]) expect(await agent.say(id)).toMatchObject({ as: 'support' });
  await permit({ linked: false });
  await expectRefused(server, saying(linked), 'M40306', ['Authorization']);
  expect(await agent.say(group)).toMatchObject({ as: 'support' });
  await server.database.sql('update desk_readings set until = now()');
  await expectRefused(server, saying(direct), 'M40401');
});

test('a member writes as a member, and a banned one not at all', async () => {
  const other = await create({ reference_id: 'order:8', member_ids: [agent.userId] });
  expect(await agent.say(other)).not.toHaveProperty('as');
  await server.ok('POST', memberUrl(other, agent.userId, 'mute'));
  await expectRefused(server, saying(other), 'M40304');
  await server.ok('POST', memberUrl(other, agent.userId, 'unmute'));
  await server.ok('DELETE', memberUrl(other, agent.userId));
  expect(await agent.say(other)).toMatchObject({ as: 'support' });
  await server.ok('POST', memberUrl(other, agent.userId, 'ban'), { body: {} });
  await expectRefused(server, saying(other), 'M40401');
});

test('a mute binds a member who has left or was removed, too', async () => {
  await permit({ group: true });
  const member_ids = [agent.userId];
  const left = await create({ member_ids });
  const removed = await create({ member_ids, reference_id: 'order:9' });
  for (const id of [left, removed]) await server.ok('POST', memberUrl(id, agent.userId, 'mute'));
  await agent.ok('DELETE', myMemberUrl(left, agent.userId));
  await server.ok('DELETE', memberUrl(removed, agent.userId));
  for (const id of [left, removed]) {
    await expectRefused(server, saying(id), 'M40304');
    await server.ok('POST', membersUrl(id), { body: { member_ids, id_type: 2 } });
    await server.ok('POST', memberUrl(id, agent.userId, 'unmute'));
    await server.ok('DELETE', memberUrl(id, agent.userId));
    expect(await agent.say(id)).toMatchObject({ as: 'support' });
  }
});

test('a user who has written is absorbed by nobody, also when they have left the desk', async () => {
  const { seq } = await agent.say(linked);
  await server.ok('PUT', userUrl('crm'), { body: {} });
  const renaming: Request = ['PATCH', renameUrl('crm', agent.userId)];
  await expectRefused(server, renaming, 'M40901', ['new_user_id']);
  await server.ok('DELETE', deskUrl(agent.userId));
  await expectRefused(server, renaming, 'M40901', ['new_user_id']);
  expect(await ben.message(linked, seq)).toMatchObject({ sender: { user_id: agent.userId } });
});

test('the desk attaches files of its own, but not those that it only reads', async () => {
  const { file_id } = await upload(server, {}, { threadId: linked, token: ann.token });
  const naming = (id: string) => ({ body: { text: '', metadata: [{ type: 'file', file_id: id }] } });
  await ann.say(linked, naming(file_id));
  const request = postMessage(agent, linked, naming(file_id));
  await expectRefused(server, request, 'M40411', ['body.metadata[0].file_id']);
  const own = await create({ owner_id: agent.userId });
  const mine = await upload(server, {}, { threadId: own, token: agent.token });
  expect(await agent.say(linked, naming(mine.file_id))).toMatchObject({ as: 'support' });
});

test('users who are not on the desk, and threads that are missing or elsewhere, get the same answer as ever', async () => {
  await server.users(1, `stranger-${serial}-`);
  const stranger = await signIn(server, `stranger-${serial}-1`);
  await expectRefused(server, saying(linked, stranger), 'M40401');
  await expectRefused(server, saying('900000'), 'M40401');
  const elsewhere = { tenant: `far-${serial}` };
  const [far] = await signInAll(server, 1, 'far', elsewhere);
  const body = { name: 'Far', owner_id: far.userId, member_ids: [], id_type: 2, reference_id: 'order:7' };
  const { thread_id: foreign } = await server.ok('POST', THREADS, { ...elsewhere, body });
  await expectRefused(server, saying(foreign), 'M40401');
  const reply = { ...text('Hello'), reply_to: 1 };
  await expectRefused(server, postMessage(agent, foreign, reply), 'M40401');
  await server.ok('DELETE', deskUrl(agent.userId));
  await expectRefused(server, saying(linked), 'M40401');
});

test('the desk neither edits nor deletes, and the message stays marked when the back end edits it', async () => {
  const { seq } = await agent.say(linked);
  const { token } = agent;
  const url = myMessageUrl(linked, seq);
  await expectRefused(server, ['PATCH', url, { token, body: text('Other') }], 'M40401');
  await expectRefused(server, ['DELETE', url, { token }], 'M40401');
  await server.ok('PATCH', messageUrl(linked, seq), { body: text('Other') });
  expect(await ben.message(linked, seq)).toMatchObject({ as: 'support', body: { text: 'Other' } });
  await server.ok('DELETE', messageUrl(linked, seq));
  expect(await ben.ok('GET', myMessagesUrl(linked))).toMatchObject([{ as: 'support', body: { text: '' } }]);
});
