/* What it takes to run the `palaver` command from the sources. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
/** The command itself, seen from {@link ROOT}. */
export const PALAVER = 'packages/server/bin/palaver.js';

/** What seals the secrets of every test server; processes that share its database are given it, too. */
export const SECRETS_KEY = Buffer.alloc(32, 'a key of the tests').toString('base64');

/**
 * The environment for a process that a test starts: without settings of Palaver, and with the folder of compiled code
 * that the command has by itself, so that a process need not compile again what one before it did.
 */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const others = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('PALAVER_') && !['DATABASE_URL', 'PORT', 'HOST'].includes(name),
  );
  return {
    ...Object.fromEntries(others),
    // No balancer stands before them.
    PALAVER_DRAIN_DELAY_MS: '0',
    NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/palaver'),
  };
}

/** What a process needs beside a database that is given to it: the key of those that share it. */
export function keyFor({ DATABASE_URL }: Record<string, string>): Record<string, string> {
  return DATABASE_URL === undefined ? {} : { PALAVER_SECRETS_KEY: SECRETS_KEY };
}
