import { execFileSync } from 'node:child_process';

interface Process {
  pid: number;
  parent: number;
  command: string;
}

/** Every process of the machine, but those that have ended and wait for somebody to ask how. */
export function listProcesses(): Process[] {
  const format = ['-o', 'pid=', '-o', 'ppid=', '-o', 'stat=', '-o', 'args='];
  const output = execFileSync('ps', ['-A', '-ww', ...format], { encoding: 'utf8', maxBuffer: 64_000_000 });
  return output.split('\n').flatMap((line) => {
    const [, pid, parent, state = '', command = ''] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    if (pid === undefined || state.startsWith('Z')) return [];
    return [{ pid: Number(pid), parent: Number(parent), command }];
  });
}

/** A negative id is a process group. Whoever has ended already needs no signal. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // it has ended
  }
}
