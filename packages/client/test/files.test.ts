import { afterAll, afterEach, beforeAll, describe, expect, expectTypeOf, test, vi } from 'vitest';
import type { SignedIn } from '../../server/test/harness/client-api.ts';
import { png } from '../../server/test/harness/sticker-pack.ts';
import { until } from '../../server/test/harness/until.ts';
import type { Chat, FileReference, SentMessageMetadata, UnsentMessage } from '../src/index.ts';
import { PalaverError } from '../src/index.ts';
import { type ChatServer, eventually, startChatServer } from './chat-server.ts';

const DAY_MS = 86_400_000;

let chats: ChatServer;
let ann: SignedIn;
let ben: SignedIn;
beforeAll(async () => {
  chats = await startChatServer(2, {
    PALAVER_TOKEN_TTL_SECONDS: String((7 * DAY_MS) / 1_000),
    PALAVER_MAX_FILE_BYTES: '1024',
  });
  [ann, ben] = chats.people as [SignedIn, SignedIn];
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});
afterAll(() => chats.close());

const picture = () => new File([new Uint8Array(png())], 'sun.png');
const notes = (bytes = 10) => new File(['x'.repeat(bytes)], 'notes.txt');
const urlsOf = (chat: Chat) => chat.fileUrls.getSnapshot();

async function usage(): Promise<number> {
  return (await chats.server.ok('GET', '/file/v1.0/usage')).files;
}

test('an uploaded picture is shown to the other members, and to its sender while it is being sent', async () => {
  const [anns, bens] = await Promise.all([chats.ready(ann), chats.ready(ben)]);
  const id = await chats.group(ann, ben);
  const [hers, his] = [anns.open(id), bens.open(id)];
  await Promise.all([hers.loaded(), his.loaded()]);
  const { kind, file_id, name, ...file } = await hers.upload(picture());
  expect({ kind, name, width: file.width }).toEqual({ kind: 'image', name: 'sun.png', width: 1 });
  hers.send({ body: { text: 'A sun', metadata: [{ type: kind, file_id }] } });
  const [pending] = hers.getSnapshot().messages;
  expect(pending).toMatchObject({ state: 'sending', body: { metadata: [{ type: 'image', file_id }] } });
  const shownPending = urlsOf(anns).of(pending?.body.metadata[0] as FileReference);
  expect((await fetch(shownPending ?? '')).headers.get('content-type')).toBe('image/png');

  const metadata = await until(async () => {
    const [first] = his.getSnapshot().messages.at(-1)?.body.metadata ?? [];
    return first?.type === 'image' ? first : undefined;
  });
  const urls = urlsOf(bens);
  const read = async (url: string | undefined) => (await fetch(url ?? '')).headers;
  expect((await read(urls.of(metadata))).get('content-type')).toBe('image/png');
  expect((await read(urls.thumbnailOf(metadata))).get('content-type')).toBe('image/webp');
  expect((await read(urls.downloadOf(metadata))).get('content-disposition')).toContain('attachment');
  expect((await fetch(metadata?.source_url ?? '')).status).toBe(401);
});

test('a picture of a user and of a group is an uploaded file, which the others see with their tickets', async () => {
  const [anns, bens] = await Promise.all([chats.ready(ann), chats.ready(ben)]);
  const id = await chats.group(ann, ben);
  const hers = anns.open(id);
  const progress: number[] = [];
  const own = await anns.uploadPicture(picture(), { onProgress: ({ sent }) => progress.push(sent) });
  await until(async () => progress.length > 0 || undefined);
  const { avatar_url } = await anns.setAvatar(own.file_id);
  expect(await anns.getProfile()).toMatchObject({ avatar_url });
  const { file_id } = await anns.uploadPicture(picture(), { name: 'ours.png' });
  await hers.update({ avatar_file_id: file_id });
  const made = await anns.createGroup({ name: 'Sun', avatar_file_id: file_id, user_ids: [ben.userId] });

  const shown = await until(async () => {
    const list = bens.threads.getSnapshot().filter(({ avatar_url: url }) => url !== '');
    return list.length === 2 ? list : undefined;
  });
  expect(shown.map((thread) => thread.id).toSorted()).toEqual([id, made.id].toSorted());
  const urls = urlsOf(bens);
  for (const url of [avatar_url, ...shown.map((thread) => thread.avatar_url)]) {
    const address = urls.avatarOf(url) ?? '';
    expect(new URL(address).origin).toBe(bens.url);
    expect((await fetch(address)).headers.get('content-type')).toBe('image/webp');
    // Without a ticket nobody reads it; another host never gets one.
    expect((await fetch(url)).status).toBe(401);
    const { pathname } = new URL(url);
    expect(urls.avatarOf(`https://other.example${pathname}`)).toBe(address);
  }
  expect(urls.avatarOf('https://cdn.example/ann.png')).toBe('https://cdn.example/ann.png');
  expect([urls.avatarOf(''), urls.avatarOf('javascript:alert(1)')]).toEqual([undefined, undefined]);
  expect((await anns.setAvatar(null)).avatar_url).toBe('');
  await hers.update({ avatar_file_id: '' });
  const failure = await anns.uploadPicture(notes()).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'M40014', fields: [{ field: 'file', rule: 'not_a_picture' }] });
});

