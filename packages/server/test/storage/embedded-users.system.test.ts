import { chmodSync, chownSync, mkdirSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../../src/storage/embedded/processes.ts';
import { listProcesses } from '../harness/processes.ts';
import {
  cleanUpAfterTests,
  copyPackage,
  installedPackage,
  isRoot,
  postmasterOf,
  query,
  start,
  startChild,
  startReadyChild,
  stopChild,
  temporaryFolder,
  usedPlace,
} from './embedded-harness.ts';

cleanUpAfterTests();

/*
 * Started by root, PostgreSQL runs as another user. These tests need root; run by an ordinary user, the rest of the
 * suite covers the ordinary user's case.
 */

const asRoot = test.skipIf(!isRoot);
const asRootWithPackage = test.skipIf(!isRoot || installedPackage() === undefined);

const NOBODY = { uid: await idOf('-u'), gid: await idOf('-g') };

async function idOf(which: '-u' | '-g'): Promise<number> {
  return Number((await run('id', [which, 'nobody'], undefined)).output);
}

asRoot('root: PostgreSQL runs as another user, who owns its files', async () => {
  const place = usedPlace();
  const postgres = await start(place, { runAs: undefined });
  const { uid } = statSync(postgres.clusterDir);
  expect(uid).not.toBe(0);
  expect(userOf(postmasterOf(postgres.clusterDir))).toBe(uid);
});

asRootWithPackage('root, from a home that only root may enter', async () => {
  const home = temporaryFolder();
  chmodSync(home, 0o700);
  const systemDir = join(temporaryFolder(), 'system');
  const place = { dataDir: join(home, 'palaver', 'data'), systemDir };
  const packageDir = join(home, 'package');
  copyPackage(packageDir);

  const first = await start(place, { packageDir });
  expect(first.clusterDir).toMatch(new RegExp(`^${realpathSync(systemDir)}/cluster-[0-9a-f]+$`));
  expect(realpathSync(join(place.dataDir, 'postgres'))).toBe(first.clusterDir);
  await query(first, `create table kept as select 'a row' as what`);
  await first.stop();

  const made = readdirSync(systemDir).toSorted();
  expect(made).toEqual([expect.stringMatching(/^cluster-/), expect.stringMatching(/^postgres-\d/)]);
  const later = await start(place, { packageDir });
  expect(readdirSync(systemDir).toSorted()).toEqual(made);
  expect(await query(later, 'select what from kept')).toEqual([{ what: 'a row' }]);
});

asRootWithPackage('an ordinary user, whose packages belong to somebody else', async () => {
  const folder = temporaryFolder();
  const packageDir = join(folder, 'package');
  copyPackage(packageDir);
  const home = join(folder, 'home');
  mkdirSync(home, { mode: 0o700 });
  chownSync(home, NOBODY.uid, NOBODY.gid);

  const place = { dataDir: join(home, 'data'), systemDir: join(folder, 'system') };
  const child = await startReadyChild({ ...place, packageDir, as: 'server' }, NOBODY);
  expect(child.clusterDir).toBe(realpathSync(join(place.dataDir, 'postgres')));
  expect(await query(child, 'select 1 as one')).toEqual([{ one: 1 }]);
  // The copy, with its links.
  expect(readdirSync(place.dataDir)).toContainEqual(expect.stringMatching(/^postgres-\d/));
  expect(statSync(place.dataDir).mode & 0o777).toBe(0o700);
  await stopChild(child);

  // Root continues with it as its owner.
  const byRoot = await start(place);
  expect(userOf(postmasterOf(byRoot.clusterDir))).toBe(NOBODY.uid);
});

asRoot('an ordinary user at the database of another', async () => {
  const place = usedPlace();
  chmodSync(place.dataDir, 0o777);
  chmodSync(join(place.dataDir, 'postgres'), 0o755);
  chownSync(join(place.dataDir, 'postgres'), 1, 1);
  const { failed } = await startChild({ ...place, as: 'server' }, NOBODY).says();
  expect(failed?.message).toMatch(/belongs to the OS user 1: start as that user or as root/);
});

const refused = [
  { runAs: 'root', says: /refuses to run as root/ },
  { runAs: 'no-such-user', says: /There is no OS user no-such-user/ },
  { runAs: 'daemon', says: /give it to the one that PostgreSQL is to run as: chown -R daemon/ },
];
for (const { runAs, says } of refused) {
  asRoot(`root, told to run the database of another as ${runAs}`, async () => {
    await expect(start(usedPlace(), { runAs })).rejects.toThrow(says);
  });
}

function userOf(pid: number): number | undefined {
  return listProcesses().find((process) => process.pid === pid)?.uid;
}
