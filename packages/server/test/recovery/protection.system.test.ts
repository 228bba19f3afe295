import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { FileId } from '@palaver/protocol/files';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createBackup, withBackupLease } from '../../src/backup/create-backup.ts';
import { laterLists, readLaterList } from '../../src/backup/file-lists.ts';
import {
  type BaseManifest,
  isBase,
  listBackupIds,
  partKey,
  readManifest,
} from '../../src/backup/manifest.ts';
import { contentKey } from '../../src/domain/rules/file-paths.ts';
import { readBaseBackup } from '../../src/recovery/base-backup.ts';
import { chooseBase, recover, verifyBase } from '../../src/recovery/recover.ts';
import { listSegments } from '../../src/recovery/wal-store.ts';
import { useEmbeddedPostgres } from '../../src/storage/embedded/embedded-postgres.ts';
import { openFolder } from '../../src/storage/objects/folder.ts';
import type { Objects } from '../../src/storage/objects/objects.ts';
import { log, newSealing, UNSEALED } from '../backup/backup-harness.ts';
import { namesIn } from '../backup/installations.ts';
import { newDataDir } from '../harness/palaver.ts';
import { until } from '../harness/until.ts';
import { pause, quietFor } from '../harness/waits.ts';
import { type ArchivingCluster, startArchivingCluster, startProtecting } from './protected-cluster.ts';

async function basesOf({ place }: ArchivingCluster): Promise<BaseManifest[]> {
  const ids = await listBackupIds(place.objects);
  const manifests = await Promise.all(ids.map((id) => readManifest(place.objects, id)));
  return manifests.filter((one) => one !== undefined).filter(isBase);
}

const firstBase = (cluster: ArchivingCluster) => until(async () => (await basesOf(cluster))[0], 60);

/** Adds a file, as an upload does. */
async function addFile({ client, parts }: ArchivingCluster): Promise<FileId> {
  const id = randomBytes(16).toString('hex') as FileId;
  await parts.objects.put(contentKey(id), Buffer.from(`content of ${id}`));
  await client.query(`insert into applications (id, name) values ('test', 'Test') on conflict do nothing`);
  await client.query(
    `insert into files (id, app_id, tenant_id, kind, name, mime_type, size, state)
     values ($1, 'test', '', 'file', 'notes', 'text/plain', 43, 'stored')`,
    [id],
  );
  return id;
}

/** The keys of the files that were copied after base backups, as far as their lists can be read. */
async function copiedSince(cluster: ArchivingCluster): Promise<string[]> {
  const { objects } = cluster.place;
  const keys: string[] = [];
  for (const base of await basesOf(cluster))
    for (const name of await laterLists(objects, base)) {
      const files = await readLaterList(objects, base, name).catch(() => []);
      keys.push(...files.map(({ key }) => key));
    }
  return keys.toSorted();
}

async function contentOf(objects: Objects, id: FileId): Promise<string> {
  const found = (await objects.get(contentKey(id))) ?? expect.fail('a file is missing');
  return text(found.content);
}

const note = ({ client }: ArchivingCluster, name: string) =>
  client.query('insert into applications (id, name) values ($1, $1)', [name]);

/** Returns the time. All earlier commits are stored when this resolves. */
async function untilStored(cluster: ArchivingCluster): Promise<Date> {
  const { client, place } = cluster;
  const { rows } = await client.query<{ now: Date; segment: string }>(
    // (A `Date` has milliseconds.)
    `select clock_timestamp() + interval '1 ms' as now, pg_walfile_name(pg_current_wal_insert_lsn()) as segment`,
  );
  const { now, segment } = rows[0] ?? expect.fail('PostgreSQL did not answer');
  // (Recovery to a time ends at the first commit after it.)
  await client.query('select pg_sleep(0.01)');
  await note(cluster, `tick-${now.getTime()}`);
  await client.query('select pg_switch_wal()');
  await until(async () => {
    const archives = readdirSync(join(place.folder, 'wal'));
    const stored = await Promise.all(archives.map((archive) => listSegments(place.objects, archive)));
    return stored.flat().some(({ name }) => name === segment) || undefined;
  }, 60);
  return now;
}

