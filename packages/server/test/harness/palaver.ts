import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { cleanEnvironment, PALAVER, ROOT, secretsKeyFor } from './command.ts';
import { freePort } from './free-port.ts';
import { copyOf } from './postgres.ts';
import { scratchFolder } from './scratch.ts';

/** A running `palaver start`, as a user runs it. */
export interface RunningPalaver {
  url: string;
  dataDir: string;
  /** The key of the application `demo`. */
  key: () => string;
  process: ChildProcess;
  stdout: () => string;
  stderr: () => string;
  /** Resolves to the exit code, or the signal that ended it. */
  exited: Promise<number | NodeJS.Signals | null>;
}

/** An empty data folder, removed with the test once all processes in it have ended. */
export function newDataDir(): string {
  const dataDir = scratchFolder();
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 }));
  return dataDir;
}

/** The same, as a stopped server leaves it: with a database that has no application yet. */
export function usedDataDir(): string {
  return copyOf(inject('usedFolder'), newDataDir());
}

/** Starts the server on a port that it can restart on, and waits until it is ready; it is stopped with the test. */
export async function startPalaver(
  environment: Record<string, string> = {},
  dataDir = usedDataDir(),
  options: readonly string[] = [],
): Promise<RunningPalaver> {
  const child = spawn(process.execPath, [PALAVER, 'start', ...options], {
    cwd: ROOT,
    env: {
      ...cleanEnvironment(),
      ...secretsKeyFor(environment),
      PORT: `${await freePort()}`,
      DATA_DIR: dataDir,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr += String(chunk);
  });
  const exited = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.once('exit', (code, signal) => resolve(code ?? signal));
  });
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await exited;
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      stdout += String(chunk);
      const address = /address\s+(\S+)[\s\S]*\n\n?$/.exec(stdout)?.[1];
      if (address !== undefined) resolve(address);
    });
    child.once('exit', () => reject(new Error(`the server ended before it was ready: ${stderr}`)));
  });
  return {
    url,
    dataDir,
    key: () => readFileSync(join(dataDir, 'api-key'), 'utf8').trim(),
    process: child,
    stdout: () => stdout,
    stderr: () => stderr,
    exited,
  };
}

export interface Finished {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a command to its end. */
export async function runPalaver(args: string[], environment: Record<string, string>): Promise<Finished> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [PALAVER, ...args],
      { cwd: ROOT, env: { ...cleanEnvironment(), ...secretsKeyFor(environment), ...environment } },
      (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 1;
        resolve({ code, stdout, stderr });
      },
    );
  });
}

/** A command that runs. */
export interface StartedCommand {
  process: ChildProcess;
  /** The code is 1 if a signal ended it. */
  finished: Promise<Finished>;
}

/** Starts a command; it ends with the test. */
export function startCommand(args: string[], environment: Record<string, string>): StartedCommand {
  const child = spawn(process.execPath, [PALAVER, ...args], {
    cwd: ROOT,
    env: { ...cleanEnvironment(), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk) => {
    stdout += String(chunk);
  });
  child.stderr.on('data', (chunk) => {
    stderr += String(chunk);
  });
  const finished = new Promise<Finished>((resolve) => {
    child.once('close', (code) => resolve({ code: code ?? 1, stdout, stderr }));
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await finished;
  });
  return { process: child, finished };
}
