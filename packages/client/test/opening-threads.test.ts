import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedIn } from '../../server/test/harness/client-api.ts';
import { type ChatServer, eventually, startChatServer, texts } from './chat-server.ts';

let chats: ChatServer;
let ann: SignedIn;
let ben: SignedIn;
let cid: SignedIn;
beforeAll(async () => {
  chats = await startChatServer(3);
  [ann, ben, cid] = chats.people as [SignedIn, SignedIn, SignedIn];
});
afterAll(() => chats.close());

/** A connection that brings nothing until `release()`: the answers to all requests come first. */
function holdFrames() {
  const { promise, resolve } = Promise.withResolvers<void>();
  let isHeld = true;
  class Held extends WebSocket {
    constructor(url: string) {
      super(url);
      this.addEventListener('message', (event) => {
        if (!isHeld) return;
        event.stopImmediatePropagation();
        void promise.then(() => this.dispatchEvent(new MessageEvent('message', { data: event.data })));
      });
    }
  }
  const release = () => {
    isHeld = false;
    resolve();
  };
  return { WebSocket: Held, release };
}

test('a thread is loading until the connection brings it, however early its messages are there', async () => {
  const id = await chats.group(ann, ben);
  await ann.say(id, 'hello');
  const { WebSocket, release } = holdFrames();
  const chat = chats.connect(ben, { WebSocket });
  const thread = chat.open(id);
  await eventually(() => texts(thread.getSnapshot().messages).length === 1);
  expect(thread.getSnapshot()).toMatchObject({ thread: undefined, isLoading: true });
  release();
  expect((await thread.loaded()).thread?.id).toBe(id);
  expect(thread.getSnapshot().isLoading).toBe(false);
});

test.each([
  ['of others', () => chats.group(ann, ben)],
  ['that does not exist', () => '1'],
  ['whose id is none', () => 'new'],
])('a thread %s is known to be none of the user, also before the connection', async (_, idOf) => {
  const { WebSocket, release } = holdFrames();
  const chat = chats.connect(cid, { WebSocket });
  const thread = chat.open(await idOf());
  expect(await thread.loaded()).toMatchObject({ thread: undefined, messages: [], isLoading: false });
  release();
  await chat.ready();
  expect(thread.getSnapshot()).toMatchObject({ thread: undefined, isLoading: false });
});

test('a member who is removed between the load and the connection is none', async () => {
  const id = await chats.group(ann, ben);
  await ann.say(id, 'hello');
  let address: string | undefined = 'ws://127.0.0.1:9';
  class Away extends WebSocket {
    constructor(url: string) {
      super(address ?? url);
    }
  }
  const chat = chats.connect(ben, { WebSocket: Away });
  const thread = chat.open(id);
  await eventually(() => texts(thread.getSnapshot().messages).length === 1);
  expect(thread.getSnapshot().isLoading).toBe(true);
  const anns = await chats.ready(ann);
  await anns.open(id).removeMember(ben.extUserId);
  address = undefined;
  chat.reconnect();
  expect((await thread.loaded()).thread).toBeUndefined();
});

test('a refused token says nothing about a thread', async () => {
  const id = await chats.group(ann, ben);
  const chat = chats.connect({ ...ben, token: `${ben.token}x` });
  const thread = chat.open(id);
  await expect(thread.loaded()).rejects.toMatchObject({ code: 'M40111' });
  expect(chat.connection.getSnapshot().state).toBe('closed');
  expect(thread.getSnapshot()).toMatchObject({ thread: undefined, isLoading: true });
});