/** The texts of {@link note}, in a database that was recovered. */
async function notesIn(dataDir: string): Promise<string[]> {
  const postgres = await useEmbeddedPostgres({ dataDir, holder: 'a test', runAs: undefined, log });
  const client = new pg.Client(postgres.connection);
  await client.connect();
  const { rows } = await client.query<{ id: string }>(
    `select id from applications where id ~ '^note' order by 1`,
  );
  await client.end();
  await postgres.stop();
  return rows.map(({ id }) => id);
}

async function recoverAt({ place }: ArchivingCluster, at: Date | 'latest', sealing = UNSEALED) {
  const dataDir = newDataDir();
  const objects = openFolder(join(dataDir, 'objects'));
  const parts = { place: place.objects, sealing, log, dataDir, runAs: undefined, objects };
  const result = await recover(parts, await chooseBase(place.objects, at), at);
  return { ...result, dataDir, objects };
}

test('files that come after a base backup are copied, and restored', async () => {
  const cluster = await startArchivingCluster();
  const early = await addFile(cluster);
  startProtecting(cluster);
  await firstBase(cluster);
  const late = await addFile(cluster);
  const [base] = await basesOf(cluster);
  const later = join(cluster.place.folder, 'backups', base?.id ?? '', 'later');
  await until(async () => namesIn(later).length > 0 || undefined);
  await untilStored(cluster);
  const { objects, gone, restored, faults } = await recoverAt(cluster, 'latest');
  expect({ gone, restored, faults }).toEqual({ gone: [], restored: 2, faults: [] });
  for (const id of [early, late]) expect(await contentOf(objects, id)).toBe(`content of ${id}`);
});

test('a base backup that is stored slowly ends', async () => {
  const { parts } = await startArchivingCluster();
  const readSlowly = async (content: Readable) => {
    let bytes = 0;
    for await (const chunk of content as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      await pause(1);
    }
    return bytes;
  };
  // Which messages of PostgreSQL arrive in one chunk differs.
  for (let attempt = 0; attempt < 3; attempt += 1)
    await readBaseBackup(parts.wal.connection, async ({ files, manifest, ended }) => {
      expect(await readSlowly(files)).toBeGreaterThan(1_000_000);
      expect(await readSlowly(manifest)).toBeGreaterThan(1_000);
      await ended;
    });
});

test('files that come while a base backup waits are copied, whatever else cannot be', async () => {
  const cluster = await startArchivingCluster();
  const before = startProtecting(cluster);
  const base = await firstBase(cluster);
  await before.stop();
  // As long as the test holds the lease of backups, the next one waits.
  await withBackupLease({ connection: cluster.postgres.connection, log }, async () => {
    startProtecting(cluster, { baseMs: 0 });
    const [unreadable, late] = [await addFile(cluster), await addFile(cluster)];
    const path = join(cluster.dataDir, 'objects', contentKey(unreadable));
    rmSync(path);
    mkdirSync(path);
    await until(async () => (await copiedSince(cluster)).includes(contentKey(late)) || undefined);
    const copies = await copiedSince(cluster);
    // Later rounds do not copy the same files again.
    await quietFor(500);
    expect(await copiedSince(cluster)).toEqual(copies);
    expect(copies).not.toContain(contentKey(unreadable));
    rmSync(path, { recursive: true });
    await cluster.parts.objects.put(contentKey(unreadable), Buffer.from('readable again'));
    await until(async () => (await copiedSince(cluster)).includes(contentKey(unreadable)) || undefined);
    expect(await basesOf(cluster)).toEqual([base]);
  });
});

