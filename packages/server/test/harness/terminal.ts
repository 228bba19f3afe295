import { spawn } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { cleanEnvironment, ROOT } from './command.ts';
import { until } from './until.ts';

/** The Node that runs the examples of the guides: our own, unless the gate names an older one. */
export const NODE_IN_TERMINALS = process.env.NODE_IN_TERMINALS ?? process.execPath;

/** Installs `ws` as `npm install ws` would. */
export function installWs(folder: string): void {
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules/ws'), join(folder, 'node_modules/ws'));
}

/** A program in a terminal; it ends with the test. */
export interface Terminal {
  /** Its output, without empty lines. */
  lines: () => string[];
  type: (line: string) => void;
  /** Resolves when it has printed this line. */
  shows: (line: string) => Promise<unknown>;
}

/** `node <file> <parameters>`, on {@link NODE_IN_TERMINALS}. */
export function openTerminal(file: string, ...parameters: string[]): Terminal {
  const program = spawn(NODE_IN_TERMINALS, [file, ...parameters], { env: cleanEnvironment() });
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
