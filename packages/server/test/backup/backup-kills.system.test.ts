import { randomBytes } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Random } from '../faults/random.ts';
import { inParallel } from '../harness/in-parallel.ts';
import { newDataDir, runPalaver, startPalaver, usedDataDir } from '../harness/palaver.ts';
import { roundsOf, seedOfRun } from '../harness/seed.ts';
import { until } from '../harness/until.ts';
import { momentComes } from '../harness/waits.ts';
import {
  BackEnd,
  backup,
  copySecretsKey,
  filesIn,
  inDatabase,
  type ListedBackup,
  listBackups,
  namesIn,
  type Site,
  startBackup,
  stop,
  untilQuiet,
} from './installations.ts';

/** `BACKUP_KILLS=200` before the test command sets the number of kills of both tests together. `SEED=7` repeats their choices. */
const KILLS = Math.ceil(roundsOf('BACKUP_KILLS', { whole: 50, short: 6 }) / 2);
const timeout = 120_000 + KILLS * 20_000;

const MESSAGES = 3_000;
const FILES = 50;
/** Sent before each backup, so that it has files to copy that no earlier backup has. */
const NEW_FILES = 30;
/** Verifying a backup takes longer than making it, so only some are verified. */
const VERIFIED_EACH = 5;

function newRandom(): { random: Random; seed: number } {
  const seed = seedOfRun();
  return { random: new Random(seed), seed };
}

/** A server with messages and files. */
async function startSite(): Promise<Site> {
  const dataDir = usedDataDir();
  const server = await startPalaver({ PALAVER_LOG_LEVEL: 'warn' }, dataDir);
  const backEnd = new BackEnd(server.url, server.key());
  const thread = await backEnd.newThread('busy', ['ann', 'ben']);
  const site = { server, dataDir, place: newDataDir(), backEnd, thread };
  await inParallel(50, async (sender) => {
    for (let count = 0; count < MESSAGES / 50; count += 1)
      await backEnd.sendText(thread, `message ${count} of sender ${sender}`);
  });
  await sendFiles(site, FILES);
  return site;
}

async function sendFiles({ backEnd, thread }: Site, count: number): Promise<void> {
  await inParallel(count, async () => backEnd.sendFile(thread, await backEnd.upload(randomBytes(20_000))));
}

/** A `palaver backup …` that is killed. */
interface Victim extends Pick<Site, 'dataDir' | 'place'> {
  args: string[];
  /** Whether it has begun to copy: before, it loads its code and opens the database. */
  hasBegun: () => boolean;
}

/** How long a command takes that nobody kills, before and after it has begun to copy. */
interface Duration {
  startMs: number;
  copyMs: number;
}

async function runToEnd({ args, dataDir, place, hasBegun }: Victim): Promise<Duration> {
  const startedAt = performance.now();
  const { finished } = startBackup(args, dataDir, place);
  await until(async () => hasBegun() || undefined);
  const begunAt = performance.now();
  expect(await finished).toMatchObject({ code: 0, stderr: '' });
  return { startMs: begunAt - startedAt, copyMs: performance.now() - begunAt };
}

/** Kills a command while it starts, or more often while it copies. */
async function runAndKill(victim: Victim, { startMs, copyMs }: Duration, random: Random): Promise<void> {
  const { process, finished } = startBackup(victim.args, victim.dataDir, victim.place);
  const isStarting = random.chance(0.2);
  const afterMs = random.between(0, Math.trunc(isStarting ? startMs : copyMs));
  if (!isStarting) await until(async () => victim.hasBegun() || undefined);
  await momentComes(afterMs);
  process.kill('SIGKILL');
  await finished;
}

/** The lease of a killed process would make the next backup wait for 10 seconds. */
async function freeLease({ dataDir }: Site): Promise<void> {
  await inDatabase(dataDir, (client) =>
    client.query(`update leases set expires_at = '-infinity' where name = 'backup'`),
  );
}

