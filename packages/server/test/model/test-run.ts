import { globSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recount } from '../harness/recount.ts';
import { seedOfRun } from '../harness/seed.ts';
import { startTestServer, type TestServer } from '../harness/test-server.ts';
import type { RUNS } from './runs.ts';
import { takeSteps } from './steps.ts';

/** Steps of all files together; `npm run test:model` takes a million. */
const ALL_STEPS = 10_000;
const FILES = globSync('*.system.test.ts', { cwd: import.meta.dirname }).length;

/** The test of one file; there are several files so that processes share the work. */
export function testRun(only: keyof typeof RUNS): void {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  test("the server's answers and state follow the rules for any sequence of commands", async () => {
    const steps = Math.ceil(ALL_STEPS / FILES);
    const taken = await takeSteps(server, { only, steps, seed: seedOfRun() });
    expect(taken).toBeGreaterThanOrEqual(steps);
    expect(await recount(server.database)).toEqual([]);
  });
}
