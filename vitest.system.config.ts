import { defineConfig } from 'vitest/config';
import { suite } from './vitest.config.ts';

/** `npm run test:system`: what starts browsers, servers and proxies as processes, kills them, or searches at random. */
export default defineConfig(
  suite({ include: ['packages/*/test/**/*.system.test.ts', 'examples/*/test/**/*.system.test.ts'] }),
);
