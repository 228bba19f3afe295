import { mkdir, realpath, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { findBinaries } from './binaries.ts';
import { createCluster, passwordFileIn, readPassword, SUPERUSER } from './data-folder.ts';
import { EmbeddedPostgresError, lastLines, withAdvice } from './errors.ts';
import { withUnfinished } from './files.ts';
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
  provideWal(to: WalPlace): Promise<WalProvider>;
}

/** Where WAL is provided. */
export interface WalPlace {
  /** A name for a folder that is not there yet, beside the folder of the cluster. Only this process may write there. */
  readonly folder: string;
  /** The OS user that PostgreSQL runs as. */
  readonly user: OsUser | undefined;
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
      await giveTo(user, cluster);
      const socketDir = await ensureSocketFolder(cluster, user);
      const place = { cluster, socketDir, port: SOCKET_PORT, logFile: join(path, 'postgres.log') };
      await withUnfinished(dirname(cluster), 'cluster-feed', async (feed) => {
        const wal = await source.provideWal({ folder: feed, user });
        try {
          const settings = { ...SETTINGS, ...settingsOf(target), restore_command: wal.command };
          const options = { ...place, postgres, settings, user, stalePid: undefined };
          const postmaster = await launchPostmaster(options, log, wal.failed);
          if (postmaster === undefined)
            throw new EmbeddedPostgresError(`Another PostgreSQL runs in ${cluster}.`);
          await postmaster.stop(log);
        } finally {
          await wal.stop();
        }
      });
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
  // These override the configuration in the base backup.
  archive_mode: 'off',
  archive_cleanup_command: '',
  recovery_end_command: '',
  shared_preload_libraries: '',
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