test('kill -9 of backup create: complete backups stay good, and the next one removes what is incomplete', {
  timeout,
}, async () => {
  const { random, seed } = newRandom();
  const site = await startSite();
  const { dataDir, place } = site;
  const run = (...args: string[]) => backup(args, dataDir, place);
  let before: ListedBackup[] = [];
  // (The first table is stored after the snapshot.)
  const hasBegun = () => namesIn(join(place, 'backups')).length > before.length;
  const victim = { args: ['create'], dataDir, place, hasBegun };
  const duration = await runToEnd(victim);
  before = await listBackups(dataDir, place);
  const killed = { 'before its snapshot': 0, incomplete: 0, complete: 0 };
  for (let round = 1; round <= KILLS; round += 1) {
    const where = `round ${round} of seed ${seed}`;
    await sendFiles(site, NEW_FILES);
    await runAndKill(victim, duration, random);

    // Complete backups are still complete, and the killed one is either complete, or known not to be.
    const after = await listBackups(dataDir, place);
    expect(after.slice(0, before.length), where).toEqual(before);
    const [left, ...others] = after.slice(before.length);
    expect(others, where).toEqual([]);
    if (left !== undefined) expect(['complete', 'incomplete'], where).toContain(left.state);
    killed[
      left === undefined ? 'before its snapshot' : left.state === 'complete' ? 'complete' : 'incomplete'
    ] += 1;
    if (round % VERIFIED_EACH === 0 || (left?.state === 'complete' && killed.complete < VERIFIED_EACH))
      expect(await run('verify'), where).toMatchObject({ code: 0, stderr: '' });

    // Once, the next backup waits until the lease of a killed one has expired.
    if (left?.state !== 'incomplete' || killed.incomplete > 1) await freeLease(site);
    expect(await run('create'), where).toMatchObject({ code: 0, stderr: '' });
    const complete = after.filter(({ state }) => state === 'complete');
    before = await listBackups(dataDir, place);
    expect(before, where).toEqual([...complete, expect.objectContaining({ state: 'complete' })]);
  }
  process.stdout.write(`killed backups: ${JSON.stringify(killed)}\n`);
  if (KILLS >= 20) expect(killed.incomplete, `seed ${seed}`).toBeGreaterThan(0);

  // Backups share copies of files. The latest one is whole without the others.
  const ids = before.map(({ id }) => id);
  expect(await run('remove', ...ids.slice(0, -1))).toMatchObject({ code: 0, stderr: '' });
  expect(await run('verify', ids.at(-1) ?? '')).toMatchObject({ code: 0, stderr: '' });
});

test('kill -9 of backup restore: the database is empty, and the next restore succeeds, or everything is there', {
  timeout,
}, async () => {
  const { random, seed } = newRandom();
  const site = await startSite();
  const { dataDir, place } = site;
  expect(await backup(['create'], dataDir, place)).toMatchObject({ code: 0, stderr: '' });
  await stop(site.server);
  const verify = (folder: string) => runPalaver(['verify'], { DATA_DIR: folder });
  const [original, files] = [await verify(dataDir), filesIn(dataDir)];
  expect(original.stdout).toContain(`threads 1, messages ${MESSAGES + FILES}, `);
  expect(Object.keys(files)).toHaveLength(FILES);

  const victimIn = (target: string): Victim => {
    const hasBegun = () => existsSync(join(target, 'objects'));
    return { args: ['restore'], dataDir: target, place, hasBegun };
  };
  // Into a folder without a database, and into one whose database has a schema, but nothing in it.
  const newTarget = {
    bare: () => copySecretsKey(dataDir),
    used: () => copySecretsKey(dataDir, usedDataDir()),
  };
  const durations = {
    bare: await runToEnd(victimIn(newTarget.bare())),
    used: await runToEnd(victimIn(newTarget.used())),
  };
  const left = { 'no file': 0, 'some files': 0, 'all files': 0, everything: 0 };
  for (let round = 1; round <= KILLS; round += 1) {
    const where = `round ${round} of seed ${seed}`;
    const kind = random.chance(0.3) ? 'bare' : 'used';
    const target = newTarget[kind]();
    await runAndKill(victimIn(target), durations[kind], random);
    await untilQuiet(target);

    const count = Object.keys(filesIn(target)).length;
    const again = await backup(['restore'], target, place);
    if (again.code === 0) left[count === 0 ? 'no file' : count < FILES ? 'some files' : 'all files'] += 1;
    else {
      expect(again, where).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('is not empty: it already has applications'),
      });
      left.everything += 1;
    }
    expect(await verify(target), where).toEqual(original);
    expect(filesIn(target), where).toEqual(files);
    rmSync(target, { recursive: true });
  }
  process.stdout.write(`killed restores have left: ${JSON.stringify(left)}\n`);
  if (KILLS >= 20) expect(left['all files'] + left['some files'], `seed ${seed}`).toBeGreaterThan(0);
});
