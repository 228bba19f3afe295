import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { createLog } from '../../src/platform/log.ts';
import { useEmbeddedPostgres } from '../../src/storage/embedded/embedded-postgres.ts';
import { newDataDir } from '../harness/palaver.ts';

/** Of Debian 12; the embedded PostgreSQL is newer. */
export const OLD_MAJOR = 15;
export const isMissing = !existsSync(`/usr/lib/postgresql/${OLD_MAJOR}/bin/postgres`);
if (isMissing && process.env.CI)
  throw new Error(`PostgreSQL ${OLD_MAJOR} is needed: apt-get install postgresql-${OLD_MAJOR}`);

/** A data folder whose embedded database an earlier major version of PostgreSQL has made. */
export async function oldDataDir(): Promise<string> {
  const dataDir = newDataDir();
  const options = { dataDir, runAs: undefined, log: createLog('fatal'), holder: 'a test' };
  // Without the package, the PostgreSQL of the machine is the latest.
  const postgres = await useEmbeddedPostgres({ ...options, packageDir: '/nonexistent' });
  await postgres.stop();
  return dataDir;
}

export const clusterOf = (dataDir: string): string => realpathSync(join(dataDir, 'postgres'));

/** The major version of the database in a data folder. */
export function majorIn(dataDir: string): number {
  return Number(readFileSync(join(clusterOf(dataDir), 'PG_VERSION'), 'utf8'));
}
