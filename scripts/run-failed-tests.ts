/*
 * Reruns each test listed in a file (one line of JSON each: packages/server/test/harness/failed-tests.ts), alone, and prints
 * how often it passed. Used by `.ci/tests`.
 */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FailedTest } from '../packages/server/test/harness/failed-tests.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const RUNS = 3;
/** If more tests than this have failed, reruns do not help to find the cause. */
const MAX_TESTS = 10;

const [list = ''] = process.argv.slice(2);
const failed = readFileSync(list, 'utf8').split('\n').filter(Boolean);
for (const line of failed.slice(0, MAX_TESTS)) {
  const test = JSON.parse(line) as FailedTest;
  let passed = 0;
  for (let run = 0; run < RUNS; run += 1) if (await passes(test)) passed += 1;
  say(`passed ${passed} of ${RUNS} times alone: ${relative(ROOT, test.file)} ${test.name ?? ''}`);
}
if (failed.length > MAX_TESTS) say(`(${failed.length - MAX_TESTS} more were not run again.)`);

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Runs one test alone. A name that matches no test counts as a failure. */
async function passes({ file, name }: FailedTest): Promise<boolean> {
  const isSystem = file.endsWith('.system.test.ts');
  const config = isSystem ? 'vitest.system.config.ts' : 'vitest.config.ts';
  const only = name === undefined ? [] : ['-t', `^${RegExp.escape(name)}$`];
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--config', config, file, ...only];
  const { FAILED_TESTS: _, ...env } = process.env;
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: ROOT, env, maxBuffer: 2 ** 28 }, (error, stdout) =>
      resolve(error === null && /^[1-9]\d* passed, 0 failed/m.test(stdout)),
    );
  });
}
