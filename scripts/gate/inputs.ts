import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { ROOT, type Step } from './steps.ts';

const git = (...args: string[]): string[] =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 28 })
    .split('\0')
    .filter(Boolean);

/** Where `.ci/all` writes for each step the hash of the inputs with which it passed. No step has it as an input. */
export const PASSED = '.ci/passed.json';

export function isInput(step: Step, path: string): boolean {
  if (path === PASSED || step.except?.test(path) === true) return false;
  return step.inputs.some((input) => (input.endsWith('/') ? path.startsWith(input) : path === input));
}

/** The files of HEAD: a line each, as `git ls-tree` prints them, with mode, hash and path. */
export function committedFiles(): { line: string; path: string }[] {
  return git('ls-tree', '-r', '-z', 'HEAD').map((line) => ({
    line,
    path: line.slice(line.indexOf('\t') + 1),
  }));
}

/** What differs from HEAD in the working tree. */
export function changedPaths(): string[] {
  return git('status', '--porcelain', '-z', '--untracked-files=all', '--no-renames').map((line) =>
    line.slice(3),
  );
}

/** The hash of a step and its committed inputs. */
export function hashOf(step: Step, files: readonly { line: string; path: string }[]): string {
  const lines = files.filter(({ path }) => isInput(step, path)).map(({ line }) => line);
  return createHash('sha256')
    .update(JSON.stringify([step.command, step.environment ?? {}, lines]))
    .digest('hex');
}

/** The hash of everything that is committed. */
export const treeHash = (): string =>
  execFileSync('git', ['rev-parse', 'HEAD^{tree}'], { cwd: ROOT, encoding: 'utf8' }).trim();