test('a large picture arrives in pieces', async () => {
  const anns = await chats.ready(ann);
  // (The server drops the bytes after the picture.)
  const large = new File([new Uint8Array(png()), new Uint8Array(5 * 1024 * 1024)], 'large.png');
  const { kind, file_id } = await anns.uploadPicture(large);
  expect(kind).toBe('image');
  await anns.setAvatar(file_id);
});

test('a file that is gone has no address', async () => {
  const chat = await chats.ready(ann);
  const file = await chat.open(await chats.group(ann, ben)).upload(picture());
  const urls = urlsOf(chat);
  const addressesOf = (one: FileReference) => [urls.of(one), urls.thumbnailOf(one), urls.downloadOf(one)];
  expect(addressesOf({ ...file, is_gone: false })).toEqual(addressesOf(file));
  expect(addressesOf(file)).not.toContain(undefined);
  expect(addressesOf({ ...file, is_gone: true })).toEqual([undefined, undefined, undefined]);
});

test('the metadata of an unsent message is that of a sent request', () => {
  expectTypeOf<UnsentMessage['body']['metadata']>().toEqualTypeOf<SentMessageMetadata[]>();
});

test('an upload takes a name and a poster', async () => {
  const chat = await chats.ready(ann);
  const thread = chat.open(await chats.group(ann, ben));
  const file = await thread.upload(notes(), { name: 'list.txt', poster: picture() });
  expect(file).toMatchObject({ kind: 'file', name: 'list.txt', size: 10 });
  const thumbnail = await fetch(urlsOf(chat).thumbnailOf(file) ?? '');
  expect(thumbnail.headers.get('content-type')).toBe('image/webp');
  const plain = await thread.upload(new Blob(['hi']));
  expect(plain).toMatchObject({ name: 'file', source_thumb_url: null });
  expect(urlsOf(chat).thumbnailOf(plain)).toBeUndefined();
});

