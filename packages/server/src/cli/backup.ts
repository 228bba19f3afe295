import { mkdir } from 'node:fs/promises';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { BackupError } from '../backup/backup-error.ts';
import { createBackup, timeLimit, withBackupLease } from '../backup/create-backup.ts';
import { type DumpManifest, isBase, listBackupIds, type Manifest, readManifest } from '../backup/manifest.ts';
import { removeBackups } from '../backup/prune-backups.ts';
import { checkKeys, restoreBackup } from '../backup/restore-backup.ts';
import { DamagedBackupError } from '../backup/stored.ts';
import { verifyBackup } from '../backup/verify-backup.ts';
import type { Config } from '../config/config.ts';
import type { Verification } from '../domain/operations/verify/verify.ts';
import { createLog } from '../platform/log.ts';
import type { Objects } from '../storage/objects/objects.ts';
import { openDatabase } from '../storage/open-database.ts';
import { type BackupOptions, checkPlace, sealingOf, withObjects, withPlace } from './backup-place.ts';
import { print, printError, printJson, printRows, sizeText } from './print.ts';
import { recoverCommand, verifyBaseBackup } from './recover.ts';
import { printDifferences } from './verify.ts';
import { readDatabase } from './with-database.ts';

/** `palaver backup …`: backups of the database and its files. */

/** `palaver backup create`: beside running servers. */
export async function createBackupCommand(options: BackupOptions): Promise<void> {
  const create = async (place: Objects, config: Config) => {
    await checkPlace(place);
    return readDatabase('backup create', (_, _config, storage, log) =>
      withObjects(config, (objects) =>
        createBackup({ connection: storage.connection, objects, place, sealing: sealingOf(config), log }),
      ),
    );
  };
  const manifest = await withPlace(options, create, { keepsReserve: true });
  const { id, files, counts } = manifest;
  if (files.missing_count > 0)
    printError(
      `warning: ${files.missing_count} files are missing in the store, such as ${files.missing[0]}\n`,
    );
  if (options.json) return printJson(summaryOf(manifest));
  print(
    `Backup ${id}: threads ${counts.threads}, messages ${counts.messages}, files ${files.count} (new ${files.count - files.reused}), ${sizeText(bytesOf(manifest))}.\n`,
  );
}

/** `palaver backup list`: oldest first. */
export async function listBackupsCommand(options: BackupOptions): Promise<void> {
  const rows = await withPlace(options, async (place) => {
    const found = [];
    for (const id of await listBackupIds(place)) found.push(await describe(place, id));
    return found;
  });
  printRows(rows, options.json === true);
}

async function describe(place: Objects, id: string) {
  try {
    const manifest = await readManifest(place, id);
    if (manifest !== undefined) return { ...summaryOf(manifest), state: 'complete' };
  } catch (error) {
    if (!(error instanceof DamagedBackupError)) throw error;
    return { ...NO_SUMMARY, id, state: 'unreadable' };
  }
  return { ...NO_SUMMARY, id, state: 'incomplete' };
}

const NO_SUMMARY = {
  kind: null,
  snapshot_at: null,
  palaver: null,
  messages: null,
  files: null,
  missing_files: null,
  bytes: null,
  is_encrypted: null,
};

function summaryOf(manifest: Manifest) {
  const { id, snapshot_at, palaver, counts, files, encrypted_for } = manifest;
  return {
    ...{
      id,
      kind: isBase(manifest) ? 'base' : 'dump',
      snapshot_at,
      palaver,
      messages: counts.messages,
      files: files.count,
    },
    missing_files: files.missing_count,
    bytes: bytesOf(manifest),
    is_encrypted: encrypted_for.length > 0,
  };
}

/** As they are stored, with files that other backups have, too. */
function bytesOf(manifest: Manifest): number {
  const { files } = manifest;
  const parts = isBase(manifest)
    ? [...manifest.base.parts, manifest.base.manifest]
    : [...manifest.tables, manifest.jobs];
  return parts.reduce((sum, { bytes }) => sum + bytes, files.bytes);
}

/** `palaver backup verify`: the latest one, if none is named. The exit code is 1 if anything is wrong. */
export async function verifyBackupCommand(id: string | undefined, options: BackupOptions): Promise<void> {
  const log = createLog('warn');
  const { manifest, result } = await withPlace(options, async (place, config) => {
    const manifest = await choose(place, id);
    const sealing = sealingOf(config);
    await checkKeys(manifest, sealing, config);
    const { dataDir, postgresUser: runAs } = config;
    await mkdir(dataDir, { recursive: true, mode: 0o711 });
    const parts = { place, sealing, log, dataDir, runAs };
    const result = isBase(manifest)
      ? await verifyBaseBackup(parts, manifest)
      : await verifyBackup(parts, manifest);
    return { manifest, result };
  });
  const { faults, verification } = result;
  const missing = manifest.files.missing_count;
  const failure = verification instanceof Error ? verification.message : undefined;
  if (faults.length > 0 || failure !== undefined || differencesOf(verification) > 0) process.exitCode = 1;
  if (options.json) {
    const database = verification instanceof Error ? { failure } : verification;
    return printJson({ id: manifest.id, faults, missing_files: missing, ...database });
  }
  const changes = isBase(manifest) ? ', with the changes since then' : '';
  print(`Backup ${manifest.id} of ${manifest.snapshot_at}${changes}, restored into a temporary database.\n`);
  if (verification instanceof Error) print(`${failure}\n`);
  else printDifferences(verification);
  printFaults(faults);
  print(`Files: ${manifest.files.count}, ${faults.length === 0 ? 'all unchanged' : 'some damaged'}.\n`);
  if (missing > 0) print(`${missing} files were already missing when the backup was made.\n`);
}

