/* Uploads on bad days: hostile files, users who take every place, and a store that fails or is slow. */
import { readdirSync, statSync } from 'node:fs';
import type { FileId, UploadedFile } from '@palaver/protocol/files';
import type { AppId, TenantId } from '@palaver/protocol/ids';
import { pino } from 'pino';
import { afterEach, describe, expect, test } from 'vitest';
import { startMediaWorkers } from '../../src/domain/media/media-workers.ts';
import { logRemovals } from '../../src/domain/operations/files/remove-folders.ts';
import { storeUpload } from '../../src/domain/operations/files/store-upload.ts';
import { sweepFiles } from '../../src/domain/operations/files/sweep-files.ts';
import { NO_QUOTAS } from '../../src/domain/records/file-usage.ts';
import { contentKey, fileFolder, thumbnailKey } from '../../src/domain/rules/file-paths.ts';
import { NO_SCANNER } from '../../src/domain/scan/scanner.ts';
import { type Objects, ObjectsUnavailableError } from '../../src/storage/objects/objects.ts';
import {
  animation,
  claimingPng,
  MAX_BYTES,
  picture,
  SECRET,
  store,
  withMetadata,
} from '../domain/media/media-harness.ts';
import { MESSAGES, messageUrl } from '../harness/api.ts';
import { listProcesses } from '../harness/processes.ts';
import { until } from '../harness/until.ts';
import { tryUpload, upload } from '../harness/upload.ts';
import { useServer } from '../harness/use-server.ts';
import { namesIn } from '../storage/objects-conformance.ts';

const server = await useServer();
afterEach(() => {
  expect(readdirSync(`${server.dataDir}/temporary`)).toEqual([]);
});

const sweep = (objects: Objects = server.objects) =>
  sweepFiles(server.db, objects, new AbortController().signal);
const expire = (files: readonly UploadedFile[]) =>
  server.database.sql('update files set expires_at = now() where id = any($1)', [
    files.map(({ file_id }) => file_id),
  ]);

async function bytesOf(key: string): Promise<Buffer> {
  const found = await server.objects.get(key);
  return Buffer.concat((await found?.content.toArray()) ?? []);
}

