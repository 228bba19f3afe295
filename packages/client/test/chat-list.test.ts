import { afterAll, beforeAll, expect, test } from 'vitest';
import { myMemberUrl, type SignedIn } from '../../server/test/harness/client-api.ts';
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

test('the thread with the latest message is first, and unread messages are counted', async () => {
  const [one, two] = [await chats.group(ann, cid), await chats.group(ann, cid)];
  const chat = await chats.ready(cid);
  const first = () => chat.threads.getSnapshot()[0];
  await ann.say(one, 'in one');
  await eventually(() => first()?.id === one && first()?.unread_count === 1);
  await ann.say(two, 'in two');
  await eventually(() => first()?.id === two);
  const { seq } = await ann.say(two, 'again');
  await eventually(() => first()?.unread_count === 2);
  await ann.ok('DELETE', `/client/v1.0/threads/${two}/messages/${seq}`);
  await eventually(() => first()?.unread_count === 1);
  const thread = chat.open(two);
  await thread.markRead();
  await eventually(() => first()?.unread_count === 0);
  expect(chat.threads.getSnapshot()).toEqual(
    (await cid.threads('limit=100')).map((shown) => ({ ...shown, list_position: '' })),
  );
});

test('reading an earlier message leaves the later ones unread', async () => {
  const id = await chats.group(ann, ben);
  for (let count = 0; count < 5; count += 1) await ann.say(id, String(count));
  const chat = await chats.ready(ben);
  const thread = chat.open(id);
  await thread.markRead(4);
  await eventually(() => thread.getSnapshot().thread?.unread_count === 2);
});

test('threads appear when the user joins, and disappear when the user is removed', async () => {
  const chat = await chats.ready(cid);
  const made = await chat.createGroup({ name: 'Mine', user_ids: [ann.userId] });
  expect(chat.threads.getSnapshot().map(({ id }) => id)).toContain(made.id);
  const id = await chats.group(ann, cid);
  await eventually(() => chat.threads.getSnapshot().some((thread) => thread.id === id));
  await ann.ok('DELETE', myMemberUrl(id, cid.userId));
  await eventually(() => !chat.threads.getSnapshot().some((thread) => thread.id === id));
  expect(chat.open(id).getSnapshot().thread).toBeUndefined();
});
