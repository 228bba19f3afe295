import type { UploadedFile } from '@palaver/protocol/files';
import { beforeAll, describe, expect, test } from 'vitest';
import { sweepFiles } from '../../src/domain/operations/files/sweep-files.ts';
import { contentKey, thumbnailKey } from '../../src/domain/rules/file-paths.ts';
import { textTo } from '../harness/population.ts';
import { png } from '../harness/sticker-pack.ts';
import { startTestServer } from '../harness/test-server.ts';
import { tryUpload, type UploadParts, upload } from '../harness/upload.ts';
import { useServer } from '../harness/use-server.ts';

const server = await useServer({ PALAVER_MAX_FILE_BYTES: '2048', PALAVER_MAX_IMAGE_BYTES: '4096' });
let thread: string;
let other: string;
const tokens: Record<string, string> = {};

beforeAll(async () => {
  await server.users(4, 'u');
  thread = await server.group(['u1', 'u2']);
  other = await server.group(['u2', 'u3']);
  for (const user of ['u1', 'u2', 'u3', 'u4']) tokens[user] = await server.token(user);
});

const as = (user: string) => ({ token: tokens[user] ?? '' });
const uploadAs = (user: string, parts?: UploadParts, threadId = thread) =>
  upload(server, parts, { ...as(user), threadId });

function send(user: string, threadId: string, metadata: Record<string, unknown>, more = {}) {
  const body = { body: { text: '', metadata: [metadata] }, ...more };
  return server.call('POST', `/client/v1.0/threads/${threadId}/messages`, { ...as(user), body });
}

const naming = (file: UploadedFile, type = 'file') => ({ type, file_id: file.file_id });
const remove = (threadId: string, seq: number) =>
  server.ok('DELETE', `/open-api/v1.0/chat/threads/${threadId}/messages/${seq}`);
const sweep = () => sweepFiles(server.db, server.objects, new AbortController().signal);

async function bytesOf({ file_id }: UploadedFile): Promise<string | undefined> {
  const found = await server.objects.get(contentKey(file_id));
  if (found === undefined) return undefined;
  const chunks = await found.content.toArray();
  return Buffer.concat(chunks).toString('latin1');
}

const rowOf = async ({ file_id }: UploadedFile) =>
  (await server.database.sql(`select state, expires_at from files where id = '${file_id}'`))[0];

