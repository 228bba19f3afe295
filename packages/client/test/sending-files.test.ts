import { openAsBlob, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { claimingPng } from '../../server/test/domain/media/media-harness.ts';
import { at, myMemberUrl, type SignedIn } from '../../server/test/harness/client-api.ts';
import { scratchFolder } from '../../server/test/harness/scratch.ts';
import { severable } from '../../server/test/harness/severable.ts';
import { png } from '../../server/test/harness/sticker-pack.ts';
import { until } from '../../server/test/harness/until.ts';
import type { Chat, ConnectOptions, FileReference, Thread, UnsentMessage } from '../src/index.ts';
import { type ChatServer, eventually, startChatServer, texts } from './chat-server.ts';

let chats: ChatServer;
let ann: SignedIn;
let ben: SignedIn;
beforeAll(async () => {
  chats = await startChatServer(2, { PALAVER_MAX_FILE_BYTES: '1024', PALAVER_MAX_IMAGE_SIDE: '400' });
  [ann, ben] = chats.people as [SignedIn, SignedIn];
});
afterAll(() => chats.close());

const picture = () => new File([new Uint8Array(png())], 'sun.png', { type: 'image/png' });
const notes = (name = 'notes.txt', bytes = 10) => new File(['x'.repeat(bytes)], name, { type: 'text/plain' });

async function openGroup(options: Partial<ConnectOptions> = {}): Promise<{ chat: Chat; thread: Thread }> {
  const chat = chats.connect(ann, options);
  await chat.ready();
  const thread = chat.open(await chats.group(ann, ben));
  await thread.loaded();
  return { chat, thread };
}

/** A `fetch` that holds back uploads until `release()`. */
function heldUploads() {
  const released = Promise.withResolvers<void>();
  const held = { count: 0, release: () => released.resolve(), fetch: fetchHeld };
  async function fetchHeld(...[address, init]: Parameters<typeof fetch>): Promise<Response> {
    if (new Request(address).url.endsWith('/files')) {
      held.count += 1;
      await released.promise;
    }
    return fetch(address, init);
  }
  return held;
}

const states = (thread: Thread) => thread.getSnapshot().messages.map(({ state }) => state);
const failedIn = (thread: Thread) =>
  thread.getSnapshot().messages.filter((message) => message.state === 'failed') as UnsentMessage[];
const unsent = (thread: Thread, index = 0) => at(thread.getSnapshot().messages, index) as UnsentMessage;
const names = async (threadId: string) =>
  (await ben.messages(threadId, 'after_seq=1')).map(({ body }) => (body.metadata[0] as FileReference).name);

describe('a file that is sent', () => {
  test('as a too large picture arrives as a file, and calls onFallback', async () => {
    const { chat, thread } = await openGroup();
    expect(chat.limits.getSnapshot()).toMatchObject({ image_side: 400 });
    for (const [width, arrives] of [
      [399, 'image'],
      [400, 'image'],
      [401, 'file'],
    ] as const) {
      const onFallback = vi.fn();
      const file = new File([new Uint8Array(claimingPng(width, 1))], `${width}.png`, { type: 'image/png' });
      thread.sendFile(file, { onFallback });
      await eventually(() => states(thread).every((state) => state === 'sent'));
      const { metadata } = at(await ben.messages(thread.id, 'limit=1'), 0).body;
      expect(metadata[0]).toMatchObject({ type: arrives, name: `${width}.png` });
      expect(onFallback.mock.calls).toEqual(arrives === 'file' ? [['picture_too_large']] : []);
    }
  });

  test('by upload() is refused, unless the app says what becomes of it', async () => {
    const { thread } = await openGroup();
    const file = new File([new Uint8Array(claimingPng(401, 1))], 'wide.png', { type: 'image/png' });
    await expect(thread.upload(file)).rejects.toMatchObject({
      ...{
        code: 'M40014',
        fields: [{ rule: 'picture_too_large', message: 'has more than 400 pixels on a side' }],
      },
    });
    expect(await thread.upload(file, { fallback: 'file' })).toMatchObject({
      ...{ kind: 'file', fallback_reason: 'picture_too_large' },
    });
  });

  test('is shown at once, and arrives as a message of its kind', async () => {
    const held = heldUploads();
    const { thread } = await openGroup({ fetch: held.fetch });
    const file = picture();
    const onProgress = vi.fn();
    const id = thread.sendFile(file, { text: 'A sun', metadata: { album: 'sky' }, onProgress });
    const { size } = file;
    const shown = { type: 'image', name: 'sun.png', size, mime_type: 'image/png', album: 'sky' };
    expect(unsent(thread)).toMatchObject({
      state: 'sending',
      client_message_id: id,
      body: { text: 'A sun', metadata: [shown] },
      upload: { kind: 'image', name: 'sun.png', sent: 0, total: size },
    });
    expect(unsent(thread).upload?.file).toBe(file);
    held.release();
    await eventually(() => states(thread).join() === 'sent');
    const [stored] = await ben.messages(thread.id, 'after_seq=1');
    expect(stored).toMatchObject({ kind: 'image', client_message_id: id, body: { text: 'A sun' } });
    expect(stored?.body.metadata).toMatchObject([{ width: 1, name: 'sun.png', album: 'sky' }]);
    expect(thread.getSnapshot().messages[0]).not.toHaveProperty('upload');
    expect(onProgress).toHaveBeenCalledOnce();
  });

  test('of an unknown type is sent as what the server finds in it', async () => {
    const { thread } = await openGroup();
    thread.sendFile(new Blob([new Uint8Array(png())]));
    expect(unsent(thread).upload).toMatchObject({ kind: 'file', name: 'file' });
    thread.sendFile(new File(['Buy bread'], 'sun.webp', { type: 'image/svg+xml' }), { name: 'list' });
    expect(unsent(thread, 1).upload).toMatchObject({ kind: 'file', name: 'list' });
    await eventually(() => states(thread).join() === 'sent,sent');
    const kinds = (await ben.messages(thread.id, 'after_seq=1')).map(({ kind }) => kind);
    expect(kinds.toSorted()).toEqual(['file', 'image']);
  });

  test('holds up no other message, and at most three are uploaded at a time', async () => {
    const held = heldUploads();
    const { thread } = await openGroup({ fetch: held.fetch });
    for (const name of ['1', '2', '3', '4', '5']) thread.sendFile(notes(name));
    const other = unsent(thread, 4);
    thread.send('hello');
    await eventually(() => states(thread).filter((state) => state === 'sent').length === 1);
    expect(texts(thread.getSnapshot().messages)).toEqual(['hello', '', '', '', '', '']);
    expect(held.count).toBe(3);
    // (A message that has not changed stays the same.)
    expect(unsent(thread, 5)).toBe(other);
    held.release();
    await eventually(() => states(thread).every((state) => state === 'sent'));
    expect(await names(thread.id)).toEqual([undefined, '1', '2', '3', '4', '5']);
  });

  test('replies and mentions', async () => {
    const { thread } = await openGroup();
    const { seq } = await ben.say(thread.id, 'And the list?');
    thread.sendFile(notes(), { reply_to: seq, mentions: [ben.extUserId] });
    expect(unsent(thread, -1).reply_to).toBe(seq);
    await eventually(() => states(thread).join() === 'sent,sent');
    expect(at(await ben.messages(thread.id), -1)).toMatchObject({
      reply_to: seq,
      mentions: [ben.extUserId],
    });
  });
});

describe('files that are sent one after another', () => {
  /** Sends three files and a text. The two files after the first are uploaded, and the first is held back. */
  async function sendThree(bytes: number) {
    const uploaded: string[] = [];
    const released = Promise.withResolvers<void>();
    onTestFinished(() => released.resolve());
    const { thread } = await openGroup({
      fetch: async (address, init) => {
        const isFile = new Request(address).url.endsWith('/files');
        if (isFile && (await new Response(init?.body).text()).includes('first')) await released.promise;
        const response = await fetch(address, init);
        if (isFile) uploaded.push(response.statusText);
        return response;
      },
    });
    const first = thread.sendFile(notes('first', bytes));
    for (const name of ['second', 'third']) thread.sendFile(notes(name));
    thread.send('hello');
    await eventually(() => uploaded.length === 2 && states(thread).includes('sent'));
    expect(states(thread)).toEqual(['sent', 'sending', 'sending', 'sending']);
    expect(await names(thread.id)).toEqual([undefined]);
    return { thread, first, release: released.resolve };
  }

  test.each(['uploaded', 'refused', 'discarded'])('keep their order until the first is %s', async (end) => {
    const { thread, first, release } = await sendThree(end === 'refused' ? 1_025 : 10);
    if (end === 'discarded') thread.discard(first);
    else release();
    const sent = () => names(thread.id);
    await vi.waitUntil(async () => (await sent()).includes('third'), { timeout: 20_000 });
    expect(await sent()).toEqual([undefined, ...(end === 'uploaded' ? ['first'] : []), 'second', 'third']);
  });
});

describe('a refused file', () => {
  test('that was changed since it was chosen cannot be sent again', async () => {
    const { thread } = await openGroup();
    const folder = scratchFolder();
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, 'notes.txt');
    await writeFile(path, 'Buy bread');
    const file = await openAsBlob(path);
    await writeFile(path, 'Buy bread and butter');
    thread.sendFile(file);
    await eventually(() => states(thread).join() === 'failed');
    expect(unsent(thread)).toMatchObject({ canRetry: false, error: { code: 'file' } });
  });

  test('that is too large, empty, or has too long a text cannot be sent again', async () => {
    const { thread } = await openGroup();
    const ids = [
      thread.sendFile(notes('full', 1_024)),
      thread.sendFile(notes('large', 1_025)),
      thread.sendFile(notes('empty', 0)),
      thread.sendFile(notes('wordy'), { text: 'x'.repeat(10_001) }),
    ];
    await eventually(() => !states(thread).includes('sending'));
    const failed = failedIn(thread);
    expect(failed.map(({ canRetry, error }) => [canRetry, error?.code])).toEqual([
      [false, 'M41300'],
      [false, 'M40014'],
      [false, 'M40004'],
    ]);
    expect(failed.map(({ upload }) => upload?.name)).toEqual(['large', 'empty', 'wordy']);
    expect(thread.discard(at(ids, 3))?.body.text).toHaveLength(10_001);
    expect(states(thread)).toHaveLength(3);
  });

  test('of a muted member is sent again after the mute', async () => {
    const chat = await chats.ready(ben);
    const thread = chat.open(await chats.group(ann, ben));
    await thread.loaded();
    await ann.ok('POST', myMemberUrl(thread.id, ben.userId, 'mute'), { body: {} });
    const id = thread.sendFile(notes());
    await eventually(() => states(thread).join() === 'failed');
    expect(unsent(thread)).toMatchObject({ canRetry: true, error: { code: 'M40304' } });
    await ann.ok('POST', myMemberUrl(thread.id, ben.userId, 'unmute'));
    thread.retry(id);
    expect(unsent(thread)).toMatchObject({ state: 'sending', upload: { name: 'notes.txt' } });
    await eventually(() => states(thread).join() === 'sent');
    expect(await names(thread.id)).toEqual(['notes.txt']);
  });
});

