import { expect, onTestFinished, test } from 'vitest';
import { createKey } from '../../src/domain/records/api-keys.ts';
import { createApp } from '../../src/domain/records/apps.ts';
import { createLog } from '../../src/platform/log.ts';
import { Database } from '../../src/storage/database.ts';
import { newDataDir, startPalaver } from '../harness/palaver.ts';
import { packForm } from '../harness/sticker-pack.ts';
import { connect, createTestDatabase, urlOf } from '../harness/test-database.ts';
import { periodPasses } from '../harness/waits.ts';

/** Longer than five searches for orphaned jobs, and shorter than the statement timeout. */
const HELD_SECONDS = 27;
/** The advisory lock of a gate, as in gates.ts. */
const GATE = 770_004;

test('a job that waits half a minute for a lock is run once, by one of two nodes', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const db = new Database(database.connection, { poolSize: 2, log: createLog('fatal') });
  await createApp(db, { id: 'test', name: 'Test' });
  const { key } = await createKey(db, { appId: 'test', name: '', scopes: ['full'] });
  await db.close();
  await database.sql(`create function pass_gate() returns trigger language plpgsql as
    'begin perform pg_advisory_xact_lock_shared(${GATE}); return new; end'`);
  await database.sql(`create trigger pass_gate before update on sticker_packs
    for each row execute function pass_gate()`);
  const gate = await connect(database.connection);
  await gate.query('select pg_advisory_lock($1)', [GATE]);

  const environment = { DATABASE_URL: urlOf(database.connection) };
  const dataDir = newDataDir();
  const { url } = await startPalaver(environment, dataDir);
  await startPalaver(environment, dataDir);
  const runs = async () => {
    const jobs = await database.sql<{ attempts: number }>('select attempts from graphile_worker.jobs');
    return jobs.map(({ attempts }) => attempts);
  };
  const pack = { method: 'POST', headers: { 'x-api-key': key }, body: packForm() };
  expect(await (await fetch(`${url}/sticker/v1.0/pack`, pack)).json()).toMatchObject({
    message_code: 'M200',
  });
  const waiting = 'select from pg_locks where objid = $1 and not granted';
  await expect.poll(() => database.sql(waiting, [GATE])).toHaveLength(1);
  for (let second = 0; second < HELD_SECONDS; second += 1) {
    expect(await runs()).toEqual([1]);
    expect(await database.sql(waiting, [GATE])).toHaveLength(1);
    await periodPasses(1_000);
  }
  await gate.query('select pg_advisory_unlock($1)', [GATE]);
  await expect.poll(runs).toEqual([]);
  expect(await database.sql('select status from sticker_packs')).toEqual([{ status: 'uploaded' }]);
});
