import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { SUPERUSER } from '../../src/storage/embedded/data-folder.ts';
import { readPidFile } from '../../src/storage/embedded/pid-file.ts';
import { MESSAGES, THREADS, USERS, userUrl } from '../harness/api.ts';
import { myFilesUrl } from '../harness/client-api.ts';
import { type RunningPalaver, runPalaver, startPalaver } from '../harness/palaver.ts';
import { textTo } from '../harness/population.ts';
import { copyOf } from '../harness/postgres.ts';
import { createSmallDisk } from '../harness/small-disk.ts';
import { until } from '../harness/until.ts';
import { uploadForm } from '../harness/upload.ts';

const MIB = 2 ** 20;
/** The default size of a WAL segment. */
const SEGMENT_BYTES = 16 * MIB;
/** A failure in the log. (An earlier server gave up at the fifth.) */
const FAILURE = '"attempt":8,';

test('a disk that is full at a new WAL segment: M50300 until there is room, however long that takes', async (context) => {
  const palaver = await startOnSmallDisk();
  if (palaver === undefined) return context.skip('no file system can be mounted here');
  const { disk, dataDir } = palaver;
  const before = await put(palaver, 'before');
  expect(before).toBe('M200');

  disk.fill(SEGMENT_BYTES / 4);
  await fillSegments(dataDir);
  const codes = new Set<string>();
  await expect
    .poll(
      async () => {
        codes.add(await put(palaver, 'meanwhile'));
        return palaver.stderr();
      },
      { timeout: 120_000, interval: 200 },
    )
    .toContain(FAILURE);
  expect([...codes]).toEqual(['M50300']);
  expect((await fetch(`${palaver.url}/health/ready`)).status).toBe(503);

  disk.empty();
  await expect.poll(() => put(palaver, 'after'), { timeout: 60_000 }).toBe('M200');
  expect(palaver.process.exitCode).toBeNull();
  const kept = await fetch(palaver.url + userUrl('before'), { headers: { 'x-api-key': palaver.key() } });
  expect(await kept.json()).toMatchObject({ data: { user_id: 'before' } });
});

test('a guest fills the disk up to the reserve, and people go on chatting; when it is full, readiness says so', async (context) => {
  const palaver = await startOnSmallDisk();
  if (palaver === undefined) return context.skip('no file system can be mounted here');
  const { disk, url } = palaver;
  const call = callsOf(palaver);
  await call('PUT', userUrl('guest'), { display_name: 'Guest', is_guest: true });
  await put(palaver, 'owner');
  const { data: thread } = await call('POST', THREADS, {
    ...{ name: 'g', owner_id: 'owner', member_ids: ['guest'], id_type: 2 },
  });
  const { data: issued } = await call('POST', `${userUrl('guest')}/token`, {});
  // (PostgreSQL would compress other texts.)
  const text = () => randomBytes(5_000).toString('hex');
  const send = () => call('POST', MESSAGES, textTo(thread.thread_id, 'owner', text()));
  const upload = async () => {
    const headers = { authorization: `Bearer ${issued.token}` };
    const body = uploadForm({ content: Buffer.alloc(4 * MIB, 'x') });
    const answer = await fetch(url + myFilesUrl(thread.thread_id), { method: 'POST', headers, body });
    return ((await answer.json()) as { message_code: string }).message_code;
  };

  // (More than there is room for, and fewer than the rate limit of a user.)
  const codes = new Set(await Promise.all(Array.from({ length: 18 }, upload)));
  expect(codes).toEqual(new Set(['M200', 'M50700']));
  const { total, free } = disk.space();
  expect(free).toBeGreaterThan(total * RESERVE - MIB);
  expect((await send()).message_code).toBe('M200');

  // Others write to the disk as well.
  disk.fill(total * RESERVE - MIB);
  expect(await upload()).toBe('M50700');
  for (let count = 0; count < 5; count += 1) expect((await send()).message_code).toBe('M200');
  expect((await call('DELETE', `${THREADS}/${thread.thread_id}/messages/2`)).message_code).toBe('M200');
  expect((await fetch(`${url}/health/ready`)).status).toBe(200);
  const gauges = await gaugesOf(url);
  expect(gauges.palaver_disk_free_bytes).toBeLessThan(gauges.palaver_disk_reserve_bytes ?? 0);
  expect(gauges.palaver_disk_reserve_bytes).toBe(Math.floor(total * RESERVE));
  expect(gauges.palaver_database_full).toBe(0);
  const environment = { DATA_DIR: palaver.dataDir };
  const place = join(disk.path, 'backups');
  const [backup, doctor] = await Promise.all([
    runPalaver(['backup', 'create', '--place', place], environment),
    runPalaver(['doctor'], environment),
  ]);
  expect([backup.code, backup.stderr]).toEqual([
    1,
    expect.stringMatching(/PALAVER_DISK_RESERVE_BYTES.*M50700/),
  ]);
  expect(doctor.stdout).toMatch(/^problem +disk .*uploads are refused$/m);

  disk.fill();
  await until(async () => (await send()).message_code === 'M50700' || undefined);
  const ready = await fetch(`${url}/health/ready`);
  expect([ready.status, await ready.json()]).toMatchObject([
    503,
    { message_code: 'M50300', errors: [{ field: 'database', rule: 'disk_full' }] },
  ]);
  expect((await gaugesOf(url)).palaver_database_full).toBe(1);

  disk.empty();
  expect((await send()).message_code).toBe('M200');
  await until(async () => (await fetch(`${url}/health/ready`)).status === 200 || undefined);
  expect((await gaugesOf(url)).palaver_database_full).toBe(0);
});

