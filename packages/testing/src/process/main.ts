/*
 * The process of the server. It reads its options, a line of JSON, from standard input, and prints a line when it is ready. It ends with
 * its standard input: when the process that has started it ends, for whatever reason.
 */
import module from 'node:module';
import { createInterface } from 'node:readline';
import { CACHE } from './cache.ts';
import { shiftDates } from './clock.ts';
import type { ServerOptions } from './server.ts';

/** The longest that a stop may take. */
const STOP_MS = 10_000;

// Before the server is loaded.
module.enableCompileCache(CACHE);
shiftDates();

const { startServer } = await import('./server.ts');
const lines = createInterface({ input: process.stdin });
const ended = new Promise<void>((resolve) => {
  lines.once('close', resolve);
  // (Ctrl-C reaches all processes of a terminal.)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => resolve());
});
// Nobody reads after the end of the other process.
process.stdout.on('error', () => {});

try {
  const options = await new Promise<string>((resolve) => lines.once('line', resolve));
  const server = await startServer(JSON.parse(options) as ServerOptions);
  process.stdout.write(`${JSON.stringify({ endpoint: server.endpoint })}\n`);
  await ended;
  // The database ends with this process, even if the stop waits for something: a guard sees to that.
  setTimeout(() => process.exit(1), STOP_MS).unref();
  await server.stop();
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  process.stdout.write(`${JSON.stringify({ error: message })}\n`);
}
process.exit();
