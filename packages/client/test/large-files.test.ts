import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { at, myMemberUrl, type SignedIn } from '../../server/test/harness/client-api.ts';
import { type Severable, severable } from '../../server/test/harness/severable.ts';
import type { ConnectOptions, Thread, UnsentMessage } from '../src/index.ts';
import { type ChatServer, eventually, startChatServer } from './chat-server.ts';

/** Files that are uploaded in pieces. */

const MIB = 1024 * 1024;
const SIZE = 12 * MIB;
/** A lost connection may take what the server has not read yet, but never everything. */
const MAX_SENT = SIZE + 6 * MIB;

let chats: ChatServer;
let ann: SignedIn;
let ben: SignedIn;
beforeAll(async () => {
  chats = await startChatServer(2);
  [ann, ben] = chats.people as [SignedIn, SignedIn];
});
afterAll(() => chats.close());

const content = new Uint8Array(SIZE).map((_, index) => index % 251);
const film = () => new File([content], 'film.bin');
const states = (thread: Thread) => thread.getSnapshot().messages.map(({ state }) => state);
const files = async (): Promise<number> => (await chats.server.ok('GET', '/file/v1.0/usage')).files;

/** A way to the server on which requests are recorded. */
async function openWay(): Promise<Way> {
  const proxy = await severable(Number(new URL(chats.url).port));
  onTestFinished(() => proxy.close());
  const way: Way = { proxy, url: `http://127.0.0.1:${proxy.port}`, requests: [], uploadIds: [], fetch };
  way.fetch = async (address, init) => {
    const { pathname } = new URL(new Request(address).url);
    way.requests.push(`${init?.method} ${pathname.replace(/^.*\/(uploads|files)\b.*/, '$1')}`);
    const response = await fetch(address, init);
    const id = response.headers.get('location')?.split('/').at(-1);
    if (id !== undefined) way.uploadIds.push(id);
    return response;
  };
  return way;
}
interface Way {
  proxy: Severable;
  url: string;
  /** Such as `PATCH uploads`. */
  requests: string[];
  uploadIds: string[];
  fetch: typeof fetch;
}

async function openThread(
  { url, fetch }: Way,
  who: SignedIn,
  threadId: string,
  options: Partial<ConnectOptions> = {},
): Promise<Thread> {
  const chat = chats.connect(who, { url, fetch: (...request) => fetch(...request), ...options });
  await chat.ready();
  const thread = chat.open(threadId);
  await thread.loaded();
  return thread;
}

async function arrived(threadId: string): Promise<void> {
  const stored = await ann.messages(threadId, 'after_seq=1');
  expect(stored.map(({ body }) => body.metadata)).toMatchObject([[{ name: 'film.bin', size: SIZE }]]);
  const { source_url } = at(stored, 0).body.metadata[0] as { source_url: string };
  const { pathname } = new URL(source_url);
  const read = await fetch(`${chats.url}${pathname}`, { headers: { 'x-api-key': chats.server.key } });
  expect(Buffer.compare(new Uint8Array(await read.arrayBuffer()), content)).toBe(0);
}

/** What the server says of an upload. */
function askFor(id: string, method = 'HEAD'): Promise<Response> {
  const headers = { authorization: `Bearer ${ann.token}`, 'tus-resumable': '1.0.0' };
  return fetch(`${chats.url}/client/v1.0/uploads/${id}`, { method, headers });
}
const statusOf = async (id: string) => (await askFor(id)).status;
/** (HEAD would end the request that still brings bytes.) */
async function storedOf(id: string): Promise<number> {
  const [upload] = await chats.server.database.sql<{ received: number }>(
    'select received::int from uploads where id = $1',
    [id],
  );
  return upload?.received ?? 0;
}

