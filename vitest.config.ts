import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const sdk = (path: string) => fileURLToPath(new URL(`packages/client/src/${path}`, import.meta.url));

export default defineConfig({
  // Examples import the SDK as strangers do; here it is the one of the sources.
  resolve: {
    alias: { '@palaver/client/server': sdk('server/index.ts'), '@palaver/client': sdk('index.ts') },
  },
  test: {
    include: ['packages/*/test/**/*.test.ts', 'examples/*/test/**/*.test.ts'],
    globalSetup: 'packages/server/test/harness/global-setup.ts',
    // Two cores, two worker processes. Each takes file after file, so that it loads and compiles the server once: a
    // third of the time of a run. What a file has made it closes; each has databases of its own.
    pool: 'forks',
    maxWorkers: 2,
    // Tests of a file that wait, wait together.
    maxConcurrency: 20,
    isolate: false,
    // Patience costs nothing where all goes well, and a machine may have more to do than this.
    testTimeout: 90_000,
    hookTimeout: 90_000,
    expect: { poll: { timeout: 30_000 } },
    // Compiled code is kept, also for the threads that check archives: to strip the types of their sources would take
    // ten times as long as a check.
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/palaver', import.meta.url)) },
    reporters: ['default', './packages/server/test/harness/closing-line.ts'],
  },
});
