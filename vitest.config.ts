import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['packages/*/test/**/*.test.ts'],
    globalSetup: 'packages/server/test/harness/global-setup.ts',
    // One file is one worker process on one database of its own; two cores, two workers.
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    reporters: ['default', './packages/server/test/harness/closing-line.ts'],
  },
});