describe('an upload', () => {
  test('is stored, with what a message needs', async () => {
    const content = Buffer.from([0, 1, 2, 255]);
    const file = await upload(server, { content, fileName: 'Übersicht №1.bin' });
    expect(file).toMatchObject({
      kind: 'file',
      name: 'Übersicht №1.bin',
      size: 4,
      mime_type: 'application/octet-stream',
      width: null,
      height: null,
      duration_ms: null,
      source_thumb_url: null,
    });
    expect(file.file_id).toMatch(/^[0-9a-f]{32}$/);
    expect(file.source_url).toMatch(
      new RegExp(`^http://localhost/file/v1.0/file/${file.file_id}/%C3%9Cbersicht%20%E2%84%961.bin$`),
    );
    expect(await bytesOf(file)).toBe(content.toString('latin1'));
  });

  test('of a picture has a thumbnail', async () => {
    const file = await upload(server, { content: png(), fileName: 'a.png' });
    expect(file).toMatchObject({ kind: 'image', mime_type: 'image/png', width: 1, height: 1 });
    expect(file.source_thumb_url).toContain('/thumbnail/');
    expect(await server.objects.changedAt(thumbnailKey(file.file_id))).toBeInstanceOf(Date);
  });

  test.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\ann\\cv.pdf', 'cv.pdf'],
    ['..', 'file'],
    ['folder/', 'file'],
    ['a\u202Egnp.exe', 'a_gnp.exe'],
    ['tab\there?.txt', 'tab_here_.txt'],
    [
      '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645.pdf',
      '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645.pdf',
    ],
    [
      '\u0915\u094d\u200d\u0937 \u{1f469}\u200d\u{1f467}.png',
      '\u0915\u094d\u200d\u0937 \u{1f469}\u200d\u{1f467}.png',
    ],
    ['a\u200bb\u2066c\ufeffd.txt', 'a_b_c_d.txt'],
    ['\u200d.\u200c.', 'file'],
    [' a.txt ', 'a.txt'],
  ])('called %j gets the name %j', async (name, stored) => {
    expect((await upload(server, { name })).name).toBe(stored);
  });

  test.each([
    ['254', 254, 'M200'],
    ['255', 255, 'M200'],
    ['256', 256, 'M40004'],
    ['10,000', 10_000, 'M40004'],
  ])('may have a name of %s characters: %s', async (_, length, code) => {
    const { body } = await tryUpload(server, { name: '\u{1f600}'.repeat(length) });
    expect(body.message_code).toBe(code);
  });

  test('shortens a long name in the part of the file', async () => {
    const { name } = await upload(server, { fileName: `${'x'.repeat(300)}.bin` });
    expect(name).toBe('x'.repeat(255));
  });

  test.each([
    [2047, 'M200'],
    [2048, 'M200'],
    [2049, 'M41300'],
  ])('of %i bytes is %s, at a limit of 2,048', async (size, code) => {
    const { body } = await tryUpload(server, { content: Buffer.alloc(size, 1) });
    expect(body.message_code).toBe(code);
    if (code !== 'M200') expect(body.errors).toMatchObject([{ field: 'file', rule: 'too_many_bytes' }]);
  });

  test('without content is refused', async () => {
    const { body } = await tryUpload(server, { content: '' });
    expect(body).toMatchObject({ message_code: 'M40014', errors: [{ field: 'file', rule: 'empty' }] });
  });

  test('without a file is refused', async () => {
    const { body } = await tryUpload(server, { content: null });
    expect(body).toMatchObject({ message_code: 'M40002', errors: [{ field: 'file', rule: 'required' }] });
  });

  test('with one key has one effect', async () => {
    const options = { headers: { 'idempotency-key': 'upload-1' } };
    const first = await upload(server, { content: 'once' }, options);
    const again = await tryUpload(server, { content: 'once' }, options);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.body.data).toEqual(first);
    const different = await tryUpload(server, { content: 'twice' }, options);
    expect(different.body.message_code).toBe('M42201');
    await sweep();
    expect(await bytesOf(first)).toBe('once');
    expect(await server.database.sql(`select from files where state <> 'stored'`)).toEqual([]);
  });

  test('leaves nothing in the temporary folder', async () => {
    await upload(server);
    await tryUpload(server, { content: '' });
    const { readdir } = await import('node:fs/promises');
    expect(await readdir(`${server.dataDir}/temporary`)).toEqual([]);
  });

  test('by a user takes their membership', async () => {
    expect(await uploadAs('u1')).toMatchObject({ kind: 'file' });
    const { body } = await tryUpload(server, {}, { ...as('u3'), threadId: thread });
    expect(body.message_code).toBe('M40401');
  });

  test('by a muted user is refused', async () => {
    const group = await server.group(['u1', 'u4']);
    await server.ok('POST', `/open-api/v1.0/chat/threads/${group}/members/u4/mute?id_type=2`);
    const { body } = await tryUpload(server, {}, { ...as('u4'), threadId: group });
    expect(body.message_code).toBe('M40304');
  });
});

