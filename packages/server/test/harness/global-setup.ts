import { rm } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';
import { makeUsedFolder, startTestPostgres, type TestPostgres } from './postgres.ts';
import { removeLeftovers } from './scratch.ts';

declare module 'vitest' {
  interface ProvidedContext extends Pick<TestPostgres, 'connection' | 'serverRole' | 'templateDatabase'> {
    /** See {@link makeUsedFolder}. */
    usedFolder: string;
  }
}

/** Starts one PostgreSQL for the run, and makes one data folder to copy. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  removeLeftovers();
  const usedFolder = await makeUsedFolder();
  const { connection, serverRole, templateDatabase, stop } = await startTestPostgres(usedFolder);
  project.provide('connection', connection);
  project.provide('serverRole', serverRole);
  project.provide('templateDatabase', templateDatabase);
  project.provide('usedFolder', usedFolder);
  return async () => {
    await stop();
    await rm(usedFolder, { recursive: true, force: true });
  };
}
