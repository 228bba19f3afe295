import { request } from 'undici';
import { expect, test } from 'vitest';
import { BackEnd, stop, untilQuiet } from '../backup/installations.ts';
import { Random } from '../faults/random.ts';
import { runPalaver, startCommand, startPalaver } from '../harness/palaver.ts';
import { roundsOf, seedOfRun } from '../harness/seed.ts';
import { momentComes } from '../harness/waits.ts';
import { countRows, keptVersions, unpack } from './kept-data-folders.ts';

/** Of each version. `SEED=7` repeats their choices. */
const KILLS = roundsOf('UPGRADE_KILLS', { whole: 5, short: 2 });

interface Shown {
  body: { text?: string };
}

test.for(keptVersions())(
  'the data folder of %s is upgraded, also after kill -9',
  {
    timeout: 120_000 + KILLS * 30_000,
  },
  async (version) => {
    const seed = seedOfRun();
    const random = new Random(seed);
    const { dataDir, about } = await unpack(version);
    const run = (...args: string[]) => runPalaver(args, { DATA_DIR: dataDir });
    expect(await run('upgrade', '--rehearse')).toMatchObject({ code: 0, stderr: '' });
    const beganAt = performance.now();
    for (let kill = 0; kill < KILLS; kill += 1) {
      const usualMs = kill === 0 ? 1_000 : (performance.now() - beganAt) / kill;
      const { process, finished } = startCommand(['upgrade'], { DATA_DIR: dataDir });
      await momentComes(random.between(0, Math.trunc(usualMs)));
      process.kill('SIGKILL');
      await finished;
      await untilQuiet(dataDir);
    }
    expect(await run('upgrade')).toMatchObject({ code: 0, stderr: '' });
    expect(await run('verify')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Everything adds up.'),
    });
    const rows = await countRows(dataDir);
    for (const [table, count] of Object.entries(about.rows))
      expect(rows[table], table).toBeGreaterThanOrEqual(count);

    // (It calls nobody: its webhooks are not of this machine.)
    const server = await startPalaver({ PALAVER_WORKER: '0' }, dataDir);
    const backEnd = new BackEnd(server.url, about.key);
    const { body } = await request(`${server.url}/open-api/v1.0/chat/threads/${about.thread}/messages`, {
      headers: { 'x-api-key': about.key },
    });
    const { data } = (await body.json()) as { data: Shown[] };
    const texts = data.map((message) => message.body.text).filter(Boolean);
    expect(new Set(texts)).toEqual(new Set(about.texts));
    expect(await backEnd.download(about.file.path)).toBe(about.file.sha256);
    await backEnd.sendText(about.thread, 'after the upgrade');
    await stop(server);
  },
);
