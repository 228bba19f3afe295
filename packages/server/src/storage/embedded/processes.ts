import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { hasCode } from './errors.ts';

/** An unprivileged OS user; where it is undefined, programs run as the user of this process. */
export interface OsUser {
  readonly uid: number;
  readonly gid: number;
}

export interface RunResult {
  /** Whether it could be run and ended with 0. */
  readonly ok: boolean;
  /** Standard output and standard error. */
  readonly output: string;
}

/** Runs a program to its end. Never rejects: what cannot be run is not ok. */
export async function run(
  file: string,
  args: readonly string[],
  user: OsUser | undefined,
  input = '',
): Promise<RunResult> {
  const child = spawn(file, args, childOptions(user));
  const code = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  child.stdin.on('error', () => {}); // a program need not read its input
  child.stdin.end(input);
  try {
    const [out, err, exitCode] = await Promise.all([text(child.stdout), text(child.stderr), code]);
    return { ok: exitCode === 0, output: out + err };
  } catch (error) {
    return { ok: false, output: String(error) };
  }
}

/**
 * How every child is spawned: in a folder that its user may enter, with nothing of our environment (which may
 * hold secrets) but the search path.
 */
export function childOptions(user: OsUser | undefined) {
  return { cwd: '/', env: { PATH: searchPath(), LANG: 'C', LC_ALL: 'C', TZ: 'UTC' }, ...user };
}

/** A fact about the machine like its temporary folder, not a setting: hence not in config/. */
export function searchPath(): string {
  return process.env.PATH ?? '/usr/bin:/bin:/usr/sbin:/sbin';
}

/** Whether a process with this id exists, whoever it may be. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}

/** Sends a signal, unless the process has ended. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!hasCode(error, 'ESRCH')) throw error;
  }
}
