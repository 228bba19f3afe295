import { rmSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { BackEnd, namesIn, stop, untilQuiet } from '../backup/installations.ts';
import { Random } from '../faults/random.ts';
import { inParallel } from '../harness/in-parallel.ts';
import { newDataDir, runPalaver, startCommand, startPalaver } from '../harness/palaver.ts';
import { copyOf } from '../harness/postgres.ts';
import { roundsOf, seedOfRun } from '../harness/seed.ts';
import { until } from '../harness/until.ts';
import { momentComes } from '../harness/waits.ts';
import { isMissing, majorIn, oldDataDir } from './old-postgres.ts';

/** `UPGRADE_KILLS=50` before the test command sets the number of kills. `SEED=7` repeats their choices. */
const KILLS = roundsOf('UPGRADE_KILLS', { whole: 6, short: 2 });
const timeout = 120_000 + KILLS * 30_000;

const upgrade = (dataDir: string) => runPalaver(['upgrade'], { DATA_DIR: dataDir });
const verify = (dataDir: string) => runPalaver(['verify'], { DATA_DIR: dataDir });
const namesOf = (dataDir: string, prefix: string) =>
  namesIn(dataDir).filter((name) => name.startsWith(prefix));

/** A data folder of an earlier PostgreSQL, with messages. */
async function fullDataDir(): Promise<string> {
  const dataDir = await oldDataDir();
  const server = await startPalaver({ PALAVER_LOG_LEVEL: 'warn' }, dataDir);
  const backEnd = new BackEnd(server.url, server.key());
  const thread = await backEnd.newThread('busy', ['ann', 'ben']);
  await inParallel(20, async (sender) => {
    for (let count = 0; count < 100; count += 1)
      await backEnd.sendText(thread, `message ${count} of sender ${sender}`);
  });
  await stop(server);
  return dataDir;
}

describe.skipIf(isMissing)('kill -9 of an upgrade (needs an earlier PostgreSQL)', () => {
  test('leaves the old database or the new one, and the next upgrade completes it', { timeout }, async () => {
    const seed = seedOfRun();
    const random = new Random(seed);
    const original = await fullDataDir();
    const [oldMajor, expected] = [majorIn(original), await verify(original)];
    expect(expected.stdout).toContain('messages 2000, ');
    const copy = () => copyOf(original, newDataDir());
    const beganAt = performance.now();
    expect(await upgrade(copy())).toMatchObject({ code: 0, stderr: '' });
    const usualMs = performance.now() - beganAt;

    const left = { old: 0, new: 0 };
    for (let round = 1; round <= KILLS; round += 1) {
      const where = `round ${round} of seed ${seed}`;
      const dataDir = copy();
      const { process, finished } = startCommand(['upgrade'], { DATA_DIR: dataDir });
      // Some kills hit the moment in which one takes the place of the other.
      if (random.chance(0.4))
        await until(async () => namesOf(dataDir, 'cluster-').length > 1 || undefined, 60);
      else await momentComes(random.between(0, Math.trunc(usualMs)));
      await momentComes(random.between(0, 20));
      process.kill('SIGKILL');
      await finished;
      await untilQuiet(dataDir);

      const major = majorIn(dataDir);
      expect([oldMajor, 18], where).toContain(major);
      left[major === oldMajor ? 'old' : 'new'] += 1;
      expect(await verify(dataDir), where).toEqual(expected);
      expect(majorIn(dataDir), where).toBe(major);
      expect(await upgrade(dataDir), where).toMatchObject({ code: 0, stderr: '' });
      expect(majorIn(dataDir), where).toBe(18);
      expect(await verify(dataDir), where).toEqual(expected);
      if (major === oldMajor) expect(namesOf(dataDir, 'scratch-'), where).toEqual([]);
      rmSync(dataDir, { recursive: true });
    }
    process.stdout.write(`killed upgrades have left: ${JSON.stringify(left)}\n`);
    if (KILLS >= 20)
      for (const count of Object.values(left)) expect(count, `seed ${seed}`).toBeGreaterThan(0);
  });
});
