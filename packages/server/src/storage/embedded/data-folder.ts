import { randomBytes } from 'node:crypto';
import {
  lchown,
  link,
  lstat,
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  rmdir,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type Binaries, findBinaries } from './binaries.ts';
import { EmbeddedPostgresError, lastLines, orUndefined } from './errors.ts';
import { ensureFolder, publish, removeUnfinished, syncFolder } from './files.ts';
import { canEnter, isRoot, userForNewCluster, userOfCluster } from './os-user.ts';
import { type OsUser, run } from './processes.ts';

/*
 * Files of the embedded PostgreSQL in the data folder:
 *
 *   postgres                     a link to the cluster (PostgreSQL's term for its data directory), so that another one can take its
 *                                place in one step. (In the data folders of development versions, it is the cluster itself.)
 *   cluster-<random>.wal/, .json its WAL on the way to where backups are, see wal-outbox.ts
 *   cluster-<random>/            the cluster. It belongs to the user that PostgreSQL runs as. If root starts the server in a folder
 *                                that this user cannot enter, such as root's home, it is /var/lib/palaver/cluster-<random>.
 *   postgres-password            the password of the superuser `palaver`, created before the cluster, so that a cluster always
 *                                has one. The password of the server role is derived from it.
 *   postgres.log, postgres.log.1
 *   postgres-<version>/          a copy of the binaries, only if they cannot run from their package
 *   *.new-<pid>-<random>         unfinished files, see files.ts
 *
 * An existing cluster is never removed.
 */

export const SUPERUSER = 'palaver';

export const passwordFileIn = (dataDir: string) => join(dataDir, 'postgres-password');

export interface DataFolder {
  readonly path: string;
  /** The real path of the cluster. */
  readonly cluster: string;
  /** Its major version. */
  readonly major: number;
  readonly password: string;
  readonly logFile: string;
  /** The OS user that PostgreSQL runs as. */
  readonly user: OsUser | undefined;
  /** Whether this is still the current cluster: `palaver upgrade` may have replaced it. */
  isCurrent(): Promise<boolean>;
  /** The binaries that fit the cluster. They are searched for on demand, because a guest never needs them. */
  findBinaries(): Promise<Binaries>;
  /** The binaries of a new cluster. */
  findLatestBinaries(): Promise<Binaries>;
}

export interface DataFolderOptions {
  readonly dataDir: string;
  readonly runAs: string | undefined;
  readonly systemDir: string;
  readonly packageDir: string | undefined;
}

/** Opens a data folder; creates what is missing. */
export async function openDataFolder(options: DataFolderOptions): Promise<DataFolder> {
  await ensureFolder(options.dataDir, isRoot() ? 0o711 : 0o700);
  const path = await realpath(options.dataDir);
  const place = join(path, 'postgres');
  const passwordFile = passwordFileIn(path);
  const { packageDir, systemDir } = options;
  const copyDir = isRoot() ? systemDir : path;

  await removeUnfinished(path);
  let cluster = await findCluster(place);
  if (cluster === undefined) {
    await createPassword(passwordFile);
    const user = await userForNewCluster(options.runAs);
    const binaries = await findBinaries({ user, packageDir, copyDir, major: undefined });
    await createCluster(path, systemDir, user, (at) => initialize(at, binaries, passwordFile, user));
    cluster = await findCluster(place);
    if (cluster === undefined)
      throw new EmbeddedPostgresError(`${place} was removed while it was being created.`);
  }
  const user = await userOfCluster(cluster, options.runAs);
  const major = Number(await readFile(join(cluster, 'PG_VERSION'), 'utf8'));
  if (!(await canEnter(cluster, user))) throw lockedCluster(cluster, user);
  return {
    path,
    cluster,
    major,
    password: await readPassword(passwordFile, cluster),
    logFile: join(path, 'postgres.log'),
    user,
    isCurrent: async () => (await orUndefined(realpath(place), 'ENOENT')) === cluster,
    findBinaries: () => findBinaries({ user, packageDir, copyDir, major }),
    findLatestBinaries: () => findBinaries({ user, packageDir, copyDir, major: undefined }),
  };
}

async function findCluster(place: string): Promise<string | undefined> {
  const cluster = await orUndefined(realpath(place), 'ENOENT');
  if (cluster === undefined) {
    if ((await orUndefined(lstat(place), 'ENOENT')) === undefined) return undefined;
    throw new EmbeddedPostgresError(
      `${place} is a link to a database that is not there. Put it back, or remove the link to start with an ` +
        'empty one.',
    );
  }
  const names = await readdir(cluster);
  if (names.includes('PG_VERSION')) return cluster;
  if (names.length === 0 && cluster === place) return undefined;
  throw new EmbeddedPostgresError(
    `${place} is not a database of PostgreSQL. Move it away, or choose another folder.`,
  );
}

