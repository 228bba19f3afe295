import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BackupError } from '../backup/backup-error.ts';
import { checkMigrations } from '../backup/load-database.ts';
import { type BaseManifest, isBase, listBackupIds, readManifest } from '../backup/manifest.ts';
import { verifyDatabase } from '../backup/restore-backup.ts';
import { inScratchFolder, withScratchDatabase } from '../backup/scratch-database.ts';
import { inSession } from '../backup/session.ts';
import { DamagedBackupError, type Sealing } from '../backup/stored.ts';
import { leaveOut } from '../backup/tables.ts';
import type { Verification } from '../domain/operations/verify/verify.ts';
import type { Log } from '../platform/log.ts';
import {
  createPasswordIn,
  installDatabase,
  prepareNewDatabase,
} from '../storage/embedded/embedded-postgres.ts';
import { EmbeddedPostgresError } from '../storage/embedded/errors.ts';
import { type RecoveryTarget, recoverCluster } from '../storage/embedded/recover-cluster.ts';
import { migrate } from '../storage/migrate.ts';
import type { Objects } from '../storage/objects/objects.ts';
import { extractBase } from './extract-base.ts';
import { type RecoveredFiles, recoverFiles } from './recover-files.ts';
import { nextSegment } from './segments.ts';
import { feedWal } from './wal-feed.ts';
import { listSegments, readSegment } from './wal-store.ts';

export interface RecoverParts {
  place: Objects;
  sealing: Sealing;
  log: Log;
  /** The data folder. */
  dataDir: string;
  /** The system user of its PostgreSQL. */
  runAs: string | undefined;
}

export interface Recovered {
  /** When the last transaction was committed that the database has. */
  recoveredTo: string | undefined;
  verification: Verification;
}

/**
 * Recovers the database of a time, and its files, into a data folder that has no database. A killed recovery leaves none there. Throws
 * {@link BackupError}.
 */
export async function recover(
  parts: RecoverParts & { objects: Objects },
  base: BaseManifest,
  target: RecoveryTarget,
): Promise<Recovered & RecoveredFiles> {
  const { dataDir, log, runAs } = parts;
  return inScratchFolder(dataDir, async (scratch) => {
    await prepareNewDatabase(dataDir, scratch);
    const recoveredTo = await recoverInto(scratch, parts, base, target);
    const holder = 'palaver backup restore';
    const result = await withScratchDatabase({ scratch, runAs, log, holder }, async (connection) => {
      await migrate(connection, log);
      await inSession(connection, leaveOut);
      const files = await recoverFiles({ ...parts, connection }, base);
      return { ...files, recoveredTo, verification: await verifyDatabase({ connection, log }) };
    });
    await installDatabase({ dataDir, runAs, log, holder }, scratch);
    return result;
  });
}

/**
 * Reads back every byte of a base backup, recovers it with all its WAL into a temporary database, and runs `palaver verify` there.
 * Throws {@link BackupError} or `DamagedBackupError`.
 */
export async function verifyBase(parts: RecoverParts, base: BaseManifest): Promise<Verification> {
  const { dataDir, runAs, log } = parts;
  return inScratchFolder(dataDir, async (scratch) => {
    await createPasswordIn(scratch);
    await recoverInto(scratch, parts, base, 'latest');
    return withScratchDatabase(
      { scratch, runAs, log, holder: 'palaver backup verify' },
      async (connection) => {
        await migrate(connection, log);
        return verifyDatabase({ connection, log });
      },
    );
  });
}

/** Returns when the last transaction was committed that the database has. */
async function recoverInto(
  scratch: string,
  { place, sealing, log, runAs }: RecoverParts,
  base: BaseManifest,
  target: RecoveryTarget,
): Promise<string | undefined> {
  await checkMigrations(base);
  const { archive } = base.base;
  const segments = new Map((await listSegments(place, archive)).map((one) => [one.name, one]));
  const missing = missingAfter(base.base.first_segment, [...segments.keys()]);
  // (With a time, PostgreSQL says whether it comes before.)
  if (missing !== undefined && target === 'latest')
    throw new DamagedBackupError(
      `Segment ${missing} of the write-ahead log is missing in the backup. What came before it can be restored with a time.`,
    );
  const source = {
    major: Number.parseInt(base.postgres, 10),
    extract: (cluster: string) => extractBase({ place, sealing }, base, cluster),
    provideWal: (cluster: string) =>
      feedWal(cluster, async (name) => {
        const segment = segments.get(name);
        return segment === undefined ? undefined : readSegment(place, archive, segment, sealing);
      }),
  };
  try {
    await recoverCluster({ dataDir: scratch, runAs, log }, source, target);
  } catch (error) {
    if (!(error instanceof EmbeddedPostgresError) || !error.message.includes(TARGET_NOT_REACHED)) throw error;
    throw new BackupError(
      `The changes after base backup ${base.id} end at ${(await lastCommit(scratch)) ?? base.snapshot_at}. Choose an earlier time, or \`--at latest\`.`,
    );
  }
  return lastCommit(scratch);
}

/** The first segment from this one on that is missing although later ones are there. */
export function missingAfter(first: string, segments: readonly string[]): string | undefined {
  let expected = first;
  for (const segment of segments.filter((one) => one >= first)) {
    if (segment !== expected) return expected;
    expected = nextSegment(segment);
  }
  return undefined;
}

/** From PostgreSQL's log. */
const TARGET_NOT_REACHED = 'recovery ended before configured recovery target was reached';
const LAST_COMMIT = /last completed transaction was at log time (\S+) (\S+)\+00\n/g;

async function lastCommit(scratch: string): Promise<string | undefined> {
  const log = await readFile(join(scratch, 'postgres.log'), 'utf8');
  const [, day, time] = [...log.matchAll(LAST_COMMIT)].at(-1) ?? [];
  return day === undefined ? undefined : `${day}T${time}Z`;
}

/**
 * The base backup from which to recover a time: the latest one before it. Throws {@link BackupError} if there is none.
 */
export async function chooseBase(place: Objects, target: RecoveryTarget): Promise<BaseManifest> {
  let earliest: BaseManifest | undefined;
  for (const id of (await listBackupIds(place)).toReversed()) {
    const manifest = await readManifest(place, id).catch((error: unknown) => {
      // Another one may do.
      if (error instanceof DamagedBackupError) return undefined;
      throw error;
    });
    if (manifest === undefined || !isBase(manifest)) continue;
    if (target === 'latest' || Date.parse(manifest.snapshot_at) <= target.getTime()) return manifest;
    earliest = manifest;
  }
  throw new BackupError(
    earliest === undefined
      ? 'There is no base backup in this place. A server makes them with PALAVER_RECOVERY_DAYS.'
      : `The earliest time that can be restored is ${earliest.snapshot_at}.`,
  );
}
