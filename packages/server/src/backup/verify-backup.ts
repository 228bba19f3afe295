import type { Verification } from '../domain/operations/verify/verify.ts';
import type { Log } from '../platform/log.ts';
import type { Objects } from '../storage/objects/objects.ts';
import { BackupError } from './backup-error.ts';
import type { DumpManifest } from './manifest.ts';
import { loadBackup, verifyDatabase } from './restore-backup.ts';
import { checkFiles } from './restore-files.ts';
import { inScratchFolder, withScratchDatabase } from './scratch-database.ts';
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
export async function verifyBackup(parts: VerifyParts, manifest: DumpManifest): Promise<BackupVerification> {
  const { place, log, dataDir, runAs } = parts;
  const faults = await checkFiles(place, manifest);
  return inScratchFolder(dataDir, (scratch) =>
    withScratchDatabase({ scratch, runAs, log, holder: 'palaver backup verify' }, async (connection) => {
      try {
        await loadBackup({ ...parts, connection }, manifest);
        return { faults, verification: await verifyDatabase({ connection, log }) };
      } catch (error) {
        if (!(error instanceof DamagedBackupError || error instanceof BackupError)) throw error;
        return { faults, verification: error };
      }
    }),
  );
}