describe('a message', () => {
  test('shows the file that it names', async () => {
    const file = await uploadAs('u1', { content: png(), fileName: 'a.png' });
    const { body } = await send('u1', thread, { type: 'image', file_id: file.file_id, note: 'kept' });
    const [metadata] = body.data.body.metadata;
    expect(metadata).toEqual({
      type: 'image',
      file_id: file.file_id,
      note: 'kept',
      name: 'a.png',
      width: 1,
      height: 1,
      size: file.size,
      source_url: file.source_url,
      source_thumb_url: file.source_thumb_url,
    });
    const read = await server.ok('GET', `/client/v1.0/threads/${thread}/messages/${body.data.seq}`, as('u2'));
    expect(read.body.metadata).toEqual([metadata]);
    expect(await rowOf(file)).toMatchObject({ state: 'stored', expires_at: null });
  });

  test('of the back end may name any file of the space', async () => {
    const file = await uploadAs('u1');
    const { body } = textTo(thread, 'u2') as { body: object };
    const request = { ...textTo(thread, 'u2'), body: { ...body, metadata: [naming(file)] } };
    await server.ok('POST', '/open-api/v1.0/chat/messages', { body: request });
    expect(await rowOf(file)).toMatchObject({ expires_at: null });
  });

  test('to several users names the file in each thread, and the last deletion removes it', async () => {
    const file = await upload(server);
    const request = {
      sender: { user_id: 'u1' },
      target: { user_ids: ['u2', 'u3'] },
      body: { metadata: [naming(file)] },
    };
    const { messages } = await server.ok('POST', '/open-api/v1.0/chat/messages', {
      body: request,
      headers: { prefer: 'return=representation' },
    });
    await remove(messages[0].thread_id, messages[0].seq);
    await sweep();
    expect(await bytesOf(file)).toBe('some bytes');
    await remove(messages[1].thread_id, messages[1].seq);
    expect(await rowOf(file)).toMatchObject({ state: 'removing' });
    await sweep();
    expect(await bytesOf(file)).toBeUndefined();
    expect(await rowOf(file)).toBeUndefined();
  });

  test.each([
    ['image', 'M40003'],
    ['video', 'M40003'],
    ['audio', 'M40003'],
    ['file', 'M200'],
  ])('of kind %s that names any other file is %s', async (type, code) => {
    const { body } = await send('u1', thread, naming(await uploadAs('u1'), type));
    expect(body.message_code).toBe(code);
    if (code !== 'M200')
      expect(body.errors).toMatchObject([{ field: 'body.metadata[0].file_id', rule: 'file_kind' }]);
  });

  test.each(['nothing', '0'.repeat(32), 'X'.repeat(64)])('that names no file (%s) is refused', async (id) => {
    const { body } = await send('u1', thread, { type: 'file', file_id: id });
    expect(body.message_code).toBe('M40411');
    expect(body.errors).toMatchObject([{ field: 'body.metadata[0].file_id', rule: 'exists' }]);
  });

  test('of a reader may pass a file on, that of others may not', async () => {
    const file = await uploadAs('u1');
    expect((await send('u2', other, naming(file))).body.message_code).toBe('M40411');
    const { data } = (await send('u1', thread, naming(file))).body;
    expect((await send('u3', other, naming(file))).body.message_code).toBe('M40411');
    expect((await send('u2', other, naming(file))).body.message_code).toBe('M200');
    expect((await send('u3', other, naming(file))).body.message_code).toBe('M200');
    await remove(thread, data.seq);
    expect((await send('u1', thread, naming(file))).body.message_code).toBe('M40411');
    expect((await send('u3', other, naming(file))).body.message_code).toBe('M200');
  });

  test('without a file needs everything else', async () => {
    const { body } = await send('u1', thread, { type: 'audio', name: 'a.ogg', file_id: '' });
    expect(body.message_code).toBe('M40002');
    expect(body.errors?.map(({ field }) => field)).toEqual([
      'body.metadata[0].size',
      'body.metadata[0].mime_type',
      'body.metadata[0].source_url',
      'body.metadata[0].duration_ms',
    ]);
  });

  test('of kind audio counts as a file', async () => {
    const group = await server.group(['u1', 'u2']);
    const waveform = Array.from({ length: 100 }, (_, index) => index);
    const audio = {
      type: 'audio',
      name: 'a.ogg',
      size: 3,
      mime_type: 'audio/ogg',
      duration_ms: 900,
      src_url: 'https://cdn.example/a.ogg',
      waveform,
    };
    expect((await send('u1', group, audio)).body.message_code).toBe('M200');
    const tooLong = await send('u1', group, { ...audio, waveform: [...waveform, 1] });
    expect(tooLong.body).toMatchObject({ message_code: 'M40005' });
    const tooLoud = await send('u1', group, { ...audio, waveform: [101] });
    expect(tooLoud.body).toMatchObject({ message_code: 'M40003' });
    const { file_count, message_count } = await server.ok('GET', `/open-api/v1.0/chat/threads/${group}`);
    expect({ file_count, message_count }).toEqual({ file_count: 1, message_count: 1 });
  });

  test('that is edited releases its file, and names another', async () => {
    const [before, after] = [await uploadAs('u1'), await uploadAs('u1', { content: 'new' })];
    const { data } = (await send('u1', thread, naming(before))).body;
    const edit = (metadata: object) =>
      server.call('PATCH', `/client/v1.0/threads/${thread}/messages/${data.seq}`, {
        ...as('u1'),
        body: { body: { metadata: [metadata] } },
      });
    expect((await edit(naming(after))).body.data.body.metadata[0].file_id).toBe(after.file_id);
    expect(await rowOf(before)).toMatchObject({ state: 'removing' });
    expect(await rowOf(after)).toMatchObject({ state: 'stored', expires_at: null });
    expect((await edit(naming(before))).body.message_code).toBe('M40411');
    const elsewhere = { name: 'x', size: 1, mime_type: 'a/b', source_url: 'https://cdn.example/x' };
    expect((await edit({ type: 'file', ...elsewhere })).body.message_code).toBe('M200');
    expect(await rowOf(after)).toMatchObject({ state: 'removing' });
  });

  test('that is sent again with its own id gets its first answer, even after the deletion', async () => {
    const file = await uploadAs('u1');
    const own = { client_message_id: 'with-a-file' };
    const { data } = (await send('u1', thread, naming(file), own)).body;
    expect((await send('u1', thread, naming(file), own)).body.data.seq).toBe(data.seq);
    await remove(thread, data.seq);
    expect((await send('u1', thread, naming(file), own)).body.data.seq).toBe(data.seq);
    expect(await rowOf(file)).toMatchObject({ state: 'removing' });
  });

  test('has no file_id of its own meaning in other kinds', async () => {
    const metadata = { type: 'custom_defined', custom_name: 'x', payload: '{}', file_id: 'mine' };
    const { body } = await send('u1', thread, metadata);
    expect(body.data.body.metadata).toEqual([metadata]);
  });
});

