import { expect, test } from 'vitest';
import {
  cleanUpAfterTests,
  emptyPlace,
  type Place,
  processesOn,
  query,
  start,
  startChild,
  startReadyChild,
  stopChild,
  unfinishedIn,
  until,
  usedPlace,
} from './embedded-harness.ts';

cleanUpAfterTests();

test.concurrent('of two servers started at once on one folder exactly one gets it', async () => {
  const places = [emptyPlace(), emptyPlace(), usedPlace(), usedPlace()];
  await Promise.all(places.map(expectOneWinner));
});

async function expectOneWinner(place: Place): Promise<void> {
  const children = [startChild({ ...place, as: 'server' }), startChild({ ...place, as: 'server' })];
  const said = await Promise.all(children.map((child) => child.says()));
  expect(said.map(({ ready }) => ready?.role).filter(Boolean)).toEqual(['owner']);
  expect(said.map(({ failed }) => failed?.name).filter(Boolean)).toEqual(['DataFolderInUseError']);
  const winner = said.findIndex(({ ready }) => ready !== undefined);
  expect(said[1 - winner]?.failed?.message).toContain(`test server (pid ${children[winner]?.pid})`);

  expect(processesOn(place.dataDir)).toHaveLength(2); // the postmaster and its guard
  expect(unfinishedIn(place.dataDir)).toEqual([]);
  await Promise.all(children.map(stopChild));
  await until('nothing to be left over', () => processesOn(place.dataDir).length === 0);
}

test.concurrent('a server that was frozen while another took over gives up', async () => {
  const place = usedPlace();
  const frozen = await startReadyChild({ ...place, as: 'server' });
  process.kill(frozen.pid, 'SIGSTOP');
  // Ends the session that holds the lock. The lock stays free, so this looks like an orphan.
  await query(frozen, `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'`);
  const other = await start(place);
  expect(await query(other, 'select 1 as one')).toEqual([{ one: 1 }]);

  process.kill(frozen.pid, 'SIGCONT');
  expect((await frozen.says()).fatal).toContain(`in use by test server (pid ${process.pid})`);
  expect(await query(other, 'select 1 as one')).toEqual([{ one: 1 }]);
});
