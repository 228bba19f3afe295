import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { orUndefined } from './errors.ts';
import { isAlive, run } from './processes.ts';

/*
 * Whether a postmaster (PostgreSQL's parent process) runs on a cluster. PostgreSQL writes `postmaster.pid` and removes it when it
 * stops normally. After a crash the file remains, and its pid may belong to another process by now: in a container the same small
 * numbers come back at every start. So a pid counts only if its process is a postgres of this cluster. Conversely, a process that
 * is not visible from here may run in another container that shares the folder: it counts if its socket accepts connections.
 */

export interface PidFile {
  readonly pid: number;
  /** The path of the cluster when the postmaster started. It differs if the folder has been copied or moved since. */
  readonly cluster: string;
  readonly startedAt: string;
  readonly port: number;
  /** Empty until the postmaster listens. */
  readonly socketDir: string;
  readonly ready: boolean;
}

export async function readPidFile(cluster: string): Promise<PidFile | undefined> {
  const text = await orUndefined(readFile(join(cluster, 'postmaster.pid'), 'utf8'), 'ENOENT');
  // PostgreSQL documents these lines in its pidfile.h.
  const [pid = '', path = '', startedAt = '', port = '', socketDir = '', , , status = ''] =
    text?.split('\n') ?? [];
  if (!/^\d+$/.test(pid)) return undefined;
  const ready = status.trim() === 'ready';
  return { pid: Number(pid), cluster: path, startedAt, port: Number(port), socketDir, ready };
}

export interface NoPostmaster {
  readonly alive: false;
  /** The pid that a crash left in the pid file. Its process is dead, or the pid belongs to another process by now. */
  readonly stalePid: number | undefined;
}

export interface LivePostmaster extends PidFile {
  readonly alive: true;
  /** Whether its process is visible from here; if not, it runs in another container. */
  readonly visible: boolean;
}

export async function findPostmaster(cluster: string): Promise<NoPostmaster | LivePostmaster> {
  const file = await readPidFile(cluster);
  if (file === undefined) return { alive: false, stalePid: undefined };
  if (isAlive(file.pid) && (await isPostmasterOf(file.pid, cluster))) {
    return { ...file, alive: true, visible: true };
  }
  if (file.cluster === cluster && (await acceptsConnections(socketPath(file)))) {
    return { ...file, alive: true, visible: false };
  }
  return { alive: false, stalePid: file.pid };
}

async function isPostmasterOf(pid: number, cluster: string): Promise<boolean> {
  // postmaster.ts starts every postmaster with these arguments; the titles of its children differ.
  return (await commandLine(pid)).includes(`postgres -D ${cluster} `);
}

async function commandLine(pid: number): Promise<string> {
  if (process.platform !== 'linux') {
    return (await run('ps', ['-ww', '-o', 'command=', '-p', String(pid)], undefined)).output;
  }
  // Small Linux images have no `ps`.
  const words = await orUndefined(readFile(`/proc/${pid}/cmdline`, 'utf8'), 'ENOENT', 'ESRCH');
  return words?.replaceAll('\0', ' ') ?? '';
}

function socketPath({ socketDir, port }: PidFile): string {
  return join(socketDir, `.s.PGSQL.${port}`);
}

async function acceptsConnections(path: string): Promise<boolean> {
  const socket = connect(path);
  return new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
  }).finally(() => socket.destroy());
}
