import { beforeAll, beforeEach, expect, test } from 'vitest';
import { BOTS, expectRefused, messageUrl } from '../harness/api.ts';
import { at, myMemberUrl, myMessageUrl, type SignedIn, signInAll } from '../harness/client-api.ts';
import { connect } from '../harness/realtime.ts';
import { useServer } from '../harness/use-server.ts';

/** Edits that change whom a message mentions. */

const server = await useServer();
const [ann, bob, cid] = await signInAll(server, 3);
let bot: string;
let threadId: string;
let seq: number;
beforeAll(async () => {
  bot = (await server.ok('POST', BOTS, { body: { bot_id: 'mentioned', display_name: 'M' } })).ext_user_id;
});
beforeEach(async () => {
  threadId = await server.group([ann.userId, bob.userId, cid.userId]);
  ({ seq } = await ann.say(threadId, { body: { text: 'hi @bob' }, mentions: [bob.extUserId] }));
});

const editRequest = (user: SignedIn, body: object): [string, string, object] => [
  'PATCH',
  myMessageUrl(threadId, seq),
  { token: user.token, body },
];
const edit = (body: object) => ann.ok('PATCH', myMessageUrl(threadId, seq), { body });

test('an edit replaces the mentions, or keeps them if it names none', async () => {
  expect((await edit({ body: { text: 'hi' } })).mentions).toEqual([bob.extUserId]);
  const mentions = [cid.extUserId, `000${bot}`, cid.extUserId];
  const edited = await edit({ body: { text: 'hi @cid' }, mentions });
  expect(edited).toMatchObject({ body: { text: 'hi @cid' }, mentions: [cid.extUserId, bot] });
  expect((await bob.message(threadId, seq)).mentions).toEqual([cid.extUserId, bot]);
  const { edited_at, ...without } = await edit({ body: {}, mentions: [] });
  expect(without).toMatchObject({ body: { text: 'hi @cid' }, mentions: [] });
  // The same again is no edit.
  expect((await edit({ body: {}, mentions: [] })).edited_at).toBe(edited_at);
});

test('frames and the back-end API replace the mentions, and the entry names whom the message did not mention before', async () => {
  const socket = await connect(server, ann, { threads: [{ thread_id: threadId, seq }] });
  const mentions = [bob.extUserId, cid.extUserId];
  const command = { type: 'edit', thread_id: threadId, seq, body: {} };
  expect(await socket.command({ ...command, mentions })).toMatchObject({ data: { mentions } });
  await server.ok('PATCH', messageUrl(threadId, seq), { body: { body: {}, mentions: [bob.extUserId] } });
  await server.ok('PATCH', messageUrl(threadId, seq), { body: { body: { text: 'x' } } });
  await socket.reaches(threadId, seq + 3);
  expect(socket.entries(threadId).map(({ type, change }) => [type, change])).toEqual([
    ['message.updated', { mentioned: [cid.extUserId] }],
    ['message.updated', null],
    ['message.updated', null],
  ]);
  await socket.close();
});

test('an edit names up to 100 members or bots, as a message does; each other is M40402', async () => {
  const ids = await server.users(101, 'crowd');
  const crowd = await server.database.sql<{ ext_user_id: string }>(
    'select ext_user_id from users where user_id = any($1) order by ext_user_id',
    [ids],
  );
  const all = crowd.map(({ ext_user_id }) => ext_user_id);
  threadId = await server.group([ann.userId, ...ids]);
  ({ seq } = await ann.say(threadId));
  for (const count of [99, 100])
    expect((await edit({ body: {}, mentions: all.slice(0, count) })).mentions).toHaveLength(count);
  await expectRefused(server, editRequest(ann, { body: {}, mentions: all }), 'M40005', ['mentions']);
  const strangers = { body: { text: 'x' }, mentions: [bot, at(all, 0), bob.extUserId, '999999'] };
  const fields = ['mentions[2]', 'mentions[3]'];
  await expectRefused(server, editRequest(ann, strangers), 'M40402', fields);
  await expectRefused(server, ['PATCH', messageUrl(threadId, seq), { body: strangers }], 'M40402', fields);
  await expectRefused(server, editRequest(ann, { body: {}, mentions: ['x'] }), 'M40003', ['mentions[0]']);
  // Nothing of a refused edit is stored, and strangers learn nothing.
  expect(await ann.message(threadId, seq)).toMatchObject({ body: { text: 'hello' } });
  await expectRefused(server, editRequest(bob, strangers), 'M40401');
});

test('a user who has left may stay mentioned, but is not mentioned anew', async () => {
  await bob.ok('DELETE', myMemberUrl(threadId, bob.userId));
  const both = { body: {}, mentions: [cid.extUserId, bob.extUserId] };
  expect((await edit(both)).mentions).toEqual([cid.extUserId, bob.extUserId]);
  await edit({ body: {}, mentions: [] });
  await expectRefused(server, editRequest(ann, both), 'M40402', ['mentions[1]']);
});