const differencesOf = (verification: Verification | Error) =>
  verification instanceof Error ? 0 : verification.differences.length;

export function printFaults(faults: readonly string[]): void {
  for (const fault of faults) print(`${fault}\n`);
}

export interface RestoreOptions extends BackupOptions {
  /** A time, instead of a backup. */
  at?: string;
}

/** `palaver backup restore`: the latest dump, if none is named, into an empty installation. */
export async function restoreBackupCommand(
  id: string | undefined,
  { at, ...options }: RestoreOptions,
): Promise<void> {
  if (at !== undefined) return recoverCommand(id, at, options);
  const log = createLog('warn');
  const { manifest, restored } = await withPlace(options, async (place, config) => {
    const manifest = await chooseDump(place, id);
    const sealing = sealingOf(config);
    await checkKeys(manifest, sealing, config);
    // (When PostgreSQL is lost, the statements of the restore fail.)
    const onFatal = () => {};
    const storage = await openDatabase({ config, log, holder: 'palaver backup restore', onFatal });
    try {
      const restored = await withObjects(config, (objects) =>
        restoreBackup({ connection: storage.connection, objects, place, sealing, log }, manifest),
      );
      return { manifest, restored };
    } finally {
      await storage.close();
    }
  });
  const { restored: files, faults, verification } = restored;
  if (faults.length > 0 || verification.differences.length > 0) process.exitCode = 1;
  if (options.json) return printJson({ id: manifest.id, restored_files: files, faults, ...verification });
  print(
    `Restored backup ${manifest.id}, with what was stored before ${manifest.snapshot_at}, and ${files} files.\n`,
  );
  printDifferences(verification);
  printFaults(faults);
  if (faults.length > 0) print('These files could not be restored; everything else was.\n');
}

/** `palaver backup remove`: removes backups and what only they have. */
export async function removeBackupsCommand(ids: string[], options: BackupOptions): Promise<void> {
  await withPlace(options, async (place) => {
    const all = await listBackupIds(place);
    const unknown = ids.filter((id) => !all.includes(id));
    if (unknown.length > 0) throw new BackupError(`There is no backup ${unknown.join(', ')}.`);
    await readDatabase('backup remove', (_, _config, { connection }, log) =>
      withBackupLease({ connection, log }, async (lease) => {
        const kept = [];
        for (const id of await listBackupIds(place)) {
          const manifest = ids.includes(id) ? undefined : await readManifest(place, id);
          if (manifest !== undefined) kept.push(manifest);
        }
        await removeBackups(place, ids, kept, timeLimit(lease));
      }),
    );
  });
}

/** `palaver backup key`: makes a key pair. Nothing is stored. */
export async function createBackupKeyCommand(options: { json?: boolean }): Promise<void> {
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  if (options.json) return printJson({ recipient, identity });
  print(
    `PALAVER_BACKUP_RECIPIENTS=${recipient}\nPALAVER_BACKUP_IDENTITY=${identity}\n\n` +
      'Set the first where backups are made. Keep the second away from there, and do not lose it: without it, nobody can read the backups.\n',
  );
}

async function chooseDump(place: Objects, id: string | undefined): Promise<DumpManifest> {
  const manifest = await choose(place, id, (one) => !isBase(one));
  if (!isBase(manifest)) return manifest;
  throw new BackupError(
    `${manifest.id} is a base backup, from which times are restored: use --at <time>, or --at latest.`,
  );
}

/** `isWanted`: which of them is taken, if none is named. */
async function choose(
  place: Objects,
  id: string | undefined,
  isWanted: (manifest: Manifest) => boolean = () => true,
): Promise<Manifest> {
  if (id !== undefined) {
    const manifest = (await listBackupIds(place)).includes(id) ? await readManifest(place, id) : undefined;
    if (manifest === undefined)
      throw new BackupError(`There is no complete backup "${id}": see \`palaver backup list\`.`);
    return manifest;
  }
  let hasOthers = false;
  for (const latest of (await listBackupIds(place)).toReversed()) {
    const manifest = await readManifest(place, latest);
    if (manifest !== undefined && isWanted(manifest)) return manifest;
    hasOthers ||= manifest !== undefined;
  }
  throw new BackupError(
    hasOthers
      ? 'This place has only base backups, from which times are restored: use --at <time>, or --at latest.'
      : 'There is no complete backup in this place.',
  );
}
