import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SUPERUSER } from '../../src/storage/embedded/data-folder.ts';
import { DATABASE } from '../../src/storage/embedded/lock-session.ts';
import { readPidFile } from '../../src/storage/embedded/pid-file.ts';
import { cleanEnvironment, PALAVER, ROOT } from '../harness/command.ts';
import { copyOf } from '../harness/postgres.ts';
import { listProcesses } from '../harness/processes.ts';
import { signal } from './signal.ts';

const READY_WITHIN_MS = 60_000;
/** The users of a load send as fast as they get answers. */
const NO_LIMITS = { PALAVER_CLIENT_RATE_LIMIT_WRITES: '0' };

/** The processes of the embedded PostgreSQL at one moment. */
export interface PostgresProcesses {
  postmaster: number;
  /** Its lasting children: one per connection, and those that write to disk. */
  children: number[];
  /** The helper that stops PostgreSQL when Node is gone; undefined once killed. */
  guard: number | undefined;
}

export interface InstallationOptions {
  /** The `node` options before the server's file. */
  nodeArguments?: readonly string[];
  /** A data folder to copy; without it the first start creates everything. */
  usedFolder?: string | undefined;
  /** Settings, instead of {@link NO_LIMITS}. */
  environment?: Readonly<Record<string, string>>;
}

/** A data folder on a disk, and the real `palaver start` that serves it repeatedly. */
export class Installation {
  readonly dataDir: string;
  /** Where the server listens now; a start picks another port. */
  url = '';
  readonly #nodeArguments: readonly string[];
  readonly #environment: Readonly<Record<string, string>>;
  #server: ChildProcess | undefined;
  #apiKey: string | undefined;
  #stderr = '';

  constructor({ nodeArguments = [], usedFolder, environment = NO_LIMITS }: InstallationOptions = {}) {
    this.#nodeArguments = nodeArguments;
    this.#environment = environment;
    this.dataDir = mkdtempSync(join(tmpdir(), 'palaver-faults-'));
    // Under root the database runs as another user, who must be able to enter.
    chmodSync(this.dataDir, 0o711);
    if (usedFolder !== undefined) copyOf(usedFolder, this.dataDir);
  }

  /** The key of the application `demo`; it exists after the first start. */
  get apiKey(): string {
    this.#apiKey ??= readFileSync(join(this.dataDir, 'api-key'), 'utf8').trim();
    return this.#apiKey;
  }

  /** The Node process, the leader of its own process group. */
  get node(): number {
    const pid = this.#server?.pid;
    if (pid === undefined) throw new Error('the server was never started');
    return pid;
  }

  get isRunning(): boolean {
    return this.#server?.exitCode === null && this.#server.signalCode === null;
  }

  /** The end of what the server has said on stderr since its last start. */
  get lastWords(): string {
    return this.#stderr;
  }

  /** Starts the server without waiting until it is ready. */
  launch(): void {
    const server = spawn(process.execPath, [...this.#nodeArguments, PALAVER, 'start'], {
      cwd: ROOT,
      env: {
        ...cleanEnvironment(),
        PORT: '0',
        DATA_DIR: this.dataDir,
        PALAVER_LOG_LEVEL: 'error',
        ...this.#environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    this.#server = server;
    this.#stderr = '';
    let stdout = '';
    server.stdout.on('data', (chunk) => {
      stdout += String(chunk);
      const address = /address\s+(\S+)[\s\S]*\n\n$/.exec(stdout)?.[1];
      if (address !== undefined && server === this.#server) this.url = address;
    });
    server.stderr.on('data', (chunk) => {
      this.#stderr = (this.#stderr + String(chunk)).slice(-4_000);
    });
  }

  /** Starts the server unless it runs, and waits until it is ready. */
  async beReady(): Promise<void> {
    if (!this.isRunning) {
      this.url = '';
      this.launch();
    }
    const giveUpAtMs = performance.now() + READY_WITHIN_MS;
    while (!(await this.#isReady())) {
      if (!this.isRunning) throw new Error(`the server ended before it was ready: ${this.#stderr}`);
      if (performance.now() > giveUpAtMs) throw new Error(`the server is not ready: ${this.#stderr}`);
      await sleep(20);
    }
  }

  async #isReady(): Promise<boolean> {
    if (this.url === '') return false;
    try {
      const signal = AbortSignal.timeout(2_000);
      const response = await fetch(`${this.url}/health/ready`, { signal });
      await response.arrayBuffer();
      return response.ok;
    } catch {
      return false;
    }
  }

  /** Waits until the Node process is gone; returns its exit code, or the signal that ended it. */
  async ended(): Promise<number | NodeJS.Signals | null> {
    const server = this.#server;
    if (server === undefined) return null;
    if (this.isRunning) await once(server, 'exit');
    return server.exitCode ?? server.signalCode;
  }

  async postgres(): Promise<PostgresProcesses> {
    const file = await readPidFile(this.#cluster);
    if (file === undefined) throw new Error('PostgreSQL does not run');
    const all = listProcesses();
    const guard = all.find(
      ({ command }) => command.includes('palaver-guard') && command.includes(this.dataDir),
    );
    const children = all
      .filter(({ parent, command }) => parent === file.pid && !command.includes('autovacuum worker'))
      .map(({ pid }) => pid);
    return { postmaster: file.pid, children, guard: guard?.pid };
  }

  /** For our own session, independent of the server and its locks. */
  async connection() {
    const file = await readPidFile(this.#cluster);
    if (file === undefined) throw new Error('PostgreSQL does not run');
    const password = readFileSync(join(this.dataDir, 'postgres-password'), 'utf8').trim();
    return { host: file.socketDir, port: file.port, user: SUPERUSER, password, database: DATABASE };
  }

  /** Ends everything started here and removes the folder. */
  async remove(): Promise<void> {
    if (this.#server !== undefined && this.isRunning) {
      signal(this.node, 'SIGCONT');
      signal(this.node, 'SIGTERM');
      const isLate = await Promise.race([
        this.ended().then(() => false),
        sleep(15_000, true, { ref: false }),
      ]);
      if (isLate) signal(-this.node, 'SIGKILL');
      await this.ended();
    }
    for (const { pid, command } of listProcesses()) {
      if (command.includes(this.dataDir)) signal(pid, 'SIGKILL');
    }
    rmSync(this.dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
  }

  get #cluster(): string {
    return realpathSync(join(this.dataDir, 'postgres'));
  }
}
