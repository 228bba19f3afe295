/*
 * `npm test`: the check and the tests, in parallel. A failed check prints its errors at once, and again at the end. Leaves
 * out tests that are tagged `thorough`, and most cases of matrices; with `ALL_CASES=1`, which the gate sets, it runs them too.
 * `npm test -- <path>` runs all tests and cases of that path, and no check; with `ALL_CASES=0` as many as `npm test`.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Resolves to whether it has passed. `note` gets what it prints as errors, which are shown, too. */
function passes(note: ((text: string) => void) | null, script: string, ...args: string[]): Promise<boolean> {
  const stderr = note === null ? 'inherit' : 'pipe';
  const child = spawn(process.execPath, [script, ...args], {
    cwd: ROOT,
    stdio: ['inherit', 'inherit', stderr],
  });
  process.once('SIGTERM', () => child.kill('SIGTERM'));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    process.stderr.write(text);
    note?.(text);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code === 0));
  });
}

// Ctrl-C reaches all three processes; the tests still have to clean up.
process.on('SIGINT', () => {});
const selection = process.argv.slice(2);
if (selection.length > 0) process.env.ALL_CASES ??= '1';
const isWhole = process.env.ALL_CASES === '1';
const tests = isWhole ? selection : [...selection, '--tags-filter', '!thorough'];
let errors = '';
const [isChecked, isTested] = await Promise.all([
  selection.length > 0 || passes((text) => (errors += text), 'scripts/check.ts'),
  passes(null, 'node_modules/vitest/vitest.mjs', 'run', ...tests),
]);
if (!isWhole) process.stdout.write('Thorough tests were left out: ALL_CASES=1 npm test runs them, too.\n');
if (!isChecked) process.stderr.write(`npm run check has failed:\n${errors}`);
if (!isChecked || !isTested) process.exitCode = 1;
