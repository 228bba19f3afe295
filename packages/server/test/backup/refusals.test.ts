import { createHash, randomBytes } from 'node:crypto';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBackup } from '../../src/backup/create-backup.ts';
import { copyKey, filesOf } from '../../src/backup/file-lists.ts';
import { type DumpManifest, readManifest, writeManifest } from '../../src/backup/manifest.ts';
import { checkKeys, type RestoreParts, restoreBackup } from '../../src/backup/restore-backup.ts';
import { checkFiles } from '../../src/backup/restore-files.ts';
import { DamagedBackupError, Sealing } from '../../src/backup/stored.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { SECRETS_KEY } from '../harness/command.ts';
import { sampled } from '../harness/seed.ts';
import { createTestDatabase, type TestDatabase } from '../harness/test-database.ts';
import { upload } from '../harness/upload.ts';
import {
  emptyDatabase,
  log,
  migratedDatabase,
  newSealing,
  newStore,
  startBackedUpServer,
  UNSEALED,
} from './backup-harness.ts';

/** A backup with a user and a file. */
async function backUp(sealing: Sealing, atEnd?: Parameters<typeof startBackedUpServer>[0]) {
  const { parts, place, ...server } = await startBackedUpServer(atEnd);
  await server.users(1);
  await upload(server);
  return {
    parts: { ...parts, sealing },
    folder: place.folder,
    manifest: await createBackup({ ...parts, sealing }),
  };
}

let original: Awaited<ReturnType<typeof backUp>>;

/**
 * A copy of that backup, and what is needed to restore it into a new database: by default one that has the schema, because a restore into
 * an empty one spends nearly all of its time on migrations.
 */
async function backedUp({ parts, folder, manifest } = original, newDatabase = migratedDatabase) {
  const [place, store] = [newStore(), newStore()];
  cpSync(folder, place.folder, { recursive: true });
  const target = await newDatabase();
  const into: RestoreParts = {
    ...parts,
    ...{ place: place.objects, connection: target.connection, objects: store.objects },
  };
  return { place, manifest, target, into };
}

/** Whether anything was restored. */
async function hasUsers({ sql }: TestDatabase): Promise<boolean> {
  const [found] = await sql<{ there: boolean }>(`select to_regclass('users') is not null as there`);
  return found?.there === true && (await sql('select from users')).length > 0;
}

const closers: (() => Promise<void> | void)[] = [];
beforeAll(async () => {
  original = await backUp(UNSEALED, (close) => closers.push(close));
});
afterAll(async () => {
  for (const close of closers) await close();
});

describe('a damaged backup', () => {
  /** Changes a byte in the middle of an object. */
  const flip = (folder: string, key: string) => {
    const path = join(folder, key);
    const bytes = readFileSync(path);
    const middle = Math.floor(bytes.length / 2);
    bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle);
    writeFileSync(path, bytes);
  };
  const truncate = (folder: string, key: string) => {
    const path = join(folder, key);
    writeFileSync(path, readFileSync(path).subarray(0, -1));
  };
  const lengthen = (folder: string, key: string) => {
    const path = join(folder, key);
    writeFileSync(path, Buffer.concat([readFileSync(path), randomBytes(1)]));
  };

  const KINDS = ['tables/users', 'jobs'];
  const DAMAGES = { flip, truncate, lengthen };
  const cases = KINDS.flatMap((kind) =>
    Object.entries(DAMAGES).map(([how, damage]) => ({ kind, how, damage })),
  );
  test.each(sampled('damaged parts', cases))('is not restored: $how $kind', async ({ kind, damage }) => {
    const { place, manifest, target, into } = await backedUp();
    const key = `backups/${manifest.id}/${kind}`;
    damage(place.folder, key);
    const failed = restoreBackup(into, manifest);
    await expect(failed).rejects.toThrow(DamagedBackupError);
    await expect(failed).rejects.toThrow(key);
    expect(await hasUsers(target)).toBe(false);
  });

  test('is not restored without one of its parts', async () => {
    const { place, manifest, target, into } = await backedUp(original, emptyDatabase);
    const table = `backups/${manifest.id}/tables/users`;
    const content = readFileSync(join(place.folder, table));
    await place.objects.remove(table);
    await expect(restoreBackup(into, manifest)).rejects.toThrow(
      'tables/users in the backup is damaged: it is missing',
    );
    expect(await hasUsers(target)).toBe(false);
    await place.objects.put(table, content);
    await restoreBackup(into, manifest);
    expect(await hasUsers(target)).toBe(true);
  });

  test.each(sampled('damaged files', Object.entries(DAMAGES)))(
    'is restored without the files that are damaged: %s',
    async (_, damage) => {
      for (const kind of ['copy', 'list']) {
        const { place, manifest, target, into } = await backedUp();
        const [[file] = []] = await Array.fromAsync(filesOf(place.objects, manifest));
        const key = kind === 'list' ? `backups/${manifest.id}/files/000000` : copyKey(file ?? expect.fail());
        damage(place.folder, key);
        const faults = [expect.stringContaining(key)];
        expect(await checkFiles(place.objects, manifest)).toEqual(faults);
        expect(await restoreBackup(into, manifest)).toMatchObject({ restored: 0, faults });
        expect(await into.objects.changedAt(file?.key ?? '')).toBeUndefined();
        expect(await hasUsers(target)).toBe(true);
      }
    },
  );

  test('replaces a file that was cut off in the store', { tags: 'thorough' }, async () => {
    const { place, manifest, into } = await backedUp();
    const [[file = expect.fail()] = []] = await Array.fromAsync(filesOf(place.objects, manifest));
    await into.objects.put(file.key, Buffer.alloc(file.size - 1));
    expect(await restoreBackup(into, manifest)).toMatchObject({ restored: 1 });
    const found = await into.objects.get(file.key);
    found?.content.destroy();
    expect(found?.size).toBe(file.size);
  });

  test.each(sampled('damaged manifests', Object.entries(DAMAGES)))(
    'has a manifest with a checksum: %s',
    async (_, damage) => {
      const { place, manifest } = await backedUp();
      damage(place.folder, `backups/${manifest.id}/manifest.json`);
      const reading = readManifest(place.objects, manifest.id);
      // (The last byte is a line break, without which it says the same.)
      if (damage === truncate) expect(await reading).toEqual(manifest);
      else await expect(reading).rejects.toThrow(`The manifest of backup ${manifest.id} is damaged`);
    },
  );

  test('may be the manifest of another one, of another format, or no JSON', async () => {
    const { place, manifest } = await backedUp();
    const path = join(place.folder, `backups/${manifest.id}/manifest.json`);
    const content = readFileSync(path, 'utf8');
    const other = manifest.id.replace(/....$/, '0000');
    await writeManifest(place.objects, { ...manifest, id: other });
    writeFileSync(path, readFileSync(join(place.folder, `backups/${other}/manifest.json`)));
    await expect(readManifest(place.objects, manifest.id)).rejects.toThrow('does not describe this backup');
    writeFileSync(path, content.replace('"format": 1', '"format": 3'));
    await expect(readManifest(place.objects, manifest.id)).rejects.toThrow('has format 3');
    await writeManifest(place.objects, { ...manifest, format: 2 } as never);
    await expect(readManifest(place.objects, manifest.id)).rejects.toThrow('does not describe this backup');
    for (const text of ['', '[]', 'null', '{', '{}', '\0'.repeat(1_000)]) {
      writeFileSync(path, text);
      await expect(readManifest(place.objects, manifest.id)).rejects.toThrow('damaged');
    }
  });
});

