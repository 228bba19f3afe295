// @module-tag database
import { existsSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeOrphans } from '../../src/domain/operations/stickers/remove-files.ts';
import { storePack } from '../../src/domain/operations/stickers/store-pack.ts';
import type { RunningJobs } from '../../src/jobs/job-queue.ts';
import { expectRefused, MESSAGES, PACKS, packUrl } from '../harness/api.ts';
import type { CallOptions } from '../harness/calls.ts';
import { inParallel } from '../harness/in-parallel.ts';
import { textTo } from '../harness/population.ts';
import { LOTTIE, packForm, png, zipOf } from '../harness/sticker-pack.ts';
import { startTestServer } from '../harness/test-server.ts';
import { until } from '../harness/until.ts';
import { useServer } from '../harness/use-server.ts';
import { namesIn } from '../storage/objects-conformance.ts';

/** Interface §7 and §8. Bad input is in bad-input-uploads.test.ts. */

const server = await useServer();
let jobs: RunningJobs;
beforeAll(async () => {
  jobs = await server.runJobs();
});
afterAll(async () => {
  await jobs.stop();
});

const upload = (name: string, options: CallOptions = {}, stickers?: Buffer) =>
  server.ok('POST', PACKS, { ...options, body: packForm({ name, ...(stickers && { stickers }) }) });

/** Waits until a pack is uploaded. */
async function uploaded(id: string, options: CallOptions = {}) {
  return until(async () => {
    const pack = await server.ok('GET', packUrl(id), options);
    return pack.status === 'uploaded' ? pack : undefined;
  });
}

test('a pack is first uploading, then uploaded, and its files are served unchanged', async () => {
  const files = {
    'set/Sun.PNG': png(),
    'wave.json': LOTTIE,
    '__MACOSX/._Sun.PNG': 'x',
    '.DS_Store': 'x',
    'set/': '',
  };
  const created = await upload('Weather', {}, zipOf(files));
  expect(created).toEqual({ id: expect.stringMatching(/^[1-9]\d*$/), name: 'Weather', status: 'uploading' });
  const pack = await uploaded(created.id, { headers: { host: 'chat.example.com' } });
  const address = /^http:\/\/chat\.example\.com\/sticker\/v1\.0\/file\/[0-9a-f-]{36}\//;
  expect(pack).toEqual({
    id: created.id,
    name: 'Weather',
    status: 'uploaded',
    is_global: true,
    sticker_count: 2,
    icon_url: expect.stringMatching(address),
    created_at: expect.any(Number),
    stickers: [
      {
        id: expect.any(String),
        name: 'Sun.PNG',
        kind: 'png',
        size: png().length,
        url: expect.stringMatching(address),
      },
      {
        id: expect.any(String),
        name: 'wave.json',
        kind: 'json',
        size: 25,
        url: expect.stringMatching(address),
      },
    ],
  });
  const served = await Promise.all(
    [pack.icon_url, ...pack.stickers.map(({ url }: { url: string }) => url)].map((url) =>
      server.app.inject({ url: new URL(url).pathname }),
    ),
  );
  expect(served.map(({ rawPayload }) => rawPayload)).toEqual([png(), png(), Buffer.from(LOTTIE)]);
  expect(served.map(({ headers }) => headers['content-type'])).toEqual([
    'image/png',
    'image/png',
    'application/json',
  ]);
  for (const { headers } of served) {
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'access-control-allow-origin': '*',
      'content-security-policy': "default-src 'none'; sandbox",
    });
  }
});

test('real-world images and animations are served byte for byte', async () => {
  const folder = join(import.meta.dirname, '../fixtures/stickers');
  const names = ['python.png', 'python.gif', 'python.webp', 'lottie-web.json'];
  const files = Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name))]));
  const [icon] = Object.values(files);
  const { id } = await server.ok('POST', PACKS, {
    body: packForm({ icon: icon ?? null, stickers: zipOf(files) }),
  });
  const { stickers } = await uploaded(id);
  expect(stickers.map(({ kind }: { kind: string }) => kind)).toEqual(['png', 'gif', 'webp', 'json']);
  for (const { name, url } of stickers) {
    const served = await server.app.inject({ url: new URL(url).pathname });
    expect(served.rawPayload.equals(files[name] ?? Buffer.alloc(0)), name).toBe(true);
  }
});

