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
import { type RecoveryTarget, recoverCluster, type WalPlace } from '../storage/embedded/recover-cluster.ts';
import { migrate } from '../storage/migrate.ts';
import type { Objects } from '../storage/objects/objects.ts';
import { extractBase } from './extract-base.ts';
import { type RecoveredFiles, recoverFiles } from './recover-files.ts';
import { nextSegment } from './segments.ts';
import { feedWal } from './wal-feed.ts';
import { endOfArchive, listArchives, listSegments, readSegment } from './wal-store.ts';

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
    provideWal: (to: WalPlace) =>
      feedWal(to, async (name) => {
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

/** Of a time of day: `--at` takes up to milliseconds. */
const MILLISECONDS = 'hh:mm:ss.mmm'.length;

async function lastCommit(scratch: string): Promise<string | undefined> {
  const log = await readFile(join(scratch, 'postgres.log'), 'utf8');
  const [, day, time] = [...log.matchAll(LAST_COMMIT)].at(-1) ?? [];
  return day === undefined ? undefined : `${day}T${time?.slice(0, MILLISECONDS)}Z`;
}

/**
 * The base backup from which to recover a time: the latest one before it. A place may have several archives: of an installation and of
 * the one that was restored from it, or of two by mistake. Then it is one whose WAL reaches the time; for `latest`, the one whose WAL was
 * stored last. Throws {@link BackupError} if there is none, or if it is not clear which one.
 */
export async function chooseBase(place: Objects, target: RecoveryTarget): Promise<BaseManifest> {
  const bases = await readBases(place);
  const [earliest] = bases;
  if (earliest === undefined)
    throw new BackupError(
      'There is no base backup in this place. A server makes them with PALAVER_RECOVERY_DAYS.',
    );
  const before = bases.filter(
    (one) => target === 'latest' || Date.parse(one.snapshot_at) <= target.getTime(),
  );
  const lastOfArchive = new Map(before.map((one) => [one.base.archive, one]));
  const found: { base: BaseManifest; endsAt: number }[] = [];
  for (const base of lastOfArchive.values())
    found.push({ base, endsAt: await endOfArchive(place, base.base.archive) });
  const [newest] = found.toSorted((a, b) => b.endsAt - a.endsAt);
  if (newest === undefined)
    throw new BackupError(`The earliest time that can be restored is ${earliest.snapshot_at}.`);
  if (target === 'latest') return newest.base;
  const reaching = found.filter(({ endsAt }) => endsAt >= target.getTime());
  if (reaching.length > 1)
    throw new BackupError(
      `Several installations have stored changes in this place at that time. Name the base backup: ${reaching.map(({ base }) => base.id).join(' or ')}.`,
    );
  // (If none reaches it, PostgreSQL says where the changes end.)
  return reaching[0]?.base ?? newest.base;
}

/**
 * Until when the place has changes after those that can be recovered from a base backup: of a server that had no base backup yet.
 * Undefined if it has none.
 */
export async function changesWithoutBase(place: Objects, base: BaseManifest): Promise<Date | undefined> {
  const withBase = new Set((await readBases(place)).map((one) => one.base.archive));
  let latest = 0;
  for (const archive of await listArchives(place))
    if (!withBase.has(archive)) latest = Math.max(latest, await endOfArchive(place, archive));
  return latest > (await endOfArchive(place, base.base.archive)) ? new Date(latest) : undefined;
}

/** Oldest first. One that cannot be read is left out: an earlier one may do. */
async function readBases(place: Objects): Promise<BaseManifest[]> {
  const bases: BaseManifest[] = [];
  for (const id of await listBackupIds(place)) {
    const manifest = await readManifest(place, id).catch((error: unknown) => {
      if (error instanceof DamagedBackupError) return undefined;
      throw error;
    });
    if (manifest !== undefined && isBase(manifest)) bases.push(manifest);
  }
  return bases;
}