describe('the sweep', () => {
  const expire = ({ file_id }: UploadedFile) =>
    server.database.sql(
      `update files set expires_at = now() where id = '${file_id}' and expires_at is not null`,
    );

  test('removes what no message names in time, and nothing else', async () => {
    const [named, unnamed, fresh] = [await uploadAs('u1'), await uploadAs('u1'), await uploadAs('u1')];
    await send('u1', thread, naming(named));
    for (const file of [named, unnamed]) await expire(file);
    await sweep();
    expect(await bytesOf(named)).toBe('some bytes');
    expect(await bytesOf(unnamed)).toBeUndefined();
    expect(await bytesOf(fresh)).toBe('some bytes');
  });

  test('never removes a file that a message names at the same time', { tags: 'thorough' }, async () => {
    for (let round = 0; round < 10; round += 1) {
      const file = await uploadAs('u1');
      await expire(file);
      const [sent] = await Promise.all([send('u1', thread, naming(file)), sweep()]);
      const isSent = sent.body.message_code === 'M200';
      if (!isSent) expect(sent.body.message_code).toBe('M40411');
      await sweep();
      expect(await bytesOf(file)).toBe(isSent ? 'some bytes' : undefined);
    }
  });

  test('removes a file once, however its messages are deleted', async () => {
    const file = await uploadAs('u1');
    const sent = await Promise.all(Array.from({ length: 8 }, () => send('u1', thread, naming(file))));
    const late = send('u2', other, naming(file));
    await Promise.all(sent.map(({ body }) => remove(thread, body.data.seq)));
    const isNamed = (await late).body.message_code === 'M200';
    await sweep();
    expect(await bytesOf(file)).toBe(isNamed ? 'some bytes' : undefined);
    expect(await rowOf(file)).toEqual(isNamed ? { state: 'stored', expires_at: null } : undefined);
  });

  test('goes on after the store was away', async () => {
    const file = await uploadAs('u1');
    await expire(file);
    const away = { ...server.objects, removeAll: () => Promise.reject(new Error('away')) };
    await expect(sweepFiles(server.db, away, new AbortController().signal)).rejects.toThrow('away');
    expect(await rowOf(file)).toMatchObject({ state: 'removing' });
    await expire(file);
    await sweep();
    expect(await rowOf(file)).toBeUndefined();
  });
});

describe('the usage', () => {
  const usage = (tenant: string) => server.ok('GET', '/file/v1.0/usage', { tenant });

  test('counts the files of a tenant, until they are removed', async () => {
    expect(await usage('counted')).toEqual({ files: 0, bytes: 0, quota_bytes: null, unfinished_bytes: 0 });
    const file = await upload(server, { content: 'x'.repeat(100) }, { tenant: 'counted' });
    await upload(server, { content: 'y' }, { tenant: 'counted' });
    expect(await usage('counted')).toEqual({ files: 2, bytes: 101, quota_bytes: null, unfinished_bytes: 0 });
    await server.database.sql(`update files set expires_at = now() where id = '${file.file_id}'`);
    await sweep();
    expect(await usage('counted')).toEqual({ files: 1, bytes: 1, quota_bytes: null, unfinished_bytes: 0 });
  });

  test('never exceeds the quota, however many upload at once', { tags: 'thorough' }, async () => {
    const small = await startTestServer({ PALAVER_STORAGE_QUOTA_BYTES: '50' });
    try {
      const form = { content: 'z'.repeat(10) };
      const answers = await Promise.all(Array.from({ length: 9 }, () => tryUpload(small, form)));
      const codes = answers.map(({ body }) => body.message_code).toSorted();
      expect(codes).toEqual([...Array(5).fill('M200'), ...Array(4).fill('M41301')]);
      const taken = await small.ok('GET', '/file/v1.0/usage');
      expect(taken).toEqual({ files: 5, bytes: 50, quota_bytes: 50, unfinished_bytes: 0 });
    } finally {
      await small.close();
    }
  });
});
