import type { UploadedFile } from '@palaver/protocol/files';
import { expect, test } from 'vitest';
import { createBackup } from '../../src/backup/create-backup.ts';
import { copyKey, filesOf } from '../../src/backup/file-lists.ts';
import { type DumpManifest, listBackupIds, newBackupId, readManifest } from '../../src/backup/manifest.ts';
import { removeBackups } from '../../src/backup/prune-backups.ts';
import { restoreBackup } from '../../src/backup/restore-backup.ts';
import { checkFiles } from '../../src/backup/restore-files.ts';
import { Sealing } from '../../src/backup/stored.ts';
import { contentKey } from '../../src/domain/rules/file-paths.ts';
import type { Objects } from '../../src/storage/objects/objects.ts';
import { upload } from '../harness/upload.ts';
import { emptyDatabase, newSealing, newStore, startBackedUpServer } from './backup-harness.ts';

/** The keys of the copies of a backup. */
async function copiesOf(place: Objects, manifest: DumpManifest): Promise<string[]> {
  const keys: string[] = [];
  for await (const files of filesOf(place, manifest)) keys.push(...files.map(copyKey));
  return keys;
}

/** The keys of all copies in a place. */
async function allCopies(place: Objects): Promise<string[]> {
  const below = async (folder: string) => (await Array.fromAsync(place.list(folder))).flat();
  const keys: string[] = [];
  for (const id of await below('copies'))
    for (const list of await below(`copies/${id}`))
      for (const name of await below(`copies/${id}/${list}`)) keys.push(`copies/${id}/${list}/${name}`);
  return keys.toSorted();
}

test('a file is copied once, for all backups that are encrypted for the same keys', {
  tags: 'thorough',
}, async () => {
  const { parts, place, ...server } = await startBackedUpServer();
  await upload(server, { content: 'first' });
  const first = await createBackup(parts);
  await upload(server, { content: 'second' });
  const second = await createBackup(parts);
  expect([first.files, second.files]).toMatchObject([
    { count: 1, reused: 0 },
    { count: 2, reused: 1 },
  ]);

  const sealing = await newSealing();
  const sealed = await createBackup({ ...parts, sealing });
  const again = await createBackup({ ...parts, sealing });
  const clear = await createBackup(parts);
  expect([sealed.files.reused, again.files.reused, clear.files.reused]).toEqual([0, 2, 0]);
  expect(await copiesOf(place.objects, again)).toEqual(await copiesOf(place.objects, sealed));
});

test('the order of the keys makes no difference', { tags: 'thorough' }, async () => {
  const { parts, ...server } = await startBackedUpServer();
  await upload(server);
  const recipients = [...(await newSealing()).recipients, ...(await newSealing()).recipients];
  const make = (given: string[]) =>
    createBackup({ ...parts, sealing: new Sealing({ recipients: given, identity: undefined }) });
  await make(recipients);
  const { files } = await make([...recipients.toReversed(), ...recipients]);
  expect(files.reused).toBe(1);
});

test('a copy that is gone is made again', { tags: 'thorough' }, async () => {
  const { parts, place, ...server } = await startBackedUpServer();
  await upload(server);
  const [key = ''] = await copiesOf(place.objects, await createBackup(parts));
  await place.objects.remove(key);
  const next = await createBackup(parts);
  expect(next.files).toMatchObject({ count: 1, reused: 0 });
  expect(await checkFiles(place.objects, next)).toEqual([]);
});

test('two installations may make backups in one place at the same time', { tags: 'thorough' }, async () => {
  const [one, other] = [await startBackedUpServer(), await startBackedUpServer()];
  await upload(one);
  await upload(other);
  const { objects } = one.place;
  let second: DumpManifest | undefined;
  const put: Objects['put'] = async (key, content) => {
    // The first backup has tables, and no manifest.
    if (key.endsWith('/jobs')) second ??= await createBackup({ ...other.parts, place: objects });
    return objects.put(key, content);
  };
  const first = await createBackup({ ...one.parts, place: { ...objects, put } });
  expect(await listBackupIds(objects)).toEqual([first.id, second?.id]);
  for (const manifest of [first, second ?? expect.fail()]) {
    const into = {
      ...one.parts,
      connection: (await emptyDatabase()).connection,
      objects: newStore().objects,
    };
    expect(await restoreBackup(into, manifest)).toMatchObject({ restored: 1, faults: [] });
  }
});

