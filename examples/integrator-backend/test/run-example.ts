import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, onTestFinished } from 'vitest';
import { cleanEnvironment, ROOT } from '../../../packages/server/test/harness/command.ts';
import type { Place } from '../../../packages/server/test/harness/documented-commands.ts';
import { freePort } from '../../../packages/server/test/harness/free-port.ts';
import { usedDataDir } from '../../../packages/server/test/harness/palaver.ts';
import { copyOf } from '../../../packages/server/test/harness/postgres.ts';

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
  const [port, examplePort, metricsPort] = [await freePort(), await freePort(), await freePort()];
  const ports = { PORT: `${port}`, EXAMPLE_PORT: `${examplePort}`, EXAMPLE_METRICS_PORT: `${metricsPort}` };
  const child = spawn(process.execPath, ['scripts/run-example.ts'], {
    cwd: ROOT,
    env: { ...cleanEnvironment(), LOG_LEVEL: 'error', DATA_DIR: dataDir, ...ports, ...settings },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const exited = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGTERM');
    expect((await exited)[0]).toBe(0);
  });
  await new Promise<void>((resolve, reject) => {
    let printed = '';
    child.stdout.on('data', (chunk) => {
      printed += String(chunk);
      if (printed.includes('The back end is ready')) resolve();
    });
    child.once('exit', () => reject(new Error(`it ended before it was ready: ${printed}`)));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    place: {
      folder: ROOT,
      // The pages show no such line.
      receiver: 'http://127.0.0.1:7799',
      others: {
        'http://127.0.0.1:7703': `http://127.0.0.1:${port}`,
        'http://127.0.0.1:7701': `http://127.0.0.1:${examplePort}`,
        [`${shownFolder}/`]: `${dataDir}/`,
      },
    },
    key: readFileSync(join(dataDir, 'api-key'), 'utf8').trim(),
  };
}
