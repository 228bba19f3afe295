import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cleanEnvironment, ROOT } from '../../../packages/server/test/harness/command.ts';
import { freePort } from '../../../packages/server/test/harness/free-port.ts';

/** `npm run example`, ready, with ports of its own. */
export interface StartedExample {
  /** The address of Palaver. */
  url: string;
  /** The address of the back end's page. */
  page: string;
  /** What it has printed up to then. */
  printed: string;
  /** Ends it. Resolves to its exit code. */
  stop: () => Promise<number | null>;
}

/** Resolves when both servers are ready. */
export async function startExample(
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<StartedExample> {
  const [port, examplePort, metricsPort] = [await freePort(), await freePort(), await freePort()];
  const ports = { PORT: `${port}`, EXAMPLE_PORT: `${examplePort}`, EXAMPLE_METRICS_PORT: `${metricsPort}` };
  const child = spawn(process.execPath, ['scripts/run-example.ts'], {
    cwd: ROOT,
    env: { ...cleanEnvironment(), LOG_LEVEL: 'error', DATA_DIR: dataDir, ...ports, ...settings },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const exited = once(child, 'exit') as Promise<[number | null]>;
  let printed = '';
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      printed += String(chunk);
      if (printed.includes('The back end is ready')) resolve();
    });
    child.once('exit', () => reject(new Error(`it ended before it was ready: ${printed}`)));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    page: `http://127.0.0.1:${examplePort}`,
    printed,
    stop: async () => {
      child.kill('SIGTERM');
      return (await exited)[0];
    },
  };
}
