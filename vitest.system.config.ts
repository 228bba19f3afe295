import { defineConfig } from 'vitest/config';
import { suite } from './vitest.config.ts';

/**
 * `npm run test:system`: what starts browsers, servers and proxies as processes, kills them, searches at random, sends
 * floods, or has many do the same at once.
 */
export default defineConfig(
  suite(
    {
      include: [
        'packages/*/test/**/*.system.test.ts',
        'examples/*/test/**/*.system.test.ts',
        // Tests that readers of the guide copy, and run with their own server.
        'examples/marketplace/src/*.test.ts',
      ],
      setupFiles: 'packages/client/test/harness/show-failed-pages.ts',
    },
    // Each has processes of its own beside it.
    3,
  ),
);