describe('an upload', () => {
  test('whose response is lost is repeated, and has one effect', async () => {
    const stored: string[] = [];
    const losing: typeof fetch = async (address, init) => {
      const response = await fetch(address, init);
      if (!new Request(address).url.endsWith('/files')) return response;
      stored.push((await response.clone().json()).data.file_id);
      if (stored.length < 3) throw new TypeError('the response was lost');
      return response;
    };
    const chat = chats.connect(ann, { fetch: losing });
    await chat.ready();
    const onProgress = vi.fn();
    const file = await chat.open(await chats.group(ann, ben)).upload(notes(), { onProgress });
    expect(stored).toEqual([file.file_id, file.file_id, file.file_id]);
    await eventually(() => onProgress.mock.calls.length === 1);
    const [{ sent, total }] = onProgress.mock.calls[0] as [{ sent: number; total: number }];
    expect(sent).toBe(total);
    expect(total).toBeGreaterThan(10);
  });

  test('that is refused rejects with the code and is not repeated', async () => {
    const thread = (await chats.ready(ann)).open(await chats.group(ann, ben));
    expect((await thread.upload(notes(1_024))).size).toBe(1_024);
    const error = await thread.upload(notes(1_025)).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(PalaverError);
    expect(error).toMatchObject({ code: 'M41300', status: 413, retryable: false });
    const foreign = (await chats.ready(ann)).open(await chats.group(ben));
    await expect(foreign.upload(notes())).rejects.toMatchObject({ code: 'M40401' });
  });

  test('that would exceed a quota rejects with the name of the quota', async () => {
    const anns = await chats.ready(ann);
    const thread = anns.open(await chats.group(ann, ben));
    await thread.loaded();
    const bytes = 2 * 1024 ** 3;
    const setUsed = `insert into user_file_usage as u values ((select ext_user_id from users where user_id = $1), $2)
      on conflict (ext_user_id) do update set bytes = u.bytes + excluded.bytes`;
    await chats.server.database.sql(setUsed, [ann.userId, bytes]);
    const error: unknown = await thread.upload(notes()).catch((failure: unknown) => failure);
    await chats.server.database.sql(setUsed, [ann.userId, -bytes]);
    expect(error).toMatchObject({ code: 'M41301', quota: 'user', retryable: false });
  });

  test('that is aborted rejects with the reason, and stores nothing', async () => {
    const thread = (await chats.ready(ann)).open(await chats.group(ann, ben));
    const before = await usage();
    const reason = new Error('the user has changed their mind');
    await expect(thread.upload(notes(), { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const stop = new AbortController();
    const upload = thread.upload(notes(), { signal: stop.signal });
    stop.abort(reason);
    await expect(upload).rejects.toBe(reason);
    expect(await usage()).toBe(before);
  });
});

describe('the ticket', () => {
  test('is unknown before the first connection', async () => {
    const chat = chats.connect(ann);
    expect(urlsOf(chat).of({ file_id: 'f' })).toBeUndefined();
    expect(urlsOf(chat).of({ source_url: 'https://example.com/a.png' })).toBe('https://example.com/a.png');
    await chat.ready();
    expect(urlsOf(chat).of({ file_id: 'f' })).toMatch(/^http:.*\/file\/v1\.0\/file\/f\/file\?ticket=\S+$/);
  });

  test('is renewed during a long connection, and views are notified', async () => {
    const timers = vi.spyOn(globalThis, 'setInterval');
    const chat = await chats.ready(ann);
    const [renew, everyMs = 0] = timers.mock.calls.find(([, ms]) => (ms ?? 0) > 3_600_000) ?? [];
    expect(everyMs).toBeLessThan(DAY_MS / 2);
    const file = await chat.open(await chats.group(ann, ben)).upload(notes());
    const shown: (string | undefined)[] = [];
    chat.fileUrls.subscribe((urls) => shown.push(urls.of(file)));
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime(Date.now() + DAY_MS);
    renew?.();
    await eventually(() => shown.length === 2);
    expect(shown[1]).not.toBe(shown[0]);
    for (const url of shown) expect((await fetch(url ?? '')).status).toBe(200);
    const stopped = vi.spyOn(globalThis, 'clearInterval');
    chat.close();
    const index = timers.mock.calls.findIndex(([run]) => run === renew);
    expect(stopped).toHaveBeenCalledWith(timers.mock.results[index]?.value);
  });

  test('that has not changed changes no address', async () => {
    const timers = vi.spyOn(globalThis, 'setInterval');
    const answered = vi.fn(fetch);
    const chat = chats.connect(ann, { fetch: (...request) => answered(...request) });
    await chat.ready();
    const before = urlsOf(chat);
    const [renew] = timers.mock.calls.find(([, ms]) => (ms ?? 0) > 3_600_000) ?? [];
    renew?.();
    await eventually(() =>
      answered.mock.calls.some(([address]) => /file-ticket$/.test(new Request(address).url)),
    );
    await Promise.all(answered.mock.results.map(({ value }) => value));
    expect(urlsOf(chat)).toBe(before);
  });

  const ELSEWHERE = 'https://evil.example/a.png';
  const HOSTILE: unknown[] = [
    { source_url: ELSEWHERE, source_thumb_url: ELSEWHERE },
    { file_id: 'f', source_url: ELSEWHERE, source_thumb_url: ELSEWHERE },
    { file_id: 'f', source_url: ELSEWHERE, source_thumb_url: `${ELSEWHERE}/f/thumbnail/thumbnail.webp` },
    { file_id: '', source_url: ELSEWHERE },
    { file_id: '..', source_url: ELSEWHERE },
    { file_id: '../../evil', source_url: ELSEWHERE },
    { file_id: '@evil.example/', source_url: ELSEWHERE },
    { file_id: 'f\n', source_url: ELSEWHERE },
    { file_id: ['f'], source_url: ELSEWHERE },
    { file_id: { toString: null }, source_url: ELSEWHERE },
    { file_id: null, source_url: 'javascript:alert(1)', source_thumb_url: ' javascript:alert(1)' },
    { source_url: 5, source_thumb_url: { endsWith: 1 } },
    ...[
      '.',
      '..',
      '...',
      '',
      '/',
      '\\',
      '../../../..',
      '?',
      '#',
      '\ud800',
      '\u0000',
      '%2e%2e',
      '👍🏽',
      5,
      null,
      { toString: 0 },
    ].map((name) => ({ file_id: 'f', name, source_url: ELSEWHERE, source_thumb_url: 5 })),
  ];

  test('is only in addresses of files of the own server, whatever a message says', async () => {
    const urls = urlsOf(await chats.ready(ann));
    for (const hostile of HOSTILE as FileReference[]) {
      for (const url of [urls.of(hostile), urls.thumbnailOf(hostile), urls.downloadOf(hostile)]) {
        if (url === undefined) continue;
        const { href, protocol } = new URL(url);
        expect(protocol).toMatch(/^https?:$/);
        const isOurs = /^\/file\/v1\.0\/file\/f\/(?:thumbnail\/)?[^/]+\?ticket=/.test(
          href.slice(href.startsWith(`${chats.url}/`) ? chats.url.length : 0),
        );
        expect(isOurs, url).toBe(url.includes('ticket='));
        if (!isOurs) expect(url).toMatch(/^https:\/\/evil\.example\/a\.png/);
      }
    }
    expect(urls.of({ file_id: 'f', source_url: ELSEWHERE })).toContain(`${chats.url}/file/v1.0/file/f/`);
    expect(urls.of({ file_id: '..', source_url: ELSEWHERE })).toBe(ELSEWHERE);
    expect(
      urls.thumbnailOf({ file_id: 'f', source_url: ELSEWHERE, source_thumb_url: ELSEWHERE }),
    ).toBeUndefined();
  });
});
