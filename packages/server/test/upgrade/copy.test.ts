import { expect, test } from 'vitest';
import { NOT_COPIED } from '../../src/backup/tables.ts';
import { migrate, missingMigrations } from '../../src/storage/migrate.ts';
import { checkSpace, inSnapshot, loadUpgraded } from '../../src/upgrade/copy-of-database.ts';
import { addedDifferences } from '../../src/upgrade/upgrade.ts';
import { emptyDatabase, log, startBackedUpServer } from '../backup/backup-harness.ts';
import { jobsOf, rowsOf, startFullServer } from '../backup/rows.ts';

/** Rows of what is due and unfinished. */
const DUE = `
  insert into email_digests (ext_user_id, app_id, due_at) select ext_user_id, app_id, now() from users limit 1;
  insert into email_threads select ext_user_id, thread_id, 1, 1, now() from user_threads limit 1;
  insert into notification_batches (thread_id, type, message_seqs) values (1, 'message.created', '{1,2}');
  insert into notifications (ext_user_id, device_id, thread_id, provider, state, seq, wanted_at)
    select ext_user_id, 'device', 1, 'fcm', 'pending', 1, now() from users limit 1;
  insert into uploads (id, app_id, tenant_id, uploader_ext_user_id, name, length, received, expires_at)
    select 'half', app_id, tenant_id, ext_user_id, 'half.bin', 2, 1, 'infinity' from users limit 1;
  update file_usage set unfinished_bytes = 2
    where (app_id, tenant_id) = (select app_id, tenant_id from uploads where id = 'half');
  insert into upload_parts values ('half', 0, 1, 'first')`;

test('a copy has every row and every job, also what is due and unfinished', {
  tags: 'thorough',
}, async () => {
  const { database } = await startFullServer();
  await database.sql(DUE);
  const expected = { rows: await rowsOf(database, NOT_COPIED), jobs: await jobsOf(database) };
  // (One is for servers of a former version.)
  const empty = Object.keys(expected.rows).filter((name) => expected.rows[name]?.length === 0);
  expect(empty).toEqual(['notification_messages']);

  const target = await emptyDatabase();
  const upgraded = await inSnapshot(database.connection, (snapshot) =>
    loadUpgraded({ connection: target.connection, log }, snapshot),
  );
  expect(upgraded.verification.differences).toEqual([]);
  expect(upgraded.migrations).toEqual([]);
  expect({ rows: await rowsOf(target, NOT_COPIED), jobs: await jobsOf(target) }).toEqual(expected);
});

test('a copy of an earlier version is migrated, and says how long each migration took', {
  tags: 'thorough',
}, async () => {
  const [earlier, target] = [await emptyDatabase(), await emptyDatabase()];
  await migrate(earlier.connection, log, undefined, '0011_uploads');
  await earlier.sql(`insert into applications (id, name) values ('old', 'Old')`);
  const { migrations } = await inSnapshot(earlier.connection, (snapshot) =>
    loadUpgraded({ connection: target.connection, log }, snapshot),
  );
  expect(migrations.map(({ name }) => name)).toEqual(await missingMigrations(earlier.connection));
  expect(await missingMigrations(target.connection)).toEqual([]);
  expect(await target.sql('select id from applications')).toEqual([{ id: 'old' }]);
});

test('a database without a schema is not copied', async () => {
  const { connection } = await emptyDatabase();
  await expect(inSnapshot(connection, async () => {})).rejects.toThrow('there is nothing to upgrade');
});

test('a database of a later version is not copied', async () => {
  const { database } = await startBackedUpServer();
  await database.sql(`insert into schema_migrations (name, run_on) values ('9999_later', now())`);
  await expect(inSnapshot(database.connection, async () => {})).rejects.toThrow(
    'The database was migrated by a later version of Palaver (9999_later): use that version.',
  );
});

test('a copy that does not fit on the disk is refused', async () => {
  const { database, dataDir } = await startBackedUpServer();
  await inSnapshot(database.connection, async (snapshot) => {
    await checkSpace(snapshot, dataDir);
    await expect(checkSpace({ ...snapshot, bytes: 1e18 }, dataDir)).rejects.toThrow(
      'A copy of the database needs 1500000000.0 GB in',
    );
  });
});

test('a copy adds up as well as its original if no rule is violated more often', () => {
  const of = (...counts: [rule: string, count: number][]) => ({
    differences: counts.map(([rule, count]) => ({ rule, count, examples: [] })),
  });
  expect(addedDifferences(of(['a', 2]), of(['a', 2], ['b', 1]))).toEqual([]);
  expect(addedDifferences(of(['a', 3], ['b', 1], ['c', 1]), of(['a', 2], ['c', 1]))).toEqual(['a', 'b']);
});
