import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readdir, realpath, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import type { Log } from '../platform/log.ts';
import { useEmbeddedPostgres } from '../storage/embedded/embedded-postgres.ts';
import { isAlive } from '../storage/embedded/processes.ts';

/** A killed process leaves its folder behind, whose name tells its pid. */
const NAME = /^scratch-(\d+)-[0-9a-f]{8}$/;
/** In another container, a living process may have the same pid. */
const LEFT_OVER_MS = 24 * 60 * 60 * 1000;

/**
 * Runs work with a data folder of its own, which is removed afterwards. It is in `dataDir`, because its database needs as much space
 * as that of the installation.
 */
export async function inScratchFolder<T>(dataDir: string, work: (scratch: string) => Promise<T>): Promise<T> {
  await removeLeftovers(dataDir);
  const scratch = join(dataDir, `scratch-${process.pid}-${randomBytes(4).toString('hex')}`);
  await mkdir(scratch);
  // (The user that runs PostgreSQL enters it.)
  await chmod(scratch, 0o711);
  try {
    return await work(scratch);
  } finally {
    await remove(scratch);
  }
}

/** Nothing here needs to survive a crash. */
const SETTINGS = { fsync: 'off', full_page_writes: 'off', max_wal_size: '4GB' };

export interface ScratchParts {
  scratch: string;
  /** The system user of its PostgreSQL. */
  runAs: string | undefined;
  log: Log;
  /** The name of this process, for others that find the folder in use. */
  holder: string;
}

/** Runs work with a new, empty database in a scratch folder. It is stopped afterwards. */
export async function withScratchDatabase<T>(
  { scratch, runAs, log, holder }: ScratchParts,
  work: (connection: pg.ClientConfig) => Promise<T>,
): Promise<T> {
  const postgres = await useEmbeddedPostgres({ dataDir: scratch, runAs, log, settings: SETTINGS, holder });
  try {
    return await work(postgres.connection);
  } finally {
    await postgres.stop();
  }
}

async function removeLeftovers(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const pid = NAME.exec(name)?.[1];
    if (pid === undefined) continue;
    const path = join(dataDir, name);
    if (!isAlive(Number(pid)) || Date.now() - (await stat(path)).mtimeMs > LEFT_OVER_MS) await remove(path);
  }
}

/** Removes a data folder and its cluster, which may be elsewhere. */
async function remove(path: string): Promise<void> {
  const cluster = await realpath(join(path, 'postgres')).catch(() => undefined);
  if (cluster !== undefined) await removeTree(cluster);
  await removeTree(path);
}

/** Retries, because the PostgreSQL of a killed process may still write there. */
async function removeTree(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}