describe('an upload', () => {
  test.each<[string, string, () => Buffer | Promise<Buffer>]>([
    ['claims 60,000 × 60,000 pixels', 'picture_too_large', () => claimingPng(60_000, 60_000)],
    ['has fewer pixels than it claims', 'picture_unreadable', () => claimingPng(100, 100, 1)],
    ['ends in the middle', 'picture_unreadable', async () => (await withMetadata('jpeg')).subarray(0, 600)],
    ['has a damaged frame', 'picture_unreadable', async () => (await animation('gif')).subarray(0, 60)],
  ])('of a picture that %s is refused: %s', async (_, rule, content) => {
    const { body } = await tryUpload(server, { content: await content() });
    expect(body).toMatchObject({ message_code: 'M40014', errors: [{ field: 'file', rule }] });
  });

  test('of a picture names the limit that it exceeds', async () => {
    for (const [content, message] of [
      [claimingPng(20_001, 1), 'has more than 20000 pixels on a side'],
      [claimingPng(20_000, 6_001), 'has more than 120000000 pixels'],
    ] as const) {
      const { body } = await tryUpload(server, { content });
      expect(body.errors).toEqual([{ field: 'file', rule: 'picture_too_large', message }]);
    }
  });

  test('of a picture that is too large or unreadable is stored as a file, if the client says so', async () => {
    for (const [content, reason] of [
      [claimingPng(20_001, 1), 'picture_too_large'],
      [claimingPng(100, 100, 1), 'picture_unreadable'],
    ] as const) {
      const file = await upload(server, { content, fileName: 'wide.png', fields: { fallback: 'file' } });
      expect(file).toMatchObject({
        ...{ kind: 'file', name: 'wide.png', mime_type: 'image/png', size: content.length },
        ...{ width: null, height: null, source_thumb_url: null, fallback_reason: reason },
      });
      expect((await bytesOf(contentKey(file.file_id))).equals(content)).toBe(true);
    }
    const usual = await upload(server, {
      content: await picture().png().toBuffer(),
      fields: { fallback: 'file' },
    });
    expect(usual).toMatchObject({ kind: 'image', width: 60 });
    expect(usual).not.toHaveProperty('fallback_reason');
    const { body } = await tryUpload(server, { content: claimingPng(1, 1), fields: { fallback: 'video' } });
    expect(body).toMatchObject({ message_code: 'M40003', errors: [{ field: 'fallback' }] });
  });

  test('of a picture that moves says so, also in messages, which believe no client', async () => {
    await server.users(2, 'mover');
    const thread_id = await server.group(['mover1', 'mover2']);
    const say = async (content: Buffer, claim: object) => {
      const { file_id, is_animated } = await upload(server, { content });
      const metadata = [{ type: 'image', file_id, ...claim }];
      const sent = { sender: { user_id: 'mover1' }, target: { thread_id }, body: { text: '', metadata } };
      const { messages } = await server.ok('POST', MESSAGES, {
        body: sent,
        headers: { prefer: 'return=representation' },
      });
      const { body } = await server.ok('GET', messageUrl(thread_id, messages[0].seq));
      return [is_animated, body.metadata[0].is_animated];
    };
    for (const format of ['gif', 'webp'] as const)
      expect(await say(await animation(format), { is_animated: false })).toEqual([true, true]);
    expect(await say(await picture().gif().toBuffer(), { is_animated: true })).toEqual([
      undefined,
      undefined,
    ]);
  });

  test('of a picture loses its metadata, and what follows its end', async () => {
    const content = Buffer.concat([await withMetadata('jpeg', 6), Buffer.from('PK\x03\x04 an archive')]);
    const file = await upload(server, { content });
    expect(file).toMatchObject({ kind: 'image', mime_type: 'image/jpeg', width: 40, height: 60 });
    const stored = await bytesOf(contentKey(file.file_id));
    expect(stored).toHaveLength(file.size);
    for (const hidden of [SECRET, 'an archive']) expect(stored.includes(hidden)).toBe(false);
    expect((await bytesOf(thumbnailKey(file.file_id))).subarray(8, 12).toString()).toBe('WEBP');
  });

  test.each(['<svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>', '<html><script>x()</script>'])(
    'of a page that runs scripts (%s) is only a file',
    async (content) => {
      const file = await upload(server, { content, fileName: 'a.svg' });
      expect(file).toMatchObject({ kind: 'file', source_thumb_url: null });
      expect(file.mime_type).not.toMatch(/svg|html/);
    },
  );

  test.runIf(process.platform !== 'win32')(
    'does not wait for all uploads of another user',
    { tags: 'thorough' },
    async () => {
      const users = await server.users(2);
      const thread = await server.group(users);
      const [many = '', one = ''] = await Promise.all(users.map((user) => server.token(user)));
      // To examine it takes longer than to store it.
      const content = claimingPng(5_000, 2_500, 2_500);
      const ended: string[] = [];
      const send = async (token: string) => {
        await upload(server, { content }, { token, threadId: thread });
        ended.push(token);
      };
      const uploads = Array.from({ length: 8 }, () => send(many));
      const pid = await until(async () => workers()[0]);
      // Nothing is examined until all of them wait.
      process.kill(pid, 'SIGSTOP');
      const folder = `${server.dataDir}/temporary`;
      const arrived = (count: number) =>
        until(async () => {
          const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
          const sizes = names.map((name) => statSync(`${folder}/${name}`, { throwIfNoEntry: false })?.size);
          return sizes.filter((size) => size === content.length).length >= count || undefined;
        });
      await arrived(8);
      uploads.push(send(one));
      await arrived(9);
      process.kill(pid, 'SIGCONT');
      await Promise.all(uploads);
      expect(ended.indexOf(one)).toBeLessThan(5);
    },
  );

  const workers = () =>
    listProcesses()
      .filter(({ parent, command }) => parent === process.pid && command.includes('media/worker.ts'))
      .map(({ pid }) => pid);

  test('that takes so long that the sweep removes its row leaves no bytes', async () => {
    let folder = '';
    const slow: Objects = {
      ...server.objects,
      async put(key, content) {
        folder = key.slice(0, key.lastIndexOf('/'));
        await server.database.sql('update files set expires_at = now() where id = $1', [
          folder.split('/').at(-1),
        ]);
        await sweep();
        await server.objects.put(key, content);
      },
    };
    await expect(storeIn(slow)).rejects.toMatchObject({ code: 'M50300' });
    expect(folder).not.toBe('');
    expect(await namesIn(server.objects, folder)).toEqual([]);
  });

  test.each<[string, Error, number]>([
    ['does not answer in time', new ObjectsUnavailableError('no response'), 120],
    ['has no room', new Error('ENOSPC'), 0],
  ])('to a store that %s leaves nothing behind (%s, %i s)', async (_, failure, seconds) => {
    let storeLate = async () => {};
    let folder = '';
    const failing: Objects = {
      ...server.objects,
      async put(key) {
        folder = key.slice(0, key.lastIndexOf('/'));
        storeLate = () => server.objects.put(key, Buffer.from('text'));
        throw failure;
      },
    };
    await expect(storeIn(failing)).rejects.toThrow(failure.message);
    const id = folder.split('/').at(-1);
    const rows = () =>
      server.database.sql<{ late: boolean }>(
        `select expires_at > now() + make_interval(secs => $2 - 60) as late, state from files where id = $1`,
        [id, seconds],
      );
    expect(await rows()).toEqual([{ late: true, state: 'removing' }]);
    await sweep();
    expect(await rows()).toHaveLength(seconds === 0 ? 0 : 1);
    if (seconds === 0) return;
    // The store now does the late write; then the time is over.
    await storeLate();
    expect(await namesIn(server.objects, folder)).toEqual(['content']);
    await server.database.sql('update files set expires_at = now() where id = $1', [id]);
    await sweep();
    expect([await rows(), await namesIn(server.objects, folder)]).toEqual([[], []]);
  });

  /** An upload of a text by the back end. */
  async function storeIn(objects: Objects): Promise<void> {
    const media = startMediaWorkers({ maxBytes: MAX_BYTES });
    const ctx = { db: server.db, space: { appId: 'test' as AppId, tenantId: '' as TenantId } };
    const fileLimits = { quotas: NO_QUOTAS, unnamedMs: 1_000 };
    const { room } = server.temporary;
    const services = { objects, media, scanner: NO_SCANNER, fileLimits, room, baseUrl: '' };
    const left = new AbortController().signal;
    const received = { path: store('text'), size: 4, name: 'a.txt', posterPath: undefined, left };
    await storeUpload(ctx, services, received, undefined);
  }
});

