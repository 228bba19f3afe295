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
 * Starting and stopping PostgreSQL's parent process.
 *
 * It gets a session of its own, so that Ctrl-C, or a kill of our process group, does not reach it; but
 * PostgreSQL does not notice that its parent is gone either. So a guard stands by: a shell that holds the
 * reading end of a pipe from us. A line in the pipe says that PostgreSQL has ended and the guard may go. The
 * end of the pipe says that we are gone, however that came: then the guard stops PostgreSQL. It signals only
 * the process that it was made with, and only while the pid file names it, so it can never hit a successor.
 *
 * One shell makes both: it forks the guard and then becomes PostgreSQL, which is thereby our child, with a
 * pid that the guard knows ($$). The second fork makes the guard nobody's child, for PostgreSQL takes the end
 * of a child that it does not know for a crash.
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

/** After `kill -9` of a postmaster, its shared memory is in the way until its children have ended as well. */
const SHARED_MEMORY_WAIT_MS = 5_000;
const FAST_STOP_MS = 10_000;
/** PostgreSQL itself kills what is left of its children 5 s after an immediate shutdown. */
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
  /** Names nobody of this cluster, although it stands in the pid file. */
  readonly stalePid: number | undefined;
}

/** A postmaster that is our child. */
export class Postmaster {
  readonly pid: number;
  /** How it ended, for the log. */
  readonly exited: Promise<string>;
  readonly #child: ChildProcess;

  /** @param pipe  to the guard */
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
 * Starts a postmaster and waits until it is ready, which after a crash takes as long as the recovery does.
 * @returns undefined when another postmaster was faster
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
      if (await becomesReady(postmaster, options.cluster, log, signal)) return postmaster;
      const said = await readFrom(logFile, logStart);
      if (/lock file ".*" (already exists|is empty)/.test(said)) return undefined;
      if (!said.includes('pre-existing shared memory block') || performance.now() > giveUpAtMs) {
        const how = await postmaster.exited;
        throw new EmbeddedPostgresError(`PostgreSQL did not start (${how}):\n${lastLines(said)}`);
      }
    } finally {
      await logFile.close();
    }
    await sleep(200, undefined, { signal });
  }
}

/** Fast shutdown; if that takes too long an immediate one; if even that, by force. */
export async function stopProcess(pid: number, isGone: () => Promise<boolean>, log: Log): Promise<void> {
  const steps = [
    { signal: 'SIGINT', patienceMs: FAST_STOP_MS },
    { signal: 'SIGQUIT', patienceMs: IMMEDIATE_STOP_MS },
    { signal: 'SIGKILL', patienceMs: IMMEDIATE_STOP_MS },
  ] as const;
  for (const { signal, patienceMs } of steps) {
    if (signal !== 'SIGINT') log.warn({ pid, signal }, 'PostgreSQL takes too long to stop');
    sendSignal(pid, signal);
    const untilMs = performance.now() + patienceMs;
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
    // What launchPostmaster reads is English and in this file.
    log_timezone: 'UTC',
    lc_messages: 'C',
    log_destination: 'stderr',
    logging_collector: 'off',
    ...options.settings,
  };
  const words = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const base = childOptions(options.user);
  // PostgreSQL takes a pid file for stale when it names its own parent or, told by this variable, its
  // grandparent. So it clears a file away that names a stranger, and does it with all its own care for
  // whoever starts beside us.
  const stale = options.stalePid === undefined ? {} : { PG_GRANDPARENT_PID: String(options.stalePid) };
  const child = spawn('sh', ['-c', GUARD, 'palaver-guard', options.postgres, options.cluster, ...words], {
    ...base,
    env: { ...base.env, ...stale },
    detached: true,
    // The pipe is not the standard input, which Node would close before we can say that PostgreSQL has ended.
    stdio: ['ignore', logFd, logFd, 'pipe'],
  });
  await once(child, 'spawn');
  const { pid, stdio } = child;
  const pipe = stdio[3];
  if (pid === undefined || !(pipe instanceof Writable)) throw new Error('unreachable: it was spawned so');
  pipe.on('error', () => {}); // the guard may have been killed
  return new Postmaster(child, pid, pipe);
}

async function becomesReady(
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

/** The log of the last runs, in one file that is set aside when it has grown. */
async function openLog(path: string): Promise<FileHandle> {
  const handle = await open(path, 'a+', 0o600);
  if ((await handle.stat()).size <= MAXIMUM_LOG_BYTES) return handle;
  await handle.close();
  await orUndefined(rename(path, `${path}.1`), 'ENOENT');
  return open(path, 'a+', 0o600);
}

async function readFrom(handle: FileHandle, start: number): Promise<string> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(64_000), 0, 64_000, start);
  return buffer.toString('utf8', 0, bytesRead);
}
