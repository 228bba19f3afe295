import type { TestProject } from 'vitest/node';
import { startTestPostgres, type TestPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext extends Pick<TestPostgres, 'connection' | 'templateDatabase'> {}
}

/** One PostgreSQL for the run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { connection, templateDatabase, stop } = await startTestPostgres();
  project.provide('connection', connection);
  project.provide('templateDatabase', templateDatabase);
  return stop;
}
