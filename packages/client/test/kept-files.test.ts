import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { sweepFiles } from '../../server/src/domain/operations/files/sweep-files.ts';
import { at, type SignedIn } from '../../server/test/harness/client-api.ts';
import { type Severable, severable } from '../../server/test/harness/severable.ts';
import { pause } from '../../server/test/harness/waits.ts';
import type { Chat, FileReference, FileStorage, Thread, UnsentMessage } from '../src/index.ts';
import { type ChatServer, eventually, startChatServer } from './chat-server.ts';

/** Files of unsent messages outlive their tab. Here, a tab is a chat with the storages of its device. */

let chats: ChatServer;
let ann: SignedIn;
let ben: SignedIn;
beforeAll(async () => {
  chats = await startChatServer(2);
  [ann, ben] = chats.people as [SignedIn, SignedIn];
});
afterAll(() => chats.close());

/** Like `localStorage` and IndexedDB. */
function device() {
  const items = new Map<string, string>();
  const files = new Map<string, Blob>();
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  };
  const fileStorage: FileStorage = {
    getItem: async (key) => files.get(key),
    setItem: async (key, file) => void files.set(key, file),
    removeItem: async (key) => void files.delete(key),
    keys: async () => [...files.keys()],
  };
  return { items, files, storage, fileStorage };
}
type Device = ReturnType<typeof device>;

async function wayToServer(): Promise<Severable & { url: string }> {
  const way = await severable(Number(new URL(chats.url).port));
  onTestFinished(() => way.close());
  return Object.assign(way, { url: `http://127.0.0.1:${way.port}` });
}

const tab = (who: SignedIn, { storage, fileStorage }: Device, url: string): Chat =>
  chats.connect(who, { url, storage, fileStorage });

const notes = () => new File(['Buy bread'], 'notes.txt', { type: 'text/plain' });
const states = (thread: Thread) => thread.getSnapshot().messages.map(({ state }) => state);
const first = (thread: Thread) => at(thread.getSnapshot().messages, 0) as UnsentMessage;
const names = async (threadId: string) =>
  (await ben.messages(threadId, 'after_seq=1')).map(({ body }) => (body.metadata[0] as FileReference).name);

/** Sends a file from a tab that is closed before it can upload it. */
async function leaveFile(hers: Device) {
  const threadId = await chats.group(ann, ben);
  const way = await wayToServer();
  way.isDown = true;
  const chat = tab(ann, hers, way.url);
  const id = chat.open(threadId).sendFile(notes(), { text: 'My notes', metadata: { page: 3 } });
  await eventually(() => hers.files.size === 1);
  chat.close();
  way.isDown = false;
  return { threadId, way, url: way.url, id };
}

