import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { userForNewCluster } from '../../src/storage/embedded/os-user.ts';
import { inDatabase, type StoredFile } from '../backup/installations.ts';
import { newDataDir } from '../harness/palaver.ts';
import { clusterOf } from './old-postgres.ts';

/*
 * Each release keeps a small data folder as its server has left it: data-folders/<version>.tar.zst. Tests upgrade all of them.
 */

const FOLDER = fileURLToPath(new URL('data-folders', import.meta.url));

const fileOf = (version: string) => join(FOLDER, `${version}.tar.zst`);

/** The file in a kept data folder that says what it has. */
export const ABOUT = 'about.json';

export interface About {
  /** An API key. */
  key: string;
  thread: string;
  /** Of the messages in the thread, in order. */
  texts: string[];
  file: StoredFile;
  /** How many rows each table has. */
  rows: Record<string, number>;
}

export const keptVersions = (): string[] =>
  readdirSync(FOLDER).map((name) => name.replace(/\.tar\.zst$/, ''));

/** The databases of a cluster have the same catalogs, which the window covers. */
const PARAMS = {
  [constants.ZSTD_c_compressionLevel]: 19,
  [constants.ZSTD_c_enableLongDistanceMatching]: 1,
  [constants.ZSTD_c_windowLog]: 27,
};

export function keep(version: string, dataDir: string): void {
  const args = ['--create', '--sort=name', '--owner=0', '--group=0', '--exclude=./postgres.log', '.'];
  const tar = execFileSync('tar', args, { cwd: dataDir, maxBuffer: 2 ** 30 });
  writeFileSync(fileOf(version), zstdCompressSync(tar, { params: PARAMS }));
}

/** A new data folder with the content of a kept one. */
export async function unpack(version: string): Promise<{ dataDir: string; about: About }> {
  const dataDir = newDataDir();
  const tar = zstdDecompressSync(readFileSync(fileOf(version)));
  execFileSync('tar', ['--extract', '--no-same-owner', '--no-overwrite-dir'], { cwd: dataDir, input: tar });
  const user = await userForNewCluster(undefined);
  if (user !== undefined) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, clusterOf(dataDir)]);
  return { dataDir, about: JSON.parse(readFileSync(join(dataDir, ABOUT), 'utf8')) as About };
}

/** How many rows each table has. */
export function countRows(dataDir: string): Promise<Record<string, number>> {
  return inDatabase(dataDir, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
         and not relispartition order by 1`,
    );
    const counts: Record<string, number> = {};
    for (const { name } of tables) {
      const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from ${name}`);
      counts[name] = rows[0]?.count ?? 0;
    }
    return counts;
  });
}
