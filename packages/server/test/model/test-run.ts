import { globSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recount } from '../harness/recount.ts';
import { startTestServer, type TestServer } from '../harness/test-server.ts';
import type { RUNS } from './runs.ts';
import { takeSteps } from './steps.ts';

/** Of all files together; a million are for `npm run test:model`. */
const ALL_STEPS = 10_000;
const FILES = globSync('*.system.test.ts', { cwd: import.meta.dirname }).length;

/** The test of a file: they are several so that processes share the work. */
export function testRun(only: keyof typeof RUNS): void {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  test('whatever is done, the server says and becomes what the rules say', async () => {
    const steps = Math.ceil(ALL_STEPS / FILES);
    const taken = await takeSteps(server, { only, steps, seed: Date.now() % 1_000_000_000 });
    expect(taken).toBeGreaterThanOrEqual(steps);
    expect(await recount(server.database)).toEqual([]);
  });
}