test('the removal of a backup keeps the copies of one that may be in progress', async () => {
  const { parts, place } = await startBackedUpServer();
  const { id } = await createBackup(parts);
  const inProgress = `copies/${newBackupId(new Date())}/000000/some.file`;
  const longAgo = `copies/${newBackupId(new Date(Date.now() - 8 * 60 * 60 * 1000))}/000000/some.file`;
  for (const key of [inProgress, longAgo]) await place.objects.put(key, Buffer.from('content'));
  await removeBackups(place.objects, [id], [], () => {});
  expect(await allCopies(place.objects)).toEqual([inProgress]);
});

test('a backup that was cut off is none, and the next one uses what it has copied', {
  tags: 'thorough',
}, async () => {
  const { parts, place, ...server } = await startBackedUpServer();
  await upload(server);
  const cutOff: Objects = {
    ...place.objects,
    put: async (key, content) => {
      if (key.endsWith('manifest.json')) throw new Error('no space left');
      return place.objects.put(key, content);
    },
  };
  await expect(createBackup({ ...parts, place: cutOff })).rejects.toThrow('no space left');
  const [id = ''] = await listBackupIds(place.objects);
  expect(await readManifest(place.objects, id)).toBeUndefined();

  const next = await createBackup(parts);
  expect(next.files).toMatchObject({ count: 1, reused: 1 });
  expect(await listBackupIds(place.objects)).toEqual([next.id]);
  expect(await checkFiles(place.objects, next)).toEqual([]);
});

test('removing a backup removes the copies that no other one has', async () => {
  const { parts, place, ...server } = await startBackedUpServer();
  const file: UploadedFile = await upload(server);
  const first = await createBackup(parts);
  await upload(server);
  // As if the file had been deleted, and its bytes with it.
  await server.database.sql(`delete from files where id = '${file.file_id}'`);
  const second = await createBackup(parts);
  await upload(server);
  const third = await createBackup(parts);
  const [kept, latest] = [await copiesOf(place.objects, first), await copiesOf(place.objects, third)];

  await removeBackups(place.objects, [second.id], [first, third], () => {});
  expect(await listBackupIds(place.objects)).toEqual([first.id, third.id]);
  expect(await allCopies(place.objects)).toEqual([...kept, ...latest].toSorted());
  await removeBackups(place.objects, [first.id], [third], () => {});
  expect(await allCopies(place.objects)).toEqual(latest.toSorted());
  expect(await checkFiles(place.objects, third)).toEqual([]);
  await removeBackups(place.objects, [third.id], [], () => {});
  expect(await allCopies(place.objects)).toEqual([]);
});

test('a file that the store has lost is named, and the rest is backed up', async () => {
  const { parts, ...server } = await startBackedUpServer();
  const lost: UploadedFile = await upload(server);
  await upload(server);
  await server.objects.remove(contentKey(lost.file_id));
  const { files } = await createBackup(parts);
  expect(files).toMatchObject({ count: 1, missing_count: 1, missing: [contentKey(lost.file_id)] });
});

test('files of sticker packs are missed, too', async () => {
  const { parts, ...server } = await startBackedUpServer();
  await upload(server);
  await server.database.sql(
    `insert into sticker_packs (app_id, tenant_id, name, folder, status)
       values ('test', '', 'Suns', '00000000-0000-4000-8000-000000000000', 'uploaded');
     insert into stickers (pack_id, position, name, kind, size) select id, 1, 'sun', 'png', 1 from sticker_packs`,
  );
  const { files } = await createBackup(parts);
  expect(files.missing.map((key) => key.split('/').at(-1))).toEqual(['1.png', 'icon.png']);
});

test('a command that looks into another store makes no backup', async () => {
  const { parts, ...server } = await startBackedUpServer();
  await upload(server);
  const failed = createBackup({ ...parts, objects: newStore().objects });
  await expect(failed).rejects.toThrow('None of the 1 files is in the store of this command');
});
