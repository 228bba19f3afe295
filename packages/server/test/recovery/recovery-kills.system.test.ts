import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  BackEnd,
  backup,
  copySecretsKey,
  inDatabase,
  listBackups,
  namesIn,
  startBackup,
  untilQuiet,
} from '../backup/installations.ts';
import { LoadWithFiles, type Sent } from '../backup/load-with-files.ts';
import { Random } from '../faults/random.ts';
import { newDataDir, runPalaver, startPalaver, usedDataDir } from '../harness/palaver.ts';
import { roundsOf, seedOfRun } from '../harness/seed.ts';
import { until } from '../harness/until.ts';
import { momentComes } from '../harness/waits.ts';
import { protectedBy, untilBase, untilStored } from './installations.ts';

/** `RECOVERY_KILLS=50` before the test command sets the number of kills of both parts together. `SEED=7` repeats their choices. */
const KILLS = Math.ceil(roundsOf('RECOVERY_KILLS', { whole: 12, short: 4 }) / 2);
const timeout = 180_000 + KILLS * 30_000;

const MAX_RUN_MS = 4_000;
const LEAST_MESSAGES = 1_000;

/** Which of these messages an installation does not have. */
async function lostIn(dataDir: string, sent: readonly Sent[]): Promise<string[]> {
  const rows = await inDatabase(dataDir, async (client) => {
    const found = await client.query<{ message: string }>(
      `select concat_ws('/', thread_id, seq, text) as message from messages`,
    );
    return found.rows;
  });
  const stored = new Set(rows.map(({ message }) => message));
  return sent.map(({ thread, seq, text }) => `${thread}/${seq}/${text}`).filter((one) => !stored.has(one));
}

test('kill -9 of protected servers under load, and of restores: what was stored is restored, whole', {
  timeout,
}, async () => {
  const seed = seedOfRun();
  const random = new Random(seed);
  const [dataDir, place] = [usedDataDir(), newDataDir()];
  const sent: Sent[] = [];
  let thread: string | undefined;
  for (let kill = 1; ; kill += 1) {
    const server = await startPalaver({ ...protectedBy(place), PALAVER_LOG_LEVEL: 'warn' }, dataDir);
    const backEnd = new BackEnd(server.url, server.key());
    thread ??= await backEnd.newThread('busy', ['ann', 'ben']);
    const load = new LoadWithFiles({
      backEnd,
      random: random.fork(),
      threads: [thread],
      filesThread: thread,
    });
    const isLast = kill > KILLS;
    if (isLast) {
      await untilBase(dataDir, place);
      await until(async () => sent.length + load.sent.length >= LEAST_MESSAGES || undefined, 200);
    } else await momentComes(random.between(0, MAX_RUN_MS));
    // Messages that are confirmed later need not be restored.
    const stored = isLast ? [...load.sent] : load.sent;
    if (isLast) await untilStored(dataDir, place);
    server.process.kill('SIGKILL');
    await load.end();
    sent.push(...stored);
    await untilQuiet(dataDir);
    if (isLast) break;
  }
  expect(namesIn(`${place}/wal`), `seed ${seed}`).toHaveLength(1);

  const startedAt = performance.now();
  const first = copySecretsKey(dataDir);
  const whole = await backup(['restore', '--at', 'latest', '--json'], first, place);
  const restoreMs = performance.now() - startedAt;
  expect(whole, `seed ${seed}`).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(whole.stdout), `seed ${seed}`).toMatchObject({ differences: [], faults: [] });
  expect(await lostIn(first, sent), `seed ${seed}`).toEqual([]);

  const left = { nothing: 0, everything: 0 };
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const target = copySecretsKey(dataDir);
    const { process: restore, finished } = startBackup(['restore', '--at', 'latest'], target, place);
    await momentComes(random.between(0, Math.trunc(restoreMs)));
    restore.kill('SIGKILL');
    await finished;
    await untilQuiet(target);
    const again = await backup(['restore', '--at', 'latest'], target, place);
    if (again.code !== 0) expect(again.stderr, `seed ${seed}`).toContain('already has a database');
    left[again.code === 0 ? 'nothing' : 'everything'] += 1;
    const verified = await runPalaver(['verify'], { DATA_DIR: target });
    expect(verified, `seed ${seed}`).toMatchObject({ code: 0 });
    expect(namesIn(target).filter((name) => /scratch|\.new-/.test(name))).toEqual([]);
    rmSync(target, { recursive: true });
  }
  process.stdout.write(
    `messages ${sent.length}, killed restores have left ${JSON.stringify(left)}, backups ${(await listBackups(dataDir, place)).length}\n`,
  );
});
