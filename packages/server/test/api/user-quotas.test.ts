// @module-tag database
/* What each user may store, and that whatever is in flight counts, too. */
import { readdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { sweepFiles } from '../../src/domain/operations/files/sweep-files.ts';
import { sweepUploads } from '../../src/domain/operations/uploads/sweep-uploads.ts';
import { messageUrl, renameUrl, userUrl } from '../harness/api.ts';
import type { Answer } from '../harness/calls.ts';
import { myFilesUrl, type SignedIn, signIn } from '../harness/client-api.ts';
import { RawConnection } from '../harness/raw-http.ts';
import { recount } from '../harness/recount.ts';
import { startTestServer } from '../harness/test-server.ts';
import { tusClient } from '../harness/tus.ts';
import { until } from '../harness/until.ts';
import { tryUpload } from '../harness/upload.ts';
import { useServer } from '../harness/use-server.ts';

/** More than surrounds the files in a form, which is not reserved before it arrives. */
const USER = 200_000;
const GUEST = 100_000;
const TENANT = 300_000;
/** The part of an announced size that may be something else than files (http/multipart-upload.ts). */
const FORM_BYTES = 64 * 1024;

const server = await useServer({
  PALAVER_USER_QUOTA_BYTES: String(USER),
  PALAVER_GUEST_QUOTA_BYTES: String(GUEST),
  PALAVER_STORAGE_QUOTA_BYTES: String(TENANT),
});
let port: number;
beforeAll(async () => {
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  port = (server.app.server.address() as AddressInfo).port;
});

/** Each test has a tenant with users of its own: a user, a guest, and a third one. */
let tenant: string;
let user: SignedIn;
let guest: SignedIn;
let thread: string;
let number = 0;
beforeEach(async () => {
  number += 1;
  tenant = `tenant${number}`;
  await server.users(2, 'user', { tenant });
  await server.ok('PUT', userUrl('guest'), { tenant, body: { display_name: 'G', is_guest: true } });
  [user, guest] = [await signIn(server, 'user1', { tenant }), await signIn(server, 'guest', { tenant })];
  thread = await server.group(['user1', 'user2', 'guest'], { tenant });
});
afterEach(async () => {
  await until(async () => readdirSync(`${server.dataDir}/temporary`).length === 0 || undefined);
});
afterAll(async () => {
  expect(await recount(server.database)).toEqual([]);
});

const { signal } = new AbortController();
const sweep = async () => {
  await sweepUploads(server.db, server.objects, signal);
  await sweepFiles(server.db, server.objects, signal);
};
const put = ({ token }: SignedIn, bytes: number) =>
  tryUpload(server, { content: Buffer.alloc(bytes, 'x') }, { token, threadId: thread });
const verdict = ({ body }: Answer) => [body.message_code, body.quota];
const usage = () => server.ok('GET', '/file/v1.0/usage', { tenant });
const untilReserved = (bytes: number) =>
  until(async () => (await usage()).unfinished_bytes === bytes || undefined);
const STORED = ['M200', undefined];
const OVER_USER = ['M41301', 'user'];
const OVER_TENANT = ['M41301', 'tenant'];

const HEAD =
  '--b\r\ncontent-disposition: form-data; name="file"; filename="a.bin"\r\ncontent-type: application/octet-stream\r\n\r\n';
const TAIL = '\r\n--b--\r\n';

/** Begins an upload on a bare socket: all of its head, and `sent` of its `bytes`. Returns how to send the rest. */
async function begin({ token }: SignedIn, bytes: number, sent: number) {
  const connection = await RawConnection.open(port);
  onTestFinished(() => connection.destroy());
  const length = HEAD.length + bytes + TAIL.length;
  connection.write(
    `POST ${myFilesUrl(thread)} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${token}\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: ${length}\r\n\r\n${HEAD}${'x'.repeat(sent)}`,
  );
  return {
    abort: () => connection.destroy(),
    finish: async () => {
      connection.write('x'.repeat(bytes - sent) + TAIL);
      return (await connection.next())?.json.message_code as string;
    },
  };
}

/** What is reserved at the beginning of such an upload. */
const announced = (bytes: number) => HEAD.length + bytes + TAIL.length - FORM_BYTES;

/** An upload that does not announce its size. */
async function putInChunks({ token }: SignedIn, bytes: number): Promise<[string, string | undefined]> {
  async function* body() {
    yield Buffer.from(HEAD);
    for (let left = bytes; left > 0; left -= 10_000) yield Buffer.alloc(Math.min(left, 10_000), 'x');
    yield Buffer.from(TAIL);
  }
  const answer = await fetch(`http://127.0.0.1:${port}${myFilesUrl(thread)}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=b' },
    body: ReadableStream.from(body()),
    duplex: 'half',
  });
  const { message_code: code, quota } = (await answer.json()) as { message_code: string; quota?: string };
  return [code, quota];
}

describe('the quota', () => {
  test.each([
    ['a user', () => user, USER],
    ['a guest', () => guest, GUEST],
  ])('of %s is used to its last byte, and no further', async (_, who, quota) => {
    expect(verdict(await put(who(), quota + 1))).toEqual(OVER_USER);
    expect(verdict(await put(who(), quota - 1))).toEqual(STORED);
    expect(verdict(await put(who(), 2))).toEqual(OVER_USER);
    expect(verdict(await put(who(), 1))).toEqual(STORED);
    expect(verdict(await put(who(), 1))).toEqual(OVER_USER);
    expect(await usage()).toMatchObject({ bytes: quota, unfinished_bytes: 0 });
  });

  test('counts resumable uploads from their beginning, and the file that one becomes once', async () => {
    const tus = tusClient(server, guest.token);
    expect(await tus.create(GUEST + 1)).toMatchObject({ status: 413, code: 'M41301' });
    const id = await tus.begin(GUEST);
    expect(await tus.create(1)).toMatchObject({ status: 413, code: 'M41301' });
    expect(verdict(await put(guest, 1))).toEqual(OVER_USER);
    await tus.append(id, 0, Buffer.alloc(GUEST, 'x'));
    const form = new FormData();
    form.append('upload_id', id);
    expect(verdict(await guest.call('POST', myFilesUrl(thread), { body: form }))).toEqual(STORED);
    expect(verdict(await put(guest, 1))).toEqual(OVER_USER);
    expect(await usage()).toMatchObject({ bytes: GUEST, unfinished_bytes: 0 });
  });

  test('of the tenant is another one, which the refusal names', async () => {
    expect(verdict(await put(user, USER))).toEqual(STORED);
    expect(verdict(await put(guest, GUEST - 1))).toEqual(STORED);
    // Both would be exceeded: that of the tenant is looked at first.
    expect(verdict(await put(user, 2))).toEqual(OVER_TENANT);
    const other = await signIn(server, 'user2', { tenant });
    expect(verdict(await put(other, 2))).toEqual(OVER_TENANT);
    expect(verdict(await tryUpload(server, { content: 'xx' }, { tenant }))).toEqual(OVER_TENANT);
    expect(verdict(await tryUpload(server, { content: 'x' }, { tenant }))).toEqual(STORED);
  });

  test('has room again when the file is gone', async () => {
    const { file_id } = (await put(guest, GUEST)).body.data;
    const body = { metadata: [{ type: 'file', file_id }] };
    const { seq } = await guest.say(thread, { body });
    expect(verdict(await put(guest, 1))).toEqual(OVER_USER);
    await server.ok('DELETE', messageUrl(thread, seq), { tenant });
    await sweep();
    expect(verdict(await put(guest, GUEST))).toEqual(STORED);
  });

  test('of users counts what a guest has stored and begun before becoming one', async () => {
    expect(verdict(await put(guest, GUEST))).toEqual(STORED);
    // The account is new, and has begun an upload already.
    await server.ok('PUT', userUrl('account'), { tenant, body: { display_name: 'A' } });
    const tus = tusClient(server, await server.token('account', { tenant }));
    await tus.begin(USER - GUEST - 1);
    await server.ok('PATCH', renameUrl('guest', 'account'), { tenant });
    const account = await signIn(server, 'account', { tenant });
    expect(verdict(await put(account, 2))).toEqual(OVER_USER);
    expect(verdict(await put(account, 1))).toEqual(STORED);
  });

  test('0 is none', { tags: 'thorough' }, async () => {
    const open = await startTestServer({ PALAVER_USER_QUOTA_BYTES: '0', PALAVER_GUEST_QUOTA_BYTES: '0' });
    onTestFinished(open.close);
    await open.ok('PUT', userUrl('guest'), { body: { display_name: 'G', is_guest: true } });
    await open.users(1);
    const group = await open.group(['user1', 'guest']);
    for (const name of ['user1', 'guest']) {
      const token = await open.token(name);
      expect(verdict(await tryUpload(open, {}, { token, threadId: group }))).toEqual(STORED);
    }
    expect(await recount(open.database)).toEqual([]);
  });
});

describe('what is in flight', () => {
  test('counts from its beginning, and no longer when the client leaves', async () => {
    const upload = await begin(user, 150_000, 0);
    await untilReserved(announced(150_000));
    expect(verdict(await put(user, USER - announced(150_000) + 1))).toEqual(OVER_USER);
    upload.abort();
    await untilReserved(0);
    expect(verdict(await put(user, USER))).toEqual(STORED);
  });

  test('of nobody passes the quota in sum, however many upload at once', async () => {
    const answers = await Promise.all(Array.from({ length: 9 }, () => put(user, USER / 5)));
    expect(answers.map((answer) => verdict(answer).join(' ').trim()).toSorted()).toEqual([
      ...Array<string>(5).fill('M200'),
      ...Array<string>(4).fill('M41301 user'),
    ]);
    expect(await usage()).toMatchObject({ bytes: USER, unfinished_bytes: 0 });
  });

  test('counts while it arrives, if its size is not announced', async () => {
    expect(await putInChunks(user, USER + 1)).toEqual(OVER_USER);
    expect(await usage()).toMatchObject({ bytes: 0, unfinished_bytes: 0 });
    expect(await putInChunks(user, USER)).toEqual(STORED);
    const answers = await Promise.all(Array.from({ length: 4 }, () => putInChunks(guest, GUEST / 2)));
    // (Each reserves a little more than has arrived, so of those that share the last bytes, all may be refused.)
    expect(answers.filter(([code]) => code === 'M200').length).toBeLessThanOrEqual(2);
    expect((await usage()).unfinished_bytes).toBe(0);
  });

  test('of a killed process counts until it expires; an upload that is slower reserves again', async () => {
    const upload = await begin(user, 150_000, 0);
    await untilReserved(announced(150_000));
    const [row] = await server.database.sql<{ minutes: number }>(
      `select extract(epoch from expires_at - now()) / 60 as minutes from uploads where ended_at is null and not is_resumable`,
    );
    expect(Math.ceil(Number(row?.minutes))).toBe(10);
    await server.database.sql('update uploads set expires_at = now() where not is_resumable');
    await sweep();
    expect(await usage()).toMatchObject({ unfinished_bytes: 0 });
    expect(await upload.finish()).toBe('M200');
    expect(await usage()).toMatchObject({ bytes: 150_000, unfinished_bytes: 0 });
  });

  test('and is refused after all counts no longer', async () => {
    expect(verdict(await put(user, 0))[0]).toBe('M40014');
    const form = new FormData();
    form.append('file', new Blob([Buffer.alloc(1_000)]), 'a.bin');
    form.append('name', 'x'.repeat(256));
    expect((await user.call('POST', myFilesUrl(thread), { body: form })).body.message_code).toBe('M40004');
    expect(await usage()).toMatchObject({ bytes: 0, unfinished_bytes: 0 });
  });

  test('is unknown to other requests: its row is no resumable upload', async () => {
    const upload = await begin(user, 150_000, 0);
    await untilReserved(announced(150_000));
    const [row] = await server.database.sql<{ id: string }>(
      'select id from uploads where not is_resumable and ended_at is null',
    );
    const tus = tusClient(server, user.token);
    expect(await tus.offsetOf(row?.id ?? '')).toBe(404);
    expect(await tus.end(row?.id ?? '')).toMatchObject({ code: 'M40412' });
    expect(await upload.finish()).toBe('M200');
  });
});
