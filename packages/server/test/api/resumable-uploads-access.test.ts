// @module-tag database
/* Whose uploads are whose, how many there may be, what they take of the quota, and how they end. */
import { request as httpRequest } from 'node:http';
import type { UploadId } from '@palaver/protocol/files';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { sweepUploads } from '../../src/domain/operations/uploads/sweep-uploads.ts';
import { CONSISTENCY_CHECKS } from '../../src/domain/operations/verify/consistency-checks.ts';
import { uploadFolder } from '../../src/domain/rules/upload-paths.ts';
import type { Objects } from '../../src/storage/objects/objects.ts';
import { renameUrl, userUrl } from '../harness/api.ts';
import { myFilesUrl, signIn } from '../harness/client-api.ts';
import { startTestServer } from '../harness/test-server.ts';
import { createdPath, finishForm, LEAST, tusClient, UPLOADS, uploadUrl } from '../harness/tus.ts';
import { until } from '../harness/until.ts';
import { uploadForm } from '../harness/upload.ts';
import { useServer } from '../harness/use-server.ts';
import { namesIn } from '../storage/objects-conformance.ts';

const QUOTA = 4 * LEAST;

const server = await useServer({ PALAVER_STORAGE_QUOTA_BYTES: String(QUOTA) });
let port: number;
let number = 0;
beforeAll(async () => {
  port = Number(new URL(await server.app.listen({ host: '127.0.0.1', port: 0 })).port);
});

/** Each test has a tenant with a user of its own, and so a quota. */
let tenant: string;
let token: string;
let tus: ReturnType<typeof tusClient>;
beforeEach(async () => {
  number += 1;
  tenant = `tenant${number}`;
  await server.users(2, 'user', { tenant });
  token = await server.token('user1', { tenant });
  tus = tusClient(server, token);
});

const usage = () => server.ok('GET', '/file/v1.0/usage', { tenant });
const sweep = () => sweepUploads(server.db, server.objects, new AbortController().signal);
const partsOf = (id: string) => namesIn(server.objects, uploadFolder(id as UploadId));
const groupOf = (...users: string[]) => server.group(users, { tenant });
const finish = (thread: string, form: FormData, headers = {}, by = token) =>
  server.call('POST', myFilesUrl(thread), { token: by, body: form, headers });

describe('the upload of', () => {
  /** The responses to every request for this upload, which differ in nothing but their ids. */
  async function answersTo(
    other: ReturnType<typeof tusClient>,
    otherToken: string,
    thread: string,
    id: string,
  ) {
    const head = await other.ask('HEAD', uploadUrl(id));
    const patch = await other.append(id, 0, Buffer.alloc(LEAST));
    const end = await other.end(id);
    const { status, body } = await finish(thread, finishForm({ upload_id: id }), {}, otherToken);
    const { request_id: _, ...finished } = body;
    return [
      head.status,
      patch.status,
      patch.code,
      patch.errors,
      end.status,
      end.code,
      end.errors,
      status,
      finished,
    ];
  }

  test.each(['another user', 'another tenant', 'another application'])(
    '%s is like one that never existed, and stays as it is',
    async (whose) => {
      const id = await tus.begin(LEAST);
      const options = {
        'another user': { tenant },
        'another tenant': { tenant: 'elsewhere' },
        'another application': { tenant, key: await foreignKey() },
      }[whose];
      const [name = ''] = await server.users(1, 'stranger', options);
      const theirToken = await server.token(name, options);
      const thread = await server.group([name], options);
      const theirs = tusClient(server, theirToken);
      const foreign = await answersTo(theirs, theirToken, thread, id);
      for (const never of ['0'.repeat(32), 'nothing', '%2F', 'x'.repeat(64)])
        expect(await answersTo(theirs, theirToken, thread, never)).toEqual(foreign);
      expect(foreign[0]).toBe(404);
      expect(await tus.offsetOf(id)).toBe(0);
    },
  );

  async function foreignKey() {
    await server.database.sql(
      `insert into applications (id, name) values ('other', 'Other') on conflict do nothing`,
    );
    return server.createKey({ appId: 'other' });
  }

  test('nobody can be reached without a token, or with an API key', async () => {
    const id = await tus.begin(1);
    for (const authorization of [undefined, 'Bearer no', `Bearer ${server.key}`])
      expect(
        await tus.ask('PATCH', uploadUrl(id), {
          authorization,
          'content-type': 'application/offset+octet-stream',
        }),
      ).toMatchObject({
        code: 'M40111',
      });
  });
});

