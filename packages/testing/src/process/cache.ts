import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Where the server keeps its compiled code, too: the cache of the project that has installed it. */
export const CACHE = join(
  dirname(createRequire(import.meta.url).resolve('@palaver/server/package.json')),
  '../../node_modules/.cache/palaver',
);