/** The part of a disk that is kept by default. */
const RESERVE = 0.05;

/** A server whose data folder is on a disk with 64 MiB for what comes. */
async function startOnSmallDisk() {
  const used = inject('usedFolder');
  const usedKib = Number(execFileSync('du', ['-sk', used], { encoding: 'utf8' }).split('\t', 1)[0]);
  const disk = createSmallDisk(usedKib * 1_024 + 64 * MIB);
  if (disk === undefined) return undefined;
  const dataDir = copyOf(used, join(disk.path, 'data'));
  const palaver = await startPalaver({ PALAVER_LOG_LEVEL: 'error' }, dataDir);
  return { ...palaver, disk };
}

/** Calls by the API key. */
function callsOf({ url, key }: RunningPalaver) {
  return async (method: string, path: string, body?: object) => {
    const headers = { 'x-api-key': key(), 'content-type': 'application/json' };
    const answer = await fetch(url + path, { method, headers, body: body ? JSON.stringify(body) : null });
    // biome-ignore lint/suspicious/noExplicitAny: as in Answer
    return (await answer.json()) as any;
  };
}

async function gaugesOf(url: string): Promise<Record<string, number>> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const found = text.matchAll(/^(palaver_(?:disk|database_full)\w*) (\S+)$/gm);
  return Object.fromEntries(Array.from(found, ([, name = '', value]) => [name, Number(value)]));
}

/** Puts a user; returns the code. */
async function put({ url, key }: RunningPalaver, userId: string): Promise<string> {
  const answer = await fetch(`${url}${USERS}/batch`, {
    method: 'POST',
    headers: { 'x-api-key': key(), 'content-type': 'application/json' },
    body: JSON.stringify({ users: [{ user_id: userId, display_name: 'Somebody' }] }),
  });
  return ((await answer.json()) as { message_code: string }).message_code;
}

/** Makes PostgreSQL start new segments until it cannot, which ends all its sessions. */
async function fillSegments(dataDir: string): Promise<void> {
  const file = await readPidFile(realpathSync(join(dataDir, 'postgres')));
  const password = readFileSync(join(dataDir, 'postgres-password'), 'utf8').trim();
  const client = new pg.Client({
    host: file?.socketDir ?? '',
    port: file?.port ?? 0,
    user: SUPERUSER,
    password,
    database: 'postgres',
  });
  client.on('error', () => {});
  await client.connect();
  const fill = async () => {
    for (;;) {
      await client.query(`select pg_logical_emit_message(true, 'filler', 'a segment is begun')`);
      await client.query('select pg_switch_wal()');
    }
  };
  await expect(fill()).rejects.toThrow(/No space left on device|terminat/);
  await client.end();
}
