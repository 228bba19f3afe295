import type pg from 'pg';
import { BACKUP_LEASE, isBackupRunning } from '../domain/records/backup-lease.ts';
import type { Log } from '../platform/log.ts';
import { Database, type Queryable } from '../storage/database.ts';
import { DATABASE_ID } from '../storage/database-id.ts';
import { type Lease, Leases } from '../storage/lease.ts';
import type { Objects } from '../storage/objects/objects.ts';
import { VERSION } from '../version.ts';
import { BackupError } from './backup-error.ts';
import { copyDatabase } from './copy-database.ts';
import { copyFiles } from './copy-files.ts';
import {
  backupFolder,
  DUMP,
  type DumpManifest,
  hasManifest,
  isLongAgo,
  listBackupIds,
  type Manifest,
  newBackupId,
  readOrigin,
  writeManifest,
  writeOrigin,
} from './manifest.ts';
import { inSession } from './session.ts';
import { type Sealing, store } from './stored.ts';
import type { Dump } from './tables.ts';

export interface BackupParts {
  /** Of PostgreSQL itself. */
  connection: pg.ClientConfig;
  /** The files of the installation. */
  objects: Objects;
  place: Objects;
  sealing: Sealing;
  log: Log;
}

/** The lease of a killed process expires after 10 s. */
const LEASE_WAIT_MS = 15_000;
/** While this process holds the lease, nobody removes the bytes of deleted files. */
const LONGEST_MS = 6 * 60 * 60 * 1000;

/**
 * Makes a backup while servers run. It has all that was committed before its snapshot, and nothing that was committed after. The files
 * are copied after the snapshot, which is correct because files never change, and because none is removed while this process holds the
 * lease of backups. Throws {@link BackupError}.
 */
export async function createBackup(parts: BackupParts): Promise<DumpManifest> {
  return makeBackup(parts, (making) => dumpDatabase(parts, making));
}

/** A backup in progress. */
export interface Making {
  id: string;
  began: Date;
  /** Throws when the backup must end. */
  checkTime: () => void;
}

/** Makes a backup of any kind under the lease of backups. It is complete when this resolves. Throws {@link BackupError}. */
export async function makeBackup<M extends Manifest>(
  parts: Pick<BackupParts, 'connection' | 'place' | 'log'>,
  make: (making: Making) => Promise<M>,
): Promise<M> {
  return withBackupLease(parts, async (lease, db) => {
    const { place } = parts;
    const began = new Date();
    const id = newBackupId(began);
    const database = await readDatabaseId(db);
    await writeOrigin(place, id, database);
    const manifest = await make({ id, began, checkTime: timeLimit(lease) });
    // Only now is it certain that nobody has removed a file meanwhile.
    await db.transaction((tx) => lease.check(tx));
    if ((await readOrigin(place, id)) !== database)
      throw new BackupError(
        'The place of the backup was emptied meanwhile. Does another installation use it?',
      );
    await writeManifest(place, manifest);
    await removeIncomplete(place, database);
    return manifest;
  });
}

export async function readDatabaseId(db: Queryable): Promise<string> {
  const [found] = await db.query<{ id: string }>(DATABASE_ID);
  return found?.id ?? '';
}

/** Only one process at a time makes or removes backups of a database. Throws {@link BackupError} if it cannot be this one. */
export async function withBackupLease<T>(
  { connection, log }: Pick<BackupParts, 'connection' | 'log'>,
  work: (lease: Lease, db: Database) => Promise<T>,
  waitMs = LEASE_WAIT_MS,
): Promise<T> {
  const db = new Database(connection, { log, poolSize: 2, statementTimeoutMs: 0 });
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const timer = setTimeout(() => void whyNoLease(db).then(reject, reject), waitMs);
  const stop = new Leases({ db, log }).whileHolding(BACKUP_LEASE, async (lease) => {
    clearTimeout(timer);
    await work(lease, db).then(resolve, reject);
  });
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    await stop();
    await db.close();
  }
}

async function whyNoLease(db: Database): Promise<BackupError> {
  return new BackupError(
    (await isBackupRunning(db))
      ? 'Another backup of this database is being made: wait until it has ended.'
      : 'The database does not accept the lease for backups. Is it a replica, or is it read-only?',
  );
}

async function dumpDatabase(
  { connection, objects, place, sealing }: BackupParts,
  { id, began, checkTime }: Making,
): Promise<DumpManifest> {
  const form = { isCompressed: true, isEncrypted: sealing.isEncrypting };
  const storeDump = async (key: string, { content, rows }: Dump) => {
    checkTime();
    return { ...(await store(place, key, content, form, sealing)), rows: rows() };
  };
  const { database, named } = await inSession(connection, (client) => copyDatabase(client, id, storeDump));
  const files = await copyFiles({ objects, place, sealing, id, checkTime }, named);
  if (files.count === 0 && files.missing_count > 0)
    throw new BackupError(
      `None of the ${files.missing_count} files is in the store of this command: it needs the same S3_… and DATA_DIR as the server.`,
    );
  return {
    format: DUMP,
    id,
    palaver: VERSION,
    began_at: began.toISOString(),
    ended_at: new Date().toISOString(),
    encrypted_for: [...sealing.recipients],
    ...database,
    files,
  };
}

/** Returns a function that throws when work under the lease must end. */
export function timeLimit(lease: Lease): () => void {
  const tooLong = AbortSignal.timeout(LONGEST_MS);
  return () => {
    if (lease.lost.aborted)
      throw new BackupError(
        'The database was out of reach for 10 seconds. Run the command again: it continues.',
      );
    if (tooLong.aborted) throw new BackupError('It has taken 6 hours. Run the command again: it continues.');
  };
}

/** What killed processes have left behind. (Copies of files stay: the backup that was just made may use them.) */
async function removeIncomplete(place: Objects, database: string): Promise<void> {
  for (const id of await listBackupIds(place)) {
    if (await hasManifest(place, id)) continue;
    // Another installation may be making it now.
    const hasEnded = isLongAgo(id) || (await readOrigin(place, id)) === database;
    if (hasEnded) await place.removeAll(backupFolder(id));
  }
}
