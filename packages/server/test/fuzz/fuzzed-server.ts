import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { cleanEnvironment } from '../harness/command.ts';
import { listProcesses } from '../harness/processes.ts';
import { scratchFolder } from '../harness/scratch.ts';
import { until } from '../harness/until.ts';
import type { Hold } from './loop-watch.ts';
import type { Keys, Question, Told } from './server.ts';

const ENTRY = fileURLToPath(new URL('server.ts', import.meta.url));
const ANSWER_WITHIN_MS = 60_000;
const STOPPED_WITHIN_MS = 20_000;

const SETTINGS = {
  PALAVER_LOG_LEVEL: 'warn',
  // Requests that never end, and uploads of the largest size, must not hold up the run.
  PALAVER_REQUEST_TIMEOUT_MS: '500',
  PALAVER_MAX_UPLOAD_BYTES: String(2 * 1024 * 1024),
  // Users are limited by default; here requests are sent as fast as possible.
  PALAVER_CLIENT_RATE_LIMIT_READS: '0',
  PALAVER_CLIENT_RATE_LIMIT_WRITES: '0',
  PALAVER_CLIENT_CONCURRENT_REQUESTS: '0',
  PALAVER_CLIENT_HTTP_CONNECTIONS: '0',
  PALAVER_CLIENT_RATE_LIMIT_MEMBERS: '0',
  PALAVER_ANONYMOUS_RATE_LIMIT: '0',
  // Requests that wait for a lock do not hold up the connections of others.
  PALAVER_DATABASE_POOL_SIZE: '40',
};

/** It logs sends that waited too long for their thread, which happens on a busy machine. */
const BUSY = /canceling statement due to lock timeout/;

type Message<Kind extends Told['kind']> = Extract<Told, { kind: Kind }>;

/** The server in its own process, with its own folder. */
export class FuzzedServer {
  /** The complaints of the server: log lines that a healthy server does not write, or its exit. */
  readonly complaints: string[] = [];
  port = 0;
  apps: readonly Keys[] = [];
  readonly #child: ChildProcess;
  readonly #dataDir: string;
  #isStopping = false;

  private constructor(child: ChildProcess, dataDir: string) {
    this.#child = child;
    this.#dataDir = dataDir;
    if (child.stderr !== null) {
      createInterface({ input: child.stderr }).on('line', (line) => {
        if (!BUSY.test(line)) this.complaints.push(`the server says: ${line}`);
      });
    }
    child.once('exit', (code, signal) => {
      if (code !== 0 || !this.#isStopping) this.complaints.push(`the server has ended: ${signal ?? code}`);
    });
  }

  /** Resolves when it is ready, on its own embedded PostgreSQL unless another is given. */
  static async start(databaseUrl = ''): Promise<FuzzedServer> {
    const dataDir = scratchFolder();
    const environment = { ...SETTINGS, PORT: '0', DATA_DIR: dataDir, DATABASE_URL: databaseUrl };
    const child = spawn(process.execPath, ['--max-semi-space-size=8', '--expose-gc', ENTRY], {
      env: { ...cleanEnvironment(), ...environment },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    const server = new FuzzedServer(child, dataDir);
    try {
      const { url, apps } = await server.#told('ready');
      server.port = Number(new URL(url).port);
      server.apps = apps;
      return server;
    } catch (error) {
      await server.stop();
      throw new Error(`the server did not start\n${server.complaints.join('\n')}`, { cause: error });
    }
  }

  onHold(listener: (hold: Hold) => void): void {
    this.#child.on('message', (message: Told) => {
      if (message.kind === 'hold') listener(message.hold);
    });
  }

  /** The longest turn of its event loop since the last call, in milliseconds. */
  async longestHold(): Promise<number> {
    return (await this.#ask('longest hold')).heldMs;
  }

  /** The bytes of memory still in use after garbage collection. */
  async memory(): Promise<number> {
    return (await this.#ask('memory')).bytes;
  }

  /** The findings of `palaver verify`. */
  async differences(): Promise<string[]> {
    return (await this.#ask('verify')).differences;
  }

  /** Stops it cleanly if it still runs, and removes its folder. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      const exited = once(this.#child, 'exit');
      const late = setTimeout(() => this.#child.kill('SIGKILL'), STOPPED_WITHIN_MS);
      if (this.#child.connected) this.#child.disconnect();
      await exited;
      clearTimeout(late);
    }
    // If it crashed, its PostgreSQL takes a moment longer to end.
    await until(async () => !this.#hasProcesses() || undefined);
    rmSync(this.#dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
  }

  #hasProcesses(): boolean {
    return listProcesses().some(({ command }) => command.includes(this.#dataDir));
  }

  async #ask<const Kind extends Question>(question: Kind): Promise<Message<Kind>> {
    if (!this.#child.connected) throw new Error('the server has ended');
    this.#child.send(question);
    return this.#told(question);
  }

  /** The next message of this kind. */
  async #told<const Kind extends Told['kind']>(kind: Kind): Promise<Message<Kind>> {
    const { promise, resolve, reject } = Promise.withResolvers<Message<Kind>>();
    const listen = (message: Told) => {
      if (message.kind === kind) resolve(message as Message<Kind>);
    };
    const leave = () => reject(new Error('the server has ended'));
    const late = setTimeout(() => reject(new Error(`the server does not say "${kind}"`)), ANSWER_WITHIN_MS);
    this.#child.on('message', listen).once('disconnect', leave);
    try {
      return await promise;
    } finally {
      clearTimeout(late);
      this.#child.off('message', listen).off('disconnect', leave);
    }
  }
}
