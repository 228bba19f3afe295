import { type ExecFileSyncOptions, execFileSync } from 'node:child_process';

/** Another machine, as far as the network can tell: a network namespace of Linux, with a cable to this one. */
export interface Machine {
  /** The address of this machine, as seen from there. */
  host: string;
  /** Both ends of the cable, as PostgreSQL names them: `198.18.4.0/30`. */
  network: string;
  /** The prefix that runs a command there. */
  command: readonly [string, ...string[]];
  /** Cuts the cable, without any notice to either end. */
  cut: () => void;
  remove: () => void;
}

/** Undefined where this user or system may not create one; with `CI` set, that is an error. */
export function createMachine(): Machine | undefined {
  const name = `palaver-${process.pid}`;
  const here = `plv${process.pid}h`;
  const there = `plv${process.pid}t`;
  // 198.18.0.0/15 is reserved for network tests (RFC 2544).
  const net = `198.18.${process.pid % 256}`;
  try {
    ip('netns', 'add', name);
  } catch (error) {
    if (process.env.CI) throw error;
    return undefined;
  }
  const inside = (...args: string[]) => ip('netns', 'exec', name, 'ip', ...args);
  ip('link', 'add', here, 'type', 'veth', 'peer', 'name', there, 'netns', name);
  ip('addr', 'add', `${net}.1/30`, 'dev', here);
  ip('link', 'set', here, 'up');
  inside('addr', 'add', `${net}.2/30`, 'dev', there);
  inside('link', 'set', there, 'up');
  return {
    host: `${net}.1`,
    network: `${net}.0/30`,
    command: ['ip', 'netns', 'exec', name],
    cut: () => inside('link', 'set', there, 'down'),
    remove: () => {
      // (The namespace itself lives as long as the last of its connections.)
      ip('link', 'del', here);
      ip('netns', 'del', name);
    },
  };
}

function ip(...args: string[]): void {
  const options: ExecFileSyncOptions = { stdio: ['ignore', 'ignore', 'pipe'] };
  execFileSync('ip', args, options);
}
