/* What it takes to run the `palaver` command from the sources. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
/** The command itself, seen from {@link ROOT}. */
export const PALAVER = 'packages/server/bin/palaver.js';

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
    NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/palaver'),
  };
}
