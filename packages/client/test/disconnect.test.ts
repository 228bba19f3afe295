import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { SignedIn } from '../../server/test/harness/client-api.ts';
import { connectionsTo } from '../../server/test/harness/realtime.ts';
import { severable } from '../../server/test/harness/severable.ts';
import { until } from '../../server/test/harness/until.ts';
import { pause } from '../../server/test/harness/waits.ts';
import type { Chat } from '../src/index.ts';
import { type ChatServer, eventually, startChatServer, texts } from './chat-server.ts';

/** An app in the background: `disconnect()` and `reconnect()`. */

let chats: ChatServer;
let ann: SignedIn;
let ben: SignedIn;
beforeAll(async () => {
  chats = await startChatServer(2);
  [ann, ben] = chats.people as [SignedIn, SignedIn];
});
afterAll(() => chats.close());

const becomes = (chat: Chat, state: string) =>
  eventually(() => chat.connection.getSnapshot().state === state);
const hasConnections = (count: number) =>
  until(async () => (await connectionsTo(chats.server)) === count || undefined);

test('messages on their way are sent first; later ones, and those of others, wait for reconnect()', async () => {
  const threadId = await chats.group(ann, ben);
  const chat = await chats.ready(ann);
  const thread = chat.open(threadId);
  await thread.loaded();
  for (const text of ['one', 'two', 'three']) thread.send(text);
  chat.disconnect();
  await becomes(chat, 'offline');
  expect(chat.connection.getSnapshot()).toEqual({ state: 'offline', retryAt: Number.POSITIVE_INFINITY });
  expect(thread.getSnapshot().messages.map(({ state }) => state)).toEqual(['sent', 'sent', 'sent']);
  await hasConnections(0);

  thread.send('four');
  const bens = await chats.ready(ben);
  bens.open(threadId).send('and I');
  await eventually(() => bens.threads.getSnapshot()[0]?.last_message?.body.text === 'and I');
  expect(texts(thread.getSnapshot().messages)).toEqual(['one', 'two', 'three', 'four']);
  chat.reconnect();
  await eventually(() => thread.getSnapshot().messages.filter(({ state }) => state === 'sent').length === 5);
  expect(texts(thread.getSnapshot().messages)).toEqual(['one', 'two', 'three', 'and I', 'four']);
});

test('a chat that has no token yet can be disconnected, too', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const chat = chats.connect(ann, { tokenProvider: () => promise });
  const states: string[] = [];
  chat.connection.subscribe(({ state }) => states.push(state));
  chat.disconnect();
  await becomes(chat, 'offline');
  resolve(ann.token);
  await promise;
  chat.disconnect();
  chat.reconnect();
  await chat.ready();
  expect(states).toEqual(['connecting', 'offline', 'connecting', 'online']);
});

test('reconnect() replaces a connection on which an answer did not come', async () => {
  const way = await severable(Number(new URL(chats.url).port));
  onTestFinished(() => way.close());
  const threadId = await chats.group(ann, ben);
  const chat = chats.connect(ann, { url: `http://127.0.0.1:${way.port}` });
  const thread = chat.open(threadId);
  await chat.ready();
  await thread.loaded();
  const nextTurn = () => pause(0);
  way.hold(0);
  thread.send('hello');
  await nextTurn();
  chat.disconnect();
  await nextTurn();
  expect(chat.connection.getSnapshot().state).toBe('online');
  chat.reconnect();
  expect(chat.connection.getSnapshot().state).toBe('connecting');
  way.release();
  await eventually(() => thread.getSnapshot().messages[0]?.state === 'sent');
  expect(texts(thread.getSnapshot().messages)).toEqual(['hello']);
});

test('a closed chat stays closed', async () => {
  const chat = await chats.ready(ann);
  chat.disconnect();
  chat.close();
  chat.disconnect();
  chat.reconnect();
  await expect(chat.ready()).rejects.toThrow('closed');
});
