import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { SignedIn } from '../../server/test/harness/client-api.ts';
import { severable } from '../../server/test/harness/severable.ts';
import type { ConnectOptions } from '../src/index.ts';
import { type ChatServer, eventually, startChatServer, texts } from './chat-server.ts';
import { loadInReactNative, type ReactNative } from './harness/react-native.ts';

/** The SDK needs nothing that React Native lacks. */

let chats: ChatServer;
let ann: SignedIn;
let ben: SignedIn;
let native: ReactNative;
beforeAll(async () => {
  [chats, native] = await Promise.all([startChatServer(2), loadInReactNative()]);
  [ann, ben] = chats.people as [SignedIn, SignedIn];
});
afterAll(() => chats.close());

async function open(options: Partial<ConnectOptions> = {}) {
  const threadId = await chats.group(ann, ben);
  const chat = native.connect({ url: chats.url, tokenProvider: () => ann.token, ...options });
  onTestFinished(() => chat.close());
  const thread = chat.open(threadId);
  await thread.loaded();
  return { chat, thread };
}

test('messages, pages, read positions and presence', async () => {
  const stored = new Map<string, string>();
  const storage = {
    getItem: async (key: string) => stored.get(key) ?? null,
    setItem: async (key: string, value: string) => void stored.set(key, value),
  };
  const { chat, thread } = await open({ storage });
  for (let number = 1; number <= 60; number += 1) thread.send(`message ${number}`);
  await eventually(() => thread.getSnapshot().messages.filter(({ state }) => state === 'sent').length === 60);
  expect([...stored.values()].map((text) => JSON.parse(text))).toEqual([[]]);
  await thread.markRead();
  const [first] = thread.getSnapshot().messages;
  if (first?.state === 'sent') await thread.react(first.seq, '👍');
  chat.presence(ben.extUserId).subscribe(() => {});

  const again = native.connect({ url: chats.url, token: ben.token });
  onTestFinished(() => again.close());
  const bens = again.open(thread.id);
  const { messages, hasOlder } = await bens.loaded();
  expect(hasOlder).toBe(true);
  expect(texts(messages).at(-1)).toBe('message 60');
  while (await bens.loadOlder());
  expect(bens.getSnapshot().messages).toHaveLength(60);
  expect(bens.getSnapshot().messages[0]).toMatchObject({ reactions: [{ key: '👍' }] });
  await eventually(() => chat.presence(ben.extUserId).getSnapshot());
});

test('a file, and a large one that loses its connection on the way', { tags: 'thorough' }, async () => {
  const way = await severable(Number(new URL(chats.url).port));
  onTestFinished(() => way.close());
  const { chat, thread } = await open({ url: `http://127.0.0.1:${way.port}` });
  await chat.ready();
  thread.sendFile(native.blobOf('Buy bread', 'text/plain'), { name: 'notes.txt' });
  await eventually(() => thread.getSnapshot().messages[0]?.state === 'sent');

  way.hold(way.carried + 1_000_000);
  thread.sendFile(native.blobOf('x'.repeat(5_000_000), 'text/plain'), { name: 'long.txt' });
  await eventually(() => way.carried > 900_000);
  way.sever();
  way.release();
  chat.reconnect();
  await eventually(() => thread.getSnapshot().messages[1]?.state === 'sent');
  const [small, large] = thread.getSnapshot().messages;
  expect(small?.body.metadata).toMatchObject([{ type: 'file', name: 'notes.txt', size: 9 }]);
  expect(large?.body.metadata).toMatchObject([{ type: 'file', name: 'long.txt', size: 5_000_000 }]);
});

test('a file whose upload fails more often than the SDK repeats it at once', async () => {
  let failures = 0;
  const fetch: typeof globalThis.fetch = (url, init) => {
    if (typeof init?.body !== 'object' || failures > 4) return native.fetch(url, init);
    failures += 1;
    return Promise.reject(new DOMException('lost', 'NetworkError'));
  };
  const { thread } = await open({ fetch });
  thread.sendFile(native.blobOf('Buy bread', 'text/plain'), { name: 'notes.txt' });
  await eventually(() => thread.getSnapshot().messages[0]?.state === 'sent');
  expect(failures).toBe(5);
});

test('connect() refuses an invalid address', () => {
  expect(() => native.connect({ url: 'chat.example.com', token: ann.token })).toThrow('chat.example.com');
});