describe('when its user', () => {
  test('gets another id, or absorbs another user, an upload goes on', async () => {
    const id = await tus.begin(LEAST);
    await server.ok('PATCH', renameUrl('user2', 'user1'), { tenant });
    // The former user2 has absorbed the record of user1.
    const heir = tusClient(server, await server.token('user1', { tenant }));
    expect((await heir.append(id, 0, Buffer.alloc(LEAST))).status).toBe(204);
    await server.ok('PATCH', renameUrl('user1', 'third'), { tenant });
    const renamed = tusClient(server, await server.token('third', { tenant }));
    expect(await renamed.offsetOf(id)).toBe(LEAST);
  });

  test('is deactivated, an upload ends', async () => {
    const id = await tus.begin(LEAST);
    await tus.append(id, 0, Buffer.alloc(LEAST));
    await server.ok('DELETE', userUrl('user1'), { tenant });
    expect(await usage()).toMatchObject({ unfinished_bytes: 0 });
    await sweep();
    expect(await partsOf(id)).toEqual([]);
  });
});

/** Retries while the server is overloaded, as clients do: of many at once, one may wait too long for a connection to the database. */
const createWhenServed = (length: number) =>
  until(async () => {
    const answer = await tus.create(length);
    return answer.code === 'M50300' ? undefined : answer;
  });