describe('a file that is left by a closed tab', () => {
  test('is sent once by the next one, and is no longer kept', async () => {
    const hers = device();
    const { threadId, url, id } = await leaveFile(hers);
    const next = tab(ann, hers, url).open(threadId);
    await eventually(() => states(next).length === 1);
    expect(first(next)).toMatchObject({ client_message_id: id, upload: { name: 'notes.txt', total: 9 } });
    await eventually(() => states(next).join() === 'sent');
    expect(await ben.messages(threadId, 'after_seq=1')).toMatchObject([
      { client_message_id: id, body: { text: 'My notes', metadata: [{ name: 'notes.txt', page: 3 }] } },
    ]);
    await eventually(() => hers.files.size === 0);
    expect([...hers.items.values()]).toEqual(['[]']);
  });

  test('is sent before those that were left after it', async () => {
    const hers = device();
    const { threadId, way, url } = await leaveFile(hers);
    way.isDown = true;
    const chat = tab(ann, hers, url);
    for (const name of ['second', 'third']) chat.open(threadId).sendFile(notes(), { name });
    await eventually(() => hers.files.size === 3);
    chat.close();
    way.isDown = false;
    const { getItem } = hers.fileStorage;
    // The first one takes the longest to read.
    let delayMs = 150;
    hers.fileStorage.getItem = async (key) => {
      delayMs -= 50;
      if (delayMs > 0) await pause(delayMs);
      return getItem(key);
    };
    const next = tab(ann, hers, url).open(threadId);
    await eventually(() => states(next).join() === 'sent,sent,sent');
    expect(await names(threadId)).toEqual(['notes.txt', 'second', 'third']);
  });

  test('is uploaded by one of several tabs', async () => {
    const hers = device();
    const { threadId, url } = await leaveFile(hers);
    const before = (await chats.server.ok('GET', '/file/v1.0/usage')).files;
    const tabs = [tab(ann, hers, url), tab(ann, hers, url)].map((chat) => chat.open(threadId));
    await eventually(() => tabs.every((thread) => states(thread).join() === 'sent'));
    expect(await names(threadId)).toEqual(['notes.txt']);
    await eventually(() => hers.files.size === 0);
    expect((await chats.server.ok('GET', '/file/v1.0/usage')).files).toBe(before + 1);
  });

  test('arrives once, even if the platform has no locks', async () => {
    vi.stubGlobal('navigator', {});
    onTestFinished(() => void vi.unstubAllGlobals());
    const hers = device();
    const { threadId, url } = await leaveFile(hers);
    const tabs = [tab(ann, hers, url), tab(ann, hers, url)].map((chat) => chat.open(threadId));
    await eventually(() => tabs.every((thread) => states(thread).join() === 'sent'));
    expect(await names(threadId)).toEqual(['notes.txt']);
    await eventually(() => hers.files.size === 0);
  });

  test('is neither sent nor shown by another user, and removed with the messages of its owner', async () => {
    const hers = device();
    const { threadId, url } = await leaveFile(hers);
    const his = tab(ben, hers, url);
    await his.ready();
    const thread = his.open(threadId);
    await thread.loaded();
    thread.sendFile(notes(), { name: 'his' });
    await eventually(() => states(thread).join() === 'sent');
    expect(await names(threadId)).toEqual(['his']);
    expect(hers.files.size).toBe(1);
    his.close();
    hers.items.clear();
    await tab(ben, hers, url).ready();
    await eventually(() => hers.files.size === 0);
  });

  test('that the device has not kept fails, and cannot be sent again', async () => {
    const hers = device();
    const { threadId, url, id } = await leaveFile(hers);
    hers.files.clear();
    const chat = tab(ann, hers, url);
    const next = chat.open(threadId);
    await eventually(() => states(next).join() === 'failed');
    expect(first(next)).toMatchObject({ canRetry: false, error: { code: 'file', retryable: false } });
    next.retry(id);
    await eventually(() => states(next).join() === 'failed');
    expect(next.discard(id)?.body.text).toBe('My notes');
    await eventually(() => [...hers.items.values()].join() === '[]');
    expect(await names(threadId)).toEqual([]);
  });
});