describe('the sweep', () => {
  test('logs when bytes cannot be removed, and when they can again, and nothing in between', async () => {
    const files = [await upload(server), await upload(server)];
    const lines: string[] = [];
    const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line).msg) });
    const note = logRemovals(log);
    const { signal } = new AbortController();
    const away: Objects = { ...server.objects, removeAll: () => Promise.reject(new Error('away')) };
    for (const objects of [away, away, server.objects, server.objects]) {
      await expire(files);
      await sweepFiles(server.db, objects, signal, note);
    }
    expect(lines).toEqual([
      'the bytes of deleted files cannot be removed; Palaver keeps trying',
      'the bytes of deleted files can be removed again',
    ]);
  });

  test('removes the other files if the bytes of one cannot be removed', async () => {
    const files: UploadedFile[] = [];
    for (let count = 0; count < 3; count += 1) files.push(await upload(server));
    const [bad, ...others] = files.map(({ file_id }) => file_id) as [FileId, ...FileId[]];
    const broken: Objects = {
      ...server.objects,
      removeAll: (folder) =>
        folder === fileFolder(bad)
          ? Promise.reject(new Error('cannot be removed'))
          : server.objects.removeAll(folder),
    };
    const left = async () =>
      (
        await server.database.sql<{ id: string }>('select id from files where id = any($1)', [
          [bad, ...others],
        ])
      ).map(({ id }) => id);
    await expire(files);
    await expect(sweep(broken)).rejects.toThrow('cannot be removed');
    expect(await left()).toEqual([bad]);
    // It waits, so that it does not come first again.
    await expect(sweep(broken)).resolves.toBeUndefined();
    await expire(files);
    await sweep();
    expect(await left()).toEqual([]);
    expect(await namesIn(server.objects, fileFolder(bad))).toEqual([]);
  });

  test('on several nodes counts each file once', async () => {
    const tenant = 'swept';
    const content = await picture().png().toBuffer();
    const files = await Promise.all(
      Array.from({ length: 30 }, () => upload(server, { content }, { tenant })),
    );
    await expire(files);
    await Promise.all([sweep(), sweep(), sweep()]);
    expect(await server.ok('GET', '/file/v1.0/usage', { tenant })).toMatchObject({ files: 0, bytes: 0 });
    for (const { file_id } of files) expect(await namesIn(server.objects, fileFolder(file_id))).toEqual([]);
  });
});
