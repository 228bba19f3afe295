/* The paths and the environment for running the `palaver` command from the sources. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
/** The command, relative to {@link ROOT}. */
export const PALAVER = 'packages/server/bin/palaver.js';

/** The key that seals the secrets of every test server; processes that share its database need it, too. */
export const SECRETS_KEY = Buffer.alloc(32, 'a key of the tests').toString('base64');

/**
 * The environment for a process that a test starts: without Palaver's settings, and with the command's own folder of
 * compiled code, so that processes need not compile again.
 */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const others = Object.entries(process.env).filter(
    ([name]) => !/^(PALAVER|S3)_/.test(name) && !['DATABASE_URL', 'PORT', 'HOST'].includes(name),
  );
  return {
    ...Object.fromEntries(others),
    // Few tests look at the demo, and its rows would be among those of the others.
    PALAVER_DEMO: '0',
    // No load balancer stands before them.
    PALAVER_DRAIN_DELAY_MS: '0',
    NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/palaver'),
  };
}

/** The setting that a process needs beside a given database: the key of the processes that share it. */
export function secretsKeyFor({ DATABASE_URL }: Record<string, string>): Record<string, string> {
  return DATABASE_URL === undefined ? {} : { PALAVER_SECRETS_KEY: SECRETS_KEY };
}
