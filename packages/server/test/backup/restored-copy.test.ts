import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copyDatabase } from '../../src/backup/copy-database.ts';
import { createBackup } from '../../src/backup/create-backup.ts';
import { newBackupId } from '../../src/backup/manifest.ts';
import { restoreBackup } from '../../src/backup/restore-backup.ts';
import { checkFiles } from '../../src/backup/restore-files.ts';
import { inSession } from '../../src/backup/session.ts';
import { store } from '../../src/backup/stored.ts';
import { LEFT_OUT, listTables, readSequences } from '../../src/backup/tables.ts';
import { sweepFiles } from '../../src/domain/operations/files/sweep-files.ts';
import { removeOrphans } from '../../src/domain/operations/stickers/remove-files.ts';
import { migrate, missingMigrations } from '../../src/storage/migrate.ts';
import { connect, type TestDatabase } from '../harness/test-database.ts';
import { emptyDatabase, log, newSealing, newStore, startBackedUpServer, UNSEALED } from './backup-harness.ts';
import { jobsOf, rowsOf, sequencesOf, startFullServer } from './rows.ts';

/** The content of all files below a folder. */
function filesIn(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return Object.fromEntries(
    names
      .filter((name) => statSync(join(folder, name)).isFile())
      .map((name) => [name, readFileSync(join(folder, name), 'latin1')]),
  );
}

test('a restored backup has every row, every job and every file, and begins an epoch', async () => {
  const server = await startFullServer();
  const { database } = server;
  // A backup does not have the bytes of deleted files.
  await sweepFiles(server.db, server.objects, new AbortController().signal);
  await removeOrphans(server.db, server.objects, 0);
  const sealing = await newSealing();
  const manifest = await createBackup({ ...server.parts, sealing });
  const expected = {
    rows: await rowsOf(database, LEFT_OUT),
    jobs: await jobsOf(database),
    sequences: await sequencesOf(database),
  };
  // Every table has rows to be restored.
  for (const [name, rows] of Object.entries(expected.rows)) expect(rows, name).not.toEqual([]);

  const [target, store] = [await emptyDatabase(), newStore()];
  const parts = { ...server.parts, sealing, connection: target.connection, objects: store.objects };
  const { restored, faults, verification } = await restoreBackup(parts, manifest);
  expect(verification.differences).toEqual([]);
  expect(await rowsOf(target, LEFT_OUT)).toEqual(expected.rows);
  expect(await jobsOf(target)).toEqual(expected.jobs);
  expect({ restored, faults }).toEqual({ restored: manifest.files.count, faults: [] });
  expect(filesIn(store.folder)).toEqual(filesIn(join(server.dataDir, 'objects')));
  expect(await checkFiles(parts.place, manifest)).toEqual([]);

  const epochOf = async ({ sql }: TestDatabase) => (await sql('select epoch, branch from event_epoch'))[0];
  const [before, after] = [await epochOf(database), await epochOf(target)];
  expect(after?.epoch).not.toBe(before?.epoch);
  expect(after?.branch).not.toBe(before?.branch);
  const values = new Map((await sequencesOf(target)).map(({ name, value }) => [name, BigInt(value)]));
  for (const { name, value } of expected.sequences)
    expect(values.get(name), name).toBeGreaterThanOrEqual(BigInt(value));

  // Nothing in the place can be read without the key, except which tables and files there are.
  const stored = Object.values(filesIn(server.place.folder)).join('');
  for (const secret of ['home-owner', 'example.com']) expect(stored).not.toContain(secret);
});

