import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { renameUrl, userUrl } from '../../server/test/harness/api.ts';
import { MY_THREADS, type SignedIn } from '../../server/test/harness/client-api.ts';
import { severable } from '../../server/test/harness/severable.ts';
import type { Thread } from '../src/index.ts';
import { type ChatServer, eventually, HeldAnswers, startChatServer } from './chat-server.ts';

/** Whoever has another name is shown by it wherever they are. */

let chats: ChatServer;
let ann: SignedIn;
let ben: SignedIn;
let cid: SignedIn;
beforeAll(async () => {
  chats = await startChatServer(3);
  [ann, ben, cid] = chats.people as [SignedIn, SignedIn, SignedIn];
});
afterAll(() => chats.close());

const call = (who: string, display_name: string) =>
  chats.server.ok('PUT', userUrl(who), { body: { display_name } });
/** Calls Cid something, and no connection is told: as if it were lost for longer than that is said again. */
const callUnheard = (name: string) =>
  chats.server.database.sql('update users set display_name = $2 where ext_user_id = $1', [
    cid.extUserId,
    name,
  ]);
const directThread = async (peer = ben): Promise<string> =>
  (await ann.ok('POST', MY_THREADS, { body: { type: 'direct', user_id: peer.userId } })).id;

/** The names of all who have written, and are members. */
function names(thread: Thread): string[] {
  const { messages, members } = thread.getSnapshot();
  const senders = messages.flatMap((message) => (message.state === 'sent' ? [message.sender] : []));
  return [...senders, ...members].map(({ display_name }) => display_name);
}

test('at once: in messages, members, the chat list; and nothing else is made anew', async () => {
  await call(ann.userId, 'Ann');
  await call(ben.userId, 'Ben');
  const id = await directThread();
  await ann.say(id);
  await ben.say(id);
  const chat = chats.connect(ann);
  await chat.ready();
  const thread = chat.open(id);
  await thread.loaded();
  expect(names(thread)).toEqual(['Ann', 'Ben', 'Ann', 'Ben']);
  const [mine] = thread.getSnapshot().messages;
  await call(ben.userId, 'Benjamin');
  await eventually(() => names(thread).includes('Benjamin'));
  expect(names(thread)).toEqual(['Ann', 'Benjamin', 'Ann', 'Benjamin']);
  expect(thread.getSnapshot().messages[0]).toBe(mine);
  const [listed] = chat.threads.getSnapshot();
  expect(listed?.peer?.display_name).toBe('Benjamin');
  expect(listed?.last_message?.sender.display_name).toBe('Benjamin');
  expect(thread.getSnapshot().thread).toBe(listed);
  expect(listed).toEqual({ ...(await ann.ok('GET', `${MY_THREADS}/${id}`)), list_position: '' });
});

test('when it changes while the thread is fetched', async () => {
  const id = await directThread();
  await ben.say(id);
  const answers = new HeldAnswers(/\/members/);
  const chat = chats.connect(ann, { fetch: answers.fetch });
  await chat.ready();
  const thread = chat.open(id);
  await eventually(() => answers.count === 1);
  await call(ben.userId, 'Meanwhile');
  await eventually(() => chat.threads.getSnapshot()[0]?.peer?.display_name === 'Meanwhile');
  answers.release();
  await thread.loaded();
  expect(names(thread).at(-1)).toBe('Meanwhile');
});

test('when it changes while the connection is lost, in what is open', async () => {
  const id = await directThread(cid);
  await cid.say(id);
  const way = await severable(Number(new URL(chats.url).port));
  onTestFinished(() => way.close());
  const chat = chats.connect(ann, { url: `http://127.0.0.1:${way.port}` });
  await chat.ready();
  const thread = chat.open(id);
  await thread.loaded();
  way.sever();
  await callUnheard('Away');
  chat.reconnect();
  await eventually(() => names(thread).at(-1) === 'Away');
  const { messages } = thread.getSnapshot();
  const last = messages.at(-1);
  expect(last?.state === 'sent' && last.sender.display_name).toBe('Away');
  const listed = () => chat.threads.getSnapshot()[0];
  await eventually(() => listed()?.peer?.display_name === 'Away');
  expect(listed()?.last_message?.sender.display_name).toBe('Away');
  expect(thread.getSnapshot().thread).toBe(listed());
});

