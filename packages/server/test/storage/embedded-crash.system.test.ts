import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { EmbeddedPostgres } from '../../src/storage/embedded/embedded-postgres.ts';
import { startStopwatch } from '../harness/stopwatch.ts';
import {
  cleanUpAfterTests,
  guardOf,
  keep,
  kept,
  kill,
  killChild,
  type Place,
  postmasterOf,
  processesOn,
  query,
  start,
  startReadyChild,
  stray,
  until,
  usedPlace,
} from './embedded-harness.ts';

cleanUpAfterTests();

const ORPHAN_LIMIT_MS = 5_000;

for (const what of ['process', 'group'] as const) {
  test(`kill -9 of the server's ${what}: its rows are kept, its database stops`, async () => {
    const place = usedPlace();
    const child = await startReadyChild({ ...place, as: 'server' });
    await keep(child, 'committed');

    await killChild(child, what);
    const elapsedMs = startStopwatch();
    await until('the orphan to be gone', () => processesOn(place.dataDir).length === 0);
    expect(elapsedMs()).toBeLessThan(ORPHAN_LIMIT_MS);
    await expectKept(place);
  });
}

test('kill -9 of the server, followed by an immediate start', async () => {
  const place = usedPlace();
  const child = await startReadyChild({ ...place, as: 'server' });
  await keep(child, 'committed');
  await killChild(child, 'process');
  await expectKept(place);
});

test('kill -9 of the server and of the guard: the next start takes over', async () => {
  const place = usedPlace();
  const child = await startReadyChild({ ...place, as: 'server' });
  await keep(child, 'committed');
  const orphan = stray(postmasterOf(child.clusterDir));
  kill(guardOf(child.clusterDir));
  await killChild(child, 'process');
  const postgres = await expectKept(place);
  expect(postmasterOf(postgres.clusterDir)).not.toBe(orphan);
});

test('kill -9 of everything: the next start recovers', async () => {
  const place = usedPlace();
  const child = await startReadyChild({ ...place, as: 'server' });
  await keep(child, 'committed');
  const postmaster = postmasterOf(child.clusterDir);
  kill(guardOf(child.clusterDir));
  await killChild(child, 'group');
  kill(postmaster);
  await expectKept(place);
});

test('kill -9 of the postmaster under a running server: it comes back at the same address', async () => {
  const place = usedPlace();
  const postgres = await start(place);
  await keep(postgres, 'committed');
  const before = postmasterOf(postgres.clusterDir);
  kill(before);
  await until('PostgreSQL to be back', async () => (await checkpointerOf(postgres)) !== undefined);
  expect(postmasterOf(postgres.clusterDir)).not.toBe(before);
  expect(await kept(postgres)).toEqual(['committed']);
  await untilOwned(postgres);
});

test('kill -9 of one of its processes: the same postmaster continues and stays ours', async () => {
  const place = usedPlace();
  const postgres = await start(place);
  const before = postmasterOf(postgres.clusterDir);
  const killed = await checkpointerOf(postgres);
  kill(killed ?? expect.fail('no checkpointer'));
  // It answers until it has noticed the loss.
  await until(
    'PostgreSQL to be back',
    async () => ![killed, undefined].includes(await checkpointerOf(postgres)),
  );
  expect(postmasterOf(postgres.clusterDir)).toBe(before);
  await untilOwned(postgres);
});

test('a pid file whose pid belongs to another process, as after a container restart', async () => {
  const place = usedPlace();
  const child = await startReadyChild({ ...place, as: 'server' });
  const postmaster = postmasterOf(child.clusterDir);
  kill(guardOf(child.clusterDir));
  await killChild(child, 'process');
  kill(postmaster);
  await until('PostgreSQL to be gone', () => processesOn(place.dataDir).length === 0);

  // Of the same OS user: another user's process would not confuse PostgreSQL.
  const { uid, gid } = statSync(child.clusterDir);
  const stranger: ChildProcess = spawn('sleep', ['60'], process.getuid?.() === 0 ? { uid, gid } : {});
  await once(stranger, 'spawn');
  stray(stranger.pid ?? expect.fail('not spawned'));
  for (const file of ['postmaster.pid', 'socket/.s.PGSQL.5432.lock']) {
    const path = join(child.clusterDir, file);
    writeFileSync(path, readFileSync(path, 'utf8').replace(/^\d+/, String(stranger.pid)));
  }

  const postgres = await start(place);
  expect(postmasterOf(postgres.clusterDir)).not.toBe(stranger.pid);
  expect(stranger.exitCode).toBe(null);
});

async function expectKept(place: Place) {
  const postgres = await start(place);
  expect(await kept(postgres)).toEqual(['committed']);
  return postgres;
}

/** Waits until the lock is held again. embedded-ownership.system.test.ts tests that it keeps others out. */
async function untilOwned(postgres: EmbeddedPostgres): Promise<void> {
  const question = `select application_name as owner from pg_locks join pg_stat_activity using (pid)
                     where locktype = 'advisory' and mode = 'ExclusiveLock'`;
  const owner = `test server (pid ${process.pid})`;
  await until(
    'the lock to be held',
    async () => (await query<{ owner: string }>(postgres, question))[0]?.owner === owner,
  );
}

/** Undefined while PostgreSQL does not answer. */
async function checkpointerOf(postgres: EmbeddedPostgres): Promise<number | undefined> {
  const question = `select pid from pg_stat_activity where backend_type = 'checkpointer'`;
  return query<{ pid: number }>(postgres, question).then(
    ([row]) => row?.pid,
    () => undefined,
  );
}