/** Sends a large file, and stops the network in its middle. */
async function sendHalf(options: Partial<ConnectOptions> = {}) {
  const threadId = await chats.group(ann, ben);
  const way = await openWay();
  const thread = await openThread(way, ann, threadId, options);
  way.proxy.hold(3 * MIB);
  const onProgress = vi.fn();
  const id = thread.sendFile(film(), { onProgress });
  await eventually(() => way.proxy.carried > 2 * MIB);
  return { way, thread, id, onProgress };
}

describe('a large file', () => {
  test('is sent in pieces', { tags: 'thorough' }, async () => {
    const way = await openWay();
    const thread = await openThread(way, ann, await chats.group(ann, ben));
    const onProgress = vi.fn();
    thread.sendFile(film(), { onProgress });
    await eventually(() => states(thread).join() === 'sent');
    await arrived(thread.id);
    const requests = way.requests.filter((request) => /uploads|files/.test(request));
    expect(requests).toEqual(['POST uploads', 'PATCH uploads', 'PATCH uploads', 'POST files']);
    expect(onProgress.mock.calls.map(([{ sent, total }]) => [sent, total])).toEqual([
      [8 * MIB, SIZE],
      [SIZE, SIZE],
    ]);
  });

  test('goes on where the connection was lost', async () => {
    const { way, thread, onProgress } = await sendHalf();
    way.proxy.sever();
    way.proxy.release();
    await eventually(() => states(thread).join() === 'sent');
    await arrived(thread.id);
    expect(way.proxy.carried).toBeLessThan(MAX_SENT);
    expect(way.requests.filter((request) => request === 'POST uploads')).toHaveLength(1);
    const sent = onProgress.mock.calls.map(([progress]) => progress.sent);
    expect(sent).toEqual(sent.toSorted((a, b) => a - b));
  });

  test('goes on in the next tab', { tags: 'thorough' }, async () => {
    const items = new Map<string, string>();
    const kept = new Map<string, Blob>();
    const device: Partial<ConnectOptions> = {
      storage: {
        getItem: (key) => items.get(key) ?? null,
        setItem: (key, value) => void items.set(key, value),
      },
      fileStorage: {
        getItem: async (key) => kept.get(key),
        setItem: async (key, file) => void kept.set(key, file),
        removeItem: async (key) => void kept.delete(key),
        keys: async () => [...kept.keys()],
      },
    };
    const threadId = await chats.group(ann, ben);
    const way = await openWay();
    const chat = chats.connect(ann, { url: way.url, fetch: way.fetch, ...device });
    await chat.ready();
    way.proxy.hold(3 * MIB);
    chat.open(threadId).sendFile(film());
    await eventually(() => way.proxy.carried > 2 * MIB);
    chat.close();
    way.proxy.release();
    const [uploadId = ''] = way.uploadIds;
    await vi.waitUntil(async () => (await storedOf(uploadId)) > 0, { timeout: 20_000 });
    const next = await openThread(way, ann, threadId, device);
    await eventually(() => states(next).join() === 'sent');
    await arrived(threadId);
    expect(way.proxy.carried).toBeLessThan(MAX_SENT);
    expect(way.uploadIds).toEqual([uploadId]);
    await eventually(() => kept.size === 0);
  });

  test('begins anew if the upload has ended on the server', { tags: 'thorough' }, async () => {
    const { way, thread } = await sendHalf();
    expect((await askFor(at(way.uploadIds, 0), 'DELETE')).status).toBe(204);
    way.proxy.sever();
    way.proxy.release();
    await eventually(() => states(thread).join() === 'sent');
    await arrived(thread.id);
    expect(way.uploadIds).toHaveLength(2);
  });

  test('fails if its upload ends again and again', { tags: 'thorough' }, async () => {
    const way = await openWay();
    const { fetch: carried } = way;
    way.fetch = async (address, init) => {
      if (new Request(address).url.endsWith('/files')) await askFor(at(way.uploadIds, -1), 'DELETE');
      return carried(address, init);
    };
    const thread = await openThread(way, ann, await chats.group(ann, ben));
    thread.sendFile(new File([content.subarray(0, 5 * MIB)], 'film.bin'));
    await eventually(() => states(thread).join() === 'failed');
    expect(thread.getSnapshot().messages).toMatchObject([{ canRetry: true, error: { code: 'M40412' } }]);
    expect(way.uploadIds).toHaveLength(4);
  });

  test('is stored once, even if the response is lost', async () => {
    const way = await openWay();
    const { fetch: carried } = way;
    let lost = 0;
    way.fetch = async (address, init) => {
      const response = await carried(address, init);
      if (!new Request(address).url.endsWith('/files') || lost === 6) return response;
      lost += 1;
      // (An app's own `fetch` may have a time limit.)
      throw lost % 2 ? new TypeError('the response was lost') : new DOMException('too late', 'TimeoutError');
    };
    const thread = await openThread(way, ann, await chats.group(ann, ben));
    const before = await files();
    thread.sendFile(film());
    await eventually(() => states(thread).join() === 'sent');
    await arrived(thread.id);
    expect(lost).toBe(6);
    expect(way.uploadIds).toHaveLength(1);
    expect(await files()).toBe(before + 1);
  });

  test('goes on with a new token if the server refuses the first one', { tags: 'thorough' }, async () => {
    let tokens = 0;
    const tokenProvider = () => {
      tokens += 1;
      return chats.server.token(ben.userId);
    };
    const threadId = await chats.group(ann, ben);
    const way = await openWay();
    const { fetch: carried } = way;
    way.fetch = async (address, init) => {
      if (tokens === 1 && new Request(address).url.endsWith('/files')) {
        const headers = {
          ...Object.fromEntries(new Headers(init?.headers)),
          authorization: 'Bearer expired',
        };
        return carried(address, { ...init, headers });
      }
      return carried(address, init);
    };
    const thread = await openThread(way, ben, threadId, { tokenProvider });
    thread.sendFile(film());
    await eventually(() => states(thread).join() === 'sent');
    await arrived(threadId);
    expect(tokens).toBe(2);
  });

  test('that is refused after its upload is not uploaded again', { tags: 'thorough' }, async () => {
    const threadId = await chats.group(ann, ben);
    const way = await openWay();
    const token = await chats.server.token(ben.userId);
    const thread = await openThread(way, { ...ben, token }, threadId);
    await ann.ok('POST', myMemberUrl(threadId, ben.userId, 'mute'), { body: {} });
    const id = thread.sendFile(film());
    await eventually(() => states(thread).join() === 'failed');
    const [message] = thread.getSnapshot().messages as UnsentMessage[];
    expect(message).toMatchObject({ canRetry: true, error: { code: 'M40304' }, upload: { sent: SIZE } });
    await ann.ok('POST', myMemberUrl(threadId, ben.userId, 'unmute'));
    thread.retry(id);
    await eventually(() => states(thread).join() === 'sent');
    await arrived(threadId);
    expect(way.requests.filter((request) => request === 'PATCH uploads')).toHaveLength(2);
  });
});

describe('an upload that is given up ends on the server:', () => {
  test('by discard', async () => {
    const { way, thread, id } = await sendHalf();
    expect(await statusOf(at(way.uploadIds, 0))).toBe(200);
    thread.discard(id);
    way.proxy.release();
    await vi.waitUntil(async () => (await statusOf(at(way.uploadIds, 0))) === 404, { timeout: 20_000 });
    expect(states(thread)).toEqual([]);
  });

  test('by the signal of thread.upload', async () => {
    const way = await openWay();
    const thread = await openThread(way, ann, await chats.group(ann, ben));
    way.proxy.hold(3 * MIB);
    const stop = new AbortController();
    const upload = thread.upload(film(), { signal: stop.signal });
    await eventually(() => way.proxy.carried > 2 * MIB);
    stop.abort('enough');
    way.proxy.release();
    await expect(upload).rejects.toBe('enough');
    await vi.waitUntil(async () => (await statusOf(at(way.uploadIds, 0))) === 404, { timeout: 20_000 });
  });
});
