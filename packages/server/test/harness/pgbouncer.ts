import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import type pg from 'pg';
import { freePort } from './free-port.ts';
import { scratchFolder } from './scratch.ts';
import { until } from './until.ts';

/** A real PgBouncer, as a process of its own. Debian has it: `apt-get install pgbouncer`. */
export interface PgBouncer {
  port: number;
  /** The address of a database through it. */
  via: (connection: pg.ClientConfig) => pg.ClientConfig;
  start: () => Promise<void>;
  /** Kills it; it can be started again. */
  kill: () => Promise<void>;
  close: () => Promise<void>;
}

/** `TEST_PGBOUNCER` names another one, such as a newer version: Debian 12's keeps no prepared statements. */
const PROGRAM = process.env.TEST_PGBOUNCER ?? '/usr/sbin/pgbouncer';
const isInstalled = existsSync(PROGRAM);
if (!isInstalled && process.env.CI) throw new Error('PgBouncer is needed: apt-get install pgbouncer');

/** Tests of a missing pooler are skipped, except in the gate. */
export const isPgBouncerMissing = !isInstalled;

/** Whether it can keep the prepared statements of its clients apart: since 1.21, with `max_prepared_statements`. */
export const canKeepStatements = isInstalled && versionOf(PROGRAM) >= 1.21;

function versionOf(program: string): number {
  const shown = execFileSync(program, ['--version'], { encoding: 'utf8' });
  return Number(/PgBouncer (\d+\.\d+)/.exec(shown)?.[1]);
}

/** In front of all databases of a server. `options`: lines of its configuration. */
export async function startPgBouncer(
  { host, port: serverPort, user, password }: pg.ClientConfig,
  options: Record<string, string | number> = {},
): Promise<PgBouncer> {
  const folder = scratchFolder();
  const port = await freePort();
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: 'transaction',
    max_client_conn: 2_000,
    ...options,
  };
  const file = join(folder, 'pgbouncer.ini');
  const lines = [
    '[databases]',
    // (It takes no empty password, even where none is asked for.)
    `* = host=${host} port=${serverPort} user=${user} password='${String(password || 'none')}'`,
    '[pgbouncer]',
    ...Object.entries(settings).map(([name, value]) => `${name} = ${value}`),
  ];
  await writeFile(file, `${lines.join('\n')}\n`, { mode: 0o644 });
  let running: ChildProcess | undefined;
  const start = async () => {
    running = spawn(PROGRAM, ['-q', file], { stdio: 'ignore', ...userFor(host) });
    await until(async () => (await answers(port)) || undefined);
  };
  const kill = async () => {
    const ended = running;
    running = undefined;
    if (ended === undefined) return;
    ended.kill('SIGKILL');
    await once(ended, 'exit');
  };
  await start();
  return {
    port,
    via: (connection) => ({ ...connection, host: '127.0.0.1', port }),
    start,
    kill,
    close: async () => {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const NOBODY = 65_534;

/** PgBouncer refuses to run as root; only the user of the embedded PostgreSQL may enter the folder of its socket. */
function userFor(host = ''): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  return host.startsWith('/')
    ? { uid: statSync(host).uid, gid: statSync(host).gid }
    : { uid: NOBODY, gid: NOBODY };
}

function answers(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect(port, '127.0.0.1');
  socket.once('connect', () => resolve(true));
  socket.once('error', () => resolve(false));
  return promise.finally(() => socket.destroy());
}