describe('unfinished uploads', () => {
  test('are at most 50 of one user, however many requests there are at once', async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, () => createWhenServed(1)));
    const codes = answers.map(({ status, code }) => code ?? status);
    expect(codes.filter((code) => code === 201)).toHaveLength(50);
    expect(codes.filter((code) => code === 'M42901')).toHaveLength(10);
    const [first] = answers.filter(({ status }) => status === 201);
    expect((await tus.ask('DELETE', createdPath(first?.headers.location))).status).toBe(204);
    expect((await tus.create(1)).status).toBe(201);
    expect((await tus.create(1)).code).toBe('M42901');
    const another = tusClient(server, await server.token('user2', { tenant }));
    expect((await another.create(1)).status).toBe(201);
  });

  test('of one user miss no more bytes than six of the largest files have', async () => {
    const largest = 2_000_000;
    const kinds = ['IMAGE', 'VIDEO', 'AUDIO', 'FILE'];
    const another = await startTestServer(
      Object.fromEntries(kinds.map((kind) => [`PALAVER_MAX_${kind}_BYTES`, String(largest)])),
    );
    onTestFinished(another.close);
    await another.users(2);
    const [first, second] = [
      tusClient(another, await another.token('user1')),
      tusClient(another, await another.token('user2')),
    ];
    const ids = [];
    for (let count = 0; count < 6; count += 1) ids.push(await first.begin(largest));
    expect((await first.create(1)).code).toBe('M42901');
    expect((await second.create(1)).status).toBe(201);
    await first.append(ids[0] ?? '', 0, Buffer.alloc(LEAST));
    expect((await first.create(LEAST + 1)).code).toBe('M42901');
    expect((await first.create(LEAST)).status).toBe(201);
    expect((await first.create(1)).code).toBe('M42901');
    await first.end(ids[1] ?? '');
    expect((await first.create(largest)).status).toBe(201);
  });

  test('count toward the quota with their length, and the file that one becomes counts once', async () => {
    const thread = await groupOf('user1');
    const id = await tus.begin(QUOTA);
    expect(await usage()).toEqual({ files: 0, bytes: 0, unfinished_bytes: QUOTA, quota_bytes: QUOTA });
    expect((await tus.create(1)).code).toBe('M41301');
    expect((await finish(thread, uploadForm({ content: 'x' }))).body.message_code).toBe('M41301');
    await tus.append(id, 0, Buffer.alloc(QUOTA, 'x'));
    expect((await finish(thread, finishForm({ upload_id: id }))).body.message_code).toBe('M200');
    expect(await usage()).toEqual({ files: 1, bytes: QUOTA, unfinished_bytes: 0, quota_bytes: QUOTA });
    expect((await tus.create(1)).code).toBe('M41301');
  });

  test('never exceed the quota together', async () => {
    const answers = await Promise.all(Array.from({ length: 9 }, () => createWhenServed(LEAST)));
    const codes = answers.map(({ status, code }) => code ?? status);
    expect(codes.filter((code) => code === 201)).toHaveLength(4);
    expect(codes.filter((code) => code === 'M41301')).toHaveLength(5);
    const ends = answers
      .filter(({ status }) => status === 201)
      .map(({ headers }) => tus.ask('DELETE', createdPath(headers.location)));
    await Promise.all(ends);
    expect(await usage()).toMatchObject({ unfinished_bytes: 0 });
  });

  test('are swept when they expire: the bytes, and the row once nothing can follow', async () => {
    const id = await tus.begin(LEAST);
    await tus.append(id, 0, Buffer.alloc(LEAST));
    expect(await partsOf(id)).toHaveLength(1);
    await server.database.sql('update uploads set expires_at = now() where id = $1', [id]);
    await Promise.all([sweep(), sweep(), sweep()]);
    expect(await partsOf(id)).toEqual([]);
    expect(await usage()).toMatchObject({ unfinished_bytes: 0 });
    const rows = () => server.database.sql('select from uploads where id = $1', [id]);
    expect(await rows()).toHaveLength(1);
    // Another node was storing a part when the upload ended, and was killed.
    await server.objects.put(`${uploadFolder(id as UploadId)}/late`, Buffer.from('late'));
    await server.database.sql(
      `update uploads set ended_at = ended_at - interval '2 hours', expires_at = now() where id = $1`,
      [id],
    );
    await sweep();
    expect(await partsOf(id)).toEqual([]);
    expect(await rows()).toEqual([]);
  });

  test('go after ten minutes if nothing of them arrives, and are kept for a day by each part', async () => {
    const id = await tus.begin(2 * LEAST);
    const { headers: begun } = await tus.ask('HEAD', uploadUrl(id));
    const minutes = (Date.parse(begun['upload-expires'] ?? '') - Date.now()) / 60_000;
    expect(Math.round(minutes)).toBe(10);
    await server.database.sql(`update uploads set expires_at = now() + interval '1 minute' where id = $1`, [
      id,
    ]);
    const { headers } = await tus.append(id, 0, Buffer.alloc(LEAST));
    expect(Date.parse(headers['upload-expires'] ?? '') - Date.now()).toBeGreaterThan(23 * 3_600_000);
  });

  test('stay while their bytes cannot be removed, which is noted once for each; the others go', async () => {
    const [stuck, other] = [await tus.put(Buffer.alloc(LEAST)), await tus.put(Buffer.alloc(LEAST))];
    await server.database.sql('update uploads set expires_at = now() where id = any($1)', [[stuck, other]]);
    const broken: Objects = {
      ...server.objects,
      removeAll: (folder) =>
        folder === uploadFolder(stuck as UploadId)
          ? Promise.reject(new Error('away'))
          : server.objects.removeAll(folder),
    };
    const failed: string[] = [];
    await sweepUploads(server.db, broken, new AbortController().signal, (folder, failure) => {
      if (failure !== undefined) failed.push(folder);
    });
    expect(failed).toEqual([uploadFolder(stuck as UploadId)]);
    expect(await partsOf(other)).toEqual([]);
    expect(await partsOf(stuck)).toHaveLength(1);
    await server.database.sql('update uploads set expires_at = now() where id = $1', [stuck]);
    await sweep();
    expect(await partsOf(stuck)).toEqual([]);
  });

  test('add up', async () => {
    const names = Object.keys(CONSISTENCY_CHECKS).filter((name) => /upload|usage/.test(name));
    expect(names).toHaveLength(4);
    for (const name of names) expect(await server.database.sql(CONSISTENCY_CHECKS[name] ?? '')).toEqual([]);
  });
});

