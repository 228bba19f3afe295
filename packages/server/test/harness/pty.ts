import { spawn, spawnSync } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { ROOT } from './command.ts';

export const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython && process.env.CI) throw new Error('python3 is missing: .ci/run installs it');

/** A command in its own terminal, as a person runs it. */
export interface Pty {
  /** The output of the terminal so far. */
  output: () => string;
  /** Resolves when the terminal has shown this; rejects if the command ends first. */
  shows: (text: RegExp) => Promise<void>;
  /** Presses keys. */
  press: (keys: string) => void;
  /** Resolves to the exit code of the command; if negative, the signal that ended it. */
  exited: Promise<number | null>;
}

/**
 * Python opens the terminal, because Node cannot. When the script ends, the terminal hangs up, which ends the command.
 */
const SCRIPT = `
import os, pty, sys
status = os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:]))
print(status, file=sys.stderr)
`;

export function openPty(command: readonly string[], env: NodeJS.ProcessEnv): Pty {
  const python = spawn('python3', ['-c', SCRIPT, ...command], { cwd: ROOT, env });
  let output = '';
  let status = '';
  python.stdout.on('data', (chunk) => {
    output += String(chunk);
  });
  python.stderr.on('data', (chunk) => {
    status += String(chunk);
  });
  const exited = new Promise<number | null>((resolve) => {
    python.once('close', () => resolve(/^-?\d+\n$/.test(status) ? Number(status) : null));
  });
  onTestFinished(async () => {
    python.kill();
    await exited;
  });
  const shows = (text: RegExp) =>
    new Promise<void>((resolve, reject) => {
      const look = () => text.test(output) && resolve();
      python.stdout.on('data', look);
      look();
      void exited.then(() => reject(new Error(`the command ended before it showed ${text}: ${output}`)));
    });
  return { output: () => output, shows, press: (keys) => void python.stdin.write(keys), exited };
}
