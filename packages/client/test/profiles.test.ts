import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { renameUrl, userUrl } from '../../server/test/harness/api.ts';
import { MY_THREADS, type SignedIn } from '../../server/test/harness/client-api.ts';
import { severable } from '../../server/test/harness/severable.ts';
import { quietFor } from '../../server/test/harness/waits.ts';
import type { Thread } from '../src/index.ts';
import { type ChatServer, eventually, HeldAnswers, startChatServer } from './chat-server.ts';

/** A changed profile appears everywhere. */

let chats: ChatServer;
let ann: SignedIn;
let ben: SignedIn;
let cid: SignedIn;
beforeAll(async () => {
  chats = await startChatServer(3);
  [ann, ben, cid] = chats.people as [SignedIn, SignedIn, SignedIn];
});
afterAll(() => chats.close());

const rename = (who: string, display_name: string) =>
  chats.server.ok('PUT', userUrl(who), { body: { display_name } });
/** Renames Cid without a frame to any connection, like a change during a long disconnection. */
const renameSilently = (name: string) =>
  chats.server.database.sql('update users set display_name = $2 where ext_user_id = $1', [
    cid.extUserId,
    name,
  ]);
const directThread = async (peer = ben): Promise<string> =>
  (await ann.ok('POST', MY_THREADS, { body: { type: 'direct', user_id: peer.userId } })).id;

/** The names of all senders, then of all members. */
function names(thread: Thread): string[] {
  const { messages, members } = thread.getSnapshot();
  const senders = messages.flatMap((message) => (message.state === 'sent' ? [message.sender] : []));
  return [...senders, ...members].map(({ display_name }) => display_name);
}

test('a new name appears in messages, members and the chat list; other objects stay the same', async () => {
  await rename(ann.userId, 'Ann');
  await rename(ben.userId, 'Ben');
  const id = await directThread();
  await ann.say(id);
  await ben.say(id);
  const chat = chats.connect(ann);
  await chat.ready();
  const thread = chat.open(id);
  await thread.loaded();
  expect(names(thread)).toEqual(['Ann', 'Ben', 'Ann', 'Ben']);
  const [mine] = thread.getSnapshot().messages;
  await rename(ben.userId, 'Benjamin');
  await eventually(() => names(thread).includes('Benjamin'));
  expect(names(thread)).toEqual(['Ann', 'Benjamin', 'Ann', 'Benjamin']);
  expect(thread.getSnapshot().messages[0]).toBe(mine);
  const [listed] = chat.threads.getSnapshot();
  expect(listed?.peer?.display_name).toBe('Benjamin');
  expect(listed?.last_message?.sender.display_name).toBe('Benjamin');
  expect(thread.getSnapshot().thread).toBe(listed);
  expect(listed).toEqual({ ...(await ann.ok('GET', `${MY_THREADS}/${id}`)), list_position: '' });
});

test('a name that changes during a load is up to date', async () => {
  const id = await directThread();
  await ben.say(id);
  const answers = new HeldAnswers(/\/members/);
  const chat = chats.connect(ann, { fetch: answers.fetch });
  await chat.ready();
  const thread = chat.open(id);
  await eventually(() => answers.count === 1);
  await rename(ben.userId, 'Meanwhile');
  await eventually(() => chat.threads.getSnapshot()[0]?.peer?.display_name === 'Meanwhile');
  answers.release();
  await thread.loaded();
  expect(names(thread).at(-1)).toBe('Meanwhile');
});

test('a name that changes while the connection is lost is up to date in open threads and the chat list', async () => {
  const id = await directThread(cid);
  await cid.say(id);
  const way = await severable(Number(new URL(chats.url).port));
  onTestFinished(() => way.close());
  const chat = chats.connect(ann, { url: `http://127.0.0.1:${way.port}` });
  await chat.ready();
  const thread = chat.open(id);
  await thread.loaded();
  way.sever();
  await renameSilently('Away');
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

test('names are up to date if the connection is lost during a load', async () => {
  await renameSilently('Old');
  const id = await directThread(cid);
  await cid.say(id);
  const way = await severable(Number(new URL(chats.url).port));
  onTestFinished(() => way.close());
  const answers = new HeldAnswers(/\/read/);
  const chat = chats.connect(ann, { url: `http://127.0.0.1:${way.port}`, fetch: answers.fetch });
  await chat.ready();
  const thread = chat.open(id);
  // Messages and members have arrived, read positions have not.
  await eventually(() => answers.count === 1 && answers.passed === 2);
  way.sever();
  await eventually(() => chat.connection.getSnapshot().state !== 'online');
  await renameSilently('New');
  chat.reconnect();
  await eventually(() => chat.threads.getSnapshot()[0]?.peer?.display_name === 'New');
  await eventually(() => answers.count === 2);
  answers.release();
  await thread.loaded();
  await eventually(() => names(thread).filter((name) => name === 'New').length > 1);
  expect(names(thread)).not.toContain('Old');
});

test('the chat list catches up on names even if its fetch fails several times', {
  tags: 'thorough',
}, async () => {
  await renameSilently('Old');
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
  await renameSilently('New');
  // More than the retries of one call.
  failures = 5;
  chat.reconnect();
  await eventually(() => chat.threads.getSnapshot()[0]?.peer?.display_name === 'New');
  expect(failures).toBe(0);
});

test('a response from before a second disconnection is ignored', async () => {
  await renameSilently('Old');
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
  await renameSilently('New');
  await comesBack();
  const shown = () => [names(thread).at(-1), chat.threads.getSnapshot()[0]?.peer?.display_name];
  await eventually(() => shown().every((name) => name === 'New'));
  answers.release();
  await quietFor(100);
  expect(shown()).toEqual(['New', 'New']);
});

test('chat.me follows a change of the user_id', async () => {
  const chat = chats.connect(ben);
  await directThread();
  await chat.ready();
  expect(chat.me.getSnapshot()).toEqual({ user_id: ben.userId, ext_user_id: ben.extUserId });
  await chats.server.ok('PATCH', renameUrl(ben.userId, 'ben-signed-up'));
  await eventually(() => chat.me.getSnapshot()?.user_id === 'ben-signed-up');
});
