import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { connectPalaver, type TestServer } from './test-server.ts';

export interface StartOptions {
  /** Settings of the server by their names, such as `{ PALAVER_WEBHOOK_SCHEDULE: '1,2' }`. The environment has no effect on it. */
  settings?: Record<string, string>;
}

/** How long the process has for its end, before it is killed. */
const STOP_MS = 15_000;

/**
 * Starts a server of the installed `palaver` in a process of its own, with an empty application, on a free port of this machine. The server
 * ends with `stop`, or together with the process that has started it.
 * @throws Error  with the reason, if it does not start
 */
export async function startPalaver({ settings = {} }: StartOptions = {}): Promise<TestServer> {
  const child = spawn(await findNode(), [MAIN], {
    stdio: ['pipe', 'pipe', 'inherit'],
    // Not the rest, which may have options of the test runner for Node.
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', TMPDIR: process.env.TMPDIR ?? '/tmp' },
  });
  const exited = once(child, 'exit');
  // It may end before it has read its options.
  child.stdin.on('error', () => {});
  child.stdin.write(`${JSON.stringify({ settings })}\n`);
  const lines = createInterface({ input: child.stdout });
  const first = await Promise.race([once(lines, 'line'), exited.then(() => undefined)]);
  const { endpoint, error = 'its process has ended' } = read(first?.[0]);
  if (endpoint === undefined) throw new Error(`Palaver did not start: ${error}`);
  const server = await connectPalaver(endpoint);
  // A test process that forgets `stop` can end nevertheless.
  child.unref();
  for (const stream of [child.stdin, child.stdout]) if ('unref' in stream) (stream as Unreffed).unref();
  return {
    ...server,
    stop: async () => {
      await server.stop();
      child.ref();
      child.stdin.end();
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
      await exited;
      clearTimeout(timer);
    },
  };
}

interface Unreffed {
  unref: () => void;
}

interface FirstLine {
  endpoint?: string;
  error?: string;
}

function read(line: unknown): FirstLine {
  return typeof line === 'string' ? (JSON.parse(line) as FirstLine) : {};
}

/** The code of the process is beside this file: in TypeScript only in the repository. */
const MAIN = fileURLToPath(new URL(`process/main${import.meta.url.slice(-3)}`, import.meta.url));

/** The server needs a newer Node than tests do. */
async function findNode(): Promise<string> {
  const script = createRequire(import.meta.url).resolve('@palaver/server/bin/find-node.js');
  const found = (await import(pathToFileURL(script).href)) as { findNode: () => string | undefined };
  const node = found.findNode();
  if (node === undefined)
    throw new Error(
      `Palaver needs Node 24.9 or later, and this is ${process.version}: install palaver again`,
    );
  return node;
}
