import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type FileHandle, open, rename } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgresError, lastLines, orUndefined } from './errors.ts';
import type { Log } from './log.ts';
import { readPidFile } from './pid-file.ts';
import type { OsUser } from './processes.ts';
import { childOptions, sendSignal } from './processes.ts';

/*
 * Starts and stops PostgreSQL's parent process.
 *
 * It runs in its own session, so that Ctrl-C or a kill of our process group does not reach it. But PostgreSQL does not notice when
 * its parent dies. So a guard watches: a shell that holds the reading end of a pipe from us. A line in the pipe means that
 * PostgreSQL has ended, and the guard exits. The end of the pipe means that this process is gone, for whatever reason; then the
 * guard stops PostgreSQL. It signals only the process that it was started with, and only while the pid file names it, so it never
 * hits a successor.
 *
 * One shell starts both: it forks the guard and then becomes PostgreSQL. So PostgreSQL is our child, and the guard knows its pid
 * ($$). The second fork detaches the guard from PostgreSQL, because PostgreSQL treats the exit of an unknown child as a crash.
 */
const GUARD = `
postgres=$1 cluster=$2
shift 2
(
  (
    ours() { read -r pid <"$cluster/postmaster.pid" && [ "$pid" = $$ ]; }
    read -r _ && exit
    seen= tenths=0
    while [ $tenths -lt 30 ]; do # fast shutdown, for 3 s; it may not have written its pid file yet
      if ours; then seen=1; kill -INT $$; elif [ $seen ]; then exit; fi
      sleep 0.1
      tenths=$((tenths + 1))
    done
    ours && kill -QUIT $$ # at once; the next start recovers from the log
  ) <&3 >/dev/null 2>&1 &
)
exec "$postgres" -D "$cluster" "$@" 3<&-
`;

/** After `kill -9` of a postmaster, its shared memory blocks a new one until its children have ended as well. */
const SHARED_MEMORY_WAIT_MS = 5_000;
const FAST_STOP_MS = 10_000;
/** PostgreSQL itself kills its remaining children 5 s after an immediate shutdown. */
const IMMEDIATE_STOP_MS = 6_000;
const MAXIMUM_LOG_BYTES = 10_000_000;

export interface LaunchOptions {
  readonly postgres: string;
  readonly cluster: string;
  readonly socketDir: string;
  readonly port: number;
  readonly settings: Readonly<Record<string, string>>;
  readonly logFile: string;
  readonly user: OsUser | undefined;
  /** A pid in the pid file that does not belong to a postmaster of this cluster. */
  readonly stalePid: number | undefined;
}

/** A postmaster that runs as a child of this process. */
export class Postmaster {
  readonly pid: number;
  /** Resolves to the exit code or signal, for the log. */
  readonly exited: Promise<string>;
  readonly #child: ChildProcess;

  /** @param pipe  the pipe to the guard */
  constructor(child: ChildProcess, pid: number, pipe: Writable) {
    this.pid = pid;
    this.#child = child;
    this.exited = new Promise((resolve) => {
      child.once('exit', (code, signal) => {
        pipe.end('ended\n');
        resolve(signal === null ? `exit code ${code}` : `signal ${signal}`);
      });
    });
  }

