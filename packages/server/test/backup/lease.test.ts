import type { UploadedFile } from '@palaver/protocol/files';
import { expect, test } from 'vitest';
import { createBackup, withBackupLease } from '../../src/backup/create-backup.ts';
import { listBackupIds, readManifest } from '../../src/backup/manifest.ts';
import { sweepFiles } from '../../src/domain/operations/files/sweep-files.ts';
import { removeFiles, removeOrphans } from '../../src/domain/operations/stickers/remove-files.ts';
import { contentKey } from '../../src/domain/rules/file-paths.ts';
import { upload } from '../harness/upload.ts';
import { newStore, startBackedUpServer } from './backup-harness.ts';

const never = () => new AbortController().signal;

test('the bytes of deleted files stay while a backup is being made', async () => {
  const { parts, ...server } = await startBackedUpServer();
  const { file_id }: UploadedFile = await upload(server);
  const content = contentKey(file_id);
  const orphan = 'sticker-packs/00000000-0000-4000-8000-000000000000';
  await server.objects.put(`${orphan}/icon.png`, Buffer.from('an icon'));
  const expire = () => server.database.sql('update files set expires_at = now()');
  const there = async () => [
    (await server.objects.changedAt(content)) !== undefined,
    (await server.objects.changedAt(orphan)) !== undefined,
  ];

  await withBackupLease(parts, async () => {
    await expire();
    await sweepFiles(server.db, server.objects, never());
    await removeOrphans(server.db, server.objects, 0);
    await expect(removeFiles(server.db, server.objects, orphan.slice(14))).rejects.toThrow('backup');
    expect(await there()).toEqual([true, true]);
  });
  await expire();
  await sweepFiles(server.db, server.objects, never());
  await removeOrphans(server.db, server.objects, 0);
  expect(await there()).toEqual([false, false]);
});

test('a file that is deleted after the snapshot is in the backup', async () => {
  const { parts, ...server } = await startBackedUpServer();
  await upload(server, { content: 'deleted meanwhile' });
  const { place } = newStoreThat(async (key) => {
    if (!key.endsWith('/jobs')) return;
    // The snapshot has been taken, and no file has been copied.
    await server.database.sql('update files set expires_at = now()');
    await sweepFiles(server.db, server.objects, never());
  });
  const { files } = await createBackup({ ...parts, place });
  expect(files).toMatchObject({ count: 1, missing_count: 0 });
});

test('only one backup of a database is made at a time', async () => {
  const { parts } = await startBackedUpServer();
  await withBackupLease(parts, async () => {
    await expect(withBackupLease(parts, async () => {}, 500)).rejects.toThrow('Another backup');
  });
  await withBackupLease(parts, async () => {});
});

test('a backup whose lease was lost does not count: files may have been removed meanwhile', {
  tags: 'thorough',
}, async () => {
  const { parts, ...server } = await startBackedUpServer();
  const { place } = newStoreThat(async (key) => {
    if (!key.endsWith('/jobs')) return;
    await server.database.sql(
      `update leases set holder = 'another', fence = fence + 1 where name = 'backup'`,
    );
  });
  await expect(createBackup({ ...parts, place })).rejects.toThrow();
  for (const id of await listBackupIds(place)) expect(await readManifest(place, id)).toBeUndefined();
});

/** A place where something happens before an object is stored. */
function newStoreThat(act: (key: string) => Promise<void>) {
  const { objects } = newStore();
  const put: typeof objects.put = async (key, content) => {
    await act(key);
    return objects.put(key, content);
  };
  return { place: { ...objects, put } };
}