test('a damaged list of files hides some of them, and no more', async () => {
  const cluster = await startArchivingCluster();
  const early = await addFile(cluster);
  const protecting = startProtecting(cluster);
  const base = await firstBase(cluster);
  const late = await addFile(cluster);
  const later = join(cluster.place.folder, 'backups', base.id, 'later');
  await until(async () => namesIn(later).length > 0 || undefined);
  await untilStored(cluster);
  await protecting.stop();
  for (const name of namesIn(later)) writeFileSync(join(later, name), 'no list');
  const { objects, gone, faults } = await recoverAt(cluster, 'latest');
  expect(gone).toEqual([]);
  expect(faults.join()).toMatch(/later.*damaged.*1 files are missing/);
  expect(await contentOf(objects, early)).toBe(`content of ${early}`);

  startProtecting(cluster);
  await until(async () => (await copiedSince(cluster)).includes(contentKey(late)) || undefined);
});

test('a process with a strict umask recovers, too', async () => {
  const cluster = await startArchivingCluster();
  startProtecting(cluster);
  await firstBase(cluster);
  await note(cluster, 'note-1');
  await untilStored(cluster);
  const before = process.umask(0o077);
  onTestFinished(() => void process.umask(before));
  const { dataDir } = await recoverAt(cluster, 'latest');
  expect(await notesIn(dataDir)).toEqual(['note-1']);
});

test('each time has what was committed before it, and nothing else', async () => {
  const cluster = await startArchivingCluster();
  startProtecting(cluster);
  await firstBase(cluster);
  const times: Date[] = [];
  for (const name of ['note-1', 'note-2', 'note-3']) {
    await note(cluster, name);
    times.push(await untilStored(cluster));
  }
  for (const [index, time] of times.entries()) {
    const { dataDir } = await recoverAt(cluster, time);
    expect(await notesIn(dataDir)).toEqual(['note-1', 'note-2', 'note-3'].slice(0, index + 1));
  }
  await expect(recoverAt(cluster, new Date())).rejects.toThrow('end at');
  await expect(recoverAt(cluster, new Date('2020-01-01T00:00:00Z'))).rejects.toThrow('The earliest time');
});

test('everything in the place is encrypted; without the key, nothing is restored', async () => {
  const cluster = await startArchivingCluster();
  const sealing = await newSealing();
  startProtecting({ ...cluster, parts: { ...cluster.parts, sealing } });
  await firstBase(cluster);
  await note(cluster, 'note-secret');
  await untilStored(cluster);
  const files = readdirSync(cluster.place.folder, { recursive: true, withFileTypes: true });
  for (const file of files.filter((one) => one.isFile()))
    expect(readFileSync(join(file.parentPath, file.name), 'latin1')).not.toContain('note-secret');
  const { dataDir } = await recoverAt(cluster, 'latest', sealing);
  expect(await notesIn(dataDir)).toEqual(['note-secret']);
  await expect(recoverAt(cluster, 'latest', await newSealing())).rejects.toThrow('damaged');
});

test('encryption may begin after the base backup', async () => {
  const cluster = await startArchivingCluster();
  const inClear = startProtecting(cluster);
  await firstBase(cluster);
  await note(cluster, 'note-1');
  await untilStored(cluster);
  await inClear.stop();
  const sealing = await newSealing();
  startProtecting({ ...cluster, parts: { ...cluster.parts, sealing } });
  await note(cluster, 'note-2');
  await untilStored(cluster);
  expect(await basesOf(cluster)).toHaveLength(1);
  const { dataDir } = await recoverAt(cluster, 'latest', sealing);
  expect(await notesIn(dataDir)).toEqual(['note-1', 'note-2']);
});