test.each(['discard', 'signal'])('an upload is ended by %s, and nothing is sent', async (how) => {
  const held = heldUploads();
  const { thread } = await openGroup({ fetch: held.fetch });
  const stop = new AbortController();
  const id = thread.sendFile(notes(), { signal: stop.signal });
  thread.sendFile(notes('other'));
  await eventually(() => held.count === 2);
  if (how === 'discard') thread.discard(id);
  else stop.abort();
  expect(thread.getSnapshot().messages.map((message) => (message as UnsentMessage).upload?.name)).toEqual([
    'other',
  ]);
  held.release();
  await eventually(() => states(thread).join() === 'sent');
  expect(await names(thread.id)).toEqual(['other']);
  thread.sendFile(notes(), { signal: stop.signal });
  expect(states(thread)).toHaveLength(how === 'discard' ? 2 : 1);
});

test('a file that the server fails on holds up others only for a while, and can be sent again', async () => {
  const { sql } = chats.server.database;
  await sql(`create function refuse_cursed() returns trigger language plpgsql as
    $$ begin if new.name = 'cursed' then raise 'it is cursed'; end if; return new; end $$`);
  await sql('create trigger refusing before insert on files for each row execute function refuse_cursed()');
  const { thread } = await openGroup();
  const id = thread.sendFile(notes('cursed'));
  thread.sendFile(notes('other'));
  await eventually(() => [...states(thread)].sort().join() === 'failed,sent');
  expect(failedIn(thread)).toMatchObject([
    { client_message_id: id, canRetry: true, error: { code: 'M50000' }, upload: { name: 'cursed' } },
  ]);
  await sql('drop trigger refusing on files');
  thread.retry(id);
  await eventually(() => states(thread).join() === 'sent,sent');
  expect(await names(thread.id)).toEqual(['other', 'cursed']);
});

test('while the device is offline the upload waits, and goes on by itself', async () => {
  const way = await severable(Number(new URL(chats.url).port));
  onTestFinished(() => way.close());
  const { chat, thread } = await openGroup({ url: `http://127.0.0.1:${way.port}` });
  way.isDown = true;
  way.sever();
  await until(async () => chat.connection.getSnapshot().state === 'offline' || undefined);
  thread.sendFile(notes());
  thread.send('hello');
  expect(states(thread)).toEqual(['sending', 'sending']);
  way.isDown = false;
  chat.reconnect();
  await eventually(() => states(thread).join() === 'sent,sent');
  expect(new Set(await names(thread.id))).toEqual(new Set(['notes.txt', undefined]));
});
