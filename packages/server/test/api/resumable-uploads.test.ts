/* Resumable uploads, as the client `tus-js-client` and users see them. */
import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { Upload, type UploadOptions } from 'tus-js-client';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { contentKey } from '../../src/domain/rules/file-paths.ts';
import { uploadFolder } from '../../src/domain/rules/upload-paths.ts';
import { SECRET } from '../domain/media/media-harness.ts';
import { plantedMovie } from '../domain/media/planted-recordings.ts';
import { myFilesUrl, type SignedIn, signIn } from '../harness/client-api.ts';
import { type Severable, severable } from '../harness/severable.ts';
import { png } from '../harness/sticker-pack.ts';
import { finishForm, LEAST, tusClient, UPLOADS } from '../harness/tus.ts';
import { until } from '../harness/until.ts';
import { useServer } from '../harness/use-server.ts';
import { namesIn } from '../storage/objects-conformance.ts';

const server = await useServer();
let way: Severable;
let ann: SignedIn;
let tus: ReturnType<typeof tusClient>;
let thread: string;
beforeAll(async () => {
  const port = Number(new URL(await server.app.listen({ host: '127.0.0.1', port: 0 })).port);
  way = await severable(port);
  await server.users(2);
  ann = await signIn(server, 'user1');
  tus = tusClient(server, ann.token);
  thread = await server.group(['user1', 'user2']);
});
afterAll(async () => {
  way?.close();
});

const finish = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  ann.call('POST', myFilesUrl(thread), { body: finishForm(fields), headers });

async function contentOf(fileId: string): Promise<Buffer> {
  const found = await server.objects.get(contentKey(fileId as never));
  return Buffer.concat((await found?.content.toArray()) ?? []);
}

/** Sends the whole content with `tus-js-client`; returns the id of the upload. */
function send(content: Buffer, options: UploadOptions = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const upload = new Upload(content, {
      endpoint: `http://127.0.0.1:${way.port}${UPLOADS}`,
      headers: { authorization: `Bearer ${ann.token}` },
      metadata: { filename: 'Grüße.bin', other: '' },
      retryDelays: [0, 10, 20, 50, 100],
      ...options,
      onError: reject,
      onSuccess: () => resolve(upload.url?.split('/').at(-1) ?? ''),
    });
    upload.start();
  });
}

describe('tus-js-client', () => {
  test.each([
    ['in one request', {}],
    ['in chunks', { chunkSize: 300_000 }],
  ])('sends a file %s, which then is the file', async (_, options) => {
    const content = randomBytes(1_000_000);
    const upload_id = await send(content, options);
    expect(await tus.offsetOf(upload_id)).toBe(content.length);
    const { body } = await finish({ upload_id });
    expect(body).toMatchObject({
      message_code: 'M200',
      data: { kind: 'file', name: 'Grüße.bin', size: content.length },
    });
    expect((await contentOf(body.data.file_id)).equals(content)).toBe(true);
    expect(await tus.offsetOf(upload_id)).toBe(404);
  });

  test('sends a video, and its file says no longer where it was taken', async () => {
    const content = plantedMovie('video.mp4');
    const { body } = await finish({ upload_id: await send(content) });
    expect(body).toMatchObject({ data: { kind: 'video', mime_type: 'video/mp4', duration_ms: 1500 } });
    const stored = await contentOf(body.data.file_id);
    expect([content.includes(SECRET), stored.includes(SECRET)]).toEqual([true, false]);
  });

  test('continues where it was when the connection is lost', async () => {
    const content = randomBytes(20 * 2 ** 20);
    way.hold(12 * 2 ** 20);
    const offsets: number[] = [];
    const sending = send(content, {
      onBeforeRequest: (request) => {
        if (request.getMethod() === 'PATCH') offsets.push(Number(request.getHeader('Upload-Offset')));
      },
    });
    await until(async () => {
      const [row] = await server.database.sql<{ received: string }>(
        'select max(received) as received from uploads',
      );
      return Number(row?.received) >= 8 * 2 ** 20 || undefined;
    });
    way.release();
    way.sever();
    const upload_id = await sending;
    expect(offsets[0]).toBe(0);
    expect(offsets.at(-1)).toBeGreaterThanOrEqual(8 * 2 ** 20);
    const { body } = await finish({ upload_id });
    expect((await contentOf(body.data.file_id)).equals(content)).toBe(true);
  });

  test('ends an upload', async () => {
    const id = await tus.begin(2 * LEAST);
    await tus.append(id, 0, Buffer.alloc(LEAST));
    await Upload.terminate(`http://127.0.0.1:${way.port}${UPLOADS}/${id}`, {
      headers: { authorization: `Bearer ${ann.token}` },
    });
    expect(await tus.offsetOf(id)).toBe(404);
  });
});

