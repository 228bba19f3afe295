import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AppId } from '@palaver/protocol/ids';
import { beforeAll, expect, test } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import { createDemo, DEMO_APP, removeDemo } from '../../src/demo/demo.ts';
import { createApp } from '../../src/domain/records/apps.ts';
import { recount } from '../harness/recount.ts';
import { until } from '../harness/until.ts';
import { useServer } from '../harness/use-server.ts';

const server = await useServer({ PALAVER_PLAYGROUND: '1' });
const { db, objects, dataDir } = server;
const { config } = loadConfig({ DATA_DIR: dataDir });
let url = '';
beforeAll(async () => {
  url = await server.app.listen({ host: '127.0.0.1', port: 0 });
  const jobs = await server.runJobs();
  const stopIndexer = server.runIndexer();
  return async () => {
    await stopIndexer();
    await jobs.stop();
  };
});

const keyFile = join(dataDir, 'demo-key');
const parts = { db, objects, config };
const make = (isOwner = false) => createDemo({ ...parts, url, signal: AbortSignal.timeout(60_000), isOwner });

/** A digest of each table: that of all its rows, whatever their order. (Sequences and numbers of transactions go on.) */
async function tables(): Promise<Record<string, string>> {
  const names = await db.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema in ('public', 'graphile_worker')
       and table_name not in ('leases', 'api_keys', 'search_state') order by 1`,
  );
  const found: Record<string, string> = {};
  for (const { name } of names) {
    const rows = await db.query<{ row: string }>(`select t::text as row from ${name} t order by 1`);
    found[name] = `${rows.length} ${createHash('sha256')
      .update(rows.map(({ row }) => row).join('\n'))
      .digest('hex')
      .slice(0, 8)}`;
  }
  return found;
}

const files = () =>
  globSync('{objects,temporary}/**/*', { cwd: dataDir, withFileTypes: true }).filter((one) => one.isFile());
const idle = async () => {
  await server.indexed();
  await until(
    async () => (await db.query('select from graphile_worker._private_jobs')).length === 0 || undefined,
  );
};

test('the demo is made by the API, once, and removed without a trace', async () => {
  const [owner = '', member = ''] = await server.users(2, 'real');
  await server.ok('POST', '/open-api/v1.0/chat/threads', {
    body: { name: 'For real', owner_id: owner, member_ids: [member], id_type: 2 },
  });
  await idle();
  const [before, filesBefore] = [await tables(), files()];

  expect(await make()).toBe('made');
  const headers = { 'x-api-key': readFileSync(keyFile, 'utf8').trim() };
  // biome-ignore lint/suspicious/noExplicitAny: the shape is that of the endpoint
  const get = async (path: string): Promise<any> => {
    const response = await fetch(`${url}${path}`, { headers });
    return ((await response.json()) as { data: unknown }).data;
  };
  const threads = await get('/open-api/v1.0/chat/threads?last_thread_id=0&limit=100');
  expect(threads.map(({ name }: { name: string }) => name)).toEqual(
    expect.arrayContaining(['Harbour Street opening', 'Roastery', 'Everyone']),
  );
  const users = await get('/user/v1.0/users?limit=100');
  expect(users.filter(({ avatar_url }: { avatar_url: string }) => avatar_url !== '').length).toBe(6);
  const mine = await get('/user/v1.0/user/mia/threads?limit=50');
  expect(mine[0].name).toBe('Harbour Street opening');
  expect(mine.map(({ unread_count }: { unread_count: number }) => unread_count).slice(0, 2)).toEqual([2, 2]);
  const messages = await get(`/open-api/v1.0/chat/threads/${mine[0].id}/messages?limit=50`);
  const kinds = new Set(messages.map(({ kind }: { kind: string }) => kind));
  expect(kinds).toEqual(new Set(['audio', 'image', 'sticker', 'text']));
  expect(await recount(server.database)).toEqual([]);

  const made = await tables();
  expect(await make()).toBe('there already');
  expect(await tables()).toEqual(made);

  await idle();
  expect(await removeDemo(parts)).toBe(true);
  await idle();
  expect(await tables()).toEqual(before);
  expect(files()).toEqual(filesBefore);
  expect(existsSync(keyFile)).toBe(false);
  expect(await removeDemo(parts)).toBe(false);
});

test('a demo that is half made is made anew, but not while another process makes it', async () => {
  expect(await make()).toBe('made');
  const key = readFileSync(keyFile, 'utf8');
  rmSync(keyFile);
  writeFileSync(`${keyFile}.new`, key);
  await expect(make()).rejects.toThrow('the demo is being made');
  expect(await make(true)).toBe('made');
  expect(readFileSync(keyFile, 'utf8')).not.toBe(key);
  expect(existsSync(`${keyFile}.new`)).toBe(false);
  const ended = createDemo({ ...parts, url, signal: AbortSignal.abort(), isOwner: true });
  expect(await ended).toBe('there already');
  await removeDemo(parts);
  const stopped = createDemo({ ...parts, url, signal: AbortSignal.abort(), isOwner: true });
  await expect(stopped).rejects.toThrow('aborted');
  expect(existsSync(`${keyFile}.new`)).toBe(false);
  expect(await make()).toBe('made');
  await removeDemo(parts);
});

test('an application of somebody else with this id stays', async () => {
  await createApp(db, { id: DEMO_APP, name: 'Tours of the city' });
  const refusal = 'the application tour is not the demo ("Tours of the city")';
  await expect(make(true)).rejects.toThrow(refusal);
  await expect(removeDemo(parts)).rejects.toThrow(refusal);
  const apps = await db.query<{ id: AppId }>('select id from applications order by id');
  expect(apps.map(({ id }) => id)).toEqual(['test', DEMO_APP]);
});