describe('visibility of packs', () => {
  test('every tenant sees the global packs and its own; another application sees none of them', async () => {
    await server.database.sql(`insert into applications (id, name) values ('other', 'Other')`);
    const other = { key: await server.createKey({ appId: 'other' }) };
    const [{ id: global }, { id: mine }, { id: theirs }] = await Promise.all([
      upload('global'),
      upload('mine', { tenant: 'mine' }),
      upload('theirs', { tenant: 'theirs' }),
    ]);
    await Promise.all([
      uploaded(global),
      uploaded(mine, { tenant: 'mine' }),
      uploaded(theirs, { tenant: 'theirs' }),
    ]);
    const seen = async (query: string, options: CallOptions) => {
      const packs: { id: string }[] = await server.ok('GET', `${PACKS}${query}`, options);
      return packs.map(({ id }) => id).filter((id) => [global, mine, theirs].includes(id));
    };
    expect(await seen('', {})).toEqual([global]);
    expect(await seen('?include_global=true', {})).toEqual([global]);
    expect(await seen('', { tenant: 'mine' })).toEqual([mine]);
    expect(await seen('?include_global=false', { tenant: 'mine' })).toEqual([mine]);
    expect(await seen('?include_global=true', { tenant: 'mine' })).toEqual(
      [global, mine].toSorted((a, b) => Number(a) - Number(b)),
    );
    expect(await seen('?include_global=true', { tenant: 'new' })).toEqual([global]);
    expect(await seen('?include_global=true', other)).toEqual([]);
    expect((await server.ok('GET', packUrl(global), { tenant: 'mine' })).is_global).toBe(true);
    await expectRefused(server, ['GET', packUrl(mine), {}], 'M40404');
    // A pack is managed in the space that created it.
    await expectRefused(server, ['DELETE', packUrl(global), { tenant: 'mine' }], 'M40404');
  });

  test('the list is ascending and can be paged', async () => {
    const tenant = 'pages';
    const ids: string[] = [];
    for (const name of ['a', 'b', 'c', 'd', 'e']) ids.push((await upload(name, { tenant })).id);
    const page = async (query: string) =>
      (await server.ok('GET', `${PACKS}${query}`, { tenant })).map(({ id }: { id: string }) => id);
    expect(await page('')).toEqual(ids);
    expect(await page('?limit=2')).toEqual(ids.slice(0, 2));
    expect(await page(`?limit=2&last_id=${ids[1]}`)).toEqual(ids.slice(2, 4));
    expect(await page(`?last_id=${ids[3]}`)).toEqual(ids.slice(4));
  });
});

test('a deleted pack is gone, with its files', async () => {
  const { id } = await upload('Short-lived');
  const { icon_url, stickers } = await uploaded(id);
  const paths = [icon_url, stickers[0].url].map((url: string) => new URL(url).pathname);
  await server.ok('DELETE', packUrl(id));
  await expectRefused(server, ['GET', packUrl(id)], 'M40404');
  await expectRefused(server, ['DELETE', packUrl(id)], 'M40404');
  await until(async () => {
    const answers = await Promise.all(paths.map((url) => server.app.inject({ url })));
    return answers.every(({ statusCode }) => statusCode === 404) || undefined;
  });
});

test.each([
  '../../api-key',
  '..%2f..%2fapi-key',
  'icon.svg',
  '0.png',
  '1.html',
  'archive.zip',
  '1.png%00',
  '.hidden',
])('no file is served for %s', async (file) => {
  const { id } = await upload('Files');
  const { icon_url } = await uploaded(id);
  const folder = new URL(icon_url).pathname.replace('/icon.png', '');
  const { statusCode, body } = await server.app.inject({ url: `${folder}/${file}` });
  expect([400, 404]).toContain(statusCode);
  expect(JSON.parse(body).message_code).toMatch(/^M40[04]0/);
});

test('8 uploads at once are 8 packs', async () => {
  const created = await inParallel(8, (index) => upload(`at once ${index}`, { tenant: 'crowd' }));
  const packs = await Promise.all(created.map(({ id }) => uploaded(id, { tenant: 'crowd' })));
  expect(new Set(packs.map(({ id }) => id)).size).toBe(8);
  expect(packs.every(({ sticker_count }) => sticker_count === 2)).toBe(true);
});