test('while the place is away, changes wait in the outbox; afterwards nothing is missing', async () => {
  const cluster = await startArchivingCluster();
  const protecting = startProtecting(cluster);
  await firstBase(cluster);
  const { folder } = cluster.place;
  renameSync(folder, `${folder}.away`);
  writeFileSync(folder, 'no folder');
  for (const name of ['note-1', 'note-2']) {
    await note(cluster, name);
    await cluster.client.query('select pg_switch_wal()');
  }
  await until(async () => (protecting.state()?.lagMs ?? 0) > 0 || undefined);
  rmSync(folder);
  renameSync(`${folder}.away`, folder);
  await note(cluster, 'note-3');
  await untilStored(cluster);
  expect(await basesOf(cluster)).toHaveLength(1);
  const { dataDir } = await recoverAt(cluster, 'latest');
  expect(await notesIn(dataDir)).toEqual(['note-1', 'note-2', 'note-3']);
});

test('old base backups go with their WAL; files that others have stay', async () => {
  const cluster = await startArchivingCluster();
  const file = await addFile(cluster);
  // Not later: one base after the other would leave no time for it.
  const dump = await createBackup({ ...cluster.parts, connection: cluster.postgres.connection });
  const protecting = startProtecting(
    { ...cluster, parts: { ...cluster.parts, recoveryMs: 0 } },
    { baseMs: 0 },
  );
  const first = await firstBase(cluster);
  await until(async () => {
    const bases = await basesOf(cluster);
    return (bases.length > 0 && bases.every(({ id }) => id > first.id)) || undefined;
  }, 60);
  await protecting.stop();
  const bases = await basesOf(cluster);
  const [latest] = bases.toReversed();
  const stored = await listSegments(cluster.place.objects, latest?.base.archive ?? '');
  const segments = stored.map(({ name }) => name);
  expect(segments[0]).toBe(bases[0]?.base.first_segment);
  expect(segments).not.toContain(first.base.first_segment);
  expect(await readManifest(cluster.place.objects, dump.id)).toBeDefined();
  const { objects, gone } = await recoverAt(cluster, 'latest');
  expect(gone).toEqual([]);
  expect(await contentOf(objects, file)).toBe(`content of ${file}`);
});

test('a base backup that was removed is replaced', async () => {
  const cluster = await startArchivingCluster();
  startProtecting(cluster);
  const first = await firstBase(cluster);
  await cluster.place.objects.removeAll(`backups/${first.id}`);
  const second = await until(async () => (await basesOf(cluster))[0], 60);
  expect(second.id).not.toBe(first.id);
});

test('damage is found, whatever it hits', async () => {
  const cluster = await startArchivingCluster();
  startProtecting(cluster);
  const base = await firstBase(cluster);
  await note(cluster, 'note-1');
  await untilStored(cluster);
  await note(cluster, 'note-2');
  await untilStored(cluster);
  const { place } = cluster;
  const verifying = () => {
    const parts = { place: place.objects, sealing: UNSEALED, log, dataDir: newDataDir(), runAs: undefined };
    return verifyBase(parts, base);
  };
  expect((await verifying()).differences).toEqual([]);

  const damaging = async (key: string, damage: (content: Buffer) => Buffer, message: string) => {
    const path = join(place.folder, key);
    const content = readFileSync(path);
    writeFileSync(path, damage(Buffer.from(content)));
    await expect(verifying()).rejects.toThrow(message);
    writeFileSync(path, content);
  };
  const flipped = (content: Buffer) => {
    content.writeUInt8(content.readUInt8(content.length >> 1) ^ 1, content.length >> 1);
    return content;
  };
  await damaging(partKey(base.id, 0), flipped, 'is damaged');
  await damaging(`backups/${base.id}/base/manifest`, flipped, 'is damaged');
  const segments = await listSegments(place.objects, base.base.archive);
  const last = segments.at(-1)?.name.toLowerCase();
  await damaging(`wal/${base.base.archive}/${last}`, flipped, 'is damaged');
  await damaging(`wal/${base.base.archive}/${last}`, () => Buffer.alloc(0), 'is damaged');
  const first = base.base.first_segment;
  rmSync(join(place.folder, 'wal', base.base.archive, first.toLowerCase()));
  await expect(verifying()).rejects.toThrow(`Segment ${first} of the write-ahead log is missing`);
});
