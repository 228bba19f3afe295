import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

export interface Process {
  pid: number;
  parent: number;
  uid: number;
  command: string;
}

/** Every process of the machine except zombies. */
export function listProcesses(): Process[] {
  // On Linux this needs no ps, which small images lack.
  return process.platform === 'linux' ? readProc() : askPs();
}

function readProc(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const status = readFileSync(`/proc/${pid}/status`, 'utf8');
        const field = (name: string) => new RegExp(`^${name}:\\s*(\\S+)`, 'm').exec(status)?.[1] ?? '';
        if (field('State') === 'Z') return [];
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
        return [{ pid: Number(pid), parent: Number(field('PPid')), uid: Number(field('Uid')), command }];
      } catch {
        return []; // ended meanwhile
      }
    });
}

function askPs(): Process[] {
  const format = ['-o', 'pid=', '-o', 'ppid=', '-o', 'uid=', '-o', 'stat=', '-o', 'args='];
  const output = execFileSync('ps', ['-A', '-ww', ...format], { encoding: 'utf8', maxBuffer: 64_000_000 });
  return output.split('\n').flatMap((line) => {
    const [, pid, parent, uid, state = '', command = ''] =
      /^\s*(\d+)\s+(\d+)\s+(-?\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    if (pid === undefined || state.startsWith('Z')) return [];
    return [{ pid: Number(pid), parent: Number(parent), uid: Number(uid), command }];
  });
}
