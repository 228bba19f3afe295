import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cleanEnvironment, PALAVER, ROOT, secretsKeyFor } from '../harness/command.ts';
import { newDataDir } from '../harness/palaver.ts';
import { urlOf } from '../harness/test-database.ts';
import type { TestServer } from '../harness/test-server.ts';

/** A `palaver worker` on the database of a test server, which gets `kill -9`. */
export class KilledWorker {
  readonly #server: TestServer;
  readonly #settings: Record<string, string>;
  #process: ChildProcess | undefined;

  constructor(server: TestServer, settings: Record<string, string>) {
    this.#server = server;
    this.#settings = {
      DATABASE_URL: urlOf(server.database.connection),
      DATA_DIR: newDataDir(),
      PALAVER_LOG_LEVEL: 'error',
      ...settings,
    };
  }

  async start(): Promise<void> {
    // (To save time, the leases of the process that was killed expire at once.)
    await this.#server.database.sql(`update leases set expires_at = '-infinity'`);
    const env = { ...cleanEnvironment(), ...secretsKeyFor(this.#settings), ...this.#settings };
    this.#process = spawn(process.execPath, [PALAVER, 'worker'], { cwd: ROOT, env, stdio: 'ignore' });
  }

  /** Resolves when it is gone. */
  async kill(): Promise<void> {
    const exited = this.#process && once(this.#process, 'exit');
    this.#process?.kill('SIGKILL');
    await exited;
    this.#process = undefined;
  }
}