  get running(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  async stop(log: Log): Promise<void> {
    if (this.running) await stopProcess(this.pid, async () => !this.running, log);
  }
}

/**
 * Starts a postmaster and waits until it is ready. After a crash this includes PostgreSQL's recovery.
 * @returns undefined if another postmaster was faster
 */
export async function launchPostmaster(
  options: LaunchOptions,
  log: Log,
  signal: AbortSignal,
): Promise<Postmaster | undefined> {
  const giveUpAtMs = performance.now() + SHARED_MEMORY_WAIT_MS;
  for (;;) {
    const logFile = await openLog(options.logFile);
    try {
      const logStart = (await logFile.stat()).size;
      const postmaster = await spawnPostmaster(options, logFile.fd);
      if (await waitUntilReady(postmaster, options.cluster, log, signal)) return postmaster;
      const output = await readFrom(logFile, logStart);
      if (/lock file ".*" (already exists|is empty)/.test(output)) return undefined;
      if (!output.includes('pre-existing shared memory block') || performance.now() > giveUpAtMs) {
        const status = await postmaster.exited;
        throw new EmbeddedPostgresError(`PostgreSQL did not start (${status}):\n${lastLines(output)}`);
      }
    } finally {
      await logFile.close();
    }
    await sleep(200, undefined, { signal });
  }
}

/** Requests a fast shutdown; if that takes too long, an immediate shutdown; then kills the process. */
export async function stopProcess(pid: number, isGone: () => Promise<boolean>, log: Log): Promise<void> {
  const steps = [
    { signal: 'SIGINT', timeoutMs: FAST_STOP_MS },
    { signal: 'SIGQUIT', timeoutMs: IMMEDIATE_STOP_MS },
    { signal: 'SIGKILL', timeoutMs: IMMEDIATE_STOP_MS },
  ] as const;
  for (const { signal, timeoutMs } of steps) {
    if (signal !== 'SIGINT') log.warn({ pid, signal }, 'PostgreSQL takes too long to stop');
    sendSignal(pid, signal);
    const untilMs = performance.now() + timeoutMs;
    while (performance.now() < untilMs) {
      if (await isGone()) return;
      await sleep(10);
    }
  }
  throw new EmbeddedPostgresError(`PostgreSQL (pid ${pid}) cannot be stopped.`);
}

async function spawnPostmaster(options: LaunchOptions, logFd: number): Promise<Postmaster> {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: `"${options.socketDir.replaceAll('"', '""')}"`,
    port: String(options.port),
    cluster_name: 'palaver',
    timezone: 'UTC',
    jit: 'off',
    // Enough for 32 serving threads, with pools of the default size.
    max_connections: '250',
    // launchPostmaster looks for English messages in the log file.
    log_timezone: 'UTC',
    lc_messages: 'C',
    log_destination: 'stderr',
    logging_collector: 'off',
    ...options.settings,
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const base = childOptions(options.user);
  // PostgreSQL treats a pid file as stale if it names PostgreSQL's parent or the grandparent in this variable. So PostgreSQL
  // itself removes a file with an unrelated pid, safely even if another process starts at the same time.
  const stale = options.stalePid === undefined ? {} : { PG_GRANDPARENT_PID: String(options.stalePid) };
  const child = spawn('sh', ['-c', GUARD, 'palaver-guard', options.postgres, options.cluster, ...args], {
    ...base,
    env: { ...base.env, ...stale },
    detached: true,
    // The pipe is not standard input, because Node would close that before we can report that PostgreSQL has ended.
    stdio: ['ignore', logFd, logFd, 'pipe'],
  });
  await once(child, 'spawn');
  const { pid, stdio } = child;
  const pipe = stdio[3];
  if (pid === undefined || !(pipe instanceof Writable))
    throw new Error('unreachable: it was spawned with a pipe');
  pipe.on('error', () => {}); // the guard may have been killed
  return new Postmaster(child, pid, pipe);
}

async function waitUntilReady(
  postmaster: Postmaster,
  cluster: string,
  log: Log,
  signal: AbortSignal,
): Promise<boolean> {
  let reportAtMs = performance.now() + 5_000;
  while (postmaster.running) {
    const file = await readPidFile(cluster);
    if (file?.pid === postmaster.pid && file.ready) return true;
    if (signal.aborted) {
      await postmaster.stop(log);
      throw signal.reason;
    }
    if (performance.now() > reportAtMs) {
      log.info({ cluster }, 'PostgreSQL is still starting; after a crash it recovers first');
      reportAtMs += 30_000;
    }
    await sleep(10);
  }
  return false;
}

/** Opens the log file for appending. Renames it first if it is too large. */
async function openLog(path: string): Promise<FileHandle> {
  const handle = await open(path, 'a+', 0o600);
  if ((await handle.stat()).size <= MAXIMUM_LOG_BYTES) return handle;
  await handle.close();
  await orUndefined(rename(path, `${path}.1`), 'ENOENT');
  return open(path, 'a+', 0o600);
}

/** The end of what was written since. */
async function readFrom(handle: FileHandle, start: number): Promise<string> {
  const from = Math.max(start, (await handle.stat()).size - 64_000);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(64_000), 0, 64_000, from);
  return buffer.toString('utf8', 0, bytesRead);
}
