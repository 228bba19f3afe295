import { mkdir, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findBinaries } from './binaries.ts';
import { createCluster, passwordFileIn, readPassword, SUPERUSER } from './data-folder.ts';
import { EmbeddedPostgresError, lastLines, withAdvice } from './errors.ts';
import type { Log } from './log.ts';
import { isRoot, userForNewCluster } from './os-user.ts';
import { launchPostmaster } from './postmaster.ts';
import { type OsUser, run } from './processes.ts';
import { ensureSocketFolder, removeSocketFolder, SOCKET_PORT } from './socket-folder.ts';

/** What a cluster is recovered from: a base backup, and the WAL that was written since. */
export interface RecoverySource {
  /** The major version of PostgreSQL that made it. */
  readonly major: number;
  /** Puts the files of the base backup into the folder of the new cluster. */
  extract(cluster: string): Promise<void>;
  /** Begins to provide WAL. */
  provideWal(cluster: string): Promise<WalProvider>;
}

export interface WalProvider {
  /** PostgreSQL's `restore_command`. It runs in the folder of the cluster. */
  readonly command: string;
  /** Aborts, with the reason, when it cannot go on. */
  readonly failed: AbortSignal;
  stop(): Promise<void>;
}

/** Up to when WAL is applied: to its end, or to the last transaction that was committed at this time or before. */
export type RecoveryTarget = 'latest' | Date;

export interface RecoveryOptions {
  /** An empty folder with a file of the password (`prepareNewDatabase`), which becomes a data folder. */
  readonly dataDir: string;
  /** As for the embedded PostgreSQL. */
  readonly runAs: string | undefined;
  readonly systemDir?: string;
  readonly packageDir?: string | undefined;
  readonly log: Log;
}

/**
 * Recovers a cluster in a data folder of its own. The cluster has then left its former timeline.
 * @throws EmbeddedPostgresError  if it cannot be recovered, with the last lines of PostgreSQL's log
 */
export async function recoverCluster(
  { dataDir, runAs, systemDir = '/var/lib/palaver', packageDir, log }: RecoveryOptions,
  source: RecoverySource,
  target: RecoveryTarget,
): Promise<void> {
  await withAdvice(dataDir, async () => {
    const path = await realpath(dataDir);
    const user = await userForNewCluster(runAs);
    const copyDir = isRoot() ? systemDir : path;
    const { postgres } = await findBinaries({ user, packageDir, copyDir, major: source.major });
    const password = await readPassword(passwordFileIn(path), path);
    await createCluster(path, systemDir, user, async (cluster) => {
      await mkdir(cluster, { mode: 0o700 });
      await source.extract(cluster);
      await removeSocketFolder(cluster);
      await writeFile(join(cluster, 'recovery.signal'), '');
      const wal = await source.provideWal(cluster);
      try {
        await giveTo(user, cluster);
        const socketDir = await ensureSocketFolder(cluster, user);
        const settings = { ...SETTINGS, ...settingsOf(target), restore_command: wal.command };
        const place = { cluster, socketDir, port: SOCKET_PORT, logFile: join(path, 'postgres.log') };
        const options = { ...place, postgres, settings, user, stalePid: undefined };
        const postmaster = await launchPostmaster(options, log, wal.failed);
        await postmaster?.stop(log);
      } finally {
        await wal.stop();
      }
      await setPassword(postgres, cluster, user, password);
    });
  });
}

const SETTINGS = {
  // Nobody reads before the end. (With a hot standby, PostgreSQL is "ready" before.)
  hot_standby: 'off',
  recovery_target_timeline: 'current',
  recovery_target_action: 'promote',
  // The caller saves everything at the end.
  fsync: 'off',
};

const settingsOf = (target: RecoveryTarget): Record<string, string> =>
  // (PostgreSQL does not read a Z everywhere.)
  target === 'latest' ? {} : { recovery_target_time: target.toISOString().replace('Z', '+00') };

async function giveTo(user: OsUser | undefined, cluster: string): Promise<void> {
  if (user === undefined) return;
  const { ok, output } = await run('chown', ['-R', `${user.uid}:${user.gid}`, cluster], undefined);
  if (!ok) throw new EmbeddedPostgresError(`The database could not be given to its user:\n${output}`);
}

/** The recovered cluster has the password of the installation that it is a backup of, which nobody knows here. */
async function setPassword(
  postgres: string,
  cluster: string,
  user: OsUser | undefined,
  password: string,
): Promise<void> {
  const command = `alter role ${SUPERUSER} password '${password}'\n`;
  const { ok, output } = await run(
    postgres,
    ['--single', '-c', 'log_min_error_statement=panic', '-D', cluster, 'postgres'],
    user,
    command,
  );
  if (!ok || output.includes('ERROR:'))
    throw new EmbeddedPostgresError(`The recovered database did not take a password:\n${lastLines(output)}`);
}
