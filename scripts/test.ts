/*
 * `npm test`: the check and the tests, in parallel. A failed check prints its errors at once, and a reminder at the end.
 * `npm test -- <path>` runs only the tests of that path.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

function passes(script: string, ...args: string[]): Promise<boolean> {
  const child = spawn(process.execPath, [script, ...args], { cwd: ROOT, stdio: 'inherit' });
  process.once('SIGTERM', () => child.kill('SIGTERM'));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code === 0));
  });
}

// Ctrl-C reaches all three processes; the tests still have to clean up.
process.on('SIGINT', () => {});
const selection = process.argv.slice(2);
const [isChecked, isTested] = await Promise.all([
  selection.length > 0 || passes('scripts/check.ts'),
  passes('node_modules/vitest/vitest.mjs', 'run', ...selection),
]);
if (!isChecked) process.stderr.write('npm run check has failed: see above\n');
if (!isChecked || !isTested) process.exitCode = 1;
