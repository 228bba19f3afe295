import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedIn } from '../../server/test/harness/client-api.ts';
import { connect } from '../../server/test/harness/realtime.ts';
import type { ThreadState } from '../src/index.ts';
import { type ChatServer, eventually, startChatServer } from './chat-server.ts';

let chats: ChatServer;
let ann: SignedIn;
let ben: SignedIn;
let cid: SignedIn;
beforeAll(async () => {
  chats = await startChatServer(3);
  [ann, ben, cid] = chats.people as [SignedIn, SignedIn, SignedIn];
});
afterAll(() => chats.close());

test('changes of members and of the thread reach the other members', async () => {
  const id = await chats.group(ann, ben);
  const [hers, his] = [(await chats.ready(ann)).open(id), (await chats.ready(ben)).open(id)];
  await Promise.all([hers.loaded(), his.loaded()]);
  await hers.addMembers([cid.userId]);
  await hers.setRole(ben.extUserId, 'admin');
  await hers.mute(cid.extUserId);
  const statusOf = (who: SignedIn) =>
    his.getSnapshot().members.find(({ ext_user_id }) => ext_user_id === who.extUserId)?.status;
  await eventually(() => statusOf(cid) === 'muted');
  await hers.unmute(cid.extUserId);
  await hers.ban(cid.extUserId);
  await eventually(() => statusOf(cid) === 'banned');
  await hers.unban(cid.extUserId);
  await hers.update({ name: 'Renamed' });
  await hers.transferOwnership(ben.extUserId);
  await eventually(() => his.getSnapshot().thread?.me.role === 'owner');
  expect(his.getSnapshot()).toMatchObject({
    thread: { name: 'Renamed', member_count: 2 },
    members: await ben.ok('GET', `/client/v1.0/threads/${id}/members`),
  });
  await his.deleteThread();
  await eventually(() => hers.getSnapshot().thread === undefined);
});

test('typing reaches the other members, and leaves the lists as they are', async () => {
  const id = await chats.group(ann, ben);
  const [anns, bens] = await Promise.all([chats.ready(ann), chats.ready(ben)]);
  const [hers, his] = [anns.open(id), bens.open(id)];
  await ann.say(id);
  await eventually(() => hers.getSnapshot().messages.length === 1);
  const { messages, members } = await hers.loaded();
  his.setTyping();
  await eventually(() => hers.getSnapshot().typing.includes(ben.extUserId));
  expect(hers.getSnapshot().messages).toBe(messages);
  expect(hers.getSnapshot().members).toBe(members);
  his.setTyping(false);
  await eventually(() => hers.getSnapshot().typing.length === 0);
});

test('typing ends when the message is refused or discarded, or the thread is closed', async () => {
  const id = await chats.group(ann, ben);
  const [hers, bens] = await Promise.all([connect(chats.server, ann), chats.ready(ben)]);
  const thread = bens.open(id);
  await thread.loaded();
  // (Clients also stop showing a user as typing after six seconds, without a frame.)
  const nextTyping = (wanted: boolean) => hers.next('typing', ({ is_typing }) => is_typing === wanted);
  const types = async () => {
    thread.setTyping();
    await nextTyping(true);
  };
  await types();
  const refused = thread.send('x'.repeat(10_001));
  await nextTyping(false);
  await types();
  thread.discard(refused);
  await nextTyping(false);
  await types();
  thread.close();
  await nextTyping(false);
  await hers.close();
});

test('the state is the same object until it changes, and subscribers run once per turn', async () => {
  const id = await chats.group(ann, ben);
  const thread = (await chats.ready(ben)).open(id);
  await thread.loaded();
  expect(thread.getSnapshot()).toBe(thread.getSnapshot());
  const seen: number[] = [];
  const stop = thread.subscribe(({ messages }) => seen.push(messages.length));
  for (let count = 0; count < 10; count += 1) thread.send(String(count));
  expect(seen).toEqual([0]);
  await eventually(() => thread.getSnapshot().messages.every(({ state }) => state === 'sent'));
  stop();
  const { length } = seen;
  thread.send('unseen');
  await eventually(() => thread.getSnapshot().messages.length === 11);
  expect(seen).toHaveLength(length);
});

test('getSnapshot() notifies nobody, and subscribers receive each state once (React requires both)', async () => {
  // Before the connection: a `thread.joined` frame would change the state at any time.
  const id = await chats.group(ann, ben);
  const thread = (await chats.ready(ann)).open(id);
  await thread.loaded();
  const seen: ThreadState[] = [];
  thread.subscribe((state) => seen.push(state));
  thread.send('hello');
  const looked = thread.getSnapshot();
  expect(looked.messages).toHaveLength(1);
  expect(seen).toHaveLength(1);
  const late: ThreadState[] = [];
  thread.subscribe((state) => late.push(state));
  await eventually(() => seen.length > 1);
  expect(seen[1]).toBe(looked);
  await eventually(() => late.at(-1)?.messages[0]?.state === 'sent');
  expect(new Set(seen).size).toBe(seen.length);
  expect(late).toEqual(seen.slice(1));
});