describe('a request with a file', () => {
  test('is not examined and stored again when it is repeated with its key', async () => {
    const thread = await groupOf('user1');
    const key = { 'idempotency-key': 'file' };
    const first = await finish(thread, uploadForm({ content: 'once' }), key);
    const files = () => server.database.sql('select id from files where tenant_id = $1', [tenant]);
    const again = await finish(thread, uploadForm({ content: 'once' }), key);
    expect(again.body).toEqual(first.body);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(await files()).toHaveLength(1);
    const other = await finish(thread, uploadForm({ content: 'another' }), key);
    expect(other.body.message_code).toBe('M42201');
    expect(await files()).toHaveLength(1);
  });

  test('is refused before its body arrives, if the user may not send to the thread', async () => {
    const foreign = await groupOf('user2');
    const muted = await groupOf('user2', 'user1');
    await server.ok('POST', `/open-api/v1.0/chat/threads/${muted}/members/user1/mute?id_type=2`, { tenant });
    expect(await early(foreign)).toBe('M40401');
    expect(await early('999999')).toBe('M40401');
    expect(await early(muted)).toBe('M40304');
  });

  /** The code of the response to an upload of which nothing but the head is sent. */
  function early(thread: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const request = httpRequest({
        ...{ port, host: '127.0.0.1', method: 'POST', path: myFilesUrl(thread) },
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'multipart/form-data; boundary=b',
          'content-length': '100000000',
        },
      });
      request.on('error', reject);
      request.on('response', (response) => {
        response.toArray().then((chunks: Buffer[]) => {
          request.destroy();
          resolve((JSON.parse(Buffer.concat(chunks).toString()) as { message_code: string }).message_code);
        }, reject);
      });
      request.flushHeaders();
    });
  }
});

test('OPTIONS tells what the server can do, and pages of other origins may upload', async () => {
  const plain = await server.app.inject({ method: 'OPTIONS', url: UPLOADS });
  expect(plain.statusCode).toBe(204);
  expect(plain.headers).toMatchObject({
    'tus-resumable': '1.0.0',
    'tus-version': '1.0.0',
    'tus-extension': 'creation,expiration,termination',
    'tus-max-size': String(500 * 2 ** 20),
  });
  const origin = 'https://app.example.com';
  for (const url of [UPLOADS, uploadUrl('a')]) {
    const preflight = await server.app.inject({
      method: 'OPTIONS',
      url,
      headers: { origin, 'access-control-request-method': 'PATCH' },
    });
    expect(preflight.statusCode).toBe(204);
    expect(preflight.headers['access-control-allow-methods']).toBe('POST, HEAD, PATCH, DELETE');
    expect(preflight.headers['access-control-allow-headers']).toMatch(
      /Tus-Resumable.*Upload-Length.*Upload-Offset/,
    );
  }
  const { headers } = await tus.create(1, { origin });
  expect(headers['access-control-expose-headers']).toMatch(/Location.*Upload-Offset/);
});

test('the address of a new upload is right behind a proxy that adds a prefix, and with a public address', async () => {
  const { headers } = await tus.create(1);
  expect(headers.location).toMatch(/^uploads\/[0-9a-f]{32}$/);
  const behind = new URL(headers.location ?? '', `https://example.com/chat${UPLOADS}`).pathname;
  expect(behind).toBe(`/chat${createdPath(headers.location)}`);
  expect((await tus.ask('DELETE', createdPath(headers.location))).status).toBe(204);

  const named = await startTestServer({ PALAVER_PUBLIC_URL: 'https://example.com/chat' });
  onTestFinished(() => named.close());
  await named.ok('PUT', userUrl('ann'), { body: {} });
  const { headers: absolute } = await tusClient(named, (await signIn(named, 'ann')).token).create(1);
  expect(absolute.location).toMatch(/^https:\/\/example\.com\/chat\/client\/v1\.0\/uploads\/[0-9a-f]{32}$/);
});