test('when the connection is lost while the thread is fetched', async () => {
  await callUnheard('Old');
  const id = await directThread(cid);
  await cid.say(id);
  const way = await severable(Number(new URL(chats.url).port));
  onTestFinished(() => way.close());
  const answers = new HeldAnswers(/\/read/);
  const chat = chats.connect(ann, { url: `http://127.0.0.1:${way.port}`, fetch: answers.fetch });
  await chat.ready();
  const thread = chat.open(id);
  // Messages and members are there, read positions are not.
  await eventually(() => answers.count === 1 && answers.passed === 2);
  way.sever();
  await eventually(() => chat.connection.getSnapshot().state !== 'online');
  await callUnheard('New');
  chat.reconnect();
  await eventually(() => chat.threads.getSnapshot()[0]?.peer?.display_name === 'New');
  await eventually(() => answers.count === 2);
  answers.release();
  await thread.loaded();
  await eventually(() => names(thread).filter((name) => name === 'New').length > 1);
  expect(names(thread)).not.toContain('Old');
});

test('in the chat list, however often it cannot be fetched when the connection is back', async () => {
  await callUnheard('Old');
  await directThread(cid);
  const way = await severable(Number(new URL(chats.url).port));
  onTestFinished(() => way.close());
  let failures = 0;
  const chat = chats.connect(ann, {
    url: `http://127.0.0.1:${way.port}`,
    fetch: (address, init) => {
      if (failures === 0 || !new Request(address).url.includes('/threads?')) return fetch(address, init);
      failures -= 1;
      return Promise.reject(new TypeError('the network is bad'));
    },
  });
  await chat.ready();
  way.sever();
  await eventually(() => chat.connection.getSnapshot().state !== 'online');
  await callUnheard('New');
  // More than one call tries by itself.
  failures = 5;
  chat.reconnect();
  await eventually(() => chat.threads.getSnapshot()[0]?.peer?.display_name === 'New');
  expect(failures).toBe(0);
});

test('an answer from before the connection was lost again says nothing', async () => {
  await callUnheard('Old');
  const id = await directThread(cid);
  const way = await severable(Number(new URL(chats.url).port));
  onTestFinished(() => way.close());
  const answers = new HeldAnswers(/\/threads\?|\/members/);
  answers.isOn = false;
  const chat = chats.connect(ann, { url: `http://127.0.0.1:${way.port}`, fetch: answers.fetch });
  await chat.ready();
  const thread = chat.open(id);
  await thread.loaded();
  const comesBack = async () => {
    way.sever();
    await eventually(() => chat.connection.getSnapshot().state !== 'online');
    chat.reconnect();
    await eventually(() => chat.connection.getSnapshot().state === 'online');
  };
  answers.isOn = true;
  await comesBack();
  await eventually(() => answers.count === 2);
  answers.isOn = false;
  await callUnheard('New');
  await comesBack();
  const shown = () => [names(thread).at(-1), chat.threads.getSnapshot()[0]?.peer?.display_name];
  await eventually(() => shown().every((name) => name === 'New'));
  answers.release();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(shown()).toEqual(['New', 'New']);
});

test("another identifier of one's own is that of the chat", async () => {
  const chat = chats.connect(ben);
  await directThread();
  await chat.ready();
  expect(chat.me.getSnapshot()).toEqual({ user_id: ben.userId, ext_user_id: ben.extUserId });
  await chats.server.ok('PATCH', renameUrl(ben.userId, 'ben-signed-up'));
  await eventually(() => chat.me.getSnapshot()?.user_id === 'ben-signed-up');
});
