import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { hasCode } from './errors.ts';

/** An unprivileged OS user. If it is undefined, programs run as the user of this process. */
export interface OsUser {
  readonly uid: number;
  readonly gid: number;
}

export interface RunResult {
  /** Whether the program ran and exited with 0. */
  readonly ok: boolean;
  /** Standard output and standard error. */
  readonly output: string;
}

/** Runs a program until it exits. Never rejects: if the program cannot be started, `ok` is false. */
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
  child.stdin.on('error', () => {}); // a program does not have to read its input
  child.stdin.end(input);
  try {
    const [out, err, exitCode] = await Promise.all([text(child.stdout), text(child.stderr), code]);
    return { ok: exitCode === 0, output: out + err };
  } catch (error) {
    return { ok: false, output: String(error) };
  }
}

/**
 * Options for spawning any child: in a folder that its user may enter, and with only the search path from our environment, which
 * may contain secrets.
 */
export function childOptions(user: OsUser | undefined) {
  return { cwd: '/', env: { PATH: searchPath(), LANG: 'C', LC_ALL: 'C', TZ: 'UTC' }, ...user };
}

/** Not in config/, because it is a property of the machine, like its temporary folder, and not a setting. */
export function searchPath(): string {
  return process.env.PATH ?? '/usr/bin:/bin:/usr/sbin:/sbin';
}

/** Whether any process with this id exists. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}

/** Sends a signal; does nothing if the process has ended. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!hasCode(error, 'ESRCH')) throw error;
  }
}