describe('an upload that becomes a file', () => {
  test('must be complete', async () => {
    const upload_id = await tus.begin(LEAST + 1);
    await tus.append(upload_id, 0, Buffer.alloc(LEAST));
    expect((await finish({ upload_id })).body).toMatchObject({
      message_code: 'M40014',
      errors: [{ field: 'upload_id', rule: 'incomplete', message: `has ${LEAST} of ${LEAST + 1} bytes` }],
    });
    await tus.append(upload_id, LEAST, Buffer.alloc(1));
    expect((await finish({ upload_id })).body.message_code).toBe('M200');
  });

  test('gets the name of the form', async () => {
    const { body } = await finish({ upload_id: await tus.put(Buffer.from('hi')), name: 'b.txt' });
    expect(body.data).toMatchObject({ name: 'b.txt', size: 2 });
  });

  test('answers a repeat with the same key as the first request', async () => {
    const upload_id = await tus.put(Buffer.from('once'));
    const key = { 'idempotency-key': 'once' };
    const first = await finish({ upload_id }, key);
    const second = await finish({ upload_id }, key);
    expect(second.body).toEqual(first.body);
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect((await finish({ upload_id })).body.message_code).toBe('M40412');
  });

  test('becomes only one file when several requests finish it', async () => {
    const upload_id = await tus.put(Buffer.from('race'));
    const answers = await Promise.all(Array.from({ length: 5 }, () => finish({ upload_id })));
    const codes = answers.map(({ body }) => body.message_code).toSorted();
    expect(codes).toEqual(['M200', 'M40412', 'M40412', 'M40412', 'M40412']);
  });

  test('is put together by one request at a time', async () => {
    const upload_id = await tus.put(Buffer.from('one at a time'));
    const reading = vi.spyOn(server.objects, 'get');
    await Promise.all(Array.from({ length: 5 }, () => finish({ upload_id })));
    expect(reading).toHaveBeenCalledTimes(1);
    reading.mockRestore();
  });

  test('ends if its content is refused, but not if its poster is', async () => {
    const upload_id = await tus.put(png().subarray(0, 40));
    const fine = await tus.put(Buffer.from('fine'));
    const form = finishForm({ upload_id: fine });
    form.append('poster', new Blob(['no picture']), 'poster.png');
    const { body } = await ann.call('POST', myFilesUrl(thread), { body: form });
    expect(body).toMatchObject({ message_code: 'M40014', errors: [{ field: 'poster' }] });
    expect((await finish({ upload_id: fine })).body.message_code).toBe('M200');
    expect((await finish({ upload_id })).body).toMatchObject({
      message_code: 'M40014',
      errors: [{ field: 'file' }],
    });
    expect((await finish({ upload_id })).body.message_code).toBe('M40412');
    expect(await tus.offsetOf(upload_id)).toBe(404);
  });

  test('cannot come with a file', async () => {
    const form = finishForm({ upload_id: await tus.put(Buffer.from('x')) });
    form.append('file', new Blob(['y']), 'y');
    const { body } = await ann.call('POST', myFilesUrl(thread), { body: form });
    expect(body).toMatchObject({
      message_code: 'M40003',
      errors: [{ field: 'upload_id', rule: 'exclusive' }],
    });
    expect((await finish({})).body).toMatchObject({ message_code: 'M40002', errors: [{ field: 'file' }] });
  });
});

test('nothing is left in the temporary folder', async () => {
  expect(readdirSync(`${server.dataDir}/temporary`)).toEqual([]);
  expect(await namesIn(server.objects, uploadFolder('none' as never))).toEqual([]);
});
