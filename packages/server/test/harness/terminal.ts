import { spawn } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { cleanEnvironment } from './command.ts';
import { until } from './until.ts';

/** A program that somebody has started in a terminal; it ends with the test. */
export interface Terminal {
  /** What it has printed, without empty lines. */
  lines: () => string[];
  type: (line: string) => void;
  /** Resolves when it has printed this line. */
  shows: (line: string) => Promise<unknown>;
}

/** `node <file> <parameters>`, on our own Node, or on the one of `NODE_IN_TERMINALS`. */
export function openTerminal(file: string, ...parameters: string[]): Terminal {
  const { NODE_IN_TERMINALS: node = process.execPath } = process.env;
  const program = spawn(node, [file, ...parameters], { env: cleanEnvironment() });
  onTestFinished(() => void program.kill());
  let output = '';
  const collect = (chunk: unknown) => {
    output += String(chunk);
  };
  program.stdout.on('data', collect);
  program.stderr.on('data', collect);
  const lines = () => output.split('\n').filter((line) => line !== '');
  return {
    lines,
    type: (line) => program.stdin.write(`${line}\n`),
    shows: (line) => until(async () => lines().includes(line) || undefined),
  };
}
