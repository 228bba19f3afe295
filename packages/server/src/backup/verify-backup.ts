import { chmod, mkdtemp, readdir, realpath, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Verification } from '../domain/operations/verify/verify.ts';
import type { Log } from '../platform/log.ts';
import { useEmbeddedPostgres } from '../storage/embedded/embedded-postgres.ts';
import type { Objects } from '../storage/objects/objects.ts';
import { BackupError } from './backup-error.ts';
import { loadDatabase } from './load-database.ts';
import type { Manifest } from './manifest.ts';
import { verifyDatabase } from './restore-backup.ts';
import { checkFiles } from './restore-files.ts';
import { DamagedBackupError, type Sealing } from './stored.ts';

export interface VerifyParts {
  place: Objects;
  sealing: Sealing;
  log: Log;
  /** An existing folder for the folder of a temporary database, which needs as much space as that of the installation. */
  dataDir: string;
  /** The system user of its PostgreSQL. */
  runAs: string | undefined;
}

export interface BackupVerification {
  /** What is wrong with copies of files, at most `MAX_FAULTS` sentences. */
  faults: string[];
  /** Of the restored database, or why it could not be restored. */
  verification: Verification | Error;
}

/**
 * Reads back every byte of a backup, restores its database into a temporary one, and runs `palaver verify` there. Copies of files are
 * compared as they are stored, without decrypting them.
 */
export async function verifyBackup(parts: VerifyParts, manifest: Manifest): Promise<BackupVerification> {
  const { place, log, dataDir, runAs } = parts;
  const faults = await checkFiles(place, manifest);
  await removeLeftovers(dataDir);
  const scratch = await mkdtemp(join(dataDir, PREFIX));
  // (The user that runs PostgreSQL enters it.)
  await chmod(scratch, 0o711);
  try {
    const settings = { fsync: 'off', full_page_writes: 'off', max_wal_size: '4GB' };
    const holder = 'palaver backup verify';
    const postgres = await useEmbeddedPostgres({ dataDir: scratch, runAs, log, settings, holder });
    try {
      const { connection } = postgres;
      await loadDatabase({ ...parts, connection }, manifest);
      return { faults, verification: await verifyDatabase({ connection, log }) };
    } catch (error) {
      if (!(error instanceof DamagedBackupError || error instanceof BackupError)) throw error;
      return { faults, verification: error };
    } finally {
      await postgres.stop();
    }
  } finally {
    await remove(scratch);
  }
}

/** A killed process leaves its folder behind. */
const PREFIX = 'verify-';
const LEFT_OVER_MS = 24 * 60 * 60 * 1000;

async function removeLeftovers(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(PREFIX)) continue;
    const path = join(dataDir, name);
    if (Date.now() - (await stat(path)).mtimeMs > LEFT_OVER_MS) await remove(path);
  }
}

/** Removes a data folder and its cluster, which may be elsewhere. */
async function remove(path: string): Promise<void> {
  const cluster = await realpath(join(path, 'postgres')).catch(() => undefined);
  if (cluster !== undefined) await rm(cluster, { recursive: true, force: true });
  await rm(path, { recursive: true, force: true });
}
