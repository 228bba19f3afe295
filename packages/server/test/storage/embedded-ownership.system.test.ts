import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { useEmbeddedPostgres } from '../../src/storage/embedded/embedded-postgres.ts';
import { DataFolderInUseError } from '../../src/storage/embedded/errors.ts';
import { momentComes, quietFor } from '../harness/waits.ts';
import {
  cleanUpAfterTests,
  emptyPlace,
  keep,
  kept,
  optionsFor,
  postmasterOf,
  processesOn,
  query,
  start,
  startReadyChild,
  stopChild,
  temporaryFolder,
  until,
  usedPlace,
} from './embedded-harness.ts';

cleanUpAfterTests();

test('a second server learns who owns the folder, whatever path it uses', async () => {
  const place = usedPlace();
  await start(place, { holder: 'palaver start' });
  const alias = join(temporaryFolder(), 'alias');
  symlinkSync(place.dataDir, alias);
  const error = await start({ ...place, dataDir: alias }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(DataFolderInUseError);
  expect(String(error)).toContain(`in use by palaver start (pid ${process.pid})`);
});

test('a server waits for another one that is stopping', async () => {
  const place = usedPlace();
  const first = await start(place);
  const [, second] = await Promise.all([momentComes(500).then(() => first.stop()), start(place)]);
  expect(await query(second, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a command beside a running server uses its database', async () => {
  const place = usedPlace();
  const server = await start(place);
  const guest = await useEmbeddedPostgres(optionsFor(place));
  expect(guest).toMatchObject({
    role: 'guest',
    connection: server.connection,
    clusterDir: server.clusterDir,
  });
  await keep(guest, 'by-a-guest');
  await guest.stop();
  expect(await kept(server)).toEqual(['by-a-guest']);
});

test('a command without a server owns the database and stops it', async () => {
  const place = emptyPlace();
  const command = await useEmbeddedPostgres(optionsFor(place));
  expect(command.role).toBe('owner');
  await query(command, 'create table made_by_a_command ()');
  await command.stop();
  await until('PostgreSQL to be gone', () => processesOn(place.dataDir).length === 0);
});

test('the end of a command does not interrupt another that uses its database', async () => {
  const place = usedPlace();
  const owner = await startReadyChild({ ...place, as: 'command' });
  const guest = await useEmbeddedPostgres(optionsFor(place));
  expect([owner.role, guest.role]).toEqual(['owner', 'guest']);

  const ended = stopChild(owner).then(() => 'ended');
  const work = query(guest, `insert into applications (id, name) select 'slow', '' from pg_sleep(0.5)`);
  expect(await Promise.race([ended, work.then(() => 'worked')])).toBe('worked');
  await keep(guest, 'later'); // a new connection, while the owner waits to end

  // A newcomer is not let in now, and gets the database after its end.
  const late = useEmbeddedPostgres(optionsFor(place));
  expect(await Promise.race([late.then(() => 'came in'), quietFor(500).then(() => 'waits')])).toBe('waits');
  const before = postmasterOf(guest.clusterDir);
  await guest.stop();
  expect(await ended).toBe('ended');
  const successor = await late;
  expect(successor.role).toBe('owner');
  expect(postmasterOf(successor.clusterDir)).not.toBe(before);
  expect(await kept(successor)).toEqual(['slow', 'later']);
  await successor.stop();
});