test('URLs start with PALAVER_PUBLIC_URL when it is set', async () => {
  const elsewhere = await startTestServer({ PALAVER_PUBLIC_URL: 'https://files.example.com/chat/' });
  const { id } = await elsewhere.ok('POST', PACKS, { body: packForm() });
  const { icon_url } = await elsewhere.ok('GET', packUrl(id));
  expect(icon_url).toMatch(/^https:\/\/files\.example\.com\/chat\/sticker\/v1\.0\/file\//);
  await elsewhere.close();
});

describe('after a crash', () => {
  const longAgo = new Date(Date.now() - 4 * 60 * 60 * 1000);
  const filesOf = (folder: string) => namesIn(server.objects, `sticker-packs/${folder}`);
  const folderOf = (iconUrl: string) => iconUrl.split('/').at(-2) ?? '';

  test('the job that stores a pack runs again, wherever it was killed', async () => {
    const { id } = await upload('Again');
    const { icon_url, stickers } = await uploaded(id);
    const folder = folderOf(icon_url);
    await until(async () => ((await filesOf(folder)).length === 3 ? true : undefined));
    const again = () => storePack(server.db, server.objects, server.temporary, id);
    // Uploaded, and the archive not yet removed.
    await server.objects.put(
      `sticker-packs/${folder}/archive.zip`,
      zipOf({ 'sun.png': png(), 'wave.json': LOTTIE }),
    );
    await again();
    expect(await filesOf(folder)).toEqual(['1.png', '2.json', 'icon.png']);
    // Some files stored, and the pack not yet uploaded.
    await server.objects.put(
      `sticker-packs/${folder}/archive.zip`,
      zipOf({ 'sun.png': png(), 'wave.json': LOTTIE }),
    );
    await server.objects.remove(`sticker-packs/${folder}/2.json`);
    await server.database.sql(`update sticker_packs set status = 'uploading' where id = $1`, [id]);
    await again();
    expect((await uploaded(id)).stickers).toEqual(stickers);
    expect(await filesOf(folder)).toEqual(['1.png', '2.json', 'icon.png']);
    // A pack whose files are lost does not become uploaded.
    await server.database.sql(`update sticker_packs set status = 'uploading' where id = $1`, [id]);
    await expect(again()).rejects.toThrow('the archive has disappeared');
    expect((await server.ok('GET', packUrl(id))).status).toBe('uploading');
  });

  test('orphaned files are swept, but not those of packs and uploads in progress', async () => {
    const { id } = await upload('Kept');
    const kept = folderOf((await uploaded(id)).icon_url);
    const [lost, fresh] = ['11111111-aaaa', '22222222-bbbb'];
    for (const folder of [lost, fresh]) await server.objects.put(`sticker-packs/${folder}/icon.png`, png());
    for (const folder of [kept, lost])
      utimesSync(join(server.dataDir, 'objects/sticker-packs', folder), longAgo, longAgo);
    await removeOrphans(server.db, server.objects);
    expect(await filesOf(lost)).toEqual([]);
    expect(await filesOf(fresh)).toEqual(['icon.png']);
    expect(await filesOf(kept)).toContain('icon.png');
  });

  test('temporary files of a killed upload are swept', async () => {
    const [old, young] = [await server.temporary.folder(), await server.temporary.folder()];
    utimesSync(old.path, longAgo, longAgo);
    await server.temporary.sweep();
    expect([existsSync(old.path), existsSync(young.path)]).toEqual([false, true]);
    await young[Symbol.asyncDispose]();
  });
});

describe('a message with a sticker', () => {
  const stickerTo = (threadId: string, userId: string, pack_id: string, sticker_id: string) => ({
    ...textTo(threadId, userId),
    body: { metadata: [{ type: 'sticker', pack_id, sticker_id }] },
  });

  test("may use any uploaded pack, its tenant's own or a global one", async () => {
    const tenant = 'senders';
    const users = await server.users(2, 'sender', { tenant });
    const threadId = await server.group(users, { tenant });
    for (const options of [{}, { tenant }]) {
      const { id } = await upload('To send', options);
      const { stickers } = await uploaded(id, options);
      const body = stickerTo(threadId, 'sender1', id, stickers[0].id);
      await server.ok('POST', MESSAGES, { tenant, body });
      await server.ok('POST', MESSAGES, { tenant, body: { ...body, target: { user_ids: ['sender2'] } } });
    }
    const rows = await server.database.sql(`select from messages where kind = 'sticker'`);
    expect(rows).toHaveLength(4);
  });

  test('is M40404 for an uploading pack or an unknown sticker, beside other missing ids', async () => {
    const [owner = ''] = await server.users(1, 'waiting');
    const threadId = await server.group([owner]);
    const { id } = await upload('Used');
    const { stickers } = await uploaded(id);
    const sticker = stickers[0].id;
    const field = 'body.metadata[0].sticker_id';
    const refused = (body: unknown, code: 'M40404' | 'M40401', fields: string[]) =>
      expectRefused(server, ['POST', MESSAGES, { body }], code, fields);
    await refused(stickerTo(threadId, owner, id, '987654321'), 'M40404', [field]);
    await refused(stickerTo(threadId, owner, '987654321', sticker), 'M40404', [field]);
    await refused(stickerTo('987654321', 'nobody', '987654321', sticker), 'M40401', [
      'target.thread_id',
      'sender.user_id',
      field,
    ]);
    await server.database.sql(`update sticker_packs set status = 'uploading' where id = $1`, [id]);
    await refused(stickerTo(threadId, owner, id, sticker), 'M40404', [field]);
  });

  test('can be repeated after its pack is deleted', async () => {
    const [owner = ''] = await server.users(1, 'repeating');
    const threadId = await server.group([owner]);
    const { id } = await upload('Gone soon');
    const { stickers } = await uploaded(id);
    const body = stickerTo(threadId, owner, id, stickers[0].id);
    const headers = { 'idempotency-key': 'sticker' };
    await server.ok('POST', MESSAGES, { body, headers });
    await server.ok('DELETE', packUrl(id));
    const repeat = await server.call('POST', MESSAGES, { body, headers });
    expect(repeat.headers['idempotent-replayed']).toBe('true');
  });
});
