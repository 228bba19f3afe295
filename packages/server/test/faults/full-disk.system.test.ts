import { execFileSync } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { SUPERUSER } from '../../src/storage/embedded/data-folder.ts';
import { readPidFile } from '../../src/storage/embedded/pid-file.ts';
import { USERS, userUrl } from '../harness/api.ts';
import { type RunningPalaver, startPalaver } from '../harness/palaver.ts';
import { copyOf } from '../harness/postgres.ts';
import { createSmallDisk } from '../harness/small-disk.ts';

const MIB = 2 ** 20;
/** The default size of a WAL segment. */
const SEGMENT_BYTES = 16 * MIB;
/** A failure in the log. (An earlier server gave up at the fifth.) */
const FAILURE = '"attempt":8,';

test('a disk that is full at a new WAL segment: M50300 until there is room, however long that takes', async (context) => {
  const used = inject('usedFolder');
  const usedKib = Number(execFileSync('du', ['-sk', used], { encoding: 'utf8' }).split('\t', 1)[0]);
  const disk = createSmallDisk(usedKib * 1_024 + 64 * MIB);
  if (disk === undefined) return context.skip('no file system can be mounted here');
  const dataDir = copyOf(used, join(disk.path, 'data'));
  const palaver = await startPalaver({ PALAVER_LOG_LEVEL: 'error' }, dataDir);
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
