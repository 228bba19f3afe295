import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig, type ViteUserConfig } from 'vitest/config';
import LongestFirst from './packages/server/test/harness/longest-first.ts';

const sdk = (path: string) => fileURLToPath(new URL(`packages/client/src/${path}`, import.meta.url));
const testing = fileURLToPath(new URL('packages/testing/src/index.ts', import.meta.url));
const REPORTERS = ['default', './packages/server/test/harness/closing-line.ts'];
/** More would want more connections than PostgreSQL has. */
const MOST_WORKERS = 8;
/** Of what tests choose at random (`test/harness/seed.ts`): the same in all workers. */
process.env.SEED ??= String(randomInt(1_000_000_000));
/** The gate names a file here, for what has failed. */
const { FAILED_TESTS = '', TEST_TIMES = '' } = process.env;

/** `database` is a tag of files (`// @module-tag database` in their first line), `thorough` one of tests. */
const TAGS = [
  {
    name: 'database',
    description:
      'Run by `.ci/run` on the oldest PostgreSQL and behind a pooler (`.ci/tagged-tests`): the files that together execute each statement of the ' +
      'server, and those about plans, locks, leases and lost connections.',
  },
  {
    name: 'thorough',
    description:
      'Left out by a whole `npm test` (scripts/test.ts): tests that take long and look at rare circumstances, at limits that need much data, or ' +
      'again at what faster tests show. The gate runs them.',
  },
];

/** What `npm test` and `npm run test:system` have in common; `tests` says how their files are named. */
export const suite = (
  tests: { include: string[]; exclude?: string[]; setupFiles?: string },
  maxWorkers: number,
): ViteUserConfig => ({
  // Examples import the SDK as strangers do; here it is the one of the sources.
  resolve: {
    alias: {
      '@palaver/client/server': sdk('server/index.ts'),
      '@palaver/client/desk': sdk('desk/index.ts'),
      '@palaver/client/web-push': sdk('web-push/index.ts'),
      '@palaver/client': sdk('index.ts'),
      '@palaver/testing': testing,
    },
  },
  test: {
    ...tests,
    tags: TAGS,
    globalSetup: 'packages/server/test/harness/global-setup.ts',
    setupFiles: [
      ...[tests.setupFiles ?? []].flat(),
      ...(TEST_TIMES === '' ? [] : ['packages/server/test/harness/measure-file.ts']),
    ],
    // Each worker process takes file after file, so that it loads and compiles the server once: a third of the time of a run.
    // Each file closes its own servers and connections, and has databases of its own.
    pool: 'forks',
    maxWorkers,
    sequence: { sequencer: LongestFirst },
    // Tests of a file that wait, wait together.
    maxConcurrency: 20,
    isolate: false,
    // Patience costs nothing where all goes well, and a machine may have more to do than this.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 30_000 } },
    // Compiled code is kept, also for the threads that check archives: to strip the types of their sources would take
    // ten times as long as a check.
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/palaver', import.meta.url)) },
    reporters:
      FAILED_TESTS === '' ? REPORTERS : [...REPORTERS, './packages/server/test/harness/failed-tests.ts'],
  },
});

/** `npm test`: everything that runs in this process, on a real database. */
export default defineConfig(
  suite(
    {
      include: ['packages/*/test/**/*.test.ts', 'examples/*/test/**/*.test.ts', 'site/test/*.test.ts'],
      exclude: ['**/*.system.test.ts', '**/node_modules/**'],
    },
    // Two for a core: each waits now and then, for the database or a clock.
    Math.min(2 * availableParallelism(), MOST_WORKERS),
  ),
);
