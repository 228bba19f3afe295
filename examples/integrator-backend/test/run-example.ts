import { chmodSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, onTestFinished } from 'vitest';
import { ROOT } from '../../../packages/server/test/harness/command.ts';
import type { Place } from '../../../packages/server/test/harness/documented-commands.ts';
import { usedDataDir } from '../../../packages/server/test/harness/palaver.ts';
import { copyOf } from '../../../packages/server/test/harness/postgres.ts';
import { startExample } from './started-example.ts';

/** The running example, and its real addresses and folders in place of those that the pages show. */
export interface RunningExample {
  url: string;
  key: string;
  place: Place;
}

/** Runs `npm run example` until the test ends. `shownFolder` is the data folder's name on the page. */
export async function runExample(
  shownFolder: string,
  settings: Record<string, string> = {},
): Promise<RunningExample> {
  const dataDir = usedDataDir();
  // Creating a database would take longer than everything else.
  const own = join(dataDir, 'integrator-backend');
  mkdirSync(own);
  chmodSync(own, 0o711);
  copyOf(inject('usedFolder'), own);
  const { url, page, stop } = await startExample(dataDir, settings);
  onTestFinished(async () => expect(await stop()).toBe(0));
  return {
    url,
    place: {
      folder: ROOT,
      // The pages show no such line.
      receiver: 'http://127.0.0.1:7799',
      others: {
        'http://127.0.0.1:7703': url,
        'http://127.0.0.1:7701': page,
        [`${shownFolder}/`]: `${dataDir}/`,
      },
    },
    key: readFileSync(join(dataDir, 'api-key'), 'utf8').trim(),
  };
}
