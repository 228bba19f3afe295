import { rm } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';
import { startPgBouncer } from './pgbouncer.ts';
import { makeUsedFolder, startTestPostgres, type TestPostgres } from './postgres.ts';
import { removeLeftovers } from './scratch.ts';

declare module 'vitest' {
  interface ProvidedContext extends Pick<TestPostgres, 'connection' | 'serverRole' | 'templateDatabase'> {
    /** See {@link makeUsedFolder}. */
    usedFolder: string;
    /** The port of a PgBouncer that servers use; null: they use PostgreSQL directly. */
    poolerPort: number | null;
  }
}

/** Set to test all servers behind a pooler. */
const POOLER = 'TEST_BEHIND_POOLER';
/** For many databases at a time, each with few connections: those that are idle soon leave room for others. */
const SMALL_POOLS = { default_pool_size: 8, server_idle_timeout: 2, max_client_conn: 5_000 };

/** Prints the seed of the run, starts one PostgreSQL for it, and makes one data folder to copy. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  process.stdout.write(`SEED=${process.env.SEED}\n`);
  removeLeftovers();
  const usedFolder = await makeUsedFolder();
  const { connection, serverRole, templateDatabase, stop } = await startTestPostgres(usedFolder);
  project.provide('connection', connection);
  project.provide('serverRole', serverRole);
  project.provide('templateDatabase', templateDatabase);
  project.provide('usedFolder', usedFolder);
  const pooler =
    process.env[POOLER] === undefined
      ? undefined
      : await startPgBouncer({ ...connection, ...serverRole }, SMALL_POOLS);
  project.provide('poolerPort', pooler?.port ?? null);
  return async () => {
    await pooler?.close();
    await stop();
    await rm(usedFolder, { recursive: true, force: true });
  };
}
