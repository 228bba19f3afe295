import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { FileId } from '@palaver/protocol/files';
import { expect, test } from 'vitest';
import { contentKey } from '../../src/domain/rules/file-paths.ts';
import {
  BackEnd,
  backup,
  copySecretsKey,
  listBackups,
  namesIn,
  type Site,
  stop,
  untilQuiet,
} from '../backup/installations.ts';
import {
  newDataDir,
  type RunningPalaver,
  runPalaver,
  startPalaver,
  usedDataDir,
} from '../harness/palaver.ts';
import { until } from '../harness/until.ts';
import { protectedBy, untilBase, untilStored } from './installations.ts';

async function startSite(settings: Record<string, string> = {}): Promise<Site> {
  const [dataDir, place] = [usedDataDir(), newDataDir()];
  const server = await startPalaver({ ...protectedBy(place), ...settings }, dataDir);
  const backEnd = new BackEnd(server.url, server.key());
  const thread = await backEnd.newThread('recovered', ['ann', 'ben']);
  return { server, dataDir, place, backEnd, thread };
}

const textsOf = async (server: RunningPalaver, thread: string, key: string): Promise<string[]> => {
  const response = await fetch(`${server.url}/open-api/v1.0/chat/threads/${thread}/messages?limit=100`, {
    headers: { 'x-api-key': key },
  });
  const { data } = (await response.json()) as { data: { body: { text: string } }[] };
  return data.map(({ body }) => body.text).toSorted();
};

test('a lost machine is restored to its last changes, or to a time before', async () => {
  const { server, dataDir, place, backEnd, thread } = await startSite();
  const file = await backEnd.upload(randomBytes(5_000));
  await backEnd.sendFile(thread, file);
  await untilBase(dataDir, place);
  const doomed = await backEnd.upload(randomBytes(5_000));
  const withDoomed = await backEnd.sendFile(thread, doomed);
  await backEnd.sendText(thread, 'early');
  const early = await untilStored(dataDir, place);
  await backEnd.deleteMessage(withDoomed);
  const doomedBytes = join(dataDir, 'objects', contentKey(doomed.id as FileId));
  await until(async () => !existsSync(doomedBytes) || undefined);
  await backEnd.sendText(thread, 'late');
  await untilStored(dataDir, place);
  const key = server.key();
  server.process.kill('SIGKILL');
  await untilQuiet(dataDir);
  const [newest, earlier] = [copySecretsKey(dataDir), copySecretsKey(dataDir)];
  rmSync(dataDir, { recursive: true });

  const latest = await backup(['restore', '--at', 'latest', '--json'], newest, place);
  expect(latest).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(latest.stdout)).toMatchObject({ gone_files: [], differences: [] });
  // The restored installation is protected in the same place.
  const restored = await startPalaver(protectedBy(place), newest);
  expect(await textsOf(restored, thread, key)).toContain('late');
  const successor = new BackEnd(restored.url, key);
  expect(await successor.download(file.path)).toBe(file.sha256);
  const complete = async () => (await listBackups(newest, place)).filter(({ state }) => state === 'complete');
  await until(async () => (await complete()).length === 2 || undefined, 60);
  await successor.sendText(thread, 'after the loss');
  // A stop stores everything.
  await stop(restored);
  const second = copySecretsKey(newest);
  expect(await backup(['restore', '--at', 'latest'], second, place)).toMatchObject({ code: 0, stderr: '' });
  const again = await startPalaver({}, second);
  expect(await textsOf(again, thread, key)).toEqual(expect.arrayContaining(['late', 'after the loss']));
  await stop(again);

  // Another server was lost before its first base backup was complete.
  const third = copySecretsKey(second);
  const [archive = ''] = namesIn(join(place, 'wal'));
  cpSync(join(place, 'wal', archive), join(place, 'wal', '0123456789abcdef'), { recursive: true });
  const warned = await backup(['restore', '--at', 'latest'], third, place);
  expect(warned).toMatchObject({ code: 0, stderr: expect.stringContaining('without a base backup') });

  const before = await backup(['restore', '--at', early, '--json'], earlier, place);
  expect(before).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(before.stdout)).toMatchObject({ gone_files: [doomed.id], differences: [] });
  const set = await startPalaver({}, earlier);
  const texts = await textsOf(set, thread, key);
  expect(texts).toContain('early');
  expect(texts).not.toContain('late');
  expect(await new BackEnd(set.url, key).download(doomed.path)).toBe('status 404');
});

test.concurrent.each([
  ['yesterday', 'RFC 3339'],
  ['2026-11-27', 'RFC 3339'],
  ['2026-11-27T09:30:00', 'RFC 3339'],
  ['2026-02-30T25:00:00Z', 'RFC 3339'],
  ['2026-11-27T09:30:00.1234Z', 'RFC 3339'],
  [`2026-11-27T09:30:00Z'; drop`, 'RFC 3339'],
  ['', 'RFC 3339'],
  ['2999-01-01T00:00:00Z', 'in the past'],
  ['2020-01-01T00:00:00+01:00', 'There is no base backup in this place'],
  ['latest', 'There is no base backup in this place'],
])('--at %s: is refused, and creates nothing', async (at, reason) => {
  const dataDir = newDataDir();
  const refused = await backup(['restore', '--at', at], dataDir, newDataDir());
  expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(reason) });
  expect(namesIn(dataDir)).toEqual([]);
});

test('a restore to a time needs a folder without a database, and no DATABASE_URL, and a base backup that is there', async () => {
  const [used, bare, place] = [usedDataDir(), newDataDir(), newDataDir()];
  const restoring = (dataDir: string, ...args: string[]) => backup(['restore', ...args], dataDir, place);
  expect((await restoring(used, '--at', 'latest')).stderr).toContain('already has a database');
  expect((await restoring(bare, 'some-id', '--at', 'latest')).stderr).toContain(
    'There is no base backup "some-id"',
  );
  const settings = { DATA_DIR: bare, PALAVER_BACKUP_TO: place, DATABASE_URL: 'postgres://127.0.0.1:1/none' };
  const elsewhere = await runPalaver(['backup', 'restore', '--at', 'latest'], settings);
  expect(elsewhere.stderr).toContain('DATABASE_URL is set');
});

test.each([
  [{ PALAVER_BACKUP_TO: '' }, 'PALAVER_RECOVERY_DAYS needs PALAVER_BACKUP_TO'],
  [{ DATABASE_URL: 'postgres://127.0.0.1:1/none' }, 'PALAVER_RECOVERY_DAYS is for the embedded database'],
  [{ PALAVER_RECOVERY_DAYS: '366' }, 'PALAVER_RECOVERY_DAYS must be'],
  [{ PALAVER_RECOVERY_DAYS: '-1' }, 'PALAVER_RECOVERY_DAYS must be'],
])('a server with %j does not start', async (settings, reason) => {
  const given = { ...protectedBy(newDataDir()), DATA_DIR: newDataDir(), PORT: '0', ...settings };
  const { code, stderr } = await runPalaver(['start'], given);
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(reason) });
});