describe('a file that the server has removed before its message was sent', () => {
  /** Uploads a file, and loses the connection. Then the server removes the file. */
  async function loseFile(hers: Device, file = notes()) {
    const threadId = await chats.group(ann, ben);
    const way = await wayToServer();
    const upload: typeof fetch = async (address, init) => {
      const response = await fetch(address, init);
      if (!new Request(address).url.endsWith('/files')) return response;
      const stored = new Response(await response.text(), response);
      way.isDown = true;
      way.sever();
      return stored;
    };
    const { storage, fileStorage } = hers;
    const chat = chats.connect(ann, { url: way.url, storage, fileStorage, fetch: upload });
    await chat.ready();
    const thread = chat.open(threadId);
    const id = thread.sendFile(file, { text: 'My notes', metadata: { page: 3 }, name: 'list.txt' });
    await eventually(() => [...hers.items.values()].join().includes('file_id'));
    const { database, db, objects } = chats.server;
    await database.sql('update files set expires_at = now() where expires_at is not null');
    await sweepFiles(db, objects, new AbortController().signal);
    way.isDown = false;
    return { threadId, way, url: way.url, chat, thread, id };
  }
  const expectSent = async (hers: Device, threadId: string, id: string) => {
    expect(await ben.messages(threadId, 'after_seq=1')).toMatchObject([
      {
        client_message_id: id,
        body: { text: 'My notes', metadata: [{ type: 'file', name: 'list.txt', page: 3 }] },
      },
    ]);
    await eventually(() => hers.files.size === 0);
    expect([...hers.items.values()]).toEqual(['[]']);
  };

  test('is uploaded again', async () => {
    const hers = device();
    const { threadId, way, chat, thread, id } = await loseFile(hers);
    // The connection is lost once more behind the second upload.
    chat.reconnect();
    await eventually(() => way.isDown);
    way.isDown = false;
    chat.reconnect();
    await eventually(() => states(thread).join() === 'sent');
    await expectSent(hers, threadId, id);
  });

  test.each([
    ['small', 9],
    ['large', 5_000_000],
  ])('is uploaded again by one of the next tabs, if it is %s', async (_, bytes) => {
    const hers = device();
    const { threadId, url, chat, id } = await loseFile(hers, new File(['x'.repeat(bytes)], 'x'));
    const before = (await chats.server.ok('GET', '/file/v1.0/usage')).files;
    chat.close();
    const tabs = [tab(ann, hers, url), tab(ann, hers, url)].map((next) => next.open(threadId));
    await eventually(() => tabs.every((thread) => states(thread).join() === 'sent'));
    await expectSent(hers, threadId, id);
    expect((await chats.server.ok('GET', '/file/v1.0/usage')).files).toBe(before + 1);
  });

  test('and that the device has not kept either, fails', async () => {
    const hers = device();
    const { threadId, url, chat, id } = await loseFile(hers);
    chat.close();
    hers.files.clear();
    const next = tab(ann, hers, url).open(threadId);
    await eventually(() => states(next).join() === 'failed');
    expect(first(next)).toMatchObject({ error: { code: 'M40411' } });
    expect(next.discard(id)?.body.text).toBe('My notes');
    await eventually(() => [...hers.items.values()].join() === '[]');
  });

  test('is removed from the device with its message', async () => {
    const hers = device();
    const { way, thread, id } = await loseFile(hers);
    way.isDown = true;
    expect(hers.files.size).toBe(1);
    thread.discard(id);
    await eventually(() => hers.files.size === 0);
  });
});

test('a file that is sent after its tab was closed is left to the next one', async () => {
  const hers = device();
  const threadId = await chats.group(ann, ben);
  const closed = tab(ann, hers, chats.url);
  await closed.ready();
  const thread = closed.open(threadId);
  closed.close();
  thread.sendFile(notes());
  await eventually(() => hers.files.size === 1);
  const next = tab(ann, hers, chats.url).open(threadId);
  await eventually(() => states(next).join() === 'sent');
  expect(await names(threadId)).toEqual(['notes.txt']);
});

test('a file is sent while the tab is open, even if it cannot be kept', async () => {
  const hers = device();
  hers.fileStorage.setItem = () => Promise.reject(new Error('the quota is exceeded'));
  const thread = tab(ann, hers, chats.url).open(await chats.group(ann, ben));
  thread.sendFile(notes());
  await eventually(() => states(thread).join() === 'sent');
  expect(await names(thread.id)).toEqual(['notes.txt']);
});

test('a discarded file is no longer kept', async () => {
  const hers = device();
  const { threadId, way, id } = await leaveFile(hers);
  way.isDown = true;
  const chat = tab(ann, hers, way.url);
  const thread = chat.open(threadId);
  await eventually(() => states(thread).length === 1);
  thread.discard(id);
  await eventually(() => hers.files.size === 0);
  way.isDown = false;
  chat.reconnect();
  await chat.ready();
  expect(await names(threadId)).toEqual([]);
});
