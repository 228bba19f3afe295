import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { orUndefined } from './errors.ts';
import { isAlive, run } from './processes.ts';

/*
 * Whether a postmaster (PostgreSQL's parent process) runs on a cluster. PostgreSQL writes `postmaster.pid`
 * for this, and removes it when it ends well. After a crash the file stays, and its pid may meanwhile be
 * anybody's: in a container the same small numbers come back at every start. So a pid counts only when its
 * process is a postgres of this very cluster. The other way round, a pid that we cannot see may be in another
 * container that shares the folder: it counts when its socket answers.
 */

export interface PidFile {
  readonly pid: number;
  /** The cluster as the postmaster knows it: another path after the folder was copied or moved. */
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

export interface NobodyThere {
  readonly alive: false;
  /** What a crash left in the pid file: dead, or somebody else by now. */
  readonly stalePid: number | undefined;
}

export interface LivePostmaster extends PidFile {
  readonly alive: true;
  /** Whether its process can be seen from here; if not, it is in another container. */
  readonly visible: boolean;
}

export async function lookForPostmaster(cluster: string): Promise<NobodyThere | LivePostmaster> {
  const file = await readPidFile(cluster);
  if (file === undefined) return { alive: false, stalePid: undefined };
  if (isAlive(file.pid) && (await isPostmasterOf(file.pid, cluster))) {
    return { ...file, alive: true, visible: true };
  }
  if (file.cluster === cluster && (await answers(socketPath(file)))) {
    return { ...file, alive: true, visible: false };
  }
  return { alive: false, stalePid: file.pid };
}

async function isPostmasterOf(pid: number, cluster: string): Promise<boolean> {
  // postmaster.ts starts every postmaster with these words; its children show other titles.
  return (await commandLine(pid)).includes(`postgres -D ${cluster} `);
}

async function commandLine(pid: number): Promise<string> {
  if (process.platform !== 'linux') {
    return (await run('ps', ['-ww', '-o', 'command=', '-p', String(pid)], undefined)).output;
  }
  // Small images of Linux have no ps.
  const words = await orUndefined(readFile(`/proc/${pid}/cmdline`, 'utf8'), 'ENOENT', 'ESRCH');
  return words?.replaceAll('\0', ' ') ?? '';
}

function socketPath({ socketDir, port }: PidFile): string {
  return join(socketDir, `.s.PGSQL.${port}`);
}

async function answers(path: string): Promise<boolean> {
  const socket = connect(path);
  return new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
  }).finally(() => socket.destroy());
}