describe('a forged manifest', () => {
  const forged: [string, (manifest: DumpManifest) => object][] = [
    ['a day', () => ({ event_days: [`2026-01-01'; drop table users; --`] })],
    [
      'a sequence',
      ({ sequences }) => ({ sequences: [{ ...sequences[0], value: '1); drop table users; --' }] }),
    ],
    ['a table', ({ tables }) => ({ tables: [{ ...tables[0], name: 'users"; drop table users; --' }] })],
    ['counts', () => ({ counts: null })],
    ['files', () => ({ files: { lists: 'all' } })],
  ];
  test.each(sampled('forged manifests', forged))('is refused with a wrong %s', async (_, change) => {
    const { place, manifest } = await backedUp();
    await writeManifest(place.objects, { ...manifest, ...change(manifest) });
    await expect(readManifest(place.objects, manifest.id)).rejects.toThrow('does not describe this backup');
  });

  test.each<[string, (manifest: DumpManifest) => object]>([
    ['one table fewer', ({ tables }) => ({ tables: tables.slice(1) })],
    ['another table', ({ tables }) => ({ tables: [{ ...tables[0], name: 'leases' }, ...tables.slice(1)] })],
    [
      'one column fewer',
      ({ tables }) => ({ tables: [{ ...tables[0], columns: ['id'] }, ...tables.slice(1)] }),
    ],
  ])('is refused with %s', async (_, change) => {
    const { manifest, into } = await backedUp();
    const forgery = { ...manifest, ...change(manifest) } as DumpManifest;
    await expect(restoreBackup(into, forgery)).rejects.toThrow('does not have the tables and columns');
  });

  test.each(sampled('keys of no file', ['../../etc/passwd', 'files/../../x', '', 'a'.repeat(9), 7, null]))(
    'lists no file %j',
    async (key) => {
      const { place, manifest, into } = await backedUp();
      const [[file] = []] = await Array.fromAsync(filesOf(place.objects, manifest));
      const line = `${JSON.stringify({ ...file, key, in: '../../somewhere' })}\n`;
      const content = zstdCompressSync(line);
      await place.objects.put(`backups/${manifest.id}/files/000000`, content);
      const list = { bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') };
      const forgery = { ...manifest, files: { ...manifest.files, lists: [list] } };
      const faults = [expect.stringContaining('is no list of files')];
      expect(await restoreBackup(into, forgery)).toMatchObject({ restored: 0, faults });
    },
  );
});

test('a list of files that would fill the memory is refused', { tags: 'thorough' }, async () => {
  const { place, manifest, into } = await backedUp();
  // 100 KB that decompress to a line of 100 MB.
  const content = zstdCompressSync(Buffer.alloc(100_000_000, 'x'));
  await place.objects.put(`backups/${manifest.id}/files/000000`, content);
  const list = { bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') };
  const forgery = { ...manifest, files: { ...manifest.files, lists: [list] } };
  const faults = [expect.stringContaining('files/000000 in the backup is damaged: it is too large')];
  expect(await restoreBackup(into, forgery)).toMatchObject({ restored: 0, faults });
});

describe('a restore is refused', () => {
  const refused = (into: RestoreParts, manifest: DumpManifest) =>
    expect(restoreBackup(into, manifest)).rejects;

  test('into a database that has applications', { tags: 'thorough' }, async () => {
    const { manifest, into, target } = await backedUp();
    await restoreBackup(into, manifest);
    const before = await target.sql('select * from users');
    await refused(into, manifest).toThrow('already has applications');
    expect(await target.sql('select * from users')).toEqual(before);
  });

  test('into a database of another program', async () => {
    const { manifest, into, target } = await backedUp(original, emptyDatabase);
    await target.sql('create table things (id int)');
    await refused(into, manifest).toThrow('has tables of another program, such as things');
  });

  test('while a server runs on the database', { tags: 'thorough' }, async () => {
    const { manifest, into } = await backedUp();
    const target = await createTestDatabase();
    await target.sql(
      `insert into leases values ('events', 'a server', 1, now() + interval '10 seconds', now())`,
    );
    await refused({ ...into, connection: target.connection }, manifest).toThrow('stop all servers');
    await target.sql('delete from leases');
    await restoreBackup({ ...into, connection: target.connection }, manifest);
    await target.drop();
  });

  test('of a backup from a later version, and into a later schema', async () => {
    const { manifest, into } = await backedUp();
    const later = { ...manifest, palaver: '9.0.0', migrations: [...manifest.migrations, '9999_later'] };
    await refused(into, later).toThrow(
      'made by Palaver 9.0.0, and this older version does not know its migrations 9999_later',
    );
    const target = await createTestDatabase();
    const earlier = { ...manifest, migrations: manifest.migrations.slice(0, -1) };
    await refused({ ...into, connection: target.connection }, earlier).toThrow(
      `is newer than the backup (${manifest.migrations.at(-1)})`,
    );
    await target.drop();
  });
});

test.each(sampled('killed migrations', [undefined, '0001_schema', '0002_leases']))(
  'a database whose first migrations were killed after %s takes a backup',
  async (last) => {
    const { manifest, into, target } = await backedUp(original, emptyDatabase);
    if (last === undefined)
      await target.sql('create table schema_migrations (id serial primary key, name text, run_on timestamp)');
    else await migrate(into.connection, log, undefined, last);
    await restoreBackup(into, manifest);
    expect(await hasUsers(target)).toBe(true);
  },
);

describe('keys', () => {
  const secretsKeys = [Buffer.from(SECRETS_KEY, 'base64')];

  test('a backup needs the key of its secrets, which it does not have', async () => {
    const { manifest } = original;
    const dataDir = newStore().folder;
    const check = (keys: Buffer[] | undefined) =>
      checkKeys(manifest, UNSEALED, { secretsKeys: keys, dataDir });
    await expect(check(undefined)).rejects.toThrow(`${dataDir}/secrets-key is missing`);
    await expect(check([randomBytes(32)])).rejects.toThrow('PALAVER_SECRETS_KEY is another key');
    await check([randomBytes(32), ...secretsKeys]);
  });

  test('an encrypted backup needs the secret key of one of its recipients', async () => {
    const { manifest: encrypted, into, target } = await backedUp(await backUp(await newSealing()));
    const keys = { secretsKeys, dataDir: '' };
    for (const other of [UNSEALED, await newSealing()])
      await expect(checkKeys(encrypted, other, keys)).rejects.toThrow('set PALAVER_BACKUP_IDENTITY');
    await expect(restoreBackup({ ...into, sealing: await newSealing() }, encrypted)).rejects.toThrow(
      DamagedBackupError,
    );
    expect(await hasUsers(target)).toBe(false);
    await restoreBackup(into, encrypted);
    expect(await hasUsers(target)).toBe(true);
  });

  test('the error for a mistyped key does not show the key', async () => {
    const identity = await generateX25519Identity();
    const recipient = await identityToRecipient(identity);
    const swapped = (key: string) =>
      key.slice(0, -1) +
      (/[qQ]$/.test(key) ? key.at(-2) : key.at(-1) === key.at(-1)?.toUpperCase() ? 'Q' : 'q');
    expect(() => new Sealing({ recipients: [swapped(recipient)], identity: undefined })).toThrow(
      /^PALAVER_BACKUP_RECIPIENTS is mistyped: the checksum of a key is wrong\.$/,
    );
    expect(() => new Sealing({ recipients: [], identity: swapped(identity) })).toThrow(
      /^PALAVER_BACKUP_IDENTITY is mistyped: the checksum of a key is wrong\.$/,
    );
  });
});
