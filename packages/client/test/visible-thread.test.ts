import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { myMemberUrl, type SignedIn } from '../../server/test/harness/client-api.ts';
import { severable } from '../../server/test/harness/severable.ts';
import { until } from '../../server/test/harness/until.ts';
import { type ChatServer, eventually, startChatServer } from './chat-server.ts';

/** The SDK tells the server which thread the user is looking at. */

let chats: ChatServer;
let ann: SignedIn;
let ben: SignedIn;
beforeAll(async () => {
  chats = await startChatServer(2, { PALAVER_CLIENT_RATE_LIMIT_WRITES: '10' });
  [ann, ben] = chats.people as [SignedIn, SignedIn];
});
afterAll(() => chats.close());

/** Resolves when the server has these threads open, and no others. */
const becomes = (...threads: string[]) =>
  until(async () => {
    const rows = await chats.server.database.sql<{ thread_id: string }>(
      'select thread_id from open_threads order by thread_id',
    );
    return rows.map(({ thread_id }) => thread_id).join() === threads.join() || undefined;
  });

test('the latest visible thread is open, until it is hidden or closed', async () => {
  const [one, two] = [await chats.group(ann, ben), await chats.group(ann, ben)];
  const chat = await chats.ready(ben);
  const [first, again, second] = [chat.open(one), chat.open(one), chat.open(two)];
  first.setVisible();
  await becomes(one);
  second.setVisible();
  await becomes(two);
  first.setVisible(false);
  first.close();
  again.setVisible(true);
  await becomes(one);
  again.setVisible(false);
  await becomes();
  second.setVisible();
  await becomes(two);
  second.close();
  second.setVisible();
  await becomes();
});

test('it is open again after a reconnect, even if it was shown while there was no connection', async () => {
  const [one, two] = [await chats.group(ann, ben), await chats.group(ann, ben)];
  const way = await severable(Number(new URL(chats.url).port));
  onTestFinished(() => way.close());
  const chat = chats.connect(ben, { url: `http://127.0.0.1:${way.port}` });
  const thread = chat.open(one);
  thread.setVisible();
  await becomes(one);
  way.sever();
  await eventually(() => chat.connection.getSnapshot().state === 'offline');
  await becomes();
  chat.reconnect();
  await becomes(one);
  way.sever();
  await eventually(() => chat.connection.getSnapshot().state === 'offline');
  thread.close();
  chat.open(two).setVisible();
  await becomes();
  chat.reconnect();
  await becomes(two);
  chat.close();
  await becomes();
});

test('changes in quick succession end with the latest, in spite of the rate limit', async () => {
  const id = await chats.group(ann, ben);
  const chat = await chats.ready(ben);
  const thread = chat.open(id);
  for (let times = 0; times < 40; times += 1) {
    thread.setVisible(times % 2 === 0);
    await Promise.resolve();
    if (times % 5 === 0) await thread.markRead().catch(() => {});
  }
  thread.setVisible();
  await becomes(id);
  thread.setVisible(false);
  await becomes();
});

test('a thread that the server refuses closes the earlier one', async () => {
  const [one, two] = [await chats.group(ann, ben), await chats.group(ann, ben)];
  const chat = await chats.ready(ben);
  const [first, second] = [chat.open(one), chat.open(two)];
  first.setVisible();
  await becomes(one);
  await ann.ok('DELETE', myMemberUrl(two, ben.userId));
  second.setVisible();
  await becomes();
  first.setVisible();
  await becomes(one);
  expect(chat.connection.getSnapshot().state).toBe('online');
});
