import { mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { BASE, type BaseManifest, newBackupId, writeManifest } from '../../src/backup/manifest.ts';
import { loadConfig } from '../../src/config/load.ts';
import { examineBackups, examineOutbox } from '../../src/doctor/examine-backups.ts';
import { openFolder } from '../../src/storage/objects/folder.ts';
import { scratchFolder } from '../harness/scratch.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const SEGMENT = '000000010000000000000003';

/** A data folder with an outbox, and a place for backups. */
function installation() {
  const [dataDir, place] = [scratchFolder(), scratchFolder()];
  onTestFinished(() => {
    for (const folder of [dataDir, place]) rmSync(folder, { recursive: true, force: true });
  });
  const outbox = join(dataDir, 'cluster-1.wal');
  for (const folder of [join(dataDir, 'cluster-1'), outbox]) mkdirSync(folder);
  symlinkSync('cluster-1', join(dataDir, 'postgres'));
  const examine = async (settings: Record<string, string> = { PALAVER_RECOVERY_DAYS: '7' }) => {
    const { config } = loadConfig({ DATA_DIR: dataDir, PALAVER_BACKUP_TO: place, ...settings });
    const findings = [...(await examineBackups(config)), ...(await examineOutbox(config))];
    return findings.map(({ state, text, mend = '' }) => `${state}: ${text} ${mend}`);
  };
  const putInOutbox = (name: string, ageMs: number) => {
    const at = new Date(Date.now() - ageMs);
    writeFileSync(join(outbox, name), '');
    utimesSync(join(outbox, name), at, at);
  };
  return { examine, place, putInOutbox };
}

/** Puts a base backup into a place. */
async function putBase(place: string, ageMs: number): Promise<void> {
  const at = new Date(Date.now() - ageMs);
  const stored = { bytes: 1, sha256: '0'.repeat(64) };
  const manifest: BaseManifest = {
    format: BASE,
    id: newBackupId(at),
    ...{ palaver: '0.1.0', postgres: '18.4', migrations: ['0001_schema'] },
    ...{ began_at: at.toISOString(), ended_at: at.toISOString(), snapshot_at: at.toISOString() },
    ...{ secrets_key: null, encrypted_for: [] },
    files: { count: 0, bytes: 0, reused: 0, missing: [], missing_count: 0, lists: [] },
    counts: { applications: 0, users: 0, threads: 0, messages: 0 },
    base: {
      ...{ archive: '0'.repeat(16), first_segment: SEGMENT, last_segment: SEGMENT },
      ...{ parts: [stored], manifest: stored },
    },
  };
  await writeManifest(openFolder(place), manifest);
}

test.each([
  [3 * HOUR_MS, 'ok: the latest base backup is 3 h old'],
  [47 * HOUR_MS, 'ok: the latest base backup is 47 h old'],
  [49 * HOUR_MS, 'warning: the latest base backup is 49 h old'],
])('the age of the latest base backup: %i ms', async (ageMs, text) => {
  const { examine, place } = installation();
  await putBase(place, 100 * HOUR_MS);
  await putBase(place, ageMs);
  expect(await examine()).toEqual([expect.stringContaining(text)]);
});

test('without a base backup, no time can be restored', async () => {
  const { examine } = installation();
  expect(await examine()).toEqual([expect.stringMatching(/^warning: there is no base backup.*server makes/)]);
});

test('changes that wait for long are a problem', async () => {
  const { examine, place, putInOutbox } = installation();
  await putBase(place, HOUR_MS);
  const base = expect.stringMatching(/^ok: the latest base backup/);
  // (Files beside the segments are never stored.)
  putInOutbox('archive', 3 * HOUR_MS);
  putInOutbox(SEGMENT, 9 * MINUTE_MS);
  expect(await examine()).toEqual([base]);
  putInOutbox(SEGMENT, 11 * MINUTE_MS);
  putInOutbox('000000010000000000000004', 0);
  expect(await examine()).toEqual([
    base,
    expect.stringMatching(/^problem: changes have been waiting for 11 min .*PALAVER_BACKUP_TO/),
  ]);
});

test('a base backup counts as a backup after the protection was turned off', async () => {
  const { examine, place } = installation();
  await putBase(place, 49 * HOUR_MS);
  const settings = { PALAVER_RECOVERY_DAYS: '0' };
  expect(await examine(settings)).toEqual([
    expect.stringMatching(/^warning: the latest one is 49 h old.*palaver backup create/),
  ]);
});

test('protection needs a place', async () => {
  const { config } = loadConfig({ PALAVER_RECOVERY_DAYS: '7' });
  expect(await examineBackups(config)).toMatchObject([{ state: 'problem', mend: 'Set PALAVER_BACKUP_TO.' }]);
});