/** If several processes start at once, one of them publishes its cluster and the others discard theirs. */
export async function createCluster(
  dataDir: string,
  systemDir: string,
  user: OsUser | undefined,
  create: (unfinished: string) => Promise<void>,
): Promise<void> {
  const isInside = await canEnter(dataDir, user);
  const parent = isInside ? dataDir : systemDir;
  await ensureFolder(parent, 0o711);
  await removeUnfinished(parent);
  const name = `cluster-${randomBytes(6).toString('hex')}`;
  await publish(join(parent, name), create, async (unfinished, cluster) => {
    await rename(unfinished, cluster);
    try {
      await createLink(isInside ? name : cluster, join(dataDir, 'postgres'));
    } catch (error) {
      await rm(cluster, { recursive: true }); // created above and never used
      throw error;
    }
  });
}

async function createLink(target: string, place: string): Promise<void> {
  // The place may be an empty folder, which findCluster accepts.
  await rmdir(place).catch(() => {});
  await symlink(target, place);
  await syncFolder(dirname(place));
}

/**
 * Moves the cluster of a second data folder into `folder`, and makes it current in one atomic step: a killed process leaves either the
 * old cluster or the new one. The caller must own the old cluster, the new one must not be running, and both must be on one disk.
 */
export async function replaceCluster(folder: DataFolder, from: DataFolder): Promise<void> {
  const target = await moveCluster(folder.path, from);
  const link = (unfinished: string) => symlink(target, unfinished);
  await publish(join(folder.path, 'postgres'), link, rename);
}

/** Moves the cluster of a second data folder into one that has none, under the same conditions. */
export async function adoptCluster(dataDir: string, from: DataFolder): Promise<void> {
  const path = await realpath(dataDir);
  const target = await moveCluster(path, from);
  await createLink(target, join(path, 'postgres'));
}

/** Returns the target of a link to the moved cluster. */
async function moveCluster(to: string, { path, cluster }: DataFolder): Promise<string> {
  const isInside = dirname(cluster) === path;
  const target = isInside ? basename(cluster) : cluster;
  // The caller removes that folder, and must not find the cluster through it.
  await rm(join(path, 'postgres'));
  if (isInside) await rename(cluster, join(to, target));
  return target;
}

/** Throws if the cluster of a data folder cannot be replaced, because it is not behind a link. */
export async function checkReplaceable(dataDir: string): Promise<void> {
  const place = join(dataDir, 'postgres');
  if ((await lstat(place)).isSymbolicLink()) return;
  throw new EmbeddedPostgresError(
    `${place} is a database of a development version of Palaver: make a backup, and restore it into a new folder.`,
  );
}

async function initialize(
  cluster: string,
  { initdb, major }: Binaries,
  passwordFile: string,
  user: OsUser | undefined,
): Promise<void> {
  await mkdir(cluster, { mode: 0o700 });
  if (user !== undefined) await lchown(cluster, user.uid, user.gid);
  // Collation (by code point) and case mapping (by Unicode) are the same on every machine.
  const characters = process.platform === 'darwin' ? 'UTF-8' : 'C.UTF-8';
  const locale =
    major >= 17 ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : [`--lc-ctype=${characters}`];
  const args = ['-D', cluster, '-U', SUPERUSER, '-A', 'scram-sha-256', '-E', 'UTF8', '--locale=C', ...locale];
  // The password goes through a pipe, because the database user may not read its file. (Node's pipes are sockets, which
  // cannot be opened as /dev/stdin; hence `cat`.)
  const command = ['-c', 'cat | "$@" --pwfile=/dev/stdin', 'sh', initdb, ...args];
  const { ok, output } = await run('sh', command, user, await readFile(passwordFile, 'utf8'));
  if (!ok) throw new EmbeddedPostgresError(`The database could not be created:\n${lastLines(output)}`);
}

export async function createPassword(file: string): Promise<void> {
  const write = (unfinished: string) =>
    writeFile(unfinished, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx', flush: true });
  await publish(file, write, link);
}

export async function readPassword(file: string, cluster: string): Promise<string> {
  const password = await orUndefined(readFile(file, 'utf8'), 'ENOENT');
  if (password !== undefined) return password.trim();
  throw new EmbeddedPostgresError(
    `${file} is missing, the password of the database in ${cluster}. Put it back from a backup; or write a ` +
      `new one into it (mode 600) and tell the database, as the user that ${cluster} belongs to: ` +
      `echo "ALTER ROLE ${SUPERUSER} PASSWORD '<the new one>'" | postgres --single -D ${cluster} postgres`,
  );
}

function lockedCluster(cluster: string, user: OsUser | undefined): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `The database in ${cluster} belongs to the OS user ${user?.uid}, who cannot enter that folder. Allow ` +
      'it (chmod o+x on the folders above), or move the folder to where it can.',
  );
}
