import type pg from 'pg';
import { type Verification, verify } from '../domain/operations/verify/verify.ts';
import type { Log } from '../platform/log.ts';
import { Database } from '../storage/database.ts';
import { migrate } from '../storage/migrate.ts';
import type { Objects } from '../storage/objects/objects.ts';
import { placeOfSecretsKey, readSecretsKeys, type SecretsKeyConfig } from '../storage/secrets-key-file.ts';
import { Vault } from '../storage/vault.ts';
import { BackupError } from './backup-error.ts';
import { checkTarget, loadDatabase } from './load-database.ts';
import { type DumpManifest, jobsKey, type Manifest, tableKey } from './manifest.ts';
import { type FilesRestored, restoreFiles } from './restore-files.ts';
import { read, type Sealing, type StoredBackupPart } from './stored.ts';

export interface RestoreParts {
  /** An empty database. */
  connection: pg.ClientConfig;
  objects: Objects;
  place: Objects;
  sealing: Sealing;
  log: Log;
}

export interface RestoreResult extends FilesRestored {
  verification: Verification;
}

/**
 * Restores a backup into an empty database, and its files into the store of files. Files come first: when a restore is killed, the
 * database is still empty, or everything is there. Throws {@link BackupError}.
 */
export async function restoreBackup(parts: RestoreParts, manifest: DumpManifest): Promise<RestoreResult> {
  await checkTarget(parts.connection, manifest);
  const files = await restoreFiles(parts, manifest, parts.objects);
  await loadBackup(parts, manifest);
  return { ...files, verification: await verifyDatabase(parts) };
}

/** Loads a backup into an empty database, and migrates it. Throws {@link BackupError}. */
export async function loadBackup(
  parts: Pick<RestoreParts, 'connection' | 'log' | 'place' | 'sealing'>,
  manifest: DumpManifest,
): Promise<void> {
  const { place, sealing, connection, log } = parts;
  const { id, jobs, encrypted_for } = manifest;
  const form = { isCompressed: true, isEncrypted: encrypted_for.length > 0 };
  const dumpOf = async (key: string, stored: StoredBackupPart & { rows: number }) => ({
    content: await read(place, key, stored, form, sealing),
    rows: () => stored.rows,
  });
  await loadDatabase(parts, {
    ...manifest,
    extent: 'backup',
    readTable: (table) => dumpOf(tableKey(id, table.name), table),
    readJobs: () => dumpOf(jobsKey(id), jobs),
  });
  await migrate(connection, log);
}

/** As `palaver verify` does. */
export async function verifyDatabase({
  connection,
  log,
}: Pick<RestoreParts, 'connection' | 'log'>): Promise<Verification> {
  const db = new Database(connection, { log, poolSize: 1, statementTimeoutMs: 0 });
  try {
    return await verify(db);
  } finally {
    await db.close();
  }
}

/** Throws {@link BackupError} unless the backup can be decrypted, and its secrets can be read. */
export async function checkKeys(
  manifest: Manifest,
  sealing: Sealing,
  config: SecretsKeyConfig,
): Promise<void> {
  const recipients = manifest.encrypted_for;
  if (recipients.length > 0 && !recipients.includes((await sealing.ownRecipient()) ?? ''))
    throw new BackupError(
      `The backup is encrypted for ${recipients.join(', ')}: set PALAVER_BACKUP_IDENTITY to the secret key of one of them.`,
    );
  if (manifest.secrets_key === null) return;
  const place = placeOfSecretsKey(config);
  const keys = await readSecretsKeys(config);
  if (keys === undefined) throw new BackupError(`${place} is missing. ${SECRETS_KEY}`);
  const vault = new Vault();
  vault.use(keys);
  if (!vault.has(manifest.secrets_key)) throw new BackupError(`${place} is another key. ${SECRETS_KEY}`);
}

const SECRETS_KEY =
  'The secrets in the backup are encrypted with a key that is not in it: set PALAVER_SECRETS_KEY to the key of the installation that made the backup, or put its file secrets-key into DATA_DIR.';
