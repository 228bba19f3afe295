import { existsSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BackEnd, inDatabase, namesIn, stop } from '../backup/installations.ts';
import { newDataDir, runPalaver, startPalaver, usedDataDir } from '../harness/palaver.ts';
import { until } from '../harness/until.ts';
import { clusterOf, isMissing, majorIn, oldDataDir } from './old-postgres.ts';

const timeout = 180_000;

const upgrade = (dataDir: string, ...args: string[]) =>
  runPalaver(['upgrade', ...args], { DATA_DIR: dataDir });
const verify = (dataDir: string) => runPalaver(['verify'], { DATA_DIR: dataDir });

describe.skipIf(isMissing)('another major version of PostgreSQL (needs an earlier one)', () => {
  test('an upgrade is rehearsed beside a server, made without one, and keeps everything', {
    timeout,
  }, async () => {
    const dataDir = await oldDataDir();
    const old = { major: majorIn(dataDir), cluster: clusterOf(dataDir) };
    const server = await startPalaver({}, dataDir);
    const backEnd = new BackEnd(server.url, server.key());
    const thread = await backEnd.newThread('friends', ['ann', 'ben']);
    for (const text of ['one', 'two', 'three']) await backEnd.sendText(thread, text);
    const file = await backEnd.upload(Buffer.from('content'));
    await backEnd.sendFile(thread, file);

    const rehearsed = await upgrade(dataDir, '--rehearse');
    expect(rehearsed).toMatchObject({ code: 0, stderr: '' });
    expect(rehearsed.stdout).toMatch(
      new RegExp(
        `^Copied [\\d.]+ MB from PostgreSQL ${old.major}\\.\\d+ to 18\\.\\d+: \\d+\\.\\d s\nNo migrations are due\\.\n` +
          'Verified: \\d+\\.\\d s\nLooked at: threads 1, messages 4, log entries \\d+\\.\nEverything adds up\\.\n' +
          'That was a copy, which was removed\\. Nothing was changed\\.\n$',
      ),
    );
    expect(await upgrade(dataDir)).toEqual({
      code: 1,
      stdout: '',
      stderr: `palaver: The data folder ${dataDir} is in use by palaver start (pid ${server.process.pid}). Stop that first, or choose another folder.\n`,
    });
    const { stdout: findings } = await runPalaver(['doctor'], { DATA_DIR: dataDir });
    expect(findings).toContain(`PostgreSQL ${old.major} made it, and this version of Palaver brings 18`);
    await backEnd.sendText(thread, 'four');
    await stop(server);
    expect({ major: majorIn(dataDir), cluster: clusterOf(dataDir) }).toEqual(old);

    const before = await verify(dataDir);
    const done = await upgrade(dataDir, '--json');
    expect(done).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(done.stdout)).toMatchObject({
      postgres: { from: expect.stringMatching(`^${old.major}\\.`), to: expect.stringMatching(/^18\./) },
      bytes: expect.any(Number),
      copy_seconds: expect.any(Number),
      migrations: [],
      verify_seconds: expect.any(Number),
      messages: 5,
      differences: [],
      kept: old.cluster,
    });
    expect(majorIn(dataDir)).toBe(18);
    expect(await verify(dataDir)).toEqual(before);
    expect(namesIn(dataDir).filter((name) => name.startsWith('scratch-'))).toEqual([]);

    const again = await startPalaver({}, dataDir);
    const later = new BackEnd(again.url, again.key());
    expect(await later.sendText(thread, 'five')).toEqual({ thread, seq: 7 });
    expect(await later.download(file.path)).toBe(file.sha256);
    await stop(again);
    expect(await upgrade(dataDir)).toEqual({ code: 0, stdout: 'The database is up to date.\n', stderr: '' });

    // Back to the old database, with what it had then.
    rmSync(join(dataDir, 'postgres'));
    symlinkSync(basename(old.cluster), join(dataDir, 'postgres'));
    expect(await verify(dataDir)).toEqual(before);
    expect(majorIn(dataDir)).toBe(old.major);
  });

  test('a command that begins meanwhile waits, and uses the new database', { timeout }, async () => {
    const dataDir = await oldDataDir();
    const create = (id: string) => runPalaver(['app', 'create', id], { DATA_DIR: dataDir });
    expect(await create('before')).toMatchObject({ code: 0 });
    const running = upgrade(dataDir);
    await until(async () => namesIn(dataDir).some((name) => name.startsWith('scratch-')) || undefined);
    const meanwhile = await Promise.all([create('meanwhile-1'), create('meanwhile-2')]);
    expect(await running).toMatchObject({ code: 0, stderr: '' });
    expect(meanwhile).toEqual([
      expect.objectContaining({ code: 0, stderr: '' }),
      expect.objectContaining({ code: 0, stderr: '' }),
    ]);
    expect(majorIn(dataDir)).toBe(18);
    const ids = await inDatabase(dataDir, async (client) => {
      const { rows } = await client.query<{ id: string }>('select id from applications order by id');
      return rows.map(({ id }) => id);
    });
    expect(ids).toEqual(['before', 'meanwhile-1', 'meanwhile-2']);
  });

  test('a database that does not add up is upgraded as it is', { timeout }, async () => {
    const dataDir = await oldDataDir();
    const server = await startPalaver({}, dataDir);
    const backEnd = new BackEnd(server.url, server.key());
    await backEnd.sendText(await backEnd.newThread('friends', ['ann', 'ben']), 'one');
    await stop(server);
    await inDatabase(dataDir, (client) =>
      client.query('update thread_heads set message_count = message_count + 1'),
    );
    const result = await upgrade(dataDir);
    expect(result).toMatchObject({ code: 1, stderr: '' });
    expect(result.stdout).toContain('The copy has taken the place of the database.');
    expect(majorIn(dataDir)).toBe(18);
  });

  test('the database of a development version, without a link, is not replaced', { timeout }, async () => {
    const dataDir = await oldDataDir();
    expect(await runPalaver(['app', 'create', 'one'], { DATA_DIR: dataDir })).toMatchObject({ code: 0 });
    const [cluster, place] = [clusterOf(dataDir), join(dataDir, 'postgres')];
    rmSync(place);
    renameSync(cluster, place);
    expect(await upgrade(dataDir)).toEqual({
      code: 1,
      stdout: '',
      stderr: `palaver: ${place} is a database of a development version of Palaver: make a backup, and restore it into a new folder.\n`,
    });
    expect(await upgrade(dataDir, '--rehearse')).toMatchObject({ code: 0 });
    expect(majorIn(dataDir)).toBeLessThan(18);
  });
});

test('without another PostgreSQL, an upgrade migrates the schema; the copy of a rehearsal is removed', {
  timeout,
}, async () => {
  const dataDir = usedDataDir();
  const names = () => readdirSync(dataDir).toSorted();
  const before = names();
  expect(await upgrade(dataDir, '--rehearse')).toMatchObject({ code: 0, stderr: '' });
  // The log is that of PostgreSQL.
  expect(names().filter((name) => !name.startsWith('postgres.log'))).toEqual(
    before.filter((name) => !name.startsWith('postgres.log')),
  );
  expect(await upgrade(dataDir)).toEqual({ code: 0, stdout: 'The database is up to date.\n', stderr: '' });
  expect(await upgrade(dataDir, '--json')).toMatchObject({ code: 0, stdout: '{\n  "migrations": []\n}\n' });
});

test('an upgrade needs a database', { timeout }, async () => {
  const dataDir = newDataDir();
  for (const args of [[], ['--rehearse']])
    expect(await upgrade(dataDir, ...args)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('There is no database in'),
    });
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
});