test('every table and sequence of Palaver is in a backup, or left out on purpose', async () => {
  const { database } = await startBackedUpServer();
  const client = await connect(database.connection);
  await database.sql('create table of_another_program (id int generated always as identity)');
  const namesOf = async (query: string) =>
    (await database.sql<{ name: string }>(query)).map(({ name }) => name);
  const tables = await namesOf(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
     and not relispartition and relname <> 'of_another_program'`,
  );
  const backedUp = (await listTables(client, 'backup')).map(({ name }) => name);
  expect([...backedUp, ...LEFT_OUT].toSorted()).toEqual(tables.toSorted());

  const others = [...LEFT_OUT, 'of_another_program'].map((name) => `${name}_id_seq`);
  const sequences = await namesOf(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S' order by 1`,
  );
  const saved = (await readSequences(client, 'backup')).map(({ name }) => name);
  expect(saved).toEqual(sequences.filter((name) => !others.includes(name)));
});

test('a truncate during a backup waits for its end', { tags: 'thorough' }, async () => {
  const server = await startBackedUpServer();
  await server.relayed();
  await server.stopRelay();
  await server.database.sql(
    `insert into outbox (app_id, tenant_id, type) values ('test', '', 'user.updated')`,
  );
  const { objects } = server.place;
  const truncated: unknown[] = [];
  const put: typeof objects.put = async (key, content) => {
    // The first of the tables.
    if (key.endsWith('/tables/api_keys'))
      truncated.push(
        await server.database
          .sql(`set lock_timeout = '50ms'; truncate outbox`)
          .catch((error: { code: string }) => error.code),
      );
    return objects.put(key, content);
  };
  const manifest = await createBackup({ ...server.parts, place: { ...objects, put } });
  expect(truncated).toEqual(['55P03']);
  expect(manifest.tables.find(({ name }) => name === 'outbox')?.rows).toBe(1);
});

test('a backup does not depend on the settings of the database', { tags: 'thorough' }, async () => {
  const server = await startBackedUpServer();
  const { database } = server.database.connection;
  // (Connections that exist keep theirs.)
  for (const setting of [
    `datestyle = 'SQL, DMY'`,
    `intervalstyle = 'sql_standard'`,
    'extra_float_digits = 0',
  ])
    await server.database.sql(`alter database ${database} set ${setting}`);
  await server.users(1);
  const manifest = await createBackup(server.parts);
  const target = await emptyDatabase();
  const into = { ...server.parts, connection: target.connection, objects: newStore().objects };
  await restoreBackup(into, manifest);
  const createdAt = async ({ sql }: TestDatabase) =>
    sql('select extract(epoch from created_at)::text as at from users');
  expect(await createdAt(target)).toEqual(await createdAt(server.database));
});

test('a backup of an earlier version is migrated', async () => {
  const [earlier, target] = [await emptyDatabase(), await emptyDatabase()];
  await migrate(earlier.connection, log, undefined, '0011_uploads');
  await earlier.sql(`
    insert into applications (id, name) values ('old', 'Old');
    insert into users (app_id, tenant_id, user_id, kind, display_name, avatar_url) values ('old', '', 'ann', 'user', 'Ann', '')`);
  const [objects, place] = [newStore().objects, newStore().objects];
  const parts = { objects, place, sealing: UNSEALED, log };
  // (This version makes backups only of databases that it has migrated.)
  const id = newBackupId(new Date());
  const form = { isCompressed: true, isEncrypted: false };
  const { database } = await inSession(earlier.connection, (client) =>
    copyDatabase(client, id, async (key, { content, rows }) => ({
      ...(await store(place, key, content, form, UNSEALED)),
      rows: rows(),
    })),
  );
  const about = { format: 1, id, palaver: '0.0.9', began_at: '', ended_at: '' } as const;
  const files = { count: 0, bytes: 0, reused: 0, missing: [], missing_count: 0, lists: [] };
  const manifest = { ...about, encrypted_for: [], ...database, files };
  expect(manifest.migrations.at(-1)).toBe('0011_uploads');

  const { verification } = await restoreBackup({ ...parts, connection: target.connection }, manifest);
  expect(verification.differences).toEqual([]);
  expect(await target.sql('select app_id, user_id, display_name from users')).toEqual([
    { app_id: 'old', user_id: 'ann', display_name: 'Ann' },
  ]);
  expect(await missingMigrations(target.connection)).toEqual([]);
});
